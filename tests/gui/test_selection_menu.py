"""What is done with selected cells: by a right click on them, and not without a selection."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from mazeeditor.app.commands import COMMANDS
from mazeeditor.maze.generators import generate
from mazeeditor.maze.shapes import build
from tests.events import click, key
from tests.gui.desk import Desk
from tests.gui.test_context_menu import choose, labels


def select(desk: Desk) -> NDArray[np.bool_]:
    """Select a block of 20 cells."""
    lattice = desk.document.maze.lattice
    cells = np.zeros(lattice.size, np.bool_)
    places = [(row, column) for row in range(4, 8) for column in range(4, 9)]
    cells[[lattice.cell(*place) for place in places]] = True
    desk.session.view.selection.select(cells)
    return cells


def test_without_a_selection_nothing_is_changed_or_copied_and_that_is_said(desk: Desk) -> None:
    desk.root.clipboard_clear()
    desk.root.clipboard_append("kept")
    for keys in ("l", "ctrl+c", "ctrl+x", "ctrl+d", "ctrl+m"):
        desk.window.show_status("")
        key(desk.root, keys)
        desk.wait_for_work()
        assert desk.document.maze.locks is None, keys
        assert not desk.document.can_undo, keys
        assert desk.root.clipboard_get() == "kept", keys
        assert desk.session.view.toolbox.tool.name != "stamp", keys
        assert desk.window.status.text.startswith("Nothing is selected: select cells first"), keys
    key(desk.root, "ctrl+a")
    key(desk.root, "l")
    desk.wait_for_work()
    assert desk.document.maze.locks is not None


def test_a_right_click_on_the_selection_offers_what_is_done_with_it(desk: Desk) -> None:
    select(desk)
    click(desk.canvas, *desk.at(5.5, 5.5), button=3)
    offered = labels(desk)
    assert offered[:3] == ["Copy", "Cut", "Move"]
    assert {
        *("Lock or unlock", "Generate in the selection", "Finish my maze", "Make a room"),
        *("Close all walls", "Blank", "Turn", "Mirror", "Save as stamp…"),
    } <= {*offered}
    assert "Blank this cell" not in offered
    key(desk.root, "Escape")
    click(desk.canvas, *desk.at(12.5, 12.5), button=3)
    assert "Make a room" not in labels(desk), "not selected"
    assert "Blank this cell" in labels(desk)


def test_walls_between_selected_cells(desk: Desk) -> None:
    select(desk)
    for label, closed in {"Make a room": False, "Close all walls": True}.items():
        click(desk.canvas, *desk.at(5.5, 5.5), button=3)
        choose(desk, label)
        desk.wait_for_work()
        cells = [(row, column) for row in range(4, 8) for column in range(4, 8)]
        assert {desk.is_closed(*cell, "right") for cell in cells} == {closed}
        assert "20 cells" in str(desk.document.undo_name)
        key(desk.root, "ctrl+z")
        desk.wait_for_work()
        assert not desk.document.can_undo


def test_selected_cells_are_blanked_or_generated(desk: Desk) -> None:
    cells = select(desk)
    click(desk.canvas, *desk.at(5.5, 5.5), button=3)
    choose(desk, "Generate in the selection")
    desk.wait_for_work()
    assert desk.document.undo_name == "Generate in selection"
    click(desk.canvas, *desk.at(5.5, 5.5), button=3)
    choose(desk, "Blank")
    assert not desk.document.maze.lattice.inside[cells].any()
    assert desk.document.undo_name == "Blank 20 cells"


@pytest.mark.slow
@pytest.mark.parametrize("label", ["Turn", "Mirror"])
def test_selected_cells_are_taken_up_turned_or_mirrored(desk: Desk, label: str) -> None:
    select(desk)
    before = [desk.is_closed(4, column, "right") for column in range(4, 8)]
    click(desk.canvas, *desk.at(5.5, 5.5), button=3)
    choose(desk, label)
    assert desk.session.view.toolbox.tool.name == "stamp"
    click(desk.canvas, *desk.at(16.5, 16.5))
    desk.wait_for_work()
    cells = desk.session.view.selection.cells
    assert cells is not None
    top, left = desk.document.maze.lattice.place(int(cells.argmax()))
    if label == "Mirror":
        after = [desk.is_closed(top, left + column, "right") for column in range(4)]
        assert after == before[::-1]
    else:
        after = [desk.is_closed(top + column, left + 3, "bottom") for column in range(4)]
        assert after == before


@pytest.mark.slow
def test_many_selected_cells_are_blanked_by_a_job(desk: Desk) -> None:
    maze = generate("binary-tree", build("rectangular", rows=320, columns=320), 1)
    desk.document.new(maze)
    cells = maze.lattice.inside.copy()
    cells[maze.lattice.first.cell] = False
    desk.session.view.selection.select(cells)
    desk.window.run(COMMANDS["blank-cells"])
    assert desk.session.services.jobs.busy
    desk.wait_for_work()
    assert desk.document.maze.lattice.cells == 1
    key(desk.root, "ctrl+z")
    desk.wait_for_work()
    assert desk.document.maze.lattice.cells == 320 * 320

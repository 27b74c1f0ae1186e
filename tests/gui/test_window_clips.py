"""Copying, moving and stamping in the window, by the pointer and by keys."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.commands.clip_menu import stamp_of
from mazeeditor.app.files.maze_library import stamps_for
from mazeeditor.files.project import load
from tests.breadth import sampled
from tests.events import click, drag, held, key, move, settle
from tests.gui.desk import Desk


def select(desk: Desk, top: int, left: int, bottom: int, right: int) -> None:
    key(desk.root, "s")
    drag(desk.canvas, [desk.at(top + 0.5, left + 0.5), desk.at(bottom + 0.5, right + 0.5)])


def inner(desk: Desk, top: int, left: int, rows: int, columns: int) -> list[bool]:
    """Return which walls within a block of cells are closed, row by row."""
    return [
        desk.is_closed(top + row, left + column, side)
        for row in range(rows)
        for column in range(columns)
        for side in (("right",) if column < columns - 1 else ())
        + (("bottom",) if row < rows - 1 else ())
    ]


@pytest.mark.slow
def test_copy_and_paste_drop_what_was_copied(desk: Desk) -> None:
    select(desk, 2, 3, 6, 9)
    expected = inner(desk, 2, 3, 5, 7)
    key(desk.root, "ctrl+c")
    assert desk.root.clipboard_get().startswith('{\n"format": "mazeeditor"')
    key(desk.root, "ctrl+v")
    assert desk.session.view.toolbox.mode.name == "stamp"
    move(desk.canvas, *desk.at(14.5, 20.5))
    assert desk.canvas.find_withtag("hover")
    click(desk.canvas, *desk.at(14.5, 20.5))
    assert inner(desk, 12, 17, 5, 7) == expected
    assert desk.document.undo_name == "Drop a piece of 35 cells"
    assert desk.session.view.selection.count == 35
    key(desk.root, "ctrl+z")
    assert not desk.document.can_undo
    key(desk.root, "Escape")
    assert desk.session.view.toolbox.mode.name == "select"


def test_a_piece_turns_and_mirrors_and_shift_leaves_the_border_out(desk: Desk) -> None:
    select(desk, 2, 3, 2, 9)  # a row becomes a column
    key(desk.root, "ctrl+d")
    key(desk.root, "bracketright")
    key(desk.root, "slash")
    with held(desk.root, "Shift_L"):
        click(desk.canvas, *desk.at(14.5, 20.5))
    cells = desk.session.view.selection.cells
    assert cells is not None
    places = desk.document.maze.lattice.places(np.flatnonzero(cells))
    assert np.ptp(places, axis=0).tolist() == [6, 0]


def test_what_is_no_maze_is_not_pasted(desk: Desk) -> None:
    for text, reason in (("hello", "holds no maze"), ('{"format": "mazeeditor"', "cannot be read")):
        desk.root.clipboard_clear()
        desk.root.clipboard_append(text)
        desk.answers.errors.clear()
        key(desk.root, "ctrl+v")
        assert reason in desk.answers.errors[0]
    desk.root.clipboard_clear()
    desk.root.clipboard_append("o---o---o\n|       |\no---o---o\n")
    key(desk.root, "ctrl+v")
    assert desk.session.view.toolbox.mode.name == "stamp"


@pytest.mark.slow
def test_every_stamp_of_the_program_is_a_maze_with_a_picture_and_drops(desk: Desk) -> None:
    offered = stamps_for("rectangular")
    for stamp in offered:
        stamp.maze.check()
        assert stamp.picture(40).size[0] <= 40
    for stamp in sampled(offered, 8):
        desk.session.view.toolbox.choose("stamp")
        desk.session.parts.call(stamp_of).take(stamp.maze)
        click(desk.canvas, *desk.at(14.5, 20.5))
        assert desk.session.view.selection.count == stamp.maze.lattice.cells, stamp.name
        desk.document.maze.check()


@pytest.mark.slow
@pytest.mark.usefixtures("settings_file")
def test_a_saved_stamp_is_offered(desk: Desk, tmp_path: Path) -> None:
    select(desk, 2, 3, 4, 6)
    desk.answers.paths = [tmp_path / "stamps" / "my-corner.maze"]
    desk.session.services.ui.show_status("")

    desk.window.run(COMMANDS["save-stamp"])
    settle(desk.root)
    assert load(tmp_path / "stamps" / "my-corner.maze").maze.lattice.cells == 12
    assert "My corner" in [stamp.name for stamp in stamps_for("rectangular")]

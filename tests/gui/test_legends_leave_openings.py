"""What lies over the maze, as the scale of distances, hides no entrance and no exit."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from mazeeditor import api
from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.settings import Settings
from mazeeditor.editing.edits import SetOpenings
from mazeeditor.gui.canvas.overlay import OPENINGS
from mazeeditor.maze.generators import generate
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.shapes import build
from mazeeditor.screen.area import Area
from tests.events import key, settle
from tests.gui.desk import Desk, open_desk

pytestmark = pytest.mark.usefixtures("display")
SIZES = ["700x500", "900x640", "1280x850"]


@pytest.fixture
def desk() -> Desk:
    return open_desk(Settings(theme="light"))


def corners(lattice: Lattice) -> list[Opening]:
    """Return an opening near each corner, on the side or the top and bottom."""
    rows, columns = lattice.rows - 1, lattice.columns - 1
    cells = [lattice.cell(row, column) for row, column in product((0, rows), (0, columns))]
    return [Opening(cell, lattice.outer_slots(cell)[0]) for cell in cells]


def covered(desk: Desk) -> list[Area]:
    """Return the marks of openings that something in a corner lies over."""
    settle(desk.root)
    canvas, found = desk.canvas, []
    panels = [part.widget for part in (desk.view.legend, desk.view.note, desk.view.minimap)]
    for panel in (panel for panel in panels if panel.winfo_ismapped()):
        x, y = panel.winfo_x(), panel.winfo_y()
        area = Area(x, y, x + panel.winfo_width(), y + panel.winfo_height())
        for item in canvas.find_withtag(OPENINGS):
            mark = Area(*canvas.bbox(item))
            found += [mark] if mark.cut(area).size else []
    return found


def show_distances(desk: Desk) -> None:
    desk.window.run(COMMANDS["distances"])
    desk.wait(lambda: desk.view.legend.shown, "the distances")
    desk.wait(lambda: not desk.session.view.distances.counting, "the distances")
    settle(desk.root)
    assert desk.view.legend.widget.winfo_ismapped()


@pytest.mark.slow
def test_openings_in_each_corner_and_ones_that_move(desk: Desk) -> None:
    desk.root.geometry(SIZES[0])  # the least room beside them
    desk.document.new(generate("wilson", build("rectangular", rows=20, columns=24), 1))
    settle(desk.root)
    places = corners(desk.document.maze.lattice)
    for entrance in places:
        exits = tuple(place for place in places if place != entrance)
        for some in (exits[:1], exits[1:2], exits[:2], exits):
            desk.document.apply(SetOpenings(desk.document.maze, entrance, some))
            show_distances(desk) if not desk.view.legend.shown else settle(desk.root)
            desk.wait(lambda: not desk.session.view.distances.counting, "the distances")
            assert covered(desk) == []


def test_a_comparison(desk: Desk, tmp_path: Path) -> None:
    other = tmp_path / "other.maze"
    lattice = desk.document.maze.lattice
    api.save(generate("prim", lattice, 5), other)
    desk.root.geometry("700x500")
    desk.answers.paths.append(other)
    key(desk.root, "F3")
    desk.wait(lambda: desk.view.note.shown, "what differs")
    assert covered(desk) == []
    key(desk.root, "ctrl+plus", 4)
    for keys in ("alt+Home", "alt+End"):
        key(desk.root, keys)
        assert covered(desk) == []

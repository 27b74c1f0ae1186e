"""A picture painted by hand with the selection brush: the route of the next maze shows it."""

from __future__ import annotations

from collections import Counter

import pytest

from mazeeditor.app.commands import COMMANDS
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import build
from tests.events import drag, held, key, settle
from tests.gui.desk import Desk
from tests.maze.subjects.pictures import route_in

COMMAND = "select-picture"
MARGIN = 2  # pixels around a picture, as usual


@pytest.fixture
def desk(desk: Desk) -> Desk:
    desk.document.new(Maze(build("rectangular", rows=20, columns=24)))
    desk.wait_for_work()
    return desk


def paint(desk: Desk, *strokes: tuple[tuple[float, float], tuple[float, float]]) -> None:
    """Paint strokes with the brush, each from a cell to another one."""
    key(desk.root, "d")
    for start, end in strokes:
        with held(desk.root, "Shift"):
            drag(desk.canvas, [desk.at(*start), desk.at(*end)], step=None)


def selected(desk: Desk) -> set[tuple[int, int]]:
    cells = desk.session.view.selection.cells
    assert cells is not None
    lattice = desk.document.maze.lattice
    return {(row, column) for row, column in lattice.places(cells.nonzero()[0]).tolist()}


def test_the_route_of_the_next_maze_is_what_was_painted(desk: Desk) -> None:
    paint(desk, ((3.5, 4.5), (3.5, 12.5)), ((3.5, 8.5), (14.5, 8.5)))  # a T
    painted = selected(desk)
    assert len(painted) == 20
    COMMANDS[COMMAND].perform(desk.session.parts)
    settle(desk.root)
    shown = desk.generate.subject.options
    assert shown
    assert shown.boxes["picture"].variable.get() == "selection.png"
    key(desk.root, "ctrl+g")
    desk.wait_for_work()
    assert desk.answers.errors == []
    top, left = min(row for row, _ in painted), min(column for _, column in painted)
    wide = max(column for _, column in painted) - left + 1 + 2 * MARGIN
    scale = desk.document.maze.lattice.columns // wide
    counted = Counter(
        (row // scale - MARGIN + top, column // scale - MARGIN + left)
        for row, column in route_in(desk.document.maze)
    )
    whole = {place for place, cells in counted.items() if cells == scale**2}
    assert whole >= painted, "each cell that was painted is filled by the route"
    assert desk.verdict == "Exactly one route"


def test_what_is_no_picture_is_refused(desk: Desk) -> None:
    paint(desk, ((3.5, 4.5), (3.5, 12.5)))
    COMMANDS[COMMAND].perform(desk.session.parts)
    settle(desk.root)
    assert desk.generate.draft.subject.name == ""
    assert selected(desk), "the selection stays"
    assert "at least 5 x 5 cells" in desk.window.status.text


def test_only_squares_are_pixels(desk: Desk) -> None:
    desk.document.new(Maze(build("hexagonal", rows=8, columns=8)))
    desk.wait_for_work()
    key(desk.root, "ctrl+a")
    assert COMMANDS[COMMAND].why_not(desk.session.parts) == (
        "A picture in the route needs a maze of squares."
    )

"""The Route tool in the window: by pointer, by clicks, by keys, and dragging an end."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from mazeeditor.core.job import Job
from mazeeditor.maze.facts.facts import facts
from mazeeditor.maze.generators import generate
from mazeeditor.maze.search.search import shortest_route, without_gaps
from mazeeditor.maze.shapes import SHAPES, build, sizes_about
from tests.dialogs import TclWindow, dialog
from tests.events import click, key, move, press, release, settle, type_text, wait_until
from tests.gui.desk import Desk, open_desk

pytestmark = pytest.mark.usefixtures("display")

Place = tuple[int, int]


@pytest.fixture
def desk() -> Desk:
    desk = open_desk()
    desk.document.new(generate("prim", build("rectangular", rows=12, columns=15), 1))
    settle(desk.root)
    key(desk.root, "u")
    return desk


def route(desk: Desk) -> list[Place]:
    """Return the only route from entrance to exit."""
    desk.wait_for_work()
    maze = desk.document.maze
    maze.check()
    counted = facts(maze)
    assert (counted.routes, counted.loops, counted.components) == ("one", 0, 1)
    assert maze.entrance
    goals = [opening.cell for opening in maze.exits]
    cells = shortest_route(maze.lattice, without_gaps(maze), maze.entrance.cell, goals, Job())
    return [(int(row), int(column)) for row, column in maze.lattice.places(cells)]


def middle(desk: Desk, row: int, column: int) -> tuple[float, float]:
    return desk.at(row + 0.5, column + 0.5)


def draw(desk: Desk, points: list[tuple[float, float]]) -> None:
    """Drag fast: one motion of the pointer for each straight line."""
    press(desk.canvas, *points[0])
    for point in points[1:]:
        move(desk.canvas, *point)
    release(desk.canvas)


def hint(desk: Desk) -> str:
    return str(desk.window.status.hint.cget("text"))


def test_a_fast_drag_becomes_the_only_route_in_one_step(desk: Desk) -> None:
    before = desk.document.maze.walls.copy()
    corners = [(2, 1), (2, 12), (9, 12), (9, 3)]
    draw(desk, [middle(desk, *place) for place in corners])
    expected = [(2, column) for column in range(1, 13)]
    expected += [(row, 12) for row in range(3, 10)]
    expected += [(9, column) for column in range(11, 2, -1)]
    assert route(desk) == expected
    assert len(desk.document.history) == 1
    (part,) = desk.document.recipe.parts
    assert (part.route, part.cells) == (len(expected), 180)
    key(desk.root, "Ctrl+z")
    desk.wait_for_work()
    assert np.array_equal(desk.document.maze.walls, before)


def test_a_route_that_would_cross_itself_stops_and_says_so(desk: Desk) -> None:
    press(desk.canvas, *middle(desk, 2, 1))
    for place in ((2, 8), (6, 8), (6, 4), (1, 4)):
        move(desk.canvas, *middle(desk, *place))
    assert "cannot cross itself" in hint(desk)
    assert desk.canvas.find_withtag("hover")
    move(desk.canvas, *middle(desk, 3, 4))  # back at its end
    assert hint(desk) == "Route of 19 cells"
    move(desk.canvas, *middle(desk, 3, 2))
    release(desk.canvas)
    found = route(desk)
    assert (found[0], found[-1], len(found)) == ((2, 1), (3, 2), 21)


def test_a_route_says_that_it_keeps_no_symmetry(desk: Desk) -> None:
    desk.session.view.symmetry.choose("left-right")
    draw(desk, [middle(desk, *place) for place in [(2, 1), (2, 12), (9, 12)]])
    assert route(desk)[0] == (2, 1)
    assert "The symmetry is not kept." in hint(desk)


def test_going_back_shortens_it(desk: Desk) -> None:
    press(desk.canvas, *middle(desk, 2, 1))
    move(desk.canvas, *middle(desk, 2, 10))
    assert hint(desk) == "Route of 10 cells"
    move(desk.canvas, *middle(desk, 2, 4))
    assert hint(desk) == "Route of 4 cells"
    move(desk.canvas, *middle(desk, 5, 4))
    release(desk.canvas)
    assert route(desk) == [(2, 1), (2, 2), (2, 3), (2, 4), (3, 4), (4, 4), (5, 4)]


def test_straight_pieces_by_clicks(desk: Desk) -> None:
    for place in ((1, 1), (1, 6), (5, 6), (5, 9)):
        click(desk.canvas, *middle(desk, *place))
    key(desk.root, "BackSpace")  # takes back the last piece
    assert len(desk.document.history) == 0
    click(desk.canvas, *middle(desk, 7, 6))
    click(desk.canvas, *middle(desk, 7, 6))
    expected = [(1, column) for column in range(1, 7)] + [(row, 6) for row in range(2, 8)]
    assert route(desk) == expected
    assert len(desk.document.history) == 1


def test_by_keys_alone(desk: Desk) -> None:
    for name in ("Right", "Down", "Down", "Return", *["Right"] * 4, *["Down"] * 3, "Left", "Right"):
        key(desk.root, name)
    desk.wait_for_work()
    assert len(desk.document.history) == 0
    key(desk.root, "Return")
    found = route(desk)
    assert len(found) == 8
    (row, column), (last_row, last_column) = found[0], found[-1]
    assert (last_row - row, last_column - column) == (3, 4)


def test_escape_discards_it(desk: Desk) -> None:
    before = desk.document.maze.walls.copy()
    click(desk.canvas, *middle(desk, 1, 1))
    click(desk.canvas, *middle(desk, 1, 6))
    key(desk.root, "Escape")
    move(desk.canvas, *middle(desk, 4, 4))
    desk.wait_for_work()
    assert np.array_equal(before, desk.document.maze.walls)
    assert not desk.document.dirty


def test_dragging_an_end_moves_it_with_a_preview_and_keeps_the_rest(desk: Desk) -> None:
    draw(desk, [middle(desk, 2, 1), middle(desk, 2, 9)])
    first = route(desk)
    before = desk.document.maze.walls.copy()
    press(desk.canvas, *middle(desk, 2, 9))
    move(desk.canvas, *middle(desk, 8, 9))
    wait_until(desk.root, lambda: desk.session.view.tool_sketch.settled)
    during = desk.document.maze.walls.copy()
    assert not np.array_equal(before, during), "the preview shows the maze"
    release(desk.canvas)
    longer = [*first, *((row, 9) for row in range(3, 9))]
    assert route(desk) == longer
    assert np.count_nonzero(before ^ desk.document.maze.walls) <= 4 * 6 + 4
    assert len(desk.document.history) == 2
    press(desk.canvas, *middle(desk, 8, 9))
    move(desk.canvas, *middle(desk, 4, 9))
    release(desk.canvas)
    assert route(desk) == longer[:-4]
    press(desk.canvas, *middle(desk, 2, 1))  # the entrance
    move(desk.canvas, *middle(desk, 6, 1))
    key(desk.root, "Escape")
    release(desk.canvas)
    assert route(desk) == longer[:-4]
    press(desk.canvas, *middle(desk, 2, 1))
    move(desk.canvas, *middle(desk, 4, 1))
    release(desk.canvas)
    assert route(desk) == [(4, 1), (3, 1), *longer[:-4]]
    for _step in range(4):
        key(desk.root, "Ctrl+z")
        desk.wait_for_work()
    assert not desk.document.can_undo


def test_dragging_an_exit_away_from_the_border_and_back(desk: Desk) -> None:
    """The preview changes no outer wall: openings move when the drag ends."""
    before, maze = route(desk), desk.document.maze
    assert maze.exit
    assert maze.exit.slot is not None
    press(desk.canvas, *middle(desk, *before[-1]))
    move(desk.canvas, *middle(desk, before[-1][0] - 3, before[-1][1]))
    wait_until(desk.root, lambda: desk.session.view.tool_sketch.settled)
    desk.document.maze.check()
    release(desk.canvas)
    moved = route(desk)
    assert moved[-1] == (before[-1][0] - 3, before[-1][1])
    press(desk.canvas, *middle(desk, *moved[-1]))
    move(desk.canvas, *middle(desk, *before[-1]))
    wait_until(desk.root, lambda: desk.session.view.tool_sketch.settled)
    release(desk.canvas)
    assert route(desk)[-1] == before[-1]
    assert desk.document.maze.exit
    assert desk.document.maze.exit.slot is not None, "a gap, as before"


def test_an_invalid_field_is_shown_and_the_route_stays(desk: Desk) -> None:
    desk.session.view.draft.rest.keep_text("seed", "x")
    draw(desk, [middle(desk, 2, 1), middle(desk, 2, 9)])
    desk.wait_for_work()
    assert len(desk.document.history) == 0
    assert desk.session.view.toolbox.dragging
    desk.session.view.draft.rest.keep_text("seed", "7")
    click(desk.canvas, *middle(desk, 2, 9))
    assert len(route(desk)) == 9


def test_every_shape(desk: Desk) -> None:
    for shape in SHAPES.names():
        lattice = build(shape, **sizes_about(shape, 10, {}))
        desk.document.new(generate("prim", lattice, 1))
        settle(desk.root)
        view = desk.view
        size = np.array([lattice.geometry.width, lattice.geometry.height])
        shares = np.array([(0.3, 0.3), (0.7, 0.35), (0.65, 0.7)])
        cells = lattice.geometry.all_under(*(shares * size).T)
        places = lattice.geometry.centres(cells)
        points = [view.viewport.to_px(*place) for place in places]
        draw(desk, points)
        found = route(desk)
        under = [(int(row), int(column)) for row, column in lattice.places(cells)]
        assert (found[0], found[-1]) == (under[0], under[-1])
        assert under[1] in found


def test_around_a_text_by_the_dialog(desk: Desk) -> None:
    desk.document.new(generate("prim", build("rectangular", rows=30, columns=40), 1))
    settle(desk.root)

    def answer(window: TclWindow) -> None:
        type_text(window, "Hi")
        key(window, "Return")

    with dialog(desk.root, answer, "Route Around Text"):
        key(desk.root, "ctrl+shift+u")
    desk.wait_for_work()
    assert desk.answers.errors == []
    found = route(desk)
    assert len(found) > 60
    assert len(desk.document.history) == 1


def test_along_a_drawing(desk: Desk, tmp_path: Path) -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="{}" {}/></svg>'
    (tmp_path / "a.svg").write_text(svg.format("M1 1H8V8", 'fill="none" stroke="#000"'))
    desk.answers.paths = [tmp_path / "a.svg"]
    key(desk.root, "ctrl+alt+u")
    desk.wait_for_work()
    found = route(desk)
    (row, column), (last_row, last_column) = found[0], found[-1]
    assert (last_row > row, last_column > column) == (True, True)
    assert len(found) == last_row - row + last_column - column + 1

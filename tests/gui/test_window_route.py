"""The Route tool in the window: by pointer, by clicks, by keys, and dragging an end."""

from __future__ import annotations

import tkinter as tk
from pathlib import Path
from threading import Event

import numpy as np
import pytest

from mazeeditor.core.job import Job
from mazeeditor.editing.edits import ToggleWalls
from mazeeditor.gui.widgets.buttons import SegmentButton
from mazeeditor.maze.facts.facts import facts
from mazeeditor.maze.generators import generate
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.search.search import shortest_route, without_gaps
from mazeeditor.maze.shapes import build
from tests.dialogs import TclWindow, dialog
from tests.events import click, key, move, press, release, settle, type_text, wait_until
from tests.gui.desk import Desk

Place = tuple[int, int]


@pytest.fixture
def desk(desk: Desk) -> Desk:
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


def test_going_back_shortens_a_route_and_where_it_would_cross_itself_it_stops(desk: Desk) -> None:
    press(desk.canvas, *middle(desk, 2, 1))
    move(desk.canvas, *middle(desk, 2, 10))
    assert desk.hint.startswith("Route of 10 cells;")
    move(desk.canvas, *middle(desk, 2, 4))
    assert desk.hint.startswith("Route of 4 cells;")
    for place in ((2, 8), (6, 8), (6, 4), (1, 4)):
        move(desk.canvas, *middle(desk, *place))
    assert "cannot cross itself" in desk.hint
    assert desk.canvas.find_withtag("hover")
    move(desk.canvas, *middle(desk, 3, 4))  # back at its end
    assert desk.hint.startswith("Route of 19 cells; entrance and exit move to its ends; it removes")
    move(desk.canvas, *middle(desk, 3, 2))
    release(desk.canvas)
    found = route(desk)
    assert (found[0], found[-1], len(found)) == ((2, 1), (3, 2), 21)


def test_straight_pieces_by_clicks_which_escape_discards(desk: Desk) -> None:
    before = desk.document.maze.walls.copy()
    click(desk.canvas, *middle(desk, 1, 1))
    click(desk.canvas, *middle(desk, 1, 6))
    key(desk.root, "Escape")
    move(desk.canvas, *middle(desk, 4, 4))
    desk.wait_for_work()
    assert np.array_equal(before, desk.document.maze.walls)
    assert not desk.document.dirty
    for place in ((1, 1), (1, 6), (5, 6), (5, 9)):
        click(desk.canvas, *middle(desk, *place))
    key(desk.root, "BackSpace")  # takes back the last piece
    assert len(desk.document.history) == 0
    click(desk.canvas, *middle(desk, 7, 6))
    click(desk.canvas, *middle(desk, 7, 6))
    expected = [(1, column) for column in range(1, 7)] + [(row, 6) for row in range(2, 8)]
    assert route(desk) == expected
    assert len(desk.document.history) == 1


@pytest.mark.slow
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
    go_on(desk)
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


S: list[Place] = [
    *((0, column) for column in range(15)),
    *((row, 14) for row in range(1, 6)),
    *((5, column) for column in range(13, -1, -1)),
    *((row, 0) for row in range(6, 12)),
    *((11, column) for column in range(1, 15)),
]
S_CORNERS = [(0, 14), (5, 14), (5, 0), (11, 0), (11, 14)]


# Handles


def ghost(desk: Desk) -> list[Place]:
    """Return the cells of the route that can be taken hold of, and check that it is seen."""
    toolbox = desk.session.view.toolbox
    desk.wait(lambda: desk.session.view.only_route.settled, "the only route")
    shown = toolbox.gesture.ghost(desk.document)
    assert bool(desk.canvas.find_withtag("ghost-line")) == (shown is not None)
    if shown is None:
        return []
    lattice = desk.document.maze.lattice
    return [(int(row), int(column)) for row, column in lattice.places(shown.line.route)]


def handles(desk: Desk) -> list[tuple[float, float]]:
    """Return the middles of the handles in px."""
    boxes = [desk.canvas.coords(item) for item in desk.canvas.find_withtag("ghost-handles")]
    return [((box[0] + box[2]) / 2, (box[1] + box[3]) / 2) for box in boxes]


def draw_s(desk: Desk) -> None:
    draw(desk, [middle(desk, 0, 0), *(middle(desk, *place) for place in S_CORNERS)])
    assert route(desk) == S


@pytest.mark.slow
def test_the_drawn_route_stays_with_handles_as_long_as_it_is_the_only_one(desk: Desk) -> None:
    assert ghost(desk) == []
    draw_s(desk)
    assert ghost(desk) == S
    shown = handles(desk)
    for place in [(0, 0), *S_CORNERS]:
        x, y = middle(desk, *place)
        assert min(abs(x - a) + abs(y - b) for a, b in shown) < 3, place
    assert any(desk.at(0, 5)[0] < x < desk.at(0, 9)[0] for x, _y in shown), "of the long straight"
    key(desk.root, "Ctrl+z")
    desk.wait_for_work()
    assert ghost(desk) == []
    key(desk.root, "Ctrl+y")
    desk.wait_for_work()
    assert ghost(desk) == S
    wall = np.array([desk.wall(0, 3, "right")], np.int64)
    desk.document.apply(ToggleWalls.of(desk.document.maze, wall))
    settle(desk.root)
    assert not desk.canvas.find_withtag("ghost-line"), "at once"
    desk.document.undo()
    desk.wait_for_work()
    assert ghost(desk) == S
    second = np.array([desk.wall(0, 5, "bottom"), desk.wall(4, 5, "bottom")], np.int64)
    walls = [desk.wall(row, 5, "bottom") for row in range(5)]
    shut = np.array(walls, np.int64)
    shut = shut[desk.document.maze.is_closed(shut)]
    assert set(second.tolist()) <= set(walls)
    desk.document.apply(ToggleWalls.of(desk.document.maze, shut))
    desk.wait_for_work()
    assert ghost(desk) == [], "it is not the only one"
    desk.document.undo()
    desk.wait_for_work()
    assert ghost(desk) == S
    key(desk.root, "w")
    key(desk.root, "u")
    desk.wait_for_work()
    assert ghost(desk) == []
    assert not desk.canvas.find_withtag("ghost-handles")


@pytest.mark.slow
def test_pulling_a_handle_leads_the_route_through_the_cell_under_the_pointer(desk: Desk) -> None:
    draw_s(desk)
    before = desk.document.maze.walls.copy()
    openings = desk.document.maze.openings
    press(desk.canvas, *middle(desk, 0, 7))
    move(desk.canvas, *middle(desk, 3, 7))
    wait_until(desk.root, lambda: desk.session.view.tool_sketch.settled)
    during = desk.document.maze.walls.copy()
    assert not np.array_equal(before, during), "the preview shows the maze"
    assert (3, 7) in ghost(desk)
    release(desk.canvas)
    found = route(desk)
    assert np.array_equal(during, desk.document.maze.walls)
    assert ghost(desk) == found
    assert (3, 7) in found
    assert (found[:6], found[-40:]) == (S[:6], S[-40:])
    assert desk.document.maze.openings == openings
    assert np.count_nonzero(before ^ during) < 40, "the rest stays"
    assert len(desk.document.history) == 2
    assert desk.document.undo_name == f"Lead route over {len(found)} cells"
    key(desk.root, "Ctrl+z")
    desk.wait_for_work()
    assert np.array_equal(before, desk.document.maze.walls)
    assert ghost(desk) == S
    key(desk.root, "Ctrl+y")
    desk.wait_for_work()
    assert ghost(desk) == found


@pytest.mark.slow
def test_pulled_by_keys(desk: Desk) -> None:
    draw_s(desk)
    key(desk.root, "bracketright")  # the entrance
    key(desk.root, "bracketright")
    assert desk.view.cell is not None
    row, column = desk.document.maze.lattice.place(desk.view.cell)
    assert (row, column) in S
    assert row == 0
    assert column > 0
    for _step in range(2):
        key(desk.root, "Down")
    key(desk.root, "Return")
    found = route(desk)
    assert (2, column) in found
    assert len(desk.document.history) == 2
    key(desk.root, "bracketright")
    key(desk.root, "Down")
    key(desk.root, "Escape")
    assert route(desk) == found
    key(desk.root, "bracketleft")  # the exit
    for name in ("Up", "Up", "Return"):
        key(desk.root, name)
    assert route(desk) == [*found, (10, 14), (9, 14)]


def test_a_route_drawn_while_a_job_runs_stays_until_it_has_ended(desk: Desk) -> None:
    over = Event()
    desk.session.services.jobs.start("Waiting", lambda _job: over.wait(60), lambda _result: None)
    before = desk.document.maze.walls.copy()
    draw(desk, [middle(desk, 0, 0), middle(desk, 0, 5)])
    assert np.array_equal(desk.document.maze.walls, before)
    over.set()
    desk.wait_for_work()
    click(desk.canvas, *middle(desk, 0, 5))  # its end
    assert route(desk) == [(0, column) for column in range(6)]


def go_on(desk: Desk) -> None:
    """Let presses change the route there is."""
    click(segment(desk.root, "Go on"))
    desk.wait_for_work()


def segment(widget: tk.Misc, text: str) -> SegmentButton:
    """Return the button of the bar above the maze that has a text."""
    todo = [widget]
    while todo:
        one = todo.pop()
        todo += one.winfo_children()
        if isinstance(one, SegmentButton) and str(one.cget("text")).strip() == text:
            return one
    raise AssertionError(text)


def test_while_it_goes_on_the_route_can_be_taken_anywhere(desk: Desk) -> None:
    first = route(desk)
    go_on(desk)
    assert ghost(desk) == first
    lattice = desk.document.maze.lattice
    off = next(place for place in places(lattice) if place not in first)
    click(desk.canvas, *middle(desk, *off))
    assert desk.hint == "Drag the route, or one of its ends; Shift begins a new one"
    assert len(desk.document.history) == 0
    place = first[len(first) // 2]
    draw(desk, [middle(desk, *place), middle(desk, *off)])
    found = route(desk)
    assert off in found
    assert ghost(desk) == found
    assert (found[0], found[-1]) == (first[0], first[-1])


def places(lattice: Lattice) -> list[Place]:
    return [(int(row), int(column)) for row, column in lattice.places(lattice.inside_cells())]


def test_around_a_text_by_the_dialog(desk: Desk) -> None:
    desk.document.new(generate("prim", build("rectangular", rows=30, columns=40), 1))
    settle(desk.root)

    def answer(window: TclWindow) -> None:
        type_text(window, "Hi")
        key(window, "Return")

    with dialog(desk.root, answer, "Route around text"):
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

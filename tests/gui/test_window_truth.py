"""The truth while dragging: what would be sealed, the verdict to come, and the one wall offered."""

from __future__ import annotations

from threading import Event

import numpy as np
import pytest

from mazeeditor.app.shown import verdict
from mazeeditor.core.job import Job
from mazeeditor.editing.edits import ReplaceMaze
from mazeeditor.gui.canvas.pointer_note import NOTE, OFFER, REFUSAL
from mazeeditor.gui.layers.offer_layer import MARK
from mazeeditor.maze.facts.facts import facts
from mazeeditor.maze.facts.recount import Counted
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.maze import Maze, empty_grid
from mazeeditor.maze.search.search import shortest_route, without_gaps
from mazeeditor.maze.walls import inner_walls
from tests.events import click, key, move, press, release, settle
from tests.gui.desk import Desk
from tests.gui.test_window_explanation import on_canvas


@pytest.fixture
def desk(desk: Desk) -> Desk:
    desk.wait_for_work()
    assert desk.verdict == "Exactly one route"
    return desk


def passages(desk: Desk) -> Ids:
    """Return the passages of the route, as walls."""
    maze, lattice = desk.document.maze, desk.document.maze.lattice
    assert maze.entrance
    exits = {gap.cell for gap in maze.exits}
    route = shortest_route(lattice, without_gaps(maze), maze.entrance.cell, exits, Job())
    return lattice.wall_ids(route[:-1], lattice.slots_between(route[:-1], route[1:]))


def doubling(desk: Desk) -> int:
    """Return a wall whose opening makes a second route."""
    maze = desk.document.maze
    everything = np.full(maze.lattice.size, 255, np.uint8)
    walls = inner_walls(maze.lattice, everything, Job()).astype(np.int64)
    for wall in walls[maze.is_closed(walls)].tolist():
        copy = maze.copy()
        copy.toggle(np.array([wall]))
        if facts(copy).route_count == 2:
            return int(wall)
    raise AssertionError


def wait_for_offer(desk: Desk) -> None:
    desk.wait_for_work()
    desk.wait(lambda: desk.session.view.offered_wall.settled, "the offer")
    settle(desk.root)


def test_a_lost_route_is_given_back_by_the_wall_offered_within_the_stroke(desk: Desk) -> None:
    wall, before = int(passages(desk)[7]), desk.document.maze.walls.copy()
    press(desk.canvas, *on_canvas(desk, wall))
    wait_for_offer(desk)
    offered = desk.session.view.offered_wall.result
    assert offered
    assert not offered.closing
    note = desk.window.offer_layer.note
    assert (note.kind, note.text) == (OFFER, "Tab: open this wall, there is one route again")
    assert desk.canvas.find_withtag(MARK)
    key(desk.canvas, "Tab")
    release(desk.canvas)
    desk.wait_for_work()
    assert desk.verdict == "Exactly one route"
    assert not desk.canvas.find_withtag(MARK) + desk.canvas.find_withtag(NOTE)
    assert desk.document.undo_name == "Change 2 walls"
    key(desk.root, "ctrl+z")
    assert (desk.document.maze.walls == before).all()


@pytest.mark.slow
def test_a_second_route_is_closed_just_after_as_a_step_of_its_own(desk: Desk) -> None:
    wall = doubling(desk)
    for by in ("Return", "Tab", "wall", "note"):
        press(desk.canvas, *on_canvas(desk, wall))
        wait_for_offer(desk)
        offered, note = desk.session.view.offered_wall.result, desk.window.offer_layer.note
        assert (desk.verdict, note.kind) == ("2 routes", OFFER)
        assert note.text == "Tab: close this wall, one route is left"
        release(desk.canvas)
        assert note.text == "Tab or Enter: close this wall, one route is left"
        assert desk.window.status.text.startswith("Tab or Enter or a click on the marked wall")
        assert offered
        assert offered.closing
        assert wall not in offered.walls
        if by == "wall":
            click(desk.canvas, *on_canvas(desk, int(offered.walls[0])))
        elif by == "note":
            assert note.area
            click(desk.canvas, note.area.left + 5, note.area.top + 5)
        else:
            key(desk.canvas, by)
        desk.wait_for_work()
        assert desk.verdict == "Exactly one route"
        assert desk.document.maze.is_closed(offered.walls).all()
        assert not desk.document.running
        key(desk.root, "ctrl+z")
        assert not desk.document.maze.is_closed(offered.walls).any()
        assert not desk.document.maze.is_closed(np.array([wall]))[0]
        key(desk.root, "ctrl+z")
        desk.wait_for_work()


def test_a_drag_that_never_pauses_shows_the_truth(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To count begins while the pointer moves, and is shown though it has moved on meanwhile."""
    lattice = desk.document.maze.lattice
    desk.document.apply(ReplaceMaze("", empty_grid(lattice), desk.document.recipe))
    desk.wait_for_work()
    begun, go_on, mazes, count = Event(), Event(), list[Maze](), verdict.count_facts

    def slow(maze: Maze, last: Counted | None, job: Job) -> Counted:
        mazes.append(maze)
        begun.set()
        go_on.wait(60)
        return count(maze, last, job)

    monkeypatch.setattr(verdict, "count_facts", slow)
    told, shown = desk.session.view.verdict, list[str]()
    told.changed.subscribe(lambda: shown.append(desk.figures))
    places = iter([desk.at(y, x) for y in range(2, 25, 2) for x in range(2, 35)])
    press(desk.canvas, *next(places))
    for place in places:  # each closes a wall
        move(desk.canvas, *place)
        if begun.is_set():
            break
    assert begun.is_set(), "it waits for a pause"
    move(desk.canvas, *next(places))
    number = len(shown)
    go_on.set()
    desk.wait(lambda: len(shown) > number, "what was counted")
    assert shown[number] == verdict.figures(facts(mazes[0].copy()))
    release(desk.canvas)
    desk.wait_for_work()
    assert not told.outdated
    assert desk.figures == verdict.figures(facts(desk.document.maze.copy()))


# By keys

ARROWS = {"right": "shift+Right", "bottom": "shift+Down"}


def change_by_keys(desk: Desk, wall: int) -> int:
    """Change a wall at the cell cursor, the pointer far away; return the cell."""
    lattice = desk.document.maze.lattice
    cell, slot = divmod(wall, lattice.degree)
    move(desk.canvas, 5, 5)
    desk.canvas.focus_force()
    desk.view.cell = cell
    key(desk.canvas, ARROWS[lattice.sides[slot]])
    return cell


def test_a_wall_changed_by_keys_ends_in_the_same_offer(desk: Desk) -> None:
    for lost, by in ((True, "Return"), (False, "Tab")):
        wall = int(passages(desk)[7]) if lost else doubling(desk)
        cell = change_by_keys(desk, wall)
        wait_for_offer(desk)
        offered, note = desk.session.view.offered_wall.result, desk.window.offer_layer.note
        assert offered
        assert offered.closing != lost
        assert note.text.startswith(f"Tab or Enter: {'open' if lost else 'close'} this wall")
        assert note.area
        x, y = desk.view.viewport.to_px(*desk.view.place_of(cell))
        assert not note.holds(x, y)
        assert min(abs(note.area.left - x), abs(note.area.right - x)) < 120
        assert desk.canvas.find_withtag(MARK)
        key(desk.canvas, by)
        desk.wait_for_work()
        assert desk.verdict == "Exactly one route"
        assert (desk.document.maze.is_closed(offered.walls) == (not lost)).all()
        assert desk.view.cell == cell
        assert len(desk.document.history.done) == 2
        key(desk.root, "ctrl+z", 2)
        assert desk.document.maze.is_closed(np.array([wall]))[0] == (not lost)
        desk.wait_for_work()


# Refusals


def outer(desk: Desk) -> tuple[float, float]:
    return desk.middle_of(5, 0, "left")


def test_a_click_on_the_outer_wall_says_at_the_pointer_why_it_stays(desk: Desk) -> None:
    x, y = outer(desk)
    note = desk.window.offer_layer.note
    click(desk.canvas, *desk.middle_of(5, 5, "right"))
    assert note.kind != REFUSAL
    move(desk.canvas, x, y)
    assert note.kind != REFUSAL
    click(desk.canvas, x, y)
    assert (note.kind, note.text) == (
        REFUSAL,
        "The outer wall opens only by an entrance or an exit.",
    )
    assert note.area
    assert not note.holds(x, y)
    assert abs(note.area.left - x) < 60
    assert desk.window.status.text == note.text
    assert 0 <= note.area.left < note.area.right <= desk.canvas.winfo_width()
    desk.wait(lambda: not note.text, "the end of the note")
    assert not desk.canvas.find_withtag(NOTE)
    click(desk.canvas, x, y)
    cells = desk.view.viewport.to_cells(note.area.left + 20, note.area.top + 10)
    row, column = int(cells[1]), int(cells[0])
    before = desk.is_closed(row, column, "right")
    click(desk.canvas, *desk.middle_of(row, column, "right"))
    assert desk.is_closed(row, column, "right") != before, "a note takes no click away"


def test_a_locked_wall_a_click_outside_and_keys_are_refused_where_they_act(desk: Desk) -> None:
    lattice, note = desk.document.maze.lattice, desk.window.offer_layer.note
    desk.canvas.focus_force()
    desk.view.cell = lattice.cell(0, 4)
    key(desk.canvas, "shift+Up")
    assert note.kind == REFUSAL
    x, y = desk.at(0, 4)
    assert not note.holds(x, y)
    assert note.area
    assert abs(note.area.top - y) < 120
    desk.document.maze.set_locks(np.full(lattice.size, 255, np.uint8))
    click(desk.canvas, *desk.middle_of(5, 5, "right"))
    assert note.text.startswith("This wall is locked")
    click(desk.canvas, 4, desk.middle_of(5, 0, "left")[1])
    assert note.text.startswith("Outside the maze")

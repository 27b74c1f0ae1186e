"""A route is shown exactly as long as it leads from the entrance to an exit through open walls."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.editing.changes.entrances import choices
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import ReplaceMaze, SetOpenings, SetPage, ToggleWalls
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe, maze_of
from mazeeditor.maze.solvers import Solution, solve
from tests.editing.samples import box, ids, inner_walls


def is_route(solution: Solution, maze: Maze) -> bool:
    """Ask the maze about each pair of cells of the path."""
    path, place = solution.path, maze.lattice.place
    return (
        bool(path)
        and maze.entrance is not None
        and place(maze.entrance.cell) == path[0]
        and path[-1] in [place(each.cell) for each in maze.exits]
        and all(maze.is_open(*pair) for pair in pairwise(path))
    )


def small(seed: int, braid: float) -> Document:
    sizes = {"rows": 4, "columns": 4}
    return Document(maze_of(Recipe("backtracker", seed=seed, braid=braid, sizes=sizes)))


@given(st.data(), st.integers(0, 99), st.sampled_from([0.0, 1.0]))
def test_the_route_stays_while_it_is_one(data: st.DataObject, seed: int, braid: float) -> None:
    document = small(seed, braid)
    maze = document.maze
    walls = inner_walls(maze.lattice)
    places = [
        choice
        for cell in maze.lattice.inside_cells().tolist()
        for choice in choices(maze.lattice, cell)
    ]
    solution, revision = solve("breadth-first", maze.copy()), document.revision
    late = data.draw(st.integers(0, 3), "edits before the answer comes")
    held = True
    for step in range(6):
        if step == late:
            assert document.show(solution, revision) == is_route(solution, maze)
            held = is_route(solution, maze)
            assert document.stale == (held and document.revision != revision)
        if data.draw(st.booleans(), "walls"):
            some = data.draw(st.sets(st.sampled_from(walls), min_size=1, max_size=3))
            document.apply(ToggleWalls.of(maze, ids(*some)))
        elif data.draw(st.booleans(), "undo"):
            document.undo()
        else:
            exits = (*maze.exits[-1:], data.draw(st.sampled_from(places)))
            document.apply(SetOpenings(maze, maze.entrance, exits[data.draw(st.integers(0, 1)) :]))
        if step >= late:
            held = held and is_route(solution, maze)
            assert (document.solution is solution) == held


def test_an_edit_elsewhere_drops_the_marks_and_notifies() -> None:
    document = small(1, 0.0)
    solution = solve("dead-end-filling", document.maze)
    document.show(solution)
    assert (document.marks is solution.marks, document.stale) == (True, False)
    changes: list[bool] = []
    document.changed.subscribe(lambda change: changes.append(change.solution))
    document.apply(SetPage(document.page, document.page.__class__(title="Yew")))
    assert (document.marks is solution.marks, changes) == (True, [False])
    closed = [
        wall for wall in inner_walls(document.maze.lattice) if document.maze.is_closed(ids(wall))[0]
    ]
    document.apply(ToggleWalls.of(document.maze, ids(closed[0])))
    document.undo()  # a stale route stays stale: the maze was not solved again
    assert (document.solution, document.marks, document.stale) == (solution, None, True)
    assert changes == [False, True, False]


def test_another_maze_takes_the_route_with_it() -> None:
    document = small(1, 0.0)
    solution = solve("breadth-first", document.maze)
    document.show(solution)
    same = document.maze.copy()
    document.apply(ReplaceMaze("Generate maze", same, Recipe()))
    assert document.solution is None
    document.show(solution)
    document.new(same)
    assert document.solution is None
    assert not document.show(solve("breadth-first", small(1, 0.0).maze))


def test_no_route_is_an_answer_until_something_is_edited() -> None:
    document = Document(box())
    solution, revision = solve("breadth-first", document.maze.copy()), document.revision
    assert document.show(solution, revision)
    assert document.solution is solution
    document.apply(ToggleWalls.of(document.maze, ids(inner_walls(document.maze.lattice)[0])))
    assert document.solution is None
    assert not document.show(solution, revision)


def test_an_answer_that_does_not_fit_leaves_the_one_shown() -> None:
    document = small(1, 0.0)
    solution = solve("breadth-first", document.maze)
    document.show(solution)
    assert not document.show(solve("breadth-first", small(2, 0.0).maze))
    assert document.solution is solution
    document.show(None)
    assert document.solution is None


@pytest.mark.parametrize("slot", [0, None])
def test_moving_the_entrance_within_its_cell_keeps_the_route(slot: int | None) -> None:
    document = small(1, 0.0)
    solution = solve("breadth-first", document.maze)
    document.show(solution)
    cell = document.maze.lattice.first.cell
    document.apply(SetOpenings(document.maze, Opening(cell, slot), document.maze.exits))
    assert document.solution is solution
    document.apply(SetOpenings(document.maze, Opening(cell + 1), document.maze.exits))
    assert document.solution is None

"""What a solver found, as a byte a cell: its marks, the route, and the way the route takes."""

from __future__ import annotations

import numpy as np
from hypothesis import given

from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.solvers import Solution
from mazeeditor.screen.cell_paint import ROUTE_BIT, pack, paint_of
from mazeeditor.screen.pixel_colours import CLASS, HEAD, PLAIN, ROUTE
from tests.screen.mazes import box, route_of, scenes


@given(scenes())
def test_following_the_way_leads_along_the_route(scene: tuple[Maze, Solution | None]) -> None:
    maze, solution = scene
    if solution is None or not solution.solved:
        return
    paint = paint_of(solution, ())
    cell, back, walked = int(solution.route[0]), None, []
    while True:
        walked.append(cell)
        slots = [slot for slot in range(4) if paint[cell] >> ROUTE_BIT + slot & 1 and slot != back]
        if not slots:
            break
        (slot,) = slots
        cell, back = maze.lattice.neighbour(cell, slot), maze.lattice.back(cell, slot)
    assert walked == solution.route.tolist()
    assert ((paint & CLASS == ROUTE) == np.isin(np.arange(len(paint)), solution.route)).all()


def test_only_what_is_asked_for() -> None:
    maze = box(4, 4)
    cells = maze.lattice.inside_cells()
    solution = route_of(maze, int(cells[0]), int(cells[0]))
    assert (paint_of(solution, (), route=False) == solution.marks).all()
    assert np.flatnonzero(paint_of(solution, (), marks=False)).tolist() == [cells[0]]
    assert not paint_of(solution, (), route=False, marks=False).any()
    unsolved = Solution(maze.lattice, "test", np.empty(0, np.int64), solution.marks)
    assert (paint_of(unsolved, ()) == solution.marks).all()


def test_the_line_goes_out_through_the_openings_at_its_ends_only() -> None:
    maze = box(2, 3)
    first, last = maze.lattice.cell(0, 0), maze.lattice.cell(1, 2)
    solution = Solution(
        maze.lattice, "test", np.array([first]), np.zeros(maze.lattice.size, np.uint8)
    )
    openings = (Opening(first, 0), Opening(last, 1), Opening(first))
    paint = paint_of(solution, openings)
    assert paint[first] == ROUTE | 1 << ROUTE_BIT
    assert paint[maze.lattice.neighbour(first, 0)] == 1 << ROUTE_BIT + 2
    assert paint[last] == 0


def test_a_line_makes_a_route_of_what_it_passes() -> None:
    kinds = np.array([PLAIN, PLAIN, HEAD, ROUTE], np.uint8)
    paint = pack(kinds, np.array([0, 0b11, 0b1, 0], np.uint8))
    assert (paint & CLASS).tolist() == [PLAIN, ROUTE, HEAD, ROUTE]
    assert (paint >> ROUTE_BIT).tolist() == [0, 0b11, 0b1, 0]

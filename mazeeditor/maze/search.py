"""What all searches over the passages of a maze share, for solvers and facts alike.

They keep one scratch byte a cell, ``way``: not reached yet (``NEW``, or ``GOAL`` where the search
looks for this cell), outside the maze, or reached, and then the slot that leads back towards the
start. No stack is needed to go back, and no cell is reached twice.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from mazeeditor.compiled import I64, TICK, InTable, InU8, InU16, kernel
from mazeeditor.job import Job
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import row_of
from mazeeditor.maze.maze import Maze

# What a ``way`` byte may be beside a slot 0..7; all that is reached is at most START.
START = 8
OUTSIDE = 9
NEW = 16  # from here on: not reached yet
GOAL = 17

NONE = -1  # a search found no goal
FULL = -2  # the cells that wait need more room; call again with more


def without_gaps(maze: Maze) -> NDArray[np.uint8]:
    """Return a copy of the walls uint8[n] in which no inside cell opens to the outside."""
    walls = maze.walls.copy()
    for opening in (*([maze.entrance] if maze.entrance else []), *maze.exits):
        if opening.slot is not None:
            walls[opening.cell] |= 1 << opening.slot
    return walls


def fresh(lattice: Lattice, goals: Iterable[int] = ()) -> NDArray[np.uint8]:
    """Return a ``way`` uint8[n] for a new search for the cells ``goals``."""
    way = np.where(lattice.inside, np.uint8(NEW), np.uint8(OUTSIDE))
    way[list(goals)] = GOAL
    return way


def reached(way: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Turn ``way`` in place into uint8[n], 1 (``Mark.VISITED``) for each cell reached, else 0."""
    np.less_equal(way, START, out=way.view(np.bool_))
    return way


def length_to(lattice: Lattice, way: NDArray[np.uint8], goal: int, job: Job) -> int:
    """Return the number of cells from the start to ``goal``, both counted; 0 for ``NONE``.

    Raises ``CancelledError``.
    """
    return 0 if goal == NONE else _go_back(lattice, way, goal, _NO_CELLS, job)


def route_to(lattice: Lattice, way: NDArray[np.uint8], goal: int, job: Job) -> Ids:
    """Return the cells int64[k] from the start to ``goal``; empty where it is ``NONE``.

    Raises ``CancelledError``.
    """
    route = np.empty(length_to(lattice, way, goal, job), np.int64)
    if goal != NONE:
        _go_back(lattice, way, goal, route, job)
    return route


_NO_CELLS = np.empty(0, np.int64)


def _go_back(lattice: Lattice, way: NDArray[np.uint8], goal: int, route: Ids, job: Job) -> int:
    count = _way_back(way, lattice.offsets, lattice.which, goal, route, job.signal)
    job.check()
    return count


@kernel
def _way_back(way: InU8, offsets: InTable, which: InU16, goal: int, route: I64, signal: I64) -> int:
    """Count the cells from the start to ``goal``, and write them where ``route`` has room."""
    cell = goal
    count = 1
    size = len(route)
    while True:
        if count <= size:
            route[size - count] = cell
        if way[cell] == START or (count & TICK == 0 and signal[1] != 0):
            return count
        cell += offsets[row_of(which, cell), way[cell]]
        count += 1

"""Shared parts of all searches over the passages of a maze, for solvers and facts.

They keep one scratch byte a cell, ``parents``: not reached yet (``NEW``, or ``GOAL`` for a goal
of the search), outside the maze, or reached, and then the slot that leads back towards the
start. No stack is needed to go back, and no cell is reached twice.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from mazeeditor.compiled import I64, TICK, InU8, kernel
from mazeeditor.job import Job
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import Tables, row_of
from mazeeditor.maze.maze import Maze

# Values of a ``parents`` byte besides a slot 0..7; a reached cell has at most START.
START = 8
OUTSIDE = 9
NEW = 16  # from here on: not reached yet
GOAL = 17

NONE = -1  # a search found no goal
FULL = -2  # the frontier is full; call again with a larger one


def without_gaps(maze: Maze) -> NDArray[np.uint8]:
    """Return a copy of the walls uint8[n] in which no inside cell opens to the outside."""
    walls = maze.walls.copy()
    for opening in maze.openings:
        if opening.slot is not None:
            walls[opening.cell] |= 1 << opening.slot
    return walls


def fresh(lattice: Lattice, goals: Iterable[int] = ()) -> NDArray[np.uint8]:
    """Return ``parents`` uint8[n] for a new search for the cells ``goals``."""
    parents = lattice.inside.view(np.uint8) * np.uint8(NEW - OUTSIDE)
    parents += np.uint8(OUTSIDE)  # a tenth of the time of np.where
    parents[list(goals)] = GOAL
    return parents


def reached(parents: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Turn ``parents`` in place into uint8[n], 1 (``Mark.VISITED``) for reached cells, else 0."""
    np.less_equal(parents, START, out=parents.view(np.bool_))
    return parents


def length_to(lattice: Lattice, parents: NDArray[np.uint8], goal: int, job: Job) -> int:
    """Return the number of cells from the start to ``goal``, both counted; 0 for ``NONE``.

    Raises ``CancelledError``.
    """
    return 0 if goal == NONE else _go_back(lattice, parents, goal, _NO_CELLS, job)


def route_to(lattice: Lattice, parents: NDArray[np.uint8], goal: int, job: Job) -> Ids:
    """Return the cells int64[k] from the start to ``goal``; empty where it is ``NONE``.

    Raises ``CancelledError``.
    """
    route = np.empty(length_to(lattice, parents, goal, job), np.int64)
    if goal != NONE:
        _go_back(lattice, parents, goal, route, job)
    return route


_NO_CELLS = np.empty(0, np.int64)


def _go_back(lattice: Lattice, parents: NDArray[np.uint8], goal: int, route: Ids, job: Job) -> int:
    count = _trace_back(parents, lattice.tables, goal, route, job.signal)
    job.check()
    return count


@kernel
def _trace_back(parents: InU8, tables: Tables, goal: int, route: I64, signal: I64) -> int:
    """Count the cells from the start to ``goal``, and write those for which ``route`` has space."""
    offsets = tables.offsets
    cell = goal
    count = 1
    size = len(route)
    while True:
        if count <= size:
            route[size - count] = cell
        if parents[cell] == START or (count & TICK == 0 and signal[1] != 0):
            return count
        cell += offsets[row_of(tables, cell), parents[cell]]
        count += 1

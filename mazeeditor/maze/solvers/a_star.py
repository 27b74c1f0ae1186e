"""A*: a shortest route, found by expanding first the cells from which an exit may be near.

The frontier is kept in buckets by the least length of a route through its cells: the steps to a
cell and a lower bound of those from there, as if there were no walls. A step changes the bound by
one at most, so that length grows by 0, 1 or 2 from cell to cell: of four buckets, one for each
length modulo 4, three are in use. A bucket is a stack of ``row << 32 | cell``, the four interleaved
in one array. A cell reached again by a shorter path goes into a bucket again; its older entry is
skipped later.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import I64, U8, InBounds, InI64, InU8, kernel
from mazeeditor.core.translation import _
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import NTH, Tables, row_of
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search import search
from mazeeditor.maze.search.search import FRONTIER_FULL, GOAL, NEW, NOT_FOUND, START
from mazeeditor.maze.solvers import SearchResult, ends_of, solver

# The ``parents`` byte of a cell of the frontier: OPEN (or OPEN_GOAL) + 8 * bucket + the slot back.
# Films distinguish cells with the highest bit from those expanded.
OPEN = 128
OPEN_GOAL = 192

CAPACITY = 1024  # entries for which each bucket has space at first

# ``state`` int64[6]: the entries in each of the four buckets, then
LENGTH = 4  # the length of the routes now tested
WAITING = 5  # the entries in all buckets


@solver(
    "a-star",
    _("A*"),
    order=5,
    shortest=True,
    code=_(
        "Put the entrance into the frontier\n"
        "Until the frontier is empty:\n"
        "    Take out the cell through which the route could be shortest\n"
        "    At an exit, stop: the passages noted lead back along the route\n"
        "    For each passage from it to a cell that is new, or reached by a longer path:\n"
        "        Note the passage, and put that cell into the frontier"
    ),
)
def a_star(maze: Maze, job: Job) -> SearchResult:
    """Expand first the cells through which the route could be shortest.

    Finds a shortest route, with loops too; with several exits the bound is the distance to the
    smallest box around them all. Without a route all that can be reached is visited; a cell counts
    as visited when it is reached from a neighbour. Saves little in a perfect maze, much in an open
    one. P. E. Hart, N. J. Nilsson, B. Raphael, "A formal basis for the heuristic determination of
    minimum cost paths", 1968.
    """
    start, goals = ends_of(maze)
    parents = search.fresh(maze.lattice, goals)
    job.phase(maze.lattice.cells)
    goal = _search(maze, parents, start, _bounds(maze.lattice, goals), job)
    route = search.route_to(maze.lattice, parents, goal, job)
    waiting = parents >= OPEN
    return SearchResult(route, search.mark_reached(parents) | waiting)


def _bounds(lattice: Lattice, goals: list[int]) -> NDArray[np.int64]:
    """Return int64[k, 4]: each norm, and the range of ``norm @ (row, cell)`` of the goals."""
    cells = np.array(goals, np.int64)
    values = np.column_stack([lattice.places(cells)[:, 0], cells]) @ lattice.norms.T
    return np.column_stack([lattice.norms, values.min(axis=0), values.max(axis=0)])


def _search(
    maze: Maze, parents: NDArray[np.uint8], start: int, bounds: NDArray[np.int64], job: Job
) -> int:
    """Return the goal or ``NOT_FOUND``; ``parents`` lead back from it by a shortest path."""
    goal = start if parents[start] == GOAL else FRONTIER_FULL
    parents[start] = START  # line 1
    lattice = maze.lattice
    buckets = np.empty(4 * CAPACITY, np.int64)
    buckets[0] = lattice.place(start)[0] << 32 | start
    state = np.array([1, 0, 0, 0, 0, 1], np.int64)
    while goal == FRONTIER_FULL:
        open_cells = lattice.row_starts, bounds, buckets, state
        goal = _expand(maze.walls, parents, lattice.tables, *open_cells, job.signal)
        job.check()
        if goal == FRONTIER_FULL:
            buckets = np.concatenate([buckets, np.empty_like(buckets)])
    return goal


@kernel
def _expand(
    walls: InU8,
    parents: U8,
    tables: Tables,
    row_starts: InI64,
    bounds: InBounds,
    buckets: I64,
    state: I64,
    signal: I64,
) -> int:
    """Return the goal, ``NOT_FOUND`` if no cell is left, or ``FRONTIER_FULL``."""
    offsets, opposite = tables.offsets, tables.opposite
    while state[WAITING] != 0 and signal[1] == 0:  # line 2
        if 4 * (state[WAITING] + offsets.shape[1]) > len(buckets):
            return FRONTIER_FULL
        while state[state[LENGTH] & 3] == 0:
            state[LENGTH] += 1
        length = state[LENGTH]
        state[length & 3] -= 1
        state[WAITING] -= 1
        entry = buckets[4 * state[length & 3] + (length & 3)]
        cell = entry & 0xFFFFFFFF  # line 3
        seen = int(parents[cell])
        if seen >= OPEN:
            parents[cell] &= 7  # line 3
        elif seen != START:
            continue  # expanded before
        if seen >= OPEN_GOAL:  # line 4
            return cell
        signal[0] += 1
        ahead = 1 - _bound(cell, entry >> 32, bounds)
        slots = walls[cell] ^ ((1 << offsets.shape[1]) - 1)
        while slots != 0:  # line 5
            slot = int(NTH[slots * 8])
            slots &= slots - 1
            other = cell + offsets[row_of(tables, cell), slot]
            seen = int(parents[other])
            if seen < NEW:
                continue
            row = _row_of(other, entry >> 32, row_starts)
            longer = ahead + _bound(other, row, bounds)
            if seen >= OPEN and ((seen >> 3) - length & 3) <= longer:
                continue  # in a bucket already, by a path as short
            # line 6
            bucket = length + longer & 3
            kind = OPEN_GOAL if seen == GOAL or seen >= OPEN_GOAL else OPEN
            parents[other] = kind + 8 * bucket + opposite[row_of(tables, cell), slot]
            buckets[4 * state[bucket] + bucket] = row << 32 | other
            state[bucket] += 1
            state[WAITING] += 1
    return NOT_FOUND


@kernel
def _row_of(cell: int, near: int, row_starts: InI64) -> int:
    row = near
    while cell < row_starts[row]:
        row -= 1
    while row + 1 < len(row_starts) and cell >= row_starts[row + 1]:
        row += 1
    return row


@kernel
def _bound(cell: int, row: int, bounds: InBounds) -> int:
    """Return a lower bound of the steps from a cell to the nearest goal."""
    steps = 0
    for norm in range(len(bounds)):
        at = bounds[norm, 0] * row + bounds[norm, 1] * cell
        steps = max(steps, bounds[norm, 2] - at, at - bounds[norm, 3])
    return steps

"""A*: the shortest route, found by looking first where the exit may be near.

Cells wait in buckets by the length that a route through them would have at least: the steps to
them and a guess of those still to go, as if there were no walls. A step makes the guess better or
worse by one at most, so that length grows by 0, 1 or 2 from cell to cell: of four buckets, one for
each length modulo 4, three are in use. A bucket is a stack of ``row << 32 | cell``, the four side
by side in one array. A cell found
again by a shorter way goes into a bucket again; its older entry comes up later and is passed over.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.compiled import I64, U8, InBounds, InI64, InSlots, InTable, InU8, InU16, kernel
from mazeeditor.job import Job
from mazeeditor.maze import search
from mazeeditor.maze.bits import NTH
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import row_of
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search import FULL, GOAL, NEW, NONE, START
from mazeeditor.solvers import Found, ends_of, solver
from mazeeditor.words import _

# A ``way`` byte of a waiting cell: OPEN (or OPEN_GOAL) + 8 * bucket + the slot back. Films tell
# cells with the highest bit from those taken.
OPEN = 128
OPEN_GOAL = 192

ROOM = 1024  # cells that fit a bucket at first

# ``state`` int64[6]: how many wait in each of the four buckets, then
LENGTH = 4  # the length now looked at
WAITING = 5  # how many wait in all


@solver("a-star", _("A*"), order=5, shortest=True)
def a_star(maze: Maze, job: Job) -> Found:
    """Look first at the cells through which the route could be shortest.

    Finds a shortest route, with loops too; with several exits the way still to go is guessed as
    far as to the smallest box around them all. Without a route all that can be reached is visited;
    a cell counts as visited when it is seen from a neighbour. Saves little in a perfect maze, much
    in an open one. P. E. Hart, N. J. Nilsson, B. Raphael, "A formal basis for the heuristic
    determination of minimum cost paths", 1968.
    """
    start, goals = ends_of(maze)
    way = search.fresh(maze.lattice, goals)
    job.phase(maze.lattice.cells)
    goal = _search(maze, way, start, _bounds(maze.lattice, goals), job)
    route = search.route_to(maze.lattice, way, goal, job)
    waiting = way >= OPEN
    return Found(route, search.reached(way) | waiting)


def _bounds(lattice: Lattice, goals: list[int]) -> NDArray[np.int64]:
    """Return int64[k, 4]: each norm, and the range of ``norm @ (row, cell)`` of the goals."""
    cells = np.array(goals, np.int64)
    seen = np.column_stack([lattice.places(cells)[:, 0], cells]) @ lattice.norms.T
    return np.column_stack([lattice.norms, seen.min(axis=0), seen.max(axis=0)])


def _search(
    maze: Maze, way: NDArray[np.uint8], start: int, bounds: NDArray[np.int64], job: Job
) -> int:
    """Return the goal reached or ``NONE``; ``way`` leads back from it by a shortest way."""
    found = start if way[start] == GOAL else FULL
    way[start] = START
    lattice = maze.lattice
    buckets = np.empty(4 * ROOM, np.int64)
    buckets[0] = lattice.place(start)[0] << 32 | start
    state = np.array([1, 0, 0, 0, 0, 1], np.int64)
    while found == FULL:
        places = lattice.row_starts, bounds, buckets, state
        found = _look(maze.walls, way, *lattice.tables, *places, job.signal)
        job.check()
        if found == FULL:
            buckets = np.concatenate([buckets, np.empty_like(buckets)])
    return found


@kernel
def _look(
    walls: InU8,
    way: U8,
    offsets: InTable,
    opposite: InSlots,
    which: InU16,
    row_starts: InI64,
    bounds: InBounds,
    buckets: I64,
    state: I64,
    signal: I64,
) -> int:
    """Return the goal taken, ``NONE`` where nothing is left, or ``FULL`` where a bucket may be."""
    while state[WAITING] != 0 and signal[1] == 0:
        if 4 * (state[WAITING] + offsets.shape[1]) > len(buckets):
            return FULL
        while state[state[LENGTH] & 3] == 0:
            state[LENGTH] += 1
        length = state[LENGTH]
        state[length & 3] -= 1
        state[WAITING] -= 1
        entry = buckets[4 * state[length & 3] + (length & 3)]
        cell = entry & 0xFFFFFFFF
        seen = int(way[cell])
        if seen >= OPEN:
            way[cell] &= 7
        elif seen != START:
            continue  # taken before
        if seen >= OPEN_GOAL:
            return cell
        signal[0] += 1
        ahead = 1 - _guess(cell, entry >> 32, bounds)
        ways = walls[cell] ^ ((1 << offsets.shape[1]) - 1)
        while ways != 0:
            slot = int(NTH[ways * 8])
            ways &= ways - 1
            other = cell + offsets[row_of(which, cell), slot]
            seen = int(way[other])
            if seen < NEW:
                continue
            row = _row_of(other, entry >> 32, row_starts)
            longer = ahead + _guess(other, row, bounds)
            if seen >= OPEN and ((seen >> 3) - length & 3) <= longer:
                continue  # waits already, with a way as short
            bucket = length + longer & 3
            kind = OPEN_GOAL if seen == GOAL or seen >= OPEN_GOAL else OPEN
            way[other] = kind + 8 * bucket + opposite[row_of(which, cell), slot]
            buckets[4 * state[bucket] + bucket] = row << 32 | other
            state[bucket] += 1
            state[WAITING] += 1
    return NONE


@kernel
def _row_of(cell: int, near: int, row_starts: InI64) -> int:
    """Return the row of a cell, looked for from a row near it."""
    row = near
    while cell < row_starts[row]:
        row -= 1
    while row + 1 < len(row_starts) and cell >= row_starts[row + 1]:
        row += 1
    return row


@kernel
def _guess(cell: int, row: int, bounds: InBounds) -> int:
    """Return a number of steps that no way from the cell to the goals is shorter than."""
    steps = 0
    for norm in range(len(bounds)):
        at = bounds[norm, 0] * row + bounds[norm, 1] * cell
        steps = max(steps, bounds[norm, 2] - at, at - bounds[norm, 3])
    return steps

"""Searches over the passages of a maze, for solvers and facts alike.

All searches share one scratch byte a cell, ``way``: not reached yet (``NEW``, or ``GOAL`` where
the search looks for this cell), outside the maze, or reached, and then the slot that leads back
towards the start. No stack is needed to go back, and no cell is reached twice.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from mazeeditor.compiled import I32, I64, TICK, U8, InSlots, InTable, InU8, kernel
from mazeeditor.job import Job
from mazeeditor.maze.bits import NTH
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze

# What a ``way`` byte may be beside a slot 0..7; all that is reached is at most START.
START = 8
OUTSIDE = 9
NEW = 16  # from here on: not reached yet
GOAL = 17

NONE = -1  # a search found no goal
FULL = -2  # the frontier needs more room; call again with more

FRONTIER = 1024  # cells that fit the frontier at first; a power of two


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


def breadth_first(
    lattice: Lattice,
    walls: NDArray[np.uint8],
    way: NDArray[np.uint8],
    start: int,
    job: Job,
    *,
    whole: bool = False,
) -> tuple[int, int]:
    """Reach cells in the order of their distance from ``start``, until one is a goal.

    Returns ``(goal, cells)``: the nearest goal or ``NONE``, and the number of cells reached. The
    way back from a cell is a shortest one. ``whole`` goes on until nothing is left to be reached.
    The frontier is a ring of cells, doubled when it runs full. Raises ``CancelledError``.
    """
    nearest = start if way[start] == GOAL else NONE
    way[start] = START
    ring = np.empty(FRONTIER, np.int32)
    ring[0] = start
    ends = np.array([0, 1], np.int64)
    while nearest == NONE or whole:
        found = spread(walls, way, *lattice.tables, ring, ends, job.signal)
        job.check()
        if found == FULL:
            # what stood at i stands at i or at i + half now, so both halves get a copy
            ring = np.concatenate([ring, ring])
        elif found == NONE:
            break
        elif nearest == NONE:
            nearest = found
    return nearest, int(ends[1])


@kernel
def spread(
    walls: InU8,
    way: U8,
    offsets: InTable,
    opposite: InSlots,
    mask: int,
    ring: I32,
    ends: I64,
    signal: I64,
) -> int:
    """Go on breadth first; return a goal just reached, ``NONE`` at the end, or ``FULL``.

    ``ring`` holds the cells whose neighbours come next; ``ends`` int64[2] counts the cells ever
    taken from it and put into it. Its size is a power of two, so ``& wrap`` finds their places.
    """
    degree = offsets.shape[1]
    shut = (1 << degree) - 1
    wrap = len(ring) - 1
    head = ends[0]
    tail = ends[1]
    found = NONE
    while head != tail and found == NONE:
        if tail - head + degree > len(ring):
            found = FULL
            break
        cell = int(ring[head & wrap])
        head += 1
        row = cell & mask
        ways = walls[cell] ^ shut
        while ways != 0:
            slot = int(NTH[ways * 8])
            ways &= ways - 1
            other = cell + offsets[row, slot]
            if way[other] >= NEW:
                if way[other] == GOAL and found == NONE:
                    found = other
                way[other] = opposite[row, slot]
                ring[tail & wrap] = other
                tail += 1
        if head & TICK == 0:
            signal[0] = head
            if signal[1] != 0:
                break
    ends[0] = head
    ends[1] = tail
    return found


def depth_first(
    lattice: Lattice, walls: NDArray[np.uint8], way: NDArray[np.uint8], start: int, job: Job
) -> int:
    """Go ahead while there is a new cell, else back, until a goal; return it or ``NONE``.

    Raises ``CancelledError``.
    """
    found = start if way[start] == GOAL else NONE
    way[start] = START
    if found == NONE:
        found = explore(walls, way, *lattice.tables, start, np.zeros(1, np.int64), job.signal)
        job.check()
    return found


@kernel
def explore(
    walls: InU8,
    way: U8,
    offsets: InTable,
    opposite: InSlots,
    mask: int,
    start: int,
    tally: I64,
    signal: I64,
) -> int:
    """Search depth first from ``start``, which is ``START``; return the goal reached or ``NONE``.

    ``tally[0]`` grows by one for each cell reached. Each passage is looked at once from each
    side: after coming back through a slot, the search goes on with the slots above it.
    """
    degree = offsets.shape[1]
    shut = (1 << degree) - 1
    cell = start
    ways = walls[cell] ^ shut  # those of the cell that have not been looked at
    while True:
        row = cell & mask
        if ways != 0:
            slot = int(NTH[ways * 8])
            ways &= ways - 1
            other = cell + offsets[row, slot]
            if way[other] < NEW:
                continue
            found = way[other] == GOAL
            way[other] = opposite[row, slot]
            cell = other
            tally[0] += 1
            if found:
                return cell
            if tally[0] & TICK == 0:
                signal[0] = tally[0]
                if signal[1] != 0:
                    return NONE
            ways = walls[cell] ^ shut
        else:
            back = int(way[cell])
            if back == START:
                return NONE
            slot = int(opposite[row, back])
            cell += offsets[row, back]
            ways = (walls[cell] ^ shut) & (254 << slot)


def route_to(lattice: Lattice, way: NDArray[np.uint8], goal: int) -> Ids:
    """Return the cells int64[k] from the start to ``goal``; empty where it is ``NONE``."""
    if goal == NONE:
        return np.empty(0, np.int64)
    route = np.empty(way_back(way, lattice.offsets, lattice.mask, goal, _NO_CELLS), np.int64)
    way_back(way, lattice.offsets, lattice.mask, goal, route)
    return route


_NO_CELLS = np.empty(0, np.int64)


@kernel
def way_back(way: InU8, offsets: InTable, mask: int, goal: int, route: I64) -> int:
    """Return the number of cells from the start to ``goal``; write them where ``route`` is long."""
    cell = goal
    count = 1
    size = len(route)
    while True:
        if count <= size:
            route[size - count] = cell
        if way[cell] == START:
            return count
        cell += offsets[cell & mask, way[cell]]
        count += 1

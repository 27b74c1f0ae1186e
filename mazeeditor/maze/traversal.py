"""Breadth first and depth first: two orders in which a search reaches the cells of a maze."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.compiled import DEGREE, I32, I64, TICK, U8, InU8, kernel
from mazeeditor.job import Job
from mazeeditor.maze.bits import NTH
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import Tables, row_of
from mazeeditor.maze.search import FULL, GOAL, NEW, NONE, START

FRONTIER = 1024  # cells that fit the frontier at first; a power of two


def breadth_first(
    lattice: Lattice,
    walls: NDArray[np.uint8],
    parents: NDArray[np.uint8],
    start: int,
    job: Job,
    *,
    whole: bool = False,
) -> tuple[int, int]:
    """Reach cells in the order of their distance from ``start``, until one is a goal.

    Returns ``(goal, cells)``: the nearest goal or ``NONE``, and the number of cells reached. The
    path back from a cell is a shortest one. ``whole`` continues until all are reached.
    The frontier is a ring of cells, doubled when it runs full. Raises ``CancelledError``.
    """
    step = spread[lattice.degree]
    nearest = start if parents[start] == GOAL else NONE
    parents[start] = START
    ring = np.empty(FRONTIER, np.int32)
    ring[0] = start
    ends = np.array([0, 1], np.int64)
    while nearest == NONE or whole:
        result = step(walls, parents, lattice.tables, ring, ends, job.signal)
        job.check()
        if result == FULL:
            # the entry at i belongs at i or at i + half now, so both halves get a copy
            ring = np.concatenate([ring, ring])
        elif result == NONE:
            break
        elif nearest == NONE:
            nearest = result
    return nearest, int(ends[1])


@kernel
def spread(walls: InU8, parents: U8, tables: Tables, ring: I32, ends: I64, signal: I64) -> int:
    """Go on breadth first; return a goal just reached, ``NONE`` at the end, or ``FULL``.

    ``ring`` holds the cells whose neighbours come next; ``ends`` int64[2] counts the cells ever
    taken from it and put into it. Its size is a power of two, so ``& wrap`` finds their places.
    """
    offsets, opposite = tables.offsets, tables.opposite
    shut = (1 << DEGREE) - 1
    wrap = len(ring) - 1
    head = ends[0]
    tail = ends[1]
    result = NONE
    while head != tail and result == NONE:
        if tail - head + DEGREE > len(ring):
            result = FULL
            break
        cell = int(ring[head & wrap])
        head += 1
        row = row_of(tables, cell)
        slots = (walls[cell] ^ shut) & ~(1 << int(parents[cell]))  # without the slot back
        while slots != 0:
            slot = int(NTH[slots * 8])
            slots &= slots - 1
            other = cell + offsets[row, slot]
            seen = parents[other]
            if seen >= NEW:
                if seen == GOAL and result == NONE:
                    result = other
                parents[other] = opposite[row, slot]
                ring[tail & wrap] = other
                tail += 1
        if head & TICK == 0:
            signal[0] = head
            if signal[1] != 0:
                break
    ends[0] = head
    ends[1] = tail
    return result


def depth_first(
    lattice: Lattice, walls: NDArray[np.uint8], parents: NDArray[np.uint8], start: int, job: Job
) -> int:
    """Go ahead while there is a new cell, else back, until a goal; return it or ``NONE``.

    Raises ``CancelledError``.
    """
    goal = start if parents[start] == GOAL else NONE
    parents[start] = START
    if goal == NONE:
        goal = explore(walls, parents, lattice.tables, start, np.zeros(1, np.int64), job.signal)
        job.check()
    return goal


@kernel
def explore(walls: InU8, parents: U8, tables: Tables, start: int, tally: I64, signal: I64) -> int:
    """Search depth first from ``start``, which is ``START``; return the goal reached or ``NONE``.

    ``tally[0]`` grows by one for each cell reached. Each passage is visited once from each
    side: after coming back through a slot, the search goes on with the slots above it.
    """
    offsets, opposite = tables.offsets, tables.opposite
    degree = offsets.shape[1]
    shut = (1 << degree) - 1
    cell = start
    slots = walls[cell] ^ shut  # the open slots of the cell that have not been visited
    steps = 0
    while True:
        steps += 1
        if steps & TICK == 0:
            signal[0] = tally[0]
            if signal[1] != 0:
                return NONE
        row = row_of(tables, cell)
        if slots != 0:
            slot = int(NTH[slots * 8])
            slots &= slots - 1
            other = cell + offsets[row, slot]
            if parents[other] < NEW:
                continue
            at_goal = parents[other] == GOAL
            parents[other] = opposite[row, slot]
            cell = other
            tally[0] += 1
            if at_goal:
                return cell
            slots = walls[cell] ^ shut
        else:
            back = int(parents[cell])
            if back == START:
                return NONE
            slot = int(opposite[row, back])
            cell += offsets[row, back]
            slots = (walls[cell] ^ shut) & (254 << slot)

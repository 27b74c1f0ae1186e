"""Breadth first: reaches the cells of a maze in the order of their distance."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.compiled import I32, I64, TICK, U8, InSlots, InTable, InU8, InU16, kernel
from mazeeditor.job import Job
from mazeeditor.maze.bits import NTH
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import row_of
from mazeeditor.maze.search import FULL, GOAL, NEW, NONE, START

FRONTIER = 1024  # cells that fit the frontier at first; a power of two


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
    which: InU16,
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
        row = row_of(which, cell)
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

"""Depth first: follows each way to its end before it tries the next, without a stack."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.compiled import I64, TICK, U8, InSlots, InTable, InU8, InU16, kernel
from mazeeditor.job import Job
from mazeeditor.maze.bits import NTH
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import row_of
from mazeeditor.maze.search import GOAL, NEW, NONE, START


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
    which: InU16,
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
    steps = 0
    while True:
        steps += 1
        if steps & TICK == 0:
            signal[0] = tally[0]
            if signal[1] != 0:
                return NONE
        row = row_of(which, cell)
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
            ways = walls[cell] ^ shut
        else:
            back = int(way[cell])
            if back == START:
                return NONE
            slot = int(opposite[row, back])
            cell += offsets[row, back]
            ways = (walls[cell] ^ shut) & (254 << slot)

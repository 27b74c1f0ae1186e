"""Recursive backtracker: long winding corridors with few dead ends."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.compiled import TICK, I64, InBool, InSlots, InTable, U8, kernel
from mazeeditor.generators import generator
from mazeeditor.job import Job
from mazeeditor.maze.bits import COUNT, NTH
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.random import below
from mazeeditor.words import _

NEW = 8  # a scratch byte: the slot that leads back (0..7), or NEW; START and DONE as well
OUTSIDE = 9
START = 10


@generator("backtracker", _("Recursive backtracker"), order=1)
def backtracker(lattice: Lattice, walls: NDArray[np.uint8], random: I64, job: Job) -> None:
    """Walk at random to cells that are new; where there are none, go back to the last that has.

    A depth-first search; the way back is kept in a byte a cell, so there is no stack.
    """
    way = np.where(lattice.inside, np.uint8(NEW), np.uint8(OUTSIDE))
    start = lattice.first.cell
    _carve(walls, way, lattice.offsets, lattice.opposite, lattice.mask, start, random, job.signal)
    job.check()


@kernel
def _carve(
    walls: U8,
    way: U8,
    offsets: InTable,
    opposite: InSlots,
    mask: int,
    start: int,
    random: I64,
    signal: I64,
) -> int:
    degree = offsets.shape[1]
    way[start] = START
    cell = start
    steps = 0
    while True:
        row = cell & mask
        free = 0
        for slot in range(degree):
            if way[cell + offsets[row, slot]] == NEW:
                free |= 1 << slot
        if free == 0:
            if way[cell] == START:
                return steps
            cell += offsets[row, way[cell]]
            continue
        slot = NTH[free * 8 + below(random, int(COUNT[free]))]
        back = opposite[row, slot]
        walls[cell] &= 255 ^ (1 << slot)
        cell += offsets[row, slot]
        walls[cell] &= 255 ^ (1 << back)
        way[cell] = back
        steps += 1
        if steps & TICK == 0:
            signal[0] = steps
            if signal[1] != 0:
                return steps

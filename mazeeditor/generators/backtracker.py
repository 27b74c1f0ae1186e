"""Recursive backtracker: long winding corridors with few dead ends."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.compiled import DEGREE, I64, TICK, U8, InSlots, InTable, InU16, kernel
from mazeeditor.generators import generator
from mazeeditor.generators.start import Start, Straight, start_cell
from mazeeditor.job import Job
from mazeeditor.maze.bits import COUNT, NTH
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import row_of
from mazeeditor.maze.random import below, chance, draw
from mazeeditor.words import _

# What ``way`` says of a cell beside the slot that leads back (0 to 7).
NEW, OUTSIDE, START = 8, 9, 10


@generator("backtracker", _("Recursive backtracker"), order=1)
def backtracker(
    lattice: Lattice,
    walls: NDArray[np.uint8],
    random: I64,
    job: Job,
    *,
    start: Start = "random",
    straight: Straight = 0.0,
) -> None:
    """Walk at random to new cells; where there are none, go back to the last that has some.

    A depth-first search. The way back is one byte a cell, so there is no stack.
    """
    way = np.where(lattice.inside, np.uint8(NEW), np.uint8(OUTSIDE))
    cell = start_cell(lattice, start, random)
    _carve[lattice.degree](walls, way, *lattice.tables, cell, chance(straight), random, job.signal)


@kernel
def _carve(
    walls: U8,
    way: U8,
    offsets: InTable,
    opposite: InSlots,
    which: InU16,
    cell: int,
    straight: int,
    random: I64,
    signal: I64,
) -> None:
    way[cell] = START
    steps = 0  # there and back: each cell is left once for each time that it is entered
    while True:
        steps += 1
        if steps & TICK == 0:
            signal[0] = steps >> 1
            if signal[1] != 0:
                return
        row = row_of(which, cell)
        new = 0
        for slot in range(DEGREE):
            if way[cell + offsets[row, slot]] == NEW:
                new |= 1 << slot
        if new == 0:
            if way[cell] == START:
                return
            cell += offsets[row, way[cell]]
            continue
        slot = START
        if straight > 0 and way[cell] != START and draw(random) < straight:
            slot = int(opposite[row, way[cell]])  # the slot by which the cell was entered
        if slot == START or (new >> slot) & 1 == 0:
            slot = int(NTH[new * 8 + below(random, int(COUNT[new]))])
        back = opposite[row, slot]
        walls[cell] &= 255 ^ (1 << slot)
        cell += offsets[row, slot]
        walls[cell] &= 255 ^ (1 << back)
        way[cell] = back

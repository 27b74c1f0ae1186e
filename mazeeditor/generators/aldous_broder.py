"""Aldous-Broder algorithm: every maze that there can be is equally likely, if one can wait."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.compiled import DEGREE, I64, TICK, U8, InSlots, InTable, kernel
from mazeeditor.generators import generator
from mazeeditor.generators.start import Start, start_cell
from mazeeditor.job import Job
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.random import below
from mazeeditor.words import _

OUTSIDE, NEW, DONE = range(3)  # what ``state`` says of a cell


@generator("aldous-broder", _("Aldous-Broder"), order=11)
def aldous_broder(
    lattice: Lattice, walls: NDArray[np.uint8], random: I64, job: Job, *, start: Start = "random"
) -> None:
    """Walk at random all over the maze and open the wall by which each cell is first entered.

    D. Aldous (1990), A. Broder (1989).
    """
    state = lattice.inside.astype(np.uint8)  # OUTSIDE or NEW
    cell = start_cell(lattice, start, random)
    state[cell] = DONE
    _carve[lattice.degree](
        walls, state, *lattice.tables, cell, lattice.cells - 1, random, job.signal
    )


@kernel
def _carve(
    walls: U8,
    state: U8,
    offsets: InTable,
    opposite: InSlots,
    mask: int,
    cell: int,
    left: int,
    random: I64,
    signal: I64,
) -> None:
    total, steps = left, 0
    while left > 0:
        steps += 1
        if steps & TICK == 0:
            signal[0] = total - left
            if signal[1] != 0:
                return
        slot = below(random, DEGREE)
        other = cell + offsets[cell & mask, slot]
        if state[other] == OUTSIDE:
            continue
        if state[other] == NEW:
            state[other] = DONE
            walls[cell] &= 255 ^ (1 << slot)
            walls[other] &= 255 ^ (1 << opposite[cell & mask, slot])
            left -= 1
        cell = other

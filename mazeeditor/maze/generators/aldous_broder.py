"""Aldous-Broder algorithm: all possible mazes are equally likely, but it is slow."""

from __future__ import annotations

from math import log

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import DEGREE, I64, TICK, U8, kernel
from mazeeditor.core.translation import _
from mazeeditor.maze.generators import Start, generator, start_cell
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import Tables, row_of
from mazeeditor.maze.random import draw

OUTSIDE, NEW, DONE = range(3)  # values of ``state`` for a cell


@generator(
    "aldous-broder",
    _("Aldous-Broder"),
    order=11,
    texture=_("even: every maze as likely as any other"),
    code=_(
        "Begin in a cell\n"
        "Until all cells are in the maze:\n"
        "    Choose a random neighbour\n"
        "    If it is new, open the wall to it\n"
        "    Go there"
    ),
)
def aldous_broder(
    lattice: Lattice, walls: NDArray[np.uint8], random: I64, job: Job, *, start: Start = "random"
) -> None:
    """Walk at random all over the maze and open the wall by which each cell is first entered.

    D. Aldous (1990), A. Broder (1989). Most of the walk goes to find the last cells; for n cells
    it takes about n ln(n)**2 steps ((4 / pi) n ln(n)**2 on a torus: A. Dembo, Y. Peres, J. Rosen,
    O. Zeitouni, 2004), so the time for each cell must grow. Leaving the last cells to Wilson's
    algorithm would be quicker, but not uniform: on a ring of four cells, changing after one step
    leaves each of the two walls of the first cell closed in 1 of 6 mazes, not in 1 of 4.
    """
    state = lattice.inside.astype(np.uint8)  # OUTSIDE or NEW
    cell = start_cell(lattice, start, random)
    state[cell] = DONE  # line 1
    _carve[lattice.degree](
        walls, state, lattice.tables, cell, lattice.cells - 1, random, job.signal
    )


@kernel
def _carve(
    walls: U8, state: U8, tables: Tables, cell: int, left: int, random: I64, signal: I64
) -> None:  # line 1
    offsets, opposite = tables.offsets, tables.opposite
    total, steps = left, 0  # of ``total`` cells, ``left`` are new: their share falls as exp(-time)
    bits = 2 if DEGREE <= 4 else 3
    while left > 0:  # line 2
        steps += 1
        if steps & TICK == 0:
            signal[0] = int(total * (1 - log(left) / log(total + 1)))
            if signal[1] != 0:
                return
        drawn = draw(random)
        for _step in range(32 // bits):
            # line 3
            slot = drawn & ((1 << bits) - 1)
            drawn >>= bits
            if slot >= DEGREE:
                continue
            row = row_of(tables, cell)
            other = cell + offsets[row, slot]
            if state[other] == OUTSIDE:
                continue
            if state[other] == NEW:  # line 4
                state[other] = DONE
                walls[cell] &= 255 ^ (1 << slot)
                walls[other] &= 255 ^ (1 << opposite[row, slot])
                left -= 1
            cell = other  # line 5

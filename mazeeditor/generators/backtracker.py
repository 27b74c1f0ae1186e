"""Recursive backtracker: long winding corridors with few dead ends."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.compiled import DEGREE, I64, TICK, U8, kernel
from mazeeditor.generators import generator
from mazeeditor.generators.free_bits import state_of_cells
from mazeeditor.generators.start import Start, Straight, start_cell
from mazeeditor.job import Job
from mazeeditor.maze.bits import choose
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import Tables, row_of
from mazeeditor.maze.random import advanced, chance, scrambled
from mazeeditor.translation import _

# The state of a cell: 0 is a new one; IN one that was reached, with the slot that leads back in the
# bits below, above those of its walls where both share a byte (``LOW``)::
#
#     bit       7    6   5  4   3      2       1      0        a rectangle: 4 walls
#             OUT   IN   back   left  bottom  right  top
IN, OUT = 64, 128
STATES = 4  # bits
BELOW_IN = IN - 1


@generator(
    "backtracker",
    _("Recursive backtracker"),
    order=1,
    texture=_("long and winding, few dead ends"),
    code=_(
        "Begin in a cell\n"
        "Repeat:\n"
        "    If a neighbour is new:\n"
        "        Open the wall to a random one of these, and go there\n"
        "    Else go back to the cell before\n"
        "    Back at the first cell, stop"
    ),
)
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

    A depth-first search. The state of a cell leads back, so there is no stack.
    """
    cell = start_cell(lattice, start, random)
    with state_of_cells(lattice, walls, OUT, STATES) as state:
        _carve[lattice.degree](
            walls, state, lattice.tables, cell, chance(straight), random, job.signal
        )


@kernel
def _carve(
    walls: U8, state: U8, tables: Tables, cell: int, straight: int, random: I64, signal: I64
) -> None:  # line 1
    """Carve passages until the walk is back in ``cell``; ``state`` may be ``walls``."""
    low = DEGREE if DEGREE + STATES <= 8 else 0
    offsets, opposite = tables.offsets, tables.opposite
    first, second = random[0], random[1]
    bits = scrambled(first)
    start = cell
    state[cell] |= IN
    steps = 0  # forward and back: each cell is left once for each time that it is entered
    while True:  # line 2
        steps += 1
        if steps & TICK == 0:
            signal[0] = steps >> 1
            if signal[1] != 0:
                return
        row = row_of(tables, cell)
        new = 0  # line 3
        for slot in range(DEGREE):
            new |= int(state[cell + offsets[row, slot]] < IN) << slot
        if new == 0:
            if cell == start:  # line 6
                random[0], random[1] = first, second
                return
            cell += offsets[row, (state[cell] & BELOW_IN) >> low]  # line 5
            continue
        # line 4
        slot = choose(new, bits)
        if straight > 0 and cell != start and scrambled(second) < straight:
            # the slot by which the cell was entered
            ahead = int(opposite[row, (state[cell] & BELOW_IN) >> low])
            if (new >> ahead) & 1 == 1:
                slot = ahead
        first, second = advanced(first, second)
        bits = scrambled(first)  # before they are needed: nothing has to wait for them
        back = int(opposite[row, slot])
        walls[cell] ^= 1 << slot
        cell += offsets[row, slot]
        state[cell] |= IN | back << low
        walls[cell] ^= 1 << back

"""Recursive backtracker: long winding corridors with few dead ends."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import DEGREE, I64, TICK, U8, InTable, kernel
from mazeeditor.core.translation import _
from mazeeditor.maze.generators import Start, Straight, generator, start_cell, state_of_cells
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import CHOICE, Tables, choice, choose, row_of
from mazeeditor.maze.random import advance, chance, scramble

# The state of a cell: 0 is a new one; IN one that was reached, with the slot that leads back in the
# bits below. Where both share a byte, the state is above the walls::
#
#     bit       7    6   5  4   3      2       1      0        a rectangle: 4 walls
#             OUT   IN   back   left  bottom  right  top
IN, OUT = 64, 128
STATES = 4  # bits
MAX_SLOTS = 8 - STATES  # slots, so that a byte has room for states too


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
            walls,
            state,
            lattice.tables,
            _steps(lattice),
            cell,
            chance(straight),
            random,
            job.signal,
        )


def _steps(lattice: Lattice) -> NDArray[np.int32]:
    """Return int32[r, 64 << degree]: the step through each slot of ``CHOICE``, for each row.

    The walk goes on as soon as it knows its step. To look that up by what chooses the slot, and not
    by the slot, which has to be looked up before, saves a tenth of the time. Empty where cells have
    more than four slots: the table would not stay in the processor's cache.
    """
    if lattice.degree > MAX_SLOTS:
        return np.empty((0, 0), np.int32)
    return lattice.offsets.take(CHOICE[: 64 << lattice.degree], axis=1)  # C-contiguous


@kernel
def _carve(
    walls: U8,
    state: U8,
    tables: Tables,
    steps: InTable,
    cell: int,
    straight: int,
    random: I64,
    signal: I64,
) -> None:  # line 1
    """Carve passages until the walk is back in ``cell``; ``state`` may be ``walls``."""
    low = DEGREE if DEGREE <= MAX_SLOTS else 0
    offsets, opposite = tables.offsets, tables.opposite
    first, second = random[0], random[1]
    bits = scramble(first)
    start = cell
    state[cell] |= IN
    moved = 0  # forward and back: each cell is left once for each time that it is entered
    while True:  # line 2
        moved += 1
        if moved & TICK == 0:
            signal[0] = moved >> 1
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
            cell += offsets[row, (state[cell] >> low) - (IN >> low)]  # line 5
            continue
        # line 4
        slot = choose(new, bits)
        step = steps[row, choice(new, bits)] if DEGREE <= MAX_SLOTS else offsets[row, slot]
        if straight > 0 and cell != start and scramble(second) < straight:
            # opposite to the slot by which the cell was entered
            ahead = int(opposite[row, (state[cell] >> low) - (IN >> low)])
            if (new >> ahead) & 1 == 1:
                slot = ahead
                step = offsets[row, slot]
        first, second = advance(first, second)
        bits = scramble(first)  # before they are needed: nothing has to wait for them
        back = int(opposite[row, slot])
        walls[cell] ^= 1 << slot
        cell += step
        state[cell] |= IN | back << low
        walls[cell] ^= 1 << back

"""Hunt-and-kill: long winding corridors like the backtracker's, with few dead ends."""

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

OUTSIDE, NEW, DONE = range(3)  # what ``state`` says of a cell


@generator("hunt-and-kill", _("Hunt-and-kill"), order=8)
def hunt_and_kill(
    lattice: Lattice,
    walls: NDArray[np.uint8],
    random: I64,
    job: Job,
    *,
    start: Start = "random",
    straight: Straight = 0.0,
) -> None:
    """Walk at random to new cells; when stuck, hunt for a new cell beside the maze and go on there.

    J. Buck, "Mazes for Programmers" (2015), chapter 5. A hunt goes on from where the last one ended
    and turns at the last cell and at the first, so about three passes find all cells, whatever
    the size; were each to begin at the top, large mazes would never be done.
    """
    state = lattice.inside.astype(np.uint8)  # OUTSIDE or NEW
    cell = start_cell(lattice, start, random)
    goal = lattice.cells - 1, chance(straight)
    _carve[lattice.degree](walls, state, *lattice.tables, cell, *goal, random, job.signal)


@kernel
def _carve(
    walls: U8,
    state: U8,
    offsets: InTable,
    opposite: InSlots,
    which: InU16,
    cell: int,
    left: int,
    straight: int,
    random: I64,
    signal: I64,
) -> None:
    total, steps = left, 0
    state[cell] = DONE
    prey, heading = 0, 1  # where the last hunt ended, and which way it goes
    wanted = NEW  # DONE while hunting
    slot = 0
    while left > 0:
        steps += 1
        if steps & TICK == 0:
            signal[0] = total - left
            if signal[1] != 0:
                return
        row = row_of(which, cell)
        found = 0
        for side in range(DEGREE):
            if state[cell + offsets[row, side]] == wanted:
                found |= 1 << side
        if found == 0:
            prey += heading
            while state[prey] != NEW:
                if prey & TICK == 0 and signal[1] != 0:
                    return
                if prey in (0, len(state) - 1):
                    heading = 1 if prey == 0 else -1
                prey += heading
            cell = prey
            wanted = DONE
            continue
        ahead = straight > 0 and wanted == NEW and (found >> slot) & 1 == 1
        if not ahead or draw(random) >= straight:
            slot = int(NTH[found * 8 + below(random, int(COUNT[found]))])
        other = cell + offsets[row, slot]
        walls[cell] &= 255 ^ (1 << slot)
        walls[other] &= 255 ^ (1 << opposite[row, slot])
        if wanted == NEW:
            cell = other
        state[cell] = DONE
        wanted = NEW
        left -= 1

"""Hunt-and-kill: long winding corridors like the backtracker's, with few dead ends."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import DEGREE, I64, TICK, U8, kernel
from mazeeditor.core.translation import _
from mazeeditor.maze.generators import Start, Straight, generator, start_cell
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import COUNT, NTH, Tables, row_of
from mazeeditor.maze.random import below, chance, draw

OUTSIDE, NEW, DONE = range(3)  # values of ``state`` for a cell


@generator(
    "hunt-and-kill",
    _("Hunt-and-kill"),
    order=8,
    texture=_("winding, few dead ends, a shorter route"),
    code=_(
        "Begin in a cell\n"
        "Until all cells are in the maze:\n"
        "    If no neighbour is new, hunt for a new cell beside the maze\n"
        "    Open the wall to a random new neighbour, or after a hunt to one in the maze\n"
        "    The new one of both is in the maze: go on there"
    ),
)
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
    and turns at the last cell and at the first, so about three passes find all cells at
    any size; if each began at the top, large mazes would take far too long.
    """
    state = lattice.inside.astype(np.uint8)  # OUTSIDE or NEW
    cell = start_cell(lattice, start, random)
    goal = lattice.cells - 1, chance(straight)
    _carve[lattice.degree](walls, state, lattice.tables, cell, *goal, random, job.signal)


@kernel
def _carve(
    walls: U8,
    state: U8,
    tables: Tables,
    cell: int,
    left: int,
    straight: int,
    random: I64,
    signal: I64,
) -> None:  # line 1
    offsets, opposite = tables.offsets, tables.opposite
    total, steps = left, 0
    state[cell] = DONE
    target, heading = 0, 1  # where the last hunt ended, and its direction
    sought = NEW  # DONE while hunting
    slot = 0
    while left > 0:  # line 2
        steps += 1
        if steps & TICK == 0:
            signal[0] = total - left
            if signal[1] != 0:
                return
        row = row_of(tables, cell)
        candidates = 0
        for side in range(DEGREE):
            if state[cell + offsets[row, side]] == sought:
                candidates |= 1 << side
        if candidates == 0:  # line 3
            # The hunt continues where the last one ended, back and forth over all cells: to begin
            # at the top each time would take time that grows with the square of the cells.
            target += heading
            while state[target] != NEW:
                if target & TICK == 0 and signal[1] != 0:
                    return
                if target in (0, len(state) - 1):
                    heading = 1 if target == 0 else -1
                target += heading
            cell = target
            sought = DONE
            continue
        # line 4
        ahead = straight > 0 and sought == NEW and (candidates >> slot) & 1 == 1
        if not ahead or draw(random) >= straight:
            slot = int(NTH[candidates * 8 + below(random, int(COUNT[candidates]))])
        other = cell + offsets[row, slot]
        walls[cell] &= 255 ^ (1 << slot)
        walls[other] &= 255 ^ (1 << opposite[row, slot])
        if sought == NEW:
            cell = other  # line 5
        state[cell] = DONE  # line 5
        sought = NEW
        left -= 1

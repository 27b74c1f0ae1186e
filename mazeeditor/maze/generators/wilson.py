"""Wilson's algorithm: all possible mazes are equally likely."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import DEGREE, I64, TICK, U8, kernel
from mazeeditor.core.translation import _
from mazeeditor.maze.generators import generator, middle_cell
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import Tables, row_of
from mazeeditor.maze.random import below

# Values of ``choices`` besides the slot by which the walk last left the cell (0 to 7).
NEW, OUTSIDE, IN_MAZE = 8, 9, 10


@generator(
    "wilson",
    _("Wilson"),
    order=6,
    texture=_("even: every maze as likely as any other"),
    code=_(
        "Put one cell into the maze\n"
        "For each cell that is not in the maze:\n"
        "    Walk at random from there to the maze, and forget each loop of the walk\n"
        "    Open the walls along the walk: its cells are in the maze"
    ),
)
def wilson(lattice: Lattice, walls: NDArray[np.uint8], random: I64, job: Job) -> None:
    """Walk at random from each cell to the maze, then open the walk without its loops.

    D. Wilson, "Generating random spanning trees more quickly than the cover time" (1996): the
    tree is uniform whichever cell is first and in whichever order the others follow. The middle
    is the quickest to find.
    """
    choices = np.where(lattice.inside, np.uint8(NEW), np.uint8(OUTSIDE))
    choices[middle_cell(lattice)] = IN_MAZE  # line 1
    _carve[lattice.degree](walls, choices, lattice.tables, random, job.signal)


@kernel
def _carve(walls: U8, choices: U8, tables: Tables, random: I64, signal: I64) -> None:
    offsets, opposite = tables.offsets, tables.opposite
    steps, done = 0, 0
    for start in range(len(choices)):  # line 2
        cell = start
        # the walk; a cell passed again overwrites its choice, which removes the loop
        while choices[cell] <= NEW:  # line 3
            steps += 1
            if steps & TICK == 0:
                signal[0] = done
                if signal[1] != 0:
                    return
            slot = below(random, DEGREE)
            other = cell + offsets[row_of(tables, cell), slot]
            if choices[other] != OUTSIDE:
                choices[cell] = slot
                cell = other
        # line 4
        cell = start
        while choices[cell] <= NEW:
            slot = int(choices[cell])
            row = row_of(tables, cell)
            other = cell + offsets[row, slot]
            walls[cell] &= 255 ^ (1 << slot)
            walls[other] &= 255 ^ (1 << opposite[row, slot])
            choices[cell] = IN_MAZE
            cell = other
            done += 1

"""Wilson's algorithm: every maze that there can be is equally likely."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.compiled import DEGREE, I64, TICK, U8, InSlots, InTable, InU16, kernel
from mazeeditor.generators import generator
from mazeeditor.generators.start import middle_cell
from mazeeditor.job import Job
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import row_of
from mazeeditor.maze.random import below
from mazeeditor.words import _

# What ``way`` says of a cell beside the slot by which the walk last left it (0 to 7).
NEW, OUTSIDE, IN_MAZE = 8, 9, 10


@generator("wilson", _("Wilson"), order=6)
def wilson(lattice: Lattice, walls: NDArray[np.uint8], random: I64, job: Job) -> None:
    """Walk at random from each cell to the maze, then open the way without its loops.

    D. Wilson, "Generating random spanning trees more quickly than the cover time" (1996): the
    tree is uniform whichever cell is first and in whichever order the others follow. The middle
    is the quickest to find.
    """
    way = np.where(lattice.inside, np.uint8(NEW), np.uint8(OUTSIDE))
    way[middle_cell(lattice)] = IN_MAZE
    _carve[lattice.degree](walls, way, *lattice.tables, random, job.signal)


@kernel
def _carve(
    walls: U8,
    way: U8,
    offsets: InTable,
    opposite: InSlots,
    which: InU16,
    random: I64,
    signal: I64,
) -> None:
    steps, done = 0, 0
    for start in range(len(way)):
        cell = start
        while way[cell] <= NEW:  # the walk; a cell passed again forgets the loop behind it
            steps += 1
            if steps & TICK == 0:
                signal[0] = done
                if signal[1] != 0:
                    return
            slot = below(random, DEGREE)
            other = cell + offsets[row_of(which, cell), slot]
            if way[other] != OUTSIDE:
                way[cell] = slot
                cell = other
        cell = start
        while way[cell] <= NEW:
            slot = int(way[cell])
            row = row_of(which, cell)
            other = cell + offsets[row, slot]
            walls[cell] &= 255 ^ (1 << slot)
            walls[other] &= 255 ^ (1 << opposite[row, slot])
            way[cell] = IN_MAZE
            cell = other
            done += 1

"""Sparse: walls up dead ends, so that sealed cells are left where they were."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import DEGREE, I32, I64, TICK, U8, InBool, InU8, kernel
from mazeeditor.core.options import Between
from mazeeditor.core.translation import _
from mazeeditor.maze.braid import dead_ends
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import MAX_CELLS
from mazeeditor.maze.links import COUNT, NTH, Tables, row_of
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search.search import without_gaps
from mazeeditor.maze.transforms import Kept, transform


@transform("sparse", _("Sparse"), order=2, local=True)
def sparse(
    maze: Maze,
    job: Job,
    *,
    length: Annotated[
        int | None,
        Between(1, MAX_CELLS),
        _("number of cells walled up from the end of each dead end; empty: until none is left"),
    ] = None,
    symmetry: Kept = None,
) -> Maze:
    """Wall up dead ends; the cells that they were stay as sealed cells.

    Each round closes the passage of every dead end (J. Buck, "Mazes for Programmers", 2015, calls
    it culling). Cells with an entrance or exit stay, so that a perfect maze is left with
    the route alone; loops stay. A maze with neither is sealed altogether.
    """
    stay = np.array([opening.cell for opening in maze.openings], np.int64)
    if symmetry is None:
        return _thin(maze, stay, length, job)
    from mazeeditor.maze.transforms.symmetry.keeping import changed_alike

    return changed_alike(
        maze,
        symmetry,
        job,
        lambda given, orbits, _may: _thin(given, orbits.group.orbits(stay), length, job),
    )


def _thin(maze: Maze, stay: Ids, length: int | None, job: Job) -> Maze:
    """Wall up dead ends, but cells int64[k] that stay."""
    lattice, walls = maze.lattice, without_gaps(maze)
    kept: NDArray[np.bool_] = np.zeros(lattice.size, np.bool_)
    kept[stay] = True
    ends = dead_ends(lattice, walls, job)
    rounds = lattice.cells if length is None else length
    job.phase(lattice.cells)
    locks = np.empty(0, np.uint8) if maze.locks is None else maze.locks
    _cull[lattice.degree](walls, ends, kept, locks, rounds, lattice.tables, job.signal)
    job.check()
    return Maze(lattice, walls, maze.entrance, maze.exits)


@kernel
def _cull(
    walls: U8,
    ends: I32,
    kept: InBool,
    locks: InU8,
    rounds: int,
    tables: Tables,
    signal: I64,
) -> int:
    """Close the passages of ``ends``, then of those that this makes dead ends, for some rounds."""
    offsets, opposite = tables.offsets, tables.opposite
    left = len(ends)
    steps = 0
    while left > 0 and rounds > 0:
        rounds -= 1
        more = 0
        for place in range(left):
            steps += 1
            if steps & TICK == 0:
                signal[0] = steps
                if signal[1] != 0:
                    return steps
            cell = int(ends[place])
            slots = walls[cell] ^ ((1 << DEGREE) - 1)
            if kept[cell] or slots == 0:  # nothing to close where two dead ends faced each other
                continue
            slot = int(NTH[slots * 8])
            if len(locks) and (locks[cell] >> slot) & 1:
                continue
            row = row_of(tables, cell)
            other = cell + offsets[row, slot]
            walls[cell] |= 1 << slot
            walls[other] |= 1 << opposite[row, slot]
            if COUNT[walls[other]] == DEGREE - 1:
                ends[more] = other
                more += 1
        left = more
    return steps

"""Grids to begin from by hand: every wall closed, or no wall but the outer one."""

from __future__ import annotations

import numpy as np

from mazeeditor.core.job import Job
from mazeeditor.core.memory import check_free
from mazeeditor.core.translation import _
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import NOWHERE
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.walls import BLOCK

MEMORY = 2  # bytes a cell, the walls included


def full_grid(lattice: Lattice, job: Job | None = None) -> Maze:
    """Return a maze with every wall closed and the lattice's default openings.

    Raises ``MazeError`` where it needs more memory than is free, and ``CancelledError``.
    """
    check_free(_("A grid of {cells:,} cells").format(cells=lattice.cells), lattice.size * MEMORY)
    if job:
        job.check()
    return Maze(lattice, None, lattice.first, (lattice.last,))


def empty_grid(lattice: Lattice, job: Job | None = None) -> Maze:
    """Return a maze without any wall between inside cells; otherwise as ``full_grid``."""
    job = job or Job()
    check_free(_("A grid of {cells:,} cells").format(cells=lattice.cells), lattice.size * MEMORY)
    walls = np.full(lattice.size, lattice.closed, np.uint8)
    for start in range(0, lattice.size, BLOCK):
        job.check()
        cells = start + np.flatnonzero(lattice.inside[start : start + BLOCK])
        for slot in range(lattice.degree):
            neighbours, _backs = lattice.beyond(cells, slot)
            passages = neighbours != NOWHERE
            passages[passages] = lattice.inside[neighbours[passages]]
            walls[cells[passages]] &= ~np.uint8(1 << slot)
    return Maze(lattice, walls, lattice.first, (lattice.last,))

"""What cells of any shape look like from afar: a fine grid of points, each showing one cell."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.gui.canvas.grid import Read
from mazeeditor.job import Job
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice

SCALE = 2  # points a cell, across and down: every cell is met, as a circle one cell wide fits in
ROWS = 128  # of points looked up at a time


class Bins:
    """The cell under each point of the grid, int32[rows, columns]; 0 (outside) where there is none.

    ``reach`` is how far from its middle a cell extends, in cells, at the most. Takes a while to
    make; raises ``CancelledError``.
    """

    scale = SCALE

    def __init__(self, lattice: Lattice, reach: float, job: Job) -> None:
        geometry = lattice.geometry
        self._geometry, self._reach = geometry, reach
        self.shape = (
            max(1, int(np.ceil(geometry.height * SCALE))),
            max(1, int(np.ceil(geometry.width * SCALE))),
        )
        self._cells = np.empty(self.shape, np.int32)
        x = (np.arange(self.shape[1]) + 0.5) / SCALE
        for top in range(0, self.shape[0], ROWS):
            job.check()
            y = (np.arange(top, min(top + ROWS, self.shape[0])) + 0.5) / SCALE
            self._cells[top : top + ROWS] = geometry.all_under(x, y[:, None])

    def read(self, flat: NDArray[Any]) -> Read:
        """Return what finds the value of the cell under a point."""
        return lambda rows, columns: flat[self._cells[rows, columns]]

    def of(self, cells: Ids) -> tuple[Ids, Ids]:
        """Return the rows and columns of all points within reach of the cells."""
        centres = self._geometry.centres(cells) * SCALE
        first = np.floor(centres - self._reach * SCALE).astype(np.int64)
        steps = np.arange(int(np.ceil(2 * self._reach * SCALE)) + 1)
        rows, columns = np.broadcast_arrays(
            (first[:, 1, None] + steps)[:, :, None], (first[:, 0, None] + steps)[:, None, :]
        )
        there = (rows >= 0) & (rows < self.shape[0]) & (columns >= 0) & (columns < self.shape[1])
        return rows[there], columns[there]

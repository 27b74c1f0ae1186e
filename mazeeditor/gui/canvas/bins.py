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
    """The cell under each point of the grid; 0 (outside) where there is none.

    They are looked up when asked for until ``build`` has made a table of them, int32[rows,
    columns]; at first only every second one, so that the first picture comes at once.
    """

    scale = SCALE

    def __init__(self, lattice: Lattice) -> None:
        self._geometry = geometry = lattice.geometry
        self.shape = (
            max(1, int(np.ceil(geometry.height * SCALE))),
            max(1, int(np.ceil(geometry.width * SCALE))),
        )
        self.reach = 0.0  # how far from its middle a cell extends, in cells; 0 until it is known
        self._table: NDArray[np.int32] | None = None

    def build(self, reach: float, job: Job) -> None:
        """Make the table; raises ``CancelledError``."""
        table = np.empty(self.shape, np.int32)
        for top in range(0, self.shape[0], ROWS):
            job.check()
            rows = slice(top, top + ROWS)
            table[rows] = self._under(*self._each(rows, slice(None)))
        self.reach, self._table = reach, table

    def cells(self, rows: Any, columns: Any) -> NDArray[np.integer[Any]]:
        """Return the cells under the points at ``rows`` and ``columns``, as numpy takes them."""
        if self._table is not None:
            found: NDArray[np.int32] = self._table[rows, columns]
            return found
        rows, columns = self._each(rows, columns)
        if self.reach or rows.ndim == columns.ndim:
            return self._under(rows, columns)
        some = self._under(rows[::2], columns[::2])
        return some.repeat(2, axis=0)[: len(rows)].repeat(2, axis=1)[:, : len(columns)]

    def _each(self, rows: Any, columns: Any) -> tuple[Ids, Ids]:
        """Return rows and columns as numbers that can be broadcast."""
        if isinstance(columns, slice):
            columns = np.arange(*columns.indices(self.shape[1]))
            rows = np.arange(*rows.indices(self.shape[0])) if isinstance(rows, slice) else rows
            rows = rows[:, None]
        return rows, columns

    def _under(self, rows: Ids, columns: Ids) -> Ids:
        return self._geometry.all_under((columns + 0.5) / SCALE, (rows + 0.5) / SCALE)

    def read(self, flat: NDArray[Any]) -> Read:
        """Return what finds the value of the cell under a point."""
        return lambda rows, columns: flat.take(self.cells(rows, columns))

    def of(self, cells: Ids) -> tuple[Ids, Ids]:
        """Return the rows and columns of all points within reach of the cells."""
        centres = self._geometry.centres(cells) * SCALE
        first = np.floor(centres - self.reach * SCALE).astype(np.int64)
        steps = np.arange(int(np.ceil(2 * self.reach * SCALE)) + 1)
        rows, columns = np.broadcast_arrays(
            (first[:, 1, None] + steps)[:, :, None], (first[:, 0, None] + steps)[:, None, :]
        )
        there = (rows >= 0) & (rows < self.shape[0]) & (columns >= 0) & (columns < self.shape[1])
        return rows[there], columns[there]

"""Grids of sample points, each showing one cell: the basis of the overview of a maze."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice

POINTS = 2  # a cell, across and down: no cell is missed, as a circle one cell wide fits in
ROWS = 128  # of points looked up at a time

Read = Callable[[Any, Any], NDArray[Any]]  # of indices of rows and columns, as numpy takes them


class SampleGrid(Protocol):
    """A grid of values, each of which shows one cell; a cell is as wide as ``scale`` of them."""

    @property
    def shape(self) -> tuple[int, int]:
        """The rows and columns of the grid."""

    @property
    def scale(self) -> int:
        """How many values are as wide as a cell."""

    @property
    def positions(self) -> int:
        """How many positions ``of`` returns for a cell."""

    def read(self, flat: NDArray[Any]) -> Read:
        """Return a reader of an array [n] over cells at positions of the grid."""

    def of(self, cells: Ids) -> tuple[Ids, Ids]:
        """Return the rows and columns int64[m] of all positions that may show one of ``cells``."""


def as_grid(flat: NDArray[Any], lattice: Lattice) -> NDArray[Any]:
    """Return a view (rows + 2, columns + 2) of an array over square cells, the rim included.

    The outside cell after a row is also that before the next: the view contains it twice.
    """
    stride = lattice.columns + 1
    shape = (lattice.rows + 2, lattice.columns + 2)
    step = flat.itemsize
    return as_strided(flat, shape, (stride * step, step), writeable=False)


class CellGrid:
    """The grid of square cells: one sample a cell."""

    scale = positions = 1

    def __init__(self, lattice: Lattice) -> None:
        self._lattice = lattice
        self.shape = (lattice.rows, lattice.columns)

    def read(self, flat: NDArray[Any]) -> Read:
        """Return a reader of a view of the array."""
        inner = as_grid(flat, self._lattice)[1:-1, 1:-1]
        return lambda rows, columns: inner[rows, columns]

    def of(self, cells: Ids) -> tuple[Ids, Ids]:
        """Return rows and columns of the cells that are not in the rim."""
        rows, columns = np.divmod(cells, self._lattice.columns + 1)
        inner = (rows > 0) & (columns > 0) & (rows <= self._lattice.rows)
        return rows[inner] - 1, columns[inner] - 1


class PointGrid:
    """The cell under each point of the grid; 0 (outside) where there is none.

    They are looked up on demand until ``build`` has made a table of them, int32[rows, columns]; at
    first only every second point, so that the first picture is shown at once.
    """

    scale = POINTS

    def __init__(self, lattice: Lattice) -> None:
        self._geometry = geometry = lattice.geometry
        self.shape = (
            max(1, int(np.ceil(geometry.height * POINTS))),
            max(1, int(np.ceil(geometry.width * POINTS))),
        )
        self.reach = 0.0  # how far from its middle a cell extends, in cells; 0 until it is known
        self._table: NDArray[np.int32] | None = None

    def build(self, reach: float, job: Job) -> None:
        """Build the table; raises ``CancelledError``."""
        table = np.empty(self.shape, np.int32)
        for top in range(0, self.shape[0], ROWS):
            job.check()
            rows = slice(top, top + ROWS)
            table[rows] = self._under(*self._indices(rows, slice(None)))
        self.reach, self._table = reach, table

    def cells(self, rows: Any, columns: Any) -> NDArray[np.integer[Any]]:
        """Return the cells under the points at ``rows`` and ``columns``, as numpy takes them."""
        if self._table is not None:
            cells: NDArray[np.int32] = self._table[rows, columns]
            return cells
        rows, columns = self._indices(rows, columns)
        if self.reach or rows.ndim == columns.ndim:
            return self._under(rows, columns)
        some = self._under(rows[::2], columns[::2])
        return some.repeat(2, axis=0)[: len(rows)].repeat(2, axis=1)[:, : len(columns)]

    def _indices(self, rows: Any, columns: Any) -> tuple[Ids, Ids]:
        """Return rows and columns as index arrays that can be broadcast."""
        if isinstance(columns, slice):
            columns = np.arange(*columns.indices(self.shape[1]))
            rows = np.arange(*rows.indices(self.shape[0])) if isinstance(rows, slice) else rows
            rows = rows[:, None]
        return rows, columns

    def _under(self, rows: Ids, columns: Ids) -> Ids:
        return self._geometry.all_under((columns + 0.5) / POINTS, (rows + 0.5) / POINTS)

    def read(self, flat: NDArray[Any]) -> Read:
        """Return a reader of the value of the cell under a point."""
        return lambda rows, columns: flat.take(self.cells(rows, columns))

    @property
    def positions(self) -> int:
        """How many points ``of`` returns for a cell."""
        return self._across**2

    @property
    def _across(self) -> int:
        return int(np.ceil(2 * self.reach * POINTS)) + 1

    def of(self, cells: Ids) -> tuple[Ids, Ids]:
        """Return the rows and columns of all points within reach of the cells."""
        centres = self._geometry.centres(cells) * POINTS
        first = np.floor(centres - self.reach * POINTS).astype(np.int64)
        steps = np.arange(self._across)
        rows, columns = np.broadcast_arrays(
            (first[:, 1, None] + steps)[:, :, None], (first[:, 0, None] + steps)[:, None, :]
        )
        within = (rows >= 0) & (rows < self.shape[0]) & (columns >= 0) & (columns < self.shape[1])
        return rows[within], columns[within]

"""Where cells lie in the grid of values that the far picture is made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice

Read = Callable[[Any, Any], NDArray[Any]]  # of indices of rows and columns, as numpy takes them


class Places(Protocol):
    """A grid of values, each of which shows one cell; ``scale`` of them are as wide as a cell."""

    @property
    def shape(self) -> tuple[int, int]:
        """The rows and columns of the grid."""

    @property
    def scale(self) -> int:
        """How many values are as wide as a cell."""

    def read(self, flat: NDArray[Any]) -> Read:
        """Return what finds the values of an array [n] over cells at places of the grid."""

    def of(self, cells: Ids) -> tuple[Ids, Ids]:
        """Return the rows and columns int64[m] of all places that may show one of ``cells``."""


def as_grid(flat: NDArray[Any], lattice: Lattice) -> NDArray[Any]:
    """Return a view (rows + 2, columns + 2) of an array over square cells, the rim included.

    The outside cell after a row is the one before the next: both stand in the view.
    """
    stride = lattice.columns + 1
    shape = (lattice.rows + 2, lattice.columns + 2)
    step = flat.itemsize
    return as_strided(flat, shape, (stride * step, step), writeable=False)


class SquarePlaces:
    """Square cells are such a grid themselves."""

    scale = 1

    def __init__(self, lattice: Lattice) -> None:
        self._lattice = lattice
        self.shape = (lattice.rows, lattice.columns)

    def read(self, flat: NDArray[Any]) -> Read:
        """Return what reads a view of the array."""
        inner = as_grid(flat, self._lattice)[1:-1, 1:-1]
        return lambda rows, columns: inner[rows, columns]

    def of(self, cells: Ids) -> tuple[Ids, Ids]:
        """Return row and column of each cell that is not in the rim."""
        rows, columns = np.divmod(cells, self._lattice.columns + 1)
        inner = (rows > 0) & (columns > 0) & (rows <= self._lattice.rows)
        return rows[inner] - 1, columns[inner] - 1

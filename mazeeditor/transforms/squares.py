"""Rectangular mazes as tables of rows and columns, to be cut and put together."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.errors import UsageError
from mazeeditor.job import Job
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.masks import masked
from mazeeditor.shapes import build
from mazeeditor.shapes.rectangular import BOTTOM, LEFT, RIGHT, TOP
from mazeeditor.words import _

Table = NDArray[np.uint8]


def table_of(lattice: Lattice, walls: NDArray[np.uint8]) -> Table:
    """Return a view uint8[rows, columns] of the walls of the inside cells."""
    rows, columns = lattice.rows, lattice.columns
    return walls[: (rows + 2) * (columns + 1)].reshape(rows + 2, columns + 1)[1:-1, 1:]


def shut(table: Table) -> None:
    """Close the outer walls of a table that was cut out of a larger one."""
    for edge, slot in ((table[0], TOP), (table[-1], BOTTOM), (table[:, 0], LEFT)):
        edge |= np.uint8(1 << slot)
    table[:, -1] |= np.uint8(1 << RIGHT)


def cells_of(lattice: Lattice) -> NDArray[np.bool_]:
    """Return a view bool[rows, columns]: which places are inside cells."""
    return table_of(lattice, lattice.inside.view(np.uint8)).view(np.bool_)


def sized(rows: int, columns: int) -> Lattice:
    """Return a lattice without a mask; raises ``UsageError``, before any memory is taken."""
    return build("rectangular", rows=rows, columns=columns)


def with_cells(whole: Lattice, cells: NDArray[np.bool_], job: Job) -> Lattice:
    """Return a lattice of which only ``cells`` bool[rows, columns] are left.

    Raises ``UsageError`` where there are none, and ``CancelledError``.
    """
    if cells.all():
        return whole
    if not cells.any():
        raise UsageError(_("Only blank cells would be left: a maze without cells is none."))
    inside = np.zeros(whole.size, np.bool_)
    table_of(whole, inside.view(np.uint8))[:] = cells
    with job.part(0.2):
        return masked(whole, inside, job)

"""The walls of a rectangular maze as a table of rows and columns, to be cut and put together.

Inserting and deleting work on rows: a column is a row of the transposed table, in which left
stands for top.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.pieces import masked
from mazeeditor.maze.shapes import build
from mazeeditor.maze.shapes.rectangular import BOTTOM, LEFT, RIGHT, TOP

WallTable = NDArray[np.uint8]
Line = Literal["row", "column"]
NAMES = {"row": _("Rows"), "column": _("Columns")}


def table_of(lattice: Lattice, walls: NDArray[np.uint8]) -> WallTable:
    """Return a view uint8[rows, columns] of the walls of the inside cells."""
    rows, columns = lattice.rows, lattice.columns
    return walls[: (rows + 2) * (columns + 1)].reshape(rows + 2, columns + 1)[1:-1, 1:]


def close_edges(table: WallTable) -> None:
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
        raise UsageError(_("Only blank cells would be left: a maze needs at least one cell."))
    inside = np.zeros(whole.size, np.bool_)
    table_of(whole, inside.view(np.uint8))[:] = cells
    with job.part(0.2):
        return masked(whole, inside, job)


def length(lattice: Lattice, line: Line) -> int:
    """Return how many rows or columns there are."""
    return lattice.rows if line == "row" else lattice.columns


def check_line(at: int, last: int, line: Line) -> None:
    """Raise ``UsageError`` unless ``at`` is one of 0 to ``last``."""
    if at > last:
        text = _("{lines} can be chosen from 0 to {last:,} here, not {at:,}.")
        raise UsageError(text.format(lines=NAMES[line], last=last, at=at))


def longer(lattice: Lattice, line: Line, by: int) -> tuple[int, int]:
    """Return rows and columns with ``by`` more of one of them."""
    return lattice.rows + by * (line == "row"), lattice.columns + by * (line == "column")


def axis(line: Line) -> int:
    """Return the axis of a table along which lines follow each other."""
    return 0 if line == "row" else 1


def upright(table: WallTable, line: Line) -> WallTable:
    """Return a view of a table in which ``line`` is a row."""
    return table if line == "row" else table.T


def bits(line: Line) -> tuple[int, int]:
    """Return the bits of the walls towards the line before and the line after."""
    before, after = (TOP, BOTTOM) if line == "row" else (LEFT, RIGHT)
    return 1 << before, 1 << after

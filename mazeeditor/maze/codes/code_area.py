"""Where the walls of a rectangular maze show a code: each wall across is a dark module.

::

    module (i, j) is the wall above        o===o   o===o     ===  closed: dark
    cell (top + i, left + j)               |       |
                                           o===o===o   o          open: light
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from mazeeditor.maze.codes.qr_code import (
    FINDER,
    MAX_SIDE,
    MIN_SIDE,
    QUIET_MODULES,
    SIDE_STEP,
    Bools,
)
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes.rectangular import BOTTOM, RIGHT

T = TypeVar("T", bound=np.generic)
WHOLE = slice(None)
MAX_CELLS = 150  # cells from the middle of a maze to the farthest in which a code is looked for
WRONG = 4  # modules of a square in a corner, of 49, that may be wrong: readers cope with them


class CodePlace(NamedTuple):
    """Where a code of ``side`` modules is: its first module is the wall above cell (top, left)."""

    top: int
    left: int
    side: int

    @property
    def cells(self) -> tuple[slice, slice]:
        """The rows and columns of cells that it takes, with all that must be light around it."""
        wide = self.side + 2 * QUIET_MODULES
        top, left = self.top - QUIET_MODULES, self.left - QUIET_MODULES
        return slice(top, top + wide), slice(left, left + wide)


@dataclass(frozen=True, eq=False)
class Grid:
    """The walls between cells of a rectangle, by rows and columns of these.

    ``across`` bool[rows - 1, columns] are those below each row but the last, and ``upright``
    bool[rows, columns - 1] those to the right of each column but the last: whether they are closed.
    Walls of outside cells count as open.
    """

    across: Bools
    upright: Bools

    @classmethod
    def of(cls, maze: Maze, rows: slice = WHOLE, columns: slice = WHOLE) -> Grid:
        """Return those of a rectangular maze, between the cells of some rows and columns."""
        lattice = maze.lattice
        inside = on_grid(lattice, lattice.inside)[rows, columns]
        walls = on_grid(lattice, maze.walls)[rows, columns]
        across = (walls[:-1] >> BOTTOM & 1 != 0) & inside[:-1] & inside[1:]
        upright = (walls[:, :-1] >> RIGHT & 1 != 0) & inside[:, :-1] & inside[:, 1:]
        return cls(across, upright)


def on_grid(lattice: Lattice, values: NDArray[T]) -> NDArray[T]:
    """Return what an array over the cells of a rectangle has, [rows, columns]."""
    rows, columns = lattice.rows, lattice.columns
    stride = columns + 1
    return values[: (rows + 2) * stride].reshape(rows + 2, stride)[1:-1, 1:]


def cells_at(lattice: Lattice, rows: slice, columns: slice) -> Ids:
    """Return the cells int64[r, c] of some rows and columns of a rectangle."""
    return lattice.row_starts[rows, None] + np.arange(lattice.columns)[columns]


def middle_place(lattice: Lattice, side: int) -> CodePlace | None:
    """Return the place of a code in the middle of a rectangle, None where it has no room."""
    if min(lattice.rows, lattice.columns) < side + 2 * QUIET_MODULES:
        return None
    return CodePlace((lattice.rows - side) // 2, (lattice.columns - side) // 2, side)


def modules_at(across: Bools, place: CodePlace) -> Bools:
    """Return the modules bool[side, side] that walls ``across``, as in ``Grid``, show."""
    rows = slice(place.top - 1, place.top - 1 + place.side)
    return across[rows, place.left : place.left + place.side]


def find_code(maze: Maze) -> CodePlace | None:
    """Return where a maze shows a QR code around its middle, None where it shows none.

    It has the three squares in its corners, with few modules wrong.
    """
    lattice = maze.lattice
    if (
        lattice.shape != "rectangular"
        or min(lattice.rows, lattice.columns) < MIN_SIDE + 2 * QUIET_MODULES
    ):
        return None
    rows, columns = _about(lattice.rows), _about(lattice.columns)
    corners = np.argwhere(_corners(Grid.of(maze, rows, columns).across))
    found = (corners + np.array([rows.start, columns.start])).tolist()
    places = {(row, column) for row, column in found}
    for row, column in found:
        for side in range(MAX_SIDE, MIN_SIDE - 1, -SIDE_STEP):
            far = side - FINDER
            if {(row, column + far), (row + far, column)} <= places:
                place = CodePlace(row + 1, column, side)
                if _has_room(lattice, place):
                    return place
    return None


def _about(count: int) -> slice:
    """Return the rows, or columns, of so many around the middle one."""
    return slice(max(0, count // 2 - MAX_CELLS), count // 2 + MAX_CELLS)


def _has_room(lattice: Lattice, place: CodePlace) -> bool:
    """Whether it is apart from the sides of the maze, and all its cells are inside."""
    rows, columns = place.cells
    if min(rows.start, columns.start) < 0:
        return False
    if rows.stop > lattice.rows or columns.stop > lattice.columns:
        return False
    return bool(on_grid(lattice, lattice.inside)[rows, columns].all())


def _corners(across: Bools) -> Bools:
    """Return where the top left module of a square in a corner may be.

    A square is a dark ring around a light one around nine dark modules: as many as are dark in
    squares of 7, 5 and 3 modules say how many are wrong.
    """
    sums = np.zeros((across.shape[0] + 1, across.shape[1] + 1), np.int32)
    sums[1:, 1:] = across.cumsum(axis=0, dtype=np.int32).cumsum(axis=1, dtype=np.int32)

    def dark(side: int) -> NDArray[np.int32]:
        """Return how many modules are dark in a square of some in the middle of each of 7."""
        edge = (FINDER - side) // 2
        rows, columns = across.shape[0] - FINDER + 1, across.shape[1] - FINDER + 1
        first, last = slice(edge, edge + rows), slice(edge + side, edge + side + rows)
        left, right = slice(edge, edge + columns), slice(edge + side, edge + side + columns)
        result: NDArray[np.int32] = (
            sums[last, right] - sums[first, right] - sums[last, left] + sums[first, left]
        )
        return result

    outer, ring, core = dark(FINDER), dark(FINDER - 2), dark(FINDER - 4)
    missing = FINDER**2 - (FINDER - 2) ** 2 + (FINDER - 4) ** 2 - (outer - ring + core)
    near: Bools = missing + (ring - core) <= WRONG
    return near

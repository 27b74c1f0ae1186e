"""Rectangular mazes: rows and columns of square cells."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor
from typing import Annotated

import numpy as np

from mazeeditor.core.options import Between
from mazeeditor.core.translation import _
from mazeeditor.maze.geometry import Ids, Points
from mazeeditor.maze.lattice import MAX_ROWS, Lattice, Opening
from mazeeditor.maze.links import ALIKE, NOWHERE, Links
from mazeeditor.maze.shapes import check_size, shape
from mazeeditor.maze.tiling import PostPattern, Tiling

TOP, RIGHT, BOTTOM, LEFT = range(4)
OUTWARD = ((0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0))


@shape("rectangular", _("Rectangular"), order=1)
def rectangular(
    *,
    rows: Annotated[int, Between(1, MAX_ROWS), _("number of cells from top to bottom")] = 30,
    columns: Annotated[int, Between(1, MAX_ROWS), _("number of cells from left to right")] = 40,
) -> Lattice:
    """Square cells in rows and columns."""
    check_size(rows, columns)
    stride = columns + 1
    inside = np.zeros((rows + 2) * stride + 1, np.bool_)
    inside[: (rows + 2) * stride].reshape(rows + 2, stride)[1:-1, 1:] = True
    starts = (np.arange(rows, dtype=np.int64) + 1) * stride + 1
    offsets = np.array([[-stride, 1, stride, -1]], np.int32)
    links = Links(offsets, np.array([[BOTTOM, LEFT, TOP, RIGHT]], np.uint8), ALIKE, inside)
    return Lattice(
        *links.fields(),
        shape="rectangular",
        parameters={"rows": rows, "columns": columns},
        row_starts=starts,
        row_lengths=np.full(rows, columns, np.int64),
        side_names=(("top", "right", "bottom", "left"),),
        # the sum of rows and columns between: a column is a cell minus those of the rows above
        norms=np.array([[1 - stride, 1], [1 + stride, -1]], np.int64),
        first=Opening(int(starts[0]), LEFT),
        last=Opening(int(starts[-1]) + columns - 1, RIGHT),
        geometry=Squares(links, rows, columns),
    )


@dataclass(frozen=True, eq=False)
class Squares(Tiling):
    """The geometry of squares: cell (row, column) fills x column..column+1 and y row..row+1."""

    rows: int
    columns: int

    @property
    def width(self) -> float:
        """The extent in x, in cells."""
        return float(self.columns)

    @property
    def height(self) -> float:
        """The extent in y, in cells."""
        return float(self.rows)

    @property
    def post_pattern(self) -> PostPattern | None:
        """How posts repeat: row by row."""
        return PostPattern(0, self.columns + 1, 1, 4)

    def centres(self, cells: Ids) -> Points:
        """Return float64[k, 2], the middle of each cell."""
        rows, columns = np.divmod(np.asarray(cells, np.int64), self.columns + 1)
        return np.stack([columns - 0.5, rows - 0.5], axis=-1)

    def posts(self, walls: Ids) -> Ids:
        """Return int64[k, 2]; post ``row * (columns + 1) + column`` is a cell's top left corner."""
        cells, slots = np.divmod(np.asarray(walls, np.int64), 4)
        rows, columns = np.divmod(cells, self.columns + 1)
        # a wall is named by its lower cell: RIGHT or BOTTOM, from the outside too
        corner = rows * (self.columns + 1) + columns
        start = np.where(slots == RIGHT, corner - (self.columns + 1), corner - 1)
        return np.stack([start, corner], axis=-1)

    def post_positions(self, posts: Ids) -> Points:
        """Return float64[..., 2]: x, y."""
        rows, columns = np.divmod(np.asarray(posts, np.int64), self.columns + 1)
        return np.stack([columns, rows], axis=-1).astype(np.float64)

    def under(self, x: float, y: float) -> int | None:
        """Return the cell at a point, inside or not, ``None`` where there is none."""
        if 0 <= x < self.columns and 0 <= y < self.rows:
            return (floor(y) + 1) * (self.columns + 1) + 1 + floor(x)
        return None

    def all_under(self, x: Points, y: Points) -> Ids:
        """Return the cells at points float64[...], ``NOWHERE`` where there is none."""
        row, column = np.floor(y).astype(np.int64), np.floor(x).astype(np.int64)
        in_grid = (row >= 0) & (row < self.rows) & (column >= 0) & (column < self.columns)
        return np.where(in_grid, (row + 1) * (self.columns + 1) + 1 + column, NOWHERE)

    def nearest_side(self, cell: int, x: float, y: float) -> int:
        r"""Return the slot whose wall is nearest to a point in ``cell``.

        ::

            +-----+      the diagonals of a cell divide it into four triangles,
            | \ / |      each nearest to one wall
            | / \ |
            +-----+
        """
        row, column = divmod(cell, self.columns + 1)
        right, down = x - column + 1, y - row + 1
        distances = (down, 1 - right, 1 - down, right)
        return distances.index(min(distances))

    def around(self, x: float, y: float) -> Ids:
        """Return the 3 x 3 cells around a point, as far as they are in the grid."""
        rows = np.arange(max(0, floor(y) - 1), min(self.rows, floor(y) + 2), dtype=np.int64)
        columns = np.arange(max(0, floor(x) - 1), min(self.columns, floor(x) + 2), dtype=np.int64)
        return ((rows[:, None] + 1) * (self.columns + 1) + 1 + columns).ravel()

    def outward(self, cell: int, slot: int) -> tuple[float, float]:  # noqa: ARG002 - all alike
        """Return the unit vector through the wall ``slot``."""
        return OUTWARD[slot]

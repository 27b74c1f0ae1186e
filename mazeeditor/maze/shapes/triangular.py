r"""Triangular mazes: cells with three walls in rows, in a rectangle or a triangle.

Triangles point up and down in turn, along a row and from row to row. Rows are an odd number of
cells apart, so the lowest bit of a cell's number is whether it points down::

      /\‾‾‾‾/\‾‾‾‾/       0 points up: its base is at the bottom, and below it lies a triangle
     /  \  /  \  /        that points down, whose base is at the top
    / 0  \/ 1  \/ ...
    ------------
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor, sqrt
from typing import Annotated, Literal

import numpy as np

from mazeeditor.core.errors import UsageError
from mazeeditor.core.options import Between
from mazeeditor.core.translation import _
from mazeeditor.maze.geometry import Ids, Points
from mazeeditor.maze.lattice import MAX_ROWS, Lattice, Opening
from mazeeditor.maze.links import IN_TURNS, NOWHERE, Links
from mazeeditor.maze.shapes import check_size, shape
from mazeeditor.maze.tiling import REACH, PostPattern, Tiling

FIRST, SECOND, BASE = range(3)  # left, right and base; of a triangle that points down right, left
HALF_SIDE = sqrt(3) / 2  # cells: half a side; a circle one cell wide fits into such a triangle
PITCH = 1.5  # cells from row to row
UP = ((-HALF_SIDE, -0.5), (HALF_SIDE, -0.5), (0.0, 1.0))  # outward, of a triangle that points up


@shape("triangular", _("Triangular"), order=3)
def triangular(
    *,
    rows: Annotated[int, Between(1, MAX_ROWS), _("number of cells from top to bottom")] = 20,
    columns: Annotated[int, Between(1, MAX_ROWS), _("number of cells in the longest row")] = 39,
    outline: Annotated[
        Literal["rectangle", "triangle"],
        _("form of the whole maze; a triangle has two cells fewer in each row further up"),
    ] = "rectangle",
) -> Lattice:
    """Cells with three walls, in a rectangle or a triangle."""
    check_size(rows, columns)
    if columns == 1 and rows > 2:
        raise UsageError(
            _("A column of {rows:,} triangles is in pieces: use 2 columns.").format(rows=rows)
        )
    stride = columns + 1 + columns % 2
    starts = (np.arange(rows, dtype=np.int64) + 1) * stride + 1
    lengths = np.full(rows, columns, np.int64)
    flipped = 0
    if outline == "triangle":
        starts, lengths = _triangle(starts, lengths)
        flipped = (rows - 1) % 2  # the first cell of each row points up
    inside = np.zeros((rows + 2) * stride + 1, np.bool_)
    for start, length in zip(starts.tolist(), lengths.tolist(), strict=True):
        inside[start : start + length] = True
    around = [[-1, 1, stride], [1, -1, -stride]]  # clockwise, as everywhere
    names = ("left", "right", "base"), ("right", "left", "base")
    links = Links(
        np.array(around[::-1] if flipped else around, np.int32),
        np.array([[FIRST, SECOND, BASE]] * 2, np.uint8),
        IN_TURNS,
        inside,
    )
    last = int(starts[-1] + lengths[-1]) - 1
    upright = (last & 1) == flipped
    return Lattice(
        *links.fields(),
        shape="triangular",
        parameters={"rows": rows, "columns": columns, "outline": outline},
        row_starts=starts,
        row_lengths=lengths,
        side_names=names[::-1] if flipped else names,
        # a step changes the row or the column, never both
        norms=np.array([[1 - stride, 1], [1 + stride, -1]], np.int64),
        first=Opening(int(starts[0]), FIRST),
        last=Opening(last, SECOND if upright else FIRST),  # its right side
        geometry=Triangles(links, rows, columns, stride, flipped),
    )


def _triangle(starts: Ids, lengths: Ids) -> tuple[Ids, Ids]:
    """Return where the rows of a triangle start and how long they are."""
    rows, columns = len(starts), int(lengths[0])
    needed = 2 * rows - 1
    if columns < needed:
        raise UsageError(
            _(
                "A triangle of {rows:,} rows needs {needed:,} columns or more, not {columns:,}."
            ).format(rows=rows, needed=needed, columns=columns)
        )
    above = np.arange(rows, dtype=np.int64)[::-1]
    return starts + above, lengths - 2 * above


@dataclass(frozen=True, eq=False)
class Triangles(Tiling):
    r"""The geometry of triangles; (row, column) points up where ``row + column + flipped`` is even.

    Column c reaches from x = c * HALF to (c + 2) * HALF, so half way into the next::

        0    1    2          x / HALF
        .----.----.
         \  / \  / \
          \/___\/___\
    """

    rows: int
    columns: int
    stride: int
    flipped: int

    @property
    def width(self) -> float:
        """The extent in x, in cells."""
        return (self.columns + 1) * HALF_SIDE

    @property
    def height(self) -> float:
        """The extent in y, in cells."""
        return self.rows * PITCH

    def _places(self, cells: Ids) -> tuple[Ids, Ids, Ids]:
        """Return row, column, and 1 where the cell points down."""
        rows, columns = np.divmod(np.asarray(cells, np.int64), self.stride)
        rows, columns = rows - 1, columns - 1
        return rows, columns, (rows + columns + self.flipped) & 1

    @property
    def post_pattern(self) -> PostPattern | None:
        """How posts repeat: line by line."""
        return PostPattern(0, self.columns + 2, 1, 6)

    def centres(self, cells: Ids) -> Points:
        """Return float64[k, 2], the middle of each cell, a third of its height above its base."""
        rows, columns, down = self._places(cells)
        return np.stack([(columns + 1) * HALF_SIDE, rows * PITCH + 1.0 - 0.5 * down], axis=-1)

    def posts(self, walls: Ids) -> Ids:
        r"""Return int64[k, 2]: post ``line * (columns + 2) + k`` lies at x = k * HALF.

        ::

              a           the left wall of a triangle joins l to a, the right a to r,
            /   \          the base l to r; in one that points down a is at the bottom
           l --- r
        """
        cells, slots = np.divmod(np.asarray(walls, np.int64), 3)
        rows, columns, down = self._places(cells)
        across = self.columns + 2
        tip = (rows + down) * across + columns + 1
        left = (rows + 1 - down) * across + columns
        is_right = slots == np.where(down, FIRST, SECOND)
        is_left = slots == np.where(down, SECOND, FIRST)
        start = np.where(is_right, tip, left)
        return np.stack([start, np.where(is_left, tip, left + 2)], axis=-1)

    def post_positions(self, posts: Ids) -> Points:
        """Return float64[..., 2]: x, y."""
        lines, steps = np.divmod(np.asarray(posts, np.int64), self.columns + 2)
        return np.stack([steps * HALF_SIDE, lines * PITCH], axis=-1)

    def under(self, x: float, y: float) -> int | None:
        """Return the cell at a point, inside or not, ``None`` where there is none."""
        row, column = floor(y / PITCH), floor(x / HALF_SIDE)
        across, deep = x / HALF_SIDE - column, y / PITCH - row
        # half a triangle wide: a slanted wall separates this cell from the previous one
        if (row + column + self.flipped) & 1:
            column -= across < deep
        else:
            column -= across + deep < 1
        if 0 <= row < self.rows and 0 <= column < self.columns:
            return (row + 1) * self.stride + 1 + column
        return None

    def all_under(self, x: Points, y: Points) -> Ids:
        """Return the cells at points float64[...], ``NOWHERE`` where there is none."""
        row, column = np.floor(y / PITCH).astype(np.int64), np.floor(x / HALF_SIDE).astype(np.int64)
        across, deep = x / HALF_SIDE - column, y / PITCH - row
        points_down = ((row + column + self.flipped) & 1).astype(np.bool_)
        column = column - np.where(points_down, across < deep, across + deep < 1)
        in_grid = (row >= 0) & (row < self.rows) & (column >= 0) & (column < self.columns)
        return np.where(in_grid, (row + 1) * self.stride + 1 + column, NOWHERE)

    def nearest_side(self, cell: int, x: float, y: float) -> int:
        """Return the slot whose wall is nearest to a point in ``cell``."""
        row, column = divmod(cell, self.stride)
        points_down = (row + column + self.flipped) & 1
        right, down = x - column * HALF_SIDE, y - (row - 1) * PITCH - 1.0 + 0.5 * points_down
        if points_down:  # half a turn makes it one that points up
            right, down = -right, -down
        return max(range(3), key=lambda slot: right * UP[slot][0] + down * UP[slot][1])

    def around(self, x: float, y: float) -> Ids:
        """Return the cells of the rows near a point that are next to it, as far as there are."""
        rows = np.arange(
            max(0, ceil((y - REACH) / PITCH) - 1), min(self.rows, floor((y + REACH) / PITCH) + 1)
        )
        column = floor(x / HALF_SIDE)
        columns = np.arange(max(0, column - 2), min(self.columns, column + 2), dtype=np.int64)
        return ((rows[:, None] + 1) * self.stride + 1 + columns).ravel()

    def outward(self, cell: int, slot: int) -> tuple[float, float]:
        """Return the unit vector through the wall ``slot``."""
        row, column = divmod(cell, self.stride)
        x, y = UP[slot]
        return (-x, -y) if (row + column + self.flipped) & 1 else (x, y)

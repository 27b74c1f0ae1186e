r"""Hexagonal mazes: cells with six walls in rows, in a rectangle or a hexagon.

Every other row is shifted half a cell to the right. A cell and the one below it to the right are
``columns + 2`` apart everywhere, so there is one row of offsets for all::

     / \ / \ / \         . are outside cells. A row that is not shifted has one more of them, at
    | 0 | 1 | 2 |        its end, as the cell above the end of a shifted row is there:
     \ / \ / \ / \         . 0 1 2 .
      | 0 | 1 | 2 |          . 0 1 2
       \ / \ / \ /         . 0 1 2 .
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
from mazeeditor.maze.links import ALIKE, NOWHERE, Links
from mazeeditor.maze.shapes import check_size, shape
from mazeeditor.maze.tiling import REACH, PostPattern, Tiling

TOP_LEFT, TOP_RIGHT, RIGHT, BOTTOM_RIGHT, BOTTOM_LEFT, LEFT = range(6)
SIDE = sqrt(1 / 3)  # cells: opposite sides are one cell apart
PITCH = 1.5 * SIDE  # cells from row to row
BEYOND_CELLS = 10**9  # more than any number of cells
OUTWARD = ((-0.5, -PITCH), (0.5, -PITCH), (1.0, 0.0), (0.5, PITCH), (-0.5, PITCH), (-1.0, 0.0))
SIDES = ("top-left", "top-right", "right", "bottom-right", "bottom-left", "left")


@shape("hexagonal", _("Hexagonal"), order=2)
def hexagonal(
    *,
    rows: Annotated[int, Between(1, MAX_ROWS), _("number of cells from top to bottom")] = 30,
    columns: Annotated[int, Between(1, MAX_ROWS), _("number of cells in the longest row")] = 35,
    outline: Annotated[
        Literal["rectangle", "hexagon"],
        _("form of the whole maze; a hexagon with as many rows as columns is regular"),
    ] = "rectangle",
) -> Lattice:
    """Cells with six walls, in a rectangle or a hexagon."""
    check_size(rows, columns)
    grid = HexagonGrid(rows, columns, (rows - 1) // 2 % 2 if outline == "hexagon" else 0)
    places = np.arange(rows, dtype=np.int64)
    starts, lengths = grid.starts(places), np.full(rows, columns, np.int64)
    if outline == "hexagon":
        starts, lengths = _hexagon(starts, lengths)
    inside = np.zeros(grid.size, np.bool_)
    for start, length in zip(starts.tolist(), lengths.tolist(), strict=True):
        inside[start : start + length] = True
    down = columns + 2
    links = Links(
        np.array([[-down, 1 - down, 1, down, down - 1, -1]], np.int32),
        np.array([[BOTTOM_RIGHT, BOTTOM_LEFT, LEFT, TOP_LEFT, TOP_RIGHT, RIGHT]], np.uint8),
        ALIKE,
        inside,
    )
    return Lattice(
        *links.fields(),
        shape="hexagonal",
        parameters={"rows": rows, "columns": columns, "outline": outline},
        row_starts=starts,
        row_lengths=lengths,
        side_names=(SIDES,),
        # the three directions of hexagons: no step goes farther than one in any of them
        norms=np.array([[1, 0], [-down, 1], [1 - down, 1]], np.int64),
        first=Opening(int(starts[0]), LEFT),
        last=Opening(int(starts[-1] + lengths[-1]) - 1, RIGHT),
        geometry=Hexagons(links, grid, columns + 0.5 * (outline == "rectangle" and rows > 1)),
    )


def _hexagon(starts: Ids, lengths: Ids) -> tuple[Ids, Ids]:
    """Return where the rows of a hexagon start and how long they are: one cell less each."""
    rows, columns = len(starts), int(lengths[0])
    from_middle = np.abs(np.arange(rows, dtype=np.int64) - (rows - 1) // 2)
    if from_middle.max() >= columns:
        raise UsageError(
            _(
                "A hexagon of {rows:,} rows needs {needed:,} columns or more, not {columns:,}."
            ).format(rows=rows, needed=int(from_middle.max()) + 1, columns=columns)
        )
    return starts + from_middle // 2, lengths - from_middle


@dataclass(frozen=True)
class HexagonGrid:
    """How hexagons are numbered; row r is shifted to the right where ``r + shift`` is odd."""

    rows: int
    columns: int
    shift: int

    @property
    def size(self) -> int:
        """The number of cells, the rows above and below the maze included."""
        return int(self.starts(np.array([self.rows + 1], np.int64))[0])

    def starts(self, rows: Ids) -> Ids:
        """Return the first cell of each of ``rows``, counted from -1."""
        return 2 + (rows + 1) * (self.columns + 1) + (rows + 1 + self.shift) // 2

    def places(self, cells: Ids) -> tuple[Ids, Ids]:
        """Return row and column of each cell, both from -1: the rim has places of its own."""
        pairs, rest = np.divmod(np.asarray(cells, np.int64) - 1, 2 * self.columns + 3)
        first = self.columns + 1 + self.shift  # cells in row -1, 1, 3 ...
        second = (rest >= first).astype(np.int64)
        return 2 * pairs - 1 + second, rest - second * first - 1

    def place(self, cell: int) -> tuple[int, int]:
        """Return row and column of one cell."""
        pair, rest = divmod(cell - 1, 2 * self.columns + 3)
        first = self.columns + 1 + self.shift
        return (2 * pair - 1, rest - 1) if rest < first else (2 * pair, rest - first - 1)

    def cell(self, row: int, column: int) -> int:
        return 2 + (row + 1) * (self.columns + 1) + (row + 1 + self.shift) // 2 + column


@dataclass(frozen=True, eq=False)
class Hexagons(Tiling):
    r"""The geometry of hexagons with corners at the top and at the bottom.

    ::

            N           a corner is the lowest of the cell above it, S, or the highest of the cell
         NW/ \NE        below it, N: so each cell names two corners, and the others are those of
          |   |         its neighbours: NW is the S of the cell at the top left.
         SW\ /SE
            S
    """

    grid: HexagonGrid
    longest: float  # cells from the left to the right

    @property
    def width(self) -> float:
        """The extent in x, in cells."""
        return self.longest

    @property
    def height(self) -> float:
        """The extent in y, in cells."""
        return self.grid.rows * PITCH + SIDE / 2

    @property
    def post_pattern(self) -> PostPattern | None:
        """How posts repeat: every two rows, the N and the S of each cell in turns."""
        return PostPattern(2, 2 * (2 * self.grid.columns + 3), 2, 3)

    def centres(self, cells: Ids) -> Points:
        """Return float64[k, 2], the middle of each cell."""
        rows, columns = self.grid.places(cells)
        shifted = (rows + self.grid.shift) & 1
        return np.stack([columns + 0.5 + 0.5 * shifted, rows * PITCH + SIDE], axis=-1)

    def posts(self, walls: Ids) -> Ids:
        """Return int64[k, 2]: post ``2 * cell`` is the N of a cell, ``2 * cell + 1`` its S."""
        cells, slots = np.divmod(np.asarray(walls, np.int64), 6)
        down = self.grid.columns + 2
        corners = np.array([1 - 2 * down, 0, 3 - 2 * down, 2 * down, 1, 2 * down - 2], np.int64)
        turns = np.stack([slots, (slots + 1) % 6], axis=-1)  # NW, N, NE, SE, S, SW: clockwise
        return 2 * cells[:, None] + corners[turns]

    def post_positions(self, posts: Ids) -> Points:
        """Return float64[..., 2]: x, y."""
        cells, low = np.divmod(np.asarray(posts, np.int64), 2)
        places = self.centres(cells)
        places[..., 1] += np.where(low, SIDE, -SIDE)
        return places

    def under(self, x: float, y: float) -> int | None:
        """Return the cell at a point, the one whose middle is nearest, or ``None``."""
        best = (4.0, 0, 0)
        for row in (floor(y / PITCH) - 1, floor(y / PITCH)):
            column = floor(x - 0.5 * ((row + self.grid.shift) & 1))
            right, down = self._from_middle(row, column, x, y)
            best = min(best, (right * right + down * down, row, column))
        _distance, row, column = best
        if 0 <= row < self.grid.rows and 0 <= column < self.grid.columns:
            return self.grid.cell(row, column)
        return None

    def all_under(self, x: Points, y: Points) -> Ids:
        """Return the cells at points float64[...], ``NOWHERE`` where there is none.

        Most of it depends on ``x`` or ``y`` alone: of a picture they have few values.
        """
        above = np.floor(y / PITCH).astype(np.int64) - 1
        shifted = ((above + self.grid.shift) & 1).astype(np.bool_)
        down = [(y - row * PITCH - SIDE) ** 2 for row in (above, above + 1)]
        columns = [np.floor(x - shift) for shift in (0.0, 0.5)]
        right = [(x - shift - columns[at] - 0.5) ** 2 for at, shift in enumerate((0.0, 0.5))]
        gain = right[1] - right[0]  # of two rows one is shifted
        below = np.where(shifted, -gain, gain) < down[0] - down[1]
        column = np.where(shifted != below, *(self._in_row(columns[at]) for at in (1, 0)))
        start = np.where(below, *(self._start(row) for row in (above + 1, above)))
        return np.maximum(start + column, NOWHERE)

    def _in_row(self, column: Points) -> Ids:
        """Return columns as integers, very low ones where there is none."""
        in_row = (column >= 0) & (column < self.grid.columns)
        return np.where(in_row, column, -BEYOND_CELLS).astype(np.int64)

    def _start(self, row: Ids) -> Ids:
        """Return the first cells of rows, very low ones where there is none."""
        return np.where((row >= 0) & (row < self.grid.rows), self.grid.starts(row), -BEYOND_CELLS)

    def _from_middle(self, row: int, column: int, x: float, y: float) -> tuple[float, float]:
        """Return how far a point is to the right of the middle of a cell, and below it."""
        shifted = (row + self.grid.shift) & 1
        return x - column - 0.5 - 0.5 * shifted, y - row * PITCH - SIDE

    def nearest_side(self, cell: int, x: float, y: float) -> int:
        """Return the slot whose wall is nearest to a point in ``cell``."""
        right, down = self._from_middle(*self.grid.place(cell), x, y)
        return max(range(6), key=lambda slot: right * OUTWARD[slot][0] + down * OUTWARD[slot][1])

    def around(self, x: float, y: float) -> Ids:
        """Return the cells of the rows near a point that are next to it, as far as there are."""
        first = max(0, ceil((y - REACH - 2 * SIDE) / PITCH))
        last = min(self.grid.rows - 1, floor((y + REACH) / PITCH))
        rows = np.arange(first, last + 1, dtype=np.int64)
        columns = np.arange(max(0, floor(x) - 2), min(self.grid.columns, floor(x) + 2))
        return (self.grid.starts(rows)[:, None] + columns).ravel()

    def outward(self, cell: int, slot: int) -> tuple[float, float]:  # noqa: ARG002 - all alike
        """Return the unit vector through the wall ``slot``."""
        return OUTWARD[slot]

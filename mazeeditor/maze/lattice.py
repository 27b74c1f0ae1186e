"""Which cells a maze has and which of them are neighbours, the same for every shape.

Cells are flat integers. The neighbour of ``cell`` through ``slot`` is
``cell + offsets[cell & mask, slot]`` and ``opposite[cell & mask, slot]`` is the slot back.
A rim of outside cells stands around the inside ones, so kernels need no bounds checks::

    . . . . .        3 rows, 4 columns, stride 5:  . outside, o inside
    . o o o o        cell = (row + 1) * 5 + 1 + column; the outside cell after
    . o o o o        the last of a row is the one before the first of the next
    . o o o o
    . . . . . .
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.errors import UsageError
from mazeeditor.maze.geometry import Geometry, Ids
from mazeeditor.words import _

LARGEST = 10**8  # cells in a maze
LONGEST = 10_000  # rows or columns


@dataclass(frozen=True)
class Opening:
    """An entrance or exit: a gap in the outer wall, or (``slot`` None) a cell in the middle."""

    cell: int
    slot: int | None = None


@dataclass(frozen=True, eq=False)
class Lattice:
    """The cells and neighbours of one shape at one size.

    ``shape`` and ``parameters`` (``{"rows": 30, "columns": 40}``) say how to build it again.
    ``offsets`` int64[r, degree], ``opposite`` uint8[r, degree], ``inside`` bool[n]. Row ``r`` of
    the maze starts at cell ``row_starts[r]`` and has ``row_lengths[r]`` places. ``sides`` names
    the slots. ``norms`` int64[k, 2]: no route between two cells is shorter than the largest
    ``abs(norms @ (rows between, columns between))``. ``first`` and ``last`` are the openings that
    a new maze gets.
    """

    shape: str
    parameters: Mapping[str, Any]
    offsets: NDArray[np.int64]
    opposite: NDArray[np.uint8]
    mask: int
    inside: NDArray[np.bool_]
    row_starts: NDArray[np.int64]
    row_lengths: NDArray[np.int64]
    sides: tuple[str, ...]
    norms: NDArray[np.int64]
    first: Opening
    last: Opening
    geometry: Geometry = field(repr=False)

    def __post_init__(self) -> None:
        for table in (self.offsets, self.opposite, self.inside, self.row_starts, self.row_lengths):
            table.flags.writeable = False

    @property
    def degree(self) -> int:
        """The number of slots of a cell."""
        return self.offsets.shape[1]

    @property
    def size(self) -> int:
        """The number of cells, the outside ones included: the length of every array over cells."""
        return len(self.inside)

    @cached_property
    def cells(self) -> int:
        """The number of inside cells."""
        return int(np.count_nonzero(self.inside))

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.row_starts)

    @cached_property
    def columns(self) -> int:
        """The number of places in the longest row."""
        return int(self.row_lengths.max())

    @property
    def tables(self) -> tuple[NDArray[np.int64], NDArray[np.uint8], int]:
        """``offsets, opposite, mask``: what a kernel needs to find its neighbours."""
        return self.offsets, self.opposite, self.mask

    @property
    def closed(self) -> int:
        """The ``walls`` byte of a cell with every wall closed."""
        return (1 << self.degree) - 1

    def same(self, other: Lattice) -> bool:
        """Whether both have the same shape, sizes and inside cells."""
        return self is other or (
            self.shape == other.shape
            and dict(self.parameters) == dict(other.parameters)
            and np.array_equal(self.inside, other.inside)
        )

    def neighbour(self, cell: int, slot: int) -> int:
        """Return the cell on the other side of a wall; it may be outside."""
        return cell + int(self.offsets[cell & self.mask, slot])

    def back(self, cell: int, slot: int) -> int:
        """Return the slot by which the neighbour sees the same wall."""
        return int(self.opposite[cell & self.mask, slot])

    def wall(self, cell: int, slot: int) -> int:
        """Return the id of a wall: ``cell * degree + slot``, taken from its lower cell."""
        other = self.neighbour(cell, slot)
        if other < cell:
            return other * self.degree + self.back(cell, slot)
        return cell * self.degree + slot

    def wall_ids(self, cells: Ids, slots: Ids) -> Ids:
        """Return the ids int64[k] of the walls ``slots`` of ``cells``, int64[k] each."""
        rows = cells & self.mask
        others = cells + self.offsets[rows, slots]
        backs = self.opposite[rows, slots].astype(np.int64)
        mine = cells * self.degree + slots
        return np.where(others < cells, others * self.degree + backs, mine)

    def sides_of(self, walls: Ids) -> tuple[Ids, Ids, Ids, Ids]:
        """Return the lower cells, their slots, the upper cells and their slots, int64[k] each."""
        cells, slots = np.divmod(np.asarray(walls, np.int64), self.degree)
        rows = cells & self.mask
        return (
            cells,
            slots,
            cells + self.offsets[rows, slots],
            self.opposite[rows, slots].astype(np.int64),
        )

    def slot_between(self, cell: int, other: int) -> int:
        """Return the slot of ``cell`` that leads to ``other``; raises ``UsageError``."""
        for slot in range(self.degree):
            if self.neighbour(cell, slot) == other:
                return slot
        raise UsageError(
            _("Cells {one} and {other} are not neighbours.").format(
                one=self.place(cell), other=self.place(other)
            )
        )

    def is_inner(self, wall: int) -> bool:
        """Whether a wall stands between two inside cells (False for outer walls)."""
        cell, slot = divmod(wall, self.degree)
        return bool(self.inside[cell] and self.inside[self.neighbour(cell, slot)])

    def cell(self, row: int, column: int) -> int:
        """Return the inside cell at a place, both counted from 0; raises ``UsageError``."""
        if 0 <= row < self.rows and 0 <= column < self.row_lengths[row]:
            cell = int(self.row_starts[row]) + column
            if self.inside[cell]:
                return cell
        raise UsageError(
            _(
                "There is no cell {row},{column}: rows go from 0 to {last_row}, "
                "columns from 0 to {last_column}."
            ).format(row=row, column=column, last_row=self.rows - 1, last_column=self.columns - 1)
        )

    def place(self, cell: int) -> tuple[int, int]:
        """Return the row and column of a cell, both counted from 0."""
        row = int(np.searchsorted(self.row_starts, cell, side="right")) - 1
        return row, cell - int(self.row_starts[row])

    def places(self, cells: Ids) -> NDArray[np.int64]:
        """Return int64[k, 2], the row and column of each of ``cells`` int64[k]."""
        rows = np.searchsorted(self.row_starts, cells, side="right") - 1
        return np.stack([rows, cells - self.row_starts[rows]], axis=-1).astype(np.int64)

    def inside_cells(self) -> Ids:
        """Return the inside cells int64[cells], lowest first."""
        return np.flatnonzero(self.inside).astype(np.int64)

    def outer_slots(self, cell: int) -> list[int]:
        """Return the slots of an inside cell that lead outside."""
        return [s for s in range(self.degree) if not self.inside[self.neighbour(cell, s)]]

"""Which cells a maze has, how they and openings are named, and where they lie, for every shape."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _, quote_value
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.links import UNUSED, Links
from mazeeditor.maze.tiling import Tiling

MAX_CELLS = 10**8  # cells in a maze
MAX_ROWS = 10_000  # rows or columns
CELLS_AT_ONCE = 1 << 14  # cells whose directions are compared at a time


@dataclass(frozen=True)
class Opening:
    """An entrance or exit: a gap in the outer wall, or (``slot`` None) a cell in the middle."""

    cell: int
    slot: int | None = None


@dataclass(frozen=True, eq=False)
class Lattice(Links):
    """The cells and neighbours of one shape at one size.

    ``shape`` and ``parameters`` (``{"rows": 30, "columns": 40}``) specify how to rebuild it. Row
    ``r`` of the maze starts at cell ``row_starts[r]`` and has ``row_lengths[r]`` places.
    ``side_names`` has a tuple of the names of all slots in their order, clockwise on squares and
    hexagons, or two where odd cells have other directions than even ones. ``norms`` int64[k, 2]: no
    route between two cells is shorter than the largest ``abs(norms @ (rows between, difference of
    the cells))``. ``first`` and ``last`` are the openings that a new maze gets.
    """

    shape: str
    parameters: Mapping[str, Any]
    row_starts: NDArray[np.int64]
    row_lengths: NDArray[np.int64]
    side_names: tuple[tuple[str, ...], ...]
    norms: NDArray[np.int64]
    first: Opening
    last: Opening
    geometry: Tiling = field(repr=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        for table in (self.row_starts, self.row_lengths):
            table.flags.writeable = False

    @cached_property
    def cells(self) -> int:
        return int(np.count_nonzero(self.inside))

    @property
    def rows(self) -> int:
        return len(self.row_starts)

    @cached_property
    def columns(self) -> int:
        """The number of places in the longest row."""
        return int(self.row_lengths.max())

    @cached_property
    def whole(self) -> bool:
        """Whether every place of every row is an inside cell."""
        return self.cells == int(self.row_lengths.sum())

    @cached_property
    def row_ends(self) -> Ids:
        """The first and the last inside cell of each row that has any, int64[k]."""
        ends = []
        for start, length in zip(self.row_starts.tolist(), self.row_lengths.tolist(), strict=True):
            row = self.inside[start : start + length]
            first, last = int(row.argmax()), length - 1 - int(row[::-1].argmax())
            if row[first]:
                ends += [start + first, start + last]
        return np.array(ends, np.int64)

    @cached_property
    def edge_cells(self) -> Ids:
        """The inside cells int64[k] with a neighbour that is outside or no place at all."""
        inside = np.flatnonzero(self.inside)
        within, rows = np.ones(len(inside), np.bool_), self.rows_of(inside)
        for slot in range(self.degree):
            beyond = self.inside[inside + self.offsets[rows, slot]]
            within &= beyond | (self.opposite[rows, slot] == UNUSED)
        return inside[~within].astype(np.int64)

    @property
    def sides(self) -> tuple[str, ...]:
        """Every name that a side of a cell can have."""
        return self.side_names[0]

    def side(self, cell: int, slot: int) -> str:
        return self.side_names[cell % len(self.side_names)][slot]

    def slot(self, cell: int, side: str) -> int:
        """Return the slot of a cell for the name of a side; raises ``UsageError``."""
        names = self.side_names[cell % len(self.side_names)]
        if side in names:
            return names.index(side)
        raise UsageError(
            _("There is no side {side}: the sides are {sides}.").format(
                side=quote_value(side), sides=", ".join(names)
            )
        )

    def check_outer(self, cell: int, slot: int) -> None:
        """Raise ``UsageError``, naming the possible sides, if a side of a cell is no outer wall."""
        outer = self.outer_slots(cell)
        if slot in outer:
            return
        message = _("Cell {place} has no outer wall: without a side it can be an opening itself.")
        if outer:
            message = _("Cell {place} has no outer wall {side}, only {sides}.")
        raise UsageError(
            message.format(
                place="{},{}".format(*self.place(cell)),
                side=quote_value(self.side(cell, slot) if 0 <= slot < self.degree else slot),
                sides=", ".join(self.side(cell, slot) for slot in outer),
            )
        )

    def same(self, other: Lattice) -> bool:
        """Whether both have the same shape, sizes and inside cells."""
        return self is other or (alike(self, other) and np.array_equal(self.inside, other.inside))

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

    def cell(self, row: int, column: int) -> int:
        """Return the inside cell at a place, both counted from 0; raises ``UsageError``."""
        if 0 <= row < self.rows and 0 <= column < self.row_lengths[row]:
            cell = int(self.row_starts[row]) + column
            if self.inside[cell]:
                return cell
        raise UsageError(
            _("There is no cell {row},{column}: {why}.").format(
                row=row, column=column, why=self._why_no_cell(row, column)
            )
        )

    def _why_no_cell(self, row: int, column: int) -> str:
        if not 0 <= row < self.rows:
            return _("rows go from 0 to {last:,}").format(last=self.rows - 1)
        last = int(self.row_lengths[row]) - 1
        if not 0 <= column <= last:
            return _("in row {row} columns go from 0 to {last:,}").format(row=row, last=last)
        return _("this place is blank")

    def place(self, cell: int) -> tuple[int, int]:
        """Return the row and column of a cell, both counted from 0."""
        row = int(np.searchsorted(self.row_starts, cell, side="right")) - 1
        return row, cell - int(self.row_starts[row])

    def places(self, cells: Ids) -> NDArray[np.int64]:
        """Return int64[k, 2], the row and column of each of ``cells`` int64[k]."""
        rows = np.searchsorted(self.row_starts, cells, side="right") - 1
        return np.stack([rows, cells - self.row_starts[rows]], axis=-1).astype(np.int64)

    def are_places(self, cells: Ids) -> NDArray[np.bool_]:
        """Return bool[k]: which of ``cells`` int64[k] the shape has, also where they are blank."""
        rows, columns = self.places(cells).T
        valid: NDArray[np.bool_] = (rows >= 0) & (columns < self.row_lengths[rows])
        return valid

    def side_cosines(self) -> Iterator[tuple[Ids, NDArray[np.float64]]]:
        """Yield rows int64[k] of the tables, and the cosines of the angles between their sides.

        These are float64[k, degree, degree], of the directions of slots: cells of one row have
        equal ones. Rows without an inside cell are left out.
        """
        samples = self.samples()
        rows = np.flatnonzero(samples)
        for start in range(0, len(rows), CELLS_AT_ONCE):
            some = rows[start : start + CELLS_AT_ONCE]
            directions = self.geometry.all_outward(samples[some])
            yield some, np.einsum("kix,kjx->kij", directions, directions)

    def inside_cells(self) -> Ids:
        """Return the inside cells int64[cells], lowest first."""
        return np.flatnonzero(self.inside).astype(np.int64)


def alike(one: Lattice, other: Lattice) -> bool:
    """Whether two lattices differ at most in which cells are inside."""
    return (one.shape, dict(one.parameters)) == (other.shape, dict(other.parameters))


Place = tuple[int, int] | tuple[int, int, str]
DEFAULT: Any = object()  # stands for "the shape's own opening", None means "no opening"


def openings(
    lattice: Lattice, entrance: Place | None, leave: Place | Sequence[Place] | None
) -> tuple[Opening | None, tuple[Opening, ...]]:
    """Return entrance and exits of a lattice, its own where ``DEFAULT`` is given.

    ``leave`` is one exit or several. Raises ``UsageError``.
    """
    if entrance is DEFAULT:
        first: Opening | None = lattice.first
    else:
        first = None if entrance is None else opening(lattice, entrance)
    if leave is DEFAULT:
        return first, (lattice.last,)
    if leave is None:
        return first, ()
    listed = (list, tuple)
    single = not isinstance(leave, listed) or (leave and not isinstance(leave[0], listed))
    places: Any = [leave] if single else leave
    return first, tuple(opening(lattice, place) for place in places)


def opening(lattice: Lattice, place: Place) -> Opening:
    """Return the opening at ``(row, column)`` or ``(row, column, side)``; raises ``UsageError``."""
    try:
        row, column, *side = place
        row, column = index(row), index(column)
    except (TypeError, ValueError):
        raise _no_opening(place) from None
    cell = lattice.cell(row, column)
    if not side:
        return Opening(cell)
    if len(side) > 1:
        raise _no_opening(place)
    return Opening(cell, lattice.slot(cell, str(side[0])))


def cell_at(lattice: Lattice, place: tuple[int, int]) -> int:
    """Return the cell at ``(row, column)``; raises ``UsageError``."""
    try:
        row, column = place
        row, column = index(row), index(column)
    except (TypeError, ValueError):
        message = _("A cell is (row, column), not {place}.")
        raise UsageError(message.format(place=quote_value(place))) from None
    return lattice.cell(row, column)


def _no_opening(place: object) -> UsageError:
    message = _("An opening is (row, column) or (row, column, side), not {place}.")
    return UsageError(message.format(place=quote_value(place)))

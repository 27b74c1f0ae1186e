"""Rows and columns that are added or removed, and the openings and cells that move along.

Inserting and deleting work on rows: a column is a row of the transposed table, in which left
stands for top.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.pieces import mask_lattice
from mazeeditor.maze.shapes import build
from mazeeditor.maze.shapes.rectangular import BOTTOM, LEFT, RIGHT, TOP
from mazeeditor.maze.walls import border_cells

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
        return mask_lattice(whole, inside, job)


def length(lattice: Lattice, line: Line) -> int:
    return lattice.rows if line == "row" else lattice.columns


def check_line(at: int, last: int, line: Line) -> None:
    """Raise ``UsageError`` unless ``at`` is one of 0 to ``last``."""
    if at > last:
        text = _("{lines} can be chosen from 0 to {last:,} here, not {at:,}.")
        raise UsageError(text.format(lines=NAMES[line], last=last, at=at))


def longer(lattice: Lattice, line: Line, by: int) -> Lattice:
    """Return the whole lattice with ``by`` more rows or columns; raises ``UsageError``."""
    rows, columns = lattice.rows + by * (line == "row"), lattice.columns + by * (line == "column")
    return build("rectangular", rows=rows, columns=columns)


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


Run = tuple[int, int, int]  # the first line of some, the end of them, the place of the first


def _back(runs: tuple[Run, ...]) -> tuple[Run, ...]:
    return tuple((to, to + end - first, first) for first, end, to in runs)


def _shift(runs: tuple[Run, ...]) -> int:
    return next((to - first for first, end, to in runs if end > first), 0)


@dataclass(frozen=True)
class CarriedLines:
    """The ``rows`` and ``columns`` that stay, as runs in ascending order."""

    rows: tuple[Run, ...]
    columns: tuple[Run, ...]

    @classmethod
    def one_more(cls, lattice: Lattice, line: Line, at: int) -> CarriedLines:
        """Return where the lines of a lattice go when one gets the number ``at``."""
        return cls._of(lattice, line, lambda last: ((0, at, 0), (at, last, at + 1)))

    @classmethod
    def one_less(cls, lattice: Lattice, line: Line, at: int) -> CarriedLines:
        """Return where the lines of a lattice go when number ``at`` is removed."""
        return cls._of(lattice, line, lambda last: ((0, at, 0), (at + 1, last, at)))

    @classmethod
    def _of(cls, lattice: Lattice, line: Line, changed: Any) -> CarriedLines:
        rows, columns = lattice.rows, lattice.columns
        if line == "row":
            return cls(changed(rows), ((0, columns, 0),))
        return cls(((0, rows, 0),), changed(columns))

    @property
    def back(self) -> CarriedLines:
        return CarriedLines(_back(self.rows), _back(self.columns))

    @property
    def shift(self) -> tuple[int, int]:
        """By how many rows and columns the first line that stays moves."""
        return _shift(self.rows), _shift(self.columns)

    def to_json(self) -> list[list[list[int]]]:
        """Return what ``from_json`` takes."""
        return [[list(run) for run in runs] for runs in (self.rows, self.columns)]

    @classmethod
    def from_json(cls, record: Any) -> CarriedLines:
        """Return what ``to_json`` wrote; raises ``ValueError`` or ``TypeError``."""
        rows, columns = (
            tuple((int(first), int(end), int(to)) for first, end, to in runs) for runs in record
        )
        return cls(rows, columns)

    def cells(
        self, before: Lattice, chosen: NDArray[np.bool_], after: Lattice
    ) -> NDArray[np.bool_]:
        """Return bool[m] of ``after``, where the ``chosen`` cells bool[n] of ``before`` are.

        A line between two that were neighbours has those that stand between two chosen cells.
        """
        table = _carry(_table(before, chosen), self.rows, after.rows)
        table = _carry(table.T, self.columns, after.columns).T
        result = np.zeros(after.size, np.bool_)
        _table(after, result)[:] = table
        return result & after.inside


def _table(lattice: Lattice, cells: NDArray[np.bool_]) -> NDArray[np.bool_]:
    return table_of(lattice, cells.view(np.uint8)).view(np.bool_)


def _carry(table: NDArray[np.bool_], runs: tuple[Run, ...], lines: int) -> NDArray[np.bool_]:
    """Return the rows of a table at their places among ``lines``."""
    result = np.zeros((lines, table.shape[1]), np.bool_)
    ends = 0
    for first, end, to in runs:
        result[to : to + end - first] = table[first:end]
        if 0 < ends < to and first < end:
            result[ends:to] = result[ends - 1] & result[to]
        ends = to + end - first
    return result


Position = tuple[float, float, int | None]  # row, column, slot; a half is between two cells
Move = Callable[[int, int, int | None], Position]


def along(line: Line, shift: Callable[[int], float]) -> Move:
    """Return the move that replaces the row of a cell, or its column, by ``shift`` of it."""
    if line == "row":
        return lambda row, column, slot: (shift(row), column, slot)
    return lambda row, column, slot: (row, shift(column), slot)


def carry_openings(before: Maze, after: Maze, move: Move) -> Maze:
    """Give ``after`` the openings of ``before`` and return it.

    ``move`` returns the new position of row, column and slot of an opening, which may be outside
    or between two cells. Openings that keep their place come before those that need another, but
    an exit is removed rather than the entrance.
    """
    targets: dict[Opening, Position] = {}
    for opening in before.openings:
        targets[opening] = move(*before.lattice.place(opening.cell), opening.slot)
    order = sorted(targets, key=lambda opening: not _possible(after.lattice, targets[opening]))
    placed = _place(after.lattice, targets, order)
    if before.entrance and before.entrance not in placed:
        order.sort(key=lambda opening: opening != before.entrance)
        placed = _place(after.lattice, targets, order)
    entrance = placed.get(before.entrance) if before.entrance else None
    after.set_openings(entrance, tuple(placed[gap] for gap in before.exits if gap in placed))
    return after


def _place(
    lattice: Lattice, targets: Mapping[Opening, Position], order: Iterable[Opening]
) -> dict[Opening, Opening]:
    """Return the new opening of each for which there is a free place, the first in order first."""
    placed: dict[Opening, Opening] = {}
    for opening in order:
        taken = set(placed.values())
        free = (place for place in _nearest(lattice, *targets[opening]) if place not in taken)
        place = next(free, None)
        if place:
            placed[opening] = place
    return placed


def _possible(lattice: Lattice, position: Position) -> bool:
    """Whether the lattice can have an opening at a position."""
    row, column, slot = position
    if row not in range(lattice.rows) or column not in range(lattice.columns):
        return False
    cell = int(lattice.row_starts[int(row)]) + int(column)
    inside = bool(lattice.inside[cell])
    return inside and (slot is None or slot in lattice.outer_slots(cell))


def _nearest(lattice: Lattice, row: float, column: float, slot: int | None) -> Iterator[Opening]:
    """Yield the openings on the side ``slot`` of the maze, the nearest to a position first.

    Without a slot those in the middle of cells: of the nearest row first.
    """
    if slot is None:
        lines = np.arange(lattice.rows)
        for line in np.lexsort((-lines, np.abs(lines - row))).tolist():
            start = int(lattice.row_starts[line])
            cells = start + np.flatnonzero(lattice.inside[start : start + lattice.columns])
            yield from _sort(lattice, cells.astype(np.int64), row, column, None)
    else:
        yield from _sort(lattice, border_cells(lattice, slot), row, column, slot)


def _sort(
    lattice: Lattice, cells: Ids, row: float, column: float, slot: int | None
) -> Iterator[Opening]:
    """Yield openings in ``cells`` int64[k], the nearest first; of two as near, the later cell."""
    rows, columns = lattice.places(cells).T
    distances = np.abs(rows - row) + np.abs(columns - column)
    for cell in cells[np.lexsort((-cells, distances))].tolist():
        yield Opening(cell, slot)

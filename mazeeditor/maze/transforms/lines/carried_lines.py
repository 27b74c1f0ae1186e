r"""Which rows and columns stay where others are added or removed, and where they come to lie.

What lies on the cells moves along: the selection by rows and columns, an underlay as a whole::

    row 0   a  ->  a   row 0
        1   b      .       1   inserted: in no run
        2   c      b       2
                   c       3
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.transforms.lines.wall_table import Line, table_of

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
        """What undoes it."""
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
        table = _carried(_table(before, chosen), self.rows, after.rows)
        table = _carried(table.T, self.columns, after.columns).T
        result = np.zeros(after.size, np.bool_)
        _table(after, result)[:] = table
        return result & after.inside


def _table(lattice: Lattice, cells: NDArray[np.bool_]) -> NDArray[np.bool_]:
    return table_of(lattice, cells.view(np.uint8)).view(np.bool_)


def _carried(table: NDArray[np.bool_], runs: tuple[Run, ...], lines: int) -> NDArray[np.bool_]:
    """Return the rows of a table at their places among ``lines``."""
    result = np.zeros((lines, table.shape[1]), np.bool_)
    ends = 0
    for first, end, to in runs:
        result[to : to + end - first] = table[first:end]
        if 0 < ends < to and first < end:
            result[ends:to] = result[ends - 1] & result[to]
        ends = to + end - first
    return result

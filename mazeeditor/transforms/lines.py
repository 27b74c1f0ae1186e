"""What inserting and deleting share: one row or column among the others.

A column is handled as a row of the table turned round, in which left stands for top.
"""

from __future__ import annotations

from typing import Literal

from mazeeditor.errors import UsageError
from mazeeditor.maze.lattice import Lattice
from mazeeditor.shapes.rectangular import BOTTOM, LEFT, RIGHT, TOP
from mazeeditor.transforms.carrying import Spot
from mazeeditor.transforms.squares import Table
from mazeeditor.words import _

Line = Literal["row", "column"]
NAMES = {"row": _("Rows"), "column": _("Columns")}


def length(lattice: Lattice, line: Line) -> int:
    """Return how many rows or columns there are."""
    return lattice.rows if line == "row" else lattice.columns


def check_place(at: int, last: int, line: Line) -> None:
    """Raise ``UsageError`` unless ``at`` is one of 0 to ``last``."""
    if at > last:
        words = _("{lines} can be chosen from 0 to {last:,} here, not {at:,}.")
        raise UsageError(words.format(lines=NAMES[line], last=last, at=at))


def longer(lattice: Lattice, line: Line, by: int) -> tuple[int, int]:
    """Return rows and columns with ``by`` more of one of them."""
    return lattice.rows + by * (line == "row"), lattice.columns + by * (line == "column")


def axis(line: Line) -> int:
    """Return the axis of a table along which lines follow each other."""
    return 0 if line == "row" else 1


def upright(table: Table, line: Line) -> Table:
    """Return a view of a table in which ``line`` is a row."""
    return table if line == "row" else table.T


def bits(line: Line) -> tuple[int, int]:
    """Return the bits of the walls towards the line before and the line after."""
    before, after = (TOP, BOTTOM) if line == "row" else (LEFT, RIGHT)
    return 1 << before, 1 << after


def spot(line: Line, place: float, other: int, slot: int | None) -> Spot:
    """Return the spot at ``place`` among the lines and ``other`` along them."""
    return (place, other, slot) if line == "row" else (other, place, slot)

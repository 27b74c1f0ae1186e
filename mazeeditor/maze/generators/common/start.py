"""Where an algorithm begins: a random cell, the middle, the first cell, or a given cell."""

from __future__ import annotations

from typing import Annotated

from mazeeditor.core.errors import UsageError
from mazeeditor.core.kernels.compiled import I64
from mazeeditor.core.options import Between, Written
from mazeeditor.core.translation import _, quoted
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.pieces import Part
from mazeeditor.maze.random import random_cell

RANDOM, MIDDLE, FIRST = "random", "middle", "first"


def read_start(text: str) -> str:
    """Return ``random``, ``middle``, ``first`` or ``ROW,COL``; raises ``UsageError``."""
    plain = text.strip().lower()
    if plain in (RANDOM, MIDDLE, FIRST):
        return plain
    row, comma, column = (part.strip() for part in plain.partition(","))
    if not (comma and all(part.isascii() and part.isdigit() for part in (row, column))):
        raise UsageError(
            _("Start must be random, middle, first or a cell like 0,0, not {text}.").format(
                text=quoted(text)
            )
        )
    return f"{int(row)},{int(column)}"


Straight = Annotated[float, Between(0, 1), _("the chance to go straight on where that is possible")]
Start = Annotated[
    str,
    Written(read_start, (RANDOM, MIDDLE, FIRST)),
    _("the cell to begin with: random, middle, first, or row,column counted from 0"),
]


def start_cell(lattice: Lattice, start: str, random: I64) -> int:
    """Return the cell that ``start`` names; raises ``UsageError`` where the maze has no such."""
    if start == RANDOM:
        return random_cell(lattice.inside, random)
    if start == FIRST:
        return int(lattice.inside.argmax())
    if start == MIDDLE:
        return middle_cell(lattice)
    row, column = map(int, start.split(","))
    if not isinstance(lattice, Part):
        return lattice.cell(row, column)
    cell = lattice.of.cell(row, column) - lattice.low
    in_piece = 0 <= cell < lattice.size and lattice.inside[cell]
    return cell if in_piece else random_cell(lattice.inside, random)  # it is in another piece


def middle_cell(lattice: Lattice) -> int:
    """Return the inside cell in the middle of the middle row, or the next one that is inside."""
    row = lattice.rows // 2
    middle = int(lattice.row_starts[row] + lattice.row_lengths[row] // 2)
    middle = min(max(middle, 0), lattice.size - 1)  # a piece may lie above or below it
    after = int(lattice.inside[middle:].argmax())
    return middle + after if lattice.inside[middle + after] else int(lattice.inside.argmax())

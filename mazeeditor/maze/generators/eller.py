"""Eller's algorithm: row by row, storing one row only; like Kruskal, but more upright."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import I32, I64, TICK, U8, kernel
from mazeeditor.core.translation import _
from mazeeditor.maze.generators import generator
from mazeeditor.maze.generators.sides import RECTANGULAR, Bias, Strips, open_below, open_right
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.random import chance, draw
from mazeeditor.maze.shapes.rectangular import BOTTOM


class JoinedColumns(NamedTuple):
    """The columns joined in a row: the next and the previous one of each, in a ring."""

    after: I32
    before: I32


@generator(
    "eller",
    _("Eller"),
    order=9,
    shapes=RECTANGULAR,
    texture=_("even, with longer runs down"),
    areas=True,
    code=_(
        "For each row:\n"
        "    For each wall between two cells that are not connected yet:\n"
        "        Open it at random; in the last row, always\n"
        "    For each cell, but not in the last row:\n"
        "        Open it downwards, at random or as the last of those connected with it"
    ),
)
def eller(
    lattice: Lattice, walls: NDArray[np.uint8], random: I64, job: Job, *, bias: Bias = 0.0
) -> None:
    """Join cells of a row at random, then lead each joined group down, row by row.

    M. Eller (1982). The cells of a row that are connected already form a ring in ``after`` and
    ``before``, in the order of their columns; as no two paths cross, neighbouring cells are
    connected exactly if they follow each other in a ring, so each cell takes the same short time.
    """
    columns = np.arange(lattice.columns, dtype=np.int32)
    rings = JoinedColumns(columns, columns.copy())
    stride = int(lattice.offsets[0, BOTTOM])
    chances = chance((1 + bias) / 2), chance((1 - bias) / 2)
    rows = Strips(int(lattice.row_starts[0]), lattice.rows, lattice.columns)
    _carve(walls, rings, rows, stride, *chances, random, job.signal)


@kernel
def _carve(
    walls: U8,
    rings: JoinedColumns,
    rows: Strips,
    stride: int,
    across: int,
    down: int,
    random: I64,
    signal: I64,
) -> None:
    after = rings.after
    steps = 0
    for row in range(rows.number):  # line 1
        start = rows.first + row * stride
        last = row == rows.number - 1
        for column in range(rows.length - 1):  # line 2
            if after[column] != column + 1 and (last or draw(random) < across):
                # line 3
                open_right(walls, start + column)
                _join(rings, column)
        for column in range(rows.length):  # line 4
            steps += 1
            if steps & TICK == 0:
                signal[0] = steps
                if signal[1] != 0:
                    return
            if last:
                continue
            if after[column] == column or draw(random) < down:  # the last of a ring must go down
                # line 5
                open_below(walls, start + column, stride)
            else:
                _leave(rings, column)


@kernel
def _join(rings: JoinedColumns, column: int) -> None:
    """Join the rings of ``column`` and the next column, which follow each other in it."""
    after, before = rings.after, rings.before
    other, end = after[column], before[column + 1]
    after[end], before[other] = other, end
    after[column], before[column + 1] = column + 1, column


@kernel
def _leave(rings: JoinedColumns, column: int) -> None:
    """Take a column out of its ring: the cell below begins one of its own."""
    after, before = rings.after, rings.before
    after[before[column]] = after[column]
    before[after[column]] = before[column]
    after[column] = before[column] = column

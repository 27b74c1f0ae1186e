"""Recursive division: long straight walls, each with one gap; rooms, if chosen."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import I64, TICK, U8, kernel
from mazeeditor.core.options import Between
from mazeeditor.core.translation import _
from mazeeditor.maze.generators import generator
from mazeeditor.maze.generators.sides import RECTANGULAR, Bias
from mazeeditor.maze.lattice import MAX_ROWS, Lattice
from mazeeditor.maze.random import below
from mazeeditor.maze.shapes.rectangular import BOTTOM, LEFT, RIGHT, TOP

WAITING = 32  # areas that wait at most: the smaller part is done first, and 2**32 > LARGEST
BIAS_STEPS = 1 << 20  # steps from no bias to full bias


@generator(
    "recursive-division",
    _("Recursive division"),
    order=10,
    shapes=RECTANGULAR,
    texture=_("long straight walls"),
    code=_(
        "Open all walls: one area waits\n"
        "Until no area waits:\n"
        "    Take one; if it is one cell wide or high, leave it as it is\n"
        "    Else build a wall across it at a random place, with one gap\n"
        "    Its two parts wait"
    ),
)
def recursive_division(
    lattice: Lattice,
    walls: NDArray[np.uint8],
    random: I64,
    job: Job,
    *,
    bias: Bias = 0.0,
    rooms: Annotated[
        int,
        Between(1, MAX_ROWS),
        _("largest width and height of areas that stay open, in cells; 1: no rooms"),
    ] = 1,
) -> None:
    """Divide the area by a wall with one gap, then both parts likewise; rooms have loops.

    The wall runs across the longer side (of a square: either), at each place equally likely, and so
    is its gap; an area one cell wide or high is a corridor. After J. Buck, "Mazes for
    Programmers" (2015), chapter 12. ``bias`` multiplies the sides before they are compared::

        +---+---+---+---+       +---+---+---+---+
        |               |       |       |       |     wider than high: an upright wall,
        +               +  -->  +       +       +     its gap in the second row
        |               |       |               |
        +---+---+---+---+       +---+---+---+---+
    """
    _open_all(lattice, walls)  # line 1
    waiting = np.empty(4 * WAITING, np.int64)
    waiting[:4] = lattice.row_starts[0], lattice.rows, lattice.columns, 0
    stride = int(lattice.offsets[0, BOTTOM])
    weights = BIAS_STEPS + round(bias * BIAS_STEPS), BIAS_STEPS - round(bias * BIAS_STEPS)
    _divide(walls, waiting, stride, *weights, rooms, random, job.signal)


@kernel
def _divide(
    walls: U8,
    waiting: I64,
    stride: int,
    level: int,
    upright: int,
    rooms: int,
    random: I64,
    signal: I64,
) -> None:
    """Go on until no area is ``waiting``: first cell, rows and columns of each, four places."""
    left, steps = 1, 0
    while left > 0:  # line 2
        steps += 1
        if steps & TICK == 0 and signal[1] != 0:
            return
        # line 3
        left -= 1
        first, rows, columns = waiting[4 * left], waiting[4 * left + 1], waiting[4 * left + 2]
        if rows == 1 or columns == 1 or max(rows, columns) <= rooms:
            signal[0] += rows * columns
            continue
        # line 4
        high, wide = rows * level, columns * upright
        if high > wide or (high == wide and below(random, 2) == 0):
            upper = 1 + below(random, rows - 1)
            second, sizes = first + upper * stride, (upper, columns, rows - upper, columns)
            gap = below(random, columns)
            for place in range(columns):
                if place != gap:
                    _close_below(walls, second - stride + place, stride)
        else:
            near = 1 + below(random, columns - 1)
            second, sizes = first + near, (rows, near, rows, columns - near)
            gap = below(random, rows)
            for place in range(rows):
                if place != gap:
                    _close_right(walls, second - 1 + place * stride)
        # line 5
        smaller_first = sizes[0] * sizes[1] <= sizes[2] * sizes[3]
        for part in range(2):
            is_first = (part == 0) != smaller_first
            place = 4 * (left + part)
            waiting[place] = first if is_first else second
            waiting[place + 1] = sizes[0] if is_first else sizes[2]
            waiting[place + 2] = sizes[1] if is_first else sizes[3]
        left += 2


@kernel
def _close_below(walls: U8, cell: int, stride: int) -> None:
    walls[cell] |= 1 << BOTTOM
    walls[cell + stride] |= 1 << TOP


@kernel
def _close_right(walls: U8, cell: int) -> None:
    walls[cell] |= 1 << RIGHT
    walls[cell + 1] |= 1 << LEFT


def _open_all(lattice: Lattice, walls: NDArray[np.uint8]) -> None:
    """Open every wall but the outer one."""
    walls[lattice.inside] = 0
    starts, columns = lattice.row_starts, lattice.columns
    walls[starts] |= np.uint8(1 << LEFT)
    walls[starts + columns - 1] |= np.uint8(1 << RIGHT)
    walls[starts[0] : starts[0] + columns] |= np.uint8(1 << TOP)
    walls[starts[-1] : starts[-1] + columns] |= np.uint8(1 << BOTTOM)

"""Sidewinder: runs along the rows, each with one passage up; one open corridor along a side."""

from __future__ import annotations

from typing import Annotated, Literal

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import I64, TICK, U8, kernel
from mazeeditor.core.options import Label
from mazeeditor.core.translation import _
from mazeeditor.maze.generators import generator
from mazeeditor.maze.generators.sides import RECTANGULAR, Bias, Side, Strips, open_side, side_of
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.random import below, chance, draw
from mazeeditor.maze.shapes.rectangular import BOTTOM, RIGHT

SideName = Literal["top", "right", "bottom", "left"]


@generator(
    "sidewinder",
    _("Sidewinder"),
    order=13,
    shapes=RECTANGULAR,
    texture=_("running towards one side"),
    areas=True,
    code=_(
        "For each row, from the side of the open corridor:\n"
        "    For each cell of it:\n"
        "        At random, and always in the first row:\n"
        "            Open it to the next one: the run goes on\n"
        "        Else open a random cell of the run to the row before, and end the run"
    ),
)
def sidewinder(
    lattice: Lattice,
    walls: NDArray[np.uint8],
    random: I64,
    job: Job,
    *,
    side: Annotated[
        SideName,
        Label(_("Open side")),
        _("side with the open corridor to which all paths lead"),
    ] = "top",
    bias: Bias = 0.0,
) -> None:
    """Cut each row into runs at random and open each run upwards from one of its cells.

    J. Buck, "Mazes for Programmers" (2015), chapter 1. The first row is one run. ``side`` turns
    this so that "up" is another side: the runs then go along lines parallel to it::

        +---+---+---+---+
        |               |      top: one run, the open corridor
        +   +---+---+   +
        |       |       |      two runs, each with one passage up
        +---+---+---+---+
    """
    slot = lattice.sides.index(side)
    upright = side in ("left", "right")
    along = BOTTOM if upright else RIGHT
    count, length = lattice.rows, lattice.columns
    if upright:
        count, length = length, count
    nearest = lattice.row_starts[-1 if side == "bottom" else 0]
    first = int(nearest) + (lattice.columns - 1 if side == "right" else 0)
    sides = side_of(lattice, along), side_of(lattice, slot)
    longer = chance((1 - bias if upright else 1 + bias) / 2)
    _carve(walls, Strips(first, count, length), *sides, longer, random, job.signal)


@kernel
def _carve(
    walls: U8, strips: Strips, along: Side, up: Side, longer: int, random: I64, signal: I64
) -> None:
    steps = 0
    for line in range(strips.number):  # line 1
        start = strips.first - line * up.step
        run = 1
        for place in range(strips.length):  # line 2
            cell = start + place * along.step
            steps += 1
            if steps & TICK == 0:
                signal[0] = steps
                if signal[1] != 0:
                    return
            # line 3
            if place + 1 < strips.length and (line == 0 or draw(random) < longer):
                # line 4
                open_side(walls, cell, along)
                run += 1
            elif line > 0:
                open_side(walls, cell - below(random, run) * along.step, up)  # line 5
                run = 1

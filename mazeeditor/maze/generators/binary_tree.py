"""Binary tree: every cell leads towards one corner; two open corridors along the sides there."""

from __future__ import annotations

from typing import Annotated, Literal

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import I64, TICK, U8, InBool, kernel
from mazeeditor.core.options import Label
from mazeeditor.core.translation import _
from mazeeditor.maze.generators import generator
from mazeeditor.maze.generators.sides import RECTANGULAR, Bias, Side, open_side, side_of
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.random import chance, draw
from mazeeditor.maze.shapes.rectangular import BOTTOM, LEFT, RIGHT, TOP

Corner = Literal["top-left", "top-right", "bottom-left", "bottom-right"]


@generator(
    "binary-tree",
    _("Binary tree"),
    order=12,
    shapes=RECTANGULAR,
    texture=_("slanting towards one corner"),
    areas=True,
    code=_(
        "For each cell:\n"
        "    Choose one of the two sides towards the corner, or the only one there is\n"
        "    Open it"
    ),
)
def binary_tree(
    lattice: Lattice,
    walls: NDArray[np.uint8],
    random: I64,
    job: Job,
    *,
    skew: Annotated[Corner, Label(_("Leads to")), _("corner to which all paths lead")] = "top-left",
    bias: Bias = 0.0,
) -> None:
    """Open each cell to one of its two neighbours nearer to a corner: fast, slanting, no crossings.

    J. Buck, "Mazes for Programmers" (2015), chapter 1. The cells of the two sides that meet in
    the corner have no choice.
    """
    upright, level = (TOP if "top" in skew else BOTTOM), (LEFT if "left" in skew else RIGHT)
    sides = side_of(lattice, upright), side_of(lattice, level)
    _carve(walls, lattice.inside, *sides, chance((1 + bias) / 2), random, job.signal)


@kernel
def _carve(
    walls: U8, inside: InBool, up: Side, along: Side, level: int, random: I64, signal: I64
) -> None:
    for cell in range(len(inside)):  # line 1
        if cell & TICK == 0:
            signal[0] = cell
            if signal[1] != 0:
                return
        if not inside[cell]:
            continue
        # line 2
        can_go_up, can_go_along = inside[cell + up.step], inside[cell + along.step]
        if can_go_along and (not can_go_up or draw(random) < level):
            open_side(walls, cell, along)  # line 3
        elif can_go_up:
            open_side(walls, cell, up)  # line 3

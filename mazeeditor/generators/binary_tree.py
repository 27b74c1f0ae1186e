"""Binary tree: every cell leads towards one corner; two open corridors along the sides there."""

from __future__ import annotations

from typing import Annotated, Literal

import numpy as np
from numpy.typing import NDArray

from mazeeditor.compiled import I64, TICK, U8, InBool, kernel
from mazeeditor.generators import generator
from mazeeditor.generators.sides import BACK, RECTANGULAR, Bias
from mazeeditor.job import Job
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.random import chance, draw
from mazeeditor.shapes.rectangular import BOTTOM, LEFT, RIGHT, TOP
from mazeeditor.translation import _

Corner = Literal["top-left", "top-right", "bottom-left", "bottom-right"]


@generator("binary-tree", _("Binary tree"), order=12, shapes=RECTANGULAR)
def binary_tree(
    lattice: Lattice,
    walls: NDArray[np.uint8],
    random: I64,
    job: Job,
    *,
    skew: Annotated[Corner, _("the corner that all paths lead to")] = "top-left",
    bias: Bias = 0.0,
) -> None:
    """Open each cell to one of its two neighbours nearer to a corner: fast, slanting, no crossings.

    J. Buck, "Mazes for Programmers" (2015), chapter 1. The cells of the two sides that meet in
    the corner have no choice.
    """
    upright, level = (TOP if "top" in skew else BOTTOM), (LEFT if "left" in skew else RIGHT)
    steps = int(lattice.offsets[0, upright]), int(lattice.offsets[0, level])
    slots = upright, level, BACK[upright], BACK[level]
    _carve(walls, lattice.inside, *steps, *slots, chance((1 + bias) / 2), random, job.signal)


@kernel
def _carve(
    walls: U8,
    inside: InBool,
    up: int,
    along: int,
    up_slot: int,
    along_slot: int,
    up_back: int,
    along_back: int,
    level: int,
    random: I64,
    signal: I64,
) -> None:
    for cell in range(len(inside)):
        if cell & TICK == 0:
            signal[0] = cell
            if signal[1] != 0:
                return
        if not inside[cell]:
            continue
        can_go_up, can_go_along = inside[cell + up], inside[cell + along]
        if can_go_along and (not can_go_up or draw(random) < level):
            walls[cell] &= 255 ^ (1 << along_slot)
            walls[cell + along] &= 255 ^ (1 << along_back)
        elif can_go_up:
            walls[cell] &= 255 ^ (1 << up_slot)
            walls[cell + up] &= 255 ^ (1 << up_back)

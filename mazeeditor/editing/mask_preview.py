"""A small picture of what masks do to a maze: what stays, what bridges add, what is dropped."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mazeeditor.job import Job
from mazeeditor.masks.cutting import APART, cut
from mazeeditor.maze.geometry import Points
from mazeeditor.maze.lattice import Lattice
from mazeeditor.recipe import Recipe

OUTSIDE, DROPPED, KEPT, ADDED = range(4)


@dataclass(frozen=True, eq=False)
class MaskPreview:
    """A picture of an outline: uint8[height, width] of the kinds above, and a text on it."""

    kinds: NDArray[np.uint8]
    cells: int
    text: str


def mask_preview(whole: Lattice, recipe: Recipe, like: Lattice, px: int, job: Job) -> MaskPreview:
    """Return what the masks of a recipe make of a whole lattice, ``px`` wide and high.

    Raises what ``cut`` does.
    """
    masks = recipe.masks
    done = raw = cut(masks, whole, pieces=APART, like=like, job=job)
    if raw.pieces > 1:
        done = cut(masks, whole, pieces=recipe.pieces, like=like, job=job)
    kinds = _kinds(whole, raw.lattice.inside, done.lattice.inside, px)
    return MaskPreview(kinds, done.lattice.cells, done.report)


def _kinds(
    whole: Lattice, raw: NDArray[np.bool_], done: NDArray[np.bool_], px: int
) -> NDArray[np.uint8]:
    """Return uint8[px, px]: what lies outside the maze, was dropped, is kept, and was added."""
    kinds = np.full(whole.size, OUTSIDE, np.uint8)
    kinds[raw & ~done] = DROPPED
    kinds[raw & done] = KEPT
    kinds[done & ~raw] = ADDED
    geometry = whole.geometry
    side = max(geometry.width, geometry.height) / px
    steps: Points = np.linspace(0.5 * side, (px - 0.5) * side, px)
    x: Points = steps - (px * side - geometry.width) / 2
    y: Points = steps - (px * side - geometry.height) / 2
    result: NDArray[np.uint8] = kinds[geometry.all_under(x[None, :], y[:, None])]
    return result

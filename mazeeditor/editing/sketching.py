"""A small picture of what masks do to a maze: what stays, what bridges add, what is dropped."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.editing.masking import PIECES
from mazeeditor.editing.outlining import APART, checked, in_words, outlined
from mazeeditor.job import Job
from mazeeditor.maze.geometry import Points
from mazeeditor.maze.lattice import Lattice

BESIDE, DROPPED, KEPT, ADDED = range(4)


@dataclass(frozen=True, eq=False)
class Sketch:
    """A picture of an outline: uint8[height, width] of the kinds above, and what it tells."""

    kinds: NDArray[np.uint8]
    cells: int
    words: str


def sketched(whole: Lattice, recipe: Mapping[str, Any], like: Lattice, px: int, job: Job) -> Sketch:
    """Return what the masks of a recipe make of a whole lattice, ``px`` wide and high.

    Raises what ``outlined`` does.
    """
    raw = outlined(whole, {**recipe, PIECES: APART}, like, job)
    done = outlined(whole, recipe, like, job) if raw.pieces > 1 else raw
    kinds = _kinds(whole, raw.lattice.inside, done.lattice.inside, px)
    return Sketch(kinds, done.lattice.cells, in_words(raw.pieces, checked(recipe)[1]))


def _kinds(
    whole: Lattice, raw: NDArray[np.bool_], done: NDArray[np.bool_], px: int
) -> NDArray[np.uint8]:
    """Return uint8[px, px]: what lies beside the maze, was dropped, is kept, and was added."""
    kinds = np.full(whole.size, BESIDE, np.uint8)
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

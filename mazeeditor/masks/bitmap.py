"""Turns a picture into a stencil: each cell looks at its own share of the picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mazeeditor.masks.stencil import Covers, Stencil
from mazeeditor.maze.geometry import Points

if TYPE_CHECKING:
    from PIL import Image


def stencil_of(ink: Image.Image, threshold: float) -> Stencil:
    """Return the stencil of a picture in grey (mode L), which covers where it is light.

    ``threshold`` is the least lightness, 0 to 1. A picture with more pixels than cells is made
    smaller first: so no thin line is missed between the middles of two cells, nor counts alone.
    """
    from PIL import Image

    def prepare(across: float, down: float) -> Covers:
        width = max(1, min(ink.width, round(across)))
        height = max(1, min(ink.height, round(down)))
        small = ink.resize((width, height), Image.Resampling.BOX)
        light = np.asarray(small, np.uint8) >= max(1, round(threshold * 255))

        def covers(points: Points) -> NDArray[np.bool_]:
            columns = (points[:, 0] * width).astype(np.int64).clip(0, width - 1)
            rows = (points[:, 1] * height).astype(np.int64).clip(0, height - 1)
            covered: NDArray[np.bool_] = light[rows, columns]
            return covered

        return covers

    return Stencil(ink.width / ink.height, prepare)

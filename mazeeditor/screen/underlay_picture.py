"""The picture behind the maze: laid under what was painted, wherever that is paper.

::

    painted      paper   edge    wall
    underlay     whole   part    none       how much of it is seen, by the green of the pixel
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mazeeditor.screen.area import Area
from mazeeditor.screen.palette import Palette
from mazeeditor.screen.pixel_colours import Pixels, rgb_of


@dataclass(frozen=True, eq=False)
class UnderlayPicture:
    """``pixels`` uint8[h, w, 4], red, green, blue and alpha, and where they lie.

    ``left``, ``top`` and ``width`` are in cells, ``opacity`` in percent.
    """

    pixels: NDArray[np.uint8]
    left: float
    top: float
    width: float
    opacity: float

    def blend(self, area: Area, zoom: float, palette: Palette, out: Pixels) -> None:
        """Lay it under ``out`` uint32[height, width], an area of the maze in px."""
        high, wide = self.pixels.shape[:2]
        scale = wide / (self.width * zoom)  # px of the picture for a px of the screen
        across = ((np.arange(area.left, area.right) + 0.5 - self.left * zoom) * scale).astype(int)
        down = ((np.arange(area.top, area.bottom) + 0.5 - self.top * zoom) * scale).astype(int)
        columns = np.flatnonzero((across >= 0) & (across < wide))
        rows = np.flatnonzero((down >= 0) & (down < high))
        if not (len(columns) and len(rows)):
            return
        box = slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)
        below = self.pixels[down[box[0]]][:, across[box[1]]]
        # a copy: the area is a part of a larger picture, whose rows do not follow one another
        bytes_ = np.ascontiguousarray(out[box]).view(np.uint8).reshape(*below.shape[:2], 4)
        paper, wall = rgb_of([palette.paper, palette.wall]).astype(np.int16)
        share = _shares(int(paper[1]), int(wall[1]), self.opacity)[bytes_[..., 1]]
        share = share * below[..., 3] >> 8
        for part in range(3):
            change = (below[..., part].astype(np.int32) - int(paper[part])) * share >> 8
            bytes_[..., part] = (bytes_[..., part] + change).clip(0, 255)
        out[box] = bytes_.view(np.uint32)[..., 0]


def _shares(paper: int, wall: int, opacity: float) -> NDArray[np.int32]:
    """Return int32[256], how much of the picture is seen at a green value: 0 to 256."""
    values = (np.arange(256) - wall) / (paper - wall)
    return (values.clip(0, 1) * opacity / 100 * 256).astype(np.int32)

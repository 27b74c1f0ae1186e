"""The picture behind the maze: laid under what was painted, wherever that is paper.

::

    painted      paper   edge    wall
    underlay     whole   part    none       how much of it is seen, by the green of the pixel
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from mazeeditor.screen.area import Area
from mazeeditor.screen.palette import Palette
from mazeeditor.screen.pixel_colours import Pixels, rgb_of

PAIR = np.uint32(0x00FF00FF)  # every second byte
ALPHA = np.array([0, 0, 0, 255], np.uint8).view(np.uint32)[0]


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
        below = self._packed.take(down[box[0]], axis=0).take(across[box[1]], axis=1)
        painted = np.ascontiguousarray(out[box])
        paper, wall = rgb_of([palette.paper, palette.wall]).astype(int)[:, 1].tolist()
        green = painted.view(np.uint8).reshape(*painted.shape, 4)[..., 1]
        share = _shares(paper, wall, self.opacity)[green]
        if not self._opaque:
            share = share * below.view(np.uint8).reshape(*below.shape, 4)[..., 3] >> np.uint32(8)
        out[box] = _mixed(painted, below, share)

    @cached_property
    def _packed(self) -> Pixels:
        """The pixels as uint32[h, w], as the screen has them."""
        packed: Pixels = np.ascontiguousarray(self.pixels).view(np.uint32)[..., 0]
        return packed

    @cached_property
    def _opaque(self) -> bool:
        return bool((self.pixels[..., 3] == 255).all())


def _mixed(one: Pixels, other: Pixels, share: NDArray[np.uint32]) -> Pixels:
    """Return pixels between two, ``share`` 0 to 256 of the other; opaque.

    Two bytes of a pixel at a time, which leave room for eight bits between them: a third of the
    time that a byte at a time takes.
    """
    rest = np.uint32(256) - share
    low = ((one & PAIR) * rest + (other & PAIR) * share) >> np.uint32(8) & PAIR
    high = ((one >> np.uint32(8)) & PAIR) * rest + ((other >> np.uint32(8)) & PAIR) * share
    mixed: Pixels = low | high & ~PAIR | ALPHA
    return mixed


def _shares(paper: int, wall: int, opacity: float) -> NDArray[np.uint32]:
    """Return uint32[256], how much of the picture is seen at a green value: 0 to 256."""
    values = (np.arange(256) - wall) / (paper - wall)
    return (values.clip(0, 1) * opacity / 100 * 256).astype(np.uint32)

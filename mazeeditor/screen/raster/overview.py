"""Paints the overview of a maze: the density of its walls, and the highest class of its cells.

Each pixel shows one value of three pyramids: the walls, the paint, and the distances.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.screen.area import Area
from mazeeditor.screen.pixel_colours import (
    BLANK,
    PLAIN,
    ROUTE,
    WALL_STEPS,
    PixelColours,
    Pixels,
)
from mazeeditor.screen.raster.pyramid import Base, Pyramid, Values, mean

SHARE_OF_A_WALL = 120  # of 255; a square owns two walls
DENSEST = 2 * SHARE_OF_A_WALL
BLANK_SHARE = 255  # of a blank cell: where there is nothing but such cells


def density(share: Base, shape: tuple[int, int], lattice: Lattice) -> Pyramid:
    """Return a pyramid of the share of walls, and of blank cells where a lattice has some."""
    return Pyramid(share, *shape, mean if lattice.whole else mean_without_blanks)


def mean_without_blanks(one: Values, two: Values, three: Values, four: Values) -> Values:
    """Return the mean of the shares that are not BLANK_SHARE; that where all four are.

    So however far one zooms out, no corridor disappears between blank cells.
    """
    total, blank = np.zeros(one.shape, np.uint16), np.zeros(one.shape, np.uint8)
    for share in (one, two, three, four):
        total += share
        blank += share == BLANK_SHARE
    total -= blank * np.uint16(BLANK_SHARE)
    count = np.maximum(4 - blank, 1)
    return np.where(blank == 4, np.uint8(BLANK_SHARE), (total + count // 2) // count).astype(
        np.uint8
    )


@dataclass(frozen=True)
class Overview:
    """Pyramids over the same samples: of the walls, and of paint and distances if they are shown.

    A cell is as wide as ``scale`` of their values.
    """

    walls: Pyramid
    kinds: Pyramid | None = None
    levels: Pyramid | None = None
    scale: int = 1

    def compose(self, area: Area, zoom: float, shades: PixelColours, out: Pixels) -> None:
        """Paint an area (world px) within the maze into ``out`` uint32[height, width]."""
        rows, columns, level = self._samples(area, zoom)
        walls = self.walls.sample(level, rows, columns) >> 3
        kinds = self._kinds(rows, columns, level)
        if kinds is None:
            np.take(shades.overview, walls, out=out, mode="clip")
        else:
            index = np.multiply(kinds, WALL_STEPS, dtype=np.uint16)
            np.take(shades.overview, np.bitwise_or(index, walls, out=index), out=out, mode="clip")

    def fill(self, area: Area, zoom: float, colours: Pixels, out: Pixels) -> None:
        """Paint the cells of an area without walls, in ``colours`` uint32[256]."""
        rows, columns, level = self._samples(area, zoom)
        kinds = self._kinds(rows, columns, level)
        if kinds is None:
            out[:] = colours[PLAIN]
        else:
            np.take(colours, kinds, out=out, mode="clip")
        blank = self.walls.sample(level, rows, columns) == BLANK_SHARE
        np.copyto(out, colours[BLANK], where=blank)

    def places(self, area: Area, zoom: float) -> tuple[Ids, Ids]:
        """Return the rows and columns of level 0 under the px of an area."""
        zoom /= self.scale
        height, width = self.walls.shape
        columns = _values_at(area.left, area.right, zoom, width)
        return _values_at(area.top, area.bottom, zoom, height), columns

    def _samples(self, area: Area, zoom: float) -> tuple[Ids, Ids, int]:
        """Return the rows and columns of level 0 under the px of an area, and the level to use."""
        return *self.places(area, zoom), self.walls.level_for(zoom / self.scale)

    def _kinds(self, rows: Ids, columns: Ids, level: int) -> Values | None:
        kinds = None if self.kinds is None else self.kinds.sample(level, rows, columns)
        if self.levels is None:
            return kinds
        levels = self.levels.sample(level, rows, columns)
        return levels if kinds is None else np.where(kinds >= ROUTE, kinds, levels)

    def touched(self, start: Ids, stop: Ids, zoom: float) -> Ids:
        """Return int64[k, 4], the areas that change with values from ``start`` to ``stop``.

        Both are int64[k, 2], column and row.
        """
        zoom /= self.scale
        side = 2 ** self.walls.level_for(zoom)
        first = start // side * side * zoom - 1
        last = (stop // side + 1) * side * zoom + 1
        return np.hstack([np.floor(first), np.ceil(last)]).astype(np.int64)


def _values_at(start: int, stop: int, zoom: float, count: int) -> NDArray[np.int64]:
    """Return the value under the middle of each px."""
    values = np.floor((np.arange(start, stop) + 0.5) / zoom).astype(np.int64)
    return np.clip(values, 0, count - 1)

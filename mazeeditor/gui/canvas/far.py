"""Paints square cells below 2 px a cell: how much ink there is, and what matters most of the cells.

Each pixel shows one value of three pyramids: the walls, the paint, and the distances.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.gui.canvas.area import Area
from mazeeditor.gui.canvas.fills import BOTTOM, RIGHT, Grid
from mazeeditor.gui.canvas.near import Grids
from mazeeditor.gui.canvas.pyramid import Pyramid
from mazeeditor.gui.canvas.shades import INKS, ROUTE, Pixels, Shades
from mazeeditor.maze.geometry import Ids

INK_OF_A_WALL = 120  # of 255 in the far picture; a cell owns two walls


def ink_of(grids: Grids, *, full: bool) -> Callable[[Any, Any], Grid]:
    """Return what tells how much ink the right and bottom walls of cells are.

    ``full`` says that all cells are inside, which makes it faster.
    """
    inside = grids.inside

    def ink(rows: Any, columns: Any) -> Grid:
        walls = grids.walls[1:-1, 1:-1][rows, columns]
        right, bottom = walls >> RIGHT & 1, walls >> BOTTOM & 1
        if not full:
            mine = inside[1:-1, 1:-1][rows, columns]
            right &= mine | inside[1:-1, 2:][rows, columns]
            bottom &= mine | inside[2:, 1:-1][rows, columns]
        return (right + bottom) * np.uint8(INK_OF_A_WALL)

    return ink


@dataclass(frozen=True)
class Layers:
    """What is seen from afar: pyramids over the same cells, those of paint and distances if any."""

    ink: Pyramid
    tint: Pyramid | None = None
    heat: Pyramid | None = None

    def compose(self, area: Area, zoom: float, shades: Shades, out: Pixels) -> None:
        """Paint an area (world px) within the maze into ``out`` uint32[height, width]."""
        level = self.ink.level_for(zoom)
        height, width = self.ink.shape
        columns = _cells_at(area.left, area.right, zoom, width)
        rows = _cells_at(area.top, area.bottom, zoom, height)
        ink = self.ink.sample(level, rows, columns) >> 3
        kinds = None if self.tint is None else self.tint.sample(level, rows, columns)
        if self.heat is not None:
            levels = self.heat.sample(level, rows, columns)
            kinds = levels if kinds is None else np.where(kinds >= ROUTE, kinds, levels)
        if kinds is None:
            np.take(shades.far, ink, out=out, mode="clip")
        else:
            index = np.multiply(kinds, INKS, dtype=np.uint16)
            np.take(shades.far, np.bitwise_or(index, ink, out=index), out=out, mode="clip")

    def touched(self, rows: Ids, columns: Ids, zoom: float) -> Ids:
        """Return int64[k, 4], the areas that change with the cells at those rows and columns."""
        side = 2 ** self.ink.level_for(zoom)
        start = np.stack([columns, rows], axis=-1) // side * side * zoom - 1
        stop = start + side * zoom + 2
        return np.hstack([np.floor(start), np.ceil(stop)]).astype(np.int64)


def _cells_at(start: int, stop: int, zoom: float, count: int) -> NDArray[np.int64]:
    """Return the cell under the middle of each px."""
    cells = np.floor((np.arange(start, stop) + 0.5) / zoom).astype(np.int64)
    return np.clip(cells, 0, count - 1)

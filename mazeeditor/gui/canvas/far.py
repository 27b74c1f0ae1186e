"""Paints a maze from afar: how much ink there is, and what matters most of the cells.

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
from mazeeditor.gui.canvas.grid import Read
from mazeeditor.gui.canvas.near import Grids
from mazeeditor.gui.canvas.pyramid import Pyramid
from mazeeditor.gui.canvas.shades import INKS, ROUTE, Pixels, Shades
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import UNUSED

INK_OF_A_WALL = 120  # of 255 in the far picture; a square owns two walls
DENSEST = 2 * INK_OF_A_WALL


def ink_of(grids: Grids, *, full: bool) -> Callable[[Any, Any], Grid]:
    """Return what tells how much ink the right and bottom walls of square cells are.

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


def ink_around(lattice: Lattice, walls: NDArray[np.uint8], places: Read) -> Callable[..., Grid]:
    """Return what tells how much ink the walls around cells of any shape are.

    ``places`` reads the numbers of the cells; the share of their walls that is closed is the ink.
    """
    used = np.packbits(lattice.opposite != UNUSED, axis=1, bitorder="little")[:, 0]
    table = np.zeros((256, 256), np.uint8)
    bits = np.array([byte.bit_count() for byte in range(256)])
    table[:] = bits[None, :] * DENSEST // np.maximum(bits[:, None], 1)
    shares = table.reshape(-1)

    def ink(rows: Any, columns: Any) -> Grid:
        cells = places(rows, columns)
        slots = used[lattice.rows_of(cells)]
        pairs = slots.astype(np.uint16) << np.uint16(8) | (walls.take(cells) & slots)
        return shares.take(pairs) * lattice.inside.take(cells)

    return ink


@dataclass(frozen=True)
class Layers:
    """What is seen from afar: pyramids over the same places, those of paint and distances if any.

    ``scale`` of their values are as wide as a cell.
    """

    ink: Pyramid
    tint: Pyramid | None = None
    heat: Pyramid | None = None
    scale: int = 1

    def compose(self, area: Area, zoom: float, shades: Shades, out: Pixels) -> None:
        """Paint an area (world px) within the maze into ``out`` uint32[height, width]."""
        zoom /= self.scale
        level = self.ink.level_for(zoom)
        height, width = self.ink.shape
        columns = _values_at(area.left, area.right, zoom, width)
        rows = _values_at(area.top, area.bottom, zoom, height)
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

    def touched(self, start: Ids, stop: Ids, zoom: float) -> Ids:
        """Return int64[k, 4], the areas that change with values from ``start`` to ``stop``.

        Both are int64[k, 2], column and row.
        """
        zoom /= self.scale
        side = 2 ** self.ink.level_for(zoom)
        first = start // side * side * zoom - 1
        last = (stop // side + 1) * side * zoom + 1
        return np.hstack([np.floor(first), np.ceil(last)]).astype(np.int64)


def _values_at(start: int, stop: int, zoom: float, count: int) -> NDArray[np.int64]:
    """Return the value under the middle of each px."""
    values = np.floor((np.arange(start, stop) + 0.5) / zoom).astype(np.int64)
    return np.clip(values, 0, count - 1)

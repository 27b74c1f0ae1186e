"""Paints mazes of square cells, of any size, in a few milliseconds.

Near, every wall is drawn; from afar pyramids show how much ink there is, the most important class
of cell, and how far the cells are.
"""

from __future__ import annotations

import numpy as np

from mazeeditor.gui.canvas import near
from mazeeditor.gui.canvas.area import Area
from mazeeditor.gui.canvas.far import ink_of
from mazeeditor.gui.canvas.grid import SquarePlaces, as_grid
from mazeeditor.gui.canvas.near import Grids
from mazeeditor.gui.canvas.pyramid import Pyramid
from mazeeditor.gui.canvas.rasters import raster
from mazeeditor.gui.canvas.rasters.layered import Layered
from mazeeditor.gui.canvas.shades import Pixels, Shades
from mazeeditor.gui.canvas.viewport import NEAR, wall_width
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze


def is_square_grid(lattice: Lattice) -> bool:
    """Whether the cells are squares in rows and columns, some of them perhaps outside."""
    stride = lattice.columns + 1
    return len(lattice.which) == 1 and lattice.offsets.tolist() == [[-stride, 1, stride, -1]]


@raster("squares", is_square_grid, at_once=500_000)
class Squares(Layered):
    """The picture of one maze of squares."""

    def __init__(self, maze: Maze) -> None:
        lattice = maze.lattice
        self._rows, self._columns = lattice.rows, lattice.columns
        self._grids = Grids(
            as_grid(maze.walls, lattice), as_grid(lattice.inside.view(np.uint8), lattice)
        )
        super().__init__(maze, SquarePlaces(lattice))

    def new_ink(self) -> Pyramid:
        """Return the pyramid of the walls, not built yet."""
        full = self.lattice.cells == self._rows * self._columns
        return Pyramid(ink_of(self._grids, full=full), self._rows, self._columns)

    def cells_of(self, walls: Ids) -> Ids:
        """Return the lower cells: a cell owns its right and its bottom wall."""
        return walls // 4

    def touched(self, walls: Ids, zoom: float) -> Ids:
        """Return int64[k, 4], the areas that change with ``walls`` int64[k]."""
        if zoom < NEAR:
            return self.touched_by_paint(walls // 4, zoom)
        geometry = self.lattice.geometry
        ends = geometry.post_positions(geometry.posts(walls)) * zoom - wall_width(zoom) // 2
        return np.hstack([ends.min(axis=1), ends.max(axis=1) + wall_width(zoom)]).astype(np.int64)

    def touched_by_paint(self, cells: Ids, zoom: float) -> Ids:
        """Return int64[k, 4], the areas that change with the paint of ``cells`` int64[k]."""
        rows, columns = np.divmod(cells, self._columns + 1)
        start = np.stack([columns - 1, rows - 1], axis=-1)
        if zoom < NEAR:
            return self.layers.touched(start, start, zoom)
        start = start * int(zoom) - wall_width(zoom) // 2
        return np.hstack([start, start + int(zoom) + wall_width(zoom)])

    # The picture

    def extent(self, zoom: float) -> Area:
        """Return all the px the maze paints: half a wall more than its cells."""
        width, height = round(self._columns * zoom), round(self._rows * zoom)
        if zoom < NEAR:
            return Area(0, 0, max(1, width), max(1, height))
        before = wall_width(zoom) // 2
        after = wall_width(zoom) - before
        return Area(-before, -before, width + after, height + after)

    def compose(self, area: Area, zoom: float, shades: Shades, out: Pixels) -> None:
        """Paint an area within the extent into ``out`` uint32[height, width]."""
        if zoom < NEAR:
            self.layers.compose(area, zoom, shades, out)
            return
        cells = as_grid(self.coat.paint, self.lattice) if self.coat else None
        heat = as_grid(self.heat.levels, self.lattice) if self.heat else None
        grids = Grids(self._grids.walls, self._grids.inside, cells, heat)
        near.compose(grids, area, int(zoom), shades, out)

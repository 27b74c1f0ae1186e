"""Paints mazes of square cells, of any size, in a few milliseconds.

The close-up draws every wall; the overview shows the density of walls, the highest class of cell,
and the distances, from pyramids.
"""

from __future__ import annotations

import numpy as np

from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.screen.area import Area
from mazeeditor.screen.maze_raster import MazeRaster
from mazeeditor.screen.overview import wall_shares
from mazeeditor.screen.pixel_colours import PixelColours, Pixels
from mazeeditor.screen.pyramid import Pyramid
from mazeeditor.screen.sample_grid import CellGrid, as_grid
from mazeeditor.screen.square_closeup import SquareCells, draw_squares
from mazeeditor.screen.viewport import CLOSE_UP, wall_width


def is_square_grid(lattice: Lattice) -> bool:
    """Whether the cells are squares in rows and columns, some of them perhaps outside."""
    stride = lattice.columns + 1
    return len(lattice.which) == 1 and lattice.offsets.tolist() == [[-stride, 1, stride, -1]]


class SquareRaster(MazeRaster):
    """The picture of one maze of squares."""

    small = 500_000

    def __init__(self, maze: Maze) -> None:
        lattice = maze.lattice
        self._rows, self._columns = lattice.rows, lattice.columns
        self._cells = SquareCells(
            as_grid(maze.walls, lattice), as_grid(lattice.inside.view(np.uint8), lattice)
        )
        super().__init__(maze, CellGrid(lattice))

    def new_wall_pyramid(self) -> Pyramid:
        """Return the pyramid of the walls, not built yet."""
        full = self.lattice.cells == self._rows * self._columns
        return Pyramid(wall_shares(self._cells, full=full), self._rows, self._columns)

    def cells_of(self, walls: Ids) -> Ids:
        """Return the lower cells: a cell owns its right and its bottom wall."""
        return walls // 4

    def touched(self, walls: Ids, zoom: float) -> Ids:
        """Return int64[k, 4], the areas that change with ``walls`` int64[k]."""
        if zoom < CLOSE_UP:
            return self.touched_by_paint(walls // 4, zoom)
        geometry = self.lattice.geometry
        ends = geometry.post_positions(geometry.posts(walls)) * zoom - wall_width(zoom) // 2
        return np.hstack([ends.min(axis=1), ends.max(axis=1) + wall_width(zoom)]).astype(np.int64)

    def touched_by_paint(self, cells: Ids, zoom: float) -> Ids:
        """Return int64[k, 4], the areas that change with the paint of ``cells`` int64[k]."""
        rows, columns = np.divmod(cells, self._columns + 1)
        start = np.stack([columns - 1, rows - 1], axis=-1)
        if zoom < CLOSE_UP:
            return self.overview.touched(start, start, zoom)
        start = start * int(zoom) - wall_width(zoom) // 2
        return np.hstack([start, start + int(zoom) + wall_width(zoom)])

    # The picture

    def extent(self, zoom: float) -> Area:
        """Return the area the maze paints: half a wall more than its cells."""
        width, height = round(self._columns * zoom), round(self._rows * zoom)
        if zoom < CLOSE_UP:
            return Area(0, 0, max(1, width), max(1, height))
        before = wall_width(zoom) // 2
        after = wall_width(zoom) - before
        return Area(-before, -before, width + after, height + after)

    def compose(self, area: Area, zoom: float, colours: PixelColours, out: Pixels) -> None:
        """Paint an area within the extent into ``out`` uint32[height, width]."""
        if zoom < CLOSE_UP:
            self.overview.compose(area, zoom, colours, out)
            return
        paint = as_grid(self.cell_paint.paint, self.lattice) if self.cell_paint else None
        levels = (
            as_grid(self.distance_levels.levels, self.lattice) if self.distance_levels else None
        )
        cells = SquareCells(self._cells.walls, self._cells.inside, paint, levels)
        draw_squares(cells, area, int(zoom), colours, out)

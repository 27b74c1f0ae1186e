"""Paints mazes of every shape that has no faster way: hexagons, triangles, rings, any outline."""

from __future__ import annotations

import numpy as np

from mazeeditor.gui.canvas import freehand
from mazeeditor.gui.canvas.area import Area
from mazeeditor.gui.canvas.bins import Bins
from mazeeditor.gui.canvas.far import ink_around
from mazeeditor.gui.canvas.freehand import FROM, Sketch
from mazeeditor.gui.canvas.grid import Places
from mazeeditor.gui.canvas.pyramid import Pyramid
from mazeeditor.gui.canvas.rasters import raster
from mazeeditor.gui.canvas.rasters.layered import Layered
from mazeeditor.gui.canvas.shades import Pixels, Shades
from mazeeditor.gui.canvas.viewport import wall_width
from mazeeditor.gui.canvas.wallmap import WallMap
from mazeeditor.job import Job
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze

AROUND = 2  # px that soft edges, and the line of the route, may go beyond a cell


def any_shape(_lattice: Lattice) -> bool:
    """Whether this way will do: always."""
    return True


@raster("shapes", any_shape, at_once=12_000, order=200)
class Shapes(Layered):
    """The picture of one maze of any shape."""

    def __init__(self, maze: Maze) -> None:
        super().__init__(maze)
        self._map: WallMap | None = None

    def make_places(self, job: Job) -> Places:
        """Return where the cells lie from afar; finds where the walls are, too."""
        self._map = WallMap(self.lattice, job)
        return Bins(self.lattice, self._map.reach, job)

    def new_ink(self, places: Places) -> Pyramid:
        """Return the pyramid of the walls, not built yet."""
        cells = places.read(np.arange(self.lattice.size, dtype=np.int32))
        return Pyramid(ink_around(self.lattice, self.maze.walls, cells), *places.shape)

    def cells_of(self, walls: Ids) -> Ids:
        """Return the cells on both sides that are in the maze."""
        lower, _slots, upper, _backs = self.lattice.sides_of(walls)
        cells = np.concatenate([lower, upper])
        return cells[self.lattice.inside[cells]]

    def touched(self, walls: Ids, zoom: float) -> Ids:
        """Return int64[k, 4], the areas that change with ``walls`` int64[k]."""
        if zoom < FROM:
            return self.touched_by_paint(self.cells_of(walls), zoom)
        geometry = self.lattice.geometry
        ends = geometry.post_positions(geometry.posts(walls)) * zoom
        chords = np.hypot(*(ends[:, 1] - ends[:, 0]).T)
        room = (np.abs(geometry.bulges(walls)) * chords / 2 + wall_width(zoom) + AROUND)[:, None]
        first, last = ends.min(axis=1) - room, ends.max(axis=1) + room
        return np.hstack([np.floor(first), np.ceil(last)]).astype(np.int64)

    def touched_by_paint(self, cells: Ids, zoom: float) -> Ids:
        """Return int64[k, 4], the areas that change with the paint of ``cells`` int64[k]."""
        if self._map is None or self.layers is None:
            return np.empty((0, 4), np.int64)  # nothing of it is shown yet
        centres, reach = self.lattice.geometry.centres(cells), self._map.reach
        if zoom < FROM:
            first, last = (
                np.floor((centres + side * reach) * self.layers.scale).astype(np.int64)
                for side in (-1, 1)
            )
            return self.layers.touched(first, last, zoom)
        room = reach * zoom + AROUND
        places = np.hstack([np.floor(centres * zoom - room), np.ceil(centres * zoom + room)])
        return places.astype(np.int64)

    # The picture

    def extent(self, zoom: float) -> Area:
        """Return all the px the maze paints: a wall more than its cells."""
        geometry = self.lattice.geometry
        width, height = max(1, round(geometry.width * zoom)), max(1, round(geometry.height * zoom))
        room = wall_width(zoom) + 1 if zoom >= FROM else 0
        return Area(-room, -room, width + room, height + room)

    def compose(self, area: Area, zoom: float, shades: Shades, out: Pixels) -> None:
        """Paint an area within the extent into ``out`` uint32[height, width]."""
        if self._map is None or self.layers is None:
            out[:] = shades.paper  # for as long as it takes to find out where the walls are
        elif zoom < FROM:
            self.layers.compose(area, zoom, shades, out)
        else:
            paint = self.coat.paint if self.coat else None
            levels = self.heat.levels if self.heat else None
            sketch = Sketch(self.maze, self._map, paint, levels)
            out[:] = freehand.compose(sketch, area, zoom, shades)

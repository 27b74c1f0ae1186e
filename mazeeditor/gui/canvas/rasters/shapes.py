"""Paints mazes of every shape that has no faster way: hexagons, triangles, rings, any outline."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from mazeeditor.errors import MazeError
from mazeeditor.gui.canvas import freehand
from mazeeditor.gui.canvas.area import Area
from mazeeditor.gui.canvas.far import ink_around
from mazeeditor.gui.canvas.freehand import FROM
from mazeeditor.gui.canvas.paint import Paint
from mazeeditor.gui.canvas.pyramid import Pyramid
from mazeeditor.gui.canvas.rasters import raster
from mazeeditor.gui.canvas.rasters.layered import Layered
from mazeeditor.gui.canvas.shades import Pixels, Shades
from mazeeditor.gui.canvas.site import site_of
from mazeeditor.gui.canvas.sketch import Sketch
from mazeeditor.gui.canvas.viewport import wall_width
from mazeeditor.job import Job
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze

AROUND = 2  # px that soft edges, and the line of the route, may go beyond a cell


def any_shape(_lattice: Lattice) -> bool:
    """Whether this way will do: always."""
    return True


@raster("shapes", any_shape, at_once=25_000, order=200)
class Shapes(Layered):
    """The picture of one maze of any shape."""

    def __init__(self, maze: Maze) -> None:
        self._site = site_of(maze.lattice)
        super().__init__(maze, self._site.bins)

    @property
    def ready(self) -> bool:
        """Whether the picture is as fine as can be: nothing to prepare."""
        return super().ready and self._site.built

    def prepare(self, job: Job) -> Callable[[], None]:
        """Find out where the walls are, then do what every raster has to do.

        What it returns raises ``MazeError`` in the end where memory is too short for that.
        """
        shortage, use = self._site.build(job), super().prepare(job)

        def then() -> None:
            use()
            if shortage:
                raise MazeError(shortage)

        return then

    def paint(self, cells: Ids, paint: Paint) -> None:
        """Paint ``cells`` int64[k] of the inside with uint16[k]."""
        if not self._site.built:
            self._late_paint.append((cells, paint))
        else:
            super().paint(cells, paint)

    def new_ink(self) -> Pyramid:
        """Return the pyramid of the walls, not built yet."""
        bins = self._site.bins
        return Pyramid(ink_around(self.lattice, self.maze.walls, bins.cells), *bins.shape)

    def cells_of(self, walls: Ids) -> Ids:
        """Return the cells on both sides that are in the maze."""
        lower, _slots, upper, _backs = self.lattice.sides_of(walls)
        cells = np.concatenate([lower, upper])
        return cells[self.lattice.inside[cells]]

    def touched(self, walls: Ids, zoom: float) -> Ids:
        """Return int64[k, 4], the areas that change with ``walls`` int64[k]."""
        if zoom < FROM or self._site.map is None:
            return self.touched_by_paint(self.cells_of(walls), zoom)
        geometry = self.lattice.geometry
        ends = geometry.post_positions(geometry.posts(walls)) * zoom
        chords = np.hypot(*(ends[:, 1] - ends[:, 0]).T)
        room = (np.abs(geometry.bulges(walls)) * chords / 2 + wall_width(zoom) + AROUND)[:, None]
        first, last = ends.min(axis=1) - room, ends.max(axis=1) + room
        return np.hstack([np.floor(first), np.ceil(last)]).astype(np.int64)

    def touched_by_paint(self, cells: Ids, zoom: float) -> Ids:
        """Return int64[k, 4], the areas that change with the paint of ``cells`` int64[k]."""
        if not self._site.built:
            return np.empty((0, 4), np.int64)  # all is painted anew as soon as that is there
        centres, reach = self.lattice.geometry.centres(cells), self._site.bins.reach
        if zoom < FROM or self._site.map is None:
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
        walls = self._site.map
        if zoom < FROM or walls is None:  # coarse until it is known where the walls are
            self.layers.compose(area, zoom, shades, out)
        else:
            paint = self.coat.paint if self.coat else None
            levels = self.heat.levels if self.heat else None
            sketch = Sketch(self.maze, walls, paint, levels)
            freehand.compose(sketch, area, zoom, shades, out)

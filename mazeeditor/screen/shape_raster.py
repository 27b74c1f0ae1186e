"""Paints mazes of every shape without a faster raster: hexagons, triangles, rings, any outline."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from mazeeditor.compiled import Kernel, available
from mazeeditor.errors import MazeError
from mazeeditor.job import Job
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.maze import Maze
from mazeeditor.screen.area import Area
from mazeeditor.screen.cell_paint import Paint
from mazeeditor.screen.lattice_layout import layout_of
from mazeeditor.screen.maze_raster import MazeRaster
from mazeeditor.screen.overview import wall_shares_around
from mazeeditor.screen.pixel_colours import PixelColours, Pixels
from mazeeditor.screen.pyramid import Pyramid
from mazeeditor.screen.shape_closeup import (
    CLOSE_FROM,
    KERNELS,
    WALL_KERNELS,
    ShownMaze,
    draw_closeup,
    draw_plainly,
)
from mazeeditor.screen.viewport import wall_width

AROUND = 2  # px that soft edges, and the line of the route, may go beyond a cell


class ShapeRaster(MazeRaster):
    """The picture of one maze of any shape."""

    small = 25_000

    def __init__(self, maze: Maze) -> None:
        self._layout = layout_of(maze.lattice)
        super().__init__(maze, self._layout.samples)

    @property
    def ready(self) -> bool:
        """Whether the picture is at its finest: nothing to prepare."""
        return super().ready and self._layout.built

    @property
    def missing_kernels(self) -> tuple[Kernel[Any, Any], ...]:
        """The kernels the current picture needs that are not compiled but can be."""
        filled = bool(self.cell_paint or self.distance_levels)
        kernels = KERNELS if filled else WALL_KERNELS
        missing = tuple(kernel for kernel in kernels if not kernel.ready)
        return missing if missing and available() else ()

    def prepare(self, job: Job) -> Callable[[], None]:
        """Build the layout, then do the slow work of every raster.

        The returned function raises ``MazeError`` at its end if memory is too short for the layout.
        """
        shortage, use = self._layout.build(job), super().prepare(job)

        def apply() -> None:
            use()
            if shortage:
                raise MazeError(shortage)

        return apply

    def paint(self, cells: Ids, paint: Paint) -> None:
        """Paint inside ``cells`` int64[k] with ``paint`` uint16[k]."""
        if not self._layout.built:
            self._late_paint.append((cells, paint))
        else:
            super().paint(cells, paint)

    def new_wall_pyramid(self) -> Pyramid:
        """Return the pyramid of the walls, not built yet."""
        samples = self._layout.samples
        return Pyramid(
            wall_shares_around(self.lattice, self.maze.walls, samples.cells), *samples.shape
        )

    def cells_of(self, walls: Ids) -> Ids:
        """Return the cells on both sides that are in the maze."""
        lower, _slots, upper, _backs = self.lattice.sides_of(walls)
        cells = np.concatenate([lower, upper])
        return cells[self.lattice.inside[cells]]

    def touched(self, walls: Ids, zoom: float) -> Ids:
        """Return int64[k, 4], the areas that change with ``walls`` int64[k]."""
        if zoom < CLOSE_FROM or self._layout.index is None:
            return self.touched_by_paint(self.cells_of(walls), zoom)
        geometry = self.lattice.geometry
        ends = geometry.post_positions(geometry.posts(walls)) * zoom
        chords = np.hypot(*(ends[:, 1] - ends[:, 0]).T)
        room = (np.abs(geometry.bulges(walls)) * chords / 2 + wall_width(zoom) + AROUND)[:, None]
        first, last = ends.min(axis=1) - room, ends.max(axis=1) + room
        return np.hstack([np.floor(first), np.ceil(last)]).astype(np.int64)

    def touched_by_paint(self, cells: Ids, zoom: float) -> Ids:
        """Return int64[k, 4], the areas that change with the paint of ``cells`` int64[k]."""
        if not self._layout.built:
            return np.empty((0, 4), np.int64)  # everything is repainted as soon as it is built
        centres, reach = self.lattice.geometry.centres(cells), self._layout.samples.reach
        if zoom < CLOSE_FROM or self._layout.index is None:
            first, last = (
                np.floor((centres + side * reach) * self.overview.scale).astype(np.int64)
                for side in (-1, 1)
            )
            return self.overview.touched(first, last, zoom)
        room = reach * zoom + AROUND
        places = np.hstack([np.floor(centres * zoom - room), np.ceil(centres * zoom + room)])
        return places.astype(np.int64)

    # The picture

    def extent(self, zoom: float) -> Area:
        """Return the area the maze paints: a wall more than its cells."""
        geometry = self.lattice.geometry
        width, height = max(1, round(geometry.width * zoom)), max(1, round(geometry.height * zoom))
        room = wall_width(zoom) + 1 if zoom >= CLOSE_FROM else 0
        return Area(-room, -room, width + room, height + room)

    def compose(self, area: Area, zoom: float, colours: PixelColours, out: Pixels) -> None:
        """Paint an area within the extent into ``out`` uint32[height, width]."""
        shown = self._shown()
        if zoom < CLOSE_FROM or shown is None:  # or until the layout is built
            self.overview.compose(area, zoom, colours, out)
        elif shown.ready:
            draw_closeup(shown, area, zoom, colours, out)
        else:
            self.overview.fill(area, zoom, colours.closeup_line, out)
            draw_plainly(shown, area, zoom, colours, out)

    def _shown(self) -> ShownMaze | None:
        if self._layout.index is None:
            return None
        paint = self.cell_paint.paint if self.cell_paint else None
        levels = self.distance_levels.levels if self.distance_levels else None
        return ShownMaze(self.maze, self._layout.index, paint, levels)

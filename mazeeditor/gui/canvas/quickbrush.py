"""Paints mazes of any shape with compiled kernels, where they are compiled: in a few ms."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from mazeeditor.gui.canvas import stamps, strokes
from mazeeditor.gui.canvas.pens import HARD
from mazeeditor.gui.canvas.shades import Pixels
from mazeeditor.gui.canvas.sketch import Part

NO_PAINT, NO_LEVELS = np.empty(0, np.uint16), np.empty(0, np.uint8)
KERNELS = (
    strokes.blend,
    strokes.draw_route,
    strokes.draw_walls,
    stamps.fill,
    stamps.stamp_cells,
    stamps.stamp_posts,
)


class QuickBrush:
    """See ``freehand.Brush``."""

    def __init__(self, part: Part) -> None:
        self._part, sketch = part, part.sketch
        self._map, self._maze = sketch.map, sketch.maze
        self._pixels = part.out.reshape(-1)
        self._area, self._runs = np.array(part.area, np.int64), part.runs.reshape(-1)
        self._paint = NO_PAINT if sketch.paint is None else sketch.paint
        self._levels = NO_LEVELS if sketch.levels is None else sketch.levels
        self._ends, self._points = self._map.ends.reshape(-1), self._map.points.reshape(-1)
        self._centres = self._map.centres.reshape(-1)

    @staticmethod
    def ready() -> bool:
        """Whether no kernel would have to be compiled first."""
        return all(kernel.ready for kernel in KERNELS)

    @cached_property
    def _eights(self) -> NDArray[np.uint64]:
        """A byte for each pixel, eight by eight; all are 0 between two uses."""
        return np.zeros(-(-len(self._pixels) // 8), np.uint64)

    @cached_property
    def _bytes(self) -> NDArray[np.uint8]:
        return self._eights.view(np.uint8)

    def fill(self, near: Pixels) -> int:
        """Fill each cell with its colour in ``near``; return the kinds in view, as bits."""
        part, walls = self._part, self._map
        return stamps.fill(
            self._pixels,
            self._bytes,
            self._area,
            self._runs,
            part.zoom,
            part.snap,
            part.room,
            self._paint,
            self._levels,
            walls.lower,
            walls.upper,
            self._ends,
            self._points,
            walls.bulges,
            self._centres,
            near,
        )

    def stamp(self, kind: int, size: int, colour: int) -> None:
        """Draw a square in the middle of each cell of a kind, of the route where no line goes."""
        stamps.stamp_cells(
            self._pixels,
            self._area,
            self._runs,
            self._part.zoom,
            size,
            colour,
            kind,
            self._paint,
            self._levels,
            self._map.lower,
            self._map.upper,
            self._centres,
        )

    def route(self, colour: int) -> None:
        """Draw the line of the route through the middles of cells and walls."""
        part, walls = self._part, self._map
        strokes.draw_route(
            self._pixels,
            self._bytes,
            self._area,
            self._runs,
            part.zoom,
            part.line_width if part.smooth else HARD,
            colour,
            self._paint,
            self._maze.lattice.inside,
            walls.lower,
            walls.slots,
            walls.upper,
            walls.backs,
            self._ends,
            self._points,
            walls.bulges,
            self._centres,
        )
        if part.smooth:
            strokes.blend(self._pixels, self._bytes, self._eights, colour)

    def posts(self, colour: int) -> None:
        """Draw a dot at every post at which no wall stands."""
        part, walls = self._part, self._map
        stamps.stamp_posts(
            self._pixels,
            np.zeros(len(walls.points), np.uint8),
            self._area,
            self._runs,
            part.zoom,
            part.snap,
            part.wall_width,
            colour,
            self._maze.walls,
            walls.lower,
            walls.slots,
            self._ends,
            self._points,
        )

    def walls(self, colour: int) -> None:
        """Draw all closed walls."""
        part, walls = self._part, self._map
        strokes.draw_walls(
            self._pixels,
            self._bytes,
            self._area,
            self._runs,
            part.zoom,
            part.snap,
            part.wall_width if part.smooth else HARD,
            colour,
            self._maze.walls,
            walls.lower,
            walls.slots,
            self._ends,
            self._points,
            walls.bulges,
        )
        if part.smooth:
            strokes.blend(self._pixels, self._bytes, self._eights, colour)

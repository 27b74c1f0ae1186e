"""What is to be drawn of a maze of any shape, and how wide its lines are at a zoom."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from mazeeditor.gui.canvas.area import Area
from mazeeditor.gui.canvas.paint import Paint
from mazeeditor.gui.canvas.shades import Pixels
from mazeeditor.gui.canvas.tracing import snap_of
from mazeeditor.gui.canvas.viewport import wall_width
from mazeeditor.gui.canvas.wallmap import WallMap
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.maze import Maze

SMOOTH_FROM = 8  # px a cell: slanted lines have soft edges, and posts without walls are dots


@dataclass(frozen=True, eq=False)
class Sketch:
    """A maze, and what its cells are painted as and how far they are."""

    maze: Maze
    map: WallMap
    paint: Paint | None
    levels: NDArray[np.uint8] | None

    @property
    def filled(self) -> bool:
        """Whether anything is shown but walls."""
        return self.paint is not None or self.levels is not None


@dataclass(frozen=True, eq=False)
class Part:
    """An area of a sketch in world px, painted into ``out`` uint32[height, width], C-contiguous."""

    sketch: Sketch
    area: Area
    zoom: float
    out: Pixels

    @property
    def smooth(self) -> bool:
        """Whether lines have soft edges."""
        return self.zoom >= SMOOTH_FROM

    @property
    def wall_width(self) -> int:
        """How many px a wall is wide."""
        return wall_width(self.zoom)

    @property
    def line_width(self) -> int:
        """How many px the line of the route is wide."""
        return line_width(self.zoom)

    @property
    def snap(self) -> float:
        """What is added to posts at whole pixels, 1 less where they may be anywhere."""
        return snap_of(self.zoom, self.sketch.map.curved)

    @property
    def room(self) -> float:
        """How many px a cell that is seen may have its middle beside the area."""
        return self.sketch.map.reach * self.zoom + 2

    @cached_property
    def runs(self) -> Ids:
        """The walls in view, int64[r, 2], from where to where they are in the map."""
        return self.sketch.map.runs(*(side / self.zoom for side in self.area))


def line_width(zoom: float) -> int:
    """Return how many px the line of the route is wide."""
    least = 2 if zoom >= SMOOTH_FROM else 1  # soft edges make a thin line pale
    return max(least, round(zoom / 7))

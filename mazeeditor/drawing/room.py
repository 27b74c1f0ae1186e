"""What the signs for entrance and exits are measured by, and where there is room for them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from mazeeditor.drawing.scene import Item, Points
from mazeeditor.maze.geometry import Geometry

Box = tuple[float, float, float, float]  # left, top, right, bottom in mm
Vector = tuple[float, float]

GRAIN, MOST = 0.3, 30  # cells between the points of a box that are looked at; points on a side


@dataclass(frozen=True)
class Scale:
    """What marks are measured by, in mm: the cell, the wall, and the width of drawn lines.

    ``outline`` is 0 where marks are filled.
    """

    cell: float
    wall: float
    outline: float

    @property
    def arrow(self) -> float:
        """The length of an arrow."""
        return min(max(0.8 * self.cell, 3.0), 7.0)

    @property
    def letters(self) -> float:
        """The size of words outside the maze."""
        return min(max(0.6 * self.cell, 3.0), 5.0)


@dataclass(frozen=True)
class Mark:
    """One sign and the room it takes."""

    item: Item
    box: Box


@dataclass(frozen=True)
class Ground:
    """What is free around a maze with ``cell`` mm a cell, whose (0, 0) lies at ``x``, ``y``."""

    geometry: Geometry
    cell: float
    x: float
    y: float

    def is_free(self, points: Points) -> bool:
        """Whether none of ``points`` float64[k, 2] in mm lies in the maze."""
        width, height = self.geometry.width, self.geometry.height
        return not any(
            0 <= x <= width and 0 <= y <= height and self.geometry.cell_at(x, y) is not None
            for x, y in ((points - (self.x, self.y)) / self.cell).tolist()
        )

    def has_room(self, box: Box) -> bool:
        """Whether no part of the maze lies in a box; it is larger than one, so its sides tell."""
        return self.is_free(np.array(list(self._border(box))))

    def _border(self, box: Box) -> Iterator[tuple[float, float]]:
        """Yield points along the sides of a box, so many that no cell slips through."""
        left, top, right, bottom = box
        for x in self._between(left, right):
            yield from ((x, top), (x, bottom))
        for y in self._between(top, bottom):
            yield from ((left, y), (right, y))

    def _between(self, low: float, high: float) -> list[float]:
        count = int(min((high - low) / (GRAIN * self.cell) + 2, MOST))
        return np.linspace(low, high, count).tolist()


def overlap(one: Box, other: Box) -> bool:
    """Whether two boxes cover the same place."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]

"""What the signs for entrance and exits are measured by, and where there is room for them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mazeeditor.drawing.scene import Ink, Numbers, Points
from mazeeditor.maze.geometry import Geometry

Box = tuple[float, float, float, float]  # left, top, right, bottom in mm
Vector = tuple[float, float]

GRAIN, FINE = 0.15, 0.2  # between points that are looked at: of a cell, of the height of a box
MOST = 60  # points on a side of a box
ACROSS, DOWN = 30, 10  # points within a box, which is as wide as a word


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

    item: Ink
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
        """Whether no part of the maze lies in a box.

        Points along its sides are looked at, and by so much is the box taken larger that no corner
        of the maze, sharp as those of triangles, gets in between two of them. Others within tell
        of pieces of the maze that the box holds whole.
        """
        step = min(GRAIN * self.cell, FINE * (box[3] - box[1]))
        left, top, right, bottom = box[0] - step, box[1] - step, box[2] + step, box[3] + step
        across, down = _between(left, right, step), _between(top, bottom, step)
        border = [np.column_stack([across, np.full(len(across), y)]) for y in (top, bottom)]
        border += [np.column_stack([np.full(len(down), x), down]) for x in (left, right)]
        within = np.meshgrid(np.linspace(left, right, ACROSS), np.linspace(top, bottom, DOWN))
        border.append(np.stack(within, axis=-1).reshape(-1, 2))
        return self.is_free(np.concatenate(border))


def _between(low: float, high: float, step: float) -> Numbers:
    """Return places from one to the other that are no more than a step apart."""
    return np.linspace(low, high, min(int((high - low) / step) + 2, MOST))


def overlap(one: Box, other: Box) -> bool:
    """Whether two boxes cover the same place."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]

"""Turns and mirrors of the plane, and where they bring the cells of a maze."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin

import numpy as np
from numpy.typing import NDArray

from mazeeditor.maze.geometry import Ids, Points
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import NOWHERE

SAME = 1e-6  # cells that two points may lie apart by rounding


@dataclass(frozen=True)
class Motion:
    """A turn or a mirror, given by what becomes of the unit vectors: ``right`` and ``down``."""

    right: tuple[float, float]
    down: tuple[float, float]

    @property
    def matrix(self) -> NDArray[np.float64]:
        """What rows of points (x, y) are multiplied with, float64[2, 2]."""
        return np.array([self.right, self.down])

    @property
    def exchanges(self) -> bool:
        """Whether width and height change places."""
        return abs(self.right[0]) < SAME

    @property
    def mirrors(self) -> bool:
        """Whether it is a mirror, not a turn."""
        return self.right[0] * self.down[1] - self.right[1] * self.down[0] < 0


def turn(degrees: float) -> Motion:
    """Return the turn by an angle, clockwise as seen, as y points down."""
    across, along = cos(radians(degrees)), sin(radians(degrees))
    return Motion((across, along), (-along, across))


@dataclass(frozen=True, eq=False)
class Placing:
    """Where a motion brings the cells of ``lattice``: to places of ``target``.

    The point ``start`` comes to ``end``; float64[2] both. The target has the size that is wanted,
    its mask tells nothing.
    """

    lattice: Lattice
    motion: Motion
    target: Lattice
    start: Points
    end: Points

    def points(self, cells: Ids) -> Points:
        """Return float64[k, 2], where the middles of ``cells`` int64[k] come to lie."""
        found: Points = self.lattice.geometry.centres(cells) - self.start
        return found @ self.motion.matrix + self.end

    def cells(self, cells: Ids) -> Ids:
        """Return int64[k], what has its middle there; ``NOWHERE`` where nothing has."""
        points = self.points(cells)
        found = self.target.geometry.all_under(points[:, 0], points[:, 1])
        some = np.where(found == NOWHERE, self.target.row_starts[0], found)
        away = np.abs(self.target.geometry.centres(some) - points).max(axis=1, initial=0.0)
        return np.where(away <= SAME, found, NOWHERE)

    def slot(self, cell: int, slot: int, to: int) -> int | None:
        """Return the slot of the cell ``to`` that a side of ``cell`` becomes, if there is one."""
        wanted = np.array(self.lattice.geometry.outward(cell, slot)) @ self.motion.matrix
        ways = self.target.geometry.all_outward(np.array([to], np.int64))[0]
        away = np.abs(ways - wanted).max(axis=1)
        return int(away.argmin()) if away.min() <= SAME else None

    def fits(self, cells: Ids) -> bool:
        """Whether all ``cells`` int64[k] come to places for cells."""
        return bool(self.target.are_places(self.cells(cells)).all())

"""All walls of a lattice of any shape, sorted by where they are, so that those in view are few."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.gui.canvas.survey import (
    Found,
    centres_of,
    every_wall,
    in_order,
    places_of,
    reach_of,
)
from mazeeditor.job import Job
from mazeeditor.maze.geometry import Ids, Points
from mazeeditor.maze.lattice import Lattice

SIDE = 8  # cells: the walls are sorted into squares of this size
ROOM = 1.0  # cells, beyond what cells reach, for places moved to whole pixels
CHUNK = 1 << 15  # walls looked at at a time: what is in between stays in the cache


class WallMap:
    """Every wall that an inside cell has, once; ``reach`` is how far a cell is from its middle.

    ``points`` float64[m, 2] are the places of posts and ``centres`` float64[n, 2] those of inside
    cells. Of each wall, ``ends`` int32[k, 2] are its posts and ``bulges`` float64[k] as
    ``Geometry`` has them (float64[0] where all are straight), ``lower`` int32[k] its lower cell,
    ``slots`` uint8[k] the slot of that, ``upper`` and ``backs`` the same of the other side. Who
    goes from the first end down to the second has the lower cell on the left of the screen.

    Takes a while to make; raises ``CancelledError``.
    """

    def __init__(self, lattice: Lattice, job: Job) -> None:
        geometry = lattice.geometry
        found = every_wall(lattice, job)
        self.points = places_of(geometry, found.posts, job)
        self.centres = centres_of(lattice, job)
        self.curved = bool(found.bulges.any())
        self._across = int(geometry.width // SIDE) + 1
        self._down = int(geometry.height // SIDE) + 1
        self.reach = reach_of(lattice)
        squares = np.empty(len(found.lower), np.int32)
        for start in range(0, len(squares), CHUNK):
            job.check()
            part = slice(start, start + CHUNK)
            squares[part] = self._put_down(lattice, found, part)
        order = in_order(squares, self._across * self._down)
        job.check()
        counts = np.bincount(squares, minlength=self._across * self._down)
        self._starts = np.concatenate([[0], np.cumsum(counts)])
        self.ends, self.lower, self.upper = (
            each.take(order, axis=0) for each in (found.posts, found.lower, found.upper)
        )
        self.slots, self.backs = found.slots.take(order), found.backs.take(order)
        self.bulges = found.bulges.take(order) if self.curved else np.empty(0)

    def _put_down(self, lattice: Lattice, found: Found, part: slice) -> Ids:
        """Turn some walls the right way round; return the squares in which their middles lie."""
        posts, bulges = found.posts[part], found.bulges[part]
        (ax, ay), (bx, by) = (self.points.take(posts[:, end], axis=0).T.copy() for end in (0, 1))
        dx, dy = bx - ax, by - ay
        x, y = (ax + bx - dy * bulges) / 2, (ay + by + dx * bulges) / 2  # as in maze.arcs
        aside = np.zeros(len(bulges))
        for cells, sign in ((found.upper[part], -1), (found.lower[part], 1)):
            there = lattice.inside[cells]
            cx, cy = self.centres.take(cells, axis=0).T.copy()
            # the lower cell decides, if it is inside
            np.copyto(aside, sign * (dx * (cy - ay) - dy * (cx - ax)), where=there)
        wrong = np.flatnonzero(aside < 0)
        posts[wrong], bulges[wrong] = posts[wrong, ::-1], -bulges[wrong]
        column = (x / SIDE).astype(np.int64).clip(0, self._across - 1)
        row = (y / SIDE).astype(np.int64).clip(0, self._down - 1)
        return row * self._across + column

    def runs(self, left: float, top: float, right: float, bottom: float) -> Ids:
        """Return int64[r, 2], from where to where the walls of a part of the maze, in cells, are.

        All walls of every cell that is seen there, moved to whole pixels, are among them.
        """
        room = 2 * self.reach + ROOM
        first, last = (
            min(max(int(x // SIDE), 0), self._across - 1) for x in (left - room, right + room)
        )
        above, below = (
            min(max(int(y // SIDE), 0), self._down - 1) for y in (top - room, bottom + room)
        )
        rows = np.arange(above, below + 1) * self._across
        return np.stack([self._starts[rows + first], self._starts[rows + last + 1]], axis=1)

    def shapes(self, walls: Ids) -> tuple[Points, NDArray[np.float64]]:
        """Return ends float64[k, 2, 2] in cells and bulges float64[k] of ``walls`` int64[k]."""
        bulges = self.bulges.take(walls) if self.curved else np.zeros(len(walls))
        return self.points.take(self.ends.take(walls, axis=0), axis=0), bulges

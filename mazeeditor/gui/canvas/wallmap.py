"""All walls of a lattice of any shape, sorted by where they are, so that those in view are few."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from mazeeditor.job import Job
from mazeeditor.maze.arcs import middles
from mazeeditor.maze.geometry import Ids, Points
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import NOWHERE
from mazeeditor.maze.maze import Maze

Sides = tuple[NDArray[np.int32], NDArray[np.uint8], NDArray[np.int32], NDArray[np.uint8]]
T = TypeVar("T", bound=np.generic)

SIDE = 16  # cells: the walls are sorted into squares of this size


@dataclass(frozen=True, eq=False)
class Walls:
    """Some walls: ``ends`` float64[k, 2, 2] in cells and ``bulges`` float64[k].

    ``sides`` are the lower cells int32[k], their slots uint8[k], the upper cells and their slots.
    """

    ends: Points
    bulges: NDArray[np.float64]
    sides: Sides

    def closed(self, maze: Maze) -> NDArray[np.bool_]:
        """Return bool[k], which of the walls stand."""
        lower, slots, _upper, _backs = self.sides
        return (maze.walls[lower] >> slots & 1).astype(np.bool_)

    def shapes(self, chosen: NDArray[np.bool_]) -> tuple[Points, NDArray[np.float64]]:
        """Return ends and bulges of those for which ``chosen`` bool[k] is true."""
        places = np.flatnonzero(chosen)
        return self.ends.take(places, axis=0), self.bulges.take(places)


class WallMap:
    """Every wall that an inside cell has; ``reach`` is how far a cell extends from its middle.

    ``curved`` says whether there are arcs. Takes a while to make; raises ``CancelledError``.
    """

    def __init__(self, lattice: Lattice, job: Job) -> None:
        self._lattice, geometry = lattice, lattice.geometry
        ids = _every_wall(lattice, job)
        places = geometry.posts(ids)
        job.check()
        ends, bulges = geometry.post_positions(places), geometry.bulges(ids)
        job.check()
        self.curved = bool(bulges.any())
        middle = middles(ends, bulges)
        self.reach = self._reach(ids, ends, middle)
        self._across = int(geometry.width // SIDE) + 1
        self._down = int(geometry.height // SIDE) + 1
        column, row = np.clip(
            (middle // SIDE).astype(np.int64).T, 0, [[self._across - 1], [self._down - 1]]
        )
        squares = row * self._across + column
        order = np.argsort(squares, kind="stable")
        job.check()
        lower, slots, upper, backs = lattice.sides_of(ids[order])
        sides = lower.astype(np.int32), slots.astype(np.uint8), upper.astype(np.int32)
        self._walls = Walls(ends[order], bulges[order], (*sides, backs.astype(np.uint8)))
        self._starts = np.searchsorted(squares[order], np.arange(self._across * self._down + 1))

    def _reach(self, ids: Ids, ends: Points, middle: Points) -> float:
        """Return the farthest that any wall is from the middle of a cell it belongs to."""
        lower, _slots, upper, _backs = self._lattice.sides_of(ids)
        farthest = 0.1
        for cells in (lower, upper):
            inside = self._lattice.inside[cells]
            centres = self._lattice.geometry.centres(cells[inside])
            for points in (ends[inside, 0], ends[inside, 1], middle[inside]):
                away = np.hypot(*(points - centres).T)
                farthest = max(farthest, float(away.max(initial=0)))
        return farthest

    def within(self, left: float, top: float, right: float, bottom: float) -> Walls:
        """Return all walls of a part of the maze, in cells, and some around it."""
        first = np.clip(int((left - self.reach * 2) // SIDE), 0, self._across - 1)
        last = np.clip(int((right + self.reach * 2) // SIDE), 0, self._across - 1)
        above = np.clip(int((top - self.reach * 2) // SIDE), 0, self._down - 1)
        below = np.clip(int((bottom + self.reach * 2) // SIDE), 0, self._down - 1)
        rows = np.arange(above, below + 1) * self._across
        runs = zip(self._starts[rows + first], self._starts[rows + last + 1], strict=True)
        parts = [slice(start, stop) for start, stop in runs]
        walls = self._walls
        lower, slots, upper, backs = walls.sides
        return Walls(
            _cut(walls.ends, parts),
            _cut(walls.bulges, parts),
            (_cut(lower, parts), _cut(slots, parts), _cut(upper, parts), _cut(backs, parts)),
        )


def _cut(values: NDArray[T], parts: list[slice]) -> NDArray[T]:
    return np.concatenate([values[part] for part in parts])


def _every_wall(lattice: Lattice, job: Job) -> Ids:
    """Return the id of each wall of an inside cell, taken from its lower cell, once."""
    cells = np.arange(lattice.size, dtype=np.int64)
    found = []
    for slot in range(lattice.degree):
        job.check()
        others = cells + lattice.offsets[cells & lattice.mask, slot]
        others = np.clip(others, 0, lattice.size - 1)  # of the rim, beyond which nothing is
        walls = (others > cells) & (lattice.inside[cells] | lattice.inside[others])
        found.append((cells[walls & (others != NOWHERE)] * lattice.degree) + slot)
    return np.concatenate(found)

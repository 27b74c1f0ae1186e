"""The base of the geometries of all shapes: hit tests that take the mask into account."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from mazeeditor.maze.geometry import Ids, Points, PostPattern, distances, middles
from mazeeditor.maze.links import Links

REACH = 0.5  # cells from the maze within which a point still has a nearest wall
T = TypeVar("T", bound="Tiling")


@dataclass(frozen=True, eq=False)
class Tiling(ABC):
    """Cells that fill the plane without gaps, of which those of ``links.inside`` are the maze.

    A point in an inside cell is nearest to a wall of that cell, as its border is all walls. A point
    outside is nearest to a wall of one of the inside cells around it.
    """

    links: Links

    @property
    def post_pattern(self) -> PostPattern | None:
        """How posts repeat: they do not."""
        return None

    @abstractmethod
    def centres(self, cells: Ids) -> Points:
        """Return float64[k, 2], the middle of each cell."""

    @abstractmethod
    def posts(self, walls: Ids) -> Ids:
        """Return int64[k, 2], the ids of the posts of each wall."""

    @abstractmethod
    def post_positions(self, posts: Ids) -> Points:
        """Return float64[..., 2]: x, y."""

    @abstractmethod
    def under(self, x: float, y: float) -> int | None:
        """Return the cell at a point, inside or not; ``None`` where there is no cell."""

    @abstractmethod
    def all_under(self, x: Points, y: Points) -> Ids:
        """Return what ``under`` does for points float64[...], ``NOWHERE`` where there is no cell.

        ``x`` and ``y`` are broadcast: a picture has one x a column and one y a row.
        """

    @abstractmethod
    def nearest_side(self, cell: int, x: float, y: float) -> int:
        """Return the slot whose wall is nearest to a point in ``cell``."""

    @abstractmethod
    def around(self, x: float, y: float) -> Ids:
        """Return int64[k], cells that include all those with a wall within ``REACH``."""

    def bulges(self, walls: Ids) -> NDArray[np.float64]:
        """Return float64[k]: every wall is straight."""
        return np.zeros(len(walls))

    def cell_at(self, x: float, y: float) -> int | None:
        """Return the inside cell at a point, ``None`` outside the maze."""
        cell = self.under(x, y)
        return cell if cell is not None and self.links.inside[cell] else None

    def wall_at(self, x: float, y: float) -> int | None:
        """Return the wall nearest to a point, ``None`` farther than half a cell from the maze."""
        cell = self.cell_at(x, y)
        if cell is not None:
            return self.links.wall(cell, self.nearest_side(cell, x, y))
        cells = self.around(x, y)
        walls = self.links.walls_of(cells[self.links.inside[cells]])[1]
        # at a post inner walls may be equally near: from outside, outer walls take precedence
        lower, _slots, upper, _backs = self.links.sides_of(walls)
        walls = walls[self.links.inside[lower] != self.links.inside[upper]]
        if not len(walls):
            return None
        ends = self.post_positions(self.posts(walls))
        lengths = distances(np.array([x, y]), ends, self.bulges(walls))
        nearest = int(lengths.argmin())
        return int(walls[nearest]) if lengths[nearest] <= REACH else None

    def outward(self, cell: int, slot: int) -> tuple[float, float]:
        """Return the unit vector through the middle of a wall, (0, 0) where there is none."""
        x, y = self.all_outward(np.array([cell], np.int64))[0, slot].tolist()
        return x, y

    def all_outward(self, cells: Ids) -> Points:
        """Return float64[k, degree, 2]: ``outward`` of every slot of each cell."""
        slots = np.tile(np.arange(self.links.degree), len(cells))
        owners = np.repeat(cells, self.links.degree)
        real = self.links.uses(owners, slots)
        walls = self.links.wall_ids(owners[real], slots[real])
        vectors = np.zeros((len(owners), 2))
        ends = self.post_positions(self.posts(walls))
        vectors[real] = middles(ends, self.bulges(walls)) - self.centres(owners[real])
        vectors[real] /= np.hypot(vectors[real, 0], vectors[real, 1])[:, None]
        return vectors.reshape(len(cells), -1, 2)

    def masked(self: T, inside: NDArray[np.bool_]) -> T:
        """Return the same places for a maze of which only ``inside`` bool[n] are cells."""
        return replace(self, links=replace(self.links, inside=inside))

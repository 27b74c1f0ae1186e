"""Where the cells, walls and posts of a shape lie, and which of them is at a point."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from mazeeditor.maze.geometry import Ids, Points, distances, middles
from mazeeditor.maze.links import Links

REACH = 0.5  # cells from the maze within which a point still has a nearest wall
T = TypeVar("T", bound="Tiling")


class PostPattern(NamedTuple):
    """How posts are numbered in rows: what is around post ``p`` is around ``p + period`` as well.

    Rows begin at post ``origin``. Posts whose ids are equal modulo ``kinds``, a power of two, have
    walls in the same directions, ``degree`` of them.
    """

    origin: int
    period: int
    kinds: int
    degree: int


@dataclass(frozen=True, eq=False)
class Tiling(ABC):
    """The geometry of a shape: cells that fill the plane, of which those inside are the maze.

    Positions are in cells: x to the right, y down, (0, 0) the top left corner of the maze. A circle
    one cell wide just fits between two opposite sides of a square or a hexagon, into a triangle,
    and between two rings: so one cell is about the width of a passage in every shape.

    ::

        post -- wall -- post
          |              |
        wall    cell    wall        a post is a point where walls may meet
          |              |
        post -- wall -- post
    """

    links: Links

    @property
    @abstractmethod
    def width(self) -> float:
        """The extent in x, in cells."""

    @property
    @abstractmethod
    def height(self) -> float:
        """The extent in y, in cells."""

    @property
    def post_pattern(self) -> PostPattern | None:
        """How posts repeat; None where they do not."""
        return None

    @abstractmethod
    def centres(self, cells: Ids) -> Points:
        """Return float64[k, 2], the middle of each of ``cells`` int64[k]."""

    @abstractmethod
    def posts(self, walls: Ids) -> Ids:
        """Return int64[k, 2], the ids of the two posts that each of ``walls`` int64[k] joins."""

    @abstractmethod
    def post_positions(self, posts: Ids) -> Points:
        """Return float64[..., 2], where each of ``posts`` int64[...] is."""

    @abstractmethod
    def under(self, x: float, y: float) -> int | None:
        """Return the cell at a point, inside or not; ``None`` where there is none.

        Plain arithmetic: one point takes a microsecond, by arrays of one element up to 34.
        """

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
        r"""Return float64[k], how far each of ``walls`` int64[k] is an arc; 0 where it is straight.

        The tangent of a quarter of the angle that the arc spans, as in DXF: more than 0 where one
        goes anticlockwise, as seen, along it from the first of its ``posts`` to the second::

              ___
            /     \      from the right post to the left:   1, the arc is half a circle
           o       o     from the left post to the right:  -1

        The middle of the arc lies ``bulge / 2 * (-dy, dx)`` from the middle of its posts, which
        are ``dx, dy`` apart. See ``middles``, ``centres`` and ``distances`` in ``geometry.py``.
        """
        return np.zeros(len(walls))

    def cell_at(self, x: float, y: float) -> int | None:
        """Return the inside cell at a point, ``None`` outside the maze."""
        cell = self.under(x, y)
        return cell if cell is not None and self.links.inside[cell] else None

    def wall_at(self, x: float, y: float) -> int | None:
        """Return the wall nearest to a point, ``None`` farther than ``REACH`` from the maze.

        Walls between inside cells and the outer walls count. A point in an inside cell is nearest
        to a wall of that cell, as its border is all walls; a point outside is nearest to an outer
        wall of one of the inside cells around it.
        """
        links, cell = self.links, self.cell_at(x, y)
        if cell is not None:
            return links.wall(cell, self.nearest_side(cell, x, y))
        cells = self.around(x, y)
        walls = links.walls_of(cells[links.inside[cells]])[1]
        # at a post inner walls may be equally near: from outside, outer walls take precedence
        lower, _slots, upper, _backs = links.sides_of(walls)
        walls = walls[links.inside[lower] != links.inside[upper]]
        if not len(walls):
            return None
        ends = self.post_positions(self.posts(walls))
        lengths = distances(np.array([x, y]), ends, self.bulges(walls))
        nearest = int(lengths.argmin())
        return int(walls[nearest]) if lengths[nearest] <= REACH else None

    def outward(self, cell: int, slot: int) -> tuple[float, float]:
        """Return the unit vector from the cell through the middle of its wall ``slot``.

        (0, 0) where the cell does not use the slot.
        """
        x, y = self.all_outward(np.array([cell], np.int64))[0, slot].tolist()
        return x, y

    def all_outward(self, cells: Ids) -> Points:
        """Return float64[k, degree, 2]: ``outward`` of every slot of ``cells`` int64[k]."""
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

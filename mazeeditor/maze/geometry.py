"""Where cells, walls and posts lie, whatever the shape; each shape has its own."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Ids = NDArray[np.int64]
Points = NDArray[np.float64]


class Geometry(Protocol):
    """Positions in cells: x to the right, y down, (0, 0) the top left corner of the maze.

    A circle one cell wide just fits between two opposite sides of a square or a hexagon, into a
    triangle, and between two rings: so one cell is about the width of a passage in every shape.

    ::

        post -- wall -- post
          |              |
        wall    cell    wall        a post is a point where walls may meet
          |              |
        post -- wall -- post
    """

    @property
    def width(self) -> float:
        """The extent in x, in cells."""

    @property
    def height(self) -> float:
        """The extent in y, in cells."""

    def centres(self, cells: Ids) -> Points:
        """Return float64[k, 2], the middle of each of ``cells`` int64[k]."""

    def posts(self, walls: Ids) -> Ids:
        """Return int64[k, 2], the ids of the two posts that each of ``walls`` int64[k] joins."""

    def post_positions(self, posts: Ids) -> Points:
        """Return float64[..., 2], where each of ``posts`` int64[...] is."""

    def bulges(self, walls: Ids) -> NDArray[np.float64]:
        r"""Return float64[k], how far each of ``walls`` int64[k] is an arc; 0 where it is straight.

        The tangent of a quarter of the angle that the arc spans, as in DXF: more than 0 where one
        goes anticlockwise, as seen, along it from the first of its ``posts`` to the second::

              ___
            /     \      from the right post to the left:   1, the arc is half a circle
           o       o     from the left post to the right:  -1

        The middle of the arc lies ``bulge / 2 * (-dy, dx)`` beside the middle of its posts, which
        are ``dx, dy`` apart. ``mazeeditor.maze.arcs`` has middles, centres and distances.
        """

    def cell_at(self, x: float, y: float) -> int | None:
        """Return the inside cell at a point, ``None`` outside the maze."""

    def all_under(self, x: Points, y: Points) -> Ids:
        """Return the cells at points float64[...], inside or not; 0 where there is none at all.

        ``x`` and ``y`` are broadcast: a picture has one x a column and one y a row.
        """

    def wall_at(self, x: float, y: float) -> int | None:
        """Return the wall nearest to a point within half a cell of the maze, else ``None``.

        Walls between inside cells and the outer walls count.
        """

    def outward(self, cell: int, slot: int) -> tuple[float, float]:
        """Return the unit vector from the cell through the middle of its wall ``slot``.

        (0, 0) where the cell does not use the slot.
        """

    def all_outward(self, cells: Ids) -> Points:
        """Return float64[k, degree, 2]: ``outward`` of every slot of ``cells`` int64[k]."""

    def masked(self, inside: NDArray[np.bool_]) -> Geometry:
        """Return the same places for a maze of which only ``inside`` bool[n] are cells."""

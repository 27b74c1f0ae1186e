r"""Where cells, walls and posts lie, whatever the shape; each shape has its own ``Geometry``.

Functions take a wall, straight or curved, as its two ends, float64[..., 2, 2], and its bulge,
float64[...]::

            middle
          ---.---        sagitta = bulge * chord / 2
        /    |    \
     end ----+---- end   chord
             |
             x centre
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

Ids = NDArray[np.int64]
Points = NDArray[np.float64]


class PostPattern(NamedTuple):
    """How posts are numbered in rows: what is around post ``p`` is around ``p + period`` as well.

    Rows begin at post ``origin``. Posts whose ids are equal modulo ``kinds``, a power of two, have
    walls in the same directions, ``degree`` of them.
    """

    origin: int
    period: int
    kinds: int
    degree: int


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

    @property
    def post_pattern(self) -> PostPattern | None:
        """How posts repeat; None where they do not."""

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
        are ``dx, dy`` apart. See ``middles``, ``centres``
        and ``distances``.
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


Numbers = NDArray[np.float64]


def middles(ends: Points, bulges: Numbers) -> Points:
    """Return float64[..., 2], the midpoint of each wall."""
    result: Points = ends.mean(axis=-2) + _right(ends) * (bulges / 2)[..., None]
    return result


def centres(ends: Points, bulges: Numbers) -> Points:
    """Return float64[..., 2], the centre of each arc's circle; the bulge must not be 0."""
    apothem = (1 - bulges**2) / (4 * bulges)
    result: Points = ends.mean(axis=-2) - _right(ends) * apothem[..., None]
    return result


def _right(ends: Points) -> Points:
    """Return a vector as long as the chord, to the right of the direction from end to end."""
    along = ends[..., 1, :] - ends[..., 0, :]
    return np.stack([-along[..., 1], along[..., 0]], axis=-1)


def distances(points: Points, ends: Points, bulges: Numbers) -> Numbers:
    """Return float64[...], how far ``points`` float64[..., 2] are from walls, as they broadcast."""
    straight = _to_segments(points, ends)
    if not bulges.any():
        return straight
    return np.where(bulges == 0, straight, _to_arcs(points, ends, np.where(bulges, bulges, 1.0)))


def _to_segments(points: Points, ends: Points) -> Numbers:
    along = ends[..., 1, :] - ends[..., 0, :]
    away = points - ends[..., 0, :]
    share = ((away * along).sum(-1) / (along * along).sum(-1)).clip(0, 1)
    return _length(away - share[..., None] * along)


def _to_arcs(points: Points, ends: Points, bulges: Numbers) -> Numbers:
    """Return the distances: to the circle within the arc's sector, to its nearer end elsewhere."""
    centre = centres(ends, bulges)
    away, axis = points - centre, middles(ends, bulges) - centre
    radius, distance = _length(axis), _length(away)
    cosine = np.cos(2 * np.arctan(np.abs(bulges)))
    within = (away * axis).sum(-1) >= distance * radius * cosine
    to_ends = _length(points[..., None, :] - ends).min(axis=-1)
    return np.where(within, np.abs(distance - radius), to_ends)


def _length(vectors: Points) -> Numbers:
    result: Numbers = np.hypot(vectors[..., 0], vectors[..., 1])
    return result

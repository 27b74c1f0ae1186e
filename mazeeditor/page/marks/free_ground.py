r"""Where something has room: outside a gap, near it and off the maze; or in the hole of a maze.

::

        ____|    Start      a box of any size that touches a circle around the mouth of the gap:
             ) mouth        circles grow, and on each the direction turns away from straight out;
        ____             the nearest box that lies neither on the maze nor on another box is taken
            |
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import cos, pi, sin

import numpy as np

from mazeeditor.maze.lattice import Lattice
from mazeeditor.page.curves import flatten
from mazeeditor.page.extent import rim_of
from mazeeditor.page.scene import Box, Numbers, Points

GRAIN, FINE = 0.15, 0.2  # between points that are checked: of a cell, of the height of a box
MAX_POINTS = 60  # points on a side of a box
ACROSS, DOWN = 30, 10  # points within a box, which is as wide as a word
TURNS = tuple(sign * turn * pi / 12 for turn in range(6) for sign in (1, -1)[: 1 + (turn > 0)])
TURN_HEIGHTS = 0.6  # heights of the box that a turn by one radian may save
CORNERS = 0.75  # walls that the corner of a band reaches from its post
CORNER = 0.4  # how far a direction leads aside at the most where the middle of a side is nearest
DIRECTIONS = np.arange(24) * pi / 24
ACROSS_STRIPS = np.stack([np.cos(DIRECTIONS), np.sin(DIRECTIONS)])  # in which strips are looked for

# Of the picture in the hole
GAP_CELLS = 0.25  # cells between wall and picture
MIN_PICTURE_MM = 0.5  # mm: smaller pictures are not visible
ARC_ERROR_MM = 0.001  # mm: the largest error of flatten arcs
POST_CELLS = 1e-6  # cells around the middle: a post of the maze may stand there


def overlap(one: Box, other: Box) -> bool:
    """Whether two boxes cover the same place."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def spans_of(points: Points) -> Points:
    """Return how far points in mm reach back and ahead in each direction, float64[2, n]."""
    along = points @ ACROSS_STRIPS
    return np.stack([along.min(axis=0), along.max(axis=0)])


def are_apart(one: Points, other: Points, space: float) -> bool:
    """Whether a straight strip ``space`` wide lies between what has these ``spans_of`` points."""
    return bool(max((one[0] - other[1]).max(), (other[0] - one[1]).max()) >= space)


def corners_of(box: Box) -> Points:
    """Return the corners of a box, float64[4, 2]."""
    left, top, right, bottom = box
    return np.array([(left, top), (right, top), (right, bottom), (left, bottom)])


def grow_box(box: Box, x: float, y: float) -> Box:
    """Return a box with so much more on each side."""
    return box[0] - x, box[1] - y, box[2] + x, box[3] + y


@dataclass(frozen=True)
class Ground:
    """What is free around a maze with ``cell`` mm a cell, whose (0, 0) lies at ``x``, ``y``.

    Its outer walls, ``wall`` mm thick, lie half outside its cells.
    """

    lattice: Lattice
    cell: float
    x: float
    y: float
    wall: float = 0.0

    def is_free(self, points: Points) -> bool:
        """Whether none of ``points`` float64[k, 2] in mm lies in the maze."""
        geometry = self.lattice.geometry
        x, y = ((points - (self.x, self.y)) / self.cell).T
        near = (x >= 0) & (x <= geometry.width) & (y >= 0) & (y <= geometry.height)
        if not near.any():
            return True
        return not self.lattice.inside[geometry.all_under(x[near], y[near])].any()

    def has_room(self, box: Box) -> bool:
        """Whether no part of the maze lies in a box.

        Points along its sides are checked, and the box is enlarged so far that no corner of the
        maze, not even of a triangle, fits between two of them. Points within the box detect
        pieces of the maze that it contains as a whole.
        """
        step = min(GRAIN * self.cell, FINE * (box[3] - box[1]))
        space = max(step, CORNERS * self.wall)
        left, top, right, bottom = grow_box(box, space, space)
        across, down = _between(left, right, step), _between(top, bottom, step)
        border = [np.column_stack([across, np.full(len(across), y)]) for y in (top, bottom)]
        border += [np.column_stack([np.full(len(down), x), down]) for x in (left, right)]
        within = np.meshgrid(np.linspace(left, right, ACROSS), np.linspace(top, bottom, DOWN))
        border.append(np.stack(within, axis=-1).reshape(-1, 2))
        return self.is_free(np.concatenate(border))

    def outside_gap(
        self,
        mouth: Points,
        out: tuple[float, float],
        size: tuple[float, float],
        room: tuple[float, float],
        taken: Sequence[Box],
    ) -> Box | None:
        """Return the nearest free box of a ``size`` to the mouth of a gap, ``None`` for none.

        ``out`` leads away from the gap; the box is no nearer to the mouth than the first of
        ``room`` and no farther than the second. Across the line it keeps off boxes ``taken``.
        """
        for reach, turn in _placings(room, size[1]):
            box = touching(mouth, out, size, reach, turn)
            if not any(overlap(box, other) for other in taken) and self.has_room(box):
                return box
        return None

    def in_hole(self, aspect: float, taken: Sequence[Box]) -> Box | None:
        """Return the largest box in the hole in the middle, ``aspect`` times as wide as high.

        It keeps off boxes ``taken``; ``None`` where there is no hole, or as good as none.
        """
        geometry, origin = self.lattice.geometry, np.array([self.x, self.y])
        middle: Points = np.array([geometry.width / 2, geometry.height / 2])
        if not self._is_hole(middle):
            return None
        walls = _rim(self.lattice) * self.cell + origin
        paper = (self.x, self.y, *(origin + 2 * middle * self.cell).tolist())
        sides = np.concatenate([walls, *(_border(box) for box in (paper, *taken))])
        centre, half = middle * self.cell + origin, np.array([aspect, 1.0]) / 2
        free = self.wall / 2 + GAP_CELLS * self.cell
        half *= float(_reach((sides - centre) / half, free / half).min())
        if half.min() * 2 < MIN_PICTURE_MM:
            return None
        return (*(centre - half).tolist(), *(centre + half).tolist())

    def _is_hole(self, middle: Points) -> bool:
        return not any(
            self.lattice.geometry.cell_at(middle[0] + x, middle[1] + y) is not None
            for x in (-POST_CELLS, POST_CELLS)
            for y in (-POST_CELLS, POST_CELLS)
        )


def _between(low: float, high: float, step: float) -> Numbers:
    """Return places from one to the other that are no more than a step apart."""
    return np.linspace(low, high, min(int((high - low) / step) + 2, MAX_POINTS))


def _placings(room: tuple[float, float], height: float) -> Iterator[tuple[float, float]]:
    """Yield distances from the mouth and turns in radians, the best first."""
    near, far = room
    for reach, turn in _order(max(0, round((far - near) / (height / 4)))):
        yield near + reach * height / 4, turn


@cache
def _order(steps: int) -> tuple[tuple[int, float], ...]:
    """Return pairs of a number of quarters of a height and a turn, the best first."""
    pairs = [(step, turn) for step in range(steps + 1) for turn in TURNS]
    return tuple(sorted(pairs, key=lambda pair: pair[0] / 4 + TURN_HEIGHTS * abs(pair[1])))


def touching(
    mouth: Points, out: tuple[float, float], size: tuple[float, float], reach: float, turn: float
) -> Box:
    """Return the box that touches the circle around the mouth in the direction of ``out`` turned.

    Level and upright directions end at the middle of a side, slanted ones at a corner.
    """
    x = out[0] * cos(turn) - out[1] * sin(turn)
    y = out[0] * sin(turn) + out[1] * cos(turn)
    width, height = size
    across = mouth[0] + reach * x + max(-1.0, min(x / CORNER, 1.0)) * width / 2
    down = mouth[1] + reach * y + max(-1.0, min(y / CORNER, 1.0)) * height / 2
    return (
        float(across - width / 2),
        float(down - height / 2),
        float(across + width / 2),
        float(down + height / 2),
    )


def _rim(lattice: Lattice) -> Points:
    """Return float64[k, 2, 2], straight pieces of the outer walls and of their gaps, in cells."""
    flat = flatten(rim_of(lattice), ARC_ERROR_MM)
    begins = np.ones(len(flat.points), np.bool_)
    begins[flat.starts[1:] - 1] = False
    first = np.flatnonzero(begins)
    return np.stack([flat.points[first], flat.points[first + 1]], axis=1)


def _border(box: Box) -> Points:
    """Return the four sides of a box, float64[4, 2, 2]."""
    corners = corners_of(box)
    return np.stack([corners, np.roll(corners, -1, axis=0)], axis=1)


def _reach(sides: Points, free: Points) -> Numbers:
    """Return float64[k], half of the square around (0, 0) that comes as near as ``free`` to a side.

    ``free`` float64[2] is how near, across and down. Along a side the larger of ``|x| - free[0]``
    and ``|y| - free[1]`` is least at an end, where x or y is 0, or where both are alike.
    """
    start, step = sides[:, 0], sides[:, 1] - sides[:, 0]
    lines = np.array([(1, 0, 0), (0, 1, 0), *((1, s, t) for s in (1, -1) for t in (1, -1))])
    ahead = start @ lines[:, :2].T - lines[:, 2] * (free[0] - free[1]) * (lines[:, 1] != 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        shares = np.nan_to_num(-ahead / (step @ lines[:, :2].T)).clip(0, 1)
    shares = np.concatenate([shares, np.tile([0.0, 1.0], (len(sides), 1))], axis=1)
    points = start[:, None] + shares[..., None] * step[:, None]
    result: Numbers = (np.abs(points) - free).max(axis=2).min(axis=1)
    return result

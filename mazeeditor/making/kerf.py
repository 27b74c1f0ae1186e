r"""The kerf: the tool runs half of it away from the edge of what is kept.

The tool removes a strip as wide as its kerf, half of it on each side of its path. So a path is the
edge of what is kept, offset by half a kerf into what is not::

      kept  |////:////|  not kept      a hole is cut along a circle that is a whole kerf narrower,
            |////:////|                and what lies between two cuts, such as a tab, along paths
          edge  path                   that are a whole kerf farther apart

Rectangles and round holes are offset here, walls by ``Design.wall_outlines``: it computes the
outlines of walls that are wider, or narrower, by half a kerf on both sides. Their corners are
mitred. Where they are to be rounded, an arc around each corner takes the place of the mitre::

      +---------. p        p  point of the mitre      d  the distance
      |      __/           o  corner of the outline
      |    /  d            at o the outline turns by an angle; so does the arc, of radius d
      +---o----
          |
"""

from __future__ import annotations

from math import pi, tan

import numpy as np
from numpy.typing import NDArray

from mazeeditor.making.paths.tool_paths import ToolPaths, areas_of, circles, paths_of
from mazeeditor.page.curves import cut_at_extremes, directions_at, onward, places_of
from mazeeditor.page.scene import Box, Ids, Numbers, Points
from mazeeditor.page.walls.band_outlines import Outlines

NO_TURN = 1e-9
QUARTER = tan(pi / 8)  # the bulge of a quarter of a circle


def half_kerf(kerf: float) -> float:
    """Return how far the path of a tool runs from the edge of what is kept, in mm."""
    return kerf / 2


def paths_apart(width: float, kerf: float) -> float:
    """Return how far apart two paths are that leave ``width`` mm between their cuts."""
    return width + kerf


def width_between(apart: Numbers, kerf: float) -> Numbers:
    """Return float64[k], the mm that two cuts leave between them, whose paths are ``apart`` mm."""
    return apart - kerf


def kept_box(cuts: ToolPaths, kerf: float) -> Box:
    """Return the box in mm of what closed cuts around it leave: half a kerf within their paths.

    From the point of a mitred path to the corner that it leaves it is farther than that.
    """
    line = cut_at_extremes(cuts.drawn(1.0, ""), 0.0)
    places, (leave, arrive) = places_of(line.points), directions_at(line)
    side = np.repeat(np.sign(areas_of(cuts)), np.diff(line.starts))  # of what is kept
    bend = leave * arrive.conj()
    outer = (side * bend.imag > -NO_TURN) & (bend.real > NO_TURN - 1)
    inward = 1j * side * (arrive + leave) / np.where(outer, 1 + bend.real, 1)
    x, y = (places + half_kerf(kerf) * inward)[outer].view(np.float64).reshape(-1, 2).T
    return float(x.min()), float(y.min()), float(x.max()), float(y.max())


def cut_around(box: Box, kerf: float, *, rounded: bool = False) -> ToolPaths:
    """Return the path around a rectangle that keeps its size, in mm."""
    left, top, right, bottom = box
    corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
    out = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]) * half_kerf(kerf)
    if not rounded or not kerf:
        return paths_of(corners + out, np.array([0, 4]), None, closed=True)
    # clockwise from the left upper corner: there the path arrives upwards, and leaves to the right
    upright, level = out * (1.0, 0.0), out * (0.0, 1.0)
    turns = np.array([0, 1, 0, 1], np.bool_)[:, None]
    arriving, leaving = np.where(turns, level, upright), np.where(turns, upright, level)
    points = np.stack([corners + arriving, corners + leaving], axis=1).reshape(-1, 2)
    bulges = np.tile([-QUARTER, 0.0], 4)
    return paths_of(points, np.array([0, 8]), bulges, closed=True)


def cut_out(box: Box, kerf: float) -> ToolPaths:
    """Return the path within a rectangle that leaves a hole of its size, in mm."""
    return cut_around(box, -kerf)


def drill(centres: Points, diameter: float, kerf: float) -> ToolPaths:
    """Return the paths that leave round holes around ``centres`` float64[k, 2], all in mm."""
    return circles(centres, diameter - 2 * half_kerf(kerf))


def rounded_outlines(rings: Outlines, moved: Outlines, distance: float) -> Outlines:
    """Return ``moved``, the outlines of wider or narrower walls, with its outer corners rounded.

    ``rings`` are those of the walls themselves: both have the same corners in the same order.
    ``distance`` is how far the edges are offset, > 0, in the unit of the points.
    """
    return _Rounding(rings, moved, distance).result() if len(rings.points) else moved


class _Rounding:
    """Corners of outlines, and the directions in which lines and arcs arrive and leave there."""

    def __init__(self, rings: Outlines, moved: Outlines, distance: float) -> None:
        self.rings, self.moved, self.distance = rings, moved, distance
        self.after = onward(rings.starts, np.ones(len(rings.starts) - 1, np.bool_))
        self.before = np.empty_like(self.after)
        self.before[self.after] = np.arange(len(self.after))
        self.bulges = _bulges_of(rings)
        chords = rings.points[self.after] - rings.points
        self.leaving = _turn(chords, 2 * np.arctan(self.bulges))
        self.arriving = _turn(chords, -2 * np.arctan(self.bulges))[self.before]

    def result(self) -> Outlines:
        """Return the outlines with two points, and an arc between them, at rounded corners."""
        away = self.moved.points - self.rings.points
        outer = (away * self.arriving).sum(axis=1) > NO_TURN
        first = self.rings.points + self.distance * _across(away, self.arriving)
        last = self.rings.points + self.distance * _across(away, self.leaving)
        first[~outer] = last[~outer] = self.moved.points[~outer]
        count = np.where(outer, 2, 1)
        place = np.cumsum(count) - 1  # of the last point of each corner
        points = np.empty((int(count.sum()), 2))
        bulges = np.zeros(len(points))
        points[place] = last
        points[place[outer] - 1] = first[outer]
        bulges[place[outer] - 1] = self._corner_bulges()[outer]
        bulges[place] = self._edge_bulges(last, first[self.after])
        starts: Ids = np.concatenate([[0], np.cumsum(count)])[self.rings.starts].astype(np.int64)
        return Outlines(points, starts, bulges, self.rings.steps)

    def _corner_bulges(self) -> Numbers:
        """Return float64[m], the bulges of the arcs by which the outline turns at its corners."""
        u, v = self.arriving, self.leaving
        cross, dot = u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0], (u * v).sum(axis=1)
        result: Numbers = np.tan(-np.arctan2(cross, dot) / 4)
        return result

    def _edge_bulges(self, first: Points, last: Points) -> Numbers:
        """Return float64[m], the bulges of offset edges from ``first`` to ``last``."""
        result = np.zeros(len(first))
        arcs = np.flatnonzero(np.abs(self.bulges) > NO_TURN)
        ends, bulge = self.rings.points, self.bulges[arcs]
        chord = ends[self.after[arcs]] - ends[arcs]
        apothem = (1 - bulge**2) / (4 * bulge)
        middle = (ends[arcs] + ends[self.after[arcs]]) / 2
        centre = middle - apothem[:, None] * np.stack([-chord[:, 1], chord[:, 0]], axis=1)
        one, other = first[arcs] - centre, last[arcs] - centre
        cross = one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]
        angle = -np.arctan2(cross, (one * other).sum(axis=1))
        whole = np.where(bulge > 0, angle % (2 * np.pi), -(-angle % (2 * np.pi)))
        result[arcs] = np.tan(whole / 4)
        return result


def _bulges_of(rings: Outlines) -> Numbers:
    return np.zeros(len(rings.points)) if rings.bulges is None else rings.bulges


def _turn(vectors: Points, angles: NDArray[np.float64]) -> Points:
    """Return unit vectors in the directions of ``vectors``, turned from x towards y."""
    length = np.hypot(vectors[:, 0], vectors[:, 1])[:, None]
    unit = np.divide(vectors, length, out=np.zeros_like(vectors), where=length > 0)
    cosine, sine = np.cos(angles), np.sin(angles)
    x, y = unit[:, 0] * cosine - unit[:, 1] * sine, unit[:, 0] * sine + unit[:, 1] * cosine
    return np.stack([x, y], axis=1)


def _across(vectors: Points, directions: Points) -> Points:
    """Return unit vectors at right angles to unit ``directions``, on the side of ``vectors``."""
    cross = directions[:, 0] * vectors[:, 1] - directions[:, 1] * vectors[:, 0]
    side = np.where(cross < 0, -1.0, 1.0)[:, None]
    return side * np.stack([-directions[:, 1], directions[:, 0]], axis=1)

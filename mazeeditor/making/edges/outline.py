r"""The outline of a piece: a circle, a rectangle, or what follows the maze.

::

      .-----.        +---------+       .--.  .--.          overall: the larger side, or the
    /  +---+  \      | +-----+ |      (    \/    )         diameter, of what is cut out
    |  |   |  |      | |maze | |       \  maze  /
    \  +---+  /      | +-----+ |         \    /
      `-----'        +---------+          `--'

All that a machine draws stays within: walls at least the border away from the edge, marks and
title as far as they are safe.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.making.kerf import QUARTER, cut_around
from mazeeditor.making.paths.nesting import enclosed_points
from mazeeditor.making.paths.offset import nearest, offset_around
from mazeeditor.making.paths.tool_paths import ToolPaths, bounding_box, circles, paths_of
from mazeeditor.page.curves import flatten
from mazeeditor.page.marks.free_ground import grow_box
from mazeeditor.page.scene import Box, Points

AUTOMATIC, MAZE, CIRCLE, RECTANGLE, ROUNDED, NONE = OUTLINES = (
    *("automatic", "maze", "circle", "rectangle", "rounded", "none"),
)
ARC_ERROR_MM = 1e-3  # mm: how far lines may be from arcs where distances are measured
CLOSE_SHARE = 1e-9  # of a length
LEAST_RADIUS = 2.0  # mm, of rounded corners


@dataclass(frozen=True, eq=False)
class Content:
    """What a piece holds, in mm: the outer walls, and all that is drawn.

    ``rim`` are the outer walls as lines, without gaps, which reach ``beyond`` mm outside of these;
    ``marks`` float64[k, 2] are points of marks and title, ``box`` holds all paths.
    """

    rim: ToolPaths
    beyond: float
    marks: Points
    box: Box

    @classmethod
    def of(cls, rim: ToolPaths, beyond: float, marks: ToolPaths, boxes: Iterable[Box]) -> Content:
        """Return the content of a piece whose paths lie in ``boxes``."""
        points = (
            flatten(marks.drawn(1.0, ""), ARC_ERROR_MM).points if len(marks) else np.zeros((0, 2))
        )
        return cls(rim, beyond, points, bounding_box(boxes))

    @cached_property
    def _rim_points(self) -> Points:
        return flatten(self.rim.drawn(1.0, ""), ARC_ERROR_MM).points

    @cached_property
    def centre(self) -> tuple[float, float]:
        """The middle of the smallest circle around the outer walls."""
        return _middle_of(self._rim_points)

    def radius(self, border: float, near: float) -> float:
        """Return that of the circle around all, walls ``border`` and marks ``near`` mm inside."""
        far = _farthest(self._rim_points, self.centre) + self.beyond + border
        return max(far, _farthest(self.marks, self.centre) + near) if len(self.marks) else far

    def distance(self, border: float, near: float) -> float:
        """Return how far from the outer walls a line is that all lies within."""
        least = self.beyond + border
        if not len(self.marks):
            return least
        away = nearest(self.marks, self.rim)
        outside = ~enclosed_points(self.marks, self.rim, Job(), ARC_ERROR_MM)
        return max(least, float(away[outside].max(initial=-near)) + near)


@dataclass(frozen=True)
class Outline:
    """An outline to be cut: its kind, and lengths in mm.

    Walls stay ``border`` away from it, marks ``near``. ``overall`` is its larger side, or its
    diameter, exactly; None: as its content needs.
    """

    kind: str
    border: float
    near: float
    overall: float | None = None

    def size_around(self, content: Content) -> tuple[float, float]:
        """Return the width and height that its content needs."""
        if self.kind == CIRCLE:
            size = 2 * content.radius(self.border, self.near)
            return size, size
        box, border = content.box, self.border
        if self.kind == MAZE:
            box, border = content.rim.box, content.distance(self.border, self.near)
        return box[2] - box[0] + 2 * border, box[3] - box[1] + 2 * border

    def around(self, content: Content, offset: float, *, mitred: bool, job: Job) -> ToolPaths:
        """Return the path of a tool that runs ``offset`` mm outside; raises ``CancelledError``."""
        if self.kind == CIRCLE:
            size = self.overall or self.size_around(content)[0]
            ring = circles(np.array([content.centre]), size + 2 * offset)
            # clockwise, as what stays is on the right of all rings
            return ring.chosen(np.zeros(1, np.int64), np.ones(1, np.bool_))
        if self.kind == MAZE:
            distance = content.distance(self.border, self.near)
            if self.overall is not None:
                distance = (self.overall - _larger(content.rim.box)) / 2
            return _follow(content.rim, distance + offset, job)
        border = self.border
        if self.overall is not None:
            border = (self.overall - _larger(content.box)) / 2
        box = grow_box(content.box, border, border)
        if self.kind == ROUNDED:
            return rounded_rectangle(grow_box(box, offset, offset), self._corner(box) + offset)
        return cut_around(box, 2 * offset, rounded=not mitred)

    def _corner(self, box: Box) -> float:
        short = min(box[2] - box[0], box[3] - box[1])
        return min(max(self.border, LEAST_RADIUS), short / 2)


def _follow(rim: ToolPaths, distance: float, job: Job) -> ToolPaths:
    if distance <= 0:
        raise UsageError(
            _("An outline needs material around the maze: choose a border wider than 0 mm.")
        )
    return offset_around(rim, distance, job)


def _larger(box: Box) -> float:
    return max(box[2] - box[0], box[3] - box[1])


def rounded_rectangle(box: Box, radius: float) -> ToolPaths:
    """Return the ring around a rectangle with round corners, in mm."""
    left, top, right, bottom = box
    r = min(radius, (right - left) / 2, (bottom - top) / 2)
    corners = [(left, top, 1, 1), (right, top, -1, 1), (right, bottom, -1, -1)]
    corners.append((left, bottom, 1, -1))
    points, bulges = [], []
    for n, (x, y, dx, dy) in enumerate(corners):
        on_x, on_y = (x + dx * r, y), (x, y + dy * r)
        points += [on_x, on_y] if n % 2 else [on_y, on_x]
        bulges += [-QUARTER, 0.0]
    return paths_of(np.array(points), np.array([0, 8]), np.array(bulges), closed=True)


# Circles around walls


def _farthest(points: Points, middle: tuple[float, float]) -> float:
    return float(np.hypot(points[:, 0] - middle[0], points[:, 1] - middle[1]).max(initial=0.0))


def _middle_of(points: Points) -> tuple[float, float]:
    """Return the middle of the smallest circle around points.

    Of some points, at most four, that circle is known; the farthest one outside is one of them.
    """
    places = points[:, 0] + 1j * points[:, 1]
    chosen = [complex(places[0])]
    middle, radius = chosen[0], 0.0
    for _round in range(200):
        away = np.abs(places - middle)
        far = int(away.argmax())
        if away[far] <= radius * (1 + CLOSE_SHARE) + CLOSE_SHARE:
            break
        middle, radius, chosen = _smallest([*chosen, complex(places[far])])
    return middle.real, middle.imag


def _smallest(places: list[complex]) -> tuple[complex, float, list[complex]]:
    """Return middle and radius of the smallest circle around a few places, and those on it."""
    best: tuple[float, complex, list[complex]] | None = None
    for count in (2, 3):
        for some in combinations(places, count):
            middle = sum(some) / 2 if count == 2 else _through(*some)
            if middle is None:
                continue
            radius = max(abs(place - middle) for place in some)
            held = all(
                abs(place - middle) <= radius * (1 + CLOSE_SHARE) + CLOSE_SHARE for place in places
            )
            if held and (best is None or radius < best[0]):
                best = radius, middle, list(some)
    if best is None:
        return places[0], 0.0, places[:1]
    return best[1], best[0], best[2]


def _through(a: complex, b: complex, c: complex) -> complex | None:
    u, v = b - a, c - a
    cross = (u.conjugate() * v).imag
    if abs(cross) < CLOSE_SHARE * abs(u) * abs(v):
        return None
    return a + 1j * (u * abs(v) ** 2 - v * abs(u) ** 2) / (2 * cross)

r"""The outline of a piece: a circle, a rectangle, or what follows the maze; and a hole to hang it.

::

      .-----.        +---------+       .--.  .--.          overall: the larger side, or the
    /  +---+  \      | +-----+ |      (    \/    )         diameter, of what is cut out
    |  |   |  |      | |maze | |       \  maze  /
    \  +---+  /      | +-----+ |         \    /        o   hole: inside where there is room,
      `-----'        +---------+          `--'        / \  else in a tongue on top

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
from mazeeditor.making.paths.nesting import enclosed
from mazeeditor.making.paths.offset import inside, nearest, offset_around, united
from mazeeditor.making.paths.tool_paths import ToolPaths, bounding_box, circles, paths_of
from mazeeditor.page.curves import flattened
from mazeeditor.page.marks.free_ground import grown
from mazeeditor.page.scene import Box, Points
from mazeeditor.page.wall_styles import Bools

AUTOMATIC, MAZE, CIRCLE, RECTANGLE, ROUNDED, NONE = OUTLINES = (
    *("automatic", "maze", "circle", "rectangle", "rounded", "none"),
)
FINE = 1e-3  # mm: how far lines may be from arcs where distances are measured
CLOSE = 1e-9  # of a length
STEP = 0.5  # mm between places that are tried for a hole
DEEP = 0.5  # mm: how far a tongue reaches into the piece, whose edge it takes the place of
LEAST_RADIUS = 2.0  # mm, of rounded corners
AT_ONCE = 256  # places for a hole that are tried together


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
        points = flattened(marks.drawn(1.0, ""), FINE).points if len(marks) else np.zeros((0, 2))
        return cls(rim, beyond, points, bounding_box(boxes))

    @cached_property
    def _rim_points(self) -> Points:
        return flattened(self.rim.drawn(1.0, ""), FINE).points

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
        outside = ~enclosed(self.marks, self.rim, Job(), FINE)
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
        box = grown(content.box, border, border)
        if self.kind == ROUNDED:
            return rounded_rectangle(grown(box, offset, offset), self._corner(box) + offset)
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


# A hole to hang it


@dataclass(frozen=True)
class Hole:
    """A hole of a ``diameter``, with ``safe`` mm of material around it at least."""

    diameter: float
    safe: float

    @property
    def reach(self) -> float:
        """How far its middle is from any edge."""
        return self.diameter / 2 + self.safe

    def place(self, edge: ToolPaths, content: Content) -> tuple[Points, bool]:
        """Return its middle, float64[2], and whether it needs a tongue there.

        In the upper half, as near to the middle as there is room; else on top of the ``edge``.
        """
        polygon = flattened(edge.drawn(1.0, ""), FINE).points
        left, top, right, bottom = edge.box
        middle = np.array([(left + right) / 2, (top + bottom) / 2])
        places = _inward(edge, self.reach)
        places = places[places[:, 1] < middle[1]]
        aside = np.abs(np.arctan2(places[:, 0] - middle[0], middle[1] - places[:, 1]))
        places = places[np.argsort(np.round(aside, 6), kind="stable")]
        for first in range(0, len(places), AT_ONCE):
            some = places[first : first + AT_ONCE]
            some = some[nearest(some, edge) > self.reach - 5 * FINE]
            some = some[inside(polygon, some)]
            some = some[self._is_clear(some, content)]
            if len(some):
                return some[0], False
        x, tops = float(middle[0]), self._tops(polygon, float(middle[0]))
        y = min(tops, default=top)
        while not self._is_clear(np.array([(x, y)]), content)[0]:
            y -= STEP / 2
        return np.array([x, y]), True

    def tongued(self, edge: ToolPaths, middle: Points) -> ToolPaths:
        """Return an edge with a tongue around the middle of the hole."""
        (x, y), reach = middle.tolist(), self.reach
        polygon = flattened(edge.drawn(1.0, ""), FINE).points
        # its lower end is square, so that its sides reach the edge of the piece
        low = max(self._tops(polygon, x), default=edge.box[1]) + DEEP
        points = np.array([(x - reach, low), (x - reach, y), (x + reach, y), (x + reach, low)])
        tongue = paths_of(points, np.array([0, 4]), np.array([0.0, -1.0, 0.0, 0.0]), closed=True)
        return united(edge, tongue)

    def _tops(self, polygon: Points, x: float) -> list[float]:
        """Return how far up a piece reaches, across the width of a tongue."""
        tops = [_top_at(polygon, at) for at in np.linspace(x - self.reach, x + self.reach, 41)]
        return [top for top in tops if top is not None]

    def _is_clear(self, places: Points, content: Content) -> Bools:
        """Return bool[k], where the hole is clear of walls and marks, outside the maze."""
        clear = nearest(places, content.rim) >= self.reach + content.beyond - 5 * FINE
        clear &= ~enclosed(places, content.rim, Job(), FINE)
        apart = self.diameter / 2 + min(self.safe, 1.0)
        for number in np.flatnonzero(clear) if len(content.marks) else ():
            clear[number] = np.hypot(*(content.marks - places[number]).T).min() >= apart
        result: Bools = clear
        return result


def _inward(edge: ToolPaths, distance: float) -> Points:
    """Return places a distance inside of an edge that runs clockwise, float64[k, 2]."""
    polygon = flattened(edge.drawn(1.0, ""), FINE).points
    along = np.roll(polygon, -1, axis=0) - polygon
    length = np.hypot(*along.T)
    result = []
    for begin, step, long in zip(polygon, along, length, strict=True):
        if long > 0:
            inward = np.array([-step[1], step[0]]) / long
            count = max(1, int(np.ceil(long / STEP)))
            shares = (np.arange(count) + 0.5)[:, None] / count
            result.append(begin + shares * step + inward * distance)
    return np.concatenate(result)


def _top_at(polygon: Points, x: float) -> float | None:
    (here_x, here_y), (to_x, to_y) = polygon.T, np.roll(polygon, -1, axis=0).T
    crossed = (here_x > x) != (to_x > x)
    if not crossed.any():
        return None
    share = (x - here_x[crossed]) / (to_x - here_x)[crossed]
    return float((here_y[crossed] + share * (to_y - here_y)[crossed]).min())


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
        if away[far] <= radius * (1 + CLOSE) + CLOSE:
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
            held = all(abs(place - middle) <= radius * (1 + CLOSE) + CLOSE for place in places)
            if held and (best is None or radius < best[0]):
                best = radius, middle, list(some)
    if best is None:
        return places[0], 0.0, places[:1]
    return best[1], best[0], best[2]


def _through(a: complex, b: complex, c: complex) -> complex | None:
    u, v = b - a, c - a
    cross = (u.conjugate() * v).imag
    if abs(cross) < CLOSE * abs(u) * abs(v):
        return None
    return a + 1j * (u * abs(v) ** 2 - v * abs(u) ** 2) / (2 * cross)

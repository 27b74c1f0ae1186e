"""The path that operators of a page build: its box, how thin its lines are, what they cover."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot, sqrt

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.translation import _
from mazeeditor.prepress.document.values import (
    IDENTITY,
    NOWHERE,
    Matrix,
    Rectangle,
    UnreadError,
    union,
)

Points = NDArray[np.float64]
_EVEN = 1.001  # how much more a matrix may stretch in one direction and still count as even
_OBLONG = 4  # a rectangle so many times as long as it is wide is a line
_FEW = 12  # rows that take longer as arrays
MOST_POINTS = 4_000_000  # of a path whose places are kept
MOST_CURVED = 1_000_000  # of one with curves, once these are lines
_TOGETHER = 1_000  # curves that become lines together: of each come 256 lines at the most
_FLAT = 0.005  # points: how far curves are from their flattened lines, about
_MOST_PIECES = 256  # lines that a curve becomes
MITER, SQUARE = 0, 2  # of the operators j and J
_STRAIGHT = 0.999  # a cosine: lines that turn less have no corner


class PagePath:
    """A path: its box on the page, what its lines need, and its parts as they came.

    ``by`` is the matrix from user space to the page.
    """

    def __init__(self) -> None:
        self.box: Rectangle = NOWHERE
        self.last: tuple[float, float] | None = None  # in user space
        self.thinnest: float | None = None  # of the rectangles that are lines, on the page
        self.amount = 0  # points
        self.given = 0  # points that ``places`` has returned
        self.is_rectangle = False  # one rectangle and nothing else
        self._start: tuple[float, float] | None = None  # of the line being drawn
        self._stretch = 0.0  # the most that one of its lines is stretched
        self._curved = False
        self._parts: list[tuple[Points, Points | None, Matrix]] = []
        self._few: list[tuple[float, float, float]] = []  # points on the page after those

    @classmethod
    def of_box(cls, area: Rectangle, by: Matrix) -> PagePath:
        """Return a path around a box in user space."""
        path = cls()
        left, low, right, top = area
        path.rectangles(np.array([[left, low, right - left, top - low]]), by)
        return path

    def __bool__(self) -> bool:
        return self.last is not None

    def lines(self, rows: Points, by: Matrix) -> None:
        """Add rows of x, y, and 0 for a point that begins a line, 1 for one it leads to, 2 for one
        that closes it, which has no place; raises ``UnreadError``.
        """  # noqa: D205
        if not len(rows):
            return
        begun = self.last
        if begun is None and rows[0, 2] != 0:
            raise UnreadError(_("a line has no beginning"))
        if len(rows) < _FEW:
            self._few_lines(rows.tolist(), by)
        else:
            rows = self._closed(rows)
            self._keep(rows, None, by)
            ends = rows[1:, 2] > 0
            drawn = rows[:, 2] > 0
            drawn[:-1] |= ends  # a point alone is not painted
            if drawn.any():
                self._include(rows[drawn], by)
            if begun is not None and rows[0, 2]:
                self._include(np.array([[*begun, 0.0]]), by)
            self.last = (float(rows[-1, 0]), float(rows[-1, 1]))
        small, large = stretches(by)
        if large > small * _EVEN:
            rows = self._closed(rows)
            first = [[*begun, 0]] if begun else rows[:1] * (1, 1, 0)
            self._measure(np.concatenate([first, rows]), by)

    def _few_lines(self, rows: list[list[float]], by: Matrix) -> None:
        """Add a few rows, for which arrays would take longer."""
        a, b, c, d, e, f = by
        left, low, right, top = self.box
        x, y = self.last or (0.0, 0.0)
        before, under = a * x + c * y + e, b * x + d * y + f
        for x, y, kind in rows:
            if kind == 2:
                x, y = self._start or (0.0, 0.0)
                kind = 1.0
            elif kind == 0:
                self._start = (x, y)
            across, up = a * x + c * y + e, b * x + d * y + f
            self._few.append((across, up, kind))
            if kind:  # a point alone is not painted
                left, right = min(left, across, before), max(right, across, before)
                low, top = min(low, up, under), max(top, up, under)
            before, under = across, up
        self.box = (left, low, right, top)
        self.last = (x, y)
        self.amount += len(rows)
        self.is_rectangle = False

    def _closed(self, rows: Points) -> Points:
        """Return rows where closing is a line to where the line began; remember that place."""
        kinds = rows[:, 2]
        begins = np.flatnonzero(kinds == 0)
        if (kinds == 2).any():
            rows, closes = rows.copy(), np.flatnonzero(kinds == 2)
            before = np.searchsorted(begins, closes) - 1
            inner = before >= 0
            rows[closes[inner], :2] = rows[begins[before[inner]], :2]
            rows[closes[~inner], :2] = self._start or (0.0, 0.0)
            rows[closes, 2] = 1
        if len(begins):
            self._start = (float(rows[begins[-1], 0]), float(rows[begins[-1], 1]))
        return rows

    def close(self, by: Matrix) -> None:
        """Lead the line back to where it began."""
        if self.last is not None:
            self.lines(np.array([[0.0, 0.0, 2.0]]), by)

    def _measure(self, rows: Points, by: Matrix) -> None:
        """Find how much the lines of a run are stretched."""
        steps = np.diff(rows[:, :2], axis=0)[rows[1:, 2] > 0]
        lengths = np.hypot(steps[:, 0], steps[:, 1])
        steps, lengths = steps[lengths > 0], lengths[lengths > 0]
        if len(steps):
            a, b, c, d, _e, _f = by
            after = np.hypot(a * steps[:, 0] + c * steps[:, 1], b * steps[:, 0] + d * steps[:, 1])
            self._stretch = max(self._stretch, float((after / lengths).max()))

    def curves(self, rows: Points, by: Matrix) -> None:
        """Add curves, each two handles and the end: float64[n, 6]; raises ``UnreadError``."""
        if self.last is None:
            raise UnreadError(_("a curve has no beginning"))
        ends = rows[:, 4:]
        starts = np.concatenate([[self.last], ends[:-1]])
        self._keep(starts, rows, by)
        self._include(_extremes(starts, rows[:, :2], rows[:, 2:4], ends, by), by)
        self.last = (float(ends[-1, 0]), float(ends[-1, 1]))
        self._curved = True

    def rectangles(self, rows: Points, by: Matrix) -> None:
        """Add rectangles, each x, y, width and height: float64[n, 4]."""
        a, b, c, d, _e, _f = by
        across, up = hypot(a, b), hypot(c, d)
        if len(rows) == 1:
            x, y, width, height = rows[0].tolist()
            self._oblong(abs(width) * across, abs(height) * up, a * d - b * c, across * up)
            self.is_rectangle = self.last is None
            corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
            places = np.array([(*corner, at > 0) for at, corner in enumerate((*corners, (x, y)))])
        else:
            widths, heights = np.abs(rows[:, 2]) * across, np.abs(rows[:, 3]) * up
            long, short = np.maximum(widths, heights), np.minimum(widths, heights)
            thin = np.flatnonzero(short * _OBLONG <= long)
            if len(thin):
                at = thin[int(short[thin].argmin())]
                sides = float(widths[at]), float(heights[at])
                self._oblong(*sides, a * d - b * c, across * up)
            left, low, right, top = rows[:, 0], rows[:, 1], *(rows[:, :2] + rows[:, 2:]).T
            places = np.empty((5 * len(rows), 3))
            for at, (x, y) in enumerate(
                ((left, low), (right, low), (right, top), (left, top), (left, low))
            ):
                places[at::5, 0], places[at::5, 1], places[at::5, 2] = x, y, at > 0
            self.is_rectangle = False
        self._keep(places, None, by)
        self._include(places, by)
        self.last = self._start = (float(places[-1, 0]), float(places[-1, 1]))

    def _oblong(self, width: float, height: float, area: float, sides: float) -> None:
        """Keep how thin a rectangle is that is a line; area / sides is the sine of its angle."""
        if width + height > 0 and min(width, height) * _OBLONG <= max(width, height):
            thin = min(width, height) * (abs(area) / sides if sides else 0.0)
            self.thinnest = thin if self.thinnest is None else min(self.thinnest, thin)

    def _keep(self, points: Points, curves: Points | None, by: Matrix) -> None:
        self.amount += len(points)
        self.is_rectangle = False
        if self.amount > MOST_POINTS:
            self._parts.clear()
            return
        if self._few:
            self._parts.append((np.array(self._few), None, IDENTITY))
            self._few = []
        self._parts.append((points, curves, by))

    def _include(self, rows: Points, by: Matrix) -> None:
        a, b, c, d, e, f = by
        if len(rows) < _FEW:
            places = rows.tolist()
            across = [a * row[0] + c * row[1] + e for row in places]
            up = [b * row[0] + d * row[1] + f for row in places]
            self.box = union(self.box, (min(across), min(up), max(across), max(up)))
            return
        xs = a * rows[:, 0] + c * rows[:, 1] + e
        ys = b * rows[:, 0] + d * rows[:, 1] + f
        area = (float(xs.min()), float(ys.min()), float(xs.max()), float(ys.max()))
        self.box = union(self.box, area)

    def places(self) -> Points | None:
        """Return its points on the page, curves as lines: x, y, and 0 where a line begins.

        None stands for a path with more points than are kept.
        """
        if self.amount > MOST_POINTS:
            return None
        parts, curved = [], 0
        for points, curves, (a, b, c, d, e, f) in self._parts:
            if curves is None:
                parts.append(_on_page(points, (a, b, c, d, e, f)))
                continue
            for at in range(0, len(points), _TOGETHER):
                here = slice(at, at + _TOGETHER)
                lines = _flatten(points[here], curves[here], max(hypot(a, b), hypot(c, d)))
                curved += len(lines)
                self.given += len(lines)
                if curved > MOST_CURVED:
                    return None
                parts.append(_on_page(lines, (a, b, c, d, e, f)))
        few = [np.array(self._few)] if self._few else []
        result: Points = np.concatenate(parts + few)
        self.given += len(result)
        return result

    def ends(self) -> Iterator[tuple[float, float, float, float]]:
        """Yield both ends of its lines on the page, of a short path without curves."""
        before = (0.0, 0.0)
        rows = self.places().tolist() if self._parts else self._few  # type: ignore[union-attr]
        for x, y, kind in rows:
            if kind:
                yield (*before, x, y)
            before = (x, y)

    def line_width(self, width: float, by: Matrix) -> float:
        """Return how wide the thinnest part of a line of ``width`` is on the page.

        A line along a direction that is stretched by s becomes width * determinant / s wide.
        """
        small, large = stretches(by)
        if self._curved or not self._stretch:
            return width * small
        return width * small * large / self._stretch


def _on_page(points: Points, by: Matrix) -> Points:
    """Return the points of a part on the page, with 0 for those that begin a line."""
    a, b, c, d, e, f = by
    result = np.empty((len(points), 3))
    result[:, 0] = a * points[:, 0] + c * points[:, 1] + e
    result[:, 1] = b * points[:, 0] + d * points[:, 1] + f
    result[:, 2] = points[:, 2]
    return result


def _flatten(starts: Points, curves: Points, scale: float) -> Points:
    """Return points on curves, near enough to each other, without where they start."""
    first, second, ends = curves[:, :2], curves[:, 2:4], curves[:, 4:]
    bend = np.maximum(
        np.abs(starts - 2 * first + second).sum(1), np.abs(first - 2 * second + ends).sum(1)
    )
    wanted = np.sqrt(np.minimum(0.75 * bend * scale / _FLAT, _MOST_PIECES**2))
    pieces = np.maximum(1, np.ceil(wanted)).astype(np.int64)
    curve = np.repeat(np.arange(len(curves)), pieces)
    place = np.arange(1, len(curve) + 1) - np.repeat(np.cumsum(pieces) - pieces, pieces)
    t = (place / pieces[curve])[:, None]
    s = 1 - t
    result = np.ones((len(curve), 3))
    result[:, :2] = (
        s**3 * starts[curve]
        + 3 * s * s * t * first[curve]
        + 3 * s * t * t * second[curve]
        + t**3 * ends[curve]
    )
    return result


def stretches(by: Matrix) -> tuple[float, float]:
    """Return by how much a matrix stretches least and most (its singular values)."""
    a, b, c, d, _e, _f = by
    half, area = (a * a + b * b + c * c + d * d) / 2, abs(a * d - b * c)
    rest = sqrt(max(0.0, half * half - area * area))
    large = sqrt(half + rest)
    return (area / large if large else 0.0), large


def widen(area: Rectangle, width: float, by: Matrix) -> Rectangle:
    """Return the box around what a line of ``width`` in user space covers beyond its middle."""
    a, b, c, d, _e, _f = by
    x, y = hypot(a, c) * width / 2, hypot(b, d) * width / 2
    return (area[0] - x, area[1] - y, area[2] + x, area[3] + y)


def _extremes(starts: Points, first: Points, second: Points, ends: Points, by: Matrix) -> Points:
    """Return points of curves that have the same box on the page: ends, and where they turn back.

    The derivative of a Bezier curve, divided by 3, is u t^2 + 2 v t + w.
    """
    turn = np.array([[by[0], by[1]], [by[2], by[3]]])
    u = (ends - starts + 3 * (first - second)) @ turn
    v, w = (starts - 2 * first + second) @ turn, (first - starts) @ turn
    found = [starts, ends]
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        q = -(v + np.copysign(np.sqrt(v * v - u * w), v))
        for t in (q / u, w / q):
            for axis in (0, 1):
                points = _at(t[:, axis], starts, first, second, ends)
                found.append(points[np.isfinite(points).all(axis=1)])
    return np.concatenate(found)


def _at(t: Points, starts: Points, first: Points, second: Points, ends: Points) -> Points:
    """Return the points of curves at ``t``, NaN where that is outside of 0 to 1."""
    t = np.where((t > 0) & (t < 1), t, np.nan)[:, None]
    s = 1 - t
    return s**3 * starts + 3 * s * s * t * first + 3 * s * t * t * second + t**3 * ends


@dataclass(frozen=True)
class LineEnds:
    r"""How lines end and meet, as J, j and M say: what they cover beyond half of their width.

    ::

           \  /      The corner of two lines at the angle a goes on for half of the width / sin(a/2)
            \/       from the middle, up to the miter limit; a square end goes on for half of the
            /\       width in the direction of the line.
    """

    cap: int = 0
    join: int = MITER
    limit: float = 10.0

    def farthest(self, area: Rectangle, width: float, by: Matrix) -> Rectangle:
        """Return a box around all that a line of ``width`` in user space may cover."""
        most = max(2**0.5 if self.cap == SQUARE else 1.0, self.limit if self.join == MITER else 1.0)
        return widen(area, width * most, by)

    def covered(self, path: PagePath, width: float, by: Matrix) -> Rectangle:
        """Return the box around what a line of ``width`` in user space covers."""
        area = widen(path.box, width, by)
        if width <= 0 or (self.cap != SQUARE and (self.join != MITER or path.amount < 3)):
            return area
        places = path.places()
        a, b, c, d, e, f = by
        size = a * d - b * c
        if places is None or not size:
            return self.farthest(path.box, width, by)
        x, y = places[:, 0] - e, places[:, 1] - f
        points = np.stack([d * x - c * y, a * y - b * x], axis=1) / size
        tips = self._tips(points, places[:, 2] != 0, width / 2)
        if not len(tips):
            return area
        xs, ys = a * tips[:, 0] + c * tips[:, 1] + e, b * tips[:, 0] + d * tips[:, 1] + f
        return union(area, (xs.min(), ys.min(), xs.max(), ys.max()))

    def _tips(self, points: Points, leads: NDArray[np.bool_], half: float) -> Points:
        """Return the farthest points of corners and ends: float64[n, 2].

        ``leads`` is whether a line leads to a point.
        """
        steps = np.diff(points, axis=0, prepend=points[:1])
        lengths = np.hypot(steps[:, 0], steps[:, 1])
        kept = (lengths > 0) | ~leads  # a line without a length has no direction
        points, leads, steps, lengths = points[kept], leads[kept], steps[kept], lengths[kept]
        directions = steps / np.where(lengths > 0, lengths, 1.0)[:, None]
        starts = np.flatnonzero(~leads)
        first, last = starts + 1, np.append(starts[1:], len(points)) - 1
        whole = last >= first
        starts, first, last = starts[whole], first[whole], last[whole]
        closed = (points[starts] == points[last]).all(axis=1)
        inner = np.flatnonzero(leads[:-1] & leads[1:])
        found = [np.empty((0, 2))]
        if self.join == MITER:
            before = np.append(inner, last[closed])
            after = np.append(inner + 1, first[closed])
            found.append(self._corners(points[before], directions[before], directions[after], half))
        if self.cap == SQUARE:
            for at, way in ((starts, -directions[first]), (last, directions[last])):
                beside = way[:, ::-1] * (-1, 1)
                tips = [points[at] + half * way + side * beside for side in (-half, half)]
                found += [tip[~closed] for tip in tips]
        return np.concatenate(found)

    def _corners(self, points: Points, into: Points, out: Points, half: float) -> Points:
        """Return the tips of corners that the limit does not cut off."""
        turn = (into * out).sum(axis=1)  # the cosine of the change of direction
        sine = np.sqrt(np.maximum(0.0, (1 + turn) / 2))  # of half the angle between the lines
        sharp = (turn < _STRAIGHT) & (sine * self.limit >= 1)
        outward = (into - out)[sharp]
        outward /= np.hypot(outward[:, 0], outward[:, 1])[:, None]
        return points[sharp] + outward * (half / sine[sharp])[:, None]

"""The path that operators of a page build: its box, how thin its lines are, its thin rectangles."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.printing.pdf_values import NOWHERE, Box, Matrix, around

Points = NDArray[np.float64]
_EVEN = 1.001  # how much more a matrix may stretch in one direction and still count as even
_OBLONG = 4  # a rectangle so many times as long as it is wide is a line


class PagePath:
    """A path, of which only its box on the page and what its lines need are kept.

    ``by`` is the matrix from user space to the page, the same for all parts of a path.
    """

    def __init__(self) -> None:
        self.box: Box = NOWHERE
        self.last: tuple[float, float] | None = None  # in user space
        self.thinnest: float | None = None  # of the rectangles that are lines, on the page
        self._stretch = 0.0  # the most that one of its lines is stretched
        self._curved = False

    def __bool__(self) -> bool:
        return self.last is not None

    def lines(self, rows: Points, by: Matrix) -> None:
        """Add the points of a run of lines: x, y, and whether a line leads there."""
        if not len(rows):
            return
        self._include(rows, by)
        small, large = stretches(by)
        if large > small * _EVEN:
            first = [[*self.last, 0]] if self.last else rows[:1] * (1, 1, 0)
            self._measure(np.concatenate([first, rows]), by)
        self.last = (float(rows[-1, 0]), float(rows[-1, 1]))

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
        """Add curves, each two handles and the end: float64[n, 6]."""
        ends = rows[:, 4:]
        starts = np.concatenate([[self.last] if self.last else rows[:1, :2], ends[:-1]])
        self._include(_extremes(starts, rows[:, :2], rows[:, 2:4], ends, by), by)
        self.last = (float(ends[-1, 0]), float(ends[-1, 1]))
        self._curved = True

    def rectangle(self, x: float, y: float, width: float, height: float, by: Matrix) -> None:
        """Add a rectangle."""
        corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)]
        self.last = None
        self.lines(np.array([(*corner, at > 0) for at, corner in enumerate(corners)], float), by)
        a, b, c, d, _e, _f = by
        sides = (abs(width) * hypot(a, b), abs(height) * hypot(c, d))
        if 0 < min(sides) * _OBLONG <= max(sides):
            thin = abs(width * height * (a * d - b * c)) / max(sides)
            self.thinnest = thin if self.thinnest is None else min(self.thinnest, thin)

    def _include(self, rows: Points, by: Matrix) -> None:
        a, b, c, d, e, f = by
        xs = a * rows[:, 0] + c * rows[:, 1] + e
        ys = b * rows[:, 0] + d * rows[:, 1] + f
        area = (float(xs.min()), float(ys.min()), float(xs.max()), float(ys.max()))
        self.box = around(self.box, area)

    def line_width(self, width: float, by: Matrix) -> float:
        """Return how wide the thinnest part of a line of ``width`` is on the page.

        A line along a direction that is stretched by s becomes width * determinant / s wide.
        """
        small, large = stretches(by)
        if self._curved or not self._stretch:
            return width * small
        return width * small * large / self._stretch


def stretches(by: Matrix) -> tuple[float, float]:
    """Return by how much a matrix stretches least and most (its singular values)."""
    a, b, c, d, _e, _f = by
    half, area = (a * a + b * b + c * c + d * d) / 2, abs(a * d - b * c)
    rest = sqrt(max(0.0, half * half - area * area))
    large = sqrt(half + rest)
    return (area / large if large else 0.0), large


def widened(area: Box, width: float, by: Matrix) -> Box:
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


def numbers_of(operands: Sequence[Any], count: int) -> list[float]:
    """Return the last ``count`` operands as numbers; raises ``ValueError`` where they are not."""
    chosen = operands[-count:] if count else []
    if len(chosen) != count or not all(isinstance(one, float) for one in chosen):
        raise ValueError(count)
    return list(chosen)

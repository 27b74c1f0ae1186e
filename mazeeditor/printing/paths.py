"""The path that operators of a page build: its box, how thin its lines are, its thin rectangles."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.printing.pdf_values import Box, Matrix

Points = NDArray[np.float64]
_EVEN = 1.001  # how much more a matrix may stretch in one direction and still count as even
_OBLONG = 4  # a rectangle so many times as long as it is wide is a line


class PagePath:
    """A path in user space: rows of x, y and whether a line leads there from the row before."""

    def __init__(self) -> None:
        self._rows: list[Points] = []
        self._thin: float | None = None  # of the rectangles that are lines, in user space
        self._curved = False

    def __bool__(self) -> bool:
        return bool(self._rows)

    def lines(self, rows: Points) -> None:
        """Add the points of a run of lines."""
        if len(rows):
            self._rows.append(rows)

    def curves(self, rows: Points) -> None:
        """Add curves, each two handles and the end: float64[n, 6]."""
        ends = rows[:, 4:]
        starts = np.concatenate([[self.last()] if self else rows[:1, :2], ends[:-1]])
        stops = _extremes(starts, rows[:, :2], rows[:, 2:4], ends)
        self._rows.append(np.column_stack([stops, np.ones(len(stops))]))
        self._curved = True

    def rectangle(self, x: float, y: float, width: float, height: float) -> None:
        """Add a rectangle."""
        corners = ((x, y, 0), (x + width, y, 1), (x + width, y + height, 1), (x, y + height, 1))
        self._rows.append(np.array([*corners, (x, y, 1)], np.float64))
        short, long = sorted((abs(width), abs(height)))
        if 0 < short * _OBLONG <= long:
            self._thin = short if self._thin is None else min(self._thin, short)

    def last(self) -> tuple[float, float]:
        """Return where the path is now; raises ``IndexError`` where it has not begun."""
        x, y, _joined = self._rows[-1][-1]
        return float(x), float(y)

    def box(self, by: Matrix) -> Box:
        """Return the box around the path after a matrix."""
        a, b, c, d, e, f = by
        rows = self._all()
        xs = a * rows[:, 0] + c * rows[:, 1] + e
        ys = b * rows[:, 0] + d * rows[:, 1] + f
        return (float(xs.min()), float(ys.min()), float(xs.max()), float(ys.max()))

    def _all(self) -> Points:
        if len(self._rows) > 1:
            self._rows = [np.concatenate(self._rows)]
        return self._rows[0]

    def line_width(self, width: float, by: Matrix) -> float:
        """Return how wide the thinnest part of a line of ``width`` is after a matrix.

        A line along a direction that is stretched by s becomes width * determinant / s wide.
        """
        small, large = stretches(by)
        if large <= small * _EVEN or self._curved:
            return width * small
        rows = self._all()
        steps = np.diff(rows[:, :2], axis=0)[rows[1:, 2] > 0]
        lengths = np.hypot(steps[:, 0], steps[:, 1])
        steps, lengths = steps[lengths > 0], lengths[lengths > 0]
        if not len(steps):
            return width * small
        a, b, c, d, _e, _f = by
        after = np.hypot(a * steps[:, 0] + c * steps[:, 1], b * steps[:, 0] + d * steps[:, 1])
        return width * small * large / float((after / lengths).max())

    def thin_rectangle(self, by: Matrix) -> float | None:
        """Return the width of the thinnest rectangle that is as good as a line, None for none."""
        return None if self._thin is None else self._thin * stretches(by)[0]


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


def _extremes(starts: Points, first: Points, second: Points, ends: Points) -> Points:
    """Return points of curves that have the same box: their ends, and where they turn back."""
    found: list[Points] = []
    # the derivative of a Bezier curve, divided by 3, is u t^2 + 2 v t + w
    u, v, w = ends - starts + 3 * (first - second), starts - 2 * first + second, first - starts
    with np.errstate(divide="ignore", invalid="ignore"):
        root = np.sqrt(v * v - u * w)
        q = -(v + np.copysign(root, v))
        for t in (q / u, w / q):
            found += [_at(t[:, axis], starts, first, second, ends) for axis in (0, 1)]
    result = np.concatenate(found)
    return np.concatenate([starts, result[np.isfinite(result).all(axis=1)], ends])


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

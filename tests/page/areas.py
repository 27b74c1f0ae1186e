"""Whether a point is inside rings, by casting a ray: an oracle for everything that is filled."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from mazeeditor.page.raster.filling import Coverage

Points = NDArray[np.float64]
ROWS = 256  # points looked at together


def whole_of(parts: Iterable[Coverage], size: tuple[int, int]) -> NDArray[np.uint8]:
    """Return the picture of ``size`` px that parts cover."""
    result = np.zeros((size[1], size[0]), np.uint8)
    for part in parts:
        down, across = part.grey.shape
        result[part.top : part.top + down, part.left : part.left + across] = part.grey
    return result


def winding(rings: list[Points], points: Points) -> NDArray[np.int64]:
    """Return how often all rings together go round each of ``points`` float64[k, 2]."""
    return wound(*_sides(rings), points)


def wound(before: Points, after: Points, points: Points) -> NDArray[np.int64]:
    """Return how often sides, float64[m, 2] each end, go round each of ``points``."""
    return _counted(before, after, points, np.where(after[:, 1] > before[:, 1], 1, -1))


def crossings(rings: list[Points], points: Points) -> NDArray[np.int64]:
    """Return how many sides of rings lie right of each of ``points``: an odd number is inside."""
    before, after = _sides(rings)
    return _counted(before, after, points, np.ones(len(before), np.int64))


def _sides(rings: list[Points]) -> tuple[Points, Points]:
    after = [np.roll(ring, -1, axis=0) for ring in rings]
    return np.concatenate([np.zeros((0, 2)), *rings]), np.concatenate([np.zeros((0, 2)), *after])


def _counted(
    before: Points, after: Points, points: Points, weights: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return the sum of the weights of the sides right of each point."""
    result = np.zeros(len(points), np.int64)
    for first in range(0, len(points), ROWS):
        x, y = points[first : first + ROWS].T[:, :, None]
        between = (before[:, 1] <= y) != (after[:, 1] <= y)
        row, side = np.nonzero(between)
        a, b = before[side], after[side]
        crossed = a[:, 0] + (y[row, 0] - a[:, 1]) / (b[:, 1] - a[:, 1]) * (b[:, 0] - a[:, 0])
        right = crossed > x[row, 0]
        np.add.at(result, first + row[right], weights[side[right]])
    return result


def near(lines: Points, points: Points) -> Points:
    """Return float64[k], how far each point is from the nearest of ``lines`` float64[w, 2, 2]."""
    nearest = np.full(len(points), np.inf)
    for a, b in lines:
        along = np.clip(((points - a) @ (b - a)) / ((b - a) @ (b - a)), 0, 1)
        nearest = np.minimum(nearest, np.hypot(*(points - a - along[:, None] * (b - a)).T))
    return nearest


def in_bands(lines: Points, half: float, points: Points) -> NDArray[np.bool_]:
    """Whether each point is in the square-ended band of an upright or level line."""
    low = lines.min(axis=1) - half
    high = lines.max(axis=1) + half
    inside = (points[:, None] > low) & (points[:, None] < high)
    result: NDArray[np.bool_] = inside.all(axis=2).any(axis=1)
    return result

"""Whether a point is inside rings, by casting a ray: an oracle for everything that is filled."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]


def winding(rings: list[Points], points: Points) -> NDArray[np.int64]:
    """Return how often all rings together go round each of ``points`` float64[k, 2]."""
    before = np.concatenate([np.zeros((0, 2)), *rings])
    after = np.concatenate([np.zeros((0, 2)), *(np.roll(ring, -1, axis=0) for ring in rings)])
    return wound(before, after, points)


def wound(before: Points, after: Points, points: Points) -> NDArray[np.int64]:
    """Return how often sides, float64[m, 2] each end, go round each of ``points``."""
    found = np.zeros(len(points), np.int64)
    for a, b in zip(before, after, strict=True):
        between = (a[1] <= points[:, 1]) != (b[1] <= points[:, 1])
        y = points[between, 1]
        x = a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]) if len(y) else y
        found[between] += np.where(x > points[between, 0], 1 if b[1] > a[1] else -1, 0)
    return found


def crossings(rings: list[Points], points: Points) -> NDArray[np.int64]:
    """Return how many sides of rings lie right of each of ``points``: an odd number is inside."""
    found = np.zeros(len(points), np.int64)
    for ring in rings:
        for a, b in zip(ring, np.roll(ring, -1, axis=0), strict=True):
            between = (a[1] <= points[:, 1]) != (b[1] <= points[:, 1])
            y = points[between, 1]
            x = a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]) if len(y) else y
            found[between] += x > points[between, 0]
    return found


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
    found: NDArray[np.bool_] = inside.all(axis=2).any(axis=1)
    return found

r"""Walls as lines and arcs: their middles and centres, and how far points are from them.

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

import numpy as np
from numpy.typing import NDArray

Ids = NDArray[np.int64]
Points = NDArray[np.float64]


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

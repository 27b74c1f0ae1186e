r"""Reads the walls of a lattice in a picture: how dark it is across the middle of each of them.

::

     post o================o post       points along the wall, and across it up to the middles
              . . . . .                 of the cells on both sides; their mean along the wall is
              . . . . .                 its profile:     ___/'\___    a wall
              . . . . .                                  _________    none
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.maze.geometry import Ids, middles
from mazeeditor.maze.lattice import Lattice
from mazeeditor.recognition.grid_map import GridMap
from mazeeditor.recognition.ink import Darkness
from mazeeditor.recognition.straightening import Points

SAMPLED_SHARES = (0.22, 0.78)  # of a wall: its ends belong to posts
POINTS_AT_ONCE = 1 << 19  # points that are looked at together
MIN_POINTS, MAX_POINTS = 13, 41  # points across a wall
NEAR_CELLS = 0.25  # cells
LEAST_SPREAD = 0.02  # of the way from nothing to a wall
LOWEST_LIMIT = 0.35  # the same
Numbers = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class WallSamples:
    """What was seen of ``walls`` int64[k].

    ``scores`` float64[k] are 0 for nothing and about 1 for a wall, ``off`` float64[k] how far, in
    cells, the darkest place lies from the middle, in the direction of ``normals`` float64[k, 2] at
    ``places`` float64[k, 2]. ``thickness`` is that of walls, in cells.
    """

    walls: Ids
    scores: Numbers
    off: Numbers
    places: Points
    normals: Points
    thickness: float


def sample_walls(
    darkness: Darkness,
    lattice: Lattice,
    walls: Ids,
    grid: GridMap,
    thickness: float,
    reach: float,
    job: Job,
) -> WallSamples:
    """Return what is seen of walls that lie up to ``reach`` cells from where they should be.

    ``thickness`` is about that of walls, in cells. Raises ``CancelledError``.
    """
    geometry = lattice.geometry
    ends = geometry.post_positions(geometry.posts(walls))
    bulges = geometry.bulges(walls)
    pitch = grid.pitch()
    across = int(np.clip(round(pitch), MIN_POINTS, MAX_POINTS)) | 1
    along = int(np.clip(round(pitch * 0.5), 5, 24 if len(walls) < 4000 else 8))
    offsets = np.linspace(-0.5, 0.5, across)
    shares = np.linspace(*SAMPLED_SHARES, along)
    profiles = np.empty((len(walls), across), np.float32)
    places, normals = np.empty((len(walls), 2)), np.empty((len(walls), 2))
    block = max(1, POINTS_AT_ONCE // (across * along))
    for start in range(0, len(walls), block):
        job.check()
        part = slice(start, start + block)
        points, directions = _along(ends[part], bulges[part], shares)
        # across a wall the map is straight: two points say where all others are
        middle = grid.pixels(points)
        step = (grid.pixels(points + NEAR_CELLS * directions) - middle) / NEAR_CELLS
        spread = middle[:, :, None] + step[:, :, None] * offsets[:, None]
        profiles[part] = bilinear(darkness, spread).mean(axis=1)
        places[part] = points.mean(axis=1)
        normals[part] = directions.mean(axis=1)
    normals /= np.maximum(np.hypot(normals[:, 0], normals[:, 1]), 1e-9)[:, None]
    scores, off = _scores(profiles, offsets, thickness, reach)
    return WallSamples(
        walls, scores, off, places, normals, _thickness(profiles, offsets, scores, off, thickness)
    )


def _along(ends: Points, bulges: Numbers, shares: Numbers) -> tuple[Points, Points]:
    """Return points float64[k, along, 2] on walls or arcs, and the unit vectors across these."""
    chord = ends[:, 1] - ends[:, 0]
    length = np.hypot(chord[:, 0], chord[:, 1])[:, None]
    right = np.stack([-chord[:, 1], chord[:, 0]], axis=-1) / length
    points = ends[:, :1] + shares[:, None] * chord[:, None]
    directions = np.repeat(right[:, None], len(shares), axis=1)
    if bulges.any():
        # the arc is nearly a parabola over its chord, as it spans a sixth of a turn at most
        height = 4 * shares * (1 - shares)
        sagitta = (middles(ends, bulges) - ends.mean(axis=1))[:, None]
        points = points + sagitta * height[:, None]
        slope = (4 - 8 * shares)[:, None] * sagitta + chord[:, None]
        slope /= np.hypot(slope[..., 0], slope[..., 1])[..., None]
        directions = np.stack([-slope[..., 1], slope[..., 0]], axis=-1)
    return points, directions


def bilinear(picture: Darkness, points: Points) -> Darkness:
    """Return float32[...], a picture at ``points`` float64[..., 2] in pixels; 0 outside."""
    height, width = picture.shape
    x, y = (np.ascontiguousarray(points[..., i], np.float32) - np.float32(0.5) for i in (0, 1))
    outside = (x < -1) | (y < -1) | (x > width) | (y > height) | ~np.isfinite(x + y)
    x[outside] = y[outside] = 0
    x, y = x.clip(0, max(0, width - 1)), y.clip(0, max(0, height - 1))
    left = np.minimum(x.astype(np.int32), max(0, width - 2))
    top = np.minimum(y.astype(np.int32), max(0, height - 2))
    fx, fy = x - left.astype(np.float32), y - top.astype(np.float32)
    flat = picture.ravel()
    at = top * np.int32(width) + left
    right, down = (1 if width > 1 else 0), (width if height > 1 else 0)
    upper = flat[at] * (1 - fx) + flat[at + right] * fx
    lower = flat[at + down] * (1 - fx) + flat[at + down + right] * fx
    result: Darkness = upper * (1 - fy) + lower * fy
    result[outside] = 0
    return result


def _scores(
    profiles: NDArray[np.float32], offsets: Numbers, thickness: float, reach: float
) -> tuple[Numbers, Numbers]:
    """Return how much darker the darkest band near the middle is than the lighter side."""
    step = offsets[1] - offsets[0]
    band = max(1, round(max(0.7 * thickness, step) / step)) | 1
    sums = np.concatenate([np.zeros((len(profiles), 1)), profiles.cumsum(axis=1)], axis=1)
    means = (sums[:, band:] - sums[:, :-band]) / band
    centres = offsets[band // 2 : len(offsets) - band // 2]
    near = np.flatnonzero(np.abs(centres) <= reach + 1e-9)
    # of equally dark bands the one nearest to the middle
    preferred = means[:, near] - 0.02 * np.abs(centres[near]) / max(reach, step)
    best = near[preferred.argmax(axis=1)]
    rows = np.arange(len(profiles))
    dark = means[rows, best]
    edge = min(0.42, thickness / 2 + max(0.08, step))
    sides = np.stack(
        [profiles[:, offsets <= -edge].mean(axis=1), profiles[:, offsets >= edge].mean(axis=1)]
    )
    off = _centroids(means[:, near], centres[near])
    return dark - sides.min(axis=0), off


def _centroids(means: Numbers, centres: Numbers) -> Numbers:
    """Return where the darkest part of each profile is, finer than its points."""
    above = np.maximum(means - 0.6 * means.max(axis=1, keepdims=True), 0)
    total = above.sum(axis=1)
    result: Numbers = (above @ centres) / np.maximum(total, 1e-9)
    return result


def _thickness(
    profiles: NDArray[np.float32], offsets: Numbers, scores: Numbers, off: Numbers, before: float
) -> float:
    """Return how thick walls are, in cells: the width at half height of those that are sure."""
    sure = scores > 0.75 * np.percentile(scores, 90)
    if sure.sum() < 4:
        return before
    chosen, shifts = profiles[sure], off[sure]
    step = offsets[1] - offsets[0]
    moved = np.rint(shifts / step).astype(np.int64)
    places = (np.arange(len(offsets))[None] + moved[:, None]).clip(0, len(offsets) - 1)
    mean = np.take_along_axis(chosen, places, axis=1).mean(axis=0)
    low, high = float(mean.min()), float(mean.max())
    return float(np.clip(((mean - low) > (high - low) / 2).sum() * step, step, 0.8))


def split(scores: Numbers) -> tuple[float, float, float]:
    """Return the middle of the low scores, the limit, and the middle of the high ones."""
    if not len(scores):
        return 0.0, 0.5, 1.0
    limit = 0.5 * float(np.percentile(scores, 95))
    low, high = 0.0, 2 * limit
    for _ in range(12):
        below, above = scores[scores < limit], scores[scores >= limit]
        low = float(np.median(below)) if len(below) else low
        high = float(np.median(above)) if len(above) else high
        new = (low + high) / 2
        if abs(new - limit) < 1e-4:
            break
        limit = new
    below, above = scores[scores < limit], scores[scores >= limit]
    if len(below) and len(above):
        # nearer to the kind whose scores differ less: no wall is equal to the next one
        least = LEAST_SPREAD * (high - low)
        under = float(np.median(np.abs(below - low))) + least
        over = float(np.median(np.abs(above - high))) + least
        share = min(0.5, max(LOWEST_LIMIT, under / (under + over)))
        limit = low + share * (high - low)
    return low, limit, high

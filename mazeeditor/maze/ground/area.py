"""An area with straight sides in a plane: whether it is valid, and which squares lie within it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.maze.geometry import Points

Bools = NDArray[np.bool_]
TOLERANCE_M = 0.005  # metres that a square may reach over a side: less than any stake is set to
PIECE = 16  # squares along a side that are looked at together


def sides_of(rings: Sequence[Points]) -> NDArray[np.float64]:
    """Return float64[k, 2, 2]: the ends of each side of some rings."""
    return np.concatenate([np.stack([ring, np.roll(ring, -1, axis=0)], axis=1) for ring in rings])


def size_of(ring: Points) -> float:
    """Return how large a ring is, in square metres."""
    x, y = (ring - ring[0]).T
    return abs(float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y))) / 2


def crossing_of(rings: Sequence[Points]) -> Points | None:
    """Return float64[2] where two sides of an area cross, None where none do.

    Sides that touch do not cross.
    """
    sides = sides_of(rings)
    sides = sides[np.argsort(sides[:, :, 0].min(axis=1), kind="stable")]
    low, high = sides.min(axis=1), sides.max(axis=1)
    ends = np.searchsorted(low[:, 0], high[:, 0], side="right")
    for place, end in enumerate(ends.tolist()):
        others = slice(place + 1, end)
        near = (low[others, 1] <= high[place, 1]) & (high[others, 1] >= low[place, 1])
        rest = sides[others][near]
        start, stop = sides[place]
        first, second = _turn(start, stop, rest[:, 0]), _turn(start, stop, rest[:, 1])
        third = _turn(rest[:, 0], rest[:, 1], start)
        fourth = _turn(rest[:, 0], rest[:, 1], stop)
        found = np.flatnonzero((first * second < 0) & (third * fourth < 0))
        if len(found):
            along = third[found[0]] / (third[found[0]] - fourth[found[0]])
            crossing: Points = start + along * (stop - start)
            return crossing
    return None


def _turn(start: Points, stop: Points, point: Points) -> NDArray[np.float64]:
    """Return on which side of lines points lie: the sign of a cross product."""
    along, to = stop - start, point - start
    turns: NDArray[np.float64] = np.sign(along[..., 0] * to[..., 1] - along[..., 1] * to[..., 0])
    scale = np.abs(along).max(axis=-1) * np.abs(to).max(axis=-1)
    cross = along[..., 0] * to[..., 1] - along[..., 1] * to[..., 0]
    turns[np.abs(cross) <= 1e-12 * scale] = 0
    return turns


def contains(ring: Points, point: Points) -> bool:
    """Whether a ring goes round a point."""
    start, stop = sides_of([ring]).transpose(1, 0, 2)
    over = (start[:, 1] > point[1]) != (stop[:, 1] > point[1])
    start, stop = start[over], stop[over]
    share = (point[1] - start[:, 1]) / (stop[:, 1] - start[:, 1])
    return bool(np.sum(start[:, 0] + share * (stop[:, 0] - start[:, 0]) > point[0]) % 2)


def squares_within(
    rings: Sequence[Points],
    corner: Points,
    step: float,
    shape: tuple[int, int],
    reach: float,
    apart: float,
    job: Job,
) -> Bools:
    """Return bool[rows, columns]: which squares of a grid lie within an area.

    The first square has its top left corner at ``corner``; a square is ``step`` wide, reaches
    ``reach`` farther on all sides, and is to be ``apart`` from the sides of the area. All in
    metres. Raises ``CancelledError``.
    """
    places = [(ring - corner) / step for ring in rings]
    result = _middles_within(places, shape)
    half = 0.5 + (reach - TOLERANCE_M) / step
    pieces = list(_pieces(sides_of(places), PIECE))
    job.phase(len(pieces))
    for done, (start, stop) in enumerate(pieces):
        job.step(done)
        _clear_near(result, start, stop, half, apart / step)
    return result


def _middles_within(rings: Sequence[Points], shape: tuple[int, int]) -> Bools:
    """Return bool[rows, columns]: the squares of size 1 whose middles an odd number go round."""
    rows, columns = shape
    turns = np.zeros((rows, columns + 1), np.uint8)
    for start, stop in sides_of(rings):
        (x, y), (x_2, y_2) = (start, stop) if start[1] <= stop[1] else (stop, start)
        first, end = (int(np.clip(np.ceil(edge - 0.5), 0, rows)) for edge in (y, y_2))
        if first >= end:
            continue
        passed = np.arange(first, end)
        left = x + (passed + 0.5 - y) / (y_2 - y) * (x_2 - x)
        column = np.clip(np.ceil(left - 0.5), 0, columns).astype(np.int64)
        turns[passed, column] += 1
    return (np.cumsum(turns[:, :columns], axis=1, dtype=np.uint8) & 1).astype(np.bool_)


def _pieces(sides: NDArray[np.float64], longest: float) -> Iterator[tuple[Points, Points]]:
    """Yield both ends of sides, long ones in pieces."""
    for start, stop in sides:
        number = max(1, int(np.ceil(np.abs(stop - start).max() / longest)))
        ends = start + np.linspace(0, 1, number + 1)[:, None] * (stop - start)
        yield from pairwise(ends)


def _clear_near(result: Bools, start: Points, stop: Points, half: float, apart: float) -> None:
    """Clear the squares that a line touches or comes nearer to than ``apart``, in squares."""
    rows, columns = result.shape
    low = np.minimum(start, stop) - half - apart
    high = np.maximum(start, stop) + half + apart
    left, top = (int(max(0, np.floor(edge - 0.5))) for edge in low)
    right, bottom = int(min(columns, high[0] + 1)), int(min(rows, high[1] + 1))
    if left >= right or top >= bottom:
        return
    x = np.arange(left, right, dtype=np.float64)[None, :] + 0.5
    y = np.arange(top, bottom, dtype=np.float64)[:, None] + 0.5
    near = _distances(start, stop, x, y, half)
    result[top:bottom, left:right] &= (near > 0) & (near >= apart)


def _distances(
    start: Points, stop: Points, x: NDArray[np.float64], y: NDArray[np.float64], half: float
) -> NDArray[np.float64]:
    """Return float64[rows, columns]: how far squares around x and y are from a line, 0 across."""
    along = stop - start
    length = float(along @ along)
    # that of the line's ends from the squares
    nearest = np.full((y.shape[0], x.shape[1]), np.inf)
    for end in (start, stop):
        out_x = np.maximum(np.abs(end[0] - x) - half, 0)
        out_y = np.maximum(np.abs(end[1] - y) - half, 0)
        nearest = np.minimum(nearest, np.hypot(out_x, out_y))
    # that of the corners from the line; where these lie on both sides of it, it may lead across
    low, high = np.full_like(nearest, np.inf), np.full_like(nearest, -np.inf)
    for dx in (-half, half):
        for dy in (-half, half):
            to_x, to_y = x + dx - start[0], y + dy - start[1]
            share = np.clip((to_x * along[0] + to_y * along[1]) / (length or 1.0), 0, 1)
            away = np.hypot(to_x - share * along[0], to_y - share * along[1])
            nearest = np.minimum(nearest, away)
            side = along[0] * to_y - along[1] * to_x
            low, high = np.minimum(low, side), np.maximum(high, side)
    beside_x = (np.minimum(start[0], stop[0]) < x + half) & (
        np.maximum(start[0], stop[0]) > x - half
    )
    beside_y = (np.minimum(start[1], stop[1]) < y + half) & (
        np.maximum(start[1], stop[1]) > y - half
    )
    across = (low < 0) & (high > 0) & beside_x & beside_y
    return np.where(across, 0.0, nearest)

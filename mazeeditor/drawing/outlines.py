"""Walls as filled bands: the exact outline of all of them together, with square corners.

Walking along the walls with the free space on the left goes round every area between them once;
the way, moved aside by half a wall, is the outline. Where walls meet it has mitred corners, which
are square where walls are, and around the end of a wall a square end::

        |                      u  a unit on the way to a post, v one on the way from it
    u   |  <- outline          n  the unit to the left of each
    ->  +----                  corner = post + half * (n(u) + n(v)) / (1 + n(u) . n(v))

Works for every shape whose walls are straight and longer than they are wide. Rings round walls
and rings round free space run against each other, so even-odd and non-zero fill the same.
"""

from __future__ import annotations

import numpy as np

from mazeeditor.compiled import F64, I32, I64, TICK, U8, kernel
from mazeeditor.drawing.graph import WallGraph, is_straight
from mazeeditor.drawing.scene import Ids, Points
from mazeeditor.job import Job

SHARP = -0.5 - 1e-9  # u . v: a corner sharper than 60 degrees is cut square, not mitred


def outlines_of(graph: WallGraph, width: float, job: Job | None = None) -> tuple[Points, Ids]:
    """Return the rings round all walls, ``width`` in cells, in linear time.

    The first result is float64[m, 2] in cells, the second int64[k + 1] says where the rings start.
    """
    job = job or Job()
    x, y, ends = graph.x, graph.y, graph.ends
    there = ends.reshape(-1, 2)[:, ::-1].ravel()
    angles = np.arctan2(y[there] - y[ends], x[there] - x[ends])
    at = graph.at.copy()
    job.check()
    _sort_round(graph.first, at, angles)
    onward = np.empty(len(ends), np.int32)
    corners = _turns(ends, graph.first, at, x, y, onward)
    job.check()
    points = np.empty(2 * corners)
    starts = np.zeros(len(ends) + 1, np.int64)
    seen = np.zeros(len(ends), np.uint8)
    rings = _walk(ends, x, y, onward, width / 2, seen, points, starts, job.signal)
    job.check()
    return points.reshape(-1, 2), starts[: rings + 1].copy()


@kernel
def _sort_round(first: I64, at: I32, angles: F64) -> int:
    """Sort the ends at each post by the direction of their walls, clockwise on paper."""
    for post in range(len(first) - 1):
        for i in range(first[post] + 1, first[post + 1]):
            end, j = at[i], i
            while j > first[post] and angles[at[j - 1]] > angles[end]:
                at[j] = at[j - 1]
                j -= 1
            at[j] = end
    return len(at)


@kernel
def _corners(x: F64, y: F64, before: int, post: int, after: int) -> int:
    """Return how many corners the outline has on the left of a post: 0, 1 or 2."""
    if is_straight(x, y, before, post, after):
        return 0
    ux, uy = x[post] - x[before], y[post] - y[before]
    vx, vy = x[after] - x[post], y[after] - y[post]
    lengths = ((ux * ux + uy * uy) * (vx * vx + vy * vy)) ** 0.5
    cross, dot = ux * vy - uy * vx, ux * vx + uy * vy
    return 2 if dot < SHARP * lengths and cross >= -1e-9 * lengths else 1


@kernel
def _turns(ends: I32, first: I64, at: I32, x: F64, y: F64, onward: I32) -> int:
    """Write where the way that arrives at each end goes on; return the number of corners."""
    corners = 0
    for post in range(len(first) - 1):
        low, high = first[post], first[post + 1]
        for i in range(low, high):
            end = at[i]
            leave = at[i + 1] if i + 1 < high else at[low]
            onward[end] = leave
            corners += _corners(x, y, ends[end ^ 1], post, ends[leave ^ 1])
    return corners


@kernel
def _walk(
    ends: I32,
    x: F64,
    y: F64,
    onward: I32,
    half: float,
    seen: U8,
    points: F64,
    starts: I64,
    signal: I64,
) -> int:
    """Write the rings; return how many."""
    used, rings = 0, 0
    for start in range(len(ends)):
        end = start  # the end from which the way leaves
        while not seen[end]:
            seen[end] = 1
            arrive = end ^ 1
            leave = onward[arrive]
            used = _write(x, y, ends[end], ends[arrive], ends[leave ^ 1], half, points, used)
            end = leave
        if used > starts[rings]:
            rings += 1
            starts[rings] = used
        if start & TICK == 0:
            signal[0] = start
            if signal[1] != 0:
                return rings
    return rings


@kernel
def _write(
    x: F64, y: F64, before: int, post: int, after: int, half: float, points: F64, used: int
) -> int:
    """Write the corners on the left of a post; return the new ``used``."""
    count = _corners(x, y, before, post, after)
    ux, uy = x[post] - x[before], y[post] - y[before]
    vx, vy = x[after] - x[post], y[after] - y[post]
    u, v = (ux * ux + uy * uy) ** 0.5, (vx * vx + vy * vy) ** 0.5
    ux, uy, vx, vy = ux / u, uy / u, vx / v, vy / v
    if count == 1:
        reach = half / (1.0 + ux * vx + uy * vy)
        points[2 * used] = x[post] + reach * (uy + vy)
        points[2 * used + 1] = y[post] - reach * (ux + vx)
    elif count == 2:
        points[2 * used] = x[post] + half * (uy + ux)
        points[2 * used + 1] = y[post] + half * (uy - ux)
        points[2 * used + 2] = x[post] + half * (vy - vx)
        points[2 * used + 3] = y[post] - half * (vx + vy)
    return used + count

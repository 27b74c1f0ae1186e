"""Walls as filled bands: the exact outline of all of them together, with mitred corners.

Walking along the walls with the free space on the left goes round every area between them once;
the way, moved aside by half a wall, is the outline: lines beside lines, arcs beside arcs. Where
walls meet it has mitred corners, and around the end of a wall a square end.

Works for every shape whose walls are longer than they are wide. Rings round walls and rings round
free space run against each other, so even-odd and non-zero fill the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import pi

import numpy as np

from mazeeditor.compiled import F64, I32, I64, TICK, U8, kernel
from mazeeditor.drawing.corners import centre_of, corners, write_corners
from mazeeditor.drawing.graph import WallGraph, angle_from, bulge_from, leaving
from mazeeditor.drawing.scene import Ids, Numbers, Points
from mazeeditor.job import Job


@dataclass(frozen=True, eq=False)
class Outlines:
    """Rings as ``Polygons`` has them, in cells; ``bulges`` is None where all is straight."""

    points: Points
    starts: Ids
    bulges: Numbers | None


def outlines_of(graph: WallGraph, width: float, job: Job | None = None) -> Outlines:
    """Return the rings round all walls, ``width`` in cells, in linear time."""
    job = job or Job()
    x, y, ends, curves = graph.x, graph.y, graph.ends, graph.bulges
    there = ends.reshape(-1, 2)[:, ::-1].ravel()
    angles = np.arctan2(y[there] - y[ends], x[there] - x[ends])
    if len(curves):
        # half of the angle of the arc lies between chord and tangent
        turn = 2 * np.arctan(np.stack([curves, -curves], axis=-1).ravel())
        angles = (angles + turn + pi) % (2 * pi)
    at = graph.at.copy()
    job.check()
    _sort_round(graph.first, at, angles)
    onward = np.empty(len(ends), np.int32)
    most = _turns(ends, graph.first, at, x, y, curves, onward)
    if len(curves):
        most += len(ends)  # where long arcs are parted
    job.check()
    points = np.empty(2 * most)
    bulges = np.zeros(most if len(curves) else 0)
    starts = np.zeros(len(ends) + 1, np.int64)
    seen = np.zeros(len(ends), np.uint8)
    rings = _walk(ends, x, y, curves, onward, width / 2, seen, points, bulges, starts, job.signal)
    job.check()
    used = starts[rings]
    places = points[: 2 * used].reshape(-1, 2)
    return Outlines(places, starts[: rings + 1].copy(), bulges[:used] if len(curves) else None)


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
def _turns(ends: I32, first: I64, at: I32, x: F64, y: F64, curves: F64, onward: I32) -> int:
    """Write where the way that arrives at each end goes on; return the number of corners."""
    count = 0
    for post in range(len(first) - 1):
        low, high = first[post], first[post + 1]
        for i in range(low, high):
            end = at[i]
            leave = at[i + 1] if i + 1 < high else at[low]
            onward[end] = leave
            count += corners(ends, x, y, curves, end, leave)
    return count


@kernel
def _walk(
    ends: I32,
    x: F64,
    y: F64,
    curves: F64,
    onward: I32,
    half: float,
    seen: U8,
    points: F64,
    bulges: F64,
    starts: I64,
    signal: I64,
) -> int:
    """Write the rings; return how many."""
    used, rings = 0, 0
    for start in range(len(ends)):
        if not seen[start] and len(curves):
            used = _arcs_round(ends, x, y, curves, onward, half, seen, points, bulges, used, start)
        end = start  # the end from which the way leaves
        while not seen[end]:
            seen[end] = 1
            leave = onward[end ^ 1]
            used = write_corners(ends, x, y, curves, end ^ 1, leave, half, points, used)
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
def _arcs_round(
    ends: I32,
    x: F64,
    y: F64,
    curves: F64,
    onward: I32,
    half: float,
    seen: U8,
    points: F64,
    bulges: F64,
    used: int,
    start: int,
) -> int:
    """Write the ring on which one leaves from ``start``, arcs among it; return the new ``used``."""
    end = start
    while corners(ends, x, y, curves, end ^ 1, onward[end ^ 1]) == 0:
        end = onward[end ^ 1]
        if end == start:
            break  # a circle
    begin, end = onward[end ^ 1], onward[end ^ 1]
    ring, angle = used, 0.0
    while not seen[end]:
        seen[end] = 1
        arrive, leave = end ^ 1, onward[end ^ 1]
        angle += angle_from(curves, end)
        corner = used
        used = write_corners(ends, x, y, curves, arrive, leave, half, points, used)
        long = abs(angle + angle_from(curves, leave)) > pi + 1e-6 or leave == begin
        if used == corner and long:
            ux, uy, _ = leaving(ends, x, y, curves, leave)
            points[2 * used] = x[ends[leave]] + half * uy
            points[2 * used + 1] = y[ends[leave]] - half * ux
            used += 1
        if used > corner:
            angle = 0.0
            if corner > ring:
                bulges[corner - 1] = _edge(ends, x, y, curves, end, points, corner - 1, corner)
        end = leave
    bulges[used - 1] = _edge(ends, x, y, curves, begin, points, used - 1, ring)
    return used


@kernel
def _edge(
    ends: I32, x: F64, y: F64, curves: F64, end: int, points: F64, one: int, other: int
) -> float:
    """Return the bulge of the edge of a wall, left from ``end``, between two of the points."""
    bulge = bulge_from(curves, end)
    dx, dy = points[2 * other] - points[2 * one], points[2 * other + 1] - points[2 * one + 1]
    if bulge == 0.0 or (dx == 0.0 and dy == 0.0):
        return 0.0
    centre_x, centre_y, _ = centre_of(ends, x, y, curves, end)
    left = 1.0 if bulge > 0.0 else -1.0
    tx, ty = left * (points[2 * one + 1] - centre_y), left * (centre_x - points[2 * one])
    lengths = ((dx * dx + dy * dy) * (tx * tx + ty * ty)) ** 0.5
    return (dx * ty - dy * tx) / (lengths + dx * tx + dy * ty)

"""Walls as filled bands: the exact outline of all of them together, with mitred corners.

Walking along the walls with the free space on the left goes round every area between them once;
that walk, moved aside by half a wall, is the outline: lines beside lines, arcs beside arcs. Where
walls meet it has mitred corners, and around the end of a wall a square end. Left of the walk that
arrives at a post along one wall and leaves along another::

        |                      u  a unit on the wall to a post, v one on the wall from it
    u   |  <- outline          n  the unit to the left of each
    ->  +----                  corner = post + half * (n(u) + n(v)) / (1 + n(u) . n(v))

That is where two lines beside straight walls meet. Beside an arc runs an arc of another radius;
from that corner a few of Newton's steps lead to where the two really meet.

Works for every shape whose walls are longer than they are wide. Rings round walls and rings round
free space run against each other, so even-odd and non-zero fill the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import pi

import numpy as np

from mazeeditor.compiled import F64, I32, I64, TICK, U8, kernel
from mazeeditor.drawing.scene import Ids, Numbers, Points
from mazeeditor.drawing.wall_graph import (
    WallGraph,
    angle_from,
    bulge_from,
    goes_on,
    is_straight,
    leaving,
)
from mazeeditor.job import Job

SHARP = -0.5 - 1e-9  # u . v: a corner sharper than 60 degrees is cut square, not mitred
NEWTON = 5  # steps: each doubles the number of correct digits


@kernel
def corners(ends: I32, x: F64, y: F64, bulges: F64, arrive: int, leave: int) -> int:
    """Return how many corners the outline has on the left of a post: 0 to 4."""
    if len(bulges):
        return _curved_corners(ends, x, y, bulges, arrive, leave)
    before, post, after = ends[arrive ^ 1], ends[arrive], ends[leave ^ 1]
    if is_straight(x, y, before, post, after):
        return 0
    ux, uy = x[post] - x[before], y[post] - y[before]
    vx, vy = x[after] - x[post], y[after] - y[post]
    lengths = ((ux * ux + uy * uy) * (vx * vx + vy * vy)) ** 0.5
    cross, dot = ux * vy - uy * vx, ux * vx + uy * vy
    return 2 if dot < SHARP * lengths and cross >= -1e-9 * lengths else 1


@kernel
def _curved_corners(ends: I32, x: F64, y: F64, bulges: F64, arrive: int, leave: int) -> int:
    """Return the number of corners where walls may be arcs, whose ends are corners too."""
    if goes_on(ends, x, y, bulges, arrive, leave):
        return 0
    ux, uy, _ = leaving(ends, x, y, bulges, arrive)
    vx, vy, _ = leaving(ends, x, y, bulges, leave)
    cross, dot = uy * vx - ux * vy, -ux * vx - uy * vy
    if dot >= SHARP or cross < -1e-9:
        return 1
    arcs = (bulge_from(bulges, arrive) != 0.0) + (bulge_from(bulges, leave) != 0.0)
    return 2 + arcs


@kernel
def write_corners(
    ends: I32,
    x: F64,
    y: F64,
    bulges: F64,
    arrive: int,
    leave: int,
    half: float,
    points: F64,
    used: int,
) -> int:
    """Write the corners on the left of a post; return the new ``used``."""
    count = corners(ends, x, y, bulges, arrive, leave)
    if count == 0:
        return used
    before, post, after = ends[arrive ^ 1], ends[arrive], ends[leave ^ 1]
    if len(bulges):
        ux, uy, _ = leaving(ends, x, y, bulges, arrive)
        vx, vy, _ = leaving(ends, x, y, bulges, leave)
        ux, uy = -ux, -uy
    else:
        ux, uy = x[post] - x[before], y[post] - y[before]
        vx, vy = x[after] - x[post], y[after] - y[post]
        u, v = (ux * ux + uy * uy) ** 0.5, (vx * vx + vy * vy) ** 0.5
        ux, uy, vx, vy = ux / u, uy / u, vx / v, vy / v
    if count == 1:
        reach = half / (1.0 + ux * vx + uy * vy)
        points[2 * used] = x[post] + reach * (uy + vy)
        points[2 * used + 1] = y[post] - reach * (ux + vx)
        if len(bulges):
            _meet(ends, x, y, bulges, arrive, leave, half, points, used)
        return used + 1
    if len(bulges) and bulge_from(bulges, arrive) != 0.0:
        points[2 * used] = x[post] + half * uy
        points[2 * used + 1] = y[post] - half * ux
        used += 1
    points[2 * used] = x[post] + half * (uy + ux)
    points[2 * used + 1] = y[post] + half * (uy - ux)
    points[2 * used + 2] = x[post] + half * (vy - vx)
    points[2 * used + 3] = y[post] - half * (vx + vy)
    used += 2
    if len(bulges) and bulge_from(bulges, leave) != 0.0:
        points[2 * used] = x[post] + half * vy
        points[2 * used + 1] = y[post] - half * vx
        used += 1
    return used


@kernel
def centre_of(ends: I32, x: F64, y: F64, bulges: F64, end: int) -> tuple[float, float, float]:
    """Return the centre of the circle of an arc, and its radius."""
    post, other, bulge = ends[end], ends[end ^ 1], bulge_from(bulges, end)
    dx, dy = x[other] - x[post], y[other] - y[post]
    share = (1.0 - bulge * bulge) / (4.0 * bulge)
    radius = (dx * dx + dy * dy) ** 0.5 * (1.0 + bulge * bulge) / (4.0 * abs(bulge))
    middle_x, middle_y = (x[post] + x[other]) / 2, (y[post] + y[other]) / 2
    return middle_x + share * dy, middle_y - share * dx, radius


@kernel
def _off(
    ends: I32,
    x: F64,
    y: F64,
    bulges: F64,
    end: int,
    half: float,
    at_x: float,
    at_y: float,
) -> tuple[float, float, float]:
    """Return how far a point is left of the left edge of a wall, and where to that grows.

    The wall is followed from ``end``.
    """
    bulge = bulge_from(bulges, end)
    if bulge == 0.0:
        ux, uy, _ = leaving(ends, x, y, bulges, end)
        post = ends[end]
        return (at_x - x[post]) * uy - (at_y - y[post]) * ux - half, uy, -ux
    centre_x, centre_y, radius = centre_of(ends, x, y, bulges, end)
    dx, dy = at_x - centre_x, at_y - centre_y
    away = (dx * dx + dy * dy) ** 0.5
    left = 1.0 if bulge > 0.0 else -1.0  # of an arc that turns anticlockwise lies its centre
    return left * (radius - away) - half, -left * dx / away, -left * dy / away


@kernel
def _meet(
    ends: I32,
    x: F64,
    y: F64,
    bulges: F64,
    arrive: int,
    leave: int,
    half: float,
    points: F64,
    corner: int,
) -> int:
    """Move a corner to where the edges of two walls meet; the steps taken."""
    if bulge_from(bulges, arrive) == 0.0 and bulge_from(bulges, leave) == 0.0:
        return 0
    for _step in range(NEWTON):
        at_x, at_y = points[2 * corner], points[2 * corner + 1]
        # the arriving wall is seen backwards from its end: its left edge is on the right then
        f, fx, fy = _off(ends, x, y, bulges, arrive, -half, at_x, at_y)
        g, gx, gy = _off(ends, x, y, bulges, leave, half, at_x, at_y)
        det = fx * gy - fy * gx
        if abs(det) < 1e-3:
            return 0
        points[2 * corner] = at_x - (f * gy - g * fy) / det
        points[2 * corner + 1] = at_y - (fx * g - gx * f) / det
    return NEWTON


@dataclass(frozen=True, eq=False)
class Outlines:
    """Rings as in ``Polygons``, in cells; ``bulges`` is None where all is straight."""

    points: Points
    starts: Ids
    bulges: Numbers | None


def outlines_of(graph: WallGraph, width: float, job: Job | None = None) -> Outlines:
    """Return the rings around all walls, ``width`` in cells, in linear time."""
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
        most += len(ends)  # where long arcs are split
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
    """Write the end at which the walk continues after each end; return the number of corners."""
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
        end = start  # the end from which the walk leaves
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
    """Write the ring, with arcs, that leaves from ``start``; return the new ``used``."""
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

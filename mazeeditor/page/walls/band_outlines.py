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
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import F64, I32, I64, TICK, U8, kernel
from mazeeditor.page.scene import Ids, Numbers, Points
from mazeeditor.page.walls.wall_graph import (
    WallGraph,
    WallLines,
    angle_from,
    bulge_from,
    goes_on,
    is_straight,
    leaving,
)

# u . v: a corner sharper than 60 degrees is cut square, not mitred
MITRE_LIMIT_COSINE = -0.5 - 1e-9
NEWTON = 5  # steps: each doubles the number of correct digits


@kernel
def corners(lines: WallLines, arrive: int, leave: int) -> int:
    """Return how many corners the outline has on the left of a post: 0 to 4."""
    if len(lines.bulges):
        return _curved_corners(lines, arrive, leave)
    ends, x, y = lines.ends, lines.x, lines.y
    before, post, after = ends[arrive ^ 1], ends[arrive], ends[leave ^ 1]
    if is_straight(lines, before, post, after):
        return _is_recoloured(lines, arrive, leave)
    ux, uy = x[post] - x[before], y[post] - y[before]
    vx, vy = x[after] - x[post], y[after] - y[post]
    lengths = ((ux * ux + uy * uy) * (vx * vx + vy * vy)) ** 0.5
    cross, dot = ux * vy - uy * vx, ux * vx + uy * vy
    return 2 if dot < MITRE_LIMIT_COSINE * lengths and cross >= -1e-9 * lengths else 1


@kernel
def _is_recoloured(lines: WallLines, arrive: int, leave: int) -> int:
    """Return 1 where the colour changes from one wall to another, which needs a corner; else 0."""
    if len(lines.steps) == 0:
        return 0
    return 1 if lines.steps[arrive >> 1] != lines.steps[leave >> 1] else 0


@kernel
def _curved_corners(lines: WallLines, arrive: int, leave: int) -> int:
    """Return the number of corners where walls may be arcs, whose ends are corners too."""
    if goes_on(lines, arrive, leave):
        return _is_recoloured(lines, arrive, leave)
    ux, uy, _ = leaving(lines, arrive)
    vx, vy, _ = leaving(lines, leave)
    cross, dot = uy * vx - ux * vy, -ux * vx - uy * vy
    if dot >= MITRE_LIMIT_COSINE or cross < -1e-9:
        return 1
    arcs = (bulge_from(lines, arrive) != 0.0) + (bulge_from(lines, leave) != 0.0)
    return 2 + arcs


@kernel
def write_corners(
    lines: WallLines, arrive: int, leave: int, half: float, points: F64, used: int
) -> int:
    """Write the corners on the left of a post; return the new ``used``."""
    count = corners(lines, arrive, leave)
    if count == 0:
        return used
    ends, x, y = lines.ends, lines.x, lines.y
    post = ends[arrive]
    if len(lines.bulges):
        ux, uy, _ = leaving(lines, arrive)
        vx, vy, _ = leaving(lines, leave)
        ux, uy = -ux, -uy
    else:
        before, after = ends[arrive ^ 1], ends[leave ^ 1]
        ux, uy = x[post] - x[before], y[post] - y[before]
        vx, vy = x[after] - x[post], y[after] - y[post]
        u, v = (ux * ux + uy * uy) ** 0.5, (vx * vx + vy * vy) ** 0.5
        ux, uy, vx, vy = ux / u, uy / u, vx / v, vy / v
    if count == 1:
        reach = half / (1.0 + ux * vx + uy * vy)
        points[2 * used] = x[post] + reach * (uy + vy)
        points[2 * used + 1] = y[post] - reach * (ux + vx)
        if len(lines.bulges):
            _meet(lines, arrive, leave, half, points, used)
        return used + 1
    if bulge_from(lines, arrive) != 0.0:
        points[2 * used] = x[post] + half * uy
        points[2 * used + 1] = y[post] - half * ux
        used += 1
    points[2 * used] = x[post] + half * (uy + ux)
    points[2 * used + 1] = y[post] + half * (uy - ux)
    points[2 * used + 2] = x[post] + half * (vy - vx)
    points[2 * used + 3] = y[post] - half * (vx + vy)
    used += 2
    if bulge_from(lines, leave) != 0.0:
        points[2 * used] = x[post] + half * vy
        points[2 * used + 1] = y[post] - half * vx
        used += 1
    return used


@kernel
def centre_of(lines: WallLines, end: int) -> tuple[float, float, float]:
    """Return the centre of the circle of an arc, and its radius."""
    x, y, bulge = lines.x, lines.y, bulge_from(lines, end)
    post, other = lines.ends[end], lines.ends[end ^ 1]
    dx, dy = x[other] - x[post], y[other] - y[post]
    share = (1.0 - bulge * bulge) / (4.0 * bulge)
    radius = (dx * dx + dy * dy) ** 0.5 * (1.0 + bulge * bulge) / (4.0 * abs(bulge))
    middle_x, middle_y = (x[post] + x[other]) / 2, (y[post] + y[other]) / 2
    return middle_x + share * dy, middle_y - share * dx, radius


@kernel
def _off(
    lines: WallLines, end: int, half: float, at_x: float, at_y: float
) -> tuple[float, float, float]:
    """Return how far a point is left of the left edge of a wall, and where to that grows.

    The wall is followed from ``end``.
    """
    bulge = bulge_from(lines, end)
    if bulge == 0.0:
        ux, uy, _ = leaving(lines, end)
        x, y = lines.x[lines.ends[end]], lines.y[lines.ends[end]]
        return (at_x - x) * uy - (at_y - y) * ux - half, uy, -ux
    centre_x, centre_y, radius = centre_of(lines, end)
    dx, dy = at_x - centre_x, at_y - centre_y
    away = (dx * dx + dy * dy) ** 0.5
    left = 1.0 if bulge > 0.0 else -1.0  # of an arc that turns anticlockwise lies its centre
    return left * (radius - away) - half, -left * dx / away, -left * dy / away


@kernel
def _meet(lines: WallLines, arrive: int, leave: int, half: float, points: F64, corner: int) -> int:
    """Move a corner to where the edges of two walls meet; the steps taken."""
    if bulge_from(lines, arrive) == 0.0 and bulge_from(lines, leave) == 0.0:
        return 0
    for _step in range(NEWTON):
        at_x, at_y = points[2 * corner], points[2 * corner + 1]
        # the arriving wall is seen backwards from its end: its left edge is on the right then
        f, fx, fy = _off(lines, arrive, -half, at_x, at_y)
        g, gx, gy = _off(lines, leave, half, at_x, at_y)
        det = fx * gy - fy * gx
        if abs(det) < 1e-3:
            return 0
        points[2 * corner] = at_x - (f * gy - g * fy) / det
        points[2 * corner + 1] = at_y - (fx * g - gx * f) / det
    return NEWTON


class RingArrays(NamedTuple):
    """The rings being written; ``onward`` int32[2w] is the end that follows each end on its ring.

    ``points`` float64[2m] are x and y in turns, ``bulges`` float64[m] those of the lines from them,
    float64[0] where all is straight; ``steps`` uint8[m] their colours, uint8[0] where there is one.
    Ring ``r`` begins at point ``starts[r]``.
    """

    onward: I32
    points: F64
    bulges: F64
    steps: U8
    starts: I64


@dataclass(frozen=True, eq=False)
class Outlines:
    """Rings as in ``Polygons``, in cells; ``bulges`` is None where all is straight.

    ``steps`` uint8[m] are the colours of the lines from the points, uint8[0] where there is one.
    """

    points: Points
    starts: Ids
    bulges: Numbers | None
    steps: NDArray[np.uint8]


def outlines_of(graph: WallGraph, width: float, job: Job | None = None) -> Outlines:
    """Return the rings around all walls, ``width`` in cells, in linear time."""
    job = job or Job()
    ends, arcs = graph.ends, graph.bulges
    onward, most = _onward(graph, job)
    if len(arcs):
        most += len(ends)  # where long arcs are split
    seen, starts = np.zeros(len(ends), np.uint8), np.zeros(len(ends) + 1, np.int64)
    steps = np.empty(most if len(graph.steps) else 0, np.uint8)
    curves = np.zeros(most if len(arcs) else 0)
    rings = RingArrays(onward, np.empty(2 * most), curves, steps, starts)
    count = _walk(graph.lines, rings, width / 2, seen, job.signal)
    job.check()
    used = starts[count]
    bulges = rings.bulges[:used] if len(arcs) else None
    points = rings.points[: 2 * used].reshape(-1, 2)
    return Outlines(points, starts[: count + 1].copy(), bulges, steps[:used])


def ends_round(graph: WallGraph) -> I32:
    """Return int32[2w], for each end at which a walk round free space arrives where it leaves.

    The walk has the free space on its left: it follows a wall from an end to its other end, and
    leaves the post there from an end of the next wall.
    """
    return _onward(graph, Job())[0]


def _onward(graph: WallGraph, job: Job) -> tuple[I32, int]:
    """Return the ends that follow each end on the walk, and how many corners outlines have."""
    x, y, ends, arcs = graph.x, graph.y, graph.ends, graph.bulges
    other_ends = ends.reshape(-1, 2)[:, ::-1].ravel()
    angles = np.arctan2(y[other_ends] - y[ends], x[other_ends] - x[ends])
    if len(arcs):
        # half of the angle of the arc lies between chord and tangent
        turn = 2 * np.arctan(np.stack([arcs, -arcs], axis=-1).ravel())
        angles = (angles + turn + pi) % (2 * pi)
    at = graph.at.copy()
    job.check()
    _sort_round(graph.first, at, angles)
    onward = np.empty(len(ends), np.int32)
    corner_count = _turns(graph.lines, graph.first, at, onward)
    job.check()
    return onward, corner_count


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
def _turns(lines: WallLines, first: I64, at: I32, onward: I32) -> int:
    """Write the end at which the walk continues after each end; return the number of corners."""
    count = 0
    for post in range(len(first) - 1):
        low, high = first[post], first[post + 1]
        for i in range(low, high):
            end = at[i]
            leave = at[i + 1] if i + 1 < high else at[low]
            onward[end] = leave
            count += corners(lines, end, leave)
    return count


@kernel
def _walk(lines: WallLines, rings: RingArrays, half: float, seen: U8, signal: I64) -> int:
    """Write the rings; return how many."""
    used, count = 0, 0
    for start in range(len(lines.ends)):
        if not seen[start] and len(lines.bulges):
            used = _arcs_round(lines, rings, half, seen, used, start)
        end = start  # the end from which the walk leaves
        while not seen[end]:
            seen[end] = 1
            leave, corner = rings.onward[end ^ 1], used
            used = write_corners(lines, end ^ 1, leave, half, rings.points, used)
            _colour(lines, rings, leave, corner, used)
            end = leave
        if used > rings.starts[count]:
            count += 1
            rings.starts[count] = used
        if start & TICK == 0:
            signal[0] = start
            if signal[1] != 0:
                return count
    return count


@kernel
def _colour(lines: WallLines, rings: RingArrays, leave: int, corner: int, used: int) -> int:
    """Give the lines from corners the colour of the wall along which the walk goes on."""
    if len(rings.steps):
        for point in range(corner, used):
            rings.steps[point] = lines.steps[leave >> 1]
    return used


@kernel
def _arcs_round(
    lines: WallLines, rings: RingArrays, half: float, seen: U8, used: int, start: int
) -> int:
    """Write the ring, with arcs, that leaves from ``start``; return the new ``used``."""
    onward, points, bulges = rings.onward, rings.points, rings.bulges
    end = start
    while corners(lines, end ^ 1, onward[end ^ 1]) == 0:
        end = onward[end ^ 1]
        if end == start:
            break  # a circle
    begin, end = onward[end ^ 1], onward[end ^ 1]
    ring, angle = used, 0.0
    while not seen[end]:
        seen[end] = 1
        arrive, leave = end ^ 1, onward[end ^ 1]
        angle += angle_from(lines, end)
        corner = used
        used = write_corners(lines, arrive, leave, half, points, used)
        long = abs(angle + angle_from(lines, leave)) > pi + 1e-6 or leave == begin
        if used == corner and long:
            ux, uy, _ = leaving(lines, leave)
            post = lines.ends[leave]
            points[2 * used] = lines.x[post] + half * uy
            points[2 * used + 1] = lines.y[post] - half * ux
            used += 1
        _colour(lines, rings, leave, corner, used)
        if used > corner:
            angle = 0.0
            if corner > ring:
                bulges[corner - 1] = _edge(lines, end, points, corner - 1, corner)
        end = leave
    bulges[used - 1] = _edge(lines, begin, points, used - 1, ring)
    return used


@kernel
def _edge(lines: WallLines, end: int, points: F64, first: int, last: int) -> float:
    """Return the bulge of the edge of a wall, left from ``end``, between two of the points."""
    bulge = bulge_from(lines, end)
    dx, dy = points[2 * last] - points[2 * first], points[2 * last + 1] - points[2 * first + 1]
    if bulge == 0.0 or (dx == 0.0 and dy == 0.0):
        return 0.0
    centre_x, centre_y, _ = centre_of(lines, end)
    left = 1.0 if bulge > 0.0 else -1.0
    tx, ty = left * (points[2 * first + 1] - centre_y), left * (centre_x - points[2 * first])
    lengths = ((dx * dx + dy * dy) * (tx * tx + ty * ty)) ** 0.5
    return (dx * ty - dy * tx) / (lengths + dx * tx + dy * ty)

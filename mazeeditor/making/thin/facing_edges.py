"""Edges that face each other: for each one which others its normals meet first, within a reach."""

from __future__ import annotations

from typing import NamedTuple

from mazeeditor.core.kernels.compiled import F64, I32, I64, kernel
from mazeeditor.making.paths.near_edges import NearEdges

FACING = 0.85  # the cosine of the angle between what faces each other, at least: 32 degrees
SAME = 1e-6  # mm
ALL, ROOM, MORE = 0, 1, 2  # what is returned: done; or scratch, or the result, has no room


class Sides(NamedTuple):
    """The edges of what stays, each with that on its right: from ``x``, ``y`` along ``ux``, ``uy``.

    float64[m] in mm, ``length`` with them; ``after`` and ``before`` int32[m] are the next and the
    last edge of the ring.
    """

    x: F64
    y: F64
    ux: F64
    uy: F64
    length: F64
    after: I32
    before: I32


class Ahead(NamedTuple):
    """Scratch: the ``edge`` int32[j] around one, and those of them that it ``met`` int32[j].

    ``span`` float64[4 * j] are where each begins and ends along the edge, and how far away it is
    at these; ``ends`` float64[2 * j] where any begins or ends, in order. ``seen`` int32[m] is the
    edge for which one was looked at last.
    """

    edge: I32
    met: I32
    span: F64
    ends: F64
    seen: I32


class Facing(NamedTuple):
    """What is thin, piece by piece: two edges, and the stretches of these in mm.

    ``edge`` int32[2 * most]; ``along`` float64[4 * most] where the stretch of the first begins and
    ends, and what of the other is opposite to these; ``width`` float64[most] is how far the paths
    are apart at the least. ``done`` int64[2] is how many edges have been looked at, and how many
    pieces written.
    """

    edge: I32
    along: F64
    width: F64
    done: I64


@kernel
def find_facing(
    sides: Sides, squares: NearEdges, reach: float, facing: Facing, ahead: Ahead, signal: I64
) -> int:
    """Write what is thin, from the first edge on that is not done; return ``ROOM``, ``MORE``, 0."""
    count = facing.done[1]
    for edge in range(facing.done[0], len(sides.x)):
        facing.done[0], facing.done[1] = edge, count
        signal[0] = edge  # looking at what is around an edge takes microseconds
        if signal[1] != 0:
            return ALL
        if sides.length[edge] <= SAME:
            continue
        around = _gather(sides, squares, reach, edge, ahead)
        if around < 0:
            return ROOM
        met = _meet(sides, reach, edge, around, ahead)
        if count + 2 * met + 2 >= len(facing.width):
            return MORE
        count = _write_stretches(sides, reach, edge, met, ahead, facing, count)
        count = _write_corner(sides, reach, edge, around, ahead, facing, count)
    facing.done[0], facing.done[1] = len(sides.x), count
    return ALL


@kernel
def _gather(sides: Sides, squares: NearEdges, reach: float, edge: int, ahead: Ahead) -> int:
    """Write the edges that come near one; return how many, -1 where there is no room."""
    side, across, down = squares.side, squares.across, squares.down
    steps, count = int(sides.length[edge] / side) + 1, 0
    x, y = sides.x[edge] - squares.left, sides.y[edge] - squares.top
    dx = sides.ux[edge] * sides.length[edge] / steps
    dy = sides.uy[edge] * sides.length[edge] / steps
    for n in range(steps):
        from_x, from_y = x + n * dx, y + n * dy
        low, high = min(from_x, from_x + dx) - reach, max(from_x, from_x + dx) + reach
        top, bottom = min(from_y, from_y + dy) - reach, max(from_y, from_y + dy) + reach
        for row in range(max(0, int(top / side)), min(down, int(bottom / side) + 1)):
            first, last = max(0, int(low / side)), min(across, int(high / side) + 1)
            # the squares of a row follow each other
            begin, end = squares.first[row * across + first], squares.first[row * across + last]
            for i in range(begin, end):
                other = squares.edge[i]
                if ahead.seen[other] != edge:
                    ahead.seen[other] = edge
                    if count == len(ahead.edge):
                        return -1
                    ahead.edge[count] = other
                    count += 1
    return count


@kernel
def _meet(sides: Sides, reach: float, edge: int, around: int, ahead: Ahead) -> int:
    """Write which edges the normals of an edge meet within reach; return how many."""
    ux, uy, length = sides.ux[edge], sides.uy[edge], sides.length[edge]
    met = 0
    for n in range(around):
        other = ahead.edge[n]
        if sides.length[other] <= SAME or ux * sides.ux[other] + uy * sides.uy[other] >= -SAME:
            continue  # what stays does not end there
        x, y = sides.x[other] - sides.x[edge], sides.y[other] - sides.y[edge]
        along, far = ux * x + uy * y, ux * y - uy * x
        x += sides.ux[other] * sides.length[other]
        y += sides.uy[other] * sides.length[other]
        end, end_far = ux * x + uy * y, ux * y - uy * x
        low, high = max(0.0, end), min(length, along)
        if high - low <= SAME:
            continue
        slope = (far - end_far) / (along - end)
        low_far, high_far = end_far + (low - end) * slope, end_far + (high - end) * slope
        if max(low_far, high_far) <= SAME or min(low_far, high_far) >= reach:
            continue
        ahead.met[met] = other
        span = ahead.span
        span[4 * met], span[4 * met + 1] = low, high
        span[4 * met + 2], span[4 * met + 3] = low_far, high_far
        met += 1
    return met


@kernel
def _far(ahead: Ahead, n: int, place: float) -> float:
    """Return how far what was met as ``n`` is away at a place on the edge."""
    low, high = ahead.span[4 * n], ahead.span[4 * n + 1]
    share = (place - low) / (high - low)
    return ahead.span[4 * n + 2] * (1.0 - share) + ahead.span[4 * n + 3] * share


@kernel
def _sort_ends(ahead: Ahead, met: int) -> int:
    """Write in order where anything that was met begins or ends; return how many places."""
    for n in range(2 * met):
        value = ahead.span[4 * (n // 2) + n % 2]
        place = n
        while place > 0 and ahead.ends[place - 1] > value:
            ahead.ends[place] = ahead.ends[place - 1]
            place -= 1
        ahead.ends[place] = value
    return 2 * met


@kernel
def _first_met(ahead: Ahead, met: int, place: float) -> int:
    """Return which of what was met is the nearest at a place on the edge, -1 without any."""
    best, least = -1, 0.0
    for n in range(met):
        if ahead.span[4 * n] <= place <= ahead.span[4 * n + 1]:
            far = _far(ahead, n, place)
            if far > SAME and (best < 0 or far < least):
                best, least = n, far
    return best


@kernel
def _write_stretches(
    sides: Sides, reach: float, edge: int, met: int, ahead: Ahead, facing: Facing, count: int
) -> int:
    """Write what of an edge faces another one that its normals meet first; the new count."""
    ends = _sort_ends(ahead, met)
    for i in range(ends - 1):
        low, high = ahead.ends[i], ahead.ends[i + 1]
        if high - low <= SAME:
            continue
        best = _first_met(ahead, met, (low + high) / 2)
        if best < 0 or ahead.met[best] < edge:  # seen from the other side
            continue
        other = ahead.met[best]
        cosine = -sides.ux[edge] * sides.ux[other] - sides.uy[edge] * sides.uy[other]
        low_far, high_far = _far(ahead, best, low), _far(ahead, best, high)
        if cosine < FACING or min(low_far, high_far) >= reach:
            continue
        if low_far > reach:
            low += (high - low) * (low_far - reach) / (low_far - high_far)
            low_far = reach
        if high_far > reach:
            high -= (high - low) * (high_far - reach) / (high_far - low_far)
            high_far = reach
        # an end of the edge itself is as far from the other as at right angles to that
        at_end = low <= SAME if low_far < high_far else high >= sides.length[edge] - SAME
        facing.edge[2 * count], facing.edge[2 * count + 1] = edge, other
        facing.along[4 * count], facing.along[4 * count + 1] = low, high
        facing.along[4 * count + 2] = _opposite(sides, edge, other, low, low_far)
        facing.along[4 * count + 3] = _opposite(sides, edge, other, high, high_far)
        least = max(0.0, min(low_far, high_far))
        facing.width[count] = least * cosine if at_end else least
        count += 1
    return count


@kernel
def _opposite(sides: Sides, edge: int, other: int, along: float, far: float) -> float:
    """Return how far along another edge the point lies that a normal of an edge meets."""
    x = sides.x[edge] + along * sides.ux[edge] - far * sides.uy[edge] - sides.x[other]
    y = sides.y[edge] + along * sides.uy[edge] + far * sides.ux[edge] - sides.y[other]
    place = x * sides.ux[other] + y * sides.uy[other]
    return min(max(place, 0.0), sides.length[other])


@kernel
def _points_in(sides: Sides, edge: int, x: float, y: float) -> bool:
    """Whether what stays has its corner at the start of an edge in a direction from there.

    So that no point of both edges is nearer to what lies in that direction.
    """
    last = sides.before[edge]
    if sides.ux[last] * sides.uy[edge] - sides.uy[last] * sides.ux[edge] >= -SAME:
        return False  # not a corner that points into what stays
    if x * sides.ux[last] + y * sides.uy[last] < -SAME:
        return False
    return x * sides.ux[edge] + y * sides.uy[edge] <= SAME


@kernel
def _write_corner(
    sides: Sides, reach: float, edge: int, around: int, ahead: Ahead, facing: Facing, count: int
) -> int:
    """Write what is nearest to the corner at the start of an edge; the new count."""
    best, least, place = -1, reach, 0.0
    for n in range(around):
        other = ahead.edge[n]
        if other == edge or other == sides.before[edge] or sides.length[other] <= SAME:
            continue
        x, y = sides.x[edge] - sides.x[other], sides.y[edge] - sides.y[other]
        along = x * sides.ux[other] + y * sides.uy[other]
        if along > sides.length[other]:
            continue  # the corner there is the start of the next one
        along = max(0.0, along)
        x, y = along * sides.ux[other] - x, along * sides.uy[other] - y
        far = (x * x + y * y) ** 0.5
        if far <= SAME or far >= least or not _points_in(sides, edge, x, y):
            continue
        if along > 0.0:
            # seen from there the corner lies on the side of what stays
            if x * sides.uy[other] - y * sides.ux[other] <= 0.0:
                continue
        elif not _points_in(sides, other, -x, -y):
            continue
        best, least, place = other, far, along
    if best < 0:
        return count
    facing.edge[2 * count], facing.edge[2 * count + 1] = edge, best
    facing.along[4 * count], facing.along[4 * count + 1] = 0.0, 0.0
    facing.along[4 * count + 2], facing.along[4 * count + 3] = place, place
    facing.width[count] = least
    return count + 1

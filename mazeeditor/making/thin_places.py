"""Thin places: where what stays is thinner than its material bears, as the tool's paths leave it.

The path runs half a kerf away from each edge. So where two stretches of path face each other across
what stays, it is as thick as they are apart, less the kerf; around corners of the path too, since
the tool leaves an arc of half a kerf there::

    ------p------------  path        From each stretch the place straight ahead, along its normal,
          :  t - kerf                is sought; the first one met counts, if the two are nearly
    ------q------------  path        parallel. From corners that point into what stays it is the
                                     nearest place in that direction.

Places that touch are one. A corner of what stays is none, however large: there the two sides are
not opposite.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import F64, I32, I64, TICK, kernel
from mazeeditor.core.spatial_index import STRAIGHT, SpatialIndex
from mazeeditor.making.kerf import half_kerf, paths_apart, width_between
from mazeeditor.making.parts import CutPart, Placing
from mazeeditor.making.paths.tool_paths import (
    Operation,
    ToolPaths,
    areas_of,
    join_paths,
    no_paths,
    paths_of,
)
from mazeeditor.making.tabs.places import ACROSS
from mazeeditor.maze.pieces import find
from mazeeditor.page.curves import flatten, onward, places_of
from mazeeditor.page.scene import Ids, Points

ARC_ERROR_MM = 0.002  # mm: how far lines may be from arcs
TOUCHING = 1e-4  # mm: between pieces of one place
DIGITS = 2  # of widths in mm: lines in the place of arcs are up to 0.004 mm nearer to each other
# points whose arcs become lines at once: it takes several times the memory
POINTS_AT_ONCE = 1 << 13
FIRST_EDGES = 1 << 10  # edges
FIRST_PIECES = 64  # pieces
POINTED = 0.7  # the bulge of an arc by 140 degrees: of narrower corners the points are far away
FINDING = 0.8  # of the work, about
FACING = 0.85  # the cosine of the angle between what faces each other, at least: 32 degrees
TOLERANCE_MM = 1e-6  # mm
ALL, ROOM, MORE = 0, 1, 2  # what is returned: done; or scratch, or the result, has no room


@dataclass(frozen=True, eq=False)
class ThinPlaces:
    """Places where a part is thin, in mm: ``at`` float64[k, 2] and ``width`` float64[k].

    ``quads`` float32[p, 4, 2] are the areas between the two sides of each piece of them, as thin as
    ``quad_width`` float32[p]: to be shown.
    """

    at: Points
    width: NDArray[np.float64]
    quads: NDArray[np.float32]
    quad_width: NDArray[np.float32]

    def placed(self, placing: Placing) -> ThinPlaces:
        """Return the places of the part where it lies on its sheet."""
        quads = placing.to_sheet(self.quads).astype(np.float32)
        return replace(self, at=placing.to_sheet(self.at), quads=quads)


def thin_places(
    part: CutPart,
    kerf: float,
    limit: float,
    job: Job | None = None,
    *,
    spare: int = FIRST_PIECES,
    around: int = FIRST_EDGES,
) -> ThinPlaces:
    """Return where a part is thinner than ``limit`` mm, its tabs left out.

    Widths are to a hundredth of a millimetre. There is room at first for ``spare`` pieces more than
    edges, and for ``around`` edges around one. Raises ``CancelledError``.
    """
    job = job or Job()
    sides = _sides_of(_kept_on_right(part, kerf, job))
    reach = paths_apart(limit, kerf) - 0.5 * 10**-DIGITS  # what is as thick is not thinner
    job.phase(len(sides.x), FINDING)
    return _unite(sides, _facing(sides, reach, job, spare, around), kerf, job)


def _facing(sides: Sides, reach: float, job: Job, spare: int, around: int) -> Facing:
    """Return the edges that face each other within ``reach`` mm; raises ``CancelledError``."""
    squares = _squares_of(sides, reach, job)
    most, room, state = len(sides.x) + spare, around, MORE
    facing = Facing(np.empty(0, np.int32), np.empty(0), np.empty(0), np.zeros(2, np.int64))
    ahead = _room_for(room, len(sides.x))
    while state != ALL:
        if state == MORE:
            facing = _larger(facing, most)
            most *= 2
        else:
            room *= 4
            ahead = _room_for(room, len(sides.x))
        ahead.seen[:] = -1  # the last edge is looked at again
        state = find_facing(sides, squares, reach, facing, ahead, job.signal)
        job.check()
    return facing


def _room_for(room: int, edges: int) -> Ahead:
    """Return scratch for so many edges around one of ``edges``."""
    one, other = np.empty((2, room), np.int32)
    return Ahead(one, other, np.empty(4 * room), np.empty(2 * room), np.empty(edges, np.int32))


def _larger(facing: Facing, most: int) -> Facing:
    """Return the same pieces with room for ``most``."""
    edge, along, width = np.empty(2 * most, np.int32), np.empty(4 * most), np.empty(most)
    edge[: len(facing.edge)] = facing.edge
    along[: len(facing.along)] = facing.along
    width[: len(facing.width)] = facing.width
    return Facing(edge, along, width, facing.done)


def _kept_on_right(part: CutPart, kerf: float, job: Job) -> ToolPaths:
    """Return the cuts of a part without its tabs, as lines with what stays on their right."""
    cuts = part.paths if part.untabbed is None else part.untabbed
    outer = cuts.get(Operation.OUTER_CUT, no_paths())
    inner = cuts.get(Operation.INNER_CUT, no_paths())
    holes = inner.chosen(np.flatnonzero(inner.closed))
    parts = [_turn(outer, inside=True), _turn(holes, inside=False), _slits(inner)]
    if part.tabs and part.untabbed is None:
        rings = part.tabs.finder.rings
        across = part.tabs.finder.kind == ACROSS
        every, turned = np.arange(len(rings)), np.full(len(rings), across)
        parts = [rings.chosen(every, turned), *(parts[:1] if across else [])]
    pointed = (_point(paths, kerf) for paths in parts)
    return join_paths([lines for paths in pointed for lines in _in_lines(paths, job)])


def _point(rings: ToolPaths, kerf: float) -> ToolPaths:
    """Return rings with points in place of the arcs around corners of what stays on their right.

    Both leave the same corner, which no other edge of it faces; the arcs would seem to.
    """
    after = onward(rings.starts, rings.closed)
    here = places_of(rings.points)
    chord = np.where(after < 0, 0.0, here[after] - here)
    bulge = -rings.bulges  # they turn to the right
    radius = np.abs(chord) * (1 + bulge**2) / np.maximum(4 * bulge, ARC_ERROR_MM)
    arcs = np.flatnonzero(
        (bulge > 0) & (bulge < POINTED) & (np.abs(radius - half_kerf(kerf)) < TOLERANCE_MM)
    )
    tangent = bulge[arcs] / (1 - bulge[arcs] ** 2)  # of half the turn, half of it
    tips = here[arcs] + chord[arcs] * (0.5 - 1j * tangent)
    bulges = rings.bulges.copy()
    bulges[arcs] = 0.0
    return ToolPaths(
        np.insert(rings.points, arcs + 1, np.stack([tips.real, tips.imag], axis=1), axis=0),
        rings.starts + np.searchsorted(arcs, rings.starts),
        rings.closed,
        np.insert(bulges, arcs + 1, 0.0),
    )


def _in_lines(rings: ToolPaths, job: Job) -> Iterator[ToolPaths]:
    """Yield rings as lines, some at a time; raises ``CancelledError``."""
    if not rings.bulges.any():
        yield from [rings] if len(rings) else []
        return
    first = 0
    while first < len(rings):
        job.check()
        last = (
            int(np.searchsorted(rings.starts, rings.starts[first] + POINTS_AT_ONCE, side="right"))
            - 1
        )
        last = max(last, first + 1)
        some = rings.chosen(np.arange(first, last))
        lines = flatten(some.drawn(1.0, ""), ARC_ERROR_MM)
        yield paths_of(lines.points, lines.starts, None, closed=True)
        first = last


def _turn(rings: ToolPaths, *, inside: bool) -> ToolPaths:
    """Return rings that have what is inside, or outside, on their right."""
    if not len(rings):
        return rings
    clockwise = areas_of(rings) > 0
    return rings.chosen(np.arange(len(rings)), clockwise != inside)


def _slits(paths: ToolPaths) -> ToolPaths:
    """Return each line of open cuts as a ring there and back: what stays is on both sides."""
    after = onward(paths.starts, paths.closed)
    first = np.flatnonzero((after >= 0) & ~np.repeat(paths.closed, np.diff(paths.starts)))
    points = np.stack([paths.points[first], paths.points[after[first]]], axis=1).reshape(-1, 2)
    bulges = np.stack([paths.bulges[first], -paths.bulges[first]], axis=1).ravel()
    return paths_of(points, np.arange(0, len(points) + 1, 2), bulges, closed=True)


def _sides_of(paths: ToolPaths) -> Sides:
    after = onward(paths.starts, paths.closed).astype(np.int32)
    before = np.empty_like(after)
    before[after] = np.arange(len(after), dtype=np.int32)
    along = paths.points[after] - paths.points
    length = np.hypot(along[:, 0], along[:, 1])
    along /= np.maximum(length, TOLERANCE_MM)[:, None]
    x, y = (np.ascontiguousarray(column) for column in paths.points.T)
    ux, uy = (np.ascontiguousarray(column) for column in along.T)
    return Sides(x, y, ux, uy, length, after, before)


def _squares_of(sides: Sides, reach: float, job: Job) -> SpatialIndex:
    begin = places_of(np.stack([sides.x, sides.y], axis=1))
    chord = begin[sides.after] - begin
    side = max(reach, float(sides.length.mean()) if len(begin) else reach)
    return SpatialIndex.of_edges(begin, chord, STRAIGHT, side, job)


def _unite(sides: Sides, facing: Facing, kerf: float, job: Job) -> ThinPlaces:
    """Return the pieces as places: those that touch on an edge, or around its ends, are one.

    Raises ``CancelledError``.
    """
    count = int(facing.done[1])
    job.phase(2 * count)
    pieces = Facing(
        facing.edge[: 2 * count], facing.along[: 4 * count], facing.width[:count], facing.done
    )
    np.maximum(width_between(pieces.width, kerf), 0.0, out=pieces.width)
    np.round(pieces.width, DIGITS, out=pieces.width)
    parent, best = np.arange(count, dtype=np.int32), np.full(count, -1, np.int32)
    begins = np.full(len(sides.x), -1, np.int32)
    _join_touching(sides, pieces, _in_order(sides, pieces), parent, begins, job.signal)
    job.check()
    _choose_thinnest(pieces, parent, best)
    first = best[best >= 0].astype(np.int64)
    quads = _quads(sides, pieces, first)
    one, other = quads[:, :2], quads[:, :1:-1]  # the two sides of each, from end to end
    middles = (one + other) / 2
    gaps = np.hypot(*np.moveaxis(other - one, -1, 0))
    narrow = middles[np.arange(len(first)), gaps.argmin(axis=1)]
    level = np.abs(gaps[:, 0] - gaps[:, 1]) < TOUCHING
    at = np.where(level[:, None], middles.mean(axis=1), narrow)
    shown = np.empty((count, 4, 2), np.float32)
    for begin in range(0, count, POINTS_AT_ONCE):
        job.check()
        some = np.arange(begin, min(begin + POINTS_AT_ONCE, count))
        shown[some] = _quads(sides, pieces, some)
    return ThinPlaces(at, pieces.width[first], shown, pieces.width.astype(np.float32))


def _quads(sides: Sides, pieces: Facing, which: Ids) -> Points:
    """Return float64[k, 4, 2], the areas of pieces: along the first edge, back on the other."""
    edge = pieces.edge.reshape(-1, 2)[which]
    along = pieces.along.reshape(-1, 2, 2)[which]
    start = np.stack([sides.x[edge], sides.y[edge]], axis=-1)
    unit = np.stack([sides.ux[edge], sides.uy[edge]], axis=-1)
    ends = start[:, :, None] + along[..., None] * unit[:, :, None]  # piece, side, end, axis
    return np.concatenate([ends[:, 0], ends[:, 1, ::-1]], axis=1)


def _in_order(sides: Sides, pieces: Facing) -> I32:
    """Return int32[2 * count], the stretches of all pieces as they come along the edges."""
    low = pieces.along.reshape(-1, 2).min(axis=1)
    low += pieces.edge * (float(sides.length.max(initial=0.0)) + 1.0)  # a range for each edge
    return np.argsort(low, kind="stable").astype(np.int32)


@kernel
def _join(parent: I32, one: int, other: int) -> int:
    """Let two pieces be of one place, known by the lowest of its pieces."""
    one, other = find(parent, one), find(parent, other)
    parent[max(one, other)] = min(one, other)
    return min(one, other)


@kernel
def _join_touching(
    sides: Sides, pieces: Facing, order: I32, parent: I32, begins: I32, signal: I64
) -> int:
    """Join pieces whose stretches touch on an edge, or around the corner to the next one.

    ``begins`` int32[m], of -1: the piece that reaches the start of each edge.
    """
    before, leader, reached = -1, -1, 0.0
    for n in range(len(order)):
        if n & TICK == 0:
            signal[0] = n // 2
            if signal[1] != 0:
                return n
        edge, piece = pieces.edge[order[n]], order[n] // 2
        low, high = _stretch(pieces, order[n])
        if edge != before:
            before, reached = edge, -1.0
            if low <= TOUCHING:
                begins[edge] = piece
        if low > reached + TOUCHING:
            leader = piece
        _join(parent, leader, piece)
        reached = max(reached, high)
    for n in range(len(order)):
        if n & TICK == 0:
            signal[0] = (len(order) + n) // 2
            if signal[1] != 0:
                return n
        edge = pieces.edge[order[n]]
        following = begins[sides.after[edge]]
        if following >= 0 and _stretch(pieces, order[n])[1] >= sides.length[edge] - TOUCHING:
            _join(parent, order[n] // 2, following)
    return len(order)


@kernel
def _stretch(pieces: Facing, n: int) -> tuple[float, float]:
    """Return where a stretch begins and ends, as far along its edge."""
    one, other = pieces.along[2 * n], pieces.along[2 * n + 1]
    return min(one, other), max(one, other)


@kernel
def _choose_thinnest(pieces: Facing, parent: I32, best: I32) -> int:
    """Write for each place, known by its lowest piece, the thinnest; of those as thin the longest.

    Short ones may lie next to the end of what stays.
    """
    for piece in range(len(parent)):
        place = find(parent, piece)
        other = best[place]
        if other >= 0:
            width = int(pieces.width[piece] / TOUCHING + 0.5)
            least = int(pieces.width[other] / TOUCHING + 0.5)
            low, high = _stretch(pieces, 2 * piece)
            other_low, other_high = _stretch(pieces, 2 * other)
            if width > least or (width == least and high - low <= other_high - other_low):
                continue
        best[place] = piece
    return len(parent)


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
    sides: Sides, squares: SpatialIndex, reach: float, facing: Facing, ahead: Ahead, signal: I64
) -> int:
    """Write what is thin, from the first edge on that is not done; return ``ROOM``, ``MORE``, 0."""
    count = facing.done[1]
    for edge in range(facing.done[0], len(sides.x)):
        facing.done[0], facing.done[1] = edge, count
        signal[0] = edge  # looking at what is around an edge takes microseconds
        if signal[1] != 0:
            return ALL
        if sides.length[edge] <= TOLERANCE_MM:
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
def _gather(sides: Sides, squares: SpatialIndex, reach: float, edge: int, ahead: Ahead) -> int:
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
                other = squares.at[i]
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
        if (
            sides.length[other] <= TOLERANCE_MM
            or ux * sides.ux[other] + uy * sides.uy[other] >= -TOLERANCE_MM
        ):
            continue  # what stays does not end there
        x, y = sides.x[other] - sides.x[edge], sides.y[other] - sides.y[edge]
        along, far = ux * x + uy * y, ux * y - uy * x
        x += sides.ux[other] * sides.length[other]
        y += sides.uy[other] * sides.length[other]
        end, end_far = ux * x + uy * y, ux * y - uy * x
        low, high = max(0.0, end), min(length, along)
        if high - low <= TOLERANCE_MM:
            continue
        slope = (far - end_far) / (along - end)
        low_far, high_far = end_far + (low - end) * slope, end_far + (high - end) * slope
        if max(low_far, high_far) <= TOLERANCE_MM or min(low_far, high_far) >= reach:
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
            if far > TOLERANCE_MM and (best < 0 or far < least):
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
        if high - low <= TOLERANCE_MM:
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
        at_end = (
            low <= TOLERANCE_MM if low_far < high_far else high >= sides.length[edge] - TOLERANCE_MM
        )
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
    if sides.ux[last] * sides.uy[edge] - sides.uy[last] * sides.ux[edge] >= -TOLERANCE_MM:
        return False  # not a corner that points into what stays
    if x * sides.ux[last] + y * sides.uy[last] < -TOLERANCE_MM:
        return False
    return x * sides.ux[edge] + y * sides.uy[edge] <= TOLERANCE_MM


@kernel
def _write_corner(
    sides: Sides, reach: float, edge: int, around: int, ahead: Ahead, facing: Facing, count: int
) -> int:
    """Write what is nearest to the corner at the start of an edge; the new count."""
    best, least, place = -1, reach, 0.0
    for n in range(around):
        other = ahead.edge[n]
        if other == edge or other == sides.before[edge] or sides.length[other] <= TOLERANCE_MM:
            continue
        x, y = sides.x[edge] - sides.x[other], sides.y[edge] - sides.y[other]
        along = x * sides.ux[other] + y * sides.uy[other]
        if along > sides.length[other]:
            continue  # the corner there is the start of the next one
        along = max(0.0, along)
        x, y = along * sides.ux[other] - x, along * sides.uy[other] - y
        far = (x * x + y * y) ** 0.5
        if far <= TOLERANCE_MM or far >= least or not _points_in(sides, edge, x, y):
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

r"""Thin places: where what stays is thinner than its material bears, as the tool's paths leave it.

The path runs half a kerf beside each edge. So where two stretches of path face each other across
what stays, it is as thick as they are apart, less the kerf; around corners of the path too, since
the tool leaves an arc of half a kerf there::

    ------p------------  path        Each stretch looks straight ahead, along its normal; the first
          :  t - kerf                one that it meets counts, if that faces it nearly. Corners that
    ------q------------  path        point into what stays look at what is nearest to them.

Places that touch are one. A corner of what stays is none, however large: there the two sides are
not opposite.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import I32, I64, TICK, kernel
from mazeeditor.making.kerf import half_kerf, paths_apart, width_between
from mazeeditor.making.parts import CutPart, Placing
from mazeeditor.making.paths.near_edges import STRAIGHT, NearEdges
from mazeeditor.making.paths.operations import Operation
from mazeeditor.making.paths.tool_paths import ToolPaths, areas_of, no_paths, paths_of, together
from mazeeditor.making.tabs.places import ACROSS
from mazeeditor.making.thin.facing_edges import (
    ALL,
    MORE,
    SAME,
    Ahead,
    Facing,
    Sides,
    find_facing,
)
from mazeeditor.maze.pieces import find
from mazeeditor.page.curves import flattened, onward, places_of
from mazeeditor.page.scene import Ids, Points

FLAT = 0.002  # mm: how far lines may be from arcs
TOUCHING = 1e-4  # mm: between pieces of one place
DIGITS = 2  # of widths in mm: lines in the place of arcs are up to 0.004 mm nearer to each other
AT_ONCE = 1 << 13  # points whose arcs become lines at once: it takes several times the memory
AROUND = 1 << 10  # edges around one, at first
SPARE = 64  # pieces more than edges, at first
POINTED = 0.7  # the bulge of an arc by 140 degrees: of narrower corners the points are far away
FINDING = 0.8  # of the work, about


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
        quads = placing.all_on_sheet(self.quads).astype(np.float32)
        return replace(self, at=placing.all_on_sheet(self.at), quads=quads)


def thin_places(part: CutPart, kerf: float, limit: float, job: Job | None = None) -> ThinPlaces:
    """Return where a part is thinner than ``limit`` mm, its tabs left out.

    Widths are to a hundredth of a millimetre. Raises ``CancelledError``.
    """
    job = job or Job()
    sides = _sides_of(_kept_on_right(part, kerf, job))
    reach = paths_apart(limit, kerf) - 0.5 * 10**-DIGITS  # what is as thick is not thinner
    job.phase(len(sides.x), FINDING)
    return _united(sides, _facing(sides, reach, job), kerf, job)


def _facing(sides: Sides, reach: float, job: Job) -> Facing:
    """Return the edges that face each other within ``reach`` mm; raises ``CancelledError``."""
    squares = _squares_of(sides, reach, job)
    most, room, state = len(sides.x) + SPARE, AROUND, MORE
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
    outer = part.paths.get(Operation.OUTER_CUT, no_paths())
    inner = part.paths.get(Operation.INNER_CUT, no_paths())
    holes = inner.chosen(np.flatnonzero(inner.closed))
    parts = [_turned(outer, inside=True), _turned(holes, inside=False), _slits(inner)]
    if part.tabs:
        rings = part.tabs.ground.rings
        across = part.tabs.ground.kind == ACROSS
        every, turned = np.arange(len(rings)), np.full(len(rings), across)
        parts = [rings.chosen(every, turned), *(parts[:1] if across else [])]
    pointed = (_pointed(paths, kerf) for paths in parts)
    return together([lines for paths in pointed for lines in _in_lines(paths, job)])


def _pointed(rings: ToolPaths, kerf: float) -> ToolPaths:
    """Return rings with points in place of the arcs around corners of what stays on their right.

    Both leave the same corner, which no other edge of it faces; the arcs would seem to.
    """
    after = onward(rings.starts, rings.closed)
    here = places_of(rings.points)
    chord = np.where(after < 0, 0.0, here[after] - here)
    bulge = -rings.bulges  # they turn to the right
    radius = np.abs(chord) * (1 + bulge**2) / np.maximum(4 * bulge, FLAT)
    arcs = np.flatnonzero(
        (bulge > 0) & (bulge < POINTED) & (np.abs(radius - half_kerf(kerf)) < SAME)
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
        last = int(np.searchsorted(rings.starts, rings.starts[first] + AT_ONCE, side="right")) - 1
        last = max(last, first + 1)
        some = rings.chosen(np.arange(first, last))
        lines = flattened(some.drawn(1.0, ""), FLAT)
        yield paths_of(lines.points, lines.starts, None, closed=True)
        first = last


def _turned(rings: ToolPaths, *, inside: bool) -> ToolPaths:
    """Return rings that have what is inside, or outside, on their right."""
    if not len(rings):
        return rings
    clockwise = areas_of(rings) > 0
    return rings.chosen(np.arange(len(rings)), clockwise != inside)


def _slits(paths: ToolPaths) -> ToolPaths:
    """Return each line of open cuts as a ring there and back: what stays is beside both."""
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
    along /= np.maximum(length, SAME)[:, None]
    x, y = (np.ascontiguousarray(column) for column in paths.points.T)
    ux, uy = (np.ascontiguousarray(column) for column in along.T)
    return Sides(x, y, ux, uy, length, after, before)


def _squares_of(sides: Sides, reach: float, job: Job) -> NearEdges:
    begin = places_of(np.stack([sides.x, sides.y], axis=1))
    chord = begin[sides.after] - begin
    side = max(reach, float(sides.length.mean()) if len(begin) else reach)
    return NearEdges.of(begin, chord, STRAIGHT, side, job)


def _united(sides: Sides, facing: Facing, kerf: float, job: Job) -> ThinPlaces:
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
    for begin in range(0, count, AT_ONCE):
        job.check()
        some = np.arange(begin, min(begin + AT_ONCE, count))
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

    Short ones may lie beside the end of what stays.
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

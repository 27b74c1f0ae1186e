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

from dataclasses import dataclass, replace

import numpy as np

from mazeeditor.drawing.curves import flattened, onward
from mazeeditor.drawing.scene import Ids, Numbers, Points
from mazeeditor.job import Job
from mazeeditor.making.facing_edges import (
    MORE,
    ROOM,
    SAME,
    Ahead,
    EdgeSquares,
    Facing,
    Sides,
    find_facing,
)
from mazeeditor.making.near_edges import NearEdges
from mazeeditor.making.parts import CutPart, Operation, Placing
from mazeeditor.making.tab_places import ACROSS
from mazeeditor.making.tool_paths import ToolPaths, areas_of, no_paths, paths_of, together
from mazeeditor.maze.joining import join_pairs, lowest_cells

FLAT = 0.002  # mm: how far lines may be from arcs
TOUCHING = 1e-4  # mm: between pieces of one place


@dataclass(frozen=True, eq=False)
class ThinPlaces:
    """Places where a part is thin, in mm: ``at`` float64[k, 2] and ``width`` float64[k].

    ``quads`` float64[p, 4, 2] are the areas between the two sides of each piece of them, as thin as
    ``quad_width`` float64[p].
    """

    at: Points
    width: Numbers
    quads: Points
    quad_width: Numbers

    def placed(self, placing: Placing) -> ThinPlaces:
        """Return the places of the part where it lies on its sheet."""
        return replace(
            self, at=placing.all_on_sheet(self.at), quads=placing.all_on_sheet(self.quads)
        )


def thin_places(part: CutPart, kerf: float, limit: float, job: Job | None = None) -> ThinPlaces:
    """Return where a part is thinner than ``limit`` mm, its tabs left out.

    Raises ``CancelledError``.
    """
    job = job or Job()
    sides = _sides_of(_kept_on_right(part))
    reach = limit + kerf - TOUCHING  # what is as thick is not thinner
    squares = _squares_of(sides, reach)
    most, count = len(sides.x) + 64, 0
    busiest = int(np.diff(squares.first).max(initial=0))
    room = min(len(sides.x), busiest * 64) + 1
    while True:
        facing = Facing(np.empty(2 * most, np.int64), np.empty(4 * most), np.empty(most))
        ahead = Ahead(
            np.empty(room, np.int64),
            np.empty(room, np.int64),
            np.empty(4 * room),
            np.empty(2 * room),
        )
        squares.seen[:] = -1
        job.phase(len(sides.x), 1.0)
        count = find_facing(sides, squares, reach, facing, ahead, job.signal)
        job.check()
        if count == ROOM:
            room = len(sides.x) + 1
        elif count == MORE:
            most *= 2
        else:
            return _united(sides, facing, count, kerf)


def _kept_on_right(part: CutPart) -> ToolPaths:
    """Return the cuts of a part without its tabs, as lines with what stays on their right."""
    outer = part.paths.get(Operation.OUTER_CUT, no_paths())
    inner = part.paths.get(Operation.INNER_CUT, no_paths())
    parts = [_turned(outer, inside=True), _turned(inner, inside=False)]
    if part.tabs:
        rings = part.tabs.ground.rings
        across = part.tabs.ground.kind == ACROSS
        every, turned = np.arange(len(rings)), np.full(len(rings), across)
        parts = [rings.chosen(every, turned), *(parts[:1] if across else [])]
    paths = together([paths for paths in parts if len(paths)])
    if not len(paths):
        return paths
    lines = flattened(paths.drawn(1.0, ""), FLAT)
    return paths_of(lines.points, lines.starts, None, closed=True)


def _turned(rings: ToolPaths, *, inside: bool) -> ToolPaths:
    """Return rings that have what is inside, or outside, on their right."""
    if not len(rings):
        return rings
    clockwise = areas_of(rings) > 0
    return rings.chosen(np.arange(len(rings)), clockwise != inside)


def _sides_of(paths: ToolPaths) -> Sides:
    after = onward(paths.starts, paths.closed)
    before = np.empty_like(after)
    before[after] = np.arange(len(after))
    along = paths.points[after] - paths.points
    length = np.hypot(along[:, 0], along[:, 1])
    unit = along / np.maximum(length, SAME)[:, None]
    x, y = (np.ascontiguousarray(column) for column in paths.points.T)
    ux, uy = (np.ascontiguousarray(column) for column in unit.T)
    return Sides(x, y, ux, uy, length, after, before)


def _squares_of(sides: Sides, reach: float) -> EdgeSquares:
    count = len(sides.x)
    begin = np.asarray(sides.x + 1j * sides.y, np.complex128)
    chord = np.asarray((sides.ux + 1j * sides.uy) * sides.length, np.complex128)
    side = max(reach, float(sides.length.mean()) if count else reach)
    near = NearEdges.of(begin, chord, np.zeros(count), side)
    down = int(near.square.max(initial=0)) // near.across + 1
    first = np.searchsorted(near.square, np.arange(near.across * down + 1)).astype(np.int64)
    edge = np.ascontiguousarray(near.edge, np.int64)
    seen = np.empty(count, np.int64)
    return EdgeSquares(edge, first, seen, near.left, near.top, near.across, down, near.side)


def _united(sides: Sides, facing: Facing, count: int, kerf: float) -> ThinPlaces:
    """Return the pieces as places: those that touch on an edge, or around its ends, are one."""
    edge = facing.edge[: 2 * count].reshape(-1, 2)
    along = facing.along[: 4 * count].reshape(-1, 2, 2)
    width = np.maximum(facing.width[:count] - kerf, 0.0)
    if not count:
        return ThinPlaces(np.zeros((0, 2)), width, np.zeros((0, 4, 2)), width)
    start = np.stack([sides.x, sides.y], axis=1)[edge]
    unit = np.stack([sides.ux, sides.uy], axis=1)[edge]
    ends = start[:, :, None] + along[..., None] * unit[:, :, None]  # piece, side, end, axis
    del start, unit
    quads = np.concatenate([ends[:, 0], ends[:, 1, ::-1]], axis=1)
    group = _groups(sides, edge.ravel(), along.reshape(-1, 2), count)
    # of those as thin the longest: short ones may lie beside the end of what stays
    length = along[:, 0, 1] - along[:, 0, 0]
    order = np.lexsort([-length, np.rint(width / TOUCHING), group])
    first = order[np.append(True, group[order][1:] != group[order][:-1])]
    middles = ends[first].mean(axis=1)  # between the two sides, at both ends of the piece
    gaps = np.hypot(*np.moveaxis(ends[first, 1] - ends[first, 0], -1, 0))
    narrow = middles[np.arange(len(first)), gaps.argmin(axis=1)]
    level = np.abs(gaps[:, 0] - gaps[:, 1]) < TOUCHING
    at = np.where(level[:, None], middles.mean(axis=1), narrow)
    return ThinPlaces(at, width[first], quads, width)


def _groups(sides: Sides, edge: Ids, along: Points, count: int) -> Ids:
    """Return int64[count], equal for pieces that touch; two stretches of edges are of each."""
    low, high = along.min(axis=1), along.max(axis=1)
    apart = float(sides.length.max()) + 1.0  # each edge has a range of numbers of its own
    order = np.argsort(edge * apart + low, kind="stable")
    edge, low, high, piece = edge[order], low[order], high[order], order // 2
    reached = np.maximum.accumulate(edge * apart + high)
    new = np.append(True, edge[1:] * apart + low[1:] > reached[:-1] + TOUCHING)
    run = np.cumsum(new) - 1  # stretches that touch on one edge
    leader = np.flatnonzero(new)
    pairs = [np.stack([piece, piece[leader][run]], axis=1)]
    # the last stretch of an edge and the first one of the next, where both reach the corner
    begins = np.full(len(sides.x), -1)
    firsts = np.flatnonzero(np.append(True, edge[1:] != edge[:-1]) & (low <= TOUCHING))
    begins[edge[firsts]] = piece[firsts]
    lasts = np.flatnonzero(high >= sides.length[edge] - TOUCHING)
    following = begins[sides.after[edge[lasts]]]
    pairs.append(np.stack([piece[lasts], following], axis=1)[following >= 0])
    parent = np.arange(count, dtype=np.int32)
    join_pairs(np.concatenate(pairs).astype(np.int32), parent)
    return lowest_cells(parent).astype(np.int64)

r"""Rings with tabs: where a tab bridges a cut, the two edges of the cut are led along its sides.

::

      piece A                        piece A
    ----->-----------          ---->---.   .---->---
                                       |   |              a tab stays between its two sides;
                        =>         tab |   | tab          the rings around A and B become one
    -----<-----------          ----<---'   '----<---
      piece B                        piece B

Each side of a tab is a line that crosses two edges. At one of these crossings the ring enters the
tab, at the other it leaves it; the path leads from the first along the side to the second.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import atan, atan2, pi
from typing import NamedTuple

import numpy as np

from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import F64, I64, kernel
from mazeeditor.core.translation import _
from mazeeditor.making.paths.tool_paths import ToolPaths, join_paths, paths_of
from mazeeditor.page.curves import onward, places_of, share_ahead
from mazeeditor.page.scene import Ids, Numbers, Points

TWO = 2  # sides of a tab, and crossings of a side
MAX_CROSSINGS = 8  # crossings of a side that are looked for


class Crossings(NamedTuple):
    """Where the sides of a tab cross rings: row ``s`` is a side, column 0 nearer to its beginning.

    ``edge`` int64[2, 2] are numbers of the points where the crossed edges begin, ``share``
    float64[2, 2] how far along them, and ``enters`` bool[2, 2] is true where the ring enters the
    tab.
    """

    edge: Ids
    share: Numbers
    enters: np.ndarray[tuple[int, int], np.dtype[np.bool_]]


class RingEdges(NamedTuple):
    """The edges of rings, each from a point to the next: arrays float64[m], and bulges."""

    x: F64
    y: F64
    to_x: F64
    to_y: F64
    bulge: F64


def edges_of(rings: ToolPaths) -> RingEdges:
    after = onward(rings.starts, rings.closed)
    x, y = np.ascontiguousarray(rings.points[:, 0]), np.ascontiguousarray(rings.points[:, 1])
    return RingEdges(x, y, x[after], y[after], np.ascontiguousarray(rings.bulges))


def crossings_of(edges: RingEdges, begin: Points, end: Points, width: float) -> Crossings | None:
    """Return where the sides of a tab cross rings, None where that is no bridge over one cut.

    The middle of the tab, ``width`` mm wide, runs from ``begin`` float64[2] to ``end`` float64[2].
    """
    along = end - begin
    length = float(np.hypot(*along))
    if length <= 0:
        return None
    u = along / length
    aside = np.array([-u[1], u[0]]) * width / 2
    edge, share = np.empty((TWO, TWO), np.int64), np.empty((TWO, TWO))
    enters = np.empty((TWO, TWO), np.bool_)
    for side, sign in enumerate((-1.0, 1.0)):
        hit_edges, hits = np.empty(MAX_CROSSINGS, np.int64), np.empty(3 * MAX_CROSSINGS)
        start = begin + sign * aside
        line = ToolLine(float(start[0]), float(start[1]), float(u[0]), float(u[1]), length)
        count = _cross(edges, line, hit_edges, hits)
        if count != TWO:
            return None
        order = np.argsort(hits[:TWO])
        edge[side] = hit_edges[order]
        share[side] = hits[MAX_CROSSINGS : MAX_CROSSINGS + TWO][order]
        # the side lies on the side ``sign`` of the middle: what moves to the other one enters
        enters[side] = hits[2 * MAX_CROSSINGS : 2 * MAX_CROSSINGS + TWO][order] * sign < 0
    if (enters[0] == enters[1]).any() or (enters[:, 0] == enters[:, 1]).any():
        return None
    return Crossings(edge, share, enters)


class ToolLine(NamedTuple):
    """A line of ``length`` mm from a point in a direction given as a unit vector."""

    x: float
    y: float
    ux: float
    uy: float
    length: float


@kernel
def _cross(edges: RingEdges, line: ToolLine, edge: I64, hits: F64) -> int:
    """Write where a line crosses edges; return how often, at most ``MAX_CROSSINGS`` times.

    ``hits`` float64[3 * MOST] are how far along the line, how far along the edge, and how the
    edge moves across the line: more than 0 from x towards y.
    """
    count = 0
    for i in range(len(edges.x)):
        ax, ay = edges.x[i] - line.x, edges.y[i] - line.y
        bx, by = edges.to_x[i] - line.x, edges.to_y[i] - line.y
        a_side, b_side = line.ux * ay - line.uy * ax, line.ux * by - line.uy * bx
        a_along, b_along = line.ux * ax + line.uy * ay, line.ux * bx + line.uy * by
        bulge = edges.bulge[i]
        # an arc stays within half a bulge of its chord
        reach = abs(bulge) * ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        if min(a_along, b_along) - reach > line.length or max(a_along, b_along) + reach < 0.0:
            continue
        if min(a_side, b_side) > reach or max(a_side, b_side) < -reach:
            continue
        if reach > 1e-9:
            count = _cross_arc(edges, i, line, edge, hits, count)
        elif (a_side < 0.0) != (b_side < 0.0):
            share = a_side / (a_side - b_side)
            along = a_along + share * (b_along - a_along)
            count = _write(line, edge, hits, count, i, along, share, b_side - a_side)
    return count


@kernel
def _write(
    line: ToolLine,
    edge: I64,
    hits: F64,
    count: int,
    i: int,
    along: float,
    share: float,
    side: float,
) -> int:
    """Write a crossing that is within the line; return the new count."""
    most = len(edge)
    if along < 0.0 or along > line.length or count == most:
        return count
    edge[count] = i
    hits[count], hits[most + count], hits[2 * most + count] = along, share, side
    return count + 1


@kernel
def _cross_arc(edges: RingEdges, i: int, line: ToolLine, edge: I64, hits: F64, count: int) -> int:
    """Write where a line crosses an arc; return the new count."""
    x, y, bulge = edges.x[i], edges.y[i], edges.bulge[i]
    dx, dy = edges.to_x[i] - x, edges.to_y[i] - y
    apothem = (1.0 - bulge * bulge) / (4.0 * bulge)
    centre_x, centre_y = x + dx / 2 + dy * apothem, y + dy / 2 - dx * apothem
    radius = ((x - centre_x) ** 2 + (y - centre_y) ** 2) ** 0.5
    from_x, from_y = line.x - centre_x, line.y - centre_y
    middle = -(from_x * line.ux + from_y * line.uy)
    off = from_x * line.uy - from_y * line.ux
    if abs(off) >= radius:
        return count
    half = (radius * radius - off * off) ** 0.5
    whole = 4.0 * atan(bulge)
    for sign in range(2):
        along = middle + half * (2 * sign - 1)
        px, py = from_x + along * line.ux, from_y + along * line.uy
        rx, ry = x - centre_x, y - centre_y
        # anticlockwise, as seen, from the beginning of the arc
        angle = atan2(ry * px - rx * py, rx * px + ry * py)
        if bulge > 0.0 and angle < 0.0:
            angle += 2.0 * pi
        if bulge < 0.0 and angle > 0.0:
            angle -= 2.0 * pi
        share = angle / whole
        if share <= 1.0:
            turn = 1.0 if bulge > 0.0 else -1.0
            side = turn * (-line.ux * px - line.uy * py)
            count = _write(line, edge, hits, count, i, along, share, side)
    return count


def with_tabs(rings: ToolPaths, tabs: list[Crossings], job: Job | None = None) -> ToolPaths:
    """Return the rings led along the sides of tabs; raises ``CancelledError``."""
    job = job or Job()
    if not tabs:
        return rings
    edge = np.array([tab.edge for tab in tabs]).ravel()
    share = np.array([tab.share for tab in tabs]).ravel()
    enters = np.array([tab.enters for tab in tabs]).ravel()
    # crossings come in fours: those of one side are 0 and 1, of the other 2 and 3
    partner = np.arange(len(edge)) ^ 1
    ring = np.searchsorted(rings.starts, edge, side="right") - 1
    order = np.lexsort((share, edge))
    following = _following(order, ring[order])
    cycles = list(_cycles(np.flatnonzero(~enters), following, partner, job))
    bridged = _lead(rings, edge, share, cycles)
    job.check()
    untouched = np.setdiff1d(np.arange(len(rings)), ring)
    return join_paths([rings.chosen(untouched), bridged])


def _following(order: Ids, ring: Ids) -> Ids:
    """Return for each crossing the next one on its ring; ``order`` is sorted along the rings."""
    last = np.flatnonzero(np.append(ring[1:] != ring[:-1], True))
    first = np.concatenate([[0], last[:-1] + 1])
    onward = np.arange(1, len(order) + 1)
    onward[last] = first
    following = np.empty(len(order), np.int64)
    following[order] = order[onward]
    return following


def _cycles(leaves: Ids, following: Ids, partner: Ids, job: Job) -> Iterator[list[int]]:
    """Yield the crossings of each new ring: one where it leaves a tab, one where it enters, ..."""
    left, ahead, across = set(leaves.tolist()), following.tolist(), partner.tolist()
    for start in leaves.tolist():
        job.check()
        here, path = start, []
        while here in left:
            left.discard(here)
            entry = ahead[here]
            path += [here, entry]
            here = across[entry]
        if here != start:  # two tabs overlap
            raise MazeError(_("Tabs lie too close to each other: make them narrower."))
        if path:
            yield path


def _lead(rings: ToolPaths, edge: Ids, share: Numbers, cycles: list[list[int]]) -> ToolPaths:
    """Return new rings, each of which follows others from crossing to crossing, in a cycle.

    Between two crossings it has their points, and those of the ring between them; the line from
    the second one along the tab is straight.
    """
    leave, entry = np.array([n for cycle in cycles for n in cycle]).reshape(-1, 2).T
    first, last, begin, end = edge[leave], edge[entry], share[leave], share[entry]
    ring = np.searchsorted(rings.starts, first, side="right") - 1
    low, size = rings.starts[ring], np.diff(rings.starts)[ring]
    between = np.where(first != last, (last - first) % size, np.where(end < begin, size, 0))
    starts = np.concatenate([[0], np.cumsum(between + 2)])
    row = np.repeat(np.arange(len(leave)), between + 2)
    step = np.arange(starts[-1]) - starts[row]
    along = low[row] + ((first - low)[row] + step) % size[row]
    points = rings.points[along]
    points[starts[:-1]], points[starts[1:] - 1] = (
        points_at(rings, first, begin),
        points_at(rings, last, end),
    )
    parts = np.ones(len(points))
    parts[starts[:-1]] -= begin
    parts[starts[1:] - 2] -= 1.0 - end
    parts[starts[1:] - 1] = 0.0
    bulges = np.tan(np.arctan(rings.bulges[along]) * parts)
    chains = np.concatenate([[0], np.cumsum([len(cycle) // 2 for cycle in cycles])])
    return paths_of(points, starts[chains], bulges, closed=True)


def points_at(rings: ToolPaths, edge: Ids, share: Numbers) -> Points:
    """Return float64[k, 2]: the points at shares of edges."""
    after = onward(rings.starts, rings.closed)[edge]
    here, there = places_of(rings.points[edge]), places_of(rings.points[after])
    half = 2 * np.arctan(rings.bulges[edge])
    place = here + (there - here) * share_ahead(half, share)
    return place.view(np.float64).reshape(-1, 2)

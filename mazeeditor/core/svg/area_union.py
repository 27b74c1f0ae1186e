r"""Areas made of areas: what several of them cover together, exactly, as rings that never cross.

::

     .----.             all lines are cut where they meet, at places of a grid, until none cross;
     |  .-+---.         a triangulation then has each of them as an edge, and its triangles are
     '--+-'   |         inside or outside by how often the rings of each area go round them
        '-----'
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.components import components
from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _
from mazeeditor.core.work import Work

Points = NDArray[np.float64]
Ids = NDArray[np.int64]
TOLERANCE = 1e-6  # of an area or a size


def arrange_rings(rings: list[Points], work: Work, *, odd: bool) -> tuple[Points, ...]:
    """Return the outlines of an area; holes run against the rings around them.

    A ring that changes nothing, as the rule non-zero may have it, is left out.
    """
    turns = [1 if _signed_area(ring) > 0 else -1 for ring in rings]
    if len(rings) == 1:
        return (rings[0] if turns[0] > 0 else rings[0][::-1],)
    within = _within(rings, work)
    np.fill_diagonal(within, val=False)
    outside = within @ np.array(turns)
    kept = np.flatnonzero(odd | ((outside == 0) != (outside + turns == 0))).tolist()
    depths = within[:, kept].sum(axis=1).tolist()
    return tuple(
        rings[at] if (depths[at] % 2 == 0) == (turns[at] > 0) else rings[at][::-1] for at in kept
    )


def _signed_area(ring: Points) -> float:
    x, y = ring.T
    return float(x @ _after(y) - y @ _after(x)) / 2


def _after(ring: NDArray[Any]) -> NDArray[Any]:
    """Return what comes after each point of a ring: a tenth of the time of ``np.roll``."""
    return np.concatenate((ring[1:], ring[:1]))


def _within(rings: list[Points], work: Work) -> NDArray[np.bool_]:
    """Return bool[k, k], for each ring in which of all rings its first point lies."""
    firsts = np.array([ring[0] for ring in rings])
    lows, highs = (np.array([pick(ring, axis=0) for ring in rings]) for pick in (np.min, np.max))
    after, before = lows <= firsts[:, None], firsts[:, None] <= highs
    within: NDArray[np.bool_] = np.all(after & before, axis=2)
    work.spend(AREA * len(rings) + IN_RING * int(within.sum()) + len(rings) ** 2 / PAIRS)
    for at, other in np.argwhere(within).tolist():
        within[at, other] = _is_in(rings[at][0], rings[other])
    return within


def _is_in(point: Points, ring: Points) -> bool:
    """Whether a point lies in a ring: an odd number of sides is right of it."""
    x, y = point
    after = _after(ring)
    at = np.flatnonzero((ring[:, 1] <= y) != (after[:, 1] <= y))
    one, two = ring[at], after[at]
    across = one[:, 0] + (y - one[:, 1]) / (two[:, 1] - one[:, 1]) * (two[:, 0] - one[:, 0])
    return bool(np.count_nonzero(across > x) % 2)


def cutting(rings: list[Points], reach: float, clips: Clips) -> Clips:
    """Return the clips that do not hold all of some rings and what is ``reach`` around them."""
    if not clips:
        return ()
    lows, highs = ([pick(ring, axis=0) for ring in rings] for pick in (np.min, np.max))
    (left, top), (right, bottom) = np.min(lows, axis=0).tolist(), np.max(highs, axis=0).tolist()
    left, top, right, bottom = left - reach, top - reach, right + reach, bottom + reach
    room = TOLERANCE * max(right - left, bottom - top)

    def holds(areas: tuple[RingArea, ...]) -> bool:
        if len(areas) != 1 or len(areas[0].rings) != 1 or len(areas[0].rings[0]) != 4:
            return False
        box = areas[0].rings[0].tolist()
        for (x, y), (next_x, next_y) in zip(box, box[1:] + box[:1], strict=True):
            if min(abs(next_x - x), abs(next_y - y)) > room:  # it slants
                return False
        across, down = zip(*box, strict=True)
        inside = min(across) <= left + room and min(down) <= top + room
        return inside and right - room <= max(across) and bottom - room <= max(down)

    return tuple(areas for areas in clips if not holds(areas))


def size_of(rings: Sequence[Points]) -> float:
    """Return the area of rings, of which holes run against those around them."""
    return sum(map(_signed_area, rings))


AREA, IN_RING, UNION, LINE = 30, 50, 3_500, 20  # steps of work of what is done for each
PAIRS = 10  # of lines that a step of work compares
GRIDS = (262_144, 250_007, 240_101, 200_003)  # steps along the larger side: products are exact
BLOCK_PAIRS = 1 << 18  # pairs of lines looked at together
MOST_PAIRS = 1 << 24  # of lines that may meet
FEW_CORNERS = 8  # corners of a ring that is looked at without arrays
TRIANGLES_AT_ONCE = 64  # triangles
MOST_ROUNDS = 20  # of cutting: lines that move to the grid may meet others
CLOSE_STEPS = 2  # steps of the grid
SUPER = 3  # triangles' corners around all others, before them
WHOLE = np.iinfo(np.int64)


class RingArea(NamedTuple):
    """Rings float64[k, 2] each; inside is where they go round an odd number of times, or at all."""

    rings: Sequence[Points]
    odd: bool = False


Clips = tuple[tuple[RingArea, ...], ...]  # what is shown lies in some area of each


def common_area(groups: Sequence[Sequence[RingArea]], work: Work) -> list[Points]:
    """Return what lies in some area of each group, as rings; holes run against those around them.

    Raises ``UsageError`` where that is too much work, ``TooMuchWorkError`` for all that is left.
    """
    areas = [area for group in groups for area in group]
    every = [ring for area in areas for ring in area.rings if len(ring) > 2]
    if not every or not all(groups):
        return []
    corner = np.min([ring.min(axis=0) for ring in every], axis=0)
    size = max(float((ring.max(axis=0) - corner).max()) for ring in every)
    for steps in GRIDS:
        try:
            work.spend(UNION)
            rings = _on_grid(groups, corner, max(size, 1e-9) / steps, work)
        except RuntimeError:  # on another grid the lines fall otherwise
            continue
        return rings
    raise UsageError(_too_intricate())


def _too_intricate() -> str:
    return _("it has a shape that is too intricate: simplify its lines.")


def _on_grid(
    groups: Sequence[Sequence[RingArea]], corner: Points, step: float, work: Work
) -> list[Points]:
    """Return the common area of groups; raises ``RuntimeError`` where lines still cross."""
    areas = [area for group in groups for area in group]
    begins, ends, owners = [], [], []
    for owner, area in enumerate(areas):
        for ring in area.rings:
            places = np.rint((ring - corner) / step).astype(np.int64)
            begins.append(places)
            ends.append(_after(places))
            owners.append(np.full(len(ring), owner))
    lines = _cut(np.concatenate(begins), np.concatenate(ends), np.concatenate(owners), work)
    work.spend(LINE * len(lines.begin))
    return [corner + ring * step for ring in _inner_rings(lines, groups, work)]


def cross_themselves(rings: Sequence[Points], work: Work) -> bool:
    """Whether lines of rings meet anywhere but at the ends of neighbours."""
    if len(rings) == 1 and len(rings[0]) <= FEW_CORNERS:
        return _crosses_itself(rings[0])
    begin = np.concatenate(rings)
    end = np.concatenate([*map(_after, rings)])
    for i, j in _pairs(begin, end, work):
        a, b, c, d = begin[i], end[i], begin[j], end[j]
        apart = ~((a == d).all(axis=1) | (b == c).all(axis=1))
        one = np.sign(_turn(a, b, c)) * np.sign(_turn(a, b, d))
        other = np.sign(_turn(c, d, a)) * np.sign(_turn(c, d, b))
        if (apart & (one <= 0) & (other <= 0)).any():
            return True
    return False


def _crosses_itself(ring: Points) -> bool:
    """Return what ``cross_themselves`` does for one ring, faster where that has few corners."""
    corners = [tuple(place) for place in ring.tolist()]
    lines = list(zip(corners, corners[1:] + corners[:1], strict=True))
    for at, (a, b) in enumerate(lines):
        for c, d in lines[at + 1 :]:
            if a == d or b == c:
                continue
            (ax, ay), (bx, by), (cx, cy), (dx, dy) = a, b, c, d
            one = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
            other = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax)
            if (one > 0 and other > 0) or (one < 0 and other < 0):
                continue
            one = (dx - cx) * (ay - cy) - (dy - cy) * (ax - cx)
            other = (dx - cx) * (by - cy) - (dy - cy) * (bx - cx)
            apart = (
                max(ax, bx) < min(cx, dx)
                or max(cx, dx) < min(ax, bx)
                or max(ay, by) < min(cy, dy)
                or max(cy, dy) < min(ay, by)
            )
            if not apart and not ((one > 0 and other > 0) or (one < 0 and other < 0)):
                return True
    return False


class _Lines(NamedTuple):
    """Lines on the grid, int64[k, 2] each, and the number of the area they belong to, int64[k]."""

    begin: Ids
    end: Ids
    owner: Ids


def _turn(a: NDArray[Any], b: NDArray[Any], c: NDArray[Any]) -> NDArray[Any]:
    """Return twice the area of triangles, negative where they turn left: 0 on a line."""
    result: NDArray[Any] = (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1])
    result -= (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0])
    return result


def _pairs(begin: NDArray[Any], end: NDArray[Any], work: Work) -> Iterator[tuple[Ids, Ids]]:
    """Yield the numbers of lines whose boxes meet, as pairs int64[k], some at a time."""
    low, high = np.minimum(begin, end), np.maximum(begin, end)
    order = np.argsort(low[:, 0], kind="stable")
    low, high = low[order], high[order]
    until = np.searchsorted(low[:, 0], high[:, 0], side="right")
    counts = until - np.arange(len(order)) - 1
    total = np.concatenate([[0], np.cumsum(counts)])
    if total[-1] > MOST_PAIRS:
        raise UsageError(_too_intricate())
    work.spend(len(order) / PAIRS)
    first = 0
    while first < len(order):
        last = max(
            first + 1, int(np.searchsorted(total, total[first] + BLOCK_PAIRS, side="right")) - 1
        )
        here = counts[first:last]
        work.spend((total[last] - total[first]) / PAIRS)
        i = np.repeat(np.arange(first, last), here)
        j = i + 1 + np.arange(len(i)) - np.repeat(total[first:last] - total[first], here)
        meet = (low[i, 1] <= high[j, 1]) & (low[j, 1] <= high[i, 1])
        work.spend(1.5 * int(np.count_nonzero(meet)))
        yield order[i[meet]], order[j[meet]]
        first = last


def _cut(begin: Ids, end: Ids, owner: Ids, work: Work) -> _Lines:
    """Return the lines cut where they meet; raises ``RuntimeError`` where some still cross."""
    for _round in range(MOST_ROUNDS):
        real = (begin != end).any(axis=1)
        begin, end, owner = begin[real], end[real], owner[real]
        at: list[Ids] = []
        places: list[Ids] = []
        for i, j in _pairs(begin, end, work):
            for line, place in _meetings(begin, end, i, j):
                at.append(line)
                places.append(place)
        line = np.concatenate([np.zeros(0, np.int64), *at])
        if not len(line):
            return _Lines(begin, end, owner)
        work.spend(len(line))
        place = np.concatenate(places)
        # the places of each line in the order in which it comes to them
        numbers = np.arange(len(begin))
        line = np.concatenate([numbers, line, numbers])
        place = np.concatenate([begin, place, end])
        far = ((place - begin[line]) * (end - begin)[line]).sum(axis=1)
        far[: len(numbers)], far[-len(numbers) :] = WHOLE.min, WHOLE.max
        order = np.lexsort((far, line))
        line, place = line[order], place[order]
        on = line[1:] == line[:-1]
        begin, end, owner = place[:-1][on], place[1:][on], owner[line[:-1][on]]
    raise RuntimeError


def _meetings(begin: Ids, end: Ids, i: Ids, j: Ids) -> Iterator[tuple[Ids, Ids]]:
    """Yield lines int64[k] and the places int64[k, 2] in the middle of them where others meet them.

    These are ends of others whose square of the grid a line runs through, so that lines almost
    on each other become one (Hobby, Practical segment intersection, 1999), and where two cross.
    """
    a, b, c, d = begin[i], end[i], begin[j], end[j]
    of_c, of_d, of_a, of_b = _turn(a, b, c), _turn(a, b, d), _turn(c, d, a), _turn(c, d, b)
    for line, first, last, point, turn in (
        (i, a, b, c, of_c),
        (i, a, b, d, of_d),
        (j, c, d, a, of_a),
        (j, c, d, b, of_b),
    ):
        near = np.minimum(_apart(point, first), _apart(point, last)) <= CLOSE_STEPS
        on = 2 * np.abs(turn) <= np.where(near, 0, np.abs(last - first).sum(axis=1))
        on &= (np.minimum(first, last) <= point).all(axis=1)
        on &= (point <= np.maximum(first, last)).all(axis=1)
        on &= (point != first).any(axis=1) & (point != last).any(axis=1)
        yield line[on], point[on]
    cross = (np.sign(of_c) * np.sign(of_d) < 0) & (np.sign(of_a) * np.sign(of_b) < 0)
    a, b, c, d, i, j = a[cross], b[cross], c[cross], d[cross], i[cross], j[cross]
    along, other = (b - a).astype(np.float64), (d - c).astype(np.float64)
    away = (c - a).astype(np.float64)
    slant = along[:, 0] * other[:, 1] - along[:, 1] * other[:, 0]
    share = (away[:, 0] * other[:, 1] - away[:, 1] * other[:, 0]) / slant
    place = np.rint(a + share[:, None] * along).astype(np.int64)
    for point in (a, b, c, d):  # no new corner next to an old one: both would move again
        place = np.where((_apart(place, point) <= CLOSE_STEPS)[:, None], point, place)
    for line in (i, j):
        inner = (place != begin[line]).any(axis=1) & (place != end[line]).any(axis=1)
        yield line[inner], place[inner]


def _apart(points: Ids, others: Ids) -> Ids:
    """Return int64[k], how many steps of the grid points are apart, across or down."""
    result: Ids = np.abs(points - others).max(axis=1)
    return result


def _inner_rings(lines: _Lines, groups: Sequence[Sequence[RingArea]], work: Work) -> list[Points]:
    """Return the rings of what is inside, in steps of the grid."""
    from pythoncdt import (  # here: few drawings need it
        IntersectingConstraintEdges,
        Triangulation,
        VertexInsertionOrder,
    )

    joined = np.concatenate([lines.begin, lines.end])
    places, numbers = np.unique(joined, axis=0, return_inverse=True)
    edges = np.sort(numbers.reshape(2, -1).T, axis=1)
    result = Triangulation(VertexInsertionOrder.AUTO, IntersectingConstraintEdges.NOT_ALLOWED, 0.0)
    result.insert_vertices(places.astype(np.float64).ravel().data)
    result.insert_edges(np.unique(edges, axis=0).astype(np.uintc).ravel().data)
    found = result.triangles_array()
    corners = found["vertices"].astype(np.int64) - SUPER
    neighbours = found["neighbors"].astype(np.int64)
    fixed = _keys(edges, len(places))
    region = np.arange(len(corners))
    # neighbour k of a triangle is across the edge from its corner k to the next one
    sides = np.stack([corners, np.roll(corners, -1, axis=1)], axis=2)
    keys = _keys(np.sort(sides.reshape(-1, 2), axis=1), len(places))
    free = ~np.isin(keys, fixed).reshape(-1, 3) & (neighbours < len(corners))
    pairs = np.stack([np.repeat(region, 3).reshape(-1, 3)[free], neighbours[free]], axis=1)
    region = components(len(region), *pairs.T)
    real: NDArray[np.bool_] = np.all(corners >= 0, axis=1)
    inside = _inside(lines, groups, places, corners, region, real, work)
    edge_in = inside[:, None] & ~inside[np.minimum(neighbours, len(corners) - 1)]
    edge_in |= inside[:, None] & (neighbours >= len(corners))
    return _rings(sides[edge_in], places)


def _keys(edges: Ids, count: int) -> Ids:
    """Return a number int64[k] for each edge of two corners int64[k, 2], the lower one first."""
    result: Ids = (edges[:, 0] + SUPER) * (count + SUPER) + edges[:, 1] + SUPER
    return result


def _inside(
    lines: _Lines,
    groups: Sequence[Sequence[RingArea]],
    places: Ids,
    corners: Ids,
    region: Ids,
    real: NDArray[np.bool_],
    work: Work,
) -> NDArray[np.bool_]:
    """Return bool[t], which triangles lie in some area of each group: by one of each region."""
    shown = np.where(real[:, None], corners, 0)
    a, b, c = (places[shown[:, k]].astype(np.float64) for k in range(3))
    size = np.abs((b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0])
    order = np.flatnonzero(real)
    order = order[np.argsort(size[order], kind="stable")]
    largest = np.full(len(region), -1, np.int64)
    largest[region[order]] = order  # the last of a region stays
    tried = largest[largest >= 0]
    height = ((a + b + c)[:, 1])[tried]
    tried = tried[np.argsort(height, kind="stable")]
    outside = np.zeros(len(region), np.bool_)
    outside[region[~real]] = True
    middles = (a + b + c)[tried] / 3
    areas = [area for group in groups for area in group]
    work.spend(len(tried) * len(areas) / PAIRS)
    count = np.zeros((len(tried), len(areas)), np.int64)
    low = np.minimum(lines.begin[:, 1], lines.end[:, 1])
    high = np.maximum(lines.begin[:, 1], lines.end[:, 1])
    for first in range(0, len(tried), TRIANGLES_AT_ONCE):  # by height: few lines reach there
        points = middles[first : first + TRIANGLES_AT_ONCE]
        near = (high >= points[0, 1]) & (low <= points[-1, 1])
        some = _Lines(lines.begin[near], lines.end[near], lines.owner[near])
        work.spend(UNION / 20 + len(some.begin) * len(points) / PAIRS)
        count[first : first + TRIANGLES_AT_ONCE] = _times_round(some, points, len(areas))
    holds = np.stack(
        [count[:, n] % 2 != 0 if area.odd else count[:, n] != 0 for n, area in enumerate(areas)],
        axis=1,
    )
    every, at = np.ones(len(tried), np.bool_), 0
    for group in groups:
        every &= holds[:, at : at + len(group)].any(axis=1)
        at += len(group)
    by_region = np.zeros(len(region), np.bool_)
    by_region[region[tried]] = every
    by_region &= ~outside
    return by_region[region] & real


def _times_round(lines: _Lines, points: Points, count: int) -> Ids:
    """Return int64[p, count], how often the lines of each area go round points float64[p, 2]."""
    (x0, y0), (x1, y1) = lines.begin.T, lines.end.T
    x, y = points[:, :1], points[:, 1:]
    up = (y0 <= y) & (y1 > y)
    down = (y1 <= y) & (y0 > y)
    with np.errstate(divide="ignore", invalid="ignore"):
        across = x0 + (y - y0) / (y1 - y0) * (x1 - x0)
    turns = np.where(across > x, up.astype(np.int64) - down, 0)
    result = np.zeros((len(points), count), np.int64)
    np.add.at(result.T, lines.owner, turns.T)
    return result


def _rings(edges: Ids, places: Ids) -> list[Points]:
    """Return rings along directed edges int64[k, 2], the inside on the same side of all."""
    after: dict[int, list[int]] = {}
    for one, other in edges.tolist():
        after.setdefault(one, []).append(other)
    rings = []
    while after:
        start = next(iter(after))
        ring, post, before = [start], start, -1
        while True:
            choices = after[post]
            other = choices[0] if len(choices) == 1 else _sharpest(places, before, post, choices)
            choices.remove(other)
            if not choices:
                del after[post]
            if other == start:
                break
            ring.append(other)
            before, post = post, other
        rings.append(_straighten(places[ring]).astype(np.float64))
    return [ring for ring in rings if len(ring) > 2]


def _sharpest(places: Ids, before: int, post: int, choices: list[int]) -> int:
    """Return where a ring goes on that meets others at a post, so that none cross."""
    if before < 0:
        return choices[0]
    back = complex(*(places[before] - places[post]).tolist())
    turns = [
        float(np.angle(complex(*(places[other] - places[post]).tolist()) / back)) % (2 * np.pi)
        for other in choices
    ]
    return choices[int(np.argmax(turns))]


def _straighten(ring: Ids) -> Ids:
    """Return a ring without the points in the middle of straight lines."""
    bends = _turn(np.roll(ring, 1, axis=0), ring, np.roll(ring, -1, axis=0)) != 0
    return ring[bends]

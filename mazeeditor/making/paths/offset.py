r"""The line at an equal distance around walls, however they run: what follows a maze outside.

::

      .-----------.        all points that are as far from the walls as is asked, and none nearer:
     /  +-------+  \       lines and arcs beside each wall, arcs around corners, cut where they
     |  | walls |  |       meet; of the pieces those stay that no other wall is nearer to
     |  +---+   |  |
      \     |   | /
       `----+---+'

The pieces are joined to rings, of which the outer ones are returned. Arcs stay arcs.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.making.paths.tool_paths import ToolPaths, areas_of, join_paths, paths_of
from mazeeditor.maze.geometry import distances
from mazeeditor.page.curves import STRAIGHT_BULGE, Places, directions_at, flatten, onward, places_of
from mazeeditor.page.scene import Ids, Numbers, Points

NO_TURN = 1e-9
PAIRS_AT_ONCE = 1 << 21  # pairs that are compared together
TOLERANCE_MM = 1e-6  # mm: ends nearer to each other are joined
NEARER = 1e-6  # mm: pieces that walls are so much nearer to are left out
ARC_ERROR_MM = 1e-3  # mm: how far lines may be from arcs where it is asked what lies inside
SHARPEST = -0.5  # the cosine of the angle by which a mitre_rings corner turns


class _Pieces(NamedTuple):
    """Lines and arcs: where they begin and end, complex128[k], and their bulges float64[k]."""

    begin: Places
    end: Places
    bulge: Numbers

    def of(self, chosen: Ids | NDArray[np.bool_]) -> _Pieces:
        return _Pieces(self.begin[chosen], self.end[chosen], self.bulge[chosen])

    @property
    def middles(self) -> Places:
        chord = self.end - self.begin
        result: Places = (self.begin + self.end) / 2 + 1j * chord * self.bulge / 2
        return result

    @property
    def circles(self) -> tuple[Places, Numbers]:
        """Centres and radii, of lines without a meaning."""
        chord, bulge = self.end - self.begin, np.where(self.is_arc, self.bulge, 1.0)
        centre = self.begin + chord / 2 - 1j * chord * (1 - bulge**2) / (4 * bulge)
        return centre, np.abs(self.begin - centre)

    @property
    def is_arc(self) -> NDArray[np.bool_]:
        return np.abs(self.bulge) > STRAIGHT_BULGE


def offset_around(lines: ToolPaths, distance: float, job: Job | None = None) -> ToolPaths:
    """Return the rings ``distance`` mm outside of lines and arcs, which form closed walls.

    The rings run clockwise as seen. Raises ``CancelledError``.
    """
    job = job or Job()
    edges = _edges(lines)
    beside = _beside(lines, distance)
    pieces = _cut(beside, job)
    far = _distances(pieces.middles, edges, job)
    return _outer(_join(pieces.of(far > distance - NEARER)))


def mitre_rings(rings: ToolPaths, distance: float) -> ToolPaths:
    """Return rings led ``distance`` mm to their left as seen, corner by corner, by mitres.

    Nothing is cut where they meet. Where a ring turns back by more than 120 degrees its corner
    moves with the edge behind it.
    """
    leave, arrive = directions_at(rings.drawn(1.0, ""))
    bend = leave * arrive.conj()
    left = -1j  # where y goes down
    smooth = bend.real > SHARPEST
    mitre = np.where(smooth, (arrive + leave) / np.where(smooth, 1 + bend.real, 1), leave)
    moved = places_of(rings.points) + distance * left * mitre
    return replace(rings, points=moved.view(np.float64).reshape(-1, 2))


def union(one: ToolPaths, other: ToolPaths) -> ToolPaths:
    """Return the outline of what lies in either of two rings; raises no error where they miss."""
    pieces = [_edges(one), _edges(other)]
    count = len(pieces[0].begin)
    marked = np.arange(count + len(pieces[1].begin)) >= count
    every = _Pieces(*(np.concatenate(column) for column in zip(*pieces, strict=True)))
    parts, origin = _cut_marked(every, Job())
    is_other = marked[origin]
    middles = parts.middles.view(np.float64).reshape(-1, 2)
    shapes = [flatten(ring.drawn(1.0, ""), ARC_ERROR_MM).points for ring in (one, other)]
    hidden = np.where(is_other, inside(shapes[0], middles), inside(shapes[1], middles))
    return _outer(_join(parts.of(~hidden)))


def nearest(points: Points, lines: ToolPaths) -> Numbers:
    """Return float64[k], how far ``points`` float64[k, 2] are from the nearest line or arc."""
    return _distances(places_of(points), _edges(lines), Job())


def _edges(lines: ToolPaths) -> _Pieces:
    after = onward(lines.starts, lines.closed)
    here = np.flatnonzero(after >= 0)
    places = places_of(lines.points)
    return _Pieces(places[here], places[after[here]], lines.bulges[here])


def _beside(lines: ToolPaths, distance: float) -> _Pieces:
    """Return lines and arcs on both sides of all edges, and around all outer corners."""
    after = onward(lines.starts, lines.closed)
    here = np.flatnonzero(after >= 0)
    edges = _edges(lines)
    chord = edges.end - edges.begin
    unit = chord / np.abs(chord)
    turn = np.exp(2j * np.arctan(edges.bulge))  # from the chord to the direction at the beginning
    leaving, arriving = unit * turn, unit / turn
    _centre, radius = edges.circles
    parts = []
    for side in (1, -1):  # right of the edge as seen, then left
        begin, end = (
            at + side * 1j * distance * way
            for at, way in ((edges.begin, leaving), (edges.end, arriving))
        )
        # an arc with a bulge above 0 turns left: its centre lies there
        grown = radius + side * np.sign(edges.bulge) * distance
        kept = ~edges.is_arc | (grown > TOLERANCE_MM)
        parts.append(_Pieces(begin, end, edges.bulge).of(kept))
    # corners: from each edge to the next one of its stroke
    place = np.full(len(lines.points), -1)
    place[here] = np.arange(len(here))
    following = place[after[here]]
    joined = np.flatnonzero(following >= 0)
    u, v = arriving[joined], leaving[following[joined]]
    angle = np.angle(v / u)
    bent = np.abs(angle) > NO_TURN
    u, v, angle, at = u[bent], v[bent], angle[bent], edges.end[joined][bent]
    aside = np.where(angle > 0, -1, 1) * 1j * distance
    parts.append(_Pieces(at + aside * u, at + aside * v, -np.tan(angle / 4)))
    return _Pieces(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def _boxes(pieces: _Pieces) -> Numbers:
    """Return float64[k, 4]: left, top, right, bottom of boxes that hold lines and arcs."""
    reach = np.abs(pieces.end - pieces.begin) * np.abs(pieces.bulge) / 2 * 1.001 + TOLERANCE_MM
    big = np.abs(pieces.bulge) > 1
    reach = np.where(big, np.abs(pieces.end - pieces.begin) * np.abs(pieces.bulge), reach)
    x, y = (
        np.stack([getattr(pieces.begin, axis), getattr(pieces.end, axis)])
        for axis in ("real", "imag")
    )
    return np.stack([x.min(0) - reach, y.min(0) - reach, x.max(0) + reach, y.max(0) + reach])


def _near_pairs(pieces: _Pieces, job: Job) -> tuple[Ids, Ids]:
    """Return the pairs of pieces whose boxes overlap."""
    left, top, right, bottom = _boxes(pieces)
    order = np.argsort(left)
    sorted_left = left[order]
    last = np.searchsorted(sorted_left, right[order], side="right")
    ones, others = [], []
    count = last - np.arange(len(order)) - 1
    at = 0
    while at < len(order):
        job.check()
        end = at + max(1, int(np.searchsorted(np.cumsum(count[at:]), PAIRS_AT_ONCE)))
        some = np.arange(at, min(end, len(order)))
        one = np.repeat(some, count[some])
        other = (
            one
            + 1
            + np.arange(len(one))
            - np.repeat(np.cumsum(count[some]) - count[some], count[some])
        )
        one, other = order[one], order[other]
        meet = (top[one] <= bottom[other]) & (top[other] <= bottom[one])
        ones.append(one[meet])
        others.append(other[meet])
        at = end
    return np.concatenate(ones), np.concatenate(others)


def _cut(pieces: _Pieces, job: Job) -> _Pieces:
    return _cut_marked(pieces, job)[0]


def _cut_marked(pieces: _Pieces, job: Job) -> tuple[_Pieces, Ids]:
    """Return the pieces cut where others cross them, and of which piece each is a part."""
    one, other = _near_pairs(pieces, job)
    arcs = pieces.is_arc
    lines_first = arcs[one] & ~arcs[other]
    one, other = np.where(lines_first, other, one), np.where(lines_first, one, other)
    hits: list[tuple[Ids, Places]] = []
    for kind, meet in (
        (~arcs[one] & ~arcs[other], _lines_meet),
        (~arcs[one] & arcs[other], _line_meets_arc),
        (arcs[one] & arcs[other], _arcs_meet),
    ):
        a, b = one[kind], other[kind]
        for places in meet(pieces.of(a), pieces.of(b)):
            known = np.isfinite(places)
            hits += [(a[known], places[known]), (b[known], places[known])]
    number = np.concatenate([hit[0] for hit in hits]) if hits else np.zeros(0, np.int64)
    place = np.concatenate([hit[1] for hit in hits]) if hits else np.zeros(0, complex)
    share = _shares(pieces.of(number), place)
    length = np.abs(pieces.end - pieces.begin)[number].clip(TOLERANCE_MM)
    inner = (share > TOLERANCE_MM / length) & (share < 1 - TOLERANCE_MM / length)
    number, share = number[inner], share[inner]
    every = np.concatenate([number, np.arange(len(pieces.begin))])
    shares = np.concatenate([share, np.zeros(len(pieces.begin))])
    order = np.lexsort([shares, every])
    every, shares = every[order], shares[order]
    last = np.append(every[1:] != every[:-1], True)
    until = np.where(last, 1.0, np.append(shares[1:], 1.0))
    kept = until - shares > TOLERANCE_MM / length_of(pieces)[every].clip(TOLERANCE_MM) / 10
    return _parts(pieces.of(every[kept]), shares[kept], until[kept]), every[kept]


def length_of(pieces: _Pieces) -> Numbers:
    """Return how long the chords of pieces are."""
    result: Numbers = np.abs(pieces.end - pieces.begin)
    return result


def _parts(pieces: _Pieces, begin: Numbers, end: Numbers) -> _Pieces:
    """Return parts of pieces between two shares of each."""
    angle = 4 * np.arctan(pieces.bulge)
    arcs = pieces.is_arc
    centre, _radius = pieces.circles
    places = []
    for share in (begin, end):
        straight = pieces.begin + share * (pieces.end - pieces.begin)
        turned = centre + (pieces.begin - centre) * np.exp(-1j * angle * share)
        exact = np.where(share == 1.0, pieces.end, np.where(arcs, turned, straight))
        places.append(exact)
    bulge = np.where(arcs, np.tan(angle * (end - begin) / 4), 0.0)
    return _Pieces(places[0], places[1], bulge)


def _shares(pieces: _Pieces, places: Places) -> Numbers:
    """Return how far along each piece a place on it is, beyond 0 to 1 where it is not on it."""
    chord = pieces.end - pieces.begin
    straight = ((places - pieces.begin) / np.where(chord == 0, 1, chord)).real
    centre, _radius = pieces.circles
    whole = -4 * np.arctan(pieces.bulge)
    start = pieces.begin - centre
    angle = np.angle((places - centre) / np.where(start == 0, 1, start))
    sign = np.where(whole < 0, -1.0, 1.0)
    ahead = (angle * sign + NO_TURN) % (2 * np.pi) - NO_TURN
    arcs = pieces.is_arc
    result: Numbers = np.where(arcs, ahead / np.where(arcs, np.abs(whole), 1.0), straight)
    return result


def _nowhere(places: Places, kept: NDArray[np.bool_]) -> Places:
    return np.where(kept, places, complex(np.nan, np.nan))


def _lines_meet(one: _Pieces, other: _Pieces) -> list[Places]:
    u, v = one.end - one.begin, other.end - other.begin
    cross = (u.conjugate() * v).imag
    with np.errstate(divide="ignore", invalid="ignore"):
        share = ((other.begin - one.begin).conjugate() * v).imag / cross
        back = ((other.begin - one.begin).conjugate() * u).imag / cross
        places = one.begin + share * u
    parallel = np.abs(cross) < NO_TURN * np.abs(u) * np.abs(v)
    slack = NEARER
    within = (share > -slack) & (share < 1 + slack) & (back > -slack) & (back < 1 + slack)
    return [_nowhere(places, within & ~parallel)]


def _line_meets_arc(line: _Pieces, arc: _Pieces) -> list[Places]:
    centre, radius = arc.circles
    chord = line.end - line.begin
    unit = chord / np.abs(chord)
    along = (centre - line.begin) / unit
    off = along.imag
    near = np.abs(off) < radius
    half = np.sqrt(np.where(near, radius**2 - off**2, 0.0))
    result = []
    for sign in (1, -1):
        places = line.begin + unit * (along.real + sign * half)
        within = near & _on(line, places) & _on(arc, places)
        result.append(_nowhere(places, within))
    return result


def _arcs_meet(one: _Pieces, other: _Pieces) -> list[Places]:
    (centre, radius), (other_centre, other_radius) = one.circles, other.circles
    between = other_centre - centre
    far = np.abs(between)
    with np.errstate(divide="ignore", invalid="ignore"):
        along = (far**2 + radius**2 - other_radius**2) / (2 * far)
        square = radius**2 - along**2
        unit = between / far
    near = (far > TOLERANCE_MM) & (square > 0)
    half = np.sqrt(np.where(near, square, 0.0))
    result = []
    for sign in (1, -1):
        with np.errstate(invalid="ignore"):
            places = centre + unit * (along + sign * 1j * half)
        places = _nowhere(places, near)
        within = near & _on(one, places) & _on(other, places)
        result.append(_nowhere(places, within))
    return result


def _on(pieces: _Pieces, places: Places) -> NDArray[np.bool_]:
    with np.errstate(invalid="ignore"):
        share = _shares(pieces, places)
        result: NDArray[np.bool_] = (share > -NEARER) & (share < 1 + NEARER)
    return result


def _distances(places: Places, edges: _Pieces, job: Job) -> Numbers:
    """Return float64[k], how far places are from the nearest edge."""
    points = places.view(np.float64).reshape(-1, 2)
    ends = np.stack([edges.begin, edges.end], axis=1).view(np.float64).reshape(-1, 2, 2)
    result = np.empty(len(points))
    step = max(1, PAIRS_AT_ONCE // max(1, len(ends)))
    for first in range(0, len(points), step):
        job.check()
        some = slice(first, first + step)
        result[some] = distances(points[some, None], ends[None], edges.bulge).min(axis=1)
    return result


def _join(pieces: _Pieces) -> list[ToolPaths]:
    """Return the rings that pieces form, which end where others begin."""
    ends = np.concatenate([pieces.begin, pieces.end])
    label = _labels(ends)
    count = len(pieces.begin)
    first, last = label[:count].tolist(), label[count:].tolist()
    at: dict[int, list[int]] = {}
    for number in range(count):
        at.setdefault(first[number], []).append(number)
        at.setdefault(last[number], []).append(number)
    left, rings = set(range(count)), []
    for start in range(count):
        if start not in left:
            continue
        left.discard(start)
        ring, here, origin = [(start, False)], last[start], first[start]
        while here != origin:
            following = next((number for number in at[here] if number in left), None)
            if following is None:
                break
            left.discard(following)
            backwards = first[following] != here
            ring.append((following, backwards))
            here = first[following] if backwards else last[following]
        if here == origin and len(ring) > 1:  # one piece alone is shorter than rounding
            rings.append(_ring(pieces, ring))
    return rings


def _labels(places: Places) -> Ids:
    """Return int64[k], the same number for places that are the same but for rounding."""
    order = np.argsort(places.real, kind="stable")
    result = np.arange(len(places))
    x = places.real[order]
    for position, number in enumerate(order.tolist()):
        back = position - 1
        while back >= 0 and x[position] - x[back] < TOLERANCE_MM * 2:
            if abs(places[order[back]] - places[number]) < TOLERANCE_MM * 2:
                result[number] = result[order[back]]
                break
            back -= 1
    return result


def _ring(pieces: _Pieces, ring: list[tuple[int, bool]]) -> ToolPaths:
    numbers = np.array([number for number, _back in ring])
    back = np.array([backwards for _number, backwards in ring])
    points = np.where(back, pieces.end[numbers], pieces.begin[numbers])
    bulges = np.where(back, -1, 1) * pieces.bulge[numbers]
    xy = np.stack([points.real, points.imag], axis=1)
    result = paths_of(xy, np.array([0, len(xy)]), bulges, closed=True)
    if len(xy) and areas_of(result)[0] < 0:
        result = result.chosen(np.zeros(1, np.int64), np.ones(1, np.bool_))
    return _merge(result)


def _merge(ring: ToolPaths) -> ToolPaths:
    """Return a ring without points where it goes straight on, or on along the same circle."""
    pieces = _Pieces(places_of(ring.points), np.roll(places_of(ring.points), -1), ring.bulges)
    chord = pieces.end - pieces.begin
    turn = np.exp(2j * np.arctan(pieces.bulge))
    leaving, arriving = chord * turn, chord / turn
    smooth = np.abs(np.angle(leaving / np.roll(arriving, 1))) < 1e-6
    centre, _radius = pieces.circles
    arcs = pieces.is_arc
    same_circle = (
        arcs & np.roll(arcs, 1) & (np.abs(centre - np.roll(centre, 1)) < 10 * TOLERANCE_MM)
    )
    both_straight = ~arcs & ~np.roll(arcs, 1)
    kept = np.flatnonzero(~(smooth & (same_circle | both_straight)))
    if len(kept) < 2:
        return ring
    angle = 4 * np.arctan(pieces.bulge)
    total = np.add.reduceat(np.roll(angle, -kept[0]), kept - kept[0])
    if (np.abs(total) > 6).any():
        return ring
    points = ring.points[kept]
    return paths_of(points, np.array([0, len(points)]), np.tan(total / 4), closed=True)


def _outer(rings: list[ToolPaths]) -> ToolPaths:
    outer: list[ToolPaths] = []
    shapes: list[Points] = []
    for ring in sorted(rings, key=lambda ring: -float(areas_of(ring)[0])):
        if any(inside(shape, ring.points[:1])[0] for shape in shapes):
            continue
        outer.append(ring)
        shapes.append(flatten(ring.drawn(1.0, ""), ARC_ERROR_MM).points)
    return join_paths(outer)


def inside(polygon: Points, points: Points) -> NDArray[np.bool_]:
    """Return bool[k], which ``points`` float64[k, 2] lie in a polygon float64[m, 2]."""
    (x, y), (to_x, to_y) = polygon.T, np.roll(polygon, -1, axis=0).T
    result = np.zeros(len(points), np.bool_)
    step = max(1, PAIRS_AT_ONCE // max(1, len(polygon)))
    for first in range(0, len(points), step):
        px, py = points[first : first + step].T[..., None]
        crossed = (y > py) != (to_y > py)
        with np.errstate(divide="ignore", invalid="ignore"):
            at = x + (py - y) * (to_x - x) / (to_y - y)
        result[first : first + step] = (crossed & (at > px)).sum(axis=1) % 2 == 1
    return result

r"""How a router follows a path: pass by pass, over tabs, and down at a slope where that is asked.

::

    plunge  |   ring         ramp  \    ring         helix  \     ring: each pass goes down
            |                       \                        `-.  along the whole of it
            +---------              `------                     `-.
                                                                   `---

A path is cut to its whole depth before the next one. A slope goes down along the path, so what it
leaves is cut by the next pass, and after the last one by a level way along it again. A line that
is no ring is followed there and back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil, pi, tan
from typing import NamedTuple

import numpy as np

from mazeeditor.making.paths.offset import mitre_rings, nearest
from mazeeditor.making.paths.tool_paths import ToolPaths, areas_of, paths_of
from mazeeditor.page.curves import onward, places_of, share_ahead
from mazeeditor.page.scene import Ids, Numbers, Points
from mazeeditor.page.wall_styles import Bools

SLOPE = tan(5 * pi / 180)  # of a ramp
STEEPEST = tan(20 * pi / 180)  # of a ring that goes down in one turn
TOLERANCE_MM = 1e-6  # mm
SAMPLE = 0.05  # mm along a path, from place to place where it is asked whether it is over a tab
HALVINGS = 30  # until the place is known where it begins to be
MIN_ALLOWANCE = 0.9  # of an allowance: where there is less from ring to ring, there is none


class Cut(NamedTuple):
    """How deep a path is cut: to ``depths`` one after the other, mm below the surface.

    Over a tab it is no deeper than ``tab_top``.
    """

    depths: tuple[float, ...]
    tab_top: float
    lead_in: str

    def for_length(self, length: float) -> Cut:
        """Return the cut of a path so long: where it is short, of more passes on a slope."""
        if self.lead_in == "plunge":
            return self
        depth, step = self.depths[-1], self.depths[0]
        count = ceil(depth / max(min(step, STEEPEST * length), depth / 1000) - TOLERANCE_MM)
        return self._replace(depths=even_depths(depth, max(count, len(self.depths))))


def even_depths(depth: float, count: int) -> tuple[float, ...]:
    """Return the depths of so many passes, each deeper by the same."""
    return tuple(depth * number / count for number in range(1, count + 1))


@dataclass(frozen=True, eq=False)
class Way:
    """One path as a router follows it, from above the first point on.

    It goes down to ``z[0]`` at ``points[0]``, then to each next point, float64[m, 2] in mm, at
    ``z`` float64[m] mm, below 0; ``bulges`` float64[m] are of the lines and arcs *to* each point.
    """

    points: Points
    bulges: Numbers
    z: Numbers

    @property
    def heads(self) -> tuple[Points, Points]:
        """Where it begins and where it ends, float64[2] each."""
        return self.points[0], self.points[-1]

    def lengths(self) -> Numbers:
        """Return float64[m], how far the tool moves sideways to each point, 0 to the first."""
        chord = np.hypot(*np.diff(self.points, axis=0, prepend=self.points[:1]).T)
        result: Numbers = chord / np.sinc(2 * np.arctan(self.bulges) / pi)
        return result

    def feeds(self, speed: float, plunge: float) -> Numbers:
        """Return float64[m], how fast it moves to each point, mm a minute: whole ones on a slope.

        There it goes down no faster than straight down.
        """
        sideways, down = self.lengths(), -np.diff(self.z, prepend=self.z[:1])
        with np.errstate(divide="ignore", invalid="ignore"):
            slope = plunge * np.hypot(sideways, down) / down
        slope = np.maximum(np.floor(slope), min(1.0, plunge))
        feeds = np.where(down > 0, np.minimum(slope, speed), speed)
        feeds[sideways == 0] = plunge
        return feeds


class _Line(NamedTuple):
    """A path cut into pieces: ``points`` has one more than ``bulges`` and ``high`` bool[n]."""

    points: Points
    bulges: Numbers
    lengths: Numbers
    high: Bools

    @property
    def back(self) -> _Line:
        return _Line(self.points[::-1], -self.bulges[::-1], self.lengths[::-1], self.high[::-1])

    def split(self, at: float) -> tuple[_Line, _Line]:
        """Return what comes before a length, and what comes after it."""
        ends = np.cumsum(self.lengths)
        number = int(np.searchsorted(ends, at - TOLERANCE_MM))
        if number >= len(ends) or abs(ends[number] - at) <= TOLERANCE_MM:
            return self._cut(0, number + 1), self._cut(number + 1, len(ends))
        share = 1 - (ends[number] - at) / self.lengths[number]
        line = self._with(number, share)
        return line._cut(0, number + 1), line._cut(number + 1, len(ends) + 1)

    def _cut(self, first: int, last: int) -> _Line:
        some = slice(first, last)
        return _Line(
            self.points[first : last + 1], self.bulges[some], self.lengths[some], self.high[some]
        )

    def _with(self, number: int, share: float) -> _Line:
        return _split(self, np.array([number]), np.array([share]))


def _split(line: _Line, numbers: Ids, shares: Numbers) -> _Line:
    """Return a line with points at shares of pieces, in the order in which they lie on it."""
    places = places_of(line.points)
    here, chord = places[:-1], np.diff(places)
    half = 2 * np.arctan(line.bulges)
    every = np.concatenate([np.arange(len(line.bulges)), numbers])
    begin = np.concatenate([np.zeros(len(line.bulges)), shares])
    order = np.lexsort([begin, every])
    every, begin = every[order], begin[order]
    last = np.append(every[1:] != every[:-1], True)
    until = np.where(last, 1.0, np.append(begin[1:], 1.0))
    at = here[every] + chord[every] * share_ahead(half[every], begin)
    at = np.where(begin == 0, here[every], at)
    points = np.append(at, places[-1]).view(np.float64).reshape(-1, 2)
    bulges = np.tan(np.arctan(line.bulges[every]) * (until - begin))
    return _Line(points, bulges, line.lengths[every] * (until - begin), line.high[every])


def ways_of(paths: ToolPaths, cuts: Sequence[Cut], tabs: Points, reach: Numbers) -> Iterator[Way]:
    """Yield each path as a router follows it, cut as the one of ``cuts`` says.

    The tool stays above tabs while its middle is within ``reach`` float64[k] mm of that of one;
    these are ``tabs`` float64[k, 2].
    """
    for number, cut in enumerate(cuts):
        line = _line_of(paths, number)
        if len(tabs):
            line = _over_tabs(line, tabs, reach)
        yield _way(line, bool(paths.closed[number]), cut.for_length(float(line.lengths.sum())))


def _line_of(paths: ToolPaths, number: int) -> _Line:
    low, high = paths.starts[number], paths.starts[number + 1]
    points, bulges = paths.points[low:high], paths.bulges[low:high]
    if paths.closed[number]:
        points = np.concatenate([points, points[:1]])
    else:
        bulges = bulges[:-1]
    lengths = paths.lengths[low : low + len(bulges)]
    return _Line(points, bulges, lengths, np.zeros(len(bulges), np.bool_))


def _over_tabs(line: _Line, tabs: Points, reach: Numbers) -> _Line:
    """Return a line cut where it comes within ``reach`` of tabs and leaves them."""
    low, high = line.points.min(axis=0), line.points.max(axis=0)
    bulge = float((np.abs(line.bulges) * line.lengths).max(initial=0.0))
    beyond = (reach + bulge)[:, None]
    near = ((tabs > low - beyond) & (tabs < high + beyond)).all(axis=1)
    if not near.any():
        return line
    centres, far = places_of(tabs[near]), reach[near]
    places = places_of(line.points)
    chord, half = np.diff(places), 2 * np.arctan(line.bulges)

    def is_near(edge: Ids, share: Numbers) -> Bools:
        at = places[edge] + chord[edge] * share_ahead(half[edge], share)
        result: Bools = (np.abs(at[:, None] - centres[None]) < far).any(axis=1)
        return result

    count = np.maximum(2, np.ceil(line.lengths / SAMPLE)).astype(np.int64)
    edge = np.repeat(np.arange(len(count)), count + 1)
    step = np.arange(len(edge)) - np.repeat(np.cumsum(count + 1) - count - 1, count + 1)
    share = step / count[edge]
    known = is_near(edge, share)
    changes = np.flatnonzero((known[1:] != known[:-1]) & (edge[1:] == edge[:-1]))
    low_share, high_share = share[changes], share[changes + 1]
    for _halving in range(HALVINGS):
        middle = (low_share + high_share) / 2
        same = is_near(edge[changes], middle) == known[changes]
        low_share, high_share = (
            np.where(same, middle, low_share),
            np.where(same, high_share, middle),
        )
    result = _split(line, edge[changes], (low_share + high_share) / 2)
    kept = result.lengths > TOLERANCE_MM
    if not kept.all():
        points = np.concatenate([result.points[:-1][kept], result.points[-1:]])
        result = _Line(points, result.bulges[kept], result.lengths[kept], result.high[kept])
    places = places_of(result.points)
    chord, half = np.diff(places), 2 * np.arctan(result.bulges)
    middles = np.full(len(result.bulges), 0.5)
    return result._replace(high=is_near(np.arange(len(result.bulges)), middles))


def _way(line: _Line, closed: bool, cut: Cut) -> Way:
    """Return a path as a router follows it."""
    length = float(line.lengths.sum())
    points: list[Points] = []
    bulges: list[Numbers] = []
    heights: list[Numbers] = []

    def follow(part: _Line, begin: float, end: float) -> None:
        """Go along, evenly from a depth to another one, but no deeper than tabs are."""
        if not len(part.bulges):
            return
        along = np.concatenate([[0.0], np.cumsum(part.lengths)])
        deep = begin + along / along[-1] * (end - begin)
        tops = np.where(part.high, cut.tab_top, np.inf)
        first, last = np.minimum(deep[:-1], tops), np.minimum(deep[1:], tops)
        before = np.append(-heights[-1][-1] if heights else -np.inf, last[:-1])
        upright = np.abs(first - before) > TOLERANCE_MM  # straight down, or up
        place = np.flatnonzero(upright)
        points.append(np.insert(part.points[1:], place, part.points[place], axis=0))
        bulges.append(np.insert(part.bulges, place, 0.0))
        heights.append(-np.insert(last, place, first[place]))

    before = 0.0
    ramp = line
    for depth in cut.depths:
        if cut.lead_in == "plunge":
            follow(line, depth, depth)
        else:
            long = length if cut.lead_in == "helix" else min(length, (depth - before) / SLOPE)
            ramp, rest = line.split(long)
            follow(ramp, before, depth)
            if closed:
                follow(rest, depth, depth)
            else:
                follow(ramp.back, depth, depth)
                if len(rest.bulges):
                    follow(line, depth, depth)
        if not closed and (cut.lead_in == "plunge" or len(rest.bulges)):
            line = line.back
        before = depth
    if closed and cut.lead_in != "plunge":
        follow(ramp, before, before)
    return Way(np.concatenate(points), np.concatenate(bulges), np.concatenate(heights))


# The material that a finishing pass takes off


def with_allowance(rings: ToolPaths, allowance: float) -> ToolPaths:
    """Return rings led ``allowance`` mm farther away from what is kept, on their right.

    Those for which there is no room stay as they are.
    """
    result = mitre_rings(rings, allowance)
    moved = result.points
    away = np.concatenate([np.zeros(0), *_distances(moved, rings, allowance)])
    low = np.minimum.reduceat(away, rings.starts[:-1])
    same_turn = np.sign(areas_of(result)) == np.sign(areas_of(rings))
    fits = (low > MIN_ALLOWANCE * allowance) & same_turn
    chosen = np.repeat(fits, np.diff(rings.starts))[:, None]
    return replace(rings, points=np.where(chosen, moved, rings.points))


def _distances(points: Points, rings: ToolPaths, reach: float) -> Iterator[Numbers]:
    """Yield for each ring how far its ``points`` are from any ring, where that is near."""
    after = onward(rings.starts, rings.closed)
    one, other = rings.points, rings.points[after]
    bend = (np.abs(rings.bulges) * np.hypot(*(other - one).T))[:, None] + 2 * reach
    low, high = np.minimum(one, other) - bend, np.maximum(one, other) + bend
    for first, end in zip(rings.starts[:-1], rings.starts[1:], strict=True):
        mine = points[first:end]
        near = np.flatnonzero(((low <= mine.max(0)) & (high >= mine.min(0))).all(axis=1))
        edges = np.stack([one[near], other[near]], axis=1).reshape(-1, 2)
        bulges = np.stack([rings.bulges[near], np.zeros(len(near))], axis=1).ravel()
        starts = np.arange(0, len(edges) + 1, 2)
        yield nearest(mine, paths_of(edges, starts, bulges, closed=False))

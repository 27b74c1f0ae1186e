"""How thin the thinnest part of filled areas is: what is a line although it is drawn as an area.

Areas are cut by parallel lines, across and down. Where both edges of a cut are nearly parallel, its
length times the sine of their angle is how thick the area is there::

        --/----/--         a cut; cuts below each other that belong together are a strip
         /    /
      --/----/--

A strip counts as a line where it is at least four times as long as it is thick, and 3 pt long if it
is thinner than 0.25 pt, else 12 pt. So bars, rings, bands of walls and frames are found, at any
angle and bend, while serifs and hairlines of letters drawn as areas (0.3 pt thick, 3 pt long) are
not, and tips, which end in nothing, are where they are sharper than 7 degrees: a strip's thinnest
cut is at least half of its thickest, which is its thickness.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.translation import _
from mazeeditor.prepress.content.ink import Ink
from mazeeditor.prepress.content.paths import PagePath, Points
from mazeeditor.prepress.document.values import Rectangle, UnreadError, intersection, is_empty

Numbers = NDArray[np.float64]
Places = NDArray[np.int64]
SHORT, LONG = 3.0, 12.0  # points: how long a strip is at least, if it is fine and if it is not
SAMPLE_POINTS = 0.25  # points
STEP = LONG / 16  # points between cuts
_OBLONG = 4
_GAP = 1e-3  # points: areas of one path that are nearer to each other are one
_STEEP = 0.42  # sine of the angle between an edge and a cut, at least: others are cut crosswise
_PARALLEL = 0.26  # sine of the angle between two edges, at most
_BEND = 2.2  # how far a strip may turn aside from one cut to the next, in steps
_PORTION = 250_000  # crossings that are looked at together
_OVERLAP = 33  # cuts that portions share: twice those of a long strip


@dataclass(frozen=True)
class Thin:
    """A thin part of the area ``group``: how thick it is, and where."""

    group: int
    width: float
    where: Rectangle


@dataclass(frozen=True)
class AreaEdges:
    """AreaEdges of filled areas: ``ends`` float64[n, 4], x and y of both ends, in points.

    ``outline`` is the number of the closed line that each edge belongs to, ``group`` that of the
    area, in order; ``even_odd`` is bool for each area.
    """

    ends: Numbers
    outline: Places
    group: Places
    even_odd: NDArray[np.bool_]


def thin_parts(edges: AreaEdges, limit: float, work: Callable[[int], None]) -> Iterator[Thin]:
    """Yield the thinnest part of each area with parts thinner than ``limit`` points.

    ``work`` is called with the number of cuts before they are made.
    """
    for step, most in {STEP: min(limit, STEP), max(limit, STEP): limit}.items():
        for across in (False, True):
            ends = edges.ends[:, [1, 0, 3, 2]] if across else edges.ends
            for found in _strips(ends, edges, step, most, work):
                left, low, right, high = found.where
                where = (low, left, high, right) if across else found.where
                yield Thin(found.group, found.width, where)


def _strips(
    ends: Numbers, edges: AreaEdges, step: float, limit: float, work: Callable[[int], None]
) -> Iterator[Thin]:
    """Yield the thin parts that cuts along x find; cut k is at y = (k + 0.5) step."""
    low, high = np.minimum(ends[:, 1], ends[:, 3]), np.maximum(ends[:, 1], ends[:, 3])
    first, end = (np.ceil(side / step - 0.5).astype(np.int64) for side in (low, high))
    used = np.flatnonzero(end > first)
    if not len(used):
        return
    group, first, end = edges.group[used], first[used], end[used]
    base = _bases(group, first, end)  # so that each area has cuts of its own
    first, end = first + base, end + base
    cuts = _Cuts(ends[used], edges.outline[used], group, edges.even_odd, base, step)
    for start, stop in _portions(first, end):
        within = np.flatnonzero((first < stop + _OVERLAP) & (end > start))
        begins, stops = np.maximum(first[within], start), np.minimum(end[within], stop + _OVERLAP)
        work(int((stops - begins).sum()))
        yield from cuts.strips(within, begins, stops, limit)


def _bases(group: Places, first: Places, end: Places) -> Places:
    """Return what to add to the cuts of each edge, so that those of areas follow each other."""
    starts = np.flatnonzero(np.diff(group, prepend=-1))
    least, most = np.minimum.reduceat(first, starts), np.maximum.reduceat(end, starts)
    sizes = most - least + 3  # strips must not go on from one to the next
    offsets = np.cumsum(sizes) - sizes - least
    return np.repeat(offsets, np.diff(starts, append=len(group)))


def _portions(first: Places, end: Places) -> Iterator[tuple[int, int]]:
    """Yield the first and end cut of portions with so many crossings."""
    total = int(end.max())
    changes = np.zeros(total + 1, np.int64)
    np.add.at(changes, first, 1)
    np.add.at(changes, end, -1)
    filled = np.cumsum(np.cumsum(changes))
    start = 0
    while start < total:
        before = int(filled[start - 1]) if start else 0
        stop = max(start + 1, int(np.searchsorted(filled, before + _PORTION)))
        yield start, min(stop, total)
        start = stop


class _Cuts:
    """The edges that cuts along x meet; ``base`` is the number of the cut at y = 0.5 step."""

    def __init__(
        self,
        ends: Numbers,
        outline: Places,
        group: Places,
        even_odd: NDArray[np.bool_],
        base: Places,
        step: float,
    ) -> None:
        self._step, self._outline, self._group, self._base = step, outline, group, base
        self._even_odd = even_odd
        self._x, self._y = ends[:, 0], ends[:, 1]
        across, up = ends[:, 2] - ends[:, 0], ends[:, 3] - ends[:, 1]
        self._slope = across / up
        self._sign = np.sign(up).astype(np.int64)
        self._sine = np.abs(up) / np.hypot(across, up)

    def strips(self, edges: Places, begins: Places, stops: Places, limit: float) -> Iterator[Thin]:
        """Yield the thinnest strip of each area, of the cuts from ``begins`` to ``stops``."""
        amounts = stops - begins
        edge = np.repeat(edges, amounts)
        cut = np.arange(len(edge)) + np.repeat(begins - np.cumsum(amounts) + amounts, amounts)
        y = (cut - self._base[edge] + 0.5) * self._step
        x = self._x[edge] + (y - self._y[edge]) * self._slope[edge]
        order = np.lexsort((x, cut))
        edge, cut, x, y = edge[order], cut[order], x[order], y[order]
        wound = np.cumsum(self._sign[edge]) != 0
        odd = np.arange(1, len(edge) + 1) % 2 == 1
        inside = np.where(self._even_odd[self._group[edge]], odd, wound)
        before = np.concatenate([[False], inside[:-1]])
        left, right = np.flatnonzero(inside & ~before), np.flatnonzero(before & ~inside)
        if not len(left):
            return
        apart = (cut[left[1:]] != cut[right[:-1]]) | (x[left[1:]] - x[right[:-1]] > _GAP)
        left = left[np.concatenate([[True], apart])]
        right = right[np.concatenate([apart, [True]])]
        yield from self._of_intervals(edge[left], edge[right], cut[left], x[left], x[right], limit)

    def _of_intervals(
        self, left: Places, right: Places, cut: Places, start: Numbers, end: Numbers, limit: float
    ) -> Iterator[Thin]:
        sine, other = self._sine[left], self._sine[right]
        slope, other_slope = self._slope[left], self._slope[right]
        width = (end - start) * (sine + other) / 2
        turned = np.abs(slope - other_slope) * sine * other
        thin = (width < limit) & (np.minimum(sine, other) > _STEEP) & (turned < _PARALLEL)
        at = np.flatnonzero(thin)
        if not len(at):
            return
        middle, slopes = (start + end)[at] / 2, (slope + other_slope)[at] / 2
        pairs = (self._outline[left[at]], self._outline[right[at]])
        following = _following(cut[at], middle, slopes * self._step, pairs, _BEND * self._step)
        best = _thickest_of_windows(width[at], following, self._step, limit)
        group = self._group[left[at]]
        order = np.lexsort((best, group))
        for place in order[np.flatnonzero(np.diff(group[order], prepend=-1))]:
            if best[place] < limit:
                y = float((cut[at[place]] - self._base[left[at[place]]] + 0.5) * self._step)
                x, reach = float(middle[place]), SHORT
                side = float(width[at[place]] / 2)
                area = (x - side, y, x + side, y + reach)
                yield Thin(int(group[place]), float(best[place]), area)


def _following(
    cut: Places, middle: Numbers, shift: Numbers, outlines: tuple[Places, Places], bend: float
) -> Places:
    """Return for each interval the one in the next cut, or the one after it, that continues it.

    -1 stands for none. Where a wall branches off, one cut may go along that wall.
    """
    span = float(np.ptp(middle)) + 4 * bend + 4 * float(np.abs(shift).max()) + 1
    key = cut * span + (middle - middle.min())
    result = np.full(len(cut), -1, np.int64)
    for ahead in (1, 2):
        target = (cut + ahead) * span + (middle - middle.min() + ahead * shift)
        place = np.searchsorted(key, target)
        nearest = np.full(len(cut), np.inf)
        for candidate in (place - 1, place):
            known = np.clip(candidate, 0, len(cut) - 1)
            distance = np.abs(key[known] - target)
            fits = (distance < np.minimum(bend, nearest)) & (cut[known] == cut + ahead)
            fits &= (outlines[0][known] == outlines[0]) & (outlines[1][known] == outlines[1])
            fits &= (result < 0) | (nearest < np.inf)
            result = np.where(fits, known, result)
            nearest = np.where(fits, distance, nearest)
    return result


def _thickest_of_windows(width: Numbers, following: Places, step: float, limit: float) -> Numbers:
    """Return how thick the strip is that begins at each interval, inf where there is none."""
    best = np.full(len(width), np.inf)
    most, least, ahead, length = width, width, following, 1
    while length < 16 and bool((ahead >= 0).any()):
        on = ahead >= 0
        most = np.where(on, np.maximum(most, most[ahead]), np.inf)
        least = np.where(on, np.minimum(least, least[ahead]), -np.inf)
        ahead = np.where(on, ahead[ahead], -1)
        length *= 2
        reach = (length - 1) * step
        if length < 4:
            continue
        bound = SAMPLE_POINTS if reach < LONG - step else limit
        bound = min(bound, limit, reach / _OBLONG)
        good = (most < bound) & (2 * least >= most)
        best = np.where(good, np.minimum(best, most), best)
    return best


_TOGETHER = 200_000  # points and cuts that are measured together
_FARTHEST = 100_000.0  # points from the page's corner: seven times the largest page
_CUTS = 20  # cuts that take as long as an operator


class FilledAreas:
    """The areas that are not measured yet, with where each is seen."""

    def __init__(self, ink: Ink, work: Callable[[int], None]) -> None:
        self._ink, self._work = ink, work
        self._places: list[Points] = []
        self._even_odd: list[bool] = []
        self._seen: list[Rectangle] = []
        self._amount = 0

    def add(self, path: PagePath, even_odd: bool, where: Rectangle) -> None:
        """Add what a path encloses, of which ``where`` is seen; raises ``UnreadError``."""
        left, low, right, top = path.box
        if max(right - left, top - low) < SHORT or path.is_rectangle:
            return
        if not max(map(abs, path.box)) < _FARTHEST:
            raise UnreadError(_("an area is larger than can be measured"))
        places = path.places()
        if places is None:
            raise UnreadError(_("an area has more corners than can be measured"))
        self._places.append(places)
        self._even_odd.append(even_odd)
        self._seen.append(where)
        self._amount += len(places) + int((right - left + top - low) / STEP)
        if self._amount > _TOGETHER:
            self.measure()

    def measure(self) -> None:
        """Record the thinnest part of all areas."""
        if not self._places:
            return
        places, even_odd, seen = self._places, np.array(self._even_odd), self._seen
        self._places, self._even_odd, self._seen, self._amount = [], [], [], 0
        edges = _edges(places, even_odd)
        for thin in thin_parts(edges, self._ink.thin, lambda cuts: self._work(cuts // _CUTS)):
            where = intersection(thin.where, seen[thin.group])
            if not is_empty(where):
                self._ink.thin_area(thin.width, where)


def _edges(places: list[Points], even_odd: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> AreaEdges:
    points = np.concatenate(places)
    sizes = [len(one) for one in places]
    group = np.repeat(np.arange(len(places)), sizes)
    begins = points[:, 2] == 0
    begins[np.cumsum(sizes) - sizes] = True
    outline = np.cumsum(begins)
    starts = np.flatnonzero(begins)
    following = np.arange(1, len(points) + 1)
    following[np.append(starts[1:], len(points)) - 1] = starts
    ends = np.concatenate([points[:, :2], points[following, :2]], axis=1)
    return AreaEdges(ends, outline, group, even_odd)

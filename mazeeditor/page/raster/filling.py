"""Fills areas with pixels: one is inside where the edges left of its middle do not cancel out.

Exact to half a sample; ``samples`` x ``samples`` of them make a pixel, whose grey is how many are
inside. Strokes and polygons become edges for a band of the picture at a time, which is filled in
strips, so the memory that this takes grows neither with the maze nor with the picture.

Around every area the edges run the same direction, so areas that overlap add up and never cancel;
holes run the other. Everything is straight here: ``curves.flattened`` makes it so. Points are
complex numbers, x + y * 1j: turning one is a product.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, floor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.page.curves import Places, closed_of, onward, places_of
from mazeeditor.page.scene import Ids, LongStrokes, Numbers, Polygons, Strokes

MITRE = 4.0  # the point of a corner is this many half widths away at the most, as in SVG
CIRCLE_CORNERS = 16  # corners of a circle, for round ends and bends


@dataclass(frozen=True, eq=False)
class Edges:
    """Straight lines; ``before`` and ``after`` complex128[k] are where each begins and ends.

    Horizontal ones are left out: filling goes along rows and needs no others.
    """

    before: Places
    after: Places

    def scaled(self, factor: float) -> Edges:
        return Edges(self.before * factor, self.after * factor)


NO_EDGES = Edges(np.zeros(0, np.complex128), np.zeros(0, np.complex128))


def _edges(*sides: tuple[Places, Places]) -> Edges:
    kept = [before.imag != after.imag for before, after in sides]
    return Edges(
        np.concatenate([before[keep] for (before, _), keep in zip(sides, kept, strict=True)]),
        np.concatenate([after[keep] for (_, after), keep in zip(sides, kept, strict=True)]),
    )


def join_edges(*parts: Edges) -> Edges:
    return Edges(
        np.concatenate([part.before for part in parts]),
        np.concatenate([part.after for part in parts]),
    )


@dataclass(frozen=True, eq=False)
class _Lines:
    """The straight lines of strokes or rings that reach into a band.

    ``first`` and ``last`` are their points, ``after_next`` the points where the lines that follow
    them end, -1 where none follows. ``begins`` bool[k] specifies which begin an open stroke.
    """

    first: Ids
    last: Ids
    after_next: Ids
    begins: NDArray[np.bool_]


class Areas:
    """What polygons or strokes of straight lines cover, as edges of one band at a time."""

    def __init__(self, item: Strokes | Polygons, width: float) -> None:
        """Draw strokes ``width`` mm wide; thicken polygons by ``width``, 0 for not at all."""
        self._filled = isinstance(item, Polygons)
        self._cap = "square" if isinstance(item, Polygons) else item.cap
        self._join = "miter" if isinstance(item, Polygons) else item.corners
        self._width = width
        self._places = places_of(item.points)
        self._follower = onward(item.starts, closed_of(item))
        self._starts = item.starts
        first = np.flatnonzero(self._follower >= 0)  # the last point of a stroke begins no line
        height, other = item.points[first, 1], item.points[self._follower[first], 1]
        self._first = first
        self._low, self._high = np.minimum(height, other), np.maximum(height, other)
        self._begins = np.zeros(len(item.points), np.bool_)
        self._begins[item.starts[:-1]] = ~closed_of(item)
        single = item.starts[:-1][np.diff(item.starts) == 1]
        self._dots = single if isinstance(item, Strokes) else single[:0]

    @property
    def points(self) -> int:
        """How many points there are: what the work and the memory are in proportion to."""
        return len(self._places)

    def edges(self, top: float = -np.inf, bottom: float = np.inf) -> Edges:
        """Return the edges of all that reaches between two heights in mm."""
        parts = []
        if self._filled:
            lines = self._between(top, bottom)
            parts = [_edges((self._places[lines.first], self._places[lines.last]))]
        if self._width > 0:
            pointed = self._cap == "square" or self._join == "miter"
            reach = self._width / 2 * (MITRE if pointed else 1.0)
            parts.append(self._stroked(top - reach, bottom + reach))
        return join_edges(*parts)

    def _between(self, top: float, bottom: float) -> _Lines:
        first = self._first[(self._low <= bottom) & (self._high >= top)]
        last = self._follower[first]
        after_next = self._follower[last]
        return _Lines(first, last, after_next, self._begins[first])

    def _stroked(self, top: float, bottom: float) -> Edges:
        """Return the edges of the lines between two heights, of their corners and ends."""
        lines, half = self._between(top, bottom), self._width / 2
        before, after = self._places[lines.first], self._places[lines.last]
        ahead = _along(before, after, half)
        stops = lines.after_next < 0
        bends = np.flatnonzero(~stops)
        p, u = after[bends], ahead[bends]
        v = _along(p, self._places[lines.after_next[bends]], half)
        fans = [_fans(p, u, np.angle(v / u))] if self._join == "round" else []
        if self._cap == "round":
            places = self._places[self._dots]
            dots = places[(places.imag <= bottom) & (places.imag >= top)]
            aside = np.full(len(dots), half + 0j)
            tips = np.concatenate([before[lines.begins], after[stops], dots, dots])
            outward = np.concatenate([-ahead[lines.begins], ahead[stops], aside, -aside])
            fans.append(_fans(tips, outward, np.full(len(tips), np.pi)))
        elif self._cap == "square":
            before = before - np.where(lines.begins, ahead, 0)
            after = after + np.where(stops, ahead, 0)
        bodies = _around(*_rectangles(before, after, ahead))
        if self._join == "round":
            return join_edges(bodies, *fans)
        limit = MITRE if self._join == "miter" else 1.0
        return join_edges(bodies, _around(*_corners(p, u, v, limit)), *fans)


def _along(before: Places, after: Places, length: float) -> Places:
    """Return the directions from points to others, ``length`` long."""
    ahead = after - before
    ahead *= length / np.abs(ahead)
    return ahead


def _rectangles(before: Places, after: Places, ahead: Places) -> list[Places]:
    """Return the corners round each line; ``ahead`` is half a width long."""
    aside = ahead * 1j
    return [before + aside, before - aside, after - aside, after + aside]


def _corners(p: Places, u: Places, v: Places, limit: float) -> list[Places]:
    """Return the corners of what is missing outside of each bend from direction ``u`` to ``v``.

    A tip is cut off where it is more than ``limit`` half widths away.

    ::

        ----a--tip      p is the end of a line, a and b corners of the two rectangles,
            |  |        tip where their sides meet, unless that is too far away
        ----p--b
            |  |
    """
    half = np.abs(u)
    turn = u.conj() * v / half**2
    right = turn.imag > 0
    out = np.where(right, -1j, 1j)
    a, b = out * u, out * v
    stretch = 1.0 / np.maximum(1.0 + turn.real, 1e-9)
    tip = (a + b) * np.where(stretch <= limit**2 / 2, stretch, 0.5)
    return [p, p + np.where(right, a, b), p + tip, p + np.where(right, b, a)]


def _fans(p: Places, u: Places, turns: Numbers) -> Edges:
    """Return the edges of what is missing outside of each bend where corners are round.

    ``u`` is half a width long and leads to ``p``, where the direction turns by ``turns`` radians;
    half a circle makes an end.
    """
    start = u * np.where(turns > 0, -1j, 1j)
    pieces = np.maximum(np.ceil(np.abs(turns) / (2 * np.pi / CIRCLE_CORNERS) - 1e-6), 1)
    fans = [NO_EDGES]
    for count in range(1, CIRCLE_CORNERS // 2 + 1):
        some = pieces == count
        rim = [start[some] * np.exp(1j * turns[some] * step / count) for step in range(count + 1)]
        corners = np.stack([p[some], *(p[some] + offset for offset in rim)])
        left = turns[some] < 0
        corners[:, left] = corners[::-1, left]
        fans.append(_around(*corners))
    return join_edges(*fans)


def _around(*corners: Places) -> Edges:
    """Return the edges round shapes, given all their first corners, all their second ones..."""
    return _edges(*((corners[side - 1], corners[side]) for side in range(len(corners))))


STRIP_SAMPLES = 1 << 20  # samples in a strip: larger ones take more memory and no less time
ONE = np.int16(1)  # what all edges of areas raise: sums of it are winding numbers
MANY_POINTS = 250_000  # points in a band, whose edges take 0.2 GB
Sums = NDArray[Any]  # whole numbers, in rows of samples


@dataclass(frozen=True, eq=False)
class Coverage:
    """A part of a picture, ``left`` and ``top`` px from its corner; ``grey`` is uint8[rows, px]."""

    left: int
    top: int
    grey: NDArray[np.uint8]


def fill_areas(
    areas: Areas,
    scale: float,
    size: tuple[int, int],
    samples: int,
    job: Job,
    share: float,
    most: int = MANY_POINTS,
) -> Iterator[Coverage]:
    """Yield how much of each pixel of a picture of ``size`` px areas cover, 0 to 255.

    The parts follow each other from the top. The picture has ``scale`` px a mm. The work is
    ``share`` of the job. More than ``most`` points are drawn in bands.
    """
    bands = ceil(areas.points / most)
    if bands <= 1:
        yield from fill(areas.edges().scaled(scale), size, samples, job, share)
        return
    rows = ceil(size[1] / bands)
    for top in range(0, size[1], rows):
        bottom = min(top + rows, size[1])
        edges = areas.edges(top / scale, bottom / scale).scaled(scale)
        yield from fill(edges, size, samples, job, share / bands, (top, bottom))


def fill_long(
    item: LongStrokes,
    width: float,
    scale: float,
    size: tuple[int, int],
    samples: int,
    job: Job,
    share: float,
) -> Iterator[Coverage]:
    """Yield the same of strokes made piece by piece, drawn ``width`` mm wide.

    Those of each band are made for it alone, so they may be cut where no pixel shows it.
    """
    bands = ceil(item.count / MANY_POINTS)
    rows, reach = ceil(size[1] / bands), width / 2 * MITRE
    for top in range(0, size[1], rows):
        bottom = min(top + rows, size[1])
        job.check()
        strokes = item.between(top / scale - reach, bottom / scale + reach)
        edges = Areas(strokes, width).edges(top / scale, bottom / scale).scaled(scale)
        yield from fill(edges, size, samples, job, share / bands, (top, bottom))


def fill(
    edges: Edges,
    size: tuple[int, int],
    samples: int,
    job: Job,
    share: float,
    band: tuple[int, int] | None = None,
) -> Iterator[Coverage]:
    """Yield how much of each pixel the areas cover, 0 to 255, strip by strip from the top.

    ``edges`` are in px of a picture of ``size`` px, of whose rows those from ``band[0]`` up to
    ``band[1]`` are filled, or all. The work is ``share`` of the job.
    """
    left, top, right, bottom = _bounds(edges, size[0], *(band or (0, size[1])))
    if right == left or bottom == top:
        return
    rows = max(1, STRIP_SAMPLES // ((right - left) * samples * samples))
    job.phase(bottom - top, share)
    rim = complex(left, top)
    crossings = _Crossings(
        Edges((edges.before - rim) * samples, (edges.after - rim) * samples),
        ONE,
        (bottom - top) * samples,
        rows * samples,
    )
    for first in range(0, bottom - top, rows):
        job.step(first)
        last = min(first + rows, bottom - top)
        winding = np.zeros(((last - first) * samples, (right - left) * samples + 1), np.int16)
        inside = crossings.write(winding, first * samples) != 0
        yield Coverage(left, top + first, _reduce(inside, samples))


def sums_of(
    edges: Edges, raised: NDArray[np.int32], size: tuple[int, int], job: Job
) -> NDArray[np.int32]:
    """Return int32[h, w]: for each sample the sum of ``raised`` int32[j] of the edges left of it.

    Edges are in samples. One that leads up counts as often, one that leads down as often less.
    Raises ``CancelledError``.
    """
    wide, high = size
    result = np.zeros((high, wide + 1), np.int32)
    rows = max(1, 2 * STRIP_SAMPLES // wide)
    crossings = _Crossings(edges, -raised, high, rows)
    for first in range(0, high, rows):
        job.check()
        crossings.write(result[first : first + rows], first)
    return result[:, :-1]


def _bounds(edges: Edges, width: int, first: int, end: int) -> tuple[int, int, int, int]:
    """Return the pixels that the areas touch in the rows from ``first`` up to ``end``."""
    if not len(edges.before):
        return 0, first, 0, first
    x = np.concatenate([edges.before.real, edges.after.real])
    y = np.concatenate([edges.before.imag, edges.after.imag])
    left, top = max(0, floor(x.min())), max(first, floor(y.min()))
    right, bottom = min(width, ceil(x.max())), min(end, ceil(y.max()))
    return left, top, max(left, right), max(top, bottom)


class _Crossings:
    """Where edges cross the middles of rows of samples, strip by strip from the top."""

    def __init__(self, edges: Edges, raised: Any, rows: int, strip: int) -> None:
        """Take edges in samples; ``strip`` of the ``rows`` of samples make a strip.

        What lies right of an edge that leads down is ``raised``, by one number for all or for each,
        and lowered right of one that leads up. Sums have the type of these numbers.
        """
        leads_down = edges.after.imag > edges.before.imag
        upper = np.where(leads_down, edges.before, edges.after)
        lower = np.where(leads_down, edges.after, edges.before)
        begin = np.maximum(np.ceil(upper.imag - 0.5), 0).astype(np.int32)
        end = np.minimum(np.ceil(lower.imag - 0.5), rows).astype(np.int32)
        crossing = end > begin
        # sorting 16-bit numbers is ten times faster than sorting others
        order = np.flatnonzero(crossing)
        order = order[np.argsort((begin[order] // strip).astype(np.uint16), kind="stable")]
        self._begin, self._end = begin[order], end[order]
        self._raised = np.where(leads_down, raised, -raised)[order]
        upper, lower = upper[order], lower[order]
        self._slope = (lower.real - upper.real) / (lower.imag - upper.imag)
        self._x = upper.real + self._slope * (0.5 - upper.imag)  # where the edge crosses row 0
        self._strips = self._begin // strip
        self._strip, self._open = strip, np.zeros(0, np.int64)

    def write(self, sums: Sums, first: int) -> Sums:
        """Write the sums of a strip of zeros, whose rows begin at ``first``; return them.

        The last column is room for the edges to the right of the picture, and not returned.
        """
        self._mark(sums, first)
        np.cumsum(sums, axis=1, dtype=sums.dtype, out=sums)
        return sums[:, :-1]

    def _mark(self, sums: Sums, first: int) -> None:
        """Add the crossings of a strip, in the column right of each."""
        number = first // self._strip
        begun = np.searchsorted(self._strips, [number, number + 1])
        open_edges = np.concatenate([self._open, np.arange(begun[0], begun[1])])
        last = first + len(sums)
        begin = np.maximum(self._begin[open_edges], first)
        counts = np.minimum(self._end[open_edges], last) - begin
        row = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts - begin, counts)
        edge = np.repeat(open_edges, counts)
        column = np.ceil(self._x[edge] + self._slope[edge] * row - 0.5)
        width = sums.shape[1]
        place = (row - first) * width + np.clip(column, 0, width - 1).astype(np.int64)
        np.add.at(sums.reshape(-1), place, self._raised[edge])
        self._open = open_edges[self._end[open_edges] > last]


def _reduce(inside: NDArray[np.bool_], samples: int) -> Any:
    """Return the mean of each square of samples, 0 to 255."""
    grey = inside.view(np.uint8) * np.uint8(255)
    if samples == 1:
        return grey
    from PIL import Image

    return np.asarray(Image.fromarray(grey).reduce(samples))

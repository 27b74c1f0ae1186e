"""How much of each pixel lines cover, for walls of any direction: sharp, and smooth where large.

::

    a line is taken along the way it is steeper in, a pixel at a time:

      # + .           where it passes the middle of a column (or row) of pixels, it covers a
      + # + .         stretch of that column; what a pixel has of the stretch is its share
      . + # +

Everything is counted in world px, so that a part of the picture is the same as in the whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.gui.canvas.area import Area
from mazeeditor.maze.geometry import Ids, Points

Shares = NDArray[np.uint8]  # 255 for a pixel that is covered
Numbers = NDArray[np.float64]
FULL = 255


def lines(segments: Points, width: float, area: Area, *, smooth: bool) -> tuple[Ids, Shares]:
    """Return the places int64[m] of the pixels of an area that lines cover, and their shares.

    ``segments`` float64[k, 2, 2] are the ends of lines in world px. Lines that are not ``smooth``
    are one pixel wide and cover whole pixels. Places are flat, each once, lowest first.
    """
    steep = np.abs(np.diff(segments[..., 1], axis=1)) > np.abs(np.diff(segments[..., 0], axis=1))
    found: list[tuple[Ids, Numbers]] = []
    for upright in (False, True):
        some = segments[steep[:, 0] == upright]
        # what is upright is drawn lying down in a picture whose two sides are exchanged
        sight = _Sight(area.left, area.top, area.right, area.bottom, 1, area.width)
        if upright:
            some = some[..., ::-1]
            sight = _Sight(area.top, area.left, area.bottom, area.right, area.width, 1)
        found += sight.soft(some, width) if smooth else sight.hard(some)
    places, shares = (np.concatenate(each) for each in zip(*found, strict=True))
    covered = np.bincount(places, shares, minlength=area.height * area.width)
    some = np.flatnonzero(covered > 0)
    return some, np.minimum(covered[some], FULL).astype(np.uint8)


class _Sight(NamedTuple):
    """An area in which lines lie down; pixel (along, across) of it has its place in an array.

    What lines cover are pairs of places int64[k] and shares float64[k], to be added up.
    """

    left: int
    top: int
    right: int
    bottom: int
    step_along: int
    step_across: int

    def hard(self, lines: Points) -> Iterator[tuple[Ids, Numbers]]:
        """Yield what lines a whole pixel wide cover."""
        along, across, _slope = self._passed(lines)
        places, _seen = self._places(along, np.floor(across).astype(np.int64))
        yield places, np.full(len(places), float(FULL))

    def soft(self, lines: Points, width: float) -> Iterator[tuple[Ids, Numbers]]:
        """Yield what lines ``width`` px wide cover, pixel by pixel across them."""
        along, across, slope = self._passed(lines)
        half = width / 2 * np.sqrt(1 + slope * slope)
        low, high = across - half, across + half
        edge = np.floor(low).astype(np.int64)
        for _pixel in range(int(np.ceil(width * 2**0.5)) + 1):
            share = np.minimum(edge + 1, high) - np.maximum(edge, low)
            some = share > 0
            places, seen = self._places(along[some], edge[some])
            yield places, np.floor(FULL * share[some][seen] + 0.5)
            edge += 1

    def _passed(self, lines: Points) -> tuple[Ids, Numbers, Numbers]:
        """Return each pixel along each line: its number, where the line passes it, the slope."""
        (x0, y0), (x1, y1) = (np.ascontiguousarray(lines[:, end].T) for end in (0, 1))
        begin, end = np.minimum(x0, x1), np.maximum(x0, x1)
        length = end - begin
        rise = np.where(x0 <= x1, y1 - y0, y0 - y1)
        slope = np.divide(rise, length, out=np.zeros_like(length), where=length > 0)
        first = np.ceil(begin - 0.5)
        skipped = np.maximum(self.left - first, 0)
        counts = np.minimum(np.ceil(end - 0.5), self.right) - first - skipped
        counts = np.maximum(counts, 0).astype(np.int64)
        # counted from the first pixel of the line, be it out of sight: sums are rounded alike
        start = np.where(x0 <= x1, y0, y1) + (first + 0.5 - begin) * slope
        steps = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts - skipped, counts)
        slopes = np.repeat(slope, counts)
        along = (steps + np.repeat(first, counts)).astype(np.int64)
        return along, np.repeat(start, counts) + steps * slopes, slopes

    def _places(self, along: Ids, across: Ids) -> tuple[Ids, NDArray[np.bool_]]:
        """Return the places of the pixels that lie in the area, and which those are."""
        seen = (across >= self.top) & (across < self.bottom)
        places = (along - self.left) * self.step_along + (across - self.top) * self.step_across
        return places[seen], seen


def dots(centres: Points, size: int, area: Area) -> Ids:
    """Return the places int64[k] in an area, flat, of squares ``size`` px wide."""
    corner = np.floor(centres - size / 2 + 0.5).astype(np.int64)
    steps = np.stack(np.meshgrid(np.arange(size), np.arange(size)), axis=-1).reshape(-1, 2)
    x, y = (corner[:, None] + steps).reshape(-1, 2).T
    seen = (x >= area.left) & (x < area.right) & (y >= area.top) & (y < area.bottom)
    return ((y - area.top) * area.width + x - area.left)[seen]

r"""How much of each pixel lines cover, for walls of any direction: hard, and soft where large.

::

      . + + + + .      soft: a line has round ends, and covers a pixel the more the nearer its
    + # # # # # # +    middle is; where lines meet, a pixel has the largest of its shares, so
      . + + + + .      that joints are round and no darker than lines

        /\
      --+-\----        hard: a line has the pixels in whose diamonds it comes, whose corners are
        \/  \         the middles of the pixel's sides; so lines joined end to end are as thin
                      as one line, and have no gap

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
Covered = Iterator[tuple[Ids, Shares]]
FULL = 255


def lines(segments: Points, width: float, area: Area, *, smooth: bool) -> tuple[Ids, Shares]:
    """Return the places int64[m] of the pixels of an area that lines cover, and their shares.

    ``segments`` float64[k, 2, 2] are the ends of lines in world px. Lines that are not ``smooth``
    are one pixel wide and cover whole pixels. Places are flat, each once, lowest first.
    """
    steep = np.abs(np.diff(segments[..., 1], axis=1)) > np.abs(np.diff(segments[..., 0], axis=1))
    covered = np.zeros(area.height * area.width, np.uint8)
    for upright in (False, True):
        some = segments[steep[:, 0] == upright]
        # what is upright is drawn lying down in a picture whose two sides are exchanged
        sight = _Sight(area.left, area.top, area.right, area.bottom, 1, area.width)
        if upright:
            some = some[..., ::-1]
            sight = _Sight(area.top, area.left, area.bottom, area.right, area.width, 1)
        for places, shares in sight.soft(some, width) if smooth else sight.hard(some):
            np.maximum.at(covered, places, shares)
    some = np.flatnonzero(covered)
    return some, covered[some]


class _Lines(NamedTuple):
    """Lines that lie down, from the left to the right: where they begin and end, float64[k]."""

    x0: Numbers
    y0: Numbers
    x1: Numbers
    y1: Numbers

    @staticmethod
    def of(segments: Points) -> _Lines:
        (x0, y0), (x1, y1) = (np.ascontiguousarray(segments[:, end].T) for end in (0, 1))
        swap = x0 > x1
        return _Lines(*(np.where(swap, *pair) for pair in ((x1, x0), (y1, y0), (x0, x1), (y0, y1))))


class _Sight(NamedTuple):
    """An area in which lines lie down; pixel (along, across) of it has its place in an array."""

    left: int
    top: int
    right: int
    bottom: int
    step_along: int
    step_across: int

    def hard(self, segments: Points) -> Covered:
        """Yield what lines a whole pixel wide cover."""
        x0, y0, x1, y1 = _Lines.of(segments)
        first, stop = np.ceil(x0 - 0.5), np.floor(x1 + 0.5)
        line, along = self._columns(first, stop)
        slope = np.divide(y1 - y0, x1 - x0, out=np.zeros_like(x0), where=x0 < x1)
        yield self._full(along, y0[line] + (along + 0.5 - x0[line]) * slope[line])
        # ends in columns whose middles the lines do not reach
        for x, y, beyond in ((x0, y0, np.floor(x0) < first), (x1, y1, np.floor(x1) >= stop)):
            off = np.abs(x - np.floor(x) - 0.5) + np.abs(y - np.floor(y) - 0.5)
            met = beyond & (off <= 0.5) & (x >= self.left) & (x < self.right)
            yield self._full(np.floor(x[met]).astype(np.int64), y[met])

    def _full(self, along: Ids, across: Numbers) -> tuple[Ids, Shares]:
        places, _seen = self._places(along, np.floor(across).astype(np.int64))
        return places, np.full(len(places), FULL, np.uint8)

    def soft(self, segments: Points, width: float) -> Covered:
        """Yield what lines ``width`` px wide cover, pixel by pixel across them."""
        x0, y0, x1, y1 = _Lines.of(segments[(segments[:, 0] != segments[:, 1]).any(axis=1)])
        reach = width / 2 + 0.5
        line, along = self._columns(np.floor(x0 - reach + 0.5), np.ceil(x1 + reach - 0.5))
        span, rise = x1 - x0, y1 - y0
        length = np.sqrt(span * span + rise * rise)
        slope, dx, dy = rise / span, span / length, rise / length
        room, inset = (reach / dx)[line], (reach * np.abs(dy))[line]
        x0, y0, span, slope, dx, dy, length = (
            each[line] for each in (x0, y0, span, slope, dx, dy, length)
        )
        ahead = along + 0.5 - x0
        edge = np.floor(y0 + np.clip(ahead, 0, span) * slope - room + 0.5)
        aside, edge = edge + 0.5 - y0, edge.astype(np.int64)
        within = (inset <= ahead) & (ahead <= span - inset)
        for _pixel in range(int(2 * reach * 2**0.5) + 1):
            away, passed = aside * dx - ahead * dy, ahead * dx + aside * dy
            over = np.where(within, 0, np.maximum(np.maximum(-passed, passed - length), 0))
            depth = reach - np.sqrt(away * away + over * over)
            places, seen = self._places(along, edge)
            yield places, (FULL * np.clip(depth[seen], 0, 1) + 0.5).astype(np.uint8)
            aside += 1
            edge += 1

    def _columns(self, first: Numbers, stop: Numbers) -> tuple[Ids, Ids]:
        """Return int64[m] twice: each line as often as it has columns in sight, and those."""
        first = np.maximum(first, self.left).astype(np.int64)
        counts = np.maximum(np.minimum(stop, self.right).astype(np.int64) - first, 0)
        steps = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        return np.repeat(np.arange(len(first)), counts), np.repeat(first, counts) + steps

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

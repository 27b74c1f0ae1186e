r"""Rectangles placed on sheets, so that they take few of them.

Each sheet keeps all largest free rectangles (MaxRects: Jylänki, "A Thousand Ways to Pack the Bin",
2010); one that is placed cuts those that it overlaps into up to four others::

    +-----------+      +-----------+     +---+.......+
    |           |      |   above   |     |   |       :
    |   +---+   |  ->  +-----------+  +  |   |       :  +  right of it, below it
    |   |   |   |      :           :     |   |       :
    |   +---+   |      :...........:     +---+.......+
    +-----------+                       left of it
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job

SLACK = 1e-6  # mm
MANY = 200  # rectangles: of more only the usual order is tried
NO_RECTANGLES: NDArray[np.float64] = np.zeros((0, 4))
Size = tuple[float, float]


class Place(NamedTuple):
    """Where a rectangle lies: its left upper corner in mm, on which sheet; turned by a quarter."""

    sheet: int
    x: float
    y: float
    turned: bool


@dataclass(frozen=True)
class Nesting:
    """A place for each rectangle on ``sheets``, and what they take of the last one, in mm."""

    places: tuple[Place, ...]
    sheets: int
    width: float
    height: float


def nested(sizes: Sequence[Size], room: Size, job: Job, *, turn: bool) -> Nesting:
    """Return places for rectangles of ``sizes`` mm on sheets of ``room`` mm.

    Each must fit, as it is or (where ``turn``) turned. The best of several orders is taken: the
    fewest sheets, then the smallest part of the last one. Raises ``CancelledError``.
    """
    orders = ORDERS[:1] if len(sizes) > MANY else ORDERS
    known = [_in_order(sizes, room, order, job, turn=turn) for order in orders]
    return min(known, key=lambda one: (one.sheets, one.width * one.height))


ORDERS: tuple[Callable[[Size], Size], ...] = (
    lambda size: (-size[1], -size[0]),  # rows, the highest first
    lambda size: (-max(size), -min(size)),
    lambda size: (-size[0] * size[1], -max(size)),
    lambda size: (-size[0], -size[1]),
)


def _in_order(
    sizes: Sequence[Size], room: Size, order: Callable[[Size], Size], job: Job, *, turn: bool
) -> Nesting:
    """Place the rectangles one by one, each on the first sheet with a place for it."""
    sheets: list[_Sheet] = []
    first: dict[Size, int] = {}  # the sheets before have no place for one of that size
    places: dict[int, Place] = {}
    for number in sorted(range(len(sizes)), key=lambda number: order(sizes[number])):
        job.check()
        size = sizes[number]
        at = first.get(size, 0)
        while at == len(sheets) or (place := sheets[at].add(size, at, turn=turn)) is None:
            if at == len(sheets):
                sheets.append(_Sheet(room))
            else:
                at += 1
        first[size] = at
        places[number] = place
    last = sheets[-1]
    return Nesting(tuple(places[n] for n in range(len(sizes))), len(sheets), *last.taken)


class _Sheet:
    """The largest free rectangles float64[n, 4] of a sheet: left, top, right, bottom in mm."""

    def __init__(self, room: Size) -> None:
        self._free = np.array([(0.0, 0.0, *room)])
        self.taken: Size = 0.0, 0.0

    def add(self, size: Size, sheet: int, *, turn: bool) -> Place | None:
        """Place a rectangle as far up as it can be, then to the left; None where it cannot be."""
        options = [(self._corner(size), size, False)]
        if turn and size[0] != size[1]:
            options.append((self._corner(size[::-1]), size[::-1], True))
        known = [
            (y + height, x, turned, y, (width, height))
            for (x, y), (width, height), turned in options
            if x >= 0
        ]
        if not known:
            return None
        bottom, x, turned, y, (width, _height) = min(known)
        self._cut((x, y, x + width, bottom))
        self.taken = max(self.taken[0], x + width), max(self.taken[1], bottom)
        return Place(sheet, x, y, turned)

    def _corner(self, size: Size) -> Size:
        """Return the left upper corner for a rectangle of a size, (-1, -1) where there is none."""
        left, top, right, bottom = self._free.T
        room = (right - left >= size[0] - SLACK) & (bottom - top >= size[1] - SLACK)
        fits = np.flatnonzero(room)
        if not len(fits):
            return -1.0, -1.0
        best = fits[np.lexsort([left[fits], top[fits]])[0]]
        return float(left[best]), float(top[best])

    def _cut(self, box: tuple[float, float, float, float]) -> None:
        """Take a rectangle out of the free ones."""
        left, top, right, bottom = self._free.T
        over = (left < box[2] - SLACK) & (right > box[0] + SLACK)
        over &= (top < box[3] - SLACK) & (bottom > box[1] + SLACK)
        hit, parts = self._free[over], [NO_RECTANGLES]
        for side, edge in enumerate(box):
            beyond = hit[:, side] < edge - SLACK if side < 2 else hit[:, side] > edge + SLACK
            part = hit[beyond]
            part[:, (side + 2) % 4] = edge
            parts.append(part)
        self._free = _largest(self._free[~over], np.concatenate(parts))


def _largest(old: NDArray[np.float64], new: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the rectangles that lie in none of the others; ``old`` ones lie in none."""
    new = np.unique(new, axis=0)
    every = np.concatenate([old, new])
    inside = np.ones((len(new), len(every)), np.bool_)
    for side in range(4):
        one, other = new[:, side, None], every[None, :, side]
        inside &= one >= other - SLACK if side < 2 else one <= other + SLACK
    inside[np.arange(len(new)), len(old) + np.arange(len(new))] = False
    # of two that are the same but for rounding the first is kept
    same = inside[:, len(old) :] & inside[:, len(old) :].T
    inside[:, len(old) :] &= ~np.triu(same)
    kept: NDArray[np.float64] = np.concatenate([old, new[~inside.any(axis=1)]])
    return kept

"""Rectangles of whole pixels: which part of the picture to paint, and what an edit makes dirty."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

BLOCK_PX = 96  # px


class Area(NamedTuple):
    """The pixels left <= x < right, top <= y < bottom."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        """The width in px, 0 where the area is empty."""
        return max(0, self.right - self.left)

    @property
    def height(self) -> int:
        """The height in px, 0 where the area is empty."""
        return max(0, self.bottom - self.top)

    @property
    def size(self) -> int:
        return self.width * self.height

    def cut(self, other: Area) -> Area:
        """Return the intersection of both areas; its size is 0 where they do not overlap."""
        return Area(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )

    def join(self, other: Area) -> Area:
        """Return the smallest area that contains both."""
        return Area(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def moved(self, x: int, y: int) -> Area:
        """Return the area moved right by ``x`` and down by ``y``."""
        return Area(self.left + x, self.top + y, self.right + x, self.bottom + y)


def merge(areas: NDArray[np.int64]) -> Iterator[Area]:
    """Yield a few disjoint areas that cover all ``areas`` int64[k, 4], none of them empty.

    ::

        . . # . .    The picture is divided into square blocks, at least as large as any area, so
        . # # # .    that an area meets the blocks of its corners and no others. Adjacent blocks
        . . . . #    in a row make one area, which grows down while the next row has the same run.
    """
    size = max(BLOCK_PX, int((areas[:, 2:] - areas[:, :2]).max()))
    first, last = areas[:, :2] // size, (areas[:, 2:] - 1) // size
    origin = first.min(axis=0)
    first, last = first - origin, last - origin
    occupied = np.zeros((last.max(axis=0) + 1)[::-1], np.bool_)
    for columns, rows in ((first, first), (first, last), (last, first), (last, last)):
        occupied[rows[:, 1], columns[:, 0]] = True
    left, top = (origin * size).tolist()
    above: dict[tuple[int, int], int] = {}
    for row in range(len(occupied) + 1):
        current = _runs(occupied[row]) if row < len(occupied) else []
        for run in [run for run in above if run not in current]:
            begin, end = run
            rows_from = above.pop(run)
            yield Area(
                left + begin * size, top + rows_from * size, left + end * size, top + row * size
            )
        above = {run: above.get(run, row) for run in current}


def _runs(occupied: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Return the begin and the end of each run of True."""
    ends = np.flatnonzero(np.diff(occupied.astype(np.int8), prepend=0, append=0))
    return [(int(begin), int(end)) for begin, end in ends.reshape(-1, 2)]

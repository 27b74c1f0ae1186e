"""The overview of a maze as a pyramid of smaller and smaller pictures, updated by every edit.

::

    level 0   one value a cell, computed from the maze on demand   o o o o o
    level 1   one value for 2 x 2 cells                            o   o   o
    level 2   one value for 4 x 4 cells                            o       o

A picture with less than a pixel a cell uses the level whose values are one to two pixels wide,
so that every value is visible. At an odd border the last row or column counts twice.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.distinct import distinct
from mazeeditor.core.job import Job

Values = NDArray[np.uint8]
Base = Callable[[Any, Any], Values]  # indices of rows and columns, as numpy takes them
DENSE = 50  # values per changed value: with fewer, rebuilding everything is faster
SPARSE = 200  # values per key: with more, sorting the keys is faster
PIECE = 1 << 17  # values of a level computed at a time: other threads run in between


def mean(one: Values, two: Values, three: Values, four: Values) -> Values:
    """Return the mean of four values, rounded half up."""
    total = one.astype(np.uint16)
    for other in (two, three, four):
        total += other
    total += 2
    total >>= 2
    return total.astype(np.uint8)


def largest(one: Values, two: Values, three: Values, four: Values) -> Values:
    """Return the largest of four values."""
    return np.maximum(np.maximum(one, two), np.maximum(three, four))


class Pyramid:
    """Levels over ``rows`` x ``columns`` values of ``base``, each ``fold`` of four below it.

    ``base(rows, columns)`` is called with slices or with index arrays. ``build`` may run in a
    thread; before that, ``sample`` picks single values of level 0: a coarse picture.
    """

    def __init__(
        self, base: Base, rows: int, columns: int, fold: Callable[..., Values] = mean
    ) -> None:
        self._base, self._fold = base, fold
        self._shapes = [(rows, columns)]
        while self._shapes[-1] != (1, 1):
            height, width = self._shapes[-1]
            self._shapes.append(((height + 1) // 2, (width + 1) // 2))
        self._levels: list[Values] = []

    @property
    def shape(self) -> tuple[int, int]:
        """The rows and columns of level 0."""
        return self._shapes[0]

    @property
    def ready(self) -> bool:
        """Whether the levels have been built."""
        return len(self._levels) == len(self._shapes) - 1

    def blank(self) -> None:
        """Make all values 0, for a ``base`` of zeros: no work, and no memory until used."""
        self._levels = [np.zeros(shape, np.uint8) for shape in self._shapes[1:]]

    def build(self, job: Job | None = None) -> None:
        """Build all levels, then replace the old ones; raises ``CancelledError``."""
        job = job or Job()
        levels: list[Values] = []
        below = self._base
        for (height, width), shape in zip(self._shapes, self._shapes[1:], strict=False):
            level = np.empty(shape, np.uint8)
            rows = max(1, PIECE // shape[1])
            for top in range(0, shape[0], rows):
                job.check()
                bottom = min(top + rows, shape[0])
                part = below(slice(2 * top, min(2 * bottom, height)), slice(0, width))
                level[top:bottom] = self._folded(part)
            levels.append(level)
            below = _reader(level)
        self._levels = levels

    def _folded(self, part: Values) -> Values:
        height, width = part.shape
        if height % 2 or width % 2:
            part = np.pad(part, ((0, height % 2), (0, width % 2)), mode="edge")
        return self._fold(part[::2, ::2], part[::2, 1::2], part[1::2, ::2], part[1::2, 1::2])

    def are_many(self, values: int) -> bool:
        """Whether after that many changes ``build`` is faster than ``update``."""
        height, width = self._shapes[0]
        return values * DENSE > height * width

    def update(self, rows: NDArray[np.int64], columns: NDArray[np.int64]) -> None:
        """Update the values above those of level 0 at ``rows``, ``columns`` int64[k]."""
        if self.are_many(len(rows)):
            self.build()
            return
        below = self._base
        for level, (height, width) in zip(self._levels, self._shapes, strict=False):
            keys = _unique((rows >> 1) * level.shape[1] + (columns >> 1), level.size)
            rows, columns = np.divmod(keys, level.shape[1])
            first, second = 2 * rows, np.minimum(2 * rows + 1, height - 1)
            left, right = 2 * columns, np.minimum(2 * columns + 1, width - 1)
            level[rows, columns] = self._fold(
                below(first, left), below(first, right), below(second, left), below(second, right)
            )
            below = _reader(level)

    def level_for(self, zoom: float) -> int:
        """Return the level whose values are at least a pixel wide; 0 until the others are built."""
        level = 0
        while level < len(self._levels) and zoom * 2**level < 1:
            level += 1
        return level

    def sample(self, level: int, rows: NDArray[np.int64], columns: NDArray[np.int64]) -> Values:
        """Return uint8[k, m], the values of ``level`` at ``rows`` [k] x ``columns`` [m]."""
        read = _reader(self._levels[level - 1]) if level else self._base
        rows, columns = rows >> level, columns >> level
        start = int(columns[0])
        if columns[-1] - start > 2 * len(columns):  # coarse: most values are not needed
            return read(rows[:, None], columns)
        band = read(rows, slice(start, int(columns[-1]) + 1))
        return band.take(columns - start, axis=1)


def _unique(keys: NDArray[np.int64], size: int) -> NDArray[np.int64]:
    """Return ``keys`` int64[k], which are below ``size``, without duplicates, lowest first."""
    if len(keys) * SPARSE < size:
        return distinct(keys)
    present = np.zeros(size, np.bool_)  # many keys are looked up faster than they are sorted
    present[keys] = True
    return np.flatnonzero(present)


def _reader(level: Values) -> Base:
    return lambda rows, columns: level[rows, columns]

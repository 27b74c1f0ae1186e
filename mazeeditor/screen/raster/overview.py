"""Paints the overview of a maze: the density of its walls, and the highest class of its cells.

Each pixel shows one value of three pyramids: of the walls, the paint, and distances or a tint. A
pyramid has smaller and smaller pictures, which every edit updates::

    level 0   one value a sample, computed from the maze on demand   o o o o o
    level 1   one value for 2 x 2 samples                            o   o   o
    level 2   one value for 4 x 4 samples                            o       o

A picture with less than a pixel a sample uses the level whose values are one to two pixels wide, so
that every value is visible. At an odd border the last row or column counts twice. A sample is a
square cell, or a point that shows the cell under it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from mazeeditor.core.distinct import distinct
from mazeeditor.core.job import Job
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.screen.area import Area
from mazeeditor.screen.pixel_colours import (
    BLANK,
    PLAIN,
    ROUTE,
    TINTED,
    WALL_STEPS,
    PixelColours,
    Pixels,
)

Values = NDArray[np.uint8]
Base = Callable[[Any, Any], Values]  # indices of rows and columns, as numpy takes them


@dataclass(frozen=True)
class Overview:
    """Pyramids over the same samples: of the walls, and of paint and levels if they are shown.

    A cell is as wide as ``scale`` of their values.
    """

    walls: Pyramid
    kinds: Pyramid | None = None
    levels: Pyramid | None = None
    scale: int = 1

    def compose(self, area: Area, zoom: float, shades: PixelColours, out: Pixels) -> None:
        """Paint an area (world px) within the maze into ``out`` uint32[height, width]."""
        rows, columns, level = self._samples(area, zoom)
        walls = self.walls.sample(level, rows, columns) >> 3
        kinds = self._kinds(rows, columns, level)
        if kinds is None:
            np.take(shades.overview, walls, out=out, mode="clip")
        else:
            index = np.multiply(kinds, WALL_STEPS, dtype=np.uint16)
            np.take(shades.overview, np.bitwise_or(index, walls, out=index), out=out, mode="clip")

    def fill(self, area: Area, zoom: float, colours: Pixels, out: Pixels) -> None:
        """Paint the cells of an area without walls, in ``colours`` uint32[256]."""
        rows, columns, level = self._samples(area, zoom)
        kinds = self._kinds(rows, columns, level)
        if kinds is None:
            out[:] = colours[PLAIN]
        else:
            np.take(colours, kinds, out=out, mode="clip")
        blank = self.walls.sample(level, rows, columns) == BLANK_SHARE
        np.copyto(out, colours[BLANK], where=blank)

    def places(self, area: Area, zoom: float) -> tuple[Ids, Ids]:
        """Return the rows and columns of level 0 under the px of an area."""
        zoom /= self.scale
        height, width = self.walls.shape
        columns = _values_at(area.left, area.right, zoom, width)
        return _values_at(area.top, area.bottom, zoom, height), columns

    def _samples(self, area: Area, zoom: float) -> tuple[Ids, Ids, int]:
        """Return the rows and columns of level 0 under the px of an area, and the level to use."""
        return *self.places(area, zoom), self.walls.level_for(zoom / self.scale)

    def _kinds(self, rows: Ids, columns: Ids, level: int) -> Values | None:
        kinds = None if self.kinds is None else self.kinds.sample(level, rows, columns)
        if self.levels is None:
            return kinds
        levels = self.levels.sample(level, rows, columns)
        if kinds is None:
            return levels
        below = (kinds < ROUTE) | (levels == TINTED)  # so that no tint is missed from far away
        return np.where(below, np.maximum(kinds, levels), kinds)

    def touched(self, start: Ids, stop: Ids, zoom: float) -> Ids:
        """Return int64[k, 4], the areas that change with values from ``start`` to ``stop``.

        Both are int64[k, 2], column and row.
        """
        zoom /= self.scale
        side = 2 ** self.walls.level_for(zoom)
        first = start // side * side * zoom - 1
        last = (stop // side + 1) * side * zoom + 1
        return np.hstack([np.floor(first), np.ceil(last)]).astype(np.int64)


def _values_at(start: int, stop: int, zoom: float, count: int) -> NDArray[np.int64]:
    """Return the value under the middle of each px."""
    values = np.floor((np.arange(start, stop) + 0.5) / zoom).astype(np.int64)
    return np.clip(values, 0, count - 1)


SHARE_OF_A_WALL = 120  # of 255; a square owns two walls
DENSEST = 2 * SHARE_OF_A_WALL
BLANK_SHARE = 255  # of a blank cell: where there is nothing but such cells


def density(share: Base, shape: tuple[int, int], lattice: Lattice) -> Pyramid:
    """Return a pyramid of the share of walls, and of blank cells where a lattice has some."""
    return Pyramid(share, *shape, mean if lattice.whole else mean_without_blanks)


def mean_without_blanks(one: Values, two: Values, three: Values, four: Values) -> Values:
    """Return the mean of the shares that are not BLANK_SHARE; that where all four are.

    So however far one zooms out, no corridor disappears between blank cells.
    """
    total, blank = np.zeros(one.shape, np.uint16), np.zeros(one.shape, np.uint8)
    for share in (one, two, three, four):
        total += share
        blank += share == BLANK_SHARE
    total -= blank * np.uint16(BLANK_SHARE)
    count = np.maximum(4 - blank, 1)
    return np.where(blank == 4, np.uint8(BLANK_SHARE), (total + count // 2) // count).astype(
        np.uint8
    )


POINTS = 2  # a cell, across and down: no cell is missed, as a circle one cell wide fits in
ROWS = 128  # of points looked up at a time

Read = Callable[[Any, Any], NDArray[Any]]  # of indices of rows and columns, as numpy takes them


def as_grid(flat: NDArray[Any], lattice: Lattice) -> NDArray[Any]:
    """Return a view (rows + 2, columns + 2) of an array over square cells, the rim included.

    The outside cell after a row is also that before the next: the view contains it twice.
    """
    stride = lattice.columns + 1
    shape = (lattice.rows + 2, lattice.columns + 2)
    step = flat.itemsize
    return as_strided(flat, shape, (stride * step, step), writeable=False)


class CellGrid:
    """The grid of square cells: one sample a cell.

    A grid has values, each of which shows one cell; a cell is as wide as ``scale`` of them, and has
    ``positions`` at the most.
    """

    scale = positions = 1

    def __init__(self, lattice: Lattice) -> None:
        self._lattice = lattice
        self.shape = (lattice.rows, lattice.columns)

    def read(self, flat: NDArray[Any]) -> Read:
        """Return a reader of a view of the array."""
        inner = as_grid(flat, self._lattice)[1:-1, 1:-1]
        return lambda rows, columns: inner[rows, columns]

    def of(self, cells: Ids) -> tuple[Ids, Ids]:
        """Return rows and columns of the cells that are not in the rim."""
        rows, columns = np.divmod(cells, self._lattice.columns + 1)
        inner = (rows > 0) & (columns > 0) & (rows <= self._lattice.rows)
        return rows[inner] - 1, columns[inner] - 1


class PointGrid:
    """The cell under each point of the grid; 0 (outside) where there is none.

    They are looked up on demand until ``build`` has made a table of them, int32[rows, columns]; at
    first only every second point, so that the first picture is shown at once.
    """

    scale = POINTS

    def __init__(self, lattice: Lattice) -> None:
        self._geometry = geometry = lattice.geometry
        self.shape = (
            max(1, int(np.ceil(geometry.height * POINTS))),
            max(1, int(np.ceil(geometry.width * POINTS))),
        )
        self.reach = 0.0  # how far from its middle a cell extends, in cells; 0 until it is known
        self._table: NDArray[np.int32] | None = None

    def build(self, reach: float, job: Job) -> None:
        """Build the table; raises ``CancelledError``."""
        table = np.empty(self.shape, np.int32)
        for top in range(0, self.shape[0], ROWS):
            job.check()
            rows = slice(top, top + ROWS)
            table[rows] = self._under(*self._indices(rows, slice(None)))
        self.reach, self._table = reach, table

    def cells(self, rows: Any, columns: Any) -> NDArray[np.integer[Any]]:
        """Return the cells under the points at ``rows`` and ``columns``, as numpy takes them."""
        if self._table is not None:
            cells: NDArray[np.int32] = self._table[rows, columns]
            return cells
        rows, columns = self._indices(rows, columns)
        if self.reach or rows.ndim == columns.ndim:
            return self._under(rows, columns)
        some = self._under(rows[::2], columns[::2])
        return some.repeat(2, axis=0)[: len(rows)].repeat(2, axis=1)[:, : len(columns)]

    def _indices(self, rows: Any, columns: Any) -> tuple[Ids, Ids]:
        """Return rows and columns as index arrays that can be broadcast."""
        if isinstance(columns, slice):
            columns = np.arange(*columns.indices(self.shape[1]))
            rows = np.arange(*rows.indices(self.shape[0])) if isinstance(rows, slice) else rows
            rows = rows[:, None]
        return rows, columns

    def _under(self, rows: Ids, columns: Ids) -> Ids:
        return self._geometry.all_under((columns + 0.5) / POINTS, (rows + 0.5) / POINTS)

    def read(self, flat: NDArray[Any]) -> Read:
        return lambda rows, columns: flat.take(self.cells(rows, columns))

    @property
    def positions(self) -> int:
        """How many points ``of`` returns for a cell."""
        return self._across**2

    @property
    def _across(self) -> int:
        return int(np.ceil(2 * self.reach * POINTS)) + 1

    def of(self, cells: Ids) -> tuple[Ids, Ids]:
        """Return the rows and columns of all points within reach of the cells."""
        centres = self._geometry.centres(cells) * POINTS
        first = np.floor(centres - self.reach * POINTS).astype(np.int64)
        steps = np.arange(self._across)
        rows, columns = np.broadcast_arrays(
            (first[:, 1, None] + steps)[:, :, None], (first[:, 0, None] + steps)[:, None, :]
        )
        within = (rows >= 0) & (rows < self.shape[0]) & (columns >= 0) & (columns < self.shape[1])
        return rows[within], columns[within]


SampleGrid = CellGrid | PointGrid


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
        self._outdated = False  # whether they are built before the next one is looked at

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
        self._levels, self._outdated = levels, False

    def outdate(self) -> None:
        """Have all levels built when one is looked at: close up none is, and a maze stays quick."""
        self._outdated = True

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
        if self._outdated:
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
        if level and self._outdated:
            self.build()
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

"""All walls of a lattice of any shape in a spatial index: the walls in view are looked up fast."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.spatial_index import SpatialIndex
from mazeeditor.maze.geometry import Ids, Points, middles
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import NOWHERE
from mazeeditor.maze.tiling import Tiling
from mazeeditor.screen.raster.line_kernels import WallTables, flat

SIDE = 8.0  # cells: the walls are sorted into squares of this size, by their middles
MARGIN_CELLS = 1.0  # cells, beyond the reach of cells, for points moved to whole pixels
BATCH_OF_WALLS = 1 << 15  # walls processed at a time: temporary arrays stay in the cache
BATCH = 1 << 14  # cells or posts processed at a time
Numbers = NDArray[np.float64]
MIN_REACH_CELLS = 0.1  # cells: no cell is that small


class WallIndex:
    """Every wall of an inside cell, once; ``reach`` is how far a cell extends from its middle.

    ``points`` float64[m, 2] are the positions of posts and ``centres`` float64[n, 2] those of
    inside cells. Of each wall, ``ends`` int32[k, 2] are its posts and ``bulges`` float64[k] as
    in ``Tiling`` (float64[0] where all are straight), ``lower`` int32[k] its lower cell,
    ``slots`` uint8[k] the slot of that, ``upper`` and ``backs`` the same of the other side. On
    the path from the first end down to the second the lower cell is on the left of the screen.

    Building it takes a while; raises ``CancelledError``.
    """

    def __init__(self, lattice: Lattice, job: Job) -> None:
        geometry = lattice.geometry
        table = every_wall(lattice, job)
        self.points = places_of(geometry, table.posts, job)
        self.centres = centres_of(lattice, job)
        self.curved = bool(table.bulges.any())
        empty = SpatialIndex.over((0.0, 0.0, geometry.width, geometry.height), SIDE)
        self.reach = reach_of(lattice)
        squares = np.empty(len(table.lower), np.int32)
        for start in range(0, len(squares), BATCH_OF_WALLS):
            job.check()
            part = slice(start, start + BATCH_OF_WALLS)
            squares[part] = empty.squares_of(*self._orient(lattice, table, part))
        index = empty.with_points(squares)
        job.check()
        order = index.at.astype(np.int64)
        self._squares = index._replace(at=index.at[:0])  # the walls themselves are in this order
        self.ends, self.lower, self.upper = (
            array.take(order, axis=0) for array in (table.posts, table.lower, table.upper)
        )
        self.slots, self.backs = table.slots.take(order), table.backs.take(order)
        self.bulges = table.bulges.take(order) if self.curved else np.empty(0)
        self.tables = WallTables(
            flat(self.lower),
            flat(self.slots),
            flat(self.upper),
            flat(self.backs),
            flat(self.ends),
            flat(self.points),
            flat(self.bulges),
            flat(self.centres),
        )

    def _orient(self, lattice: Lattice, table: WallTable, part: slice) -> tuple[Numbers, Numbers]:
        """Orient the walls in ``part``; return x and y of their middles."""
        posts, bulges = table.posts[part], table.bulges[part]
        (ax, ay), (bx, by) = (self.points.take(posts[:, end], axis=0).T.copy() for end in (0, 1))
        dx, dy = bx - ax, by - ay
        x, y = (ax + bx - dy * bulges) / 2, (ay + by + dx * bulges) / 2  # as ``middles`` does
        aside = np.zeros(len(bulges))
        for cells, sign in ((table.upper[part], -1), (table.lower[part], 1)):
            inside = lattice.inside[cells]
            cx, cy = self.centres.take(cells, axis=0).T.copy()
            # the lower cell decides, if it is inside
            np.copyto(aside, sign * (dx * (cy - ay) - dy * (cx - ax)), where=inside)
        reversed_walls = np.flatnonzero(aside < 0)
        posts[reversed_walls], bulges[reversed_walls] = (
            posts[reversed_walls, ::-1],
            -bulges[reversed_walls],
        )
        return x, y

    def runs(self, left: float, top: float, right: float, bottom: float) -> Ids:
        """Return int64[r, 2], start and stop of the runs of walls in a part of the maze, in cells.

        They contain all walls of every cell that is visible there, moved to whole pixels.
        """
        room = 2 * self.reach + MARGIN_CELLS
        return self._squares.runs((left - room, top - room, right + room, bottom + room))

    def shapes(self, walls: Ids) -> tuple[Points, NDArray[np.float64]]:
        """Return ends float64[k, 2, 2] in cells and bulges float64[k] of ``walls`` int64[k]."""
        bulges = self.bulges.take(walls) if self.curved else np.zeros(len(walls))
        return self.points.take(self.ends.take(walls, axis=0), axis=0), bulges


@dataclass(frozen=True, eq=False)
class WallTable:
    """Walls: their lower cells int32[k] and the slots uint8[k] of these, the same of the upper.

    ``posts`` int32[k, 2] and ``bulges`` float64[k] are those of ``Tiling``.
    """

    lower: NDArray[np.int32]
    slots: NDArray[np.uint8]
    upper: NDArray[np.int32]
    backs: NDArray[np.uint8]
    posts: NDArray[np.int32]
    bulges: NDArray[np.float64]


def every_wall(lattice: Lattice, job: Job) -> WallTable:
    """Return each wall of an inside cell, taken from its lower cell, once."""
    pieces = [_walls_of(lattice, part) for part in _parts(lattice.size, job)]
    return WallTable(*(np.concatenate(column) for column in zip(*pieces, strict=True)))


def _walls_of(lattice: Lattice, part: slice) -> tuple[NDArray[np.generic], ...]:
    cells = np.arange(part.start, min(part.stop, lattice.size), dtype=np.int64)
    parts = []
    for slot in range(lattice.degree):
        neighbours, backs = lattice.beyond(cells, slot)
        neighbours = neighbours.clip(0, lattice.size - 1)  # beyond the rim there is nothing
        real = (neighbours > cells) & (neighbours != NOWHERE)
        walls = np.flatnonzero(real & (lattice.inside[cells] | lattice.inside[neighbours]))
        parts.append((cells[walls], np.full(len(walls), slot), neighbours[walls], backs[walls]))
    lower, slots, upper, backs = (np.concatenate(column) for column in zip(*parts, strict=True))
    ids = lower * lattice.degree + slots
    return (
        lower.astype(np.int32),
        slots.astype(np.uint8),
        upper.astype(np.int32),
        backs.astype(np.uint8),
        lattice.geometry.posts(ids).astype(np.int32),
        lattice.geometry.bulges(ids),
    )


def places_of(geometry: Tiling, posts: NDArray[np.int32], job: Job) -> Points:
    """Return float64[m, 2], the positions of ``posts``; other entries are undefined."""
    used = np.zeros(int(posts.max(initial=0)) + 1, np.bool_)
    used[posts] = True
    ids, places = np.flatnonzero(used), np.zeros((len(used), 2))
    for part in _parts(len(ids), job):
        places[ids[part]] = geometry.post_positions(ids[part])
    return places


def centres_of(lattice: Lattice, job: Job) -> Points:
    """Return float64[n, 2], the middle of every inside cell; other entries are undefined."""
    cells, places = lattice.inside_cells(), np.zeros((lattice.size, 2))
    for part in _parts(len(cells), job):
        places[cells[part]] = lattice.geometry.centres(cells[part])
    return places


def reach_of(lattice: Lattice) -> float:
    """Return the largest distance in cells of a point of a cell from its middle."""
    samples = lattice.samples()
    cells, walls = lattice.walls_of(samples[samples > 0])
    geometry = lattice.geometry
    ends = geometry.post_positions(geometry.posts(walls))
    points = np.concatenate([ends, middles(ends, geometry.bulges(walls))[:, None]], axis=1)
    away = np.hypot(*(points - geometry.centres(cells)[:, None]).T)
    return float(away.max(initial=MIN_REACH_CELLS))  # more than 0, even where there is no cell


def _parts(count: int, job: Job) -> Iterator[slice]:
    for start in range(0, count, BATCH):
        job.check()
        yield slice(start, start + BATCH)

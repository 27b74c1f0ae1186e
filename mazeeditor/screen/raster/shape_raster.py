"""Paints mazes of every shape without a faster raster: hexagons, triangles, rings, any outline.

All mazes on one lattice share its layout: where its cells and walls are. If there is not enough
memory for that, the overview is shown at every zoom.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from threading import Lock
from typing import Any
from weakref import WeakSet

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import Kernel, available
from mazeeditor.core.memory import free_bytes
from mazeeditor.core.translation import _
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import COUNT, UNUSED
from mazeeditor.maze.maze import Maze
from mazeeditor.screen.area import Area
from mazeeditor.screen.cell_paint import Paint
from mazeeditor.screen.maze_raster import MazeRaster
from mazeeditor.screen.pixel_colours import PixelColours, Pixels
from mazeeditor.screen.raster import fill_kernels
from mazeeditor.screen.raster.overview import (
    BLANK_SHARE,
    DENSEST,
    PointGrid,
    Pyramid,
    Read,
    Values,
    density,
)
from mazeeditor.screen.raster.shape_closeup import (
    CLOSE_FROM,
    BlankCells,
    ShownMaze,
    covered_pixels_of,
    draw_closeup,
    draw_plainly,
    kernels_for,
)
from mazeeditor.screen.viewport import wall_width
from mazeeditor.screen.wall_index import WallIndex, reach_of

POLL_S = 0.02  # s between two checks whether a waiting thread was cancelled
BYTES = 320  # a cell, measured: the peak for a fine picture of hexagons


class LatticeLayout:
    """Sample points for the overview and, once it is built, the index of walls for close-ups."""

    def __init__(self, lattice: Lattice) -> None:
        self.lattice = lattice
        self.samples = PointGrid(lattice)
        self.index: WallIndex | None = None
        self.blanks: BlankCells | None = None
        self.coarse = False
        self._building = Lock()

    @property
    def built(self) -> bool:
        """Whether ``build`` has nothing left to do."""
        return self.index is not None or self.coarse

    def build(self, job: Job) -> str:
        """Build what is missing; may run in any thread, raises ``CancelledError``.

        One thread builds at a time. The others wait; if it is cancelled, one of them builds.
        Returns a message for the user if the picture must remain coarse, else "".
        """
        while not self._building.acquire(timeout=POLL_S):
            job.check()
        try:
            return "" if self.built else self._build(job)
        finally:
            self._building.release()

    def _build(self, job: Job) -> str:
        free, needed = free_bytes(), int(self.lattice.row_lengths.sum()) * BYTES
        if free is not None and free < needed:
            self.samples.reach = reach_of(self.lattice)
            self.coarse = True
            return _(
                "This maze of {cells:,} cells is shown coarsely: a fine picture takes {needed:.1f} "
                "GB of memory, and {free:.1f} GB are free. What is exported is as fine as ever."
            ).format(cells=self.lattice.cells, needed=needed / 1e9, free=free / 1e9)
        walls = WallIndex(self.lattice, job)
        blanks = None
        if not self.lattice.whole:
            blank = blank_cells(self.lattice)
            others = replace(
                self.lattice, inside=blank, geometry=self.lattice.geometry.masked(blank)
            )
            blanks = BlankCells(WallIndex(others, job), blank)
        self.samples.build(walls.reach, job)
        self.index, self.blanks = walls, blanks
        return ""


def blank_cells(lattice: Lattice) -> NDArray[np.bool_]:
    """Return bool[n], the places of a lattice that are not inside."""
    blank = np.zeros(lattice.size, np.bool_)
    for start, length in zip(
        lattice.row_starts.tolist(), lattice.row_lengths.tolist(), strict=True
    ):
        row = slice(start, start + length)
        np.logical_not(lattice.inside[row], out=blank[row])
    return blank


_in_use: WeakSet[LatticeLayout] = WeakSet()
_looking = Lock()


def layout_of(lattice: Lattice) -> LatticeLayout:
    """Return the layout of a lattice: one in use if it has the same cells, else a new one.

    Another maze of the same size is then shown at once. May be called in any thread.
    """
    with _looking:
        for layout in _in_use:
            if layout.lattice.same(lattice):
                return layout
        layout = LatticeLayout(lattice)
        _in_use.add(layout)
        return layout


OVERHANG_PX = 2  # px that soft edges, and the line of the route, may go beyond a cell


def wall_shares_around(
    lattice: Lattice, walls: NDArray[np.uint8], cells_at: Read
) -> Callable[..., Values]:
    """Return a reader of the share of walls around cells of any shape that are closed.

    ``cells_at`` reads the numbers of the cells under sample points. That of a blank cell is
    BLANK_SHARE.
    """
    used = np.packbits(lattice.opposite != UNUSED, axis=1, bitorder="little")[:, 0]
    table = np.zeros((256, 256), np.uint8)
    bits = COUNT.astype(np.int64)  # their product with DENSEST has no room in a byte
    table[:] = bits[None, :] * DENSEST // np.maximum(bits[:, None], 1)
    shares = table.reshape(-1)
    blank = None if lattice.whole else blank_cells(lattice)

    def share(rows: Any, columns: Any) -> Values:
        cells = cells_at(rows, columns)
        slots = used[lattice.rows_of(cells)]
        pairs = slots.astype(np.uint16) << np.uint16(8) | (walls.take(cells) & slots)
        values = shares.take(pairs) * lattice.inside.take(cells)
        if blank is not None:
            values[blank.take(cells)] = BLANK_SHARE
        return values

    return share


class ShapeRaster(MazeRaster):
    """The picture of one maze of any shape."""

    small = 25_000
    quick = 300_000
    closeup_from = CLOSE_FROM

    def __init__(self, maze: Maze) -> None:
        self._layout = layout_of(maze.lattice)
        super().__init__(maze, self._layout.samples)

    @property
    def ready(self) -> bool:
        """Whether the picture is at its finest: nothing to prepare."""
        return super().ready and self._layout.built

    @property
    def missing_kernels(self) -> tuple[Kernel[Any, Any], ...]:
        """The kernels the current picture needs that are not compiled but can be."""
        filled = self.cell_paint is not None or self.levels is not None
        kernels = kernels_for(filled=filled, blanks=not self.lattice.whole)
        missing = tuple(kernel for kernel in kernels if not kernel.ready)
        return missing if missing and available() else ()

    def prepare(self, job: Job) -> Callable[[], None]:
        """Build the layout, then do the slow work of every raster.

        The returned function raises ``MazeError`` at its end if memory is too short for the layout.
        """
        shortage, use = self._layout.build(job), super().prepare(job)

        def apply() -> None:
            use()
            if shortage:
                raise MazeError(shortage)

        return apply

    def paint(self, cells: Ids, paint: Paint) -> None:
        """Paint inside ``cells`` int64[k] with ``paint`` uint16[k]."""
        if not self._layout.built:
            self._late_paint.append((cells, paint))
        else:
            super().paint(cells, paint)

    def new_wall_pyramid(self) -> Pyramid:
        """Return the pyramid of the walls, not built yet."""
        samples = self._layout.samples
        share = wall_shares_around(self.lattice, self.maze.walls, samples.cells)
        return density(share, samples.shape, self.lattice)

    def cells_of(self, walls: Ids) -> Ids:
        """Return the cells on both sides that are in the maze."""
        lower, _slots, upper, _backs = self.lattice.sides_of(walls)
        cells = np.concatenate([lower, upper])
        return cells[self.lattice.inside[cells]]

    def touched(self, walls: Ids, zoom: float) -> Ids:
        """Return int64[k, 4], the areas that change with ``walls`` int64[k]."""
        if zoom < CLOSE_FROM or self._layout.index is None:
            return self.touched_by_paint(self.cells_of(walls), zoom)
        geometry = self.lattice.geometry
        ends = geometry.post_positions(geometry.posts(walls)) * zoom
        chords = np.hypot(*(ends[:, 1] - ends[:, 0]).T)
        room = (np.abs(geometry.bulges(walls)) * chords / 2 + wall_width(zoom) + OVERHANG_PX)[
            :, None
        ]
        first, last = ends.min(axis=1) - room, ends.max(axis=1) + room
        return np.hstack([np.floor(first), np.ceil(last)]).astype(np.int64)

    def touched_by_paint(self, cells: Ids, zoom: float) -> Ids:
        """Return int64[k, 4], the areas that change with the paint of ``cells`` int64[k]."""
        if not self._layout.built:
            return np.empty((0, 4), np.int64)  # everything is repainted as soon as it is built
        centres, reach = self.lattice.geometry.centres(cells), self._layout.samples.reach
        shown = self._shown()
        if zoom < CLOSE_FROM or shown is None:
            first, last = (
                np.floor((centres + side * reach) * self.overview.scale).astype(np.int64)
                for side in (-1, 1)
            )
            return self.overview.touched(first, last, zoom)
        if not shown.ready:  # cells are filled by samples of the overview
            reach += 1 / self.overview.scale
        room = reach * zoom + OVERHANG_PX
        places = np.hstack([np.floor(centres * zoom - room), np.ceil(centres * zoom + room)])
        return places.astype(np.int64)

    def cells_in(self, area: Area, zoom: float) -> Ids | None:
        """Return the cells in an area, some twice, and some around; None where not known fast."""
        index = self._layout.index
        if zoom < CLOSE_FROM or index is None:
            return None
        runs = index.runs(*(side / zoom for side in area)).tolist()
        sides = [side[slice(*run)] for run in runs for side in (index.lower, index.upper)]
        return np.concatenate([np.empty(0, np.int64), *sides])

    # The picture

    def extent(self, zoom: float) -> Area:
        """Return the area the maze paints: a wall more than its cells."""
        geometry = self.lattice.geometry
        width, height = max(1, round(geometry.width * zoom)), max(1, round(geometry.height * zoom))
        room = wall_width(zoom) + 1 if zoom >= CLOSE_FROM else 0
        return Area(-room, -room, width + room, height + room)

    def compose(self, area: Area, zoom: float, colours: PixelColours, out: Pixels) -> None:
        """Paint an area within the extent into ``out`` uint32[height, width]."""
        shown = self._shown()
        if zoom < CLOSE_FROM or shown is None:  # or until the layout is built
            self.overview.compose(area, zoom, colours, out)
        elif shown.ready:
            draw_closeup(shown, area, zoom, colours, out)
        else:
            self.overview.fill(area, zoom, colours.closeup_line, out)
            draw_plainly(shown, area, zoom, colours, out)

    def covered(self, cells: NDArray[np.bool_], area: Area, zoom: float) -> NDArray[np.bool_]:
        """Return bool[height, width], which px of an area show one of ``cells`` bool[n]."""
        shown = self._shown()
        if zoom < CLOSE_FROM or shown is None or not fill_kernels.fill.ready:
            return super().covered(cells, area, zoom)
        return covered_pixels_of(shown, cells, area, zoom)

    def _shown(self) -> ShownMaze | None:
        if self._layout.index is None:
            return None
        paint = self.cell_paint.paint if self.cell_paint else None
        return ShownMaze(self.maze, self._layout.index, paint, self.levels, self._layout.blanks)

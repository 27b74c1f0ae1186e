"""Paints mazes of square cells, of any size, in a few milliseconds.

Near, every wall is drawn; from afar a pyramid shows how much ink there is and the most important
class of cell.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from mazeeditor.gui.canvas import near
from mazeeditor.gui.canvas.area import Area
from mazeeditor.gui.canvas.near import BOTTOM, RIGHT, Grid, Grids
from mazeeditor.gui.canvas.paint import paint_of
from mazeeditor.gui.canvas.pyramid import Pyramid, largest
from mazeeditor.gui.canvas.rasters import raster
from mazeeditor.gui.canvas.shades import CLASS, INKS, Pixels, Shades
from mazeeditor.gui.canvas.viewport import NEAR, wall_width
from mazeeditor.job import Job
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.solution import Solution

MANY = 20_000  # walls changed at once: build the pyramid anew
INK_OF_A_WALL = 120  # of 255 in the far picture; a cell owns two walls


def is_square_grid(lattice: Lattice) -> bool:
    """Whether the cells are squares in rows and columns, some of them perhaps outside."""
    stride = lattice.columns + 1
    return lattice.mask == 0 and lattice.offsets.tolist() == [[-stride, 1, stride, -1]]


@raster("squares", is_square_grid)
class Squares:
    """The picture of one maze; it reads the maze's own walls whenever it paints."""

    def __init__(self, maze: Maze) -> None:
        self._maze = maze
        self._lattice = maze.lattice
        self._rows, self._columns = maze.lattice.rows, maze.lattice.columns
        self._grids = Grids(self._grid(maze.walls), self._grid(maze.lattice.inside.view(np.uint8)))
        self._full = maze.lattice.cells == self._rows * self._columns
        self._ink = self._new_ink()
        self._late: list[Ids] = []  # changes that a pyramid in the making may have missed
        self._wanted: tuple[Solution, bool, bool] | None = None
        self._tint: Pyramid | None = None
        self.ready = False

    def _grid(self, flat: Grid) -> Grid:
        """Return a view (rows + 2, columns + 2) with the rim; a row's last cell is shared.

        The outside cell after a row is the one before the next: both stand in the view.
        """
        shape = (self._rows + 2, self._columns + 2)
        return as_strided(flat, shape, (self._columns + 1, 1), writeable=False)

    # What changes

    def paint(self, solution: Solution | None, *, route: bool, marks: bool) -> None:
        """Show the route and the marks, or with ``None`` neither, after ``prepare``."""
        self._wanted = None if solution is None else (solution, route, marks)
        self.ready = False

    def change(self, walls: Ids | None) -> bool:
        """Take note that ``walls`` int64[k], or (``None``) any, were opened or closed."""
        if walls is None or len(walls) > MANY:
            self._ink, self._late, self.ready = self._new_ink(), [], False
            return True
        if self._ink.ready:
            rows, columns = np.divmod(walls // 4, self._columns + 1)
            inside = (rows > 0) & (columns > 0) & (rows <= self._rows)
            self._ink.update(rows[inside] - 1, columns[inside] - 1)
        else:
            self._late.append(walls)
        return False

    def touched(self, walls: Ids, zoom: float) -> NDArray[np.int64]:
        """Return int64[k, 4], the areas that change with ``walls`` int64[k]."""
        if zoom >= NEAR:
            geometry = self._lattice.geometry
            ends = geometry.post_positions(geometry.posts(walls)) * zoom - wall_width(zoom) // 2
            start, stop = ends.min(axis=1), ends.max(axis=1) + wall_width(zoom)
        else:
            side = 2 ** self._ink.level_for(zoom)
            rows, columns = np.divmod(walls // 4, self._columns + 1)
            start = np.stack([columns - 1, rows - 1], axis=-1) // side * side * zoom - 1
            stop = start + side * zoom + 2
        return np.hstack([np.floor(start), np.ceil(stop)]).astype(np.int64)

    # The slow work

    def prepare(self, job: Job) -> Callable[[], None]:
        """Build the pyramids, and what the solver found as paint."""
        ink, wanted = self._ink, self._wanted
        if not ink.ready:
            ink = self._new_ink()
            ink.build(job)
        cells = tint = None
        if wanted is not None:
            solution, route, marks = wanted
            maze = self._maze
            openings = (*((maze.entrance,) if maze.entrance else ()), *maze.exits)
            cells = self._grid(paint_of(solution, openings, route=route, marks=marks))
            tint = self._new_tint(cells)
            tint.build(job)

        def use() -> None:
            self._ink, self._tint, self.ready = ink, tint, True
            self._grids = replace(self._grids, cells=cells)
            late, self._late = self._late, []
            for walls in late:
                self.change(walls)

        return use

    def _new_ink(self) -> Pyramid:
        return Pyramid(self._ink_of, self._rows, self._columns)

    def _new_tint(self, cells: Grid) -> Pyramid:
        inner = cells[1:-1, 1:-1]

        def kinds(rows: Any, columns: Any) -> Grid:
            return inner[rows, columns] & np.uint8(CLASS)

        return Pyramid(kinds, self._rows, self._columns, largest)

    def _ink_of(self, rows: Any, columns: Any) -> Grid:
        """Return how much ink the right and bottom walls of cells are."""
        grids = self._grids
        walls = grids.walls[1:-1, 1:-1][rows, columns]
        right, bottom = walls >> RIGHT & 1, walls >> BOTTOM & 1
        if not self._full:
            inside = grids.inside[1:-1, 1:-1][rows, columns]
            right &= inside | grids.inside[1:-1, 2:][rows, columns]
            bottom &= inside | grids.inside[2:, 1:-1][rows, columns]
        return (right + bottom) * np.uint8(INK_OF_A_WALL)

    # The picture

    def extent(self, zoom: float) -> Area:
        """Return all the px the maze paints: half a wall more than its cells."""
        width, height = round(self._columns * zoom), round(self._rows * zoom)
        if zoom < NEAR:
            return Area(0, 0, max(1, width), max(1, height))
        before = wall_width(zoom) // 2
        after = wall_width(zoom) - before
        return Area(-before, -before, width + after, height + after)

    def compose(self, area: Area, zoom: float, shades: Shades, out: Pixels) -> None:
        """Paint an area within the extent into ``out`` uint32[height, width]."""
        if zoom >= NEAR:
            near.compose(self._grids, area, int(zoom), shades, out)
        else:
            self._compose_far(area, zoom, shades, out)

    def _compose_far(self, area: Area, zoom: float, shades: Shades, out: Pixels) -> None:
        columns = _cells_at(area.left, area.right, zoom, self._columns)
        rows = _cells_at(area.top, area.bottom, zoom, self._rows)
        level = self._ink.level_for(zoom)
        kinds = self._ink.sample(level, rows, columns) >> 3
        if self._tint is not None:
            kinds |= self._tint.sample(level, rows, columns) * np.uint8(INKS)
        np.take(shades.far, kinds, out=out, mode="clip")


def _cells_at(start: int, stop: int, zoom: float, count: int) -> NDArray[np.int64]:
    """Return the cell under the middle of each px."""
    cells = np.floor((np.arange(start, stop) + 0.5) / zoom).astype(np.int64)
    return np.clip(cells, 0, count - 1)

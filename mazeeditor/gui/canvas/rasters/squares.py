"""Paints mazes of square cells, of any size, in a few milliseconds.

Near, every wall is drawn; from afar a pyramid shows how much ink there is and the most important
class of cell.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.gui.canvas import near
from mazeeditor.gui.canvas.area import Area
from mazeeditor.gui.canvas.coat import Coat, as_grid
from mazeeditor.gui.canvas.near import BOTTOM, RIGHT, Grid, Grids
from mazeeditor.gui.canvas.paint import Paint, paint_of
from mazeeditor.gui.canvas.pyramid import Pyramid
from mazeeditor.gui.canvas.rasters import raster
from mazeeditor.gui.canvas.shades import INKS, Pixels, Shades
from mazeeditor.gui.canvas.viewport import NEAR, wall_width
from mazeeditor.job import Job
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.solution import Solution

MANY = 300_000  # walls: in a LARGE maze, of that many cells, a thread prepares so great a change
LARGE = 20_000_000
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
        self._lattice = lattice = maze.lattice
        self._rows, self._columns = lattice.rows, lattice.columns
        self._grids = Grids(
            as_grid(maze.walls, lattice), as_grid(lattice.inside.view(np.uint8), lattice)
        )
        self._full = lattice.cells == self._rows * self._columns
        self._ink = self._new_ink()
        self._late: list[Ids] = []  # changes that a pyramid in the making may have missed
        self._coat: Coat | None = None
        self._wanted: tuple[Solution, bool, bool] | None = None  # what the coat is to show
        self._late_paint: list[tuple[Ids, Paint]] = []  # what is to be painted over that

    @property
    def ready(self) -> bool:
        """Whether the picture is as fine as can be: nothing to prepare."""
        return self._ink.ready and self._wanted is None

    # What changes

    def show_solution(self, solution: Solution | None, *, route: bool, marks: bool) -> None:
        """Paint the route and the marks, after ``prepare``, or at once nothing."""
        self._wanted = None if solution is None else (solution, route, marks)
        self._late_paint = []
        if solution is None:
            self._wear(None)

    def paint(self, cells: Ids, paint: Paint) -> None:
        """Paint ``cells`` int64[k] of the inside with uint16[k]."""
        if self._wanted:
            self._late_paint.append((cells, paint))
            return
        if self._coat is None:
            self._wear(Coat(self._lattice))
        assert self._coat
        self._coat.change(cells, paint)

    def _wear(self, coat: Coat | None) -> None:
        self._coat = coat
        self._grids = replace(self._grids, cells=coat.grid if coat else None)

    def change(self, walls: Ids | None) -> bool:
        """Take note that ``walls`` int64[k], or (``None``) any, were opened or closed."""
        if walls is None or (len(walls) > MANY and self._lattice.size > LARGE):
            self._ink, self._late = self._new_ink(), []
            return True
        if self._ink.ready:
            rows, columns = np.divmod(walls // 4, self._columns + 1)
            inside = (rows > 0) & (columns > 0) & (rows <= self._rows)
            self._ink.update(rows[inside] - 1, columns[inside] - 1)
        else:
            self._late.append(walls)
        return False

    def touched(self, walls: Ids, zoom: float) -> Ids:
        """Return int64[k, 4], the areas that change with ``walls`` int64[k]."""
        if zoom < NEAR:
            return self._touched_far(*np.divmod(walls // 4, self._columns + 1), zoom)
        geometry = self._lattice.geometry
        ends = geometry.post_positions(geometry.posts(walls)) * zoom - wall_width(zoom) // 2
        return np.hstack([ends.min(axis=1), ends.max(axis=1) + wall_width(zoom)]).astype(np.int64)

    def touched_by_paint(self, cells: Ids, zoom: float) -> Ids:
        """Return int64[k, 4], the areas that change with the paint of ``cells`` int64[k]."""
        rows, columns = np.divmod(cells, self._columns + 1)
        if zoom < NEAR:
            return self._touched_far(rows, columns, zoom)
        start = np.stack([columns - 1, rows - 1], axis=-1) * int(zoom) - wall_width(zoom) // 2
        return np.hstack([start, start + int(zoom) + wall_width(zoom)])

    def _touched_far(self, rows: Ids, columns: Ids, zoom: float) -> Ids:
        side = 2 ** self._ink.level_for(zoom)
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
        coat = None
        if wanted is not None:
            solution, route, marks = wanted
            maze = self._maze
            openings = (*((maze.entrance,) if maze.entrance else ()), *maze.exits)
            coat = Coat(self._lattice, paint_of(solution, openings, route=route, marks=marks))
            coat.build(job)

        def use() -> None:
            self._ink = ink
            late, self._late = self._late, []
            for walls in late:
                self.change(walls)
            if coat:
                self._wear(coat)
                self._wanted, late_paint, self._late_paint = None, self._late_paint, []
                for cells, paint in late_paint:
                    coat.change(cells, paint)

        return use

    def _new_ink(self) -> Pyramid:
        return Pyramid(self._ink_of, self._rows, self._columns)

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
        if self._coat:
            kinds |= self._coat.tint.sample(level, rows, columns) * np.uint8(INKS)
        np.take(shades.far, kinds, out=out, mode="clip")


def _cells_at(start: int, stop: int, zoom: float, count: int) -> NDArray[np.int64]:
    """Return the cell under the middle of each px."""
    cells = np.floor((np.arange(start, stop) + 0.5) / zoom).astype(np.int64)
    return np.clip(cells, 0, count - 1)

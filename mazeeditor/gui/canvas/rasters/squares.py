"""Paints mazes of square cells, of any size, in a few milliseconds.

Near, every wall is drawn; from afar pyramids show how much ink there is, the most important class
of cell, and how far the cells are.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from mazeeditor.gui.canvas import near
from mazeeditor.gui.canvas.area import Area
from mazeeditor.gui.canvas.coat import Coat, as_grid
from mazeeditor.gui.canvas.far import Layers, ink_of
from mazeeditor.gui.canvas.fills import Grid
from mazeeditor.gui.canvas.heat import Heat, mean_heat
from mazeeditor.gui.canvas.near import Grids
from mazeeditor.gui.canvas.paint import Paint, paint_of
from mazeeditor.gui.canvas.pyramid import Pyramid
from mazeeditor.gui.canvas.rasters import raster
from mazeeditor.gui.canvas.shades import Pixels, Shades
from mazeeditor.gui.canvas.viewport import NEAR, wall_width
from mazeeditor.job import Job
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.solution import Solution

MANY = 300_000  # walls: in a LARGE maze, of that many cells, a thread prepares so great a change
LARGE = 20_000_000


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
        self._layers = Layers(self._new_ink())
        self._late: list[Ids] = []  # changes that a pyramid in the making may have missed
        self._coat: Coat | None = None
        self._wanted: tuple[Solution, bool, bool] | None = None  # what the coat is to show
        self._late_paint: list[tuple[Ids, Paint]] = []  # what is to be painted over that
        self._heat_wanted: Heat | None = None

    @property
    def ready(self) -> bool:
        """Whether the picture is as fine as can be: nothing to prepare."""
        return self._layers.ink.ready and not (self._wanted or self._heat_wanted)

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
        self._layers = replace(self._layers, tint=coat.tint if coat else None)

    def show_heat(self, heat: Heat | None) -> None:
        """Show how far cells are, after ``prepare``, or at once no longer."""
        self._heat_wanted = heat
        if heat is None:
            self._grids = replace(self._grids, heat=None)
            self._layers = replace(self._layers, heat=None)

    def change(self, walls: Ids | None) -> bool:
        """Take note that ``walls`` int64[k], or (``None``) any, were opened or closed."""
        if walls is None or (len(walls) > MANY and self._lattice.size > LARGE):
            self._layers, self._late = replace(self._layers, ink=self._new_ink()), []
            return True
        if self._layers.ink.ready:
            rows, columns = np.divmod(walls // 4, self._columns + 1)
            inside = (rows > 0) & (columns > 0) & (rows <= self._rows)
            self._layers.ink.update(rows[inside] - 1, columns[inside] - 1)
        else:
            self._late.append(walls)
        return False

    def touched(self, walls: Ids, zoom: float) -> Ids:
        """Return int64[k, 4], the areas that change with ``walls`` int64[k]."""
        if zoom < NEAR:
            rows, columns = np.divmod(walls // 4, self._columns + 1)
            return self._layers.touched(rows - 1, columns - 1, zoom)
        geometry = self._lattice.geometry
        ends = geometry.post_positions(geometry.posts(walls)) * zoom - wall_width(zoom) // 2
        return np.hstack([ends.min(axis=1), ends.max(axis=1) + wall_width(zoom)]).astype(np.int64)

    def touched_by_paint(self, cells: Ids, zoom: float) -> Ids:
        """Return int64[k, 4], the areas that change with the paint of ``cells`` int64[k]."""
        rows, columns = np.divmod(cells, self._columns + 1)
        if zoom < NEAR:
            return self._layers.touched(rows - 1, columns - 1, zoom)
        start = np.stack([columns - 1, rows - 1], axis=-1) * int(zoom) - wall_width(zoom) // 2
        return np.hstack([start, start + int(zoom) + wall_width(zoom)])

    # The slow work

    def prepare(self, job: Job) -> Callable[[], None]:
        """Build the pyramids, and what the solver found as paint."""
        ink, heat = self._layers.ink, self._heat_wanted
        if not ink.ready:
            ink = self._new_ink()
            ink.build(job)
        coat = self._new_coat(job)
        levels = as_grid(heat.levels, self._lattice) if heat else None
        warmth = None if levels is None else self._warmth(levels, job)

        def use() -> None:
            self._layers = replace(self._layers, ink=ink)
            late, self._late = self._late, []
            for walls in late:
                self.change(walls)
            if warmth:
                self._heat_wanted = None
                self._layers = replace(self._layers, heat=warmth)
                self._grids = replace(self._grids, heat=levels)
            if coat:
                self._wear(coat)
                self._wanted, late_paint, self._late_paint = None, self._late_paint, []
                for cells, paint in late_paint:
                    coat.change(cells, paint)

        return use

    def _new_ink(self) -> Pyramid:
        full = self._lattice.cells == self._rows * self._columns
        return Pyramid(ink_of(self._grids, full=full), self._rows, self._columns)

    def _new_coat(self, job: Job) -> Coat | None:
        if self._wanted is None:
            return None
        solution, route, marks = self._wanted
        maze = self._maze
        openings = (*((maze.entrance,) if maze.entrance else ()), *maze.exits)
        coat = Coat(self._lattice, paint_of(solution, openings, route=route, marks=marks))
        coat.build(job)
        return coat

    def _warmth(self, levels: Grid, job: Job) -> Pyramid:
        inner = levels[1:-1, 1:-1]
        warmth = Pyramid(lambda *place: inner[place], self._rows, self._columns, mean_heat)
        warmth.build(job)
        return warmth

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
            self._layers.compose(area, zoom, shades, out)

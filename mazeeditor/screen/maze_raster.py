"""The raster of a maze at any zoom: its content, changes, and the slow work for it.

``MazeRaster`` is common to all shapes; ``square_raster`` paints squares, which are the fastest,
and ``shape_raster`` every other shape.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import Kernel
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.solvers import Solution
from mazeeditor.screen.area import Area
from mazeeditor.screen.cell_paint import CellPaint, DistanceLevels, Paint, mean_distance, paint_of
from mazeeditor.screen.pixel_colours import TINTED, PixelColours, Pixels
from mazeeditor.screen.raster.overview import Overview, Pyramid, SampleGrid, largest
from mazeeditor.screen.viewport import CLOSE_UP

MANY_WALLS = 300_000  # walls: if more change in a maze of so many cells, the pyramid is built anew
MANY_CELLS = 20_000_000  # cells


class MazeRaster(ABC):
    """The picture of one maze; it reads the maze's own walls whenever it paints.

    Areas are in world px: the maze at that zoom, (0, 0) its top left corner. Requests
    during ``prepare`` are kept and applied together with its result. A maze of at most ``small``
    cells is prepared without a noticeable delay, and one of at most ``quick`` cells after an edit
    of many walls. Every wall is drawn from ``closeup_from`` px a cell on.
    """

    small = quick = 0
    closeup_from = CLOSE_UP

    def __init__(self, maze: Maze, samples: SampleGrid) -> None:
        self.maze, self.lattice, self.samples = maze, maze.lattice, samples
        self.overview = Overview(self.new_wall_pyramid(), scale=samples.scale)
        self.cell_paint: CellPaint | None = None
        self.distance_levels: DistanceLevels | None = None
        self._tint: NDArray[np.uint8] | None = None  # TINTED at some cells, else 0
        self._outdated = False  # whether the pyramid shows walls as they were
        self._late_walls: list[Ids] = []  # changed while the pyramid was being built
        self._next_solution: tuple[Solution, bool, bool] | None = None  # not shown yet
        self._late_paint: list[tuple[Ids, Paint]] = []  # paint to apply over it
        self._next_map: DistanceLevels | None = None

    # What each kind of raster implements

    @abstractmethod
    def new_wall_pyramid(self) -> Pyramid:
        """Return the pyramid of the walls, not built yet."""

    @abstractmethod
    def cells_of(self, walls: Ids) -> Ids:
        """Return the cells whose share of walls changes with ``walls`` int64[k]."""

    @abstractmethod
    def extent(self, zoom: float) -> Area:
        """Return the area the maze paints: half a wall more than its cells."""

    @abstractmethod
    def compose(self, area: Area, zoom: float, colours: PixelColours, out: Pixels) -> None:
        """Paint an area within the extent into ``out`` uint32[height, width]."""

    @abstractmethod
    def touched(self, walls: Ids, zoom: float) -> Ids:
        """Return int64[k, 4], the areas that change with ``walls`` int64[k], in ``Area`` order."""

    @abstractmethod
    def touched_by_paint(self, cells: Ids, zoom: float) -> Ids:
        """Return int64[k, 4], the areas that change with the paint of ``cells`` int64[k]."""

    @abstractmethod
    def cells_in(self, area: Area, zoom: float) -> Ids | None:
        """Return the cells in an area, and perhaps more; None where that takes long."""

    def covered(self, cells: NDArray[np.bool_], area: Area, zoom: float) -> NDArray[np.bool_]:
        """Return bool[height, width], which px of an area show one of ``cells`` bool[n]."""
        rows, columns = self.overview.places(area, zoom)
        shown: NDArray[np.bool_] = self.samples.read(cells)(rows[:, None], columns)
        return shown

    @property
    def ready(self) -> bool:
        """Whether the picture is at its finest: nothing to prepare."""
        late = self._outdated or self._next_solution or self._next_map
        return self.overview.walls.ready and not late

    @property
    def missing_kernels(self) -> tuple[Kernel[Any, Any], ...]:
        """The kernels the current picture needs that are not compiled but can be."""
        return ()

    # What changes

    def show_solution(self, solution: Solution | None, *, route: bool, marks: bool) -> None:
        """Paint the route and the marks after ``prepare``; ``None`` removes them at once."""
        self._next_solution = None if solution is None else (solution, route, marks)
        self._late_paint = []
        if solution is None:
            self._set_paint(None)

    def paint(self, cells: Ids, paint: Paint) -> None:
        """Paint inside ``cells`` int64[k] with ``paint`` uint16[k], over the existing paint."""
        if self._next_solution or self._late_paint:
            self._late_paint.append((cells, paint))
            return
        if self.cell_paint is None:
            self._set_paint(CellPaint(self.lattice, self.samples))
        assert self.cell_paint
        self.cell_paint.change(cells, paint)

    def _set_paint(self, cell_paint: CellPaint | None) -> None:
        self.cell_paint = cell_paint
        self.overview = replace(self.overview, kinds=cell_paint.kinds if cell_paint else None)

    @property
    def levels(self) -> NDArray[np.uint8] | None:
        """What covers the paint of cells, uint8[n]: distances, else a tint; 0 for nothing."""
        return self.distance_levels.levels if self.distance_levels else self._tint

    def show_tint(self, cells: NDArray[np.bool_] | None) -> None:
        """Tint ``cells`` bool[n] and no others, where no distances are shown."""
        self._tint = None if cells is None else cells * np.uint8(TINTED)
        if self.distance_levels is None:
            self._set_distances(None, None)

    def show_distances(self, distance_levels: DistanceLevels | None) -> None:
        """Show the distances of cells after ``prepare``; ``None`` hides them at once."""
        self._next_map = distance_levels
        if distance_levels is None:
            self._set_distances(None, None)

    def _set_distances(
        self, distance_levels: DistanceLevels | None, pyramid: Pyramid | None
    ) -> None:
        self.distance_levels = distance_levels
        if distance_levels is None and self._tint is not None:
            pyramid = Pyramid(self.samples.read(self._tint), *self.samples.shape, largest)
            pyramid.blank()
            pyramid.outdate()
        self.overview = replace(self.overview, levels=pyramid)

    def change(self, walls: Ids | None) -> bool:
        """Update for ``walls`` int64[k] that were opened or closed; ``None`` for any walls.

        Returns whether everything must be prepared and repainted.
        """
        if walls is None or (len(walls) > MANY_WALLS and self.lattice.size > MANY_CELLS):
            self._late_walls = []
            self.overview = replace(self.overview, walls=self.new_wall_pyramid())
            return True
        if not self.overview.walls.ready:
            self._late_walls.append(walls)
        elif self._are_many(walls) and self.lattice.size > self.quick:
            self._outdated, self._late_walls = True, []  # the old one is shown until then
            return True
        elif self._outdated:
            self._late_walls.append(walls)
        else:
            self._update(walls)
        return False

    def _are_many(self, walls: Ids) -> bool:
        """Whether to look up the samples of both cells of ``walls`` int64[k] takes too long."""
        return self.overview.walls.are_many(2 * len(walls) * self.samples.positions)

    def _update(self, walls: Ids) -> None:
        """Update the pyramid for ``walls`` int64[k]."""
        if self._are_many(walls):
            self.overview.walls.build()
        else:
            self.overview.walls.update(*self.samples.of(self.cells_of(walls)))

    # The slow work

    def prepare(self, job: Job) -> Callable[[], None]:
        """Do the slow work for a finer picture, in any thread; raises ``CancelledError``.

        Returns a function that applies the result; call it in the thread that composes.
        """
        walls = self.overview.walls
        if self._outdated or not walls.ready:
            walls = self.new_wall_pyramid()
            walls.build(job)
        cell_paint, distance_levels = self._prepared_paint(job), self._next_map
        levels = self._prepared_levels(job)

        def use() -> None:
            self.overview = replace(self.overview, walls=walls)
            late_walls, self._late_walls, self._outdated = self._late_walls, [], False
            for late in late_walls:
                self._update(late)
            if distance_levels:
                self._next_map = None
                self._set_distances(distance_levels, levels)
            if cell_paint:
                self._next_solution = None
                self._set_paint(cell_paint)
            if not self._next_solution:
                late_paint, self._late_paint = self._late_paint, []
                for cells, paint in late_paint:
                    self.paint(cells, paint)

        return use

    def _prepared_levels(self, job: Job) -> Pyramid | None:
        if self._next_map is None:
            return None
        read = self.samples.read(self._next_map.levels)
        levels = Pyramid(read, *self.samples.shape, mean_distance)
        levels.build(job)
        return levels

    def _prepared_paint(self, job: Job) -> CellPaint | None:
        if self._next_solution is None:
            return None
        solution, route, marks = self._next_solution
        paint = paint_of(solution, self.maze.openings, route=route, marks=marks)
        cell_paint = CellPaint(self.lattice, self.samples, paint)
        cell_paint.build(job)
        return cell_paint

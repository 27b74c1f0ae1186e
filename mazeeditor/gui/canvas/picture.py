"""The picture of a maze on a canvas: follows its edits, and gets finer when there was time.

A new maze is shown at once, coarse where it is seen from afar; the slow work for the fine picture
runs in a thread. A change of walls is painted over what the tiles show.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterator

import numpy as np

from mazeeditor.gui.canvas import sheet
from mazeeditor.gui.canvas.area import Area
from mazeeditor.gui.canvas.heat import Heat
from mazeeditor.gui.canvas.joining import joined
from mazeeditor.gui.canvas.paint import Paint
from mazeeditor.gui.canvas.rasters import Raster, kind_for
from mazeeditor.gui.canvas.shades import Pixels, shades_of
from mazeeditor.gui.canvas.tiles import Tiles
from mazeeditor.gui.canvas.viewport import Viewport
from mazeeditor.gui.jobs import Task, Threads
from mazeeditor.gui.theme import Theme
from mazeeditor.job import Job
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.solution import Solution

MANY = 100_000  # changes for which it takes too long to find the areas: all is painted anew
FEW = 24  # changed areas that are painted one by one; more are joined
MOST = 0.4  # of the screen: where more has changed it is faster to paint the tiles anew


class Picture:
    """The raster of one maze in the tiles of one canvas.

    ``redraw`` is called when ``draw`` has something new to show.
    """

    def __init__(
        self, canvas: tk.Canvas, theme: Theme, threads: Threads, redraw: Callable[[], None]
    ) -> None:
        self._threads, self._redraw = threads, redraw
        self._tiles = Tiles(canvas)
        self._theme, self._faded = theme, False
        self._shades = shades_of(theme)
        self._raster: Raster | None = None
        self._small = True
        self._task: Task | None = None
        self._changed: list[Ids] = []  # walls since the last draw
        self._painted: list[Ids] = []  # cells

    @property
    def fine(self) -> bool:
        """Whether the picture will not get any finer."""
        return self._task is None

    def set_theme(self, theme: Theme) -> None:
        """Show everything in other colours."""
        self._theme = theme
        self._mix()

    def _mix(self) -> None:
        self._shades = shades_of(self._theme, faded=self._faded)
        self._repaint()

    def set_maze(self, maze: Maze) -> None:
        """Show another maze, without a solution."""
        kind = kind_for(maze.lattice)
        self._raster = kind.build(maze)
        self._small = maze.lattice.size <= kind.at_once
        self._prepare()
        self._repaint()

    def set_solution(self, solution: Solution | None, *, route: bool, marks: bool) -> None:
        """Show what a solver found, or no longer."""
        if self._raster:
            self._raster.show_solution(solution, route=route, marks=marks)
            self._prepare()
            if self._raster.ready:
                self._repaint()

    def set_heat(self, heat: Heat | None) -> None:
        """Show how far cells are, or no longer."""
        if self._raster:
            self._faded = False
            self._raster.show_heat(heat)
            self._prepare()
            if self._raster.ready:
                self._mix()

    def fade_heat(self) -> None:
        """Show the distances paler: they may be out of date."""
        self._faded = True
        self._mix()

    def paint(self, cells: Ids, paint: Paint) -> None:
        """Paint ``cells`` int64[k] with uint16[k] over what is painted."""
        if self._raster and len(cells):
            self._raster.paint(cells, paint)
            self._note(self._painted, cells)

    def change(self, walls: Ids | None) -> None:
        """Show that ``walls`` int64[k], or (``None``) any, were opened or closed."""
        if self._raster is None:
            return
        if self._raster.change(walls):
            self._prepare()
            self._repaint()
        elif walls is not None and len(walls):
            self._note(self._changed, walls)

    def _note(self, changes: list[Ids], those: Ids) -> None:
        changes.append(those)
        if sum(map(len, (*self._changed, *self._painted))) > MANY:
            self._repaint()
        self._redraw()

    def draw(self, view: Viewport) -> None:
        """Bring the canvas up to date."""
        if self._raster is None:
            return
        raster, shades = self._raster, self._shades

        def compose(area: Area) -> Pixels:
            return sheet.compose(raster, shades, view, area)

        areas = list(self._touched(raster, view))
        if sum(area.size for area in areas) > view.screen.size * MOST:
            areas = []
            self._tiles.forget()
        self._tiles.show(view, compose)
        for area in areas:
            self._tiles.touch_up(area, compose)

    def close(self) -> None:
        """Stop what runs and give the images back."""
        if self._task:
            self._task.cancel()
        self._tiles.close()

    def _touched(self, raster: Raster, view: Viewport) -> Iterator[Area]:
        """Yield what in the tiles must be painted anew for what changed."""
        covered = self._tiles.covered.cut(raster.extent(view.zoom))
        found = [raster.touched(walls, view.zoom) for walls in self._changed]
        found += [raster.touched_by_paint(cells, view.zoom) for cells in self._painted]
        self._changed, self._painted = [], []
        if not (found and covered.size):
            return
        areas = np.concatenate(found)
        areas = np.hstack(
            [np.maximum(areas[:, :2], covered[:2]), np.minimum(areas[:, 2:], covered[2:])]
        )
        areas = areas[(areas[:, :2] < areas[:, 2:]).all(axis=1)]
        yield from joined(areas) if len(areas) > FEW else (Area(*each) for each in areas.tolist())

    def _repaint(self) -> None:
        self._changed, self._painted = [], []
        self._tiles.forget()
        self._redraw()

    def _prepare(self) -> None:
        if self._task:
            self._task.cancel()
            self._task = None
        raster = self._raster
        if raster is None or raster.ready:
            return
        if self._small:
            self._use(raster.prepare(Job()))
        else:
            self._task = self._threads.start(raster.prepare, self._use, _fail)

    def _use(self, use: Callable[[], None]) -> None:
        self._task = None
        try:
            use()
        finally:
            self._mix()


def _fail(problem: Exception) -> None:
    raise problem

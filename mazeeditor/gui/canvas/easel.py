"""The canvas with the picture of a maze: its walls, solution, paint and distances."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from mazeeditor.gui.canvas.heat import Heat
from mazeeditor.gui.canvas.legend import Legend
from mazeeditor.gui.canvas.overlay import Overlay, Preview
from mazeeditor.gui.canvas.paint import mixed
from mazeeditor.gui.canvas.picture import Picture
from mazeeditor.gui.canvas.sight import Sight
from mazeeditor.gui.canvas.viewport import Viewport
from mazeeditor.gui.jobs import Threads
from mazeeditor.gui.theme import Theme
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.solution import Solution

MARGIN = 28  # px at 96 dpi of paper around the maze: room for the arrows


class Easel(Sight):
    """A canvas that shows ``maze``, and what is known of it, where ``viewport`` has it."""

    def __init__(
        self, parent: tk.Misc, theme: Theme, threads: Threads | None, draw: Callable[[], None]
    ) -> None:
        super().__init__(parent, draw)
        self.theme = theme
        self.maze: Maze | None = None
        self._drawn: Viewport | None = None
        self.canvas = tk.Canvas(self, highlightthickness=0, borderwidth=0, takefocus=True)
        self._threads, self._own = threads or Threads(self), threads is None
        self._picture = Picture(self.canvas, theme, self._threads, self.redraw)
        self.overlay = Overlay(self.canvas, theme)
        self.legend = Legend(self.canvas, theme)

    def set_theme(self, theme: Theme) -> None:
        """Show everything in other colours and sizes."""
        self.theme = theme
        self.viewport = replace(self.viewport, margin=theme.px(MARGIN), scale=theme.scale)
        self.canvas.configure(background=theme.ground)
        for part in (self._picture, self.overlay, self.legend):
            part.set_theme(theme)
        self._draw_anew()

    def _draw_anew(self) -> None:
        """Have everything drawn soon, also where the view is the same."""
        self._drawn = None
        self.redraw()

    @property
    def fine(self) -> bool:
        """Whether the picture of a large maze, or of its route, is complete."""
        return self._picture.fine

    def changed(self, walls: Ids | None) -> None:
        """Show that ``walls`` int64[k] (``None``: any), or openings, changed.

        Many calls make one redraw.
        """
        self._picture.change(walls)
        self.overlay.update_openings(self.viewport)

    def show_solution(
        self, solution: Solution | None, *, route: bool = True, marks: bool = True
    ) -> None:
        """Show the route and the marks of a solver, one of them, or with ``None`` neither."""
        self._picture.set_solution(solution, route=route, marks=marks)
        self.overlay.heads.clear()
        self.redraw()

    def paint(
        self, cells: Ids, kinds: NDArray[np.uint8], ways: NDArray[np.uint8] | None = None
    ) -> None:
        """Paint ``cells`` int64[k] of the inside, each once, over what is painted and solved.

        ``kinds`` uint8[k] are PLAIN, VISITED, FILLED, LEFT, ROUTE or HEAD of ``shades``; the line
        of the route passes the slots whose bits ``ways`` uint8[k] has. Many calls make one redraw.
        """
        cells, kinds = np.asarray(cells, np.int64), np.asarray(kinds)
        self._picture.paint(cells, mixed(kinds, ways))
        self.overlay.heads.note(cells, kinds)

    def clear_paint(self) -> None:
        """Paint nothing, and show no solution either."""
        self.show_solution(None)

    def show_heat(self, heat: Heat | None) -> None:
        """Show how far each cell of ``maze`` is, with a scale, or with ``None`` no longer."""
        self._picture.set_heat(heat)
        self.legend.show(heat)
        self._draw_anew()

    def fade_heat(self) -> None:
        """Show the distances paler until others are shown: they may be out of date."""
        self._picture.fade_heat()

    def preview(self, preview: Preview | None) -> None:
        """Show what a click would do, or nothing."""
        self.overlay.update_preview(self.viewport, preview or Preview())

    def close(self) -> None:
        """Draw no more, and stop what runs."""
        super().close()
        self._picture.close()
        if self._own:
            self._threads.close()

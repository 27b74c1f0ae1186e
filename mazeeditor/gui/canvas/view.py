"""The maze on its paper in the window: shows it at any size, follows every edit at once.

    view = MazeView(parent, theme)
    view.hand = tool                      # gets the pointer, in cells
    view.show(maze)                       # another maze
    maze.listen(view.changed)             # only what changed is drawn anew
    view.show_solution(solution)

Events: ``<<ViewChanged>>`` after zoom, pan or a new size; ``<<PointerMoved>>`` when the pointer
came to another cell; ``<<CursorMoved>>`` when the cell cursor did.
"""

from __future__ import annotations

import tkinter as tk
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from mazeeditor.gui.canvas.border import Border
from mazeeditor.gui.canvas.gestures import Gestures, Hand
from mazeeditor.gui.canvas.overlay import Overlay, Preview
from mazeeditor.gui.canvas.paint import mixed
from mazeeditor.gui.canvas.picture import Picture
from mazeeditor.gui.canvas.places import CellCursor, PointedCell
from mazeeditor.gui.canvas.sight import Sight
from mazeeditor.gui.canvas.viewport import Viewport
from mazeeditor.gui.jobs import Threads
from mazeeditor.gui.theme import Theme
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.solution import Solution

MARGIN = 28  # px at 96 dpi of paper around the maze: room for the arrows


class MazeView(Sight):
    """The canvas with its rulers.

    ``hand`` is the tool that gets the left button; with ``pans`` the left button pans instead.
    ``shift`` says whether Shift was held when the pointer last did something.
    ``maze`` is what ``show`` was given, ``viewport`` the part of it that is seen.
    """

    def __init__(self, parent: tk.Misc, theme: Theme, threads: Threads | None = None) -> None:
        super().__init__(parent, self._bring_up_to_date)
        self.theme = theme
        self.hand: Hand | None = None
        self.shift = False
        self.maze: Maze | None = None
        self._pans = False
        self._drawn: Viewport | None = None
        self.canvas = tk.Canvas(self, highlightthickness=0, borderwidth=0, takefocus=True)
        self._border = Border(self, self.canvas, theme)
        self.rulers = self._border.rulers
        self.show_rulers = self._border.show_rulers
        self._threads, self._own = threads or Threads(self), threads is None
        self._picture = Picture(self.canvas, theme, self._threads, self.redraw)
        self.overlay = Overlay(self.canvas, theme)
        self.pointer, self.cursor = PointedCell(self), CellCursor(self)
        self._gestures = Gestures(self)
        self.set_theme(theme)
        self.canvas.bind("<Configure>", lambda event: self.resize(event.width, event.height))
        self.bind("<Destroy>", self._close)

    def set_theme(self, theme: Theme) -> None:
        """Show everything in other colours and sizes."""
        self.theme = theme
        self.viewport = replace(self.viewport, margin=theme.px(MARGIN), scale=theme.scale)
        self.canvas.configure(background=theme.ground)
        self._picture.set_theme(theme)
        self.overlay.set_theme(theme)
        self._border.set_theme(theme)
        self._drawn = None
        self.redraw()

    # What is shown

    @property
    def fine(self) -> bool:
        """Whether the picture of a large maze, or of its route, is complete."""
        return self._picture.fine

    def show(self, maze: Maze, *, fit: bool | None = None) -> None:
        """Show another maze, without a solution.

        The view is fitted to it (``fit`` True), kept (False), or kept where the size is the same.
        """
        view, geometry = self.viewport, maze.lattice.geometry
        same = (view.columns, view.rows) == (geometry.width, geometry.height)
        self.maze = maze
        self._picture.set_maze(maze)
        self.overlay.set_maze(maze)
        self.cursor.move(None)
        self.pointer.forget()
        self.viewport = replace(view, columns=geometry.width, rows=geometry.height).moved(0, 0)
        if fit or (fit is None and not (same and self._drawn)):
            self.fit()
        self._drawn = None
        self.redraw()

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

    def preview(self, preview: Preview | None) -> None:
        """Show what a click would do, or nothing."""
        self.overlay.update_preview(self.viewport, preview or Preview())

    def reveal(self, cell: int) -> None:
        """Pan as little as it takes to see a cell."""
        if self.maze:
            x, y = self.maze.lattice.geometry.centres(np.array([cell]))[0]
            self.look(self.viewport.revealing(float(x), float(y), 1.5))

    # The pointer and the cell cursor

    @property
    def pans(self) -> bool:
        """Whether the left button pans."""
        return self._pans

    @pans.setter
    def pans(self, pans: bool) -> None:
        self._pans = pans
        self._gestures.show_cursor()

    def set_cursor(self, name: str) -> None:
        """Show a cursor of Tk's over the canvas, ``""`` for the usual one."""
        self._gestures.set_cursor(name)

    @property
    def pointed(self) -> int | None:
        """The cell under the pointer."""
        return self.pointer.cell

    @property
    def cell(self) -> int | None:
        """The cell that the arrow keys stand on, if any; a new one is brought into the view."""
        return self.cursor.cell

    @cell.setter
    def cell(self, cell: int | None) -> None:
        self.cursor.move(cell)

    # Drawing

    def _bring_up_to_date(self) -> None:
        view = self.viewport
        self._picture.draw(view)
        self.overlay.show_heads(view)
        if view == self._drawn:
            return
        self._drawn = view
        self.overlay.show(view)
        self._border.show(view)
        self._gestures.hover_again()
        self.event_generate("<<ViewChanged>>")

    def _close(self, event: tk.Event) -> None:
        if event.widget is self:
            self.close()
            self._gestures.close()
            self._picture.close()
            if self._own:
                self._threads.close()

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

from mazeeditor.gui.canvas.border import Border
from mazeeditor.gui.canvas.easel import Easel
from mazeeditor.gui.canvas.gestures import Gestures, Hand
from mazeeditor.gui.canvas.places import CellCursor, PointedCell
from mazeeditor.gui.jobs import Threads
from mazeeditor.gui.theme import Theme
from mazeeditor.maze.maze import Maze


class MazeView(Easel):
    """The canvas with its rulers, its pointer and its cell cursor.

    ``hand`` is the tool that gets the left button; with ``pans`` the left button pans instead.
    ``shift`` says whether Shift was held when the pointer last did something.
    ``maze`` is what ``show`` was given, ``viewport`` the part of it that is seen.
    """

    def __init__(self, parent: tk.Misc, theme: Theme, threads: Threads | None = None) -> None:
        super().__init__(parent, theme, threads, self._bring_up_to_date)
        self.hand: Hand | None = None
        self.shift = False
        self._pans = False
        self._border = Border(self, self.canvas, theme)
        self.rulers = self._border.rulers
        self.show_rulers = self._border.show_rulers
        self.pointer, self.cursor = PointedCell(self), CellCursor(self)
        self._gestures = Gestures(self)
        self.set_theme(theme)
        self.canvas.bind("<Configure>", lambda event: self.resize(event.width, event.height))
        self.bind("<Destroy>", self._close)

    def set_theme(self, theme: Theme) -> None:
        """Show everything in other colours and sizes."""
        super().set_theme(theme)
        self._border.set_theme(theme)

    def show(self, maze: Maze, *, fit: bool | None = None) -> None:
        """Show another maze, without a solution.

        The view is fitted to it (``fit`` True), kept (False), or kept where the size is the same.
        """
        view, geometry = self.viewport, maze.lattice.geometry
        same = (view.columns, view.rows) == (geometry.width, geometry.height)
        self.maze = maze
        self._picture.set_maze(maze)
        self.overlay.set_maze(maze)
        self.legend.show(None)
        self._border.suit(maze.lattice)
        self.cursor.move(None)
        self.pointer.forget()
        self.viewport = replace(view, columns=geometry.width, rows=geometry.height).moved(0, 0)
        if fit or (fit is None and not (same and self._drawn)):
            self.fit()
        self._draw_anew()

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
        self.legend.place(view)
        self._border.show(view)
        self._gestures.hover_again()
        self.event_generate("<<ViewChanged>>")

    def _close(self, event: tk.Event) -> None:
        if event.widget is self:
            self.close()
            self._gestures.close()

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

import numpy as np

from mazeeditor.editing.cursor import beside, slot_towards
from mazeeditor.gui.canvas.gestures import Gestures, Hand
from mazeeditor.gui.canvas.overlay import Overlay, Preview
from mazeeditor.gui.canvas.picture import Picture
from mazeeditor.gui.canvas.rulers import Ruler
from mazeeditor.gui.canvas.viewport import Viewport
from mazeeditor.gui.jobs import Threads
from mazeeditor.gui.theme import Theme
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.solution import Solution

MARGIN = 28  # px at 96 dpi of paper around the maze: room for the arrows


class MazeView(tk.Frame):
    """The canvas with its rulers.

    ``hand`` is the tool that gets the left button; with ``pans`` the left button pans instead.
    ``shift`` says whether Shift was held when the pointer last did something.
    ``viewport`` says what is shown; it is replaced, never changed.
    """

    def __init__(self, parent: tk.Misc, theme: Theme, threads: Threads | None = None) -> None:
        super().__init__(parent, borderwidth=0, highlightthickness=0)
        self.theme = theme
        self.hand: Hand | None = None
        self.shift = False
        self.viewport = Viewport(1, 1)
        self._maze: Maze | None = None
        self._cell: int | None = None
        self._pointer: tuple[int, int] | None = None
        self._pointed: int | None = None
        self._pans = False
        self._fitted = True  # a fitted view stays so when the window is resized
        self._drawn: Viewport | None = None
        self._idle = ""
        self.canvas = tk.Canvas(self, highlightthickness=0, borderwidth=0, takefocus=True)
        self.corner = tk.Frame(self)
        self.rulers = tuple(Ruler(self, theme, across=across) for across in (True, False))
        self._lay_out()
        self._own_threads = Threads(self) if threads is None else None
        self._picture = Picture(
            self.canvas, theme, threads or self._own_threads or Threads(self), self._redraw
        )
        self._overlay = Overlay(self.canvas, theme)
        self._gestures = Gestures(self)
        self.set_theme(theme)
        self.canvas.bind("<Configure>", lambda event: self._resize(event.width, event.height))
        self.bind("<Destroy>", self._close)

    def _lay_out(self) -> None:
        top, left = self.rulers
        self.corner.grid(row=0, column=0, sticky="nsew")
        top.canvas.grid(row=0, column=1, sticky="nsew")
        left.canvas.grid(row=1, column=0, sticky="nsew")
        self.canvas.grid(row=1, column=1, sticky="nsew")
        self.rowconfigure(1, weight=1)
        self.columnconfigure(1, weight=1)

    def set_theme(self, theme: Theme) -> None:
        """Show everything in other colours and sizes."""
        scaled = theme.scale != self.theme.scale
        self.theme = theme
        self.canvas.configure(background=theme.ground)
        self.corner.configure(background=theme.window)
        self._picture.set_theme(theme)
        self._overlay.set_theme(theme)
        for ruler in self.rulers:
            ruler.set_theme(theme)
        if scaled and self._maze:
            self.show(self._maze)
        self._drawn = None
        self._redraw()

    def show_rulers(self, shown: bool) -> None:
        """Show the rulers, or leave their room to the maze."""
        for part in (self.corner, *(ruler.canvas for ruler in self.rulers)):
            if shown:
                part.grid()
            else:
                part.grid_remove()

    # What is shown

    @property
    def maze(self) -> Maze | None:
        """The maze that is shown."""
        return self._maze

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
        self._maze, self._cell, self._pointed = maze, None, None
        self._picture.set_maze(maze)
        self._overlay.set_maze(maze)
        self.viewport = Viewport(
            geometry.width, geometry.height, view.width, view.height,
            self.theme.px(MARGIN), self.theme.scale, view.zoom, view.x, view.y,
        ).moved(0, 0)  # fmt: skip
        if fit or (fit is None and not (same and self._drawn)):
            self.fit()
        self._drawn = None
        self._redraw()

    def changed(self, walls: Ids | None) -> None:
        """Show that ``walls`` int64[k] (``None``: any), or openings, changed.

        Many calls make one redraw.
        """
        self._picture.change(walls)
        self._overlay.update_openings(self.viewport)

    def show_solution(
        self, solution: Solution | None, *, route: bool = True, marks: bool = True
    ) -> None:
        """Show the route and the marks of a solver, one of them, or with ``None`` neither."""
        self._picture.set_solution(solution, route=route, marks=marks)

    def preview(self, preview: Preview | None) -> None:
        """Show what a click would do, or nothing."""
        self._overlay.show_preview(self.viewport, preview or Preview())

    # Where it is shown

    def to_cells(self, px: float, py: float) -> tuple[float, float]:
        """Return where a pixel of the canvas lies, in cells."""
        return self.viewport.to_cells(px, py)

    def to_px(self, x: float, y: float) -> tuple[float, float]:
        """Return where a point in cells lies on the canvas, in pixels."""
        return self.viewport.to_px(x, y)

    @property
    def percent(self) -> float:
        """The zoom; 100 is 24 px a cell at 96 dpi."""
        return self.viewport.percent

    def fit(self) -> None:
        """Show the whole sheet, and keep showing it when the window is resized."""
        self.look(self.viewport.fitted())
        self._fitted = True

    def actual_size(self) -> None:
        """Show the maze at 100 %."""
        self.look(self.viewport.zoomed(self.viewport.actual))

    def zoom_by(self, steps: int, px: float | None = None, py: float | None = None) -> None:
        """Zoom in by ``steps`` (out with less than 0) with the place at (px, py), or the middle."""
        self.look(self.viewport.stepped(steps, px, py))

    def zoom_in(self) -> None:
        """Show everything a step larger."""
        self.zoom_by(1)

    def zoom_out(self) -> None:
        """Show everything a step smaller."""
        self.zoom_by(-1)

    def pan(self, dx: float, dy: float) -> None:
        """Show what lies ``dx`` px to the right and ``dy`` px below."""
        self.look(self.viewport.moved(dx, dy))

    def reveal(self, cell: int) -> None:
        """Pan as little as it takes to see a cell."""
        if self._maze:
            x, y = self._maze.lattice.geometry.centres(np.array([cell]))[0]
            self.look(self.viewport.revealing(float(x), float(y), 1.5))

    def look(self, view: Viewport) -> None:
        """Show another part of the maze, or at another zoom."""
        if view != self.viewport:
            self.viewport, self._fitted = view, False
            self._redraw()

    def _resize(self, width: int, height: int) -> None:
        fitted = self._fitted
        self.look(self.viewport.resized(width, height))
        if fitted:
            self.fit()

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
        return self._pointed

    def point(self, px: int | None, py: int | None) -> None:
        """Show in the rulers where the pointer is, or that it is gone."""
        self._pointer = None if px is None or py is None else (px, py)
        cell = place = None
        if self._maze and self._pointer:
            place = self.to_cells(*self._pointer)
            cell = self._maze.lattice.geometry.cell_at(*place)
        for ruler, along in zip(self.rulers, place or (None, None), strict=True):
            ruler.point(along)
        if cell != self._pointed:
            self._pointed = cell
            self.event_generate("<<PointerMoved>>")

    @property
    def cell(self) -> int | None:
        """The cell that the arrow keys stand on, if any."""
        return self._cell

    @cell.setter
    def cell(self, cell: int | None) -> None:
        self._cell = cell
        if cell is not None:
            self.reveal(cell)
        self._overlay.show_cursor(self.viewport, cell)
        self.event_generate("<<CursorMoved>>")

    def step_cursor(self, dx: int, dy: int) -> None:
        """Move the cell cursor a cell on; where there is none yet, put it into the view."""
        if self._maze is None:
            return
        if self._cell is None:
            self.cell = self._first_cell(self._maze)
            return
        self.cell = beside(self._maze.lattice, self._cell, dx, dy)

    def toggle_beside(self, dx: int, dy: int) -> None:
        """Ask the tool to change the wall on a side of the cell cursor."""
        if self._maze is None or self._cell is None:
            self.step_cursor(dx, dy)
            return
        slot = slot_towards(self._maze.lattice, self._cell, dx, dy)
        if slot is not None and self.hand:
            self.hand.toggle(self._cell, slot)

    def _first_cell(self, maze: Maze) -> int:
        view = self.viewport
        middle = maze.lattice.geometry.cell_at(*view.to_cells(view.width / 2, view.height / 2))
        entrance = maze.entrance or maze.lattice.first
        return entrance.cell if middle is None else middle

    # Drawing

    def _redraw(self) -> None:
        if not self._idle:
            self._idle = self.after_idle(self._draw)

    def _draw(self) -> None:
        self._idle = ""
        view = self.viewport
        self._picture.draw(view)
        if view == self._drawn:
            return
        self._drawn = view
        self._overlay.show(view)
        for ruler in self.rulers:
            ruler.show(view)
        if self._pointer and not self._gestures.busy:
            self.point(*self._pointer)
            if self.hand:
                self.hand.hover(*self.to_cells(*self._pointer))
        self.event_generate("<<ViewChanged>>")

    def _close(self, event: tk.Event) -> None:
        if event.widget is self:
            if self._idle:
                self.after_cancel(self._idle)
            self._picture.close()
            if self._own_threads:
                self._own_threads.close()

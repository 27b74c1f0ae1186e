"""The rulers at the top and the left of the canvas, which can be shown or not."""

from __future__ import annotations

import tkinter as tk

from mazeeditor.gui.canvas.rasters.squares import is_square_grid
from mazeeditor.gui.canvas.rulers import Ruler
from mazeeditor.gui.canvas.viewport import Viewport
from mazeeditor.gui.theme import Theme
from mazeeditor.maze.lattice import Lattice


class Border:
    """Lays out a canvas in its frame, with two rulers and the corner between them."""

    def __init__(self, frame: tk.Frame, canvas: tk.Canvas, theme: Theme) -> None:
        self._corner = tk.Frame(frame)
        top, left = self.rulers = tuple(Ruler(frame, theme, across=each) for each in (True, False))
        self._corner.grid(row=0, column=0, sticky="nsew")
        top.canvas.grid(row=0, column=1, sticky="nsew")
        left.canvas.grid(row=1, column=0, sticky="nsew")
        canvas.grid(row=1, column=1, sticky="nsew")
        self._wanted = self._straight = True
        frame.rowconfigure(1, weight=1)
        frame.columnconfigure(1, weight=1)

    def set_theme(self, theme: Theme) -> None:
        """Take over colours and sizes."""
        self._corner.configure(background=theme.window)
        for ruler in self.rulers:
            ruler.set_theme(theme)

    def show(self, view: Viewport) -> None:
        """Follow the view."""
        for ruler in self.rulers:
            ruler.show(view)

    def show_rulers(self, shown: bool) -> None:
        """Show the rulers, or leave their room to the maze."""
        self._wanted = shown
        self._place()

    def suit(self, lattice: Lattice) -> None:
        """Show no rulers beside cells that do not lie in straight rows and columns."""
        self._straight = is_square_grid(lattice)
        self._place()

    def _place(self) -> None:
        for part in (self._corner, *(ruler.canvas for ruler in self.rulers)):
            if self._wanted and self._straight:
                part.grid()
            else:
                part.grid_remove()

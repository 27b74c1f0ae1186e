"""A box that is dragged on the canvas, which is then shown as large as it fits.

::

    ZoomBox.arm()  ->  press, drag, release  ->  the view of the box, and ``<<ZoomBoxChanged>>``
"""

from __future__ import annotations

import tkinter as tk
from typing import Protocol

from mazeeditor.gui.look import Theme
from mazeeditor.screen.viewport import Viewport

TAG = "zoom-box"
LEAST = 5  # px at 96 dpi: what is smaller is a click
STEPS = 3  # of the zoom for a click


class BoxedView(Protocol):
    """What the box needs of the view of a maze."""

    canvas: tk.Canvas
    theme: Theme
    viewport: Viewport

    def look(self, view: Viewport) -> None:
        """Show another part of the maze, or at another zoom."""

    def zoom_by(self, steps: int, px: float | None = None, py: float | None = None) -> None:
        """Zoom in by ``steps`` with the place at (px, py)."""

    def notify(self, event: str) -> None:
        """Generate a virtual event of the view."""


class ZoomBox:
    """The box of one view; while ``armed``, the left button draws it instead of using the tool."""

    def __init__(self, view: BoxedView) -> None:
        self._view = view
        self.armed = False
        self._start: tuple[int, int] | None = None

    def arm(self, armed: bool = True) -> None:
        """Let the next drag draw a box, or not after all."""
        self._view.canvas.delete(TAG)
        self._start = None
        if armed != self.armed:
            self.armed = armed
            self._view.notify("<<ZoomBoxChanged>>")

    def press(self, x: int, y: int) -> None:
        """Begin the box."""
        self._start = x, y

    def drag(self, x: int, y: int) -> None:
        """Draw the box to here."""
        if self._start is None:
            return
        canvas, theme = self._view.canvas, self._view.theme
        canvas.delete(TAG)
        for colour, width in ((theme.paper, 4), (theme.wall_hover, 2)):
            item = canvas.create_rectangle(*self._start, x, y, tags=TAG, outline=colour)
            canvas.itemconfigure(item, width=theme.px(width))

    def release(self, x: int, y: int) -> None:
        """Show what is in the box; after a click, what is around it, a few steps larger."""
        start, view = self._start, self._view
        self.arm(False)
        if start is None:
            return
        if max(abs(x - start[0]), abs(y - start[1])) < view.theme.px(LEAST):
            view.zoom_by(STEPS, x, y)
        else:
            view.look(view.viewport.framing(*start, x, y))

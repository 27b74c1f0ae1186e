"""Looking at a part of the sheet: zoom, pan, fit, and where on the screen a place lies."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable

from mazeeditor.gui.canvas.viewport import Viewport


class Sight(tk.Frame):
    """A frame that shows what ``viewport`` says, which is replaced and never changed.

    Whatever changes asks for ``redraw``; ``draw`` is then called once, when all events are handled.
    """

    def __init__(self, parent: tk.Misc, draw: Callable[[], None]) -> None:
        super().__init__(parent, borderwidth=0, highlightthickness=0)
        self._draw = draw
        self.viewport = Viewport(1, 1)
        self._fitted = True  # a fitted view stays so when the window is resized
        self._timer = ""

    def to_cells(self, px: float, py: float) -> tuple[float, float]:
        """Return where a pixel of the canvas lies, in cells."""
        return self.viewport.to_cells(px, py)

    def to_px(self, x: float, y: float) -> tuple[float, float]:
        """Return where a point in cells lies on the canvas, in pixels."""
        return self.viewport.to_px(x, y)

    @property
    def fitted(self) -> bool:
        """Whether the whole sheet is shown, and stays so when the window is resized."""
        return self._fitted

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

    def look(self, view: Viewport) -> None:
        """Show another part of the maze, or at another zoom."""
        if view != self.viewport:
            self.viewport, self._fitted = view, False
            self.redraw()

    def resize(self, width: int, height: int) -> None:
        """Fill a screen of another size: with the same middle, or the whole sheet as before."""
        fitted = self._fitted
        self.look(self.viewport.resized(width, height))
        if fitted:
            self.fit()

    def redraw(self) -> None:
        """Have everything drawn soon."""
        if not self._timer:
            self._timer = self.after_idle(self._draw_now)

    def _draw_now(self) -> None:
        self._timer = ""
        self._draw()

    def close(self) -> None:
        """Draw no more."""
        if self._timer:
            self.after_cancel(self._timer)

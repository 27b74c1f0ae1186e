"""Scroll bars over the right and the lower edge of the canvas, where the page does not fit.

They lie on the canvas, not next to it: so that keeps its size when they come and go, and
nothing is laid out again.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import ttk

from mazeeditor.gui.look import Theme
from mazeeditor.screen.viewport import Viewport

THICKNESS = 12  # px at 96 dpi, as the style has it
LINE = 60  # px at 96 dpi that an arrow, or a notch of the wheel, moves the view
PAGE = 0.9  # of the canvas that a click outside of the thumb moves the view


class ScrollBars:
    """Both bars of a canvas; ``pan`` moves its view by px to the right and down."""

    def __init__(
        self, canvas: tk.Canvas, theme: Theme, pan: Callable[[float, float], None]
    ) -> None:
        self._theme, self._pan = theme, pan
        self.enabled = False
        self.across = ttk.Scrollbar(canvas, orient="horizontal", cursor="arrow", takefocus=False)
        self.down = ttk.Scrollbar(canvas, orient="vertical", cursor="arrow", takefocus=False)
        self.across.configure(command=partial(self._scroll, 0))
        self.down.configure(command=partial(self._scroll, 1))
        self._view = Viewport(1, 1)
        self._shown = (False, False)

    @property
    def shown(self) -> tuple[bool, bool]:
        """Whether the horizontal and the vertical bar are to be seen."""
        return self._shown

    def set_theme(self, theme: Theme) -> None:
        """Take over sizes."""
        self._theme, self._shown = theme, (False, False)

    @property
    def room(self) -> int:
        """How wide the strip is at the right and below in which bars may be, px; 0 without bars."""
        return self._theme.px(THICKNESS) if any(self._shown) else 0

    def show(self, view: Viewport) -> None:
        """Follow the view: a bar is seen where a part of the page is not."""
        self._view = view
        page, screen = view.paper, view.screen
        shown = (
            self.enabled and (page.left < screen.left or page.right > screen.right),
            self.enabled and (page.top < screen.top or page.bottom > screen.bottom),
        )
        if shown != self._shown:
            self._shown = shown
            self._place()
        for bar, seen, axis in ((self.across, shown[0], 0), (self.down, shown[1], 1)):
            if seen:
                low, high, start, length = self._range(axis)
                bar.set((start - low) / (high - low), (start + length - low) / (high - low))

    def _place(self) -> None:
        across, down = self._shown
        corner = -self._theme.px(THICKNESS) if across and down else 0
        if across:
            self.across.place(relx=0, rely=1, anchor="sw", relwidth=1, width=corner)
        else:
            self.across.place_forget()
        if down:
            self.down.place(relx=1, rely=0, anchor="ne", relheight=1, height=corner)
        else:
            self.down.place_forget()

    def _range(self, axis: int) -> tuple[int, int, int, int]:
        """Return from where to where a bar leads, where the view begins, and how long it is.

        In world px: the page, and what is seen beyond it.
        """
        page, screen = self._view.paper, self._view.screen
        low, high = min(page[axis], screen[axis]), max(page[axis + 2], screen[axis + 2])
        return low, high, screen[axis], screen[axis + 2] - screen[axis]

    def _scroll(self, axis: int, kind: str, amount: str, unit: str = "") -> None:
        """Do what Tk's scroll bars request: ``moveto 0.3`` or ``scroll -1 pages``."""
        low, high, start, length = self._range(axis)
        if kind == "moveto":
            goal = low + float(amount) * (high - low)
        else:
            page = unit.startswith("page")
            goal = start + float(amount) * (PAGE * length if page else self._theme.px(LINE))
        step = min(max(goal, low), high - length) - start
        self._pan(*((step, 0) if axis == 0 else (0, step)))

"""What is highlighted in the maze, in a corner of the canvas: colours, numbers, and how to end it.

::

    +-------------------------------+
    | [#] Sealed cells: 12      [x] |
    +-------------------------------+
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk
from typing import TYPE_CHECKING

from mazeeditor.core.translation import _
from mazeeditor.gui.canvas.corners import UPPER_LEFT
from mazeeditor.gui.look import Theme
from mazeeditor.screen.pixel_colours import kind_colours

if TYPE_CHECKING:
    from mazeeditor.app.shown.highlights import Highlighted

SWATCH = 12  # px at 96 dpi
BESIDE, ABOVE = 8, 5  # px at 96 dpi: gaps
LEAST = 60  # px at 96 dpi in which a text is wrapped


class HighlightNote:
    """A small frame over a canvas; ``on_close`` is called by its button."""

    def __init__(self, parent: tk.Canvas, theme: Theme) -> None:
        self._theme = theme
        self.corner = UPPER_LEFT
        self.on_close: Callable[[], object] = lambda: None
        self.widget = ttk.Frame(parent, style="Popup.TFrame", cursor="arrow")
        self._body: ttk.Frame | None = None
        self._labels: list[ttk.Label] = []
        self._button: ttk.Button
        self._highlighted: Highlighted | None = None

    @property
    def shown(self) -> bool:
        """Whether anything is highlighted."""
        return self._highlighted is not None

    @property
    def text(self) -> str:
        """What it says."""
        return "\n".join(str(label.cget("text")) for label in self._labels) if self.shown else ""

    def set_theme(self, theme: Theme) -> None:
        """Take over colours and sizes."""
        self._theme = theme
        self._draw()

    def show(self, highlighted: Highlighted | None) -> None:
        """Explain what is highlighted, or with None nothing."""
        self._highlighted = highlighted
        self._draw()

    def _draw(self) -> None:
        if self._body:
            self._body.destroy()
            self._body, self._labels = None, []
        if self._highlighted is None:
            return
        px, colours = self._theme.px, kind_colours(self._theme)
        self._body = body = ttk.Frame(self.widget, padding=(px(BESIDE), px(ABOVE)))
        body.pack(padx=px(1), pady=px(1))
        for row, (kind, text) in enumerate(self._highlighted.captions):
            swatch = tk.Frame(body, width=px(SWATCH), height=px(SWATCH))
            swatch.configure(background=colours[kind], highlightthickness=px(1))
            swatch.configure(highlightbackground=self._theme.outline)
            swatch.grid(row=row, column=0, padx=(0, px(BESIDE)))
            label = ttk.Label(body, text=text)
            label.grid(row=row, column=1, sticky="w")
            self._labels.append(label)
        self._button = ttk.Button(body, text=_("Hide (Esc)"), style="Flat.TButton")
        self._button.configure(takefocus=False, command=self._close)
        self._button.grid(row=0, column=2, rowspan=len(self._labels), padx=(px(BESIDE), 0))

    def _close(self) -> None:
        self.on_close()

    def fit(self, room: int) -> tuple[int, int]:
        """Wrap the texts so that they take up no more than ``room`` px; return width and height."""
        px = self._theme.px
        around = 2 * (px(BESIDE) + px(1))
        beside = around + px(SWATCH) + 2 * px(BESIDE) + self._button.winfo_reqwidth()
        for label in self._labels:
            label.configure(wraplength=max(px(LEAST), room - beside))
        text = max(label.winfo_reqwidth() for label in self._labels)
        high = sum(label.winfo_reqheight() for label in self._labels)
        high = max(high, self._button.winfo_reqheight())
        return beside + text, high + 2 * (px(ABOVE) + px(1))

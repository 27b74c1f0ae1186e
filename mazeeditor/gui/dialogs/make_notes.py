"""What Make says of a plan, warnings first; it scrolls where the sheet needs the room.

::

    |  84 places are thinner than 1.5 mm.   #|     scrolled by the wheel, and by Up and Down
    |  Parts 10 · pieces 90 · ...           #|
"""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from mazeeditor.gui.look import current
from mazeeditor.gui.widgets import wrap_in
from mazeeditor.gui.widgets.scrolled_panel import ScrolledPanel

KEYS = {"<Up>": -1, "<Down>": 1}
LINE = 20  # px at 96 dpi that a key scrolls


class MakeNotes(ScrolledPanel):
    """A ``warning`` and ``figures``, as high as they are, but no more than ``most`` px."""

    def __init__(self, parent: tk.Misc, most: int) -> None:
        super().__init__(parent, 2)
        self._most = most
        theme = current(self)
        self.warning = ttk.Label(self.body, style="Error.TLabel")
        self.figures = ttk.Label(self.body, style="Small.TLabel")
        self.figures.pack(fill="x")
        wrap_in(self.body, self.figures, self.warning)
        # a frame shows that it has the keyboard
        self.canvas.configure(highlightthickness=theme.px(1), highlightcolor=theme.accent)
        self.canvas.configure(highlightbackground=str(self.canvas["background"]))
        for key, step in KEYS.items():
            self.canvas.bind(key, lambda _event, step=step: self._scroll(step * theme.px(LINE)))  # type: ignore[misc]
        self.body.bind("<Configure>", lambda _event: self._fit(), add=True)

    def say(self, warning: str, figures: str | None = None) -> None:
        """Show what may go wrong, "" for nothing, and what it takes (None as before)."""
        self.warning.configure(text=warning)
        if warning:
            self.warning.pack(fill="x", before=self.figures)
        else:
            self.warning.pack_forget()
        if figures is not None:
            self.figures.configure(text=figures)
        self.canvas.yview_moveto(0)

    def _fit(self) -> None:
        height = self.body.winfo_reqheight()
        self.canvas.configure(height=min(height, self._most), takefocus=height > self._most)

    def _scroll(self, distance: int) -> str:
        self.canvas.yview_scroll(distance, "units")
        return "break"

"""The edge of the panel beside the maze: a drag makes the panel wider or narrower."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from mazeeditor.core.translation import _
from mazeeditor.gui.look import current
from mazeeditor.gui.widgets.tooltip import Tooltip

GRIP = 5  # px at 96 dpi that take a drag


class PanelEdge(ttk.Frame):
    """A line that can be dragged; ``widen`` gets by how many px, and ``reset`` takes all back.

    A double click does the latter.
    """

    def __init__(
        self, parent: tk.Misc, widen: Callable[[int], object], reset: Callable[[], object]
    ) -> None:
        super().__init__(parent, width=current(parent).px(GRIP), cursor="sb_h_double_arrow")
        self._widen, self._at = widen, 0
        line = ttk.Separator(self, orient="vertical")
        line.pack(side="left", fill="y")
        for widget in (self, line):
            widget.bind("<ButtonPress-1>", self._press)
            widget.bind("<B1-Motion>", self._drag)
            widget.bind("<Double-Button-1>", lambda _event: reset())
            Tooltip(widget, _("Drag to make the panel wider; a double click takes that back"))

    def _press(self, event: tk.Event[tk.Misc]) -> None:
        self._at = event.x_root

    def _drag(self, event: tk.Event[tk.Misc]) -> None:
        wider, self._at = self._at - event.x_root, event.x_root
        self._widen(wider)

"""A part of a panel under a heading that folds it away."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from mazeeditor.gui.theme import current


class FoldingSection(ttk.Frame):
    """A heading and, while ``variable`` is true, a ``body`` beneath it to fill.

    The heading is pressed with the mouse, Space or Return; the Left key folds, Right unfolds.
    """

    def __init__(self, parent: tk.Misc, title: str, variable: tk.BooleanVar | None = None) -> None:
        super().__init__(parent)
        theme = current(self)
        self.open = variable or tk.BooleanVar(self, value=True)
        self.heading = ttk.Checkbutton(
            self, text=title, style="Section.TCheckbutton", variable=self.open
        )
        self.heading.pack(fill="x")
        self.body = ttk.Frame(self, padding=(theme.px(6), theme.px(2), theme.px(6), theme.px(10)))
        line = ttk.Separator(self)
        line.pack(side="bottom", fill="x", pady=(theme.px(2), theme.px(4)))
        self.heading.bind("<Return>", lambda _event: self.heading.invoke())
        self.heading.bind("<Left>", lambda _event: self.open.set(False))
        self.heading.bind("<Right>", lambda _event: self.open.set(True))
        trace = self.open.trace_add("write", self._fold)
        self.bind("<Destroy>", lambda event: self._forget(event, trace))
        self._fold()

    def _fold(self, *_trace: str) -> None:
        if self.open.get():
            self.body.pack(fill="x", after=self.heading)
        else:
            self.body.pack_forget()

    def _forget(self, event: tk.Event[tk.Misc], trace: str) -> None:
        """Stop listening: the variable may outlive us."""
        if event.widget is self:
            self.open.trace_remove("write", trace)

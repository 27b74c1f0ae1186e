"""How far work in the background is, in a corner of what shows its result, once it takes long."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk
from typing import Any

from mazeeditor.app.latest import Latest
from mazeeditor.gui.look import current
from mazeeditor.gui.widgets import on_destroy

LOOK = 100  # ms from one look at the work to the next
PATIENCE = 4  # looks at work that runs before it is shown
LENGTH = 160  # px at 96 dpi of the bar


class BusyNote(ttk.Frame):
    """A text with a bar in the lower left corner of ``parent`` while ``work`` takes long."""

    def __init__(self, parent: tk.Misc, text: str, work: Latest[Any, Any]) -> None:
        px = current(parent).px
        super().__init__(parent, padding=px(8))
        self._work, self._looks = work, 0
        ttk.Label(self, text=text).pack(side="left", padx=(0, px(8)))
        self.bar = ttk.Progressbar(self, length=px(LENGTH), maximum=1.0)
        self.bar.pack(side="left")
        self._timer = self.after(LOOK, self._look)
        on_destroy(self, lambda: self.after_cancel(self._timer))

    def _look(self) -> None:
        self._timer = self.after(LOOK, self._look)
        self._looks = 0 if self._work.settled else self._looks + 1
        if self._looks < PATIENCE:
            if self.winfo_manager():
                self.place_forget()
            return
        self.bar.configure(value=self._work.progress)
        if not self.winfo_manager():
            self.place(relx=0, rely=1, anchor="sw")

"""The line at the foot of the Watch window: how far saving a film is, then what was saved."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from mazeeditor.gui.jobs import Jobs
from mazeeditor.gui.statusbar import NEWS, PROGRESS, Work
from mazeeditor.gui.theme import current


class Progress(ttk.Frame):
    """Takes room only while there is something to say."""

    def __init__(self, parent: tk.Misc, jobs: Jobs) -> None:
        theme = current(parent)
        super().__init__(parent)
        self._jobs = jobs
        self._pad = theme.px(10), (0, theme.px(8))
        self._timer: str | None = None
        self.work = Work(self, theme, jobs)
        self.news = ttk.Label(self)
        jobs.listeners.append(self._changed)
        self.bind("<Destroy>", lambda _event: self._stop(), add=True)

    def say(self, words: str) -> None:
        """Show for a while what was done."""
        self._show(self.news)
        self.news.configure(text=words)
        self._timer = self.after(NEWS, lambda: self._show(None))

    def _changed(self) -> None:
        if self._jobs.busy:
            self._show(self.work)
            self._refresh()
        else:
            self._show(None)

    def _refresh(self) -> None:
        self.work.refresh()
        self._timer = self.after(PROGRESS, self._refresh)

    def _show(self, part: tk.Widget | None) -> None:
        self._stop()
        for each in (self.work, self.news):
            each.pack_forget()
        if part:
            part.pack(side="left", padx=self._pad[0], pady=self._pad[1])
            self.grid()
        else:
            self.grid_remove()

    def _stop(self) -> None:
        if self._timer is not None:
            self.after_cancel(self._timer)
            self._timer = None

"""The figures of a walk, each over its name: time, steps, shortest way, detours, hints."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk
from typing import TYPE_CHECKING

from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.playing.score import clock
from mazeeditor.words import _

if TYPE_CHECKING:
    from mazeeditor.gui.theme import Theme
    from mazeeditor.playing.walk import Walk

NAMES = {
    "time": (_("Time"), _("Runs from the first step on, while this window has the keyboard")),
    "steps": (_("Steps"), _("Every step, back and forth")),
    "shortest": (_("Shortest"), _("The steps of a shortest way from the entrance to an exit")),
    "detours": (_("Detours"), _("Steps more than the shortest way, if from here you go straight")),
    "hints": (_("Hints"), _("The hints looked at")),
}
ALWAYS = ("time", "steps")  # the others say something only where there is a way to an exit
UNKNOWN = "…"


class Counters(ttk.Frame):
    """All figures; ``show`` keeps them true, ``show_time`` the time alone."""

    def __init__(self, parent: tk.Misc, theme: Theme, walk: Walk) -> None:
        super().__init__(parent)
        self._walk = walk
        self.values: dict[str, ttk.Label] = {}
        self.names: dict[str, ttk.Label] = {}
        for column, (name, (label, meaning)) in enumerate(NAMES.items()):
            value, words = ttk.Label(self, style="Bold.TLabel"), ttk.Label(self, text=label)
            words.configure(style="Small.TLabel")
            for row, part in enumerate((value, words)):
                part.grid(row=row, column=column, sticky="w", padx=(0, theme.px(14)))
                Tooltip(part, meaning)
            self.columnconfigure(column, minsize=theme.px(60))
            self.values[name], self.names[name] = value, words

    def show(self, *, way: bool) -> None:
        """Show every figure, or without a ``way`` to an exit those that say something."""
        walk = self._walk
        self.show_time()
        for name in ("steps", "shortest", "detours", "hints"):
            figure = getattr(walk, name)
            self.values[name].configure(text=UNKNOWN if figure is None else f"{figure:,}")
        for name in set(NAMES) - set(ALWAYS):
            for part in (self.values[name], self.names[name]):
                (part.grid if way else part.grid_remove)()

    def show_time(self) -> None:
        """Show the time, and whether it stands still."""
        walk = self._walk
        paused = walk.steps > 0 and not walk.watch.running
        self.values["time"].configure(text=clock(walk.watch.seconds))
        self.names["time"].configure(text=_("Paused") if paused else NAMES["time"][0])

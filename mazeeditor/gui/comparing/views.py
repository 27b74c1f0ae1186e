"""The right side: the plot or the table, what they tell of, and what is missing."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from tkinter import ttk
from typing import TYPE_CHECKING

from mazeeditor.comparing.compare import Row
from mazeeditor.gui.comparing.plot import PlotView
from mazeeditor.gui.comparing.table import Table
from mazeeditor.gui.theme import current
from mazeeditor.words import _

if TYPE_CHECKING:
    from mazeeditor.gui.window import Window

PLOT, TABLE = "plot", "table"


class Views(ttk.Frame):
    """Two tabs, of which one is shown; ``changed`` hears of the other and of another line."""

    def __init__(self, parent: tk.Misc, window: Window, changed: Callable[[], None]) -> None:
        super().__init__(parent)
        self._changed = changed
        self.rows: Sequence[Row] = ()
        px = current(self).px
        head = ttk.Frame(self)
        head.pack(fill="x", pady=(0, px(8)))
        self.chosen = tk.StringVar(self, PLOT)
        self.tabs: dict[str, ttk.Radiobutton] = {}
        for name, label in ((PLOT, _("Plot")), (TABLE, _("Table"))):
            tab = self.tabs[name] = ttk.Radiobutton(
                head,
                text=label,
                value=name,
                variable=self.chosen,
                style="Tab.Toolbutton",
                command=self._turn,
            )
            tab.pack(side="left", padx=(0, px(4)))
        self.heading = ttk.Label(head, style="Soft.TLabel")
        self.heading.pack(side="left", padx=px(10))
        self._gap = px(10)
        self.missing = ttk.Label(self, style="Small.TLabel")
        self.missing.pack(side="bottom", fill="x", pady=(px(6), 0))
        self.plot, self.table = PlotView(self, window), Table(self)
        words = _("Choose generators and measures, then press Compare.")
        self.empty = ttk.Label(self, text=words, style="Soft.TLabel", anchor="center")
        self.bind("<Configure>", self._wrap)
        self.table.tree.bind("<<TreeviewSelect>>", lambda _event: changed())

    def _wrap(self, event: tk.Event[tk.Misc]) -> None:
        tabs = sum(tab.winfo_reqwidth() for tab in self.tabs.values())
        self.heading.configure(wraplength=max(1, event.width - tabs - 3 * self._gap))
        for words in (self.missing, self.table.words):
            words.configure(wraplength=event.width)

    def show(self, rows: Sequence[Row], about: str, missing: str) -> None:
        """Show these rows and what they are of; ``missing`` says what they lack."""
        self.rows = rows
        self.heading.configure(text=about if rows else "")
        self.missing.configure(text=missing)
        self._turn()
        if rows:
            self.table.show(rows)
            self.plot.show(rows, about)

    def _turn(self) -> None:
        """Show the chosen tab."""
        for view in (self.plot, self.table, self.empty):
            view.pack_forget()
        filled = self.table if self.chosen.get() == TABLE else self.plot
        (filled if self.rows else self.empty).pack(fill="both", expand=True)
        self._changed()

    @property
    def picked(self) -> str:
        """The generator of the line picked in the table, an empty text where none can be seen."""
        return self.table.picked if self.rows and self.chosen.get() == TABLE else ""

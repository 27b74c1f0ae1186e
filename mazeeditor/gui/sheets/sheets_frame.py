"""What the views of Sheets have in common: their switch, the pages, and where fields stand.

::

    | [A class][A book] | +----+ +----+ +----+ | panel  |
    | left              | |    | |    | |    | |        |
    |                   | +----+ +----+ +----+ |        |

In a narrow window the panel stands below what is on the left.
"""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.shown.chosen_workspace import BOOK, SHEETS
from mazeeditor.core.translation import _
from mazeeditor.gui.context import Context
from mazeeditor.gui.look import current
from mazeeditor.gui.widgets.buttons import TabButton
from mazeeditor.gui.widgets.focus_order import RovingFocus
from mazeeditor.gui.widgets.tooltip import Tooltip

TWO_SIDES_WIDTH_PX = 1200  # px at 96 dpi: left and panel stand on both sides of the pages
LEFT = 200  # px at 96 dpi


class SheetsFrame(ttk.Frame):
    """A view of Sheets, ``shown`` of which is highlighted; it puts ``middle`` and ``panel``."""

    middle: ttk.Frame
    panel: ttk.Frame

    def __init__(self, context: Context, shown: str) -> None:
        super().__init__(context.root)
        px = current(self).px
        self._wide: bool | None = None
        self._context = context
        self.left = ttk.Frame(self, padding=(px(12), px(10)))
        self._add_switch(shown)
        self.lines = ttk.Separator(self, orient="vertical"), ttk.Separator(self, orient="vertical")
        self.bind("<Configure>", lambda event: self._arrange(event.width))

    def _add_switch(self, shown: str) -> None:
        px, row, chosen = current(self).px, ttk.Frame(self.left), tk.StringVar(self, shown)
        row.pack(fill="x", pady=(0, px(8)))

        def show_class() -> None:
            self._context.show_workspace(SHEETS, "")

        def show_book() -> None:
            chosen.set(shown)  # it may have to be chosen first
            self._context.run(COMMANDS["book"])

        self.views = {
            "": TabButton(row, _("A class"), chosen, "", show_class),
            BOOK: TabButton(row, _("A book"), chosen, BOOK, show_book),
        }
        for button in self.views.values():
            button.pack(side="left", padx=(0, px(4)))
        Tooltip(self.views[""], _("Mazes with a name above each, and their answers"))
        Tooltip(
            self.views[BOOK],
            _("Chapters, answers, and what a print shop asks for"),
            lambda: self._context.keys.label("book"),
        )
        self._focus = RovingFocus(self.views.values(), lambda: self.views[shown])

    # Where all is

    def _arrange(self, width: int) -> None:
        """Put the panel beside the pages, or below the left side where there is less room."""
        wide = width >= current(self).px(TWO_SIDES_WIDTH_PX)
        if wide == self._wide:
            return
        self._wide = wide
        px, (first, second) = current(self).px, self.lines
        self.compact(not wide)
        self.columnconfigure(0, minsize=px(LEFT) if wide else 0)
        self.rowconfigure(0, weight=int(wide))
        self.rowconfigure(1, weight=int(not wide))
        self.columnconfigure(2, weight=1)
        rows = 1 if wide else 2
        self.left.grid(row=0, column=0, sticky="nsew")
        first.grid(row=0, column=1, rowspan=rows, sticky="ns")
        self.middle.grid(row=0, column=2, rowspan=rows, sticky="nsew")
        if wide:
            second.grid(row=0, column=3, sticky="ns")
            self.panel.grid(row=0, column=4, sticky="ns")
        else:
            second.grid_remove()
            self.panel.grid(row=1, column=0, sticky="nsew")

    def compact(self, few: bool) -> None:
        """Let the left side be low, or as high as the window."""

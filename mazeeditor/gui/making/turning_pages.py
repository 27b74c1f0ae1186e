"""A view of one sheet of several, with buttons that turn them.

::

    +-----------------------+
    |        +-----+        |
    |        |     |        |
    |        +-----+        |
    +-----------------------+
        < Sheet 4 of 8 >
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from mazeeditor.core.translation import _
from mazeeditor.gui.look import current
from mazeeditor.gui.widgets import on_keys
from mazeeditor.gui.widgets.flow_row import FlowRow
from mazeeditor.gui.widgets.page_keys import page_step
from mazeeditor.gui.widgets.tooltip import Tooltip

PROBLEM = "problem"  # a tag


class TurningPages(ttk.Frame):
    """A ``view`` of ``size`` px, more where there is room, for what is drawn on it, or a problem.

    ``turn(step)`` is called for a button, or for a key in ``keys_in``. ``resized(size)`` gets the
    size of the view.
    """

    def __init__(
        self,
        parent: tk.Misc,
        turn: Callable[[int], object],
        size: tuple[int, int],
        resized: Callable[[tuple[int, int]], object],
        keys_in: tk.Misc,
    ) -> None:
        super().__init__(parent)
        theme = current(self)
        self._turn, self._resized = turn, resized
        width, height = size
        self.view = tk.Canvas(
            self, width=width, height=height, background=theme.ground, takefocus=False
        )
        self.problem = ttk.Label(self.view, style="Error.TLabel", background=theme.ground)
        self.row = FlowRow(self)
        self.back = ttk.Button(self.row, text="‹", width=3, command=lambda: turn(-1))
        self.forth = ttk.Button(self.row, text="›", width=3, command=lambda: turn(1))
        self.where = ttk.Label(self.row, width=16, anchor="center")
        self.row.add(self.back, self.where, self.forth)
        Tooltip(self.back, _("The page before"), _("Page Up"))
        Tooltip(self.forth, _("The next page"), _("Page Down"))
        self.row.pack(side="bottom", fill="x", pady=(theme.px(8), 0))
        self.view.pack(fill="both", expand=True)
        self.view.bind("<Configure>", self._laid_out)
        on_keys(self, self._press, keys_in)

    def _press(self, event: tk.Event[tk.Misc]) -> None:
        if step := page_step(event):
            self._turn(step)

    def _laid_out(self, event: tk.Event[tk.Misc]) -> None:
        self._place_problem()
        self._resized((event.width, event.height))

    def show_problem(self, problem: str) -> None:
        """Show what is wrong in the place of all that is drawn on the view; for "" nothing."""
        self.problem.configure(text=problem)
        self.view.delete("all")
        self._place_problem()

    def _place_problem(self) -> None:
        theme, view = current(self), self.view
        width, height = view.winfo_width(), view.winfo_height()
        if width <= 1:  # not laid out yet
            width, height = int(view["width"]), int(view["height"])
        self.problem.configure(wraplength=width - theme.px(40))
        if self.problem.cget("text"):
            view.delete(PROBLEM)
            view.create_window(width // 2, height // 2, window=self.problem, tags=PROBLEM)

    def offer_turning(self, offered: bool) -> None:
        """Show what turns the pages, or leave its room to others."""
        if offered and not self.row.winfo_manager():
            self.row.pack(side="bottom", fill="x", pady=(current(self).px(8), 0), before=self.view)
        if not offered:
            self.row.pack_forget()

    def show_place(self, text: str, *, first: bool, last: bool) -> None:
        """Show which page is in view, and whether there are others before and behind it."""
        self.where.configure(text=text)
        self.back.state(["disabled" if first else "!disabled"])
        self.forth.state(["disabled" if last else "!disabled"])

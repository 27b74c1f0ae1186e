"""The dialog that chooses solvers to watch side by side: two to six of them."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterable, Sequence
from tkinter import ttk

from mazeeditor.gui.widgets.modal import Modal
from mazeeditor.solvers import SOLVERS
from mazeeditor.translation import _

FEWEST, MOST = 2, 6
COLUMNS = 2


def can_be_watched(solvers: Sequence[str]) -> bool:
    """Whether that number of solvers can be watched side by side."""
    return FEWEST <= len(solvers) <= MOST


class WatchSolversDialog(Modal):
    """Returns the names of the chosen solvers; ``chosen`` are checked at first."""

    def __init__(self, parent: tk.Misc, chosen: Iterable[str]) -> None:
        super().__init__(parent, _("Watch Solvers Side by Side"))
        px, chosen = self.theme.px, set(chosen)
        text = _("Choose two to six. They solve this maze step by step, all at the same time.")
        wrap = self.theme.panel_width + self.theme.label_width
        ttk.Label(self.body, text=text, wraplength=wrap).pack(anchor="w", pady=(0, px(10)))
        table = ttk.Frame(self.body)
        table.pack(fill="x")
        self.checks: dict[str, tk.BooleanVar] = {}
        self.boxes: dict[str, ttk.Checkbutton] = {}
        rows = -(-len(SOLVERS) // COLUMNS)
        for number, solver in enumerate(SOLVERS):
            checked = self.checks[solver.name] = tk.BooleanVar(self, solver.name in chosen)
            box = ttk.Checkbutton(table, text=solver.label, variable=checked, command=self._count)
            column, row = divmod(number, rows)
            box.grid(row=row, column=column, sticky="w")
            table.columnconfigure(column, weight=1, uniform="solvers")
            self.boxes[solver.name] = box
        self.start = self.add_button(_("Watch"), self.go, primary=True)
        self.add_button(_("Cancel"), self.destroy)
        self._count()

    @property
    def chosen(self) -> list[str]:
        """The names of the checked solvers."""
        return [name for name, checked in self.checks.items() if checked.get()]

    def _count(self) -> None:
        """Disable further solvers at the maximum, and Watch below the minimum."""
        full = len(self.chosen) >= MOST
        for name, box in self.boxes.items():
            box.state(["disabled" if full and not self.checks[name].get() else "!disabled"])
        self.start.state(["!disabled" if can_be_watched(self.chosen) else "disabled"])

    def go(self) -> None:
        """Accept what is chosen."""
        if can_be_watched(self.chosen):
            self.close_with(self.chosen)

"""Go to Cell: two numbers, and the view leads there."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from mazeeditor.app.drafts.field_values import FieldValues
from mazeeditor.core.errors import UsageError
from mazeeditor.core.options import Option
from mazeeditor.core.translation import _
from mazeeditor.gui.forms.forms import Form
from mazeeditor.gui.widgets.modal import Modal
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.shapes import axes_of


class GoToDialog(Modal):
    """Answers a cell."""

    def __init__(self, parent: tk.Misc, lattice: Lattice, cell: int | None) -> None:
        super().__init__(parent, _("Go to Cell"))
        self._lattice = lattice
        row, column = lattice.place(lattice.first.cell if cell is None else cell)
        first, second = axes_of(lattice)
        self.fields = FieldValues(
            (
                Option(first, int, row, low=0, high=lattice.rows - 1),
                Option(second, int, column, low=0, high=lattice.columns - 1),
            )
        )
        self.form = Form(self.body, self.fields, self.go)
        self.form.pack(fill="x")
        self.error = ttk.Label(
            self.body, style="Error.TLabel", wraplength=self.theme.panel_width - self.theme.px(36)
        )
        self.error.pack(fill="x")
        self.add_button(_("Go"), self.go, primary=True)
        self.add_button(_("Cancel"), self.destroy)
        self._entry = self.form.boxes[first].typed_in

    def ask(self) -> int | None:
        """Show the dialog with the first number selected; return a cell, or None."""
        self._entry.tk.call(self._entry, "selection", "range", 0, "end")
        cell: int | None = self.show(self._entry)
        return cell

    def go(self) -> None:
        """Go there, unless there is no such cell."""
        self.error.configure(text="")
        try:
            row, column = self.form.values().values()
        except UsageError:  # the form shows the reason
            return
        try:
            cell = self._lattice.cell(row, column)
        except UsageError as problem:
            self.error.configure(text=str(problem))
            return
        self.close_with(cell)

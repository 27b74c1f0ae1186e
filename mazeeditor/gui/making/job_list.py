"""The objects that can be made, each with its picture and name; the arrows choose another one."""

from __future__ import annotations

import tkinter as tk
from contextlib import suppress
from tkinter import ttk

from mazeeditor.app.drafts.field_values import FieldValues
from mazeeditor.gui.look import current
from mazeeditor.gui.look.icons import Icons
from mazeeditor.gui.widgets import follow
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.making.jobs import JOBS

OPTION = "job"  # of the fields, which has the name of the chosen one
SIZE = 28  # px at 96 dpi of a picture
NARROW, NAMED = 60, 168  # px at 96 dpi of the list, without and with names
STYLE = "Pictured.Treeview"


class JobList(ttk.Frame):
    """All jobs as a list, of which ``fields`` have chosen one."""

    def __init__(self, parent: tk.Misc, fields: FieldValues, icons: Icons) -> None:
        super().__init__(parent)
        self._fields, self._named = fields, True
        px = current(self).px
        self.list = ttk.Treeview(self, show="tree", selectmode="browse", style=STYLE)
        self.list.column("#0", width=px(NAMED), minwidth=px(NARROW), stretch=False)
        self._icons, self._marked = icons, ""
        for job in JOBS:
            picture = _picture(icons, job.name)
            self.list.insert("", "end", job.name, text=f"  {job.label}", image=picture)
        self.list.pack(fill="both", expand=True)
        self.tip = Tooltip(self.list, self._about)
        self._pointed = ""
        self.list.bind("<Motion>", self._point, add=True)
        self.list.bind("<<TreeviewSelect>>", lambda _event: self._take())
        follow(self, fields.changed, self._show)
        self._show()

    def name(self, *, named: bool) -> None:
        """Show the names beside the pictures, or the pictures alone."""
        if named == self._named:
            return
        self._named = named
        self.list.column("#0", width=current(self).px(NAMED if named else NARROW))
        for job in JOBS:
            self.list.item(job.name, text=f"  {job.label}" if named else "")

    def _point(self, event: tk.Event[tk.Misc]) -> None:
        self._pointed = self.list.identify_row(event.y)

    def _about(self) -> str:
        """Return what the job below the pointer is."""
        if self._pointed not in JOBS.names():
            return ""
        job = JOBS[self._pointed]
        summary = job.summary.rstrip(".")
        return summary if self._named else f"{job.label}: {summary}"

    def _show(self) -> None:
        """Mark the job of the fields."""
        name = self._fields[OPTION]
        if self.list.selection() != (name,):
            self.list.selection_set(name)
            self.list.focus(name)
            self.list.see(name)
        if name != self._marked:
            if self._marked:
                self.list.item(self._marked, image=_picture(self._icons, self._marked))
            self.list.item(name, image=_picture(self._icons, name, "accent_text"))
            self._marked = name

    def _take(self) -> None:
        with suppress(IndexError):
            name = self.list.selection()[0]
            if name != self._fields[OPTION]:
                self._fields.edit(OPTION, name)


def _picture(icons: Icons, name: str, role: str = "text") -> str:
    """Return the picture of a job; one that brings none has that of all files for machines."""
    try:
        return icons.get(f"job-{name}", SIZE, role)
    except FileNotFoundError:
        return icons.get("export", SIZE, role)

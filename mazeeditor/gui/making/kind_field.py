"""Which kind of an object is made, where there are several: kerf test or fit test."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from mazeeditor.app.making.draft import WHAT, MakeDraft
from mazeeditor.core.translation import _
from mazeeditor.gui.desktop.typed_choices import choose_by_typing
from mazeeditor.gui.forms.forms import field_label
from mazeeditor.gui.look import current
from mazeeditor.gui.widgets import follow
from mazeeditor.making.jobs import JOBS


class KindField(ttk.Frame):
    """A list of the jobs that make the object of ``draft``; nothing where there is one."""

    def __init__(self, parent: tk.Misc, draft: MakeDraft) -> None:
        super().__init__(parent)
        self._draft = draft
        px = current(self).px
        self.columnconfigure(0, minsize=current(self).label_width)
        self.columnconfigure(1, weight=1)
        self._label = field_label(self, _("Kind"))
        self.box = ttk.Combobox(self, state="readonly")
        self.box.bind("<<ComboboxSelected>>", lambda _event: self._take())
        choose_by_typing(self.box)
        self._label.grid(
            row=0,
            column=0,
            sticky="w",
        )
        self.box.grid(row=0, column=1, sticky="ew", pady=px(3))
        follow(self, draft.fields.changed, self._show)
        self._show()

    def _show(self) -> None:
        jobs = self._draft.kinds
        self.box.configure(values=[JOBS[job].label for job in jobs])
        self.box.set(JOBS[self._draft.fields[WHAT]].label)
        for widget in (self._label, self.box):
            if len(jobs) > 1:
                widget.grid()
            else:
                widget.grid_remove()
        if len(jobs) <= 1:
            self.configure(height=1)  # Tk keeps the size of what was there

    def _take(self) -> None:
        self.box.selection_clear()
        job = self._draft.kinds[self.box.current()]
        if job != self._draft.fields[WHAT]:
            self._draft.fields.edit(WHAT, job)

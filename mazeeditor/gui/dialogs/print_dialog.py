"""The dialog of Print: printer, copies, pages, sides of the paper, and the answer."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from mazeeditor.app.printing.system_printing import PrintDraft
from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _
from mazeeditor.gui.forms.forms import Form
from mazeeditor.gui.widgets.modal import Modal


class PrintDialog(Modal):
    """Answers what is asked of the printer."""

    def __init__(self, parent: tk.Misc, draft: PrintDraft) -> None:
        super().__init__(parent, _("Print"))
        self._draft = draft
        ttk.Frame(self.body, width=self.theme.panel_width).pack()  # for long names of printers
        self.form = Form(self.body, draft.fields, self.go)
        self.form.pack(fill="x")
        self.add_button(_("Print"), self.go, primary=True)
        self.add_button(_("Cancel"), self.destroy)

    def go(self) -> None:
        """Take what is chosen, unless a field is invalid."""
        try:
            self.form.values()
            request = self._draft.request()
        except UsageError:  # the form shows which
            return
        self.close_with(request)

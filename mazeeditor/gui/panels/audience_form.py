"""The field *For whom*, and why there is no maze for somebody on this page."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from mazeeditor.app.drafts.audience_choice import AudienceChoice
from mazeeditor.gui.forms.forms import Form
from mazeeditor.gui.look import current
from mazeeditor.gui.widgets import follow


class AudienceForm(ttk.Frame):
    """The field of a ``choice``; Enter calls ``submit``."""

    def __init__(
        self, parent: tk.Misc, choice: AudienceChoice, submit: Callable[[], None], wrap: int
    ) -> None:
        super().__init__(parent)
        self._choice = choice
        self.form = Form(self, choice.field, submit)
        self.no_room = ttk.Label(self, style="Error.TLabel", wraplength=wrap)
        self.form.pack(fill="x")
        follow(self, choice.changed, self._show)
        self._show()

    def _show(self) -> None:
        """Show why there is no maze for an audience."""
        problem = self._choice.problem
        self.no_room.configure(text=problem)
        if problem:
            self.no_room.pack(fill="x", padx=(current(self).label_width, 0))
        else:
            self.no_room.pack_forget()

"""A machine or a material, to be changed, copied and restored; kept among the files of the user."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from mazeeditor.app.making.presets import PresetDraft
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.translation import _
from mazeeditor.gui.forms.forms import add_sections
from mazeeditor.gui.widgets import wrap_in
from mazeeditor.gui.widgets.modal import ScrolledModal


class PresetDialog(ScrolledModal):
    """Answers the name of the preset that is to be used now, as it was saved or restored."""

    manual = "laser-and-router#machines-and-materials-of-your-own"

    def __init__(self, parent: tk.Misc, draft: PresetDraft) -> None:
        super().__init__(parent, draft.kind.title)
        self.draft = draft
        ttk.Frame(self.page, width=self.theme.panel_width).pack()
        self.forms = [
            form
            for part in draft.sections
            for form in add_sections(self.page, part.fields, part.fields.sections, self.go)
        ]
        if draft.note:
            note = ttk.Label(self.page, text=draft.note, style="Small.TLabel")
            note.configure(wraplength=self.theme.panel_width - self.theme.px(12))
            note.pack(fill="x", pady=(self.theme.px(10), 0))
        self.problem = ttk.Label(self.body, style="Error.TLabel", wraplength=self.theme.panel_width)
        self.problem.pack(fill="x", pady=(self.theme.px(6), 0))
        wrap_in(self.body, self.problem)
        if not draft.problem:
            self.add_button(_("Save"), self.go, primary=True)
        self.first = self.add_button(_("Cancel"), self.destroy)
        if draft.is_own:
            text = _("Restore") if draft.replaces else _("Delete")
            self.remove = self.add_button(text, self.restore, left=True)
        if self.forms:
            self.first = self.forms[0].boxes["name"].typed_in
        self._show_damage()

    def _show_damage(self) -> None:
        """Say what is wrong with a damaged file, and what can be done about it."""
        if not self.draft.problem:
            return
        restores = _(
            "Restore brings back the one that came with the program; this file is lost then."
        )
        deletes = _("Correct the file, or delete it here.")
        advice = restores if self.draft.replaces else deletes
        self.problem.configure(text=f"{self.draft.problem}\n{advice}")

    def go(self) -> None:
        """Save what was changed, unless something is wrong with it."""
        try:
            for form in self.forms:
                form.values()
        except UsageError:  # the form shows the reason
            return
        try:
            self.close_with(self.draft.save())
        except MazeError as problem:
            self.problem.configure(text=str(problem))

    def restore(self) -> None:
        """Remove the file of the user: the program's own comes back, where there is one."""
        try:
            self.draft.remove()
        except MazeError as problem:
            self.problem.configure(text=str(problem))
            return
        self.close_with(self.draft.name if self.draft.replaces else "")

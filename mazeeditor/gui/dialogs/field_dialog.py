"""The dialog that asks what is written of a field; it says what the file will hold."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from tkinter import ttk
from typing import Any

from mazeeditor.app.drafts.field_draft import FieldDraft
from mazeeditor.app.jobs import Background, Latest, ignore
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.gui.forms.forms import Form, replace_form
from mazeeditor.gui.widgets import on_destroy
from mazeeditor.gui.widgets.modal import ScrolledModal
from mazeeditor.page.field import FieldFormat

LINES = 4  # of the result
PAUSE_MS = 200  # ms without a change before it is counted again


class FieldDialog(ScrolledModal):
    """Returns (format, options)."""

    manual = "words-and-pictures#a-field-of-maize"

    def __init__(self, parent: tk.Misc, draft: FieldDraft, background: Background) -> None:
        super().__init__(parent, _("Field plan and paths"))
        self._draft = draft
        px = self.theme.px
        choice = Form(self.page, draft.kind, self.go)
        choice.pack(fill="x")
        self.summary = ttk.Label(
            self.page, style="Small.TLabel", wraplength=self.theme.panel_width - px(112)
        )
        self.summary.pack(fill="x", padx=(self.theme.label_width, 0))
        self.options = Form(self.page, draft.options, self.go)
        self.options.pack(fill="x", pady=(px(6), 0))
        self.result = self.add_result(LINES)
        self.add_button(_("Save…"), self.go, primary=True)
        self.add_button(_("Cancel"), self.destroy)
        self.first = next(iter(choice.boxes.values())).typed_in
        self._count = Latest(background, self._chosen, self._work, self._show, self._fail,
                             delay=PAUSE_MS)  # fmt: skip
        on_destroy(self, self._count.stop)
        self._stop_following: Callable[[], object] = ignore
        draft.kind.changed.subscribe(self._follow)
        self._follow()

    def _follow(self) -> None:
        """Show the options of the chosen format."""
        self.summary.configure(text=self._draft.entry.summary)
        fields = self._draft.options
        self.options = replace_form(self.options, fields)
        self._stop_following()
        self._stop_following = fields.changed.subscribe(self._recount)
        self._count.request(delay=0)

    def _recount(self) -> None:
        self._count.request()

    def _chosen(self) -> tuple[FieldFormat, Mapping[str, Any]] | None:
        try:
            return self._draft.entry, self.options.values()
        except UsageError:  # the form shows what is invalid
            return None

    def _work(self, chosen: tuple[FieldFormat, Mapping[str, Any]], job: Job) -> str:
        return self._draft.contents(*chosen, job)

    def _show(self, text: str) -> None:
        self.result.configure(text=text, style="Soft.TLabel")

    def _fail(self, problem: Exception) -> None:
        if isinstance(problem, MazeError):
            self.result.configure(text=str(problem), style="Error.TLabel")

    def go(self) -> None:
        """Take the chosen options, unless a field is invalid."""
        self.close_if_valid(lambda: (self._draft.entry, self.options.values()))

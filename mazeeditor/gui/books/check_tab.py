"""The tab of the check: what a print shop would not take of the book, and what mends it."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk
from typing import TYPE_CHECKING

from mazeeditor.core.translation import _
from mazeeditor.gui.forms.forms import Form, add_heading
from mazeeditor.gui.look import current
from mazeeditor.gui.widgets import follow
from mazeeditor.gui.widgets.scrolled_panel import ScrolledPanel
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.prepress.checks import pages_text

if TYPE_CHECKING:
    from mazeeditor.app.books.editor import BookEditor
    from mazeeditor.prepress.preflight import Finding

ROWS = 6  # of the list
COLUMNS = {"pages": 60, "message": 240}  # px at 96 dpi


class CheckTab(ScrolledPanel):
    """What the last check has found; the page of what is selected is shown."""

    def __init__(self, parent: tk.Misc, editor: BookEditor) -> None:
        theme = current(parent)
        super().__init__(parent, theme.panel_width)
        self._editor = editor
        px, wrap = theme.px, theme.panel_width - theme.px(24)
        add_heading(self.body, _("PDF"), first=True)
        self.form = Form(self.body, editor.options)
        self.form.pack(fill="x")
        add_heading(self.body, _("Check"))
        self.outcome = ttk.Label(self.body, wraplength=wrap)
        self.outcome.pack(anchor="w", pady=(0, px(8)))
        self.warnings = ttk.Label(self.body, style="Error.TLabel", wraplength=wrap)
        self.list = ttk.Treeview(
            self.body, columns=tuple(COLUMNS), show="headings", selectmode="browse", height=ROWS
        )
        heads = {"pages": _("Page"), "message": _("Problem")}
        for name, width in COLUMNS.items():
            self.list.heading(name, text=heads[name], anchor="w")
            self.list.column(name, width=px(width), minwidth=px(20), stretch=name == "message")
        self.list.pack(fill="x")
        self.about = ttk.Label(self.body, wraplength=wrap)
        self.about.pack(anchor="w", fill="x", pady=(px(8), 0))
        self.source = ttk.Label(self.body, style="Small.TLabel", wraplength=wrap)
        self.source.pack(anchor="w", fill="x", pady=(px(4), 0))
        row = ttk.Frame(self.body)
        row.pack(fill="x", pady=(px(10), 0))
        self.mend = ttk.Button(row, text=_("Mend"), command=self._mend)
        self.check = ttk.Button(row, text=_("Check"), command=editor.check)
        self.mend.pack(side="left")
        self.check.pack(side="left", padx=(px(8), 0))
        Tooltip(self.mend, _("Change the setting that breaks the rule, and check again"))
        Tooltip(self.check, _("Print the book into no file, and check it"), "F5")
        for problem in editor.draft.problems:
            text = ttk.Label(self.body, text=problem, style="Error.TLabel", wraplength=wrap)
            text.pack(anchor="w", pady=(px(8), 0))
        self.list.bind("<<TreeviewSelect>>", lambda _event: self._selected())
        follow(self, editor.changed, self.refresh)
        self._shown: object = None
        self.refresh()
        self.first = self.form.boxes["picture"].typed_in

    @property
    def finding(self) -> Finding | None:
        """The one that is selected."""
        chosen = self.list.selection()
        return self._editor.found.findings[int(chosen[0])] if chosen else None

    def refresh(self) -> None:
        """Show the outcome of the last check."""
        editor = self._editor
        self.check.state(["disabled" if editor.busy else "!disabled"])
        if self._shown is not editor.found.checked:
            self._shown = editor.found.checked
            self.list.delete(*self.list.get_children())
            for number, finding in enumerate(editor.found.findings):
                pages = pages_text(finding.pages) or "–"
                self.list.insert("", "end", iid=str(number), values=(pages, str(finding.message)))
            if editor.found.findings:
                place = (
                    editor.found.findings.index(editor.found.finding) if editor.found.finding else 0
                )
                self.list.selection_set(str(place))
                self.list.focus(str(place))
        self.outcome.configure(text=editor.found.outcome())
        self.warnings.configure(text="\n".join(editor.found.warnings))
        if editor.found.warnings:
            self.warnings.pack(after=self.outcome, anchor="w", pady=(0, current(self).px(8)))
        else:
            self.warnings.pack_forget()
        self._show_finding()

    def _selected(self) -> None:
        self._show_finding()
        self._editor.found.show(self.finding)

    def _show_finding(self) -> None:
        finding = self.finding
        self.about.configure(text=self._described(finding) if finding else "")
        self.source.configure(text=finding.source if finding else "")
        able = finding is not None and self._editor.can_mend(finding)
        self.mend.state(["!disabled" if able else "disabled"])

    def _mend(self) -> None:
        if finding := self.finding:
            self._editor.mend(finding)

    def _described(self, finding: Finding) -> str:
        """Return what is wrong, and what mends it."""
        advice = self._editor.found.advice_of(finding)
        return f"{finding.message[:1].upper()}{finding.message[1:]} {advice}"

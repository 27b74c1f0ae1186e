"""Help > Report a Problem: the system and the end of the log, to be read, copied and sent."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from mazeeditor.core.translation import _
from mazeeditor.gui.widgets.modal import Modal

WIDTH, LINES = 92, 24  # characters, lines


class ProblemDialog(Modal):
    """Shows ``report``, of which all or the selected part can be copied."""

    def __init__(self, parent: tk.Misc, report: str) -> None:
        super().__init__(parent, _("Report a Problem"))
        self._report = report
        px = self.theme.px
        text = _(
            "This is what helps to find a problem: the versions, the system, and the last errors. "
            "It holds no title and no drawing. Copy it, and send it with a line on what you did."
        )
        self.about = ttk.Label(self.body, text=text, wraplength=px(640))
        self.about.pack(anchor="w", pady=(0, px(10)))
        self._add_text().pack(fill="both", expand=True)
        self.copied = ttk.Label(self.buttons, style="Soft.TLabel")
        self.copied.pack(side="left")
        self.copy = self.add_button(_("Copy"), self.copy_all, primary=True)
        self.add_button(_("Close"), self.destroy)

    def _add_text(self) -> ttk.Frame:
        frame = ttk.Frame(self.body)
        text = self.text = tk.Text(
            frame,
            width=WIDTH,
            height=LINES,
            wrap="word",
            font=self.theme.mono,
            highlightthickness=self.theme.px(1),
            takefocus=True,
        )
        bar = ttk.Scrollbar(frame, orient="vertical", command=text.yview)
        text.configure(yscrollcommand=bar.set)
        text.insert("1.0", self._report)
        text.configure(state="disabled")  # the keys that select and copy still work
        text.bind("<Button-1>", lambda _event: text.focus_set(), add=True)
        # Nothing can be pasted here, and Tk would wait for what is pasted, also while this closes.
        text.bind("<<PasteSelection>>", lambda _event: "break")
        bar.pack(side="right", fill="y")
        text.pack(side="left", fill="both", expand=True)
        return frame

    def copy_all(self) -> None:
        """Copy the whole report."""
        self.clipboard_clear()
        self.clipboard_append(self._report)
        self.copied.configure(text=_("Copied."))


def report_problem(parent: tk.Misc, report: str) -> None:
    """Show a report until it is closed."""
    ProblemDialog(parent, report).show()

"""The names of a class: typed or pasted, one a line, or those of a file."""

from __future__ import annotations

import tkinter as tk
from pathlib import Path
from tkinter import ttk
from typing import TYPE_CHECKING

from mazeeditor.app.printing.sheet_draft import FEW_NAMES, NAMES_OPTION, shorten_name
from mazeeditor.core.translation import _
from mazeeditor.gui.look import current
from mazeeditor.gui.widgets import follow, select_all_by_key, wrap_in
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.sheets.sheet import NAMES, TYPED

if TYPE_CHECKING:
    from mazeeditor.app.printing.sheet_work import PlannedSheet, SheetWork

LINES, LETTERS = 12, 22  # of the field, where there is room


class NamesPane(ttk.Frame):
    """A field for the names, what was found in it, and a button for a file in its place."""

    def __init__(self, parent: tk.Misc, work: SheetWork) -> None:
        px = current(parent).px
        super().__init__(parent)
        self._work, self._fields = work, work.draft.fields
        self.hint = ttk.Label(self)
        self._add_field()
        self.found = ttk.Label(self, style="Bold.TLabel")
        self.list = ttk.Label(self, style="Soft.TLabel", justify="left")
        self.problem = ttk.Label(self, style="Error.TLabel", justify="left")
        self.choose = ttk.Button(self, text=_("Choose a file…"), command=self._choose)
        self.type = ttk.Button(self, text=_("Type the names instead"), command=self._type)
        Tooltip(self.choose, _("Take the names from a CSV or a text with one name a line"))
        Tooltip(self.type, _("Take the names that are typed here"))
        self.rowconfigure(1, weight=1)
        self.columnconfigure(0, weight=1)
        self.hint.grid(row=0, sticky="w", pady=(0, px(4)))
        self.field.grid(row=1, sticky="nsew")
        self.found.grid(row=2, sticky="w", pady=(px(8), 0))
        self.list.grid(row=3, sticky="w")
        self.problem.grid(row=4, sticky="w")
        self.choose.grid(row=5, sticky="ew", pady=(px(8), 0))
        wrap_in(self, self.found, self.list, self.problem)
        follow(self, self._fields.changed, self._follow)
        self.bind("<<ThemeChanged>>", lambda _event: self._colour())
        self._colour()
        self._follow()

    def focus_field(self) -> None:
        """Give the keyboard to the field for the names, or to the button for another file."""
        (self.text if self.field.winfo_manager() else self.choose).focus_set()

    def _add_field(self) -> None:
        self.field = ttk.Frame(self)
        self.text = text = tk.Text(
            self.field, width=LETTERS, height=LINES, wrap="none", undo=False, takefocus=True
        )
        self.bar = ttk.Scrollbar(self.field, orient="vertical", command=text.yview)
        text.configure(yscrollcommand=self._show_bar)
        text.pack(side="left", fill="both", expand=True)
        text.bind("<<Modified>>", lambda _event: self._typed())
        for keys, event in (("<Tab>", "<<NextWindow>>"), ("<Shift-Tab>", "<<PrevWindow>>")):
            text.bind(keys, lambda _event, event=event: self._leave(event))  # type: ignore[misc]
        text.bind("<<Paste>>", lambda _event: self._erase_selected())  # on X11 Tk does not
        select_all_by_key(text)
        # keys of commands before those of Tk, as Ctrl+P would also go up a line
        text.bindtags((str(text), str(text.winfo_toplevel()), "Text", "all"))

    def _show_bar(self, first: float | str, last: float | str) -> None:
        """Show the bar over the right edge of the field, where there is anything to scroll."""
        self.bar.set(first, last)
        if float(first) <= 0 and float(last) >= 1:
            self.bar.place_forget()
        else:
            edge = current(self).px(2)
            self.bar.place(relx=1, x=-edge, y=edge, relheight=1, height=-2 * edge, anchor="ne")

    def _leave(self, event: str) -> str:
        """Go to another field: names have no tabs between them unless these are pasted."""
        self.text.event_generate(event)
        return "break"

    def _erase_selected(self) -> None:
        if self.text.tag_ranges("sel"):
            self.text.delete("sel.first", "sel.last")

    def _colour(self) -> None:
        theme = current(self)
        self.text.configure(
            font=theme.body,
            background=theme.raised,
            foreground=theme.text,
            insertbackground=theme.text,
            selectbackground=theme.tint_over,
            selectforeground=theme.tint_text,
            highlightthickness=theme.px(2),
            highlightbackground=theme.border,
            highlightcolor=theme.focus,
            padx=theme.px(6),
            pady=theme.px(4),
            borderwidth=0,
        )

    # What is typed

    @property
    def _shown(self) -> str:
        return self.text.get("1.0", "end-1c")

    def _typed(self) -> None:
        """Take over what stands in the field, each character at once."""
        if self.text.edit_modified():
            self.text.edit_modified(False)
            if self._shown != self._fields[TYPED]:
                self._fields.edit(TYPED, self._shown)

    def _follow(self) -> None:
        """Show another list from elsewhere, and whether it is that of a file."""
        if self._shown != self._fields[TYPED]:
            self.text.delete("1.0", "end")
            self.text.insert("1.0", self._fields[TYPED])
            self.text.edit_modified(False)
        file = str(self._fields[NAMES])
        self.hint.configure(text=Path(file).name if file else _("Names, one a line"))
        if file:
            self.field.grid_remove()
            self.type.grid(row=6, sticky="ew", pady=(current(self).px(4), 0))
        else:
            self.field.grid()
            self.type.grid_remove()

    def _choose(self) -> None:
        self._work.draft.choose_file(NAMES_OPTION, lambda path: self._fields.edit(NAMES, path))

    def _type(self) -> None:
        self._fields.edit(NAMES, "")
        self.text.focus_set()

    def compact(self, lines: int) -> None:
        """Make the field so many lines high at the least."""
        self.text.configure(height=lines)

    # What was found

    def show(self, planned: PlannedSheet) -> None:
        """Show what was found: how many names, and the first of a file."""
        self.found.configure(text=planned.found)
        lines = []
        if planned.columns:
            lines.append(_("Columns: {names}").format(names=", ".join(planned.columns)))
        if self._fields[NAMES] or planned.columns:
            lines += map(shorten_name, planned.names[:FEW_NAMES])
            if len(planned.names) > FEW_NAMES:
                more = len(planned.names) - FEW_NAMES
                lines.append(_("and {count} more").format(count=f"{more:,}"))
        self.list.configure(text="\n".join(lines))
        self.problem.configure(text=planned.names_problem)
        for label in (self.found, self.list, self.problem):
            if label.cget("text"):
                label.grid()
            else:
                label.grid_remove()

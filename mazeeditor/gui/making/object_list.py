"""The finished objects to choose from, each with its picture; the arrows choose another one."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from contextlib import suppress
from tkinter import ttk

from mazeeditor.app.drafts.field_values import FieldValues
from mazeeditor.app.jobs import ignore
from mazeeditor.app.making.draft import OBJECT
from mazeeditor.app.making.objects import made_objects
from mazeeditor.gui.desktop.keys import ALT, CONTROL, MOD
from mazeeditor.gui.look import current
from mazeeditor.gui.look.icons import COLOURED, Icons
from mazeeditor.gui.widgets import follow
from mazeeditor.gui.widgets.tooltip import Tooltip

LARGE, SMALL, SMALLEST = 48, 32, 22  # px at 96 dpi of a picture
NARROW, NAMED = 60, 172  # px at 96 dpi of the list, without and with names
STYLES = {LARGE: "Objects.Treeview", SMALL: "Pictured.Treeview", SMALLEST: "Low.Treeview"}
ROWS = {LARGE: 64, SMALL: 39, SMALLEST: 28}  # px at 96 dpi of a row with such a picture
FRAME = 6  # px at 96 dpi that the list takes above and below its rows
CHOSEN = "chosen"  # a tag


class ObjectList(ttk.Frame):
    """All objects as a list, of which ``fields`` have chosen one.

    A letter chooses the next object that begins with it; Enter calls ``on_enter``.
    """

    def __init__(
        self,
        parent: tk.Misc,
        fields: FieldValues,
        icons: Icons,
        on_enter: Callable[[], object] = ignore,
    ) -> None:
        super().__init__(parent)
        self._fields, self._icons = fields, icons
        self._named, self._size = True, SMALL
        theme = current(self)
        self.list = ttk.Treeview(self, show="tree", selectmode="browse", style=STYLES[SMALL])
        self.list.column("#0", width=theme.px(NAMED), minwidth=theme.px(NARROW), stretch=False)
        self.list.tag_configure(CHOSEN, font=theme.bold)
        for each in made_objects().values():
            self.list.insert("", "end", each.name, text=f"  {each.label}")
        self._show_pictures()
        self.list.pack(fill="both", expand=True)
        self.tip = Tooltip(self.list, self._about)
        self._pointed = ""
        self.list.bind("<Motion>", self._point, add=True)
        self.list.bind("<<TreeviewSelect>>", lambda _event: self._take())
        for key in ("<Return>", "<KP_Enter>"):
            self.list.bind(key, lambda _event: on_enter())
        self.list.bind("<KeyPress>", self._press, add=True)
        follow(self, fields.changed, self._show)
        self._show()

    def fit(self, height: int, *, named: bool) -> None:
        """Show the largest pictures of which all have room, and the names beside them."""
        px = current(self).px
        room = (height - px(FRAME)) // len(made_objects())
        size = next((size for size, row in ROWS.items() if room >= px(row)), SMALLEST)
        if (size, named) == (self._size, self._named):
            return
        self._size, self._named = size, named
        self.list.column("#0", width=current(self).px(NAMED if named else NARROW))
        for each in made_objects().values():
            self.list.item(each.name, text=f"  {each.label}" if named else "")
        self._show_pictures()
        # Tk asks for room as wide as its columns only when the list is configured
        self.list.configure(style=STYLES[size])

    def _show_pictures(self) -> None:
        size = self._size if self._named else min(self._size, SMALL)
        for name in made_objects():
            self.list.item(name, image=_picture(self._icons, name, size))

    def _press(self, event: tk.Event[tk.Misc]) -> str | None:
        """Choose the next object whose name begins with a letter or a digit."""
        letter, names = event.char.lower(), list(made_objects())
        if not letter.isalnum() or int(event.state) & (CONTROL | MOD | ALT):
            return None
        chosen = self.list.selection()
        first = names.index(chosen[0]) + 1 if chosen else 0
        for name in (*names[first:], *names[:first]):
            if made_objects()[name].label.lower().startswith(letter):
                self._choose(name)
                break
        return "break"

    def _point(self, event: tk.Event[tk.Misc]) -> None:
        self._pointed = self.list.identify_row(event.y)

    def _about(self) -> str:
        """Return what the object below the pointer is."""
        each = made_objects().get(self._pointed)
        if each is None:
            return ""
        return each.about if self._named else f"{each.label}: {each.about}"

    def _show(self) -> None:
        """Mark the object of the fields; none where the job makes none of them."""
        name = self._fields[OBJECT]
        chosen = (name,) if name in made_objects() else ()
        if self.list.selection() != chosen:
            self.list.selection_set(*chosen)
            if chosen:
                self.list.focus(name)
                self.list.see(name)
        for each in made_objects():
            self.list.item(each, tags=(CHOSEN,) if each == name else ())

    def _take(self) -> None:
        with suppress(IndexError):
            self._choose(self.list.selection()[0])

    def _choose(self, name: str) -> None:
        """Take another object; the list then follows the fields."""
        if name != self._fields[OBJECT]:
            self._fields.edit(OBJECT, name)


def _picture(icons: Icons, name: str, size: int) -> str:
    """Return the picture of an object; one that brings none has that of all files for machines."""
    try:
        return icons.get(f"{COLOURED}{name}", size)
    except FileNotFoundError:
        return icons.get("export", size)

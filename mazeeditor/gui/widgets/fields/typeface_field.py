"""A field for a typeface: its name; a list of all with previews opens by click, arrow or typing.

::

    [ DejaVu Serif      v ]
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from mazeeditor.app.drafts.typeface_previews import TypefacePreviews
from mazeeditor.app.jobs import ignore
from mazeeditor.gui.desktop.keys import ALT, CONTROL, MOD
from mazeeditor.gui.widgets.fields.typeface_popup import TypefacePopup

Use = Callable[[str], None]


class TypefaceField(ttk.Combobox):
    """The name of a typeface, held by ``variable``; ``offer`` makes the list that it opens."""

    def __init__(self, parent: tk.Misc, variable: tk.StringVar) -> None:
        super().__init__(parent, textvariable=variable, state="readonly", width=8)
        self._variable = variable
        self._previews: TypefacePreviews | None = None
        self._word: Callable[[], str] = str
        self._ask_file: Callable[[Use], None] = ignore
        self.bind("<Button-1>", lambda _event: self.open())
        for key in ("<Down>", "<Up>", "<space>"):
            self.bind(key, lambda _event: self.open())
        self.bind("<KeyPress>", self._typed)

    def offer(
        self, previews: TypefacePreviews, word: Callable[[], str], ask_file: Callable[[Use], None]
    ) -> None:
        """Offer the typefaces of ``previews``, each with the ``word`` of the user.

        ``ask_file`` lets the user choose a file, and calls what it gets with the name of that.
        """
        self._previews, self._word, self._ask_file = previews, word, ask_file

    def _typed(self, event: tk.Event[tk.Misc]) -> str | None:
        """Begin to search with the first character."""
        if len(event.char) == 1 and event.char.isprintable() and not _is_chord(event):
            return self.open(event.char)
        return None

    def open(self, typed: str = "") -> str:
        """Show the list, of what contains the text ``typed``."""
        if self._previews and not self.instate(["disabled"]):
            self.focus_set()
            name, word = self._variable.get(), self._word()
            TypefacePopup(self, name, word, self._previews, self._use, self._ask_for_file).search(
                typed
            )
        return "break"

    def _ask_for_file(self) -> None:
        self._ask_file(self._use)

    def _use(self, name: str) -> None:
        self._variable.set(name)
        self.event_generate("<<ComboboxSelected>>")  # as every choice that is made at once


def _is_chord(event: tk.Event[tk.Misc]) -> bool:
    return bool(int(event.state) & (CONTROL | MOD | ALT))

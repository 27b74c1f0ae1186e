"""Typing chooses in fields of choices, open or closed: "plywood 4", or "ply 4".

The letters that follow each other within a second are what is looked for: at the beginning of a
text, else as beginnings of its words. The same letter again goes on to the next text that begins
with it, as in the lists of other programs.
"""

from __future__ import annotations

import time
import tkinter as tk
from collections.abc import Sequence
from tkinter import ttk

from mazeeditor.gui.desktop.keys import ALT, CONTROL, MOD

PAUSE_S = 1.0  # s after which another text is looked for
LIST = ".popdown.f.l"  # how the path of the list of a field ends


def bind_typed_choices(root: tk.Misc) -> None:
    """Let letters mark a line in all open lists of fields of choices."""
    typing = _Typing(root)
    for key in ("<Key>", "<space>"):
        root.bind_class("Listbox", key, typing.in_list, add="+")


def choose_by_typing(box: ttk.Combobox) -> None:
    """Let letters choose in a field that is closed, where they are no keys of the window."""
    box.bind("<Key>", _Typing(box).in_field, add=True)


def find(texts: Sequence[str], typed: str, here: int) -> int | None:
    """Return the text that is meant, ``here`` or behind it first; None where none is."""
    typed = typed.casefold()
    again = len(set(typed)) == 1
    first = here + 1 if again else max(here, 0)
    order = [(first + n) % len(texts) for n in range(len(texts))]
    folded = [text.casefold() for text in texts]
    looked = typed[:1] if again and not any(text.startswith(typed) for text in folded) else typed
    for number in order:
        if folded[number].startswith(looked):
            return number
    for number in order:
        words = folded[number].split()
        if all(any(word.startswith(part) for word in words) for part in looked.split()):
            return number
    return None


class _Typing:
    """What was typed last, and where."""

    def __init__(self, root: tk.Misc) -> None:
        self._root = root
        self._where, self._typed, self._until = "", "", 0.0

    def in_field(self, event: tk.Event[tk.Misc]) -> str | None:
        """Choose in a field that is closed; the window does not get what chooses."""
        call, path = self._root.tk.call, str(event.widget)
        if not self._root.tk.getboolean(call(path, "instate", ("readonly", "!disabled"))):
            return None
        here = int(call(path, "current"))
        number = self._find(event, path, path, here)
        if number is not None and number != here:
            call("ttk::combobox::SelectEntry", path, number)
        return None if number is None else "break"

    def in_list(self, event: tk.Event[tk.Misc]) -> None:
        """Mark a line in the list of a field."""
        call, path = self._root.tk.call, str(event.widget)
        field = path.removesuffix(LIST)
        if field == path or not self._root.tk.getboolean(call(field, "instate", "readonly")):
            return
        number = self._find(event, path, field, int(call(path, "index", "active")))
        if number is not None:
            call(path, "activate", number)
            call(path, "see", number)
            call(path, "selection", "clear", 0, "end")
            call(path, "selection", "set", number)

    def _find(self, event: tk.Event[tk.Misc], path: str, field: str, here: int) -> int | None:
        letter = event.char
        if len(letter) != 1 or not letter.isprintable():
            return None
        if int(event.state) & (CONTROL | MOD | ALT):
            return None
        now = time.monotonic()
        known = self._typed if path == self._where and now < self._until else ""
        if letter.isspace() and not known:
            return None
        self._where, self._typed, self._until = path, known + letter, now + PAUSE_S
        values = self._root.tk.splitlist(self._root.tk.call(field, "cget", "-values"))
        texts = [str(text) for text in values]
        return find(texts, self._typed, here) if texts else None

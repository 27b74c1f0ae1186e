"""The clipboard of the desktop, as text."""

from __future__ import annotations

import tkinter as tk


class SystemClipboard:
    """The clipboard, as a window sees it."""

    def __init__(self, root: tk.Misc) -> None:
        self._root = root

    def read(self) -> str:
        """Return its text, "" where it holds none."""
        try:
            return self._root.clipboard_get()
        except tk.TclError:  # it is empty, or holds a picture, or its owner does not answer
            return ""

    def write(self, text: str) -> None:
        """Put a text in."""
        self._root.clipboard_clear()
        self._root.clipboard_append(text)

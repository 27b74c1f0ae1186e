"""The keys that turn pages."""

from __future__ import annotations

import tkinter as tk

from mazeeditor.gui.desktop.keys import chord

KEYS = {"Prior": -1, "Next": 1}
SCROLL_BY_KEYS = ("Treeview", "Text", "Listbox")  # classes of Tk


def page_step(event: tk.Event[tk.Misc]) -> int:
    """Return 1 for the key of the next page, -1 for that of the one before, else 0.

    Also where the keyboard is in what scrolls by these keys itself.
    """
    widget = event.widget
    scrolls = not isinstance(widget, tk.Misc) or widget.winfo_class() in SCROLL_BY_KEYS
    return 0 if scrolls else KEYS.get(chord(event).replace("KP_", ""), 0)

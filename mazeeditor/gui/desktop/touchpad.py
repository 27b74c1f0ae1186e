"""Two fingers on a touchpad, which Tk 9 reports on macOS by an event of their own."""

from __future__ import annotations

import tkinter as tk

EVENT = "<TouchpadScroll>"
NOTCH = 48  # px that two fingers move for a notch of the wheel
DELTA = 120  # of a notch, as Tk 9 counts on every system
# classes that Tk scrolls by it
SCROLLED_BY_TK = ("Listbox", "Text", "Treeview", "Scrollbar", "TScrollbar")


def fingers(packed: int) -> tuple[int, int]:
    """Return how far two fingers moved, in px right and down; Tk 9 packs both into one number."""
    down = packed & 0xFFFF
    return packed >> 16, down - 0x10000 if down & 0x8000 else down


def turn_wheels(root: tk.Misc) -> None:
    """Let two fingers turn the wheel wherever a widget only knows that."""
    if tk.TkVersion >= 9:
        root.bind_all(EVENT, Fingers(root).slide, add=True)


class Fingers:
    """What fingers have moved, and no notch of the wheel has used yet."""

    def __init__(self, root: tk.Misc) -> None:
        self._root, self._moved = root, 0

    def slide(self, event: tk.Event[tk.Misc]) -> None:
        """Turn the wheel over a widget by whole notches."""
        call, path = self._root.tk.call, str(event.widget)
        if str(call("winfo", "class", path)) in SCROLLED_BY_TK or str(call("bind", path, EVENT)):
            return
        self._moved += fingers(event.delta)[1]
        notches = int(self._moved / NOTCH)
        self._moved -= notches * NOTCH
        if notches:
            where = ("-rootx", event.x_root, "-rooty", event.y_root)
            call("event", "generate", path, "<MouseWheel>", "-delta", notches * DELTA, *where)

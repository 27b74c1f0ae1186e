"""Home, End, Page Up and Page Down in lists: they choose, where Tk only scrolls or does nothing.

In Tk's lists Home scrolls to the left, Page Up scrolls and leaves the chosen line where it is; its
tables and trees know neither Home nor End, so that these keys reached the window around them.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial

KEYS = ("Home", "End", "Prior", "Next")
NUMBERS_OFF = "KP_"  # the same keys on the number pad
Places = Callable[[int, int], int]  # of the line chosen before and the lines of a page, the new one


def bind_list_keys(root: tk.Misc) -> None:
    """Let the keys choose in all lists, tables and fields of choices of a program."""
    for key in KEYS:
        for name in (key, f"{NUMBERS_OFF}{key}"):
            root.bind_class("Listbox", f"<{name}>", partial(_in_list, root, key))
            root.bind_class("Treeview", f"<{name}>", partial(_in_tree, root, key))
    for key, event, place in (("Home", "LineStart", "0"), ("End", "LineEnd", "end")):
        _bind_field(root, key, event, place)


def _target(key: str, here: int, page: int, last: int) -> int:
    """Return the line that a key leads to, from line ``here``; a page has so many lines."""
    there = {"Home": 0, "End": last, "Prior": here - page, "Next": here + page}[key]
    return min(max(there, 0), last)


def _in_list(root: tk.Misc, key: str, event: tk.Event[tk.Misc]) -> str:
    """Choose another line; the lists of fields are unknown to tkinter, so by its path."""
    call, path = root.tk.call, str(event.widget)
    last = int(call(path, "size")) - 1
    if last >= 0:
        height = int(call("winfo", "height", path))
        lines = int(call(path, "nearest", height)) - int(call(path, "nearest", 0))
        there = _target(key, int(call(path, "index", "active")), max(lines, 1), last)
        call(path, "activate", there)
        call(path, "see", there)
        if str(call(path, "cget", "-selectmode")) in ("browse", "single"):
            call(path, "selection", "clear", 0, "end")
            call(path, "selection", "set", there)
            root.tk.call("event", "generate", path, "<<ListboxSelect>>")
    return "break"


def _in_tree(root: tk.Misc, key: str, event: tk.Event[tk.Misc]) -> str:
    """Choose another line among those of open branches, or scroll where none can be chosen."""
    call, path = root.tk.call, str(event.widget)
    if str(call(path, "cget", "-selectmode")) == "none":
        share = {"Home": ("moveto", 0), "End": ("moveto", 1)}
        call(path, "yview", *share.get(key, ("scroll", -1 if key == "Prior" else 1, "pages")))
        return "break"
    lines = _lines(root, path, "")
    if lines:
        focus = str(call(path, "focus"))
        here = lines.index(focus) if focus in lines else 0
        page = sum(bool(call(path, "bbox", line)) for line in lines) - 1
        there = lines[_target(key, here, max(page, 1), len(lines) - 1)]
        call(path, "see", there)
        call(path, "focus", there)
        call(path, "selection", "set", (there,))
    return "break"


def _lines(root: tk.Misc, path: str, branch: str) -> list[str]:
    """Return the items of a tree that are shown, or could be scrolled to, from above."""
    call, lines = root.tk.call, []
    for item in map(str, root.tk.splitlist(call(path, "children", branch))):
        lines.append(item)
        if root.tk.getboolean(call(path, "item", item, "-open")):
            lines += _lines(root, path, item)
    return lines


def _bind_field(root: tk.Misc, key: str, event: str, place: str) -> None:
    """Let a key choose the first or last of the choices of a field in which nothing is typed."""
    usual = str(root.tk.call("bind", "TCombobox", f"<<{event}>>"))
    last = "[expr {[llength [%W cget -values]] - 1}]" if place == "end" else place
    choose = f"if {{[llength [%W cget -values]]}} {{ttk::combobox::SelectEntry %W {last}}}"
    script = f"if {{[%W instate readonly]}} {{{choose}; break}} else {{{usual}}}"
    for name in (key, f"{NUMBERS_OFF}{key}"):
        root.tk.call("bind", "TCombobox", f"<{name}>", script)

"""Menus in the look of the rest: flat, with ticks, dots, arrows and lines drawn for the screen.

Tk's menus on X11 have arrows and lines of a fixed size, in relief. They stay Tk's in all that they
do (keys, posting, grabs); entries get pictures, and where Tk draws by itself small parts cover it::

    +----------------------+    part: a line around the menu
    |    New        Ctrl+N |    picture of an entry: nothing, a tick or a dot; it sets the height
    |    Open recent     > |    part: the arrow of a submenu
    |----------------------|    part: the line of a separator
    |  v Rulers            |
    +----------------------+

The menus of Windows and macOS are the system's.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterator
from typing import Any

from mazeeditor.gui.look.theme import Theme

PART = "look"  # what the names of parts begin with
TAG = "MazeMenuPart"  # binding tag of parts
CHOICES = {"checkbutton": "menu-tick", "radiobutton": "menu-dot"}
MARGIN = "  "  # at the right edge, where Tk leaves 2 px
MARKS = ("menu-tick", "menu-dot", "menu-arrow")  # pictures for both grounds of an entry
PICTURES = {*MARKS, *(f"{mark}-on" for mark in MARKS), "menu-blank", "menu-off", "menu-arrow-dim"}
ARROW = 16  # px at 96 dpi: its width, and where it stands before the right edge
# What the pointer does on a part, its menu gets.
FORWARD = {
    "<Enter>": "<Enter>",  # on Tk 9 the pointer has left the menu
    "<Motion>": "<Motion>",
    "<ButtonPress>": "<ButtonPress> -button %b",
    "<ButtonRelease>": "<ButtonRelease> -button %b",
}
Image = Callable[[str], str]  # the name of a sprite -> the name of its Tk image


def is_drawn(root: tk.Misc) -> bool:
    return str(root.tk.call("tk", "windowingsystem")) == "x11"


def dress(root: tk.Misc, menu: str, image: Image, first: object = 0) -> None:
    """Give the entries of a menu their pictures, from an index on."""
    call: Any = root.tk.call
    for index, kind in _entries(call, menu, call(menu, "index", first)):
        if kind == "separator":
            continue
        blank = "menu-off" if kind in CHOICES else "menu-blank"
        look = ["-image", image(blank), "-compound", "left", "-hidemargin", 1]
        if kind in CHOICES:
            look += ["-indicatoron", 0, "-selectimage", image(CHOICES[kind])]
        if kind != "cascade":
            keys = str(call(menu, "entrycget", index, "-accelerator")).rstrip()
            look += ["-accelerator", f"{keys}{MARGIN}"]
        call(menu, "entryconfigure", index, *look)


def follow(root: tk.Tk, theme: Callable[[], Theme], image: Image) -> None:
    """Draw what Tk would draw by itself, in every menu that opens; ``theme`` returns the look."""
    if not is_drawn(root):
        return

    def put(event: tk.Event[tk.Misc]) -> None:
        menu = str(event.widget)
        if str(root.tk.call(menu, "cget", "-type")) != "menubar":
            if not _is_dressed(root, menu):  # one of Tk's own
                dress(root, menu, image)
            _put_parts(root, menu, theme(), image)

    def select(event: tk.Event[tk.Misc]) -> None:
        _show_active(root, str(event.widget), theme(), image)

    root.bind_class("Menu", "<Map>", put, add="+")
    root.bind_class("Menu", "<<MenuSelect>>", select, add="+")
    place = "-x [expr {%x + [winfo x %W]}] -y [expr {%y + [winfo y %W]}]"
    for event, sent in FORWARD.items():
        script = f"event generate [winfo parent %W] {sent} {place} -rootx %X -rooty %Y -state %s"
        root.tk.call("bind", TAG, event, script)


def _entries(call: Any, menu: str, first: object = 0) -> Iterator[tuple[int, str]]:
    """Yield index and kind of each entry."""
    last = str(call(menu, "index", "end"))
    if last not in ("none", ""):
        for index in range(int(str(first)), int(last) + 1):
            yield index, str(call(menu, "type", index))


def _is_dressed(root: tk.Misc, menu: str) -> bool:
    call: Any = root.tk.call
    kinds = (index for index, kind in _entries(call, menu) if kind != "separator")
    return all(str(call(menu, "entrycget", index, "-image")) for index in kinds)


def _put_parts(root: tk.Misc, menu: str, theme: Theme, image: Image) -> None:
    """Cover what Tk draws in relief; parts of the last time may be in other places."""
    call: Any = root.tk.call
    for child in root.tk.splitlist(call("winfo", "children", menu)):
        if child.startswith(f"{menu}.{PART}"):
            call("destroy", child)
    edge, ends = theme.px(1), _ends(call, menu)

    def part(name: str, kind: str, colour: str, **place: object) -> str:
        path = f"{menu}.{PART}-{name}"
        call(kind, path, "-background", colour, "-borderwidth", 0, "-highlightthickness", 0)
        call("bindtags", path, (path, TAG))
        call("place", path, *(item for key, value in place.items() for item in (f"-{key}", value)))
        return path

    for index, kind in _entries(call, menu):
        top, height = ends[index], ends[index + 1] - ends[index]
        if kind == "separator":
            part(f"{index}-ground", "frame", theme.raised, y=top, relwidth=1, height=height)
            middle = top + (height - edge) // 2
            part(f"{index}-line", "frame", theme.border, y=middle, relwidth=1, height=edge)
        elif kind == "cascade":
            width, inset = theme.px(ARROW), _inset(call, menu)
            place = {"relx": 1.0, "x": -inset, "anchor": "ne", "y": top, "width": width}
            part(f"{index}-arrow", "label", theme.raised, height=height, **place)
    line = theme.outline
    part("top", "frame", line, relwidth=1, height=edge)
    part("bottom", "frame", line, rely=1.0, anchor="sw", relwidth=1, height=edge)
    part("left", "frame", line, relheight=1, width=edge)
    part("right", "frame", line, relx=1.0, anchor="ne", relheight=1, width=edge)
    _show_active(root, menu, theme, image)


def _ends(call: Any, menu: str) -> list[int]:
    """Return where each entry begins, in px from the top, and where the last one ends."""
    tops = [int(call(menu, "yposition", index)) for index, _kind in _entries(call, menu)]
    return [*tops, int(call("winfo", "height", menu)) - _inset(call, menu)]


def _inset(call: Any, menu: str) -> int:
    """Return the px between the edge of a menu and its entries."""
    return int(str(call(menu, "cget", "-borderwidth")))


def _show_active(root: tk.Misc, menu: str, theme: Theme, image: Image) -> None:
    """Draw the pictures of the active entry for its ground, all others for theirs."""
    call: Any = root.tk.call
    active = str(call(menu, "index", "active"))
    for index, kind in _entries(call, menu):
        on = "-on" if str(index) == active else ""
        arrow = f"{menu}.{PART}-{index}-arrow"
        if kind in CHOICES:
            shown = image(CHOICES[kind] + on)
            if str(call(menu, "entrycget", index, "-selectimage")) != shown:  # Tk would draw it
                call(menu, "entryconfigure", index, "-selectimage", shown)
        elif kind == "cascade" and call("winfo", "exists", arrow):
            off = str(call(menu, "entrycget", index, "-state")) == "disabled"
            shown = image(f"menu-arrow{'-dim' if off else on}")
            call(arrow, "configure", "-image", shown)
            call(arrow, "configure", "-background", theme.tint if on else theme.raised)

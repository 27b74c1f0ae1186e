"""What is seen first: an empty window with its menu bar, before anything large is imported."""

from __future__ import annotations

import tkinter as tk

from mazeeditor.app.settings import Settings
from mazeeditor.core.translation import _
from mazeeditor.gui.desktop.system import (
    Root,
    is_full_screen,
    is_mac,
    is_maximised,
    maximise,
)
from mazeeditor.gui.look.classic import BAR

# Menus by name, in the order of the menu bar.
MENUS = {
    "file": _("File"),
    "edit": _("Edit"),
    "select": _("Select"),
    "tools": _("Tools"),
    "maze": _("Maze"),
    "solve": _("Solve"),
    "view": _("View"),
    "help": _("Help"),
}


WINDOW = "window"  # a menu that macOS has in each application, and fills itself


def names_in_bar(widget: tk.Misc) -> list[str]:
    """Return the menus in the order of the bar."""
    names = list(MENUS)
    if is_mac(widget):
        names.insert(names.index("help"), WINDOW)
    return names


def own_name(widget: tk.Misc, menu: str) -> str:
    """Return how the widget of a menu is named, "" for any name: Tk knows Help by it on macOS.

    On X11 it would put a menu of that name at the right edge.
    """
    return menu if menu == "help" and is_mac(widget) else ""


def put_bar(root: Root) -> None:
    """Give a window its menu bar, to be filled later: adding it then would move all down."""
    bar = tk.Menu(root, name=BAR, tearoff=False)
    taken: set[str] = set()
    of_system = is_mac(root)  # at the top of the screen
    for name in names_in_bar(root):
        label = MENUS.get(name, _("Window"))
        text = label if of_system else f" {label} "  # Tk leaves no space around it
        free = (
            place for place, sign in enumerate(text) if sign.isalpha() and sign.lower() not in taken
        )
        place = next(free, -1)
        taken.add(text[place].lower())
        bar.add_cascade(label=text, underline=place)
    root.configure(menu=bar)


def place(root: Root, settings: Settings, scale: float) -> None:
    """Give a window the size that it had last, as far as the screen has that."""
    width = min(round(settings.width * scale), root.winfo_screenwidth())
    height = min(round(settings.height * scale), root.winfo_screenheight())
    root.geometry(f"{width}x{height}")
    if settings.maximised:
        maximise(root)


def keep_size(root: Root, settings: Settings, scale: float) -> None:
    """Note the size of a window for the next start, unless it covers the screen."""
    settings.maximised = is_maximised(root)
    if not (settings.maximised or is_full_screen(root)):
        settings.width = round(root.winfo_width() / scale)
        settings.height = round(root.winfo_height() / scale)

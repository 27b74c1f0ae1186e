"""The widgets that ttk does not have (menus, lists, texts, canvases) in the colours of the theme.

New ones read the option database; existing ones are repainted, except where a caller gave them
a colour of their own.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from typing import Any

from mazeeditor.gui.look.theme import Theme

BAR = "bar"  # the widget of the menu bar
INSET = 4  # px at 96 dpi between the edge of a menu and its entries


def _colours(theme: Theme) -> dict[str, dict[str, str]]:
    """Return the colour options of each class of widget."""
    selection = {"selectBackground": theme.tint_over, "selectForeground": theme.tint_text}
    raised = {"background": theme.raised, "foreground": theme.text} | selection
    border = {"highlightBackground": theme.border, "highlightColor": theme.focus}
    plain = {"background": theme.window}
    return {
        "Toplevel": plain,
        "Dialog": plain,
        "Frame": plain,
        "Label": plain | {"foreground": theme.text},
        "Canvas": plain | selection | {"insertBackground": theme.text},
        "Listbox": raised | {"highlightBackground": theme.raised, "highlightColor": theme.raised},
        "Text": raised | border | {"insertBackground": theme.text},
        "Menu": {
            "background": theme.raised,
            "foreground": theme.text,
            "activeBackground": theme.tint,
            "activeForeground": theme.tint_text,
            "disabledForeground": theme.text_off,
            "selectColor": theme.text,
        },
    }


def remember(root: tk.Misc, theme: Theme) -> None:
    """Put the theme into the option database, for widgets yet to be made."""
    for kind, options in _colours(theme).items():
        for option, colour in options.items():
            root.option_add(f"*{kind}.{option}", colour, "startupFile")
    sizes = {
        "Menu.relief": "flat",
        "Menu.borderWidth": theme.px(INSET),
        "Menu.activeBorderWidth": 0,
        "Menu.tearOff": 0,
        f"{BAR}.borderWidth": theme.px(3),
        "Canvas.highlightThickness": 0,
        "Text.borderWidth": 0,
        "Text.insertWidth": theme.px(1),
        "Text.font": theme.body,
        "Text.padX": theme.px(8),
        "Text.padY": theme.px(6),
        "Listbox.borderWidth": 0,
        "Listbox.highlightThickness": 0,
        "TCombobox*Listbox.font": theme.body,
        # The inset of a drop-down list: a Listbox has no other padding than this ring.
        "TCombobox*Listbox.highlightThickness": theme.px(4),
    }
    for option, value in sizes.items():
        root.option_add(f"*{option}", value, "startupFile")
    # A menu bar is a copy that Tk makes of a menu.
    root.tk.call("set", "::mazeeditor_menu_bar", _menu_bar(theme))
    if not root.tk.call("bind", "Menu", "<Map>"):
        script = "if {[%W cget -type] eq {menubar}} {%W {*}$::mazeeditor_menu_bar}"
        root.tk.call("bind", "Menu", "<Map>", script)


def _menu_bar(theme: Theme) -> tuple[str, ...]:
    colours = {"background": theme.window, "activebackground": theme.down}
    colours["activeforeground"] = theme.text
    return ("configure", *(item for pair in colours.items() for item in (f"-{pair[0]}", pair[1])))


def repaint(
    root: tk.Tk, old: Theme | None, new: Theme, dress_menu: Callable[[str], object]
) -> None:
    """Bring ``root`` and every widget in it from the ``old`` theme to the ``new`` one.

    ``dress_menu`` is called with the path of each menu but the bars, which have no pictures: those
    of entries would make them higher, and with them their windows.
    """
    root.configure(background=new.window)
    if old is None:
        return
    before, after = _colours(old), _colours(new)
    call: Any = root.tk.call
    waiting = ["."]
    while waiting:  # by Tk's own names: drop-down lists are unknown to tkinter
        path = waiting.pop()
        waiting += root.tk.splitlist(call("winfo", "children", path))
        kind = str(call("winfo", "class", path))
        for option, colour in after.get(kind, {}).items():
            flag = f"-{option.lower()}"
            if str(call(path, "cget", flag)) == before[kind][option]:
                call(path, "configure", flag, colour)
        if kind == "Menu" and str(call(path, "cget", "-type")) == "menubar":
            call(path, *_menu_bar(new))
        elif kind == "Menu" and path.rpartition(".")[2] != BAR:
            dress_menu(path)

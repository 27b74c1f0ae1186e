"""The look of the window: colours, fonts and widgets, light or dark, sharp at every resolution.

    scaling.prepare_scaling()
    root = tk.Tk()
    theme = apply(root, "light", scaling.detect_scale(root))

``apply`` again switches an existing window; ttk widgets follow by themselves, then the event
``<<ThemeChanged>>`` reaches every widget.
"""

from __future__ import annotations

import tkinter as tk
from functools import cache, partial

from mazeeditor.gui.desktop.system import is_mac
from mazeeditor.gui.look import classic
from mazeeditor.gui.look.theme import NARROW_PX, Theme, make_fonts

__all__ = ["Theme", "apply", "current", "prepare", "sprite"]

_POINTS = 72 / 96  # Tk counts points of 1/72 inch


def prepare(root: tk.Tk, mode: str, scale: float) -> Theme:
    """Give ``root`` the colours and fonts of ``mode``, all that an empty window needs.

    Cheap, so that a window can be seen before its widgets are drawn; ``apply`` does it too.
    """
    narrow = root.winfo_screenwidth() < NARROW_PX * scale
    theme, before = Theme(mode, scale, narrow=narrow), _theme_of(root)
    if before is None or before.scale != scale:
        if not is_mac(root):
            root.tk.call("tk", "scaling", scale / _POINTS)
        make_fonts(root, scale)
    classic.remember(root, theme)
    if _is_windows(root):
        from mazeeditor.gui.look import title_bars  # others start without it

        title_bars.set_dark(root, theme.mode == "dark")
    root.configure(background=theme.window)
    return theme


def _is_windows(root: tk.Misc) -> bool:
    return str(root.tk.call("tk", "windowingsystem")) == "win32"


def apply(root: tk.Tk, mode: str, scale: float) -> Theme:
    """Give ``root``, and all that will ever be in it, the look of ``mode``; return that look.

    ``mode`` is ``light`` or ``dark``, ``scale`` pixels for one at 96 dpi. Raises ``KeyError`` for
    another mode. Only the mode in use is drawn.
    """
    from tkinter import ttk

    from mazeeditor.gui.look import menus, styles, widget_pictures  # they draw with numpy

    before = _theme_of(root)
    theme = prepare(root, mode, scale)
    style = ttk.Style(root)
    name = _name(theme)
    if name not in style.theme_names():
        widget_pictures.sheet_of(mode, scale, narrow=theme.narrow).send(root, f"{name}-")
        style.theme_create(name, "clam", styles.settings(theme, partial(sprite, theme)))
    style.theme_use(name)
    if before is None:
        menus.follow(root, lambda: current(root), lambda name: sprite(current(root), name))
    classic.repaint(root, before, theme, partial(dress_menu, root))
    return theme


def dress_menu(root: tk.Misc, menu: str, first: object = 0) -> None:
    """Give the entries of a menu, by its path and from an index on, the pictures of the theme."""
    from mazeeditor.gui.look import menus

    if menus.is_drawn(root):
        menus.dress(root, menu, partial(sprite, current(root)), first)


def sprite(theme: Theme, name: str) -> str:
    """Return the Tk image of a picture that widgets are made of, for canvases: ``thumb-over``."""
    return f"{_name(theme)}-{name}"


def _name(theme: Theme) -> str:
    return f"maze-{theme.mode}-{theme.scale:g}{'-narrow' * theme.narrow}"


def current(widget: tk.Misc) -> Theme:
    """Return the look that the window of ``widget`` has now.

    Raises ``LookupError`` where none was applied yet.
    """
    theme = _theme_of(widget)
    if theme is None:
        raise LookupError("apply() comes first")
    return theme


def _theme_of(widget: tk.Misc) -> Theme | None:
    return _theme_named(str(widget.tk.call("ttk::style", "theme", "use")))


@cache  # every widget asks for it
def _theme_named(name: str) -> Theme | None:
    match name.split("-"):
        case ["maze", mode, scale]:
            return Theme(mode, float(scale))
        case ["maze", mode, scale, "narrow"]:
            return Theme(mode, float(scale), narrow=True)
        case _:
            return None

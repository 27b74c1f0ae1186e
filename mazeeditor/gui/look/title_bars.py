"""The title bars of Windows, dark where the theme is; other systems draw them by their own setting.

The attribute is DWMWA_USE_IMMERSIVE_DARK_MODE of dwmapi.h.
"""

from __future__ import annotations

import ctypes
import tkinter as tk
from contextlib import suppress
from functools import cache, partial
from typing import Any

from mazeeditor.gui.desktop.system import paint_windows

DARK, DARK_BEFORE = 20, 19  # the attribute, and its number in Windows 10 before 2004
NC_ACTIVATE = 0x86  # the message by which a title bar is drawn as that of the active window
VARIABLE = "::mazeeditor_dark"  # of Tcl: whether the theme is dark, until there is none


def set_dark(root: tk.Misc, dark: bool) -> None:
    """Give all windows, also those to come, dark title bars or light ones; for Windows."""
    paint_windows(root, VARIABLE, dark, partial(_paint, root))


def _paint(root: tk.Misc, path: str) -> None:
    """Tell Windows how to draw the title bar of a window, where it has one."""
    with suppress(tk.TclError, OSError, AttributeError):  # it is gone; an older Windows
        if root.tk.getboolean(root.tk.call("wm", "overrideredirect", path)):
            return
        dark = root.tk.getboolean(root.tk.call("set", VARIABLE))
        window = int(root.tk.call("wm", "frame", path), 16)
        tell(*_libraries(), window, dark)


@cache
def _libraries() -> tuple[Any, Any]:
    """Return libraries of our own, as other modules may set the types of shared ones."""
    load: Any = getattr(ctypes, "WinDLL", None)
    return load("dwmapi"), load("user32")


def tell(composer: Any, user: Any, window: int, dark: bool) -> None:
    """Set the attribute of a window by its number, and let Windows draw its title bar again.

    ``composer`` and ``user`` are the libraries dwmapi and user32.
    """
    handle, value = ctypes.c_void_p(window), ctypes.c_int(dark)
    for attribute in (DARK, DARK_BEFORE):
        size = ctypes.sizeof(value)
        if not composer.DwmSetWindowAttribute(handle, attribute, ctypes.byref(value), size):
            break
    active = user.GetForegroundWindow() == window
    for state in (not active, active):  # Windows 10 draws it only when that changes
        user.SendMessageW(handle, NC_ACTIVATE, ctypes.c_size_t(state), ctypes.c_ssize_t(0))

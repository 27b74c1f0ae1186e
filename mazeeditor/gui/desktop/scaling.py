"""The scale of the window: as large on a screen of high resolution as on one of 96 dpi.

Call ``prepare`` before the first ``Tk``, then ``detect`` once it exists.
"""

from __future__ import annotations

import contextlib
import ctypes
import math
import os
import sys
import tkinter as tk

from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _

VARIABLE = "MAZEEDITOR_SCALE"
SMALLEST, LARGEST = 0.75, 4.0


def prepare() -> None:
    """Declare to Windows that we scale ourselves, or it stretches a blurred picture of the window.

    Must run before the first ``Tk``; does nothing elsewhere.
    """
    if sys.platform == "win32":
        with contextlib.suppress(AttributeError, OSError):  # Windows 7 has no shcore
            ctypes.windll.shcore.SetProcessDpiAwareness(1)


def detect(root: tk.Misc) -> float:
    """Return how many pixels are as wide as one pixel of a 96 dpi screen: 1.0, 1.25, 1.5, 2.0 ...

    ``MAZEEDITOR_SCALE`` comes first, then the setting of the desktop (``Xft.dpi``), then the size
    that the screen reports. Raises ``UsageError`` for an invalid ``MAZEEDITOR_SCALE``.
    """
    value = os.environ.get(VARIABLE, "").strip()
    if value:
        return _checked(value)
    if root.tk.call("tk", "windowingsystem") == "aqua":
        return 1.0  # macOS scales every window itself
    dpi = _desktop_dpi() if root.tk.call("tk", "windowingsystem") == "x11" else 0.0
    # Quarters only: for a monitor of 101 dpi uneven pixels would be worse than the wrong size.
    nearest = round((dpi or root.winfo_fpixels("1i")) / 96 * 4) / 4
    return min(max(nearest, 1.0), LARGEST)


def _checked(value: str) -> float:
    try:
        scale = float(value)
    except ValueError:
        scale = math.nan
    if not SMALLEST <= scale <= LARGEST:
        raise UsageError(
            _("{name} must be a number from {low} to {high}, not {value}.").format(
                name=VARIABLE, low=SMALLEST, high=int(LARGEST), value=repr(value)
            )
        )
    return scale


def _desktop_dpi() -> float:
    """Return the X resource ``Xft.dpi``, which Tk 8.6 does not read itself; 0.0 where unset."""
    try:
        x11 = ctypes.CDLL("libX11.so.6")
    except OSError:
        return 0.0
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XGetDefault.restype = ctypes.c_char_p
    display = ctypes.c_void_p(x11.XOpenDisplay(None))
    if not display:
        return 0.0
    try:
        return float(x11.XGetDefault(display, b"Xft", b"dpi") or 0)
    except ValueError:
        return 0.0
    finally:
        x11.XCloseDisplay(display)

"""The fonts of the window, by what they are for, as large as the screen asks.

Tk's own named fonts are set, so that entry fields, menus and file dialogs follow by themselves.
"""

from __future__ import annotations

import tkinter as tk

from mazeeditor.gui.look.palette import Theme

# Tk's names that mean the same to us.
_BODY = (Theme.body, "TkTextFont", "TkMenuFont", "TkHeadingFont", "TkIconFont")
_BOLD = (Theme.bold, "TkCaptionFont")  # the latter: the sentence in a message box
_SMALL = (Theme.small, "TkSmallCaptionFont")

# On Windows and macOS Tk already uses the system's own; these are for X11, best first.
_FAMILIES = ("Inter", "Cantarell", "Ubuntu", "Noto Sans", "DejaVu Sans")
_MONO_FAMILIES = ("DejaVu Sans Mono", "Noto Sans Mono", "Liberation Mono")
_BODY_PX = {"x11": 13, "win32": 12, "aqua": 13}  # at 96 dpi


def make(root: tk.Misc, scale: float) -> None:
    """Set every named font of ``root``; sizes are pixels, so that nothing scales them again."""
    system = str(root.tk.call("tk", "windowingsystem"))
    family, mono = _families(root, system)
    body = _BODY_PX[system]
    for name in _BODY:
        _set(root, name, family, body * scale)
    for name in _BOLD:
        _set(root, name, family, body * scale, "bold")
    for name in _SMALL:
        _set(root, name, family, (body - 2) * scale)
    _set(root, Theme.heading, family, (body + 5) * scale, "bold")
    _set(root, Theme.mono, mono, (body - 1) * scale)


def _families(root: tk.Misc, system: str) -> tuple[str, str]:
    if system != "x11":
        body, mono = (
            str(root.tk.call("font", "actual", name, "-family"))
            for name in (Theme.body, Theme.mono)
        )
        return body, mono
    known = set(root.tk.splitlist(root.tk.call("font", "families")))
    family = next((name for name in _FAMILIES if name in known), "sans-serif")
    return family, next((name for name in _MONO_FAMILIES if name in known), "monospace")


def _set(root: tk.Misc, name: str, family: str, size: float, weight: str = "normal") -> None:
    known = root.tk.splitlist(root.tk.call("font", "names"))
    verb = "configure" if name in known else "create"
    size_px = -max(round(size), 1)  # negative: pixels
    root.tk.call("font", verb, name, "-family", family, "-size", size_px, "-weight", weight)

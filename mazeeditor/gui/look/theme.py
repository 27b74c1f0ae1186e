"""The theme: the colours of one mode, its fonts by what they are for, and sizes for the screen.

Tk's own named fonts are set, so that entry fields, menus and file dialogs follow by themselves.
"""

from __future__ import annotations

import math
import tkinter as tk

from mazeeditor.screen.palette import PALETTES, Palette

NARROW_PX = 900  # px at 96 dpi: in smaller windows, and on smaller screens, panels are narrower
PANEL, PANEL_NARROW, BAR = 336, 276, 12  # px at 96 dpi: the panel, and its scroll bar


class Theme(Palette):
    """The colours of one mode, the named fonts, and sizes for the current screen."""

    # Named Tk fonts, by what they are for
    body = "TkDefaultFont"
    bold = "MazeBold"
    small = "TkTooltipFont"
    heading = "MazeHeading"
    mono = "TkFixedFont"

    def __init__(self, mode: str, scale: float, *, narrow: bool = False) -> None:
        """Take ``light`` or ``dark``, and pixels for one pixel of a 96 dpi screen.

        On a ``narrow`` screen panels take less of it. Raises ``KeyError`` for another mode.
        """
        super().__init__(**vars(PALETTES[mode]))
        self.mode, self.scale, self.narrow = mode, scale, narrow

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Theme) and vars(self) == vars(other)

    def px(self, length: float) -> int:
        """Return ``length``, given at 96 dpi, in pixels of the screen; at least 1 for a line."""
        return max(math.floor(length * self.scale + 0.5), 1) if length > 0 else 0

    @property
    def gap(self) -> int:
        """The room between two things that belong together, in px."""
        return self.px(8)

    @property
    def label_width(self) -> int:
        """The column of labels, equally wide in every form, in px."""
        return self.px(100 if self.narrow else 124)

    @property
    def panel_width(self) -> int:
        """The panel on the right: a label, and a field that holds the longest name, in px.

        On a narrow screen the list of a field has that room, the field itself less.
        """
        return self.px(PANEL_NARROW if self.narrow else PANEL)

    def panel_in(self, width: int, wanted: float = 0) -> int:
        """Return how wide the panel is in a window of some width, px: less in a narrow one.

        It is as wide as is ``wanted``, px at 96 dpi, if it is: at most half of the window.
        """
        usual = self.px(PANEL_NARROW) if width < self.px(NARROW_PX) else self.panel_width
        if not wanted:
            return usual
        least = self.px(PANEL_NARROW)
        return max(min(self.px(wanted), width // 2 - self.px(BAR)), least)

    def with_bar(self, width: int) -> int:
        """Return how wide a panel is with its scroll bar, px."""
        return width + self.px(BAR)


# Tk's own named fonts that are set to the same.
_BODY = (Theme.body, "TkTextFont", "TkMenuFont", "TkHeadingFont", "TkIconFont")
_BOLD = (Theme.bold, "TkCaptionFont")  # the latter: the message of a message box
_SMALL = (Theme.small, "TkSmallCaptionFont")

# On Windows and macOS Tk already uses the system's own; these are for X11, best first.
_FAMILIES = ("Inter", "Cantarell", "Ubuntu", "Noto Sans", "DejaVu Sans")
_MONO_FAMILIES = ("DejaVu Sans Mono", "Noto Sans Mono", "Liberation Mono")
_BODY_PX = {"x11": 13, "win32": 12, "aqua": 13}  # at 96 dpi


def make_fonts(root: tk.Misc, scale: float) -> None:
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
    installed = set(root.tk.splitlist(root.tk.call("font", "families")))
    family = next((name for name in _FAMILIES if name in installed), "sans-serif")
    return family, next((name for name in _MONO_FAMILIES if name in installed), "monospace")


def _set(root: tk.Misc, name: str, family: str, size: float, weight: str = "normal") -> None:
    existing = root.tk.splitlist(root.tk.call("font", "names"))
    verb = "configure" if name in existing else "create"
    size_px = -max(round(size), 1)  # negative: pixels
    root.tk.call("font", verb, name, "-family", family, "-size", size_px, "-weight", weight)

"""The colours of the window, light and dark: calm greys, one accent, and a few that mean something.

Text has a contrast of at least 4.5 to 1, shapes to be distinguished of 3 to 1 (the tests
hold the table to that); no colour is ever the only sign of anything.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass

from mazeeditor.screen import canvas_palette
from mazeeditor.screen.canvas_palette import CanvasPalette


@dataclass(frozen=True)
class Palette(CanvasPalette):
    """Every named colour, as ``#rrggbb``: those of the canvas and the window's own."""

    # The window's own surfaces, from the back to the front
    window: str  # menu bar, command bar, panels
    raised: str  # the face of a button, an entry field
    over: str  # the same under the pointer
    down: str  # the same while pressed
    border: str  # quiet lines: between panels, around buttons
    outline: str  # lines that must be seen: around check boxes, under entry fields
    # Words
    text: str
    text_soft: str  # hints, units, figures that matter less
    text_off: str  # what cannot be used now
    # The one accent
    accent: str
    accent_over: str
    accent_down: str
    accent_off: str
    accent_text: str
    focus: str  # the ring around what the keyboard acts on ...
    focus_gap: str  # ... and the line inside it that sets it off from any face
    # Verdicts
    good: str
    good_text: str
    warn: str
    warn_text: str
    bad: str
    bad_text: str
    neutral: str
    neutral_text: str
    # Tooltips
    tip: str
    tip_text: str


LIGHT = Palette(
    **asdict(canvas_palette.LIGHT),
    window="#fafafa",
    raised="#ffffff",
    over="#f1f2f4",
    down="#e5e7ea",
    border="#dfe1e5",
    outline="#868a91",
    text="#1b1c1f",
    text_soft="#5b6069",
    text_off="#a2a6ad",
    accent="#005fb8",
    accent_over="#1a6fc0",
    accent_down="#337fc7",
    accent_off="#dde0e4",
    accent_text="#ffffff",
    focus="#1b1c1f",
    focus_gap="#ffffff",
    good="#1c7a3c",
    good_text="#ffffff",
    warn="#945400",
    warn_text="#ffffff",
    bad="#b9262b",
    bad_text="#ffffff",
    neutral="#5b6069",
    neutral_text="#ffffff",
    tip="#2b2d31",
    tip_text="#ffffff",
)

DARK = Palette(
    **asdict(canvas_palette.DARK),
    window="#1c1c1e",
    raised="#2b2b2e",
    over="#343438",
    down="#3d3d42",
    border="#3a3a3f",
    outline="#8f9299",
    text="#f4f4f5",
    text_soft="#b0b3ba",
    text_off="#71747b",
    accent="#57c0f8",
    accent_over="#4db0e5",
    accent_down="#449fd0",
    accent_off="#4a4b50",
    accent_text="#06141d",
    focus="#ffffff",
    focus_gap="#1c1c1e",
    good="#1f7f40",
    good_text="#ffffff",
    warn="#f0b44c",
    warn_text="#2a1a00",
    bad="#c5352f",
    bad_text="#ffffff",
    neutral="#4a4b50",
    neutral_text="#ffffff",
    tip="#ececee",
    tip_text="#1b1c1f",
)

PALETTES = {"light": LIGHT, "dark": DARK}


@dataclass(frozen=True)
class Theme(Palette):
    """The colours of one mode, the named fonts, and sizes for the current screen."""

    mode: str  # "light" or "dark"
    scale: float  # pixels for one pixel of a 96 dpi screen

    # Named Tk fonts, by what they are for
    body = "TkDefaultFont"
    bold = "MazeBold"
    small = "TkTooltipFont"
    heading = "MazeHeading"
    mono = "TkFixedFont"

    @classmethod
    def of(cls, mode: str, scale: float) -> Theme:
        """Return the theme of a mode; raises ``KeyError`` for a mode there is not."""
        return cls(**vars(PALETTES[mode]), mode=mode, scale=scale)

    def px(self, length: float) -> int:
        """Return how many pixels stand for ``length`` pixels at 96 dpi; a line never vanishes."""
        return max(math.floor(length * self.scale + 0.5), 1) if length > 0 else 0

    @property
    def gap(self) -> int:
        """The room between two things that belong together, in px."""
        return self.px(8)

    @property
    def label_width(self) -> int:
        """The column of labels, equally wide in every form, in px."""
        return self.px(112)

    @property
    def panel_width(self) -> int:
        """The panel on the right: a label, and a field that holds the longest name, in px."""
        return self.px(336)

"""Colours as users write them: a common name or ``#rrggbb``."""

from __future__ import annotations

import re

from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _, quote_value

NAMED = {
    "black": "#000000",
    "red": "#ff0000",
    "blue": "#0000ff",
    "green": "#008000",
    "magenta": "#ff00ff",
    "cyan": "#00ffff",
    "yellow": "#ffff00",
    "orange": "#ffa500",
    "brown": "#a52a2a",
    "gray": "#808080",
    "white": "#ffffff",
}

# Colours to choose from, eight a row: what prints well as a thin line, the same brighter, and what
# is for wide bands or a route alone.
PALETTE = (
    *("black", "#4d4d4d", "#6b3f1d", "#8b1a1a", "#1b5e20", "#005f6b", "#0a3d91", "#5e1675"),
    *("#6f6f6f", "#a0522d", "#c62828", "#c2410c", "#2e7d32", "#00798c", "#0a5fb4", "#ad1457"),
    *("#bdbdbd", "#f59e0b", "#ef5350", "#fdd835", "#66bb6a", "#4dd0e1", "#64b5f6", "#ba68c8"),
)
# Pale ones for what lies below lines: greys of at least 10 %, as print shops ask for, and tints
TINTS = ("#e5e5e5", "#cccccc", "#fff3b0", "#ffe0c2", "#fbd5d5", "#dff0d0", "#cfeef0", "#d6e6fa")
WHITE = "#ffffff"
LEAST_CONTRAST = 3.0  # of lines, as the Web Content Accessibility Guidelines demand of graphics


def read_colour(text: str) -> str:
    """Return the usual spelling, ``red`` or ``#0a5fb4``; raises ``UsageError``."""
    name = text.strip().lower()
    if re.fullmatch("#[0-9a-f]{3}", name):
        return "#" + "".join(digit * 2 for digit in name[1:])
    if name in NAMED or re.fullmatch("#[0-9a-f]{6}", name):
        return name
    raise UsageError(
        _("There is no colour {colour}. Choose one of {known}, or a code such as #0a5fb4.").format(
            colour=quote_value(text), known=", ".join(NAMED)
        )
    )


def hexadecimal(colour: str) -> str:
    """Return ``#rrggbb`` of a colour as ``read_colour`` spells it."""
    return NAMED.get(colour, colour)


def rgb(colour: str) -> tuple[int, int, int]:
    """Return red, green and blue, 0 to 255, of a colour as ``read_colour`` spells it."""
    code = hexadecimal(colour)
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def contrast(colour: str, ground: str = WHITE) -> float:
    """Return the contrast of a colour as ``read_colour`` spells it, 1 to 21, as WCAG 2 defines it.

    https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
    """
    light, dark = sorted((_luminance(colour), _luminance(ground)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    """Return the relative luminance of a colour of sRGB, 0 to 1."""

    def linear(value: int) -> float:
        share = value / 255
        return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)

    red, green, blue = map(linear, rgb(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def mix(colour: str, other: str, share: float) -> str:
    """Return the colour that is ``share`` 0 to 1 of the way to another; greys stay grey."""
    parts = zip(rgb(colour), rgb(other), strict=True)
    red, green, blue = (round(one + (two - one) * share) for one, two in parts)
    return f"#{red:02x}{green:02x}{blue:02x}"

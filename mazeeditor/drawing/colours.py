"""Colours as users write them: a common name or ``#rrggbb``."""

from __future__ import annotations

import re

from mazeeditor.errors import UsageError
from mazeeditor.translation import _, quoted

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


def read_colour(text: str) -> str:
    """Return the usual spelling, ``red`` or ``#0a5fb4``; raises ``UsageError``."""
    name = text.strip().lower()
    if re.fullmatch("#[0-9a-f]{3}", name):
        return "#" + "".join(digit * 2 for digit in name[1:])
    if name in NAMED or re.fullmatch("#[0-9a-f]{6}", name):
        return name
    raise UsageError(
        _("There is no colour {colour}. Known are {known}, and codes like #0a5fb4.").format(
            colour=quoted(text), known=", ".join(NAMED)
        )
    )


def hexadecimal(colour: str) -> str:
    """Return ``#rrggbb`` of a colour as ``read_colour`` spells it."""
    return NAMED.get(colour, colour)


def rgb(colour: str) -> tuple[int, int, int]:
    """Return red, green and blue, 0 to 255, of a colour as ``read_colour`` spells it."""
    code = hexadecimal(colour)
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)

"""Letters in one stroke, for lasers that engrave, for plotters and routers: lines, no outlines.

The letters are those that A. V. Hershey drew for plotters (Simplex, 1967). They have no accents:
these are set above and below them here. A text with any other letter is left to its outlines.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple
from unicodedata import combining, normalize

import numpy as np

from mazeeditor.core.typefaces.shaping import width_of
from mazeeditor.making.paths.tool_paths import ToolPaths, paths_of
from mazeeditor.page.scene import Text

FACE = "futural"
BASE, TALL = 9.0, 21.0  # units of the face: where its baseline is, y down, and its capitals' height
CAPITAL = 0.73  # em: how high capitals are, as in the typeface of outlines
ABOVE, BELOW = 3.0, 1.0  # units from a letter to its accent
Line = tuple[tuple[float, float], ...]
SAME = {
    **dict.fromkeys("‘’‚′", "'"),
    **dict.fromkeys("“”„″", '"'),
    **dict.fromkeys("‐‑‒–—−", "-"),
    **dict.fromkeys("\u00a0\u2009\u202f", " "),
    "…": "...",
    "×": "x",
    "·": ".",
    "æ": "ae",
    "Æ": "AE",
    "œ": "oe",
    "Œ": "OE",
    "ß": "ss",
    "ẞ": "SS",
}
# letters that are another one with a line through it: from x, y to x, y in shares of its box
CROSSED = {
    "ø": ("o", (-0.1, 1.1, 1.1, -0.1)),
    "Ø": ("O", (0.0, 1.1, 1.0, -0.1)),
    "ł": ("l", (-0.5, 0.62, 1.5, 0.38)),
    "Ł": ("L", (-0.25, 0.7, 0.55, 0.35)),
    "đ": ("d", (0.45, 0.18, 1.3, 0.18)),
    "Đ": ("D", (-0.25, 0.5, 0.4, 0.5)),
    "ħ": ("h", (-0.3, 0.2, 0.6, 0.2)),
}
_DOT: Line = ((0, -2), (-1, -1), (0, 0), (1, -1), (0, -2))
_ACUTE: Line = ((3, -4), (-1, 0))


def _move(line: Line, x: float) -> Line:
    return tuple((at + x, y) for at, y in line)


# accents, 0, 0 right above the middle of a letter, or right below it
UPPER: dict[str, tuple[Line, ...]] = {
    "\u0300": (((-3, -4), (1, 0)),),
    "\u0301": (_ACUTE,),
    "\u0302": (((-4, 0), (0, -4), (4, 0)),),
    "\u0303": (((-5, -1), (-3, -3), (-1, -3), (1, -1), (3, -1), (5, -3)),),
    "\u0304": (((-4, -1), (4, -1)),),
    "\u0306": (((-4, -4), (-3, -1), (-1, 0), (1, 0), (3, -1), (4, -4)),),
    "\u0307": (_DOT,),
    "\u0308": (_move(_DOT, -3), _move(_DOT, 3)),
    "\u030a": (((0, -5), (-2, -4), (-3, -2), (-2, 0), (0, 1), (2, 0), (3, -2), (2, -4), (0, -5)),),
    "\u030b": (_move(_ACUTE, -2), _move(_ACUTE, 3)),
    "\u030c": (((-4, -4), (0, 0), (4, -4)),),
}
LOWER: dict[str, tuple[Line, ...]] = {
    "\u0323": (_move(tuple((x, y + 2) for x, y in _DOT), 0),),
    "\u0326": (((0, 1), (1, 2), (-1, 5)),),
    "\u0327": (((0, 0), (2, 1), (2, 3), (0, 4), (-2, 4)),),
    "\u0328": (((0, 0), (-2, 2), (-1, 4), (2, 4)),),
}


class _Glyph(NamedTuple):
    """Strokes of a letter in units, x around its middle; ``width`` is how far it takes."""

    lines: tuple[Line, ...]
    width: float


@cache
def _face() -> dict[str, _Glyph]:
    from HersheyFonts import HersheyFonts  # here: few files need letters

    face = HersheyFonts()
    face.load_default_font(FACE)
    return {
        letter: _Glyph(
            tuple(tuple((float(x), float(y)) for x, y in line) for line in glyph.strokes),
            float(glyph.char_width),
        )
        for letter, glyph in face.all_glyphs.items()
    }


@cache
def _glyph(cluster: str) -> _Glyph | None:
    """Return a letter with its accents; None where there is none."""
    letter, marks = cluster[0], cluster[1:]
    if letter in CROSSED:
        glyph = _cross(*CROSSED[letter])
    elif letter == "ı" or (letter in "ij" and any(mark in UPPER for mark in marks)):
        bare = _face()["i" if letter == "ı" else letter]
        glyph = bare._replace(lines=bare.lines[1:])  # without its dot
    elif letter in _face():
        glyph = _face()[letter]
    else:
        return None
    if any(mark not in UPPER and mark not in LOWER for mark in marks):
        return None
    lines = glyph.lines
    for mark in marks:
        x, y = np.array([point for line in lines for point in line] or [(0.0, BASE)]).T
        middle = float(x.min() + x.max()) / 2
        if mark in UPPER:
            lines += _place(UPPER[mark], middle, float(y.min()) - ABOVE)
        else:
            lines += _place(LOWER[mark], middle, float(y.max()) + BELOW)
    return glyph._replace(lines=lines)


def _place(lines: tuple[Line, ...], x: float, y: float) -> tuple[Line, ...]:
    return tuple(tuple((at + x, down + y) for at, down in line) for line in lines)


def _cross(letter: str, through: tuple[float, float, float, float]) -> _Glyph:
    glyph = _face()[letter]
    x, y = np.array([point for line in glyph.lines for point in line]).T
    wide, high = max(float(np.ptp(x)), 1.0), float(np.ptp(y))
    left = float(x.min() + x.max()) / 2 - wide / 2
    wide = max(wide, 4.0)
    ends = np.array(through).reshape(2, 2) * (wide, high) + (left, float(y.min()))
    begin, end = ends.tolist()
    return glyph._replace(lines=(*glyph.lines, ((begin[0], begin[1]), (end[0], end[1]))))


def _clusters(text: str) -> list[str]:
    """Return letters with the accents that follow them."""
    result: list[str] = []
    for letter in normalize("NFD", "".join(SAME.get(one, one) for one in normalize("NFC", text))):
        if combining(letter) and result:
            result[-1] += letter
        else:
            result.append(letter)
    return result


def can_write(text: str) -> bool:
    """Whether all letters of a text can be written in single lines."""
    return all(_glyph(cluster) is not None for cluster in _clusters(text))


def write_single_line(text: Text) -> ToolPaths | None:
    """Return a text in single lines, no wider than its outlines; None where it cannot be."""
    glyphs = [_glyph(cluster) for cluster in _clusters(text.text)]
    long = sum(glyph.width for glyph in glyphs if glyph)
    if not long or None in glyphs:
        return None
    scale = CAPITAL * text.size / TALL
    wide = width_of(text.text, text.lettering) * text.size
    across = min(scale, wide / long) if wide else scale
    begin = {"start": 0.0, "middle": -long / 2, "end": -long}[text.anchor]
    points: list[tuple[float, float]] = []
    starts = [0]
    for glyph in filter(None, glyphs):
        middle = begin + glyph.width / 2
        for line in glyph.lines:
            points += [(across * (middle + x), scale * (y - BASE)) for x, y in line]
            starts.append(len(points))
        begin += glyph.width
    if not points:
        return None
    lines = paths_of(np.array(points), np.array(starts), None, closed=False)
    return lines.translated(text.x, text.y)

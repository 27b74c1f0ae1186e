r"""Letters of one stroke, on a grid of squares, that can be joined along the line they stand on.

A stroke comes from the left on the base line and leaves on it to the right, and is nowhere beside
itself, so letters with an arm that ends are drawn around it::

    ._____.        .____.
    | .___'        | .__'        E begins at the left, goes up, around each arm, and leaves at the
    | '_.          | |           lower right; so does L, which has one arm
    | .-'          | |
    | '___.        | '__.
    '     '-       '    '-

A stroke is written as steps: letters for directions, then how often these are made: ``u12`` is 12
cells up, ``rd3`` three times one to the right and one down. Capitals are 12 cells high.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _, quote_value

KNOWN = _("A to Z, 0 to 9 and . , - ! ? '")  # for users
DASHES = "\u2010\u2011\u2012\u2013\u2014"
APOSTROPHES = "\u2018\u2019"
STEPS = {"u": (-1, 0), "r": (0, 1), "d": (1, 0), "l": (0, -1)}
Place = tuple[int, int]  # row and column

# The tops of letters with a mark above, 8 cells wide, by its combining character
_TOPS = {
    "\u0308": "r1u3r2d3r2u3r2d3r1",  # ä
    "\u0301": "r3u2ur2r2d1dl1d2r2",  # é
    "\u0300": "r2u2l1u2r3d1r1d3r3",  # è
    "\u0302": "r1u1ur2u1r2d1rd2d1r1",  # ê
    "\u030a": "r3u2l1u3r4d3l1d2r3",  # å
}
_MARKED = {"A": "u12{}d6l6d2r6d4", "E": "u12{}d2l6d3r4d2l4d3r6d2", "O": "u12{}d10l6d2r6"}
_STROKES = {
    "A": "u10ur2r4rd2d4l6d2r6d4",
    "B": "u12r6rd1d2dl1l4d2r5rd1d2dl1l5d2r6",
    "C": "u10ur2r6d2l5dl1d6dr1r5d2",
    "D": "u12r5rd3d6dl1l5d2r6",
    "E": "u12r8d2l6d3r4d2l4d3r6d2",
    "F": "u12r8d2l6d3r4d2l4d5r6",
    "G": "u10ur2r6d2l5dl1d6dr1r3u3l1u2r5d7",
    "H": "u12r2d5r4u5r2d12",
    "I": "u12r2d12",
    "J": "u5r2d2dr1r2u10r2d12",
    "K": "u12r2d6r1ruu3r3ddl3ddr3",
    "L": "u12r2d10r5d2",
    "M": "u12r2dddr2r2ruuu2r2d12",
    "N": "u12r2dddr3d1r2u10r2d12",
    "O": "u10ur2r4rd2d6dl2l4d2r6",
    "P": "u12r6rd2d2dl2l4d6r6",
    "Q": "u10ur2r4rd2d6dl2l4d2r2d3r2u3r2",
    "R": "u12r6rd2d2dl2l4d2r3dr3d1",
    "S": "u2r5ur1u1ul1l3lu2u3ur2r6d2l5dl1d1dr1r3rd2d5",
    "T": "r3u10l3u2r8d2l3d10r3",
    "U": "u12r2d8dr2r2ru2u8r2d12",
    "\u00dc": "u12r1u2l1u3r4d3l1d2d10r4u10u2l1u3r4d3l1d2r1d12",
    "V": "r4uuul3u3r2d2r1d3r1d3r2u3r1u3r1u2r2dddl3d3r4",
    "W": "u12r2d9r1ruu2r2ddr2r1u9r2d12",
    "X": "uur3uul2u2r3ddr1d2r2u2ruu1r3ddl2d2ddr3",
    "Y": "r4u6ul4u2r3d1dr2ru2u1r3d2ld4d6r4",
    "Z": "u2ur6u2l6u2r8d4dl4d2r4d2",
    "0": "u12r6d10l4d2r4",
    "1": "r2u10l2u2r4d12",
    "2": "u7r6u3l6u2r8d7l6d3r6d2",
    "3": "u2r6u3l6u2r6u3l6u2r8d12",
    "4": "r6u5l6u7r2d5r4u5r2d12",
    "5": "u2r6u3l6u7r8d2l6d3r6d7",
    "6": "u12r8d2l6d3r6d5l6d2r6",
    "7": "r2u4ruu3l5u2r8d2ddl3d4r3",
    "8": "u5r1u2l1u5r8d5l5d2r5d3l6d2r6",
    "9": "u2r6u3l6u7r8d12",
    ".": "r1u3r3d3r1",
    ",": "r2d3r2u3r2",
    "'": "r1u8l1u4r4d4l1d8r1",
    "-": "r3u5l3u3r8d3l3d5r3",
    "!": "u3r1u2l1u7r4d7l1d2r1d3",
    "?": "r3u3r1u2l1u2r3u3l6u2r8d7l2d2r1d3r1",
}


def strokes_of(text: str) -> list[str]:
    """Return the steps of each character of a text without spaces; raises ``UsageError``.

    Small letters are written as capitals, and marks that letters cannot have here are left out.
    """
    plain = text.translate(dict.fromkeys(map(ord, DASHES), "-"))
    plain = plain.translate(dict.fromkeys(map(ord, APOSTROPHES), "'"))
    composed = unicodedata.normalize("NFC", unicodedata.normalize("NFC", plain).upper())
    return [stroke for character in composed if (stroke := _stroke(character))]


def _stroke(character: str) -> str:
    """Return the steps of a capital or sign, "" for what nobody sees; raises ``UsageError``."""
    apart = unicodedata.normalize("NFD", character)
    letter, marks = apart[0], apart[1:]
    if character in _STROKES:
        return _STROKES[character]
    for mark in marks:
        if letter in _MARKED and mark in _TOPS:
            return _MARKED[letter].format(_TOPS[mark])
    if letter in _STROKES:
        return _STROKES[letter]
    if unicodedata.category(letter) in ("Cc", "Cf", "Mn"):
        return ""
    message = _("There is no stroke for {character}: use {known}.")
    raise UsageError(message.format(character=quote_value(character), known=KNOWN))


@cache
def places_of(stroke: str, scale: int = 1) -> tuple[Place, ...]:
    """Return the cells of a stroke, from its first one at (0, 0) on; rows above are negative.

    Each step of it leads over ``scale`` cells.
    """
    row = column = 0
    places = [(0, 0)]
    for directions, number in re.findall(r"([urdl]+)(\d+)", stroke):
        for direction in directions * int(number):
            down, right = STEPS[direction]
            for _step in range(scale):
                row, column = row + down, column + right
                places.append((row, column))
    return tuple(places)

"""A mask from a text: a maze in the shape of a word, in any script and typeface.

Letters are spaced wider than in print, where they nearly touch, so that each is a piece of maze of
its own. In scripts whose letters join, or that run from right to left, a line is drawn as a whole.
"""

from __future__ import annotations

import logging
import os
import unicodedata
from functools import cache
from math import floor
from typing import TYPE_CHECKING, Annotated, Literal

from mazeeditor.core.errors import UsageError
from mazeeditor.core.options import Label
from mazeeditor.core.translation import _, quoted
from mazeeditor.core.typefaces.chosen_typeface import (
    CHOSEN,
    chosen_face,
    find_typeface,
    replaced_typeface,
)
from mazeeditor.core.typefaces.typefaces import BUNDLED, Face, face, face_of
from mazeeditor.maze.masks import Stencil, mask, stencil_of

if TYPE_CHECKING:
    from PIL import Image, ImageFont

HEIGHT = 160  # pixels of a letter: more than a printed maze has cells
VIRAMA = 9  # the combining class of signs that join two letters into one
LEFTWARDS = ("R", "AL")  # Hebrew and the like, Arabic and the like
LONGEST = 200  # characters


@mask("text", _("Text"), order=9)
def text(
    *,
    text: Annotated[str, _("the word or words; \\n begins a new line")] = "",
    typeface: Annotated[str, CHOSEN, _("of the letters: its name, like DejaVu Serif")] = "",
    weight: Annotated[
        Literal["regular", "bold", "heavy"],
        Label(_("Thickness")),
        _("how much thicker than drawn the letters are"),
    ] = "bold",
) -> Stencil:
    """The letters of a text."""
    lines = _lines(text)
    if not any(lines):
        raise UsageError(_("Write the text for the outline."))
    length = sum(map(len, lines))
    if length > LONGEST:
        raise UsageError(
            _("The text has {length:,} characters, more than {most:,}.").format(
                length=length, most=LONGEST
            )
        )
    thick = {"regular": 0, "bold": HEIGHT // 32, "heavy": HEIGHT // 14}[weight]
    return stencil_of(drawn(lines, typeface, thick), 0.5)


def _lines(text: str) -> list[str]:
    """Return the lines of a text: accents composed with their letters, no invisible characters."""
    plain = unicodedata.normalize("NFC", text.replace("\\n", "\n").replace("\t", " ").strip())
    return [
        "".join(
            character for character in line if unicodedata.category(character) not in ("Cc", "Cs")
        ).strip()
        for line in plain.splitlines()[: LONGEST + 1]
    ]


def drawn(lines: list[str], typeface: str, thick: int) -> Image.Image:
    """Return the lines as a picture in grey, light where a letter is and ``thick`` px around it.

    ``typeface`` is the name of one; "" chooses for each letter one that has it, and so does a name
    that this computer lacks, with a warning in the log. Raises ``UsageError``.
    """
    from PIL import Image, ImageDraw

    chosen = _chosen(typeface)
    rows = [[_set(run, _face_for(run, chosen)) for run in _runs(line)] for line in lines]
    spacing, step = 2 * thick + HEIGHT // 12, HEIGHT * 5 // 4 + 2 * thick
    widths = [sum(length + spacing for _run, _letters, length in row) for row in rows]
    size = round(max(widths)) + HEIGHT, step * len(lines) + 2 * HEIGHT
    ink = Image.new("L", size, 0)
    pen = ImageDraw.Draw(ink)
    for number, (row, width) in enumerate(zip(rows, widths, strict=True)):
        x = (size[0] - width + spacing) / 2
        for run, letters, length in row:
            place = round(x), number * step + HEIGHT * 3 // 2
            pen.text(place, run, 255, letters, anchor="ls", stroke_width=thick)
            x += length + spacing
    box = ink.getbbox()
    if box is None:
        raise UsageError(_("The text {text} leaves no mark.").format(text=quoted(lines[0])))
    return ink.crop(box)


def _set(run: str, chosen: Face) -> tuple[str, ImageFont.FreeTypeFont, float]:
    """Return a run with its letters and how many pixels it is wide.

    The width of a single character is reckoned here, as Raqm does it: Pillow has no Raqm on
    Windows, and the widths that it knows without are rounded to whole pixels.
    """
    letters = _letters(chosen)
    if len(run) == 1:
        return run, letters, floor(chosen.advances[run] * HEIGHT * 64 + 0.5) / 64
    return run, letters, letters.getlength(run)


def _runs(line: str) -> list[str]:
    """Return the parts of a line drawn at once: each letter with its accents, or the whole line."""
    if any(_joins(character) for character in line):
        _check_shaping(line)
        return [line]
    runs: list[str] = []
    for character in line:
        if unicodedata.combining(character) and runs:
            runs[-1] += character
        elif not _invisible(character):
            runs.append(character)
    return runs


def _joins(character: str) -> bool:
    """Whether a character belongs to a script whose letters join or run from right to left."""
    return (
        unicodedata.bidirectional(character) in LEFTWARDS
        or unicodedata.category(character) == "Mc"
        or unicodedata.combining(character) == VIRAMA
    )


def _invisible(character: str) -> bool:
    """Whether a character only controls how others are set, as a mark for the direction does."""
    return unicodedata.category(character) == "Cf"


def _check_shaping(line: str) -> None:
    from PIL import features

    if not features.check("raqm"):
        raise UsageError(
            _("The letters of {text} cannot be joined here: Pillow comes without Raqm.").format(
                text=quoted(line)
            )
        )


def _face_for(run: str, chosen: Face | None) -> Face:
    """Return the chosen typeface, or one that has all of a run; raises ``UsageError``."""
    visible = [character for character in run if character != " " and not _invisible(character)]
    others = [] if chosen else [other for character in visible if (other := face_of(character))]
    first = chosen or face(BUNDLED)
    for candidate in (first, *others):
        if all(character in candidate.advances for character in visible):
            return candidate
    if chosen is None:
        missing = next((character for character in visible if not face_of(character)), run)
        message = _("No typeface here has {character}: choose one that has.")
        raise UsageError(message.format(character=quoted(missing)))
    missing = next(character for character in visible if character not in chosen.advances)
    raise UsageError(
        _("The typeface {name} has no {character}: choose another one.").format(
            name=chosen.path.name, character=quoted(missing)
        )
    )


def _chosen(typeface: str) -> Face | None:
    chosen = chosen_face(typeface)
    if chosen is None and os.path.isfile(typeface):  # noqa: PTH113
        find_typeface(typeface)  # raises what is wrong with it
    if chosen is None and (text := replaced_typeface(typeface)):
        logging.getLogger(__name__).warning(text)
    return chosen


@cache
def _letters(chosen: Face) -> ImageFont.FreeTypeFont:
    """Return the letters of a typeface; raises ``UsageError`` where it has pictures instead."""
    from PIL import ImageFont

    try:
        return ImageFont.truetype(str(chosen.path), HEIGHT, chosen.index)
    except OSError as error:
        message = _("Cannot read the typeface {name}: it is damaged, or no TrueType or OpenType.")
        raise UsageError(message.format(name=chosen.path.name)) from error

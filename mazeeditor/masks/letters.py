"""Draws a text as large letters, of any script and typeface, for a mask to be made of them.

Letters stand farther apart than in print, where they nearly touch: so each is a piece of maze of
its own. In scripts whose letters join, or that run from right to left, a line is drawn as a whole.
"""

from __future__ import annotations

import os
import unicodedata
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from mazeeditor.drawing.faces import BUNDLED, Face, face, face_of, folders
from mazeeditor.errors import UsageError
from mazeeditor.words import _, quoted

if TYPE_CHECKING:
    from PIL import Image, ImageFont

HEIGHT = 160  # pixels of a letter: more than cells that anybody prints
SUFFIXES = (".ttf", ".otf", ".ttc")
VIRAMA = 9  # the combining class of signs that join two letters into one
LEFTWARDS = ("R", "AL")  # Hebrew and the like, Arabic and the like


def drawn(lines: list[str], font: str, thick: int) -> Image.Image:
    """Return the lines as a picture in grey, light where a letter is, ``thick`` px around it.

    ``font`` names a typeface by its file or its name; "" takes for each letter one that has it.
    Raises ``UsageError``.
    """
    from PIL import Image, ImageDraw

    chosen = _read(_file_of(font)) if font else None
    rows = [[(run, _letters(_face_for(run, chosen).path)) for run in _runs(each)] for each in lines]
    apart, step = 2 * thick + HEIGHT // 12, HEIGHT * 5 // 4 + 2 * thick
    widths = [sum(letters.getlength(run) + apart for run, letters in row) for row in rows]
    size = round(max(widths)) + HEIGHT, step * len(lines) + 2 * HEIGHT
    ink = Image.new("L", size, 0)
    pen = ImageDraw.Draw(ink)
    for number, (row, width) in enumerate(zip(rows, widths, strict=True)):
        x = (size[0] - width + apart) / 2
        for run, letters in row:
            place = round(x), number * step + HEIGHT * 3 // 2
            pen.text(place, run, 255, letters, anchor="ls", stroke_width=thick)
            x += letters.getlength(run) + apart
    box = ink.getbbox()
    if box is None:
        raise UsageError(_("The text {text} leaves no mark.").format(text=quoted(lines[0])))
    return ink.crop(box)


def _runs(line: str) -> list[str]:
    """Return what of a line is drawn at once: each letter with its accents, or all of it."""
    if any(_joins(each) for each in line):
        _check_shaping(line)
        return [line]
    runs: list[str] = []
    for each in line:
        if unicodedata.combining(each) and runs:
            runs[-1] += each
        elif not _unseen(each):
            runs.append(each)
    return runs


def _joins(character: str) -> bool:
    """Whether a character belongs to a script whose letters join or run from right to left."""
    return (
        unicodedata.bidirectional(character) in LEFTWARDS
        or unicodedata.category(character) == "Mc"
        or unicodedata.combining(character) == VIRAMA
    )


def _unseen(character: str) -> bool:
    """Whether a character only says how others are set, as a mark for the way of writing does."""
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
    wanted = [each for each in run if each != " " and not _unseen(each)]
    others = [] if chosen else [other for each in wanted if (other := face_of(each))]
    first = chosen or face(BUNDLED)
    for one in (first, *others):
        if all(each in one.advances for each in wanted):
            return one
    if chosen is None:
        lacking = next((each for each in wanted if not face_of(each)), run)
        words = _("No typeface here has {character}: choose one that has.")
        raise UsageError(words.format(character=quoted(lacking)))
    lacking = next(each for each in wanted if each not in chosen.advances)
    raise UsageError(
        _("The typeface {name} has no {character}: choose another one.").format(
            name=chosen.path.name, character=quoted(lacking)
        )
    )


@cache
def _letters(path: Path) -> ImageFont.FreeTypeFont:
    """Return the letters of a typeface; raises ``UsageError`` where it has pictures for them."""
    from PIL import ImageFont

    try:
        return ImageFont.truetype(str(path), HEIGHT)
    except OSError as error:
        raise _unreadable(path) from error


def _read(path: Path) -> Face:
    try:
        return face(path)
    except Exception as error:
        raise _unreadable(path) from error


def _unreadable(path: Path) -> UsageError:
    words = _("Cannot read the typeface {name}: it is damaged, or no TrueType or OpenType.")
    return UsageError(words.format(name=path.name))


def _file_of(wanted: str) -> Path:
    """Return the file of a typeface by its path, or by its name; raises ``UsageError``."""
    if os.path.isfile(wanted):  # noqa: PTH113 - False for what cannot be a path, too
        return Path(wanted)
    plain = wanted.lower().replace(" ", "")
    for folder in folders():
        for root, below, files in os.walk(folder):
            below.sort()
            for name in sorted(files):
                file = Path(root, name)
                stem = file.stem.lower()
                names = stem, stem.replace("-regular", ""), name.lower()
                if file.suffix.lower() in SUFFIXES and plain in names:
                    return file
    raise UsageError(_("There is no typeface {name} here.").format(name=quoted(wanted)))

"""A mask from a text: a maze in the shape of a word."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from mazeeditor.drawing.faces import BUNDLED, Face, face, face_of, folders
from mazeeditor.errors import UsageError
from mazeeditor.masks import mask
from mazeeditor.masks.bitmap import stencil_of
from mazeeditor.masks.stencil import Stencil
from mazeeditor.options import FileOf
from mazeeditor.words import _, quoted

if TYPE_CHECKING:
    from PIL import Image, ImageFont

LONGEST = 200  # characters
HEIGHT = 160  # pixels of a letter: more than cells that anybody prints
SUFFIXES = (".ttf", ".otf", ".ttc")


@mask("text", _("Text"), order=9)
def text(
    *,
    text: Annotated[str, _("the word or words; \\n begins a new line")] = "",
    font: Annotated[
        str,
        FileOf(_("Typefaces"), SUFFIXES),
        _("a typeface: its file, or its file's name like DejaVuSans-Bold"),
    ] = "",
    weight: Annotated[
        Literal["regular", "bold", "heavy"], _("how much thicker than drawn the letters are")
    ] = "bold",
) -> Stencil:
    """The letters of a text."""
    from PIL import ImageFont

    lines = text.replace("\\n", "\n").strip()
    if not lines.strip():
        raise UsageError(_("Write the text for the mask."))
    if len(lines) > LONGEST:
        raise UsageError(
            _("The text has {length:,} characters, more than {most:,}.").format(
                length=len(lines), most=LONGEST
            )
        )
    found = _face(font, lines)
    thick = {"regular": 0, "bold": HEIGHT // 32, "heavy": HEIGHT // 14}[weight]
    letters = ImageFont.truetype(str(found.path), HEIGHT)
    ink = _drawn(lines.splitlines(), letters, thick)
    return stencil_of(ink, 0.5)


def _drawn(lines: list[str], letters: ImageFont.FreeTypeFont, thick: int) -> Image.Image:
    """Return the lines as a picture, the letters farther apart: in print they would touch."""
    from PIL import Image, ImageDraw

    apart, step = 2 * thick + HEIGHT // 12, HEIGHT * 5 // 4 + 2 * thick
    widths = [sum(letters.getlength(each) + apart for each in line) for line in lines]
    size = round(max(widths)) + HEIGHT, step * len(lines) + HEIGHT
    ink = Image.new("L", size, 0)
    for number, (line, width) in enumerate(zip(lines, widths, strict=True)):
        x = (size[0] - width + apart) / 2
        for each in line:
            place = round(x), number * step + HEIGHT // 2
            ImageDraw.Draw(ink).text(place, each, 255, letters, stroke_width=thick)
            x += letters.getlength(each) + apart
    box = ink.getbbox()
    if box is None:
        raise UsageError(_("The text {text} leaves no mark.").format(text=quoted(lines[0])))
    return ink.crop(box)


def _face(wanted: str, lines: str) -> Face:
    """Return the typeface that is wanted, or one that has all characters; raises ``UsageError``."""
    characters = set(lines) - {"\n", " "}
    if wanted:
        chosen = _read(_file_of(wanted))
    else:
        lacking = [each for each in sorted(characters) if each not in face(BUNDLED).advances]
        other = face_of(lacking[0]) if lacking else None
        chosen = other or face(BUNDLED)
    lacking = sorted(characters - set(chosen.advances))
    if lacking:
        raise UsageError(
            _("The typeface {name} has no {character}: choose another one.").format(
                name=chosen.path.name, character=quoted(lacking[0])
            )
        )
    return chosen


def _read(path: Path) -> Face:
    try:
        return face(path)
    except Exception as error:
        raise UsageError(
            _("Cannot read the typeface {name}: it is damaged, or no TrueType or OpenType.").format(
                name=path.name
            )
        ) from error


def _file_of(wanted: str) -> Path:
    """Return the file of a typeface by its path, or by its name; raises ``UsageError``."""
    if Path(wanted).is_file():
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

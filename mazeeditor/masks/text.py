"""A mask from a text: a maze in the shape of a word."""

from __future__ import annotations

import unicodedata
from typing import Annotated, Literal

from mazeeditor.errors import UsageError
from mazeeditor.masks import mask
from mazeeditor.masks.bitmap import stencil_of
from mazeeditor.masks.letters import HEIGHT, SUFFIXES, drawn
from mazeeditor.masks.stencil import Stencil
from mazeeditor.options import FileOf
from mazeeditor.words import _

LONGEST = 200  # characters


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
    lines = _lines(text)
    if not any(lines):
        raise UsageError(_("Write the text for the mask."))
    length = sum(map(len, lines))
    if length > LONGEST:
        raise UsageError(
            _("The text has {length:,} characters, more than {most:,}.").format(
                length=length, most=LONGEST
            )
        )
    thick = {"regular": 0, "bold": HEIGHT // 32, "heavy": HEIGHT // 14}[weight]
    return stencil_of(drawn(lines, font, thick), 0.5)


def _lines(text: str) -> list[str]:
    """Return the lines of a text, accents on their letters, without what cannot be seen."""
    plain = unicodedata.normalize("NFC", text.replace("\\n", "\n").replace("\t", " ").strip())
    return [
        "".join(each for each in line if unicodedata.category(each) not in ("Cc", "Cs")).strip()
        for line in plain.splitlines()[: LONGEST + 1]
    ]

"""How a text of a page is set: its place, size, typeface, as in ``top left 14pt "Noto Serif"``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, cast

from mazeeditor.core.errors import UsageError
from mazeeditor.core.lengths import UNITS, in_mm
from mazeeditor.core.translation import _, quoted
from mazeeditor.page.scene import Anchor

Edge = Literal["top", "bottom"]
ALIGNMENTS: dict[str, Anchor] = {"left": "start", "center": "middle", "right": "end"}
_QUOTED = re.compile(r'["“„«]([^"“”„«»]*)["”“»]')
SMALLEST, LARGEST = 1.0, 100.0  # mm: the em


@dataclass(frozen=True)
class TextStyle:
    """The edge of the page, how the text is aligned, and the em in mm, None as is usual.

    ``typeface`` is a name, "" for that of all texts.
    """

    edge: Edge
    anchor: Anchor
    size: float | None = None
    typeface: str = ""

    def __str__(self) -> str:
        alignment = next(name for name, anchor in ALIGNMENTS.items() if anchor == self.anchor)
        size = "" if self.size is None else f" {self.size / UNITS['pt']:.4g}pt"
        typeface = f' "{self.typeface}"' if self.typeface else ""
        return f"{self.edge} {alignment}{size}{typeface}"


USUAL_STYLE = TextStyle("top", "middle")


def style_of(text: str, usual: TextStyle) -> TextStyle:
    """Read a style; what it does not contain is as in ``usual``. Raises ``UsageError``."""
    edge, anchor, size = usual.edge, usual.anchor, usual.size
    words, typeface = _parts(text)
    for word in words:
        if word in ("top", "bottom"):
            edge = cast(Edge, word)
        elif word in ALIGNMENTS:
            anchor = ALIGNMENTS[word]
        else:
            size = _size(word)
    return TextStyle(edge, anchor, size, typeface or usual.typeface)


def read_style(text: str) -> str:
    """Return the usual spelling of a style, "" for none; raises ``UsageError``."""
    style_of(text, USUAL_STYLE)
    words, typeface = _parts(text)
    return " ".join([*words, f'"{typeface}"'] if typeface else words)


def _parts(text: str) -> tuple[list[str], str]:
    """Return the words of a style, and the typeface in quotation marks, "" for none."""
    quoted_names = _QUOTED.findall(text)
    if len(quoted_names) > 1:
        raise UsageError(_("A text has one typeface: {text} names two.").format(text=quoted(text)))
    name = " ".join(quoted_names[0].split()) if quoted_names else ""
    return _QUOTED.sub(" ", text).lower().split(), name


def _size(word: str) -> float:
    length = in_mm(word)
    try:
        size = float(length)
    except ValueError:
        message = _(
            "A text stands at the top or bottom, left, center or right, with a size such as 14pt "
            'and a typeface such as "Noto Serif" in quotation marks; {word} is none of these.'
        )
        raise UsageError(message.format(word=quoted(word))) from None
    if not SMALLEST <= size <= LARGEST:
        message = _("Letters must be {low:g} to {high:g} mm high, not {word}.")
        raise UsageError(message.format(low=SMALLEST, high=LARGEST, word=quoted(word)))
    return size

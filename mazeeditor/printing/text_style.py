"""Where a text of a page stands and how large it is, as in ``top left 14pt``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast

from mazeeditor.drawing.scene import Anchor
from mazeeditor.errors import UsageError
from mazeeditor.lengths import UNITS, in_mm
from mazeeditor.translation import _, quoted

Edge = Literal["top", "bottom"]
ALIGNMENTS: dict[str, Anchor] = {"left": "start", "center": "middle", "right": "end"}
SMALLEST, LARGEST = 1.0, 100.0  # mm: the em


@dataclass(frozen=True)
class TextStyle:
    """The edge of the page, how the text is aligned, and the em in mm, None as is usual."""

    edge: Edge
    anchor: Anchor
    size: float | None = None

    def __str__(self) -> str:
        alignment = next(name for name, anchor in ALIGNMENTS.items() if anchor == self.anchor)
        size = "" if self.size is None else f" {self.size / UNITS['pt']:.4g}pt"
        return f"{self.edge} {alignment}{size}"


def style_of(text: str, usual: TextStyle) -> TextStyle:
    """Read a style; what it does not contain is as in ``usual``. Raises ``UsageError``."""
    edge, anchor, size = usual.edge, usual.anchor, usual.size
    for word in text.lower().split():
        if word in ("top", "bottom"):
            edge = cast(Edge, word)
        elif word in ALIGNMENTS:
            anchor = ALIGNMENTS[word]
        else:
            size = _size(word)
    return TextStyle(edge, anchor, size)


def read_style(text: str) -> str:
    """Return the usual spelling of a style, "" for none; raises ``UsageError``."""
    style_of(text, TextStyle("top", "middle"))
    return " ".join(text.lower().split())


def _size(word: str) -> float:
    length = in_mm(word)
    try:
        size = float(length)
    except ValueError:
        message = _(
            "A text stands at the top or bottom, left, center or right, with a size such as 14pt; "
            "{word} is none of these."
        )
        raise UsageError(message.format(word=quoted(word))) from None
    if not SMALLEST <= size <= LARGEST:
        message = _("Letters must be {low:g} to {high:g} mm high, not {word}.")
        raise UsageError(message.format(low=SMALLEST, high=LARGEST, word=quoted(word)))
    return size

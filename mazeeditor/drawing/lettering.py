"""Text that fits: measured, broken into lines, made smaller, in typefaces that have it."""

from __future__ import annotations

import logging
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from mazeeditor.drawing.shaping import UNKNOWN, width_of
from mazeeditor.drawing.typefaces import ASCENT, DESCENT, face_of
from mazeeditor.translation import _

LEADING = 1.25  # em from line to line
LONGEST = 2000  # characters: more are cut before they are measured


@lru_cache(maxsize=4)  # a title of megabytes takes a second, and an export asks for it again
def clean(text: str) -> str:
    """Return ``text`` on one line, without what XML 1.0 cannot hold and without controls."""
    spaced = "".join(" " if c.isspace() else c for c in text)
    kept = (c for c in spaced if unicodedata.category(c) not in ("Cc", "Cs"))
    return " ".join("".join(c for c in kept if c not in "\ufffe\uffff").split())


def missing(text: str) -> str:
    """Return the characters of ``text`` that no typeface of this computer has, each once."""
    kept = (c for c in text if unicodedata.category(c) != "Cf")
    return "".join(dict.fromkeys(c for c in kept if face_of(c) is None))


def warn_of_missing(texts: Iterable[str]) -> None:
    """Log a warning that names the characters that will be drawn as a sign for unknown."""
    lacking = missing("".join(texts))
    if lacking:
        logging.getLogger(__name__).warning(
            _("No font on this computer has the characters %s: %s stands for them."),
            lacking[:40],
            UNKNOWN,
        )


@dataclass(frozen=True)
class Block:
    """Lines of text of one size, in mm."""

    lines: tuple[str, ...]
    size: float

    @property
    def height(self) -> float:
        """From the top of the first line's letters to the bottom of the last's."""
        if not self.lines:
            return 0.0
        return self.size * (LEADING * (len(self.lines) - 1) + ASCENT + DESCENT)

    def baselines(self, top: float) -> list[float]:
        """Return where the lines stand when the block begins at ``top``."""
        return [top + self.size * (ASCENT + LEADING * line) for line in range(len(self.lines))]


def fitted(text: str, width: float, largest: float, most: int = 3, typeface: str = "") -> Block:
    """Return ``text`` in lines of ``width`` mm at most: one, where that needs no small letters.

    Sizes go down from ``largest`` to 0.4 of it; text too long for ``most`` lines even then is cut,
    which an ellipsis shows.
    """
    text = text if len(text) <= LONGEST else text[:LONGEST] + "…"
    if not text:
        return Block((), largest)
    one_line = width / max(width_of(text, typeface), 0.01)  # some characters have no width
    if one_line >= 0.6 * largest:
        return Block((text,), min(largest, one_line))
    for share in (0.7, 0.6, 0.5, 0.4):
        size = share * largest
        lines = wrapped(text, width / size, most + 1, typeface)
        if len(lines) <= (2 if share >= 0.6 else most):
            return Block(tuple(lines), size)
    kept = lines[:most]
    kept[-1] = _cut(kept[-1] + "…", width / size, typeface)
    return Block(tuple(kept), size)


def wrapped(text: str, width: float, most: int, typeface: str = "") -> list[str]:
    """Return ``most`` lines at most of ``width`` em at most; long words are broken."""
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if width_of(longer, typeface) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        while width_of(word, typeface) > width and len(lines) < most:
            head = _head(word, width, typeface)
            lines.append(head)
            word = word[len(head) :]
        if len(lines) >= most:
            return lines[:most]
        line = word
    return [*lines, line] if line else lines


def _head(word: str, width: float, typeface: str) -> str:
    """Return the longest beginning that fits, one character at the least."""
    low, high = 1, len(word)
    while low < high:
        middle = (low + high + 1) // 2
        fits = width_of(word[:middle], typeface) <= width
        low, high = (middle, high) if fits else (low, middle - 1)
    return word[:low]


def _cut(line: str, width: float, typeface: str) -> str:
    """Return a line that ends in an ellipsis and fits."""
    while width_of(line, typeface) > width and len(line) > 1:
        line = line[:-2].rstrip() + "…"
    return line

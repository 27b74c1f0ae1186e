"""Text that fits: measured, broken into lines, made smaller, in typefaces that have it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from mazeeditor.core.typefaces.chosen_typeface import chosen_face
from mazeeditor.core.typefaces.shaping import (
    PLAIN,
    Lettering,
    clusters,
    is_rtl,
    language_of,
    pieces,
    width_of,
)
from mazeeditor.core.typefaces.typefaces import ASCENT, BUNDLED, DESCENT, face

LEADING = 1.25  # em from line to line
# em: how much longer than need be the longest of several lines is, at the most
MAX_UNEVENNESS_EM = 0.2
MAX_CHARACTERS = 800  # characters: more, which never fit, are cut before they are measured


@lru_cache(maxsize=4)  # a title of megabytes takes a second, and an export asks for it again
def clean(text: str) -> str:
    """Return ``text`` on one line, without what XML 1.0 cannot hold and without controls."""
    spaced = "".join(" " if c.isspace() else c for c in text)
    kept = (c for c in spaced if unicodedata.category(c) not in ("Cc", "Cs"))
    return " ".join("".join(c for c in kept if c not in "\ufffe\uffff").split())


@dataclass(frozen=True)
class Block:
    """Lines of text of one size, in mm."""

    lines: tuple[str, ...]
    size: float
    lettering: Lettering = PLAIN

    @property
    def height(self) -> float:
        """From the top of the first line's letters to the bottom of the last's."""
        if not self.lines:
            return 0.0
        return self.size * (LEADING * (len(self.lines) - 1) + ASCENT + DESCENT)

    def holds(self, text: str) -> bool:
        """Whether all of ``text`` is in the lines; else an ellipsis ends them."""
        return "".join(self.lines).replace(" ", "") == text.replace(" ", "")

    def baselines(self, top: float) -> list[float]:
        """Return where the lines stand when the block begins at ``top``."""
        return [top + self.size * (ASCENT + LEADING * line) for line in range(len(self.lines))]


def lettering_of(text: str, typeface: str = "", *, outlines: bool = False) -> Lettering:
    """Return how a text is set, in a typeface by its name unless that is missing.

    Its lines, however they are broken, have its direction.
    """
    text = text[:MAX_CHARACTERS]
    chosen = chosen_face(typeface) not in (None, face(BUNDLED))
    return Lettering(typeface if chosen else "", language_of(text), is_rtl(text), outlines)


@lru_cache(64)  # a layout tries many sizes of cells with one title
def fit_text(
    text: str, width: float, largest: float, lettering: Lettering | None = None, most: int = 3
) -> Block:
    """Return ``text`` in lines of ``width`` mm at most: one, where that needs no small letters.

    Several are about as long. Sizes go down from ``largest`` to 0.4 of it; text too long for
    ``most`` lines even then is cut, which an ellipsis shows.
    """
    lettering = lettering or lettering_of(text[:MAX_CHARACTERS])
    text = text if len(text) <= MAX_CHARACTERS else text[:MAX_CHARACTERS] + "…"
    if not text:
        return Block((), largest, lettering)
    one_line = width / max(width_of(text, lettering), 0.01)  # some characters have no width
    if one_line >= 0.6 * largest:
        return Block((text,), min(largest, one_line), lettering)
    for share in (0.7, 0.6, 0.5, 0.4):
        size = share * largest
        lines = wrap_text(text, width / size, most + 1, lettering)
        if len(lines) <= (2 if share >= 0.6 else most):
            lines = _balance(text, width / size, len(lines), lettering)
            return Block(tuple(lines), size, lettering)
    kept = lines[:most]
    kept[-1] = shorten_line(kept[-1] + "…", width / size, lettering)
    return Block(tuple(kept), size, lettering)


@lru_cache(64)  # as above
def flowing(
    text: str, width: float, largest: float, lettering: Lettering | None = None, most: int = 6
) -> Block:
    """Return ``text`` in lines of ``width`` mm, which keep their size as far as ``most`` allows.

    They are as long as can be; as in ``fit_text``, text too long for small letters is cut.
    """
    lettering = lettering or lettering_of(text)
    if not text or len(text) > MAX_CHARACTERS:
        return fit_text(text, width, largest, lettering, most)
    for share in (1.0, 0.85, 0.7):
        size = share * largest
        lines = wrap_text(text, width / size, most + 1, lettering)
        if len(lines) <= most:
            lines = _balance(text, width / size, len(lines), lettering)
            return Block(tuple(lines), size, lettering)
    return fit_text(text, width, largest, lettering, most)


def wrap_text(text: str, width: float, most: int, lettering: Lettering = PLAIN) -> list[str]:
    """Return ``most`` lines at most of ``width`` em at most, in the order in which they are read.

    They end between words, and between Chinese characters; longer words are broken.
    """
    return _fill(list(_units(text, width, lettering)), width, most, lettering)


def _balance(text: str, width: float, lines: int, lettering: Lettering) -> list[str]:
    """Return that many lines, the longest as short as can be."""
    units = list(_units(text, width, lettering))
    low, high = max((unit.width for unit in units), default=0.0), width
    while high - low > MAX_UNEVENNESS_EM:
        middle = (low + high) / 2
        fits = len(_lines(units, middle)) <= lines
        low, high = (low, middle) if fits else (middle, high)
    return _fill(units, high, lines, lettering)


class Unit(NamedTuple):
    """What stays on one line, its width in em, and that of the space before it."""

    text: str
    width: float
    space: float


def _units(text: str, width: float, lettering: Lettering) -> Iterator[Unit]:
    space = width_of(" ", lettering)
    for place, word in enumerate(text.split(" ")):
        gap = space if place else 0.0
        for piece in pieces(word):
            rest = piece
            while rest:
                wide = width_of(rest, lettering)
                head = rest if wide <= width else _head(rest, width, lettering)
                yield Unit(head, wide if head is rest else width_of(head, lettering), gap)
                rest, gap = rest[len(head) :], 0.0


def _fill(units: list[Unit], width: float, most: int, lettering: Lettering) -> list[str]:
    """Return lines that are no wider when drawn: letters of two units may stand closer or not."""
    narrow, fewest = width, max((unit.width for unit in units), default=0.0)
    while True:
        lines = [_join(line) for line in _lines(units, narrow)[:most]]
        over = max((width_of(line, lettering) for line in lines), default=0.0) - width
        if over <= 0 or narrow <= fewest:
            return lines
        narrow = max(narrow - max(over, MAX_UNEVENNESS_EM / 4), fewest)


def _lines(units: list[Unit], width: float) -> list[list[Unit]]:
    """Return units in lines, each of as many as it holds."""
    lines: list[list[Unit]] = []
    length = 0.0
    for unit in units:
        longer = length + unit.space + unit.width
        if lines and longer <= width:
            lines[-1].append(unit)
            length = longer
        else:
            lines.append([unit])
            length = unit.width
    return lines


def _join(line: list[Unit]) -> str:
    return "".join(" " * (unit.space > 0) + unit.text for unit in line).lstrip(" ")


def _head(word: str, width: float, lettering: Lettering) -> str:
    """Return the longest beginning that fits, one cluster at the least."""
    parts, tried = clusters(word), 1
    # the beginning of a long word is short: all of it would be shaped for each of its lines
    while tried < len(parts) and width_of("".join(parts[:tried]), lettering) <= width:
        tried *= 2
    most = min(tried, len(parts))
    return "".join(parts[: _most(parts, max(1, tried // 2), most, "", width, lettering)])


def shorten_line(line: str, width: float, lettering: Lettering) -> str:
    """Return a line of ``width`` em at most, cut where it is longer, which an ellipsis shows."""
    if len(line) <= 1 or width_of(line, lettering) <= width:
        return line
    parts = clusters(line[:-1])
    number = _most(parts, 0, max(len(parts) - 1, 0), "…", width, lettering)
    return "".join(parts[:number]).rstrip() + "…"


def _most(
    parts: list[str], low: int, high: int, end: str, width: float, lettering: Lettering
) -> int:
    """Return how many clusters fit before ``end``, from ``low`` to ``high`` of them.

    A long text is halved: one shaped again for each cluster less would take seconds.
    """
    while low < high:
        middle = (low + high + 1) // 2
        text = "".join(parts[:middle])
        fits = width_of(text.rstrip() + end if end else text, lettering) <= width
        low, high = (middle, high) if fits else (low, middle - 1)
    return low

"""Lines of any script as glyphs: in order, joined, each in a typeface that has it.

A line is cut into clusters: what a reader takes as one character. It is a letter with its marks, a
syllable joined by a virama, a flag, or a sequence of emoji, and is in one typeface and on one line
(a simple form of UAX #29 and UAX #14 that covers titles). Clusters become runs, each in one
typeface, in the order of the Unicode bidirectional algorithm (UAX #9, from fpdf2); the glyphs of a
run and their places are HarfBuzz's. What needs neither, as most Latin, Greek and Cyrillic, has one
glyph a character of the bundled typeface; most titles thus load neither library::

    read     a b c  א ב ג  1 2          runs, from left to right on paper:
    levels   0 0 0  1 1 1  2 2          "abc" | "12" | "גבא"
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from itertools import groupby
from typing import Any

from mazeeditor.core.typefaces.chosen_typeface import chosen_face
from mazeeditor.core.typefaces.harfbuzz import Glyph, is_drawn, shaped
from mazeeditor.core.typefaces.typefaces import BUNDLED, Face, face, face_from, installed_typefaces

MARKS = frozenset({"Mn", "Mc", "Me", "Cf"})  # categories of what changes the letter before it
VIRAMA = 9  # the combining class of signs that join two letters into one
JOINER, PRESENTED = "\u200d", "\ufe0f"  # joins emoji; asks for the coloured form of a character
SPACING = "\u0e33\u0eb3"  # vowels of Thai and Lao that stand on the letter before them
FLAGS = range(0x1F1E6, 0x1F200)  # two of them are a flag
SKINS = range(0x1F3FB, 0x1F400)
VOWELS_OF_HANGUL = range(0x1160, 0x1200)
SYMBOLS = range(0x2300, 0x2C00)
PICTOGRAPHS = range(0x1F000, 0x1FB00)
OPENING, CLOSING = ("Ps", "Pi"), ("Pe", "Pf", "Po")  # categories: no line ends or begins with them
NEVER_FIRST = frozenset("ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ々〻ーゝゞヽヾ〜～…‥·")


def clusters(text: str) -> list[str]:
    result: list[str] = []
    for character in text:
        if result and _joins(result[-1], character):
            result[-1] += character
        else:
            result.append(character)
    return result


def _joins(before: str, character: str) -> bool:
    """Whether a character belongs to the cluster before it."""
    code, last = ord(character), before[-1]
    if unicodedata.category(character) in MARKS or character in SPACING or code in SKINS:
        return before != " "
    if code in FLAGS:
        return len(before) == 1 and ord(last) in FLAGS
    if code in VOWELS_OF_HANGUL:
        return ord(last) in range(0x1100, 0x1200)
    if last == JOINER or unicodedata.combining(last) == VIRAMA:
        return unicodedata.category(character) in ("Lo", "So", "Cn")
    return False


def is_emoji(cluster: str) -> bool:
    """Whether readers expect a picture in colours."""
    if PRESENTED in cluster:
        return True
    code = ord(cluster[0])
    if code in FLAGS:
        return True
    wide = unicodedata.east_asian_width(cluster[0]) == "W"
    category = unicodedata.category(cluster[0])
    if code in SYMBOLS:
        return wide and category in ("So", "Sm")
    # those of a newer Unicode than Python's are not assigned
    return code in PICTOGRAPHS and (category == "Cn" or (wide and category in ("So", "Sk")))


def pieces(word: str) -> Iterator[str]:
    """Yield the parts of a word between which a line may end: between Chinese characters."""
    piece = ""
    for cluster in clusters(word):
        if piece and _may_part(piece, cluster):
            yield piece
            piece = ""
        piece += cluster
    if piece:
        yield piece


def _may_part(piece: str, cluster: str) -> bool:
    before, after = piece[-1], cluster[0]
    if after in NEVER_FIRST or unicodedata.category(after) in CLOSING:
        return False
    if unicodedata.category(before) in OPENING:
        return False
    return _is_ideographic(before) or _is_ideographic(after)


def _is_ideographic(character: str) -> bool:
    """Whether a character is of Chinese or Japanese, which have no spaces between words."""
    if unicodedata.east_asian_width(character) not in ("W", "F"):
        return False
    return not unicodedata.name(character, "").startswith("HANGUL") and not is_emoji(character)


def language_of(text: str) -> str:
    """Return the language that the script of a text tells, "" for none: the user's own.

    Chinese, Japanese and Korean share characters that each writes differently.
    """
    names = [unicodedata.name(character, "") for character in text]
    if any(name.startswith(("HIRAGANA", "KATAKANA")) for name in names):
        return "ja"
    if any(name.startswith("HANGUL") for name in names):
        return "ko"
    return "zh-tw" if any(name.startswith("BOPOMOFO") for name in names) else ""


RIGHT_TO_LEFT = frozenset({"R", "AL", "AN", "RLE", "RLO", "RLI"})
DIRECTING = RIGHT_TO_LEFT | {"LRE", "LRO", "LRI", "FSI", "PDF", "PDI"}  # or what they enclose
CURSIVE = (range(0x1100, 0x1200), range(0x1800, 0x18B0), range(0xA840, 0xA880))  # and not rtl
WEAK = frozenset({"Zs", "Nd", "Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po"})  # as adjacent letters


@dataclass(frozen=True)
class Lettering:
    """How a text is set, all its lines alike.

    ``typeface`` is the name of an installed one, "" the bundled one; what it lacks is set in
    others. ``language`` chooses between the forms of one character in several languages, and ""
    is the user's. ``rtl`` indicates that it is read from right to left; where it is ``None``
    the first letter decides. With ``outlines`` no character is a picture in colours.
    """

    typeface: str = ""
    language: str = ""
    rtl: bool | None = None
    outlines: bool = False


PLAIN = Lettering()


@dataclass(frozen=True)
class Run:
    """A part of a line in one typeface; ``text`` in the order in which it is read.

    Where ``shaped``, its glyphs are HarfBuzz's; else they are those of its characters, in the
    bundled typeface. ``level`` is that of UAX #9.
    """

    face: Face
    text: str
    shaped: bool = False
    level: int = 0
    script: str = ""
    language: str = ""

    @property
    def rtl(self) -> bool:
        """Whether it is read from right to left."""
        return self.level % 2 == 1

    @property
    def width(self) -> float:
        if not self.shaped:
            return sum(self.face.advances[character] for character in self.text)
        return sum(glyph.advance for glyph in glyphs_of(self))


def must_be_shaped(text: str) -> bool:
    """Whether letters of a text join, carry marks of their own, run from right to left or glow."""
    return any(
        unicodedata.category(character) in MARKS
        or unicodedata.bidirectional(character) in RIGHT_TO_LEFT
        or any(ord(character) in codes for codes in CURSIVE)
        or is_emoji(character)
        for character in text
    )


def is_plain(text: str, lettering: Lettering = PLAIN) -> bool:
    """Whether the bundled typeface has a text, with a glyph for each character, in their order."""
    return (
        not lettering.typeface
        and not lettering.rtl
        and not must_be_shaped(text)
        and all(character in face(BUNDLED).advances for character in text)
    )


@lru_cache(1024)
def runs(text: str, lettering: Lettering = PLAIN) -> tuple[Run, ...]:
    """Return ``text`` as it stands on paper from left to right, each part with its typeface.

    What no typeface has is left out.
    """
    if is_plain(text, lettering):
        return (Run(face(BUNDLED), text),) if text else ()
    parts = [
        (level, run)
        for level, part in _in_levels(text, lettering.rtl)
        for run in _in_faces(part, level, lettering)
        if any(map(_is_seen, run.text))
    ]
    return tuple(run for _level, run in _reorder(parts))


def _in_faces(text: str, level: int, lettering: Lettering) -> Iterator[Run]:
    """Yield the parts of a text that are of one typeface and one script."""
    # fontTools publishes no types
    scripts: Any = import_module("fontTools.unicodedata")
    found = [(cluster, face_for(cluster, lettering)) for cluster in clusters(text)]
    chosen = [(cluster, other) for cluster, other in _harmonise(found) if other]
    for held, group in groupby(chosen, lambda pair: pair[1]):
        script, part = "", ""
        for cluster, _held in group:
            drawn = "".join(c for c in cluster if not _is_seen(c) or held.has(c))
            other = scripts.script(drawn[0])
            if script and other != script and other not in ("Zyyy", "Zinh"):
                yield Run(held, part, True, level, script, lettering.language)
                script = part = ""
            part += drawn
            script = script if other in ("Zyyy", "Zinh") else other
        yield Run(held, part, True, level, script, lettering.language)


def _harmonise(found: list[tuple[str, Face | None]]) -> list[tuple[str, Face | None]]:
    """Return clusters with spaces, digits and signs in the typeface of adjacent letters."""
    result = []
    held = next((chosen for cluster, chosen in found if _is_strong(cluster)), None)
    for cluster, chosen in found:
        if _is_strong(cluster):
            held = chosen
        elif _is_weak(cluster) and held and all(map(held.has, filter(_is_seen, cluster))):
            chosen = held
        result.append((cluster, chosen))
    return result


def _is_strong(cluster: str) -> bool:
    return not _is_weak(cluster) and not is_emoji(cluster)


def _is_weak(cluster: str) -> bool:
    return unicodedata.category(cluster[0]) in WEAK and PRESENTED not in cluster


def _is_seen(character: str) -> bool:
    """Whether a character needs a glyph: marks that direct or vary others do not."""
    code = ord(character)
    varies = 0xFE00 <= code <= 0xFE0F or 0xE0100 <= code <= 0xE01EF
    return not varies and unicodedata.category(character) != "Cf"


@lru_cache(4096)
def face_for(cluster: str, lettering: Lettering = PLAIN) -> Face | None:
    """Return the typeface for what a reader takes as one character, ``None`` where none has it.

    One that lacks some of its marks is the last choice.
    """
    seen = "".join(filter(_is_seen, cluster))
    if not seen:
        return face(BUNDLED)
    for text in (seen, seen[0]):
        for candidate in _candidates(cluster, lettering):
            if _has(candidate, text, lettering):
                return candidate
    return None


def missing_in(text: str, lettering: Lettering = PLAIN) -> Iterator[str]:
    """Yield the characters of a text that are not drawn."""
    if is_plain(text, lettering):
        return
    for cluster in clusters(text):
        held = face_for(cluster, lettering)
        yield from (c for c in cluster if _is_seen(c) and not (held and held.has(c)))


def _candidates(cluster: str, lettering: Lettering) -> Iterator[Face]:
    """Yield the typefaces for a cluster, the one to prefer first."""
    if chosen := chosen_face(lettering.typeface):
        yield chosen
    others = installed_typefaces(lettering.language)
    if is_emoji(cluster) and not lettering.outlines:
        coloured = (other for other in others if other.coloured)
        yield from (face_from(other) for other in coloured if other.has(cluster[0]))
    yield face(BUNDLED)
    yield from (face_from(other) for other in others if other.has(cluster[0]))


def _has(candidate: Face, text: str, lettering: Lettering) -> bool:
    """Whether a typeface draws all of a text, with outlines where only these will do."""
    if not all(map(candidate.has, text)):
        return False
    return not candidate.coloured or is_drawn(candidate, text[0], outlines=lettering.outlines)


def _in_levels(text: str, rtl: bool | None) -> Iterator[tuple[int, str]]:
    """Yield the parts of a text of one embedding level, in the order in which it is read.

    ``rtl`` is the direction of the paragraph, by its first letter where it is ``None``.
    """
    if not rtl and not any(unicodedata.bidirectional(character) in DIRECTING for character in text):
        yield 0, text  # without the import of fpdf2, which takes 0.3 s and 30 MB
        return
    from fpdf.bidi import BidiParagraph, auto_detect_base_direction
    from fpdf.enums import TextDirection

    given = TextDirection.RTL if rtl else TextDirection.LTR
    base = auto_detect_base_direction(text) if rtl is None else given
    paragraph = BidiParagraph(text, base_direction=base)
    known = [(item.character, item.embedding_level) for item in paragraph.get_characters()]
    place, level, part = 0, paragraph.base_embedding_level, ""
    for character in text:
        here = level  # of what joins or directs others, and has no level of its own
        if place < len(known) and known[place][0] == character:
            here = known[place][1]
            place += 1
        if part and here != level:
            yield level, part
            part = ""
        level, part = here, part + character
    if part:
        yield level, part


def is_rtl(text: str) -> bool:
    """Whether a text is read from right to left: its first letter decides."""
    for character in text:
        kind = unicodedata.bidirectional(character)
        if kind in ("L", "R", "AL"):
            return kind != "L"
    return False


def _reorder(parts: list[tuple[int, Run]]) -> list[tuple[int, Run]]:
    """Return parts as they stand from left to right (rule L2 of UAX #9)."""
    for least in range(max((level for level, _run in parts), default=0), 0, -1):
        first = 0
        while first < len(parts):
            end = first
            while end < len(parts) and parts[end][0] >= least:
                end += 1
            parts[first:end] = parts[first:end][::-1]
            first = end + 1
    return parts


def width_of(text: str, lettering: Lettering = PLAIN) -> float:
    """Return the width of a line of text in em."""
    if is_plain(text, lettering):
        advances = face(BUNDLED).advances
        return sum(advances[character] for character in text)
    return sum(run.width for run in runs(text, lettering))


@lru_cache(1024)
def glyphs_of(run: Run) -> tuple[Glyph, ...]:
    return tuple(shaped(run.face, run.text, run.rtl, run.script, run.language))

"""Lines of any script as runs of glyphs: in order, joined, each run in a typeface that has it.

The order is that of the Unicode bidirectional algorithm (UAX #9, from fpdf2), the glyphs and their
places are HarfBuzz's. What needs neither, as Latin, Greek, Cyrillic and Chinese, has one glyph a
character; most titles thus load neither library::

    read     a b c  א ב ג  1 2          runs, from left to right on paper:
    levels   0 0 0  1 1 1  2 2          "abc" | "12" | "גבא"
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from mazeeditor.drawing.chosen_typeface import chosen_face
from mazeeditor.drawing.scene import Points, Polygons
from mazeeditor.drawing.typefaces import BUNDLED, WIDE, Face, face, face_of

UNKNOWN = "\ufffd"  # drawn for what no typeface has
RIGHT_TO_LEFT = frozenset({"R", "AL", "AN", "RLE", "RLO", "RLI"})
JOINED = frozenset({"Mn", "Mc", "Me", "Cf"})  # categories of what changes the letter before it
CURSIVE = (range(0x1100, 0x1200), range(0x1800, 0x18B0), range(0xA840, 0xA880))  # and not leftwards
STEPS = 12  # lines of a curve: nowhere off by a thousandth of an em


@dataclass(frozen=True)
class Run:
    """A part of a line in one typeface; ``text`` in the order in which it is read.

    Where ``shaped``, its glyphs are HarfBuzz's, from right to left where ``leftwards``.
    """

    face: Face
    text: str
    shaped: bool = False
    leftwards: bool = False

    @property
    def width(self) -> float:
        """Its width in em."""
        if not self.shaped:
            return sum(self.face.advances[character] for character in self.text)
        return sum(glyph.advance for glyph in glyphs_of(self))


@dataclass(frozen=True)
class Glyph:
    """A glyph by its number; how far on it leads and how far aside it stands, in em, y up."""

    number: int
    advance: float
    x: float
    y: float


def must_be_shaped(text: str) -> bool:
    """Whether letters of a text join, carry marks of their own or run from right to left."""
    return any(
        unicodedata.category(character) in JOINED
        or unicodedata.bidirectional(character) in RIGHT_TO_LEFT
        or any(ord(character) in codes for codes in CURSIVE)
        for character in text
    )


def runs(text: str, typeface: str = "") -> tuple[Run, ...]:
    """Return ``text`` as it stands on paper from left to right, each part with its typeface.

    That is the one of the name ``typeface`` for what it has.
    """
    return _runs(text, chosen_face(typeface))


@lru_cache(1024)
def _runs(text: str, preferred: Face | None) -> tuple[Run, ...]:
    if not must_be_shaped(text):
        return tuple(_in_faces(text, preferred))
    parts = [
        (level, run)
        for level, part in _in_levels(text)
        for run in _in_faces(part, preferred)
        if any(_is_seen(character) for character in run.text)
    ]
    return tuple(
        replace(run, shaped=level % 2 == 1 or must_be_shaped(run.text), leftwards=level % 2 == 1)
        for level, run in _reordered(parts)
    )


def _in_faces(text: str, preferred: Face | None) -> Iterator[Run]:
    """Yield the parts of a text that one typeface has; marks stay with their letters."""
    held: Face | None = None
    part = ""
    for character in text:
        if held and unicodedata.category(character) in JOINED and _has(held, character):
            part += character
            continue
        chosen = face_of(character, preferred)
        if chosen is None:
            chosen, character = face(BUNDLED), UNKNOWN
        if held is not None and chosen is not held:
            yield Run(held, part)
            part = ""
        held, part = chosen, part + character
    if held is not None:
        yield Run(held, part)


def _has(held: Face, character: str) -> bool:
    return character in held.advances or not _is_seen(character)


def _is_seen(character: str) -> bool:
    return unicodedata.category(character) != "Cf"


def _in_levels(text: str) -> Iterator[tuple[int, str]]:
    """Yield the parts of a text of one embedding level, in the order in which it is read."""
    from fpdf.bidi import BidiParagraph, auto_detect_base_direction

    paragraph = BidiParagraph(text, base_direction=auto_detect_base_direction(text))
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


def _reordered(parts: list[tuple[int, Run]]) -> list[tuple[int, Run]]:
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


def width_of(text: str, typeface: str = "") -> float:
    """Return the width of a line of text in em, never less than it takes when drawn.

    A character that no typeface has counts as a wide one: another program may show it.
    """
    if must_be_shaped(text):
        return sum(run.width for run in runs(text, typeface))
    preferred = chosen_face(typeface)
    return sum(_advance(character, preferred) for character in text)


@lru_cache(4096)
def _advance(character: str, preferred: Face | None) -> float:
    chosen = face_of(character, preferred)
    return WIDE if chosen is None else chosen.advances[character]


@lru_cache(1024)
def glyphs_of(run: Run) -> tuple[Glyph, ...]:
    """Return the glyphs of a shaped run, from left to right."""
    font = _font(run.face.path)
    buffer = _harfbuzz().Buffer()
    buffer.add_str(run.text)
    buffer.guess_segment_properties()
    buffer.direction = "rtl" if run.leftwards else "ltr"
    _harfbuzz().shape(font, buffer, {})
    em = font.face.upem
    return tuple(
        Glyph(info.codepoint, place.x_advance / em, place.x_offset / em, place.y_offset / em)
        for info, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True)
    )


def _harfbuzz() -> Any:
    """Return the library, which publishes no types."""
    return import_module("uharfbuzz")


@cache
def _font(path: Path) -> Any:
    library = _harfbuzz()
    return library.Font(library.Face(library.Blob.from_file_path(str(path))))


def polygons_of(run: Run, size: float, x: float, y: float) -> Polygons:
    """Return a shaped run as polygons, its em ``size`` high, from ``x`` on the baseline ``y``.

    Curves are lines already; y goes down.
    """
    font = _font(run.face.path)
    rings: list[Points] = []
    for glyph in glyphs_of(run):
        origin = np.array([x + glyph.x * size, y - glyph.y * size])
        scale = np.array([size, -size]) / font.face.upem
        rings += [ring * scale + origin for ring in _rings(run.face.path, glyph.number)]
        x += glyph.advance * size
    starts = np.cumsum([0, *map(len, rings)])
    return Polygons(np.concatenate([np.zeros((0, 2)), *rings]), starts, "")


@lru_cache(4096)
def _rings(path: Path, glyph: int) -> tuple[Points, ...]:
    """Return the rings of a glyph in units of its typeface, y up."""
    rings: list[list[complex]] = []

    def to(*controls: float) -> None:
        """Go on to the last of the points along the Bezier curve that they control."""
        ring = rings[-1]
        points = [ring[-1], *map(complex, controls[::2], controls[1::2])]
        steps = STEPS if len(points) > 2 else 1
        ring += [_on_curve(points, (step + 1) / steps) for step in range(steps)]

    draw = _harfbuzz().DrawFuncs()
    draw.set_move_to_func(lambda x, y, _data: rings.append([complex(x, y)]))
    draw.set_line_to_func(lambda x, y, _data: to(x, y))
    draw.set_quadratic_to_func(lambda a, b, x, y, _data: to(a, b, x, y))
    draw.set_cubic_to_func(lambda a, b, c, d, x, y, _data: to(a, b, c, d, x, y))
    draw.set_close_path_func(lambda _data: None)
    _font(path).draw_glyph(glyph, draw, None)
    arrays = [np.array(ring).view(np.float64).reshape(-1, 2) for ring in rings if len(ring) > 2]
    return tuple(arrays)


def _on_curve(points: list[complex], share: float) -> complex:
    """Return the point of a Bezier curve at a share of it (de Casteljau)."""
    while len(points) > 1:
        points = [a + (b - a) * share for a, b in pairwise(points)]
    return points[0]

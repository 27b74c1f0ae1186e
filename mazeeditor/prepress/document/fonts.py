"""Typefaces of a PDF: whether they are embedded, and how wide a text in them is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from mazeeditor.core.translation import _, quote_value
from mazeeditor.prepress.document.language import GLYPHS, known_entries
from mazeeditor.prepress.document.values import (
    ENTRIES,
    Matrix,
    Rectangle,
    box,
    entries,
    entry,
    identity,
    items,
    kind_of,
    matrix,
    name,
    number,
)

_SUBSET = re.compile(r"[A-Z]{6}\+")
_FILES = ("FontFile", "FontFile2", "FontFile3")
_USUAL = 600.0  # thousandths of an em: of a glyph in a typeface without widths, about
_ASCENT, _DESCENT = 750.0, -250.0  # of a typeface that names none
_MOST_WIDTHS = 70_000
_CODES = 100  # that have the same width and take as long as an operator
_KINDS = {"Type0", "Type1", "MMType1", "TrueType", "Type3"}
_IDENTITY = {"Identity-H", "Identity-V"}
_TWO_BYTES = re.compile(r"-(UCS2|UTF16)-")
_SMALL = 0.01  # scale of a Type 3 typeface whose em is as usual; others are pictures of letters


@dataclass(frozen=True)
class GlyphProcedures:
    """How the glyphs of a Type 3 typeface are painted: streams by code, and what they refer to."""

    streams: Mapping[int, Any]
    matrix: Matrix
    resources: Any
    which: tuple[int, int] | None
    em: float  # how many units of a glyph are an em


@dataclass(frozen=True)
class FontFacts:
    """What is known of a typeface; widths, ascent and descent in thousandths of an em."""

    name: str = ""
    embedded: bool = False
    subset: bool = False
    drawn: bool = False  # its glyphs are pages of their own (Type 3)
    double: bool = False  # two bytes a glyph
    widths: Mapping[int, float] = field(default_factory=dict)
    usual: float = _USUAL
    ascent: float = _ASCENT
    descent: float = _DESCENT
    scale: float = 0.001  # of widths and heights to an em
    upright: bool = False  # lines go down (Identity-V)
    glyphs: GlyphProcedures | None = None  # of Type 3
    unread: tuple[str, ...] = ()  # why texts in it could not be checked

    def advance(self, codes: bytes) -> tuple[float, int, int]:
        """Return the width of a text in em, and how many glyphs and spaces of one byte it has."""
        if self.double:
            glyphs = [codes[at] << 8 | codes[at + 1] for at in range(0, len(codes) - 1, 2)]
            return self.scale * self._sum(glyphs), len(glyphs), 0
        return self.scale * self._sum(codes), len(codes), codes.count(32)

    def _sum(self, glyphs: bytes | list[int]) -> float:
        widths, usual = self.widths, self.usual
        return sum([widths.get(glyph, usual) for glyph in glyphs])


def font_facts(font: Any, work: Callable[[int], None]) -> FontFacts:
    """Return what is known of a font dictionary; ``work`` counts operators."""
    kind = name(entry(font, "Subtype"))
    if kind == "Type3":
        return _read_facts(font, work)
    outer = name(entry(font, "BaseFont"))
    inner = next(iter(items(entry(font, "DescendantFonts"), 10)), None) if kind == "Type0" else font
    descriptor = entry(inner, "FontDescriptor")
    ascent, descent = _heights(descriptor)
    encoding = entry(font, "Encoding")
    return FontFacts(
        _SUBSET.sub("", outer) or "?",
        any(kind_of(entry(descriptor, key)) == "stream" for key in _FILES),
        bool(_SUBSET.match(outer)),
        double=kind == "Type0",
        widths=_widths_of_glyphs(inner, work) if kind == "Type0" else _widths(font),
        usual=_usual(inner, descriptor, kind),
        ascent=ascent,
        descent=descent,
        upright=kind == "Type0" and _goes_down(encoding),
        unread=tuple(_unread(kind, encoding)),
    )


def _unread(kind: str, encoding: Any) -> Iterator[str]:
    """Yield why texts in a typeface cannot be checked."""
    if kind not in _KINDS:
        yield _("a typeface is of the unknown type {type}").format(type=quote_value(kind))
    if kind == "Type0" and kind_of(encoding) != "stream":
        called = name(encoding)
        if called not in _IDENTITY and not _TWO_BYTES.search(called):
            yield _("codes of {encoding} may have any length").format(encoding=quote_value(called))


def _goes_down(encoding: Any) -> bool:
    if kind_of(encoding) == "stream":
        return number(entry(encoding, "WMode")) == 1
    return name(encoding).endswith("-V")


def _usual(inner: Any, descriptor: Any, kind: str) -> float:
    if kind == "Type0":
        return number(entry(inner, "DW"), 1000.0)
    return number(entry(descriptor, "MissingWidth"), _USUAL) or _USUAL


def _heights(descriptor: Any) -> tuple[float, float]:
    """Return ascent and descent; of a descriptor that has 0 for both, the usual ones."""
    ascent = number(entry(descriptor, "Ascent"))
    descent = number(entry(descriptor, "Descent"))
    if ascent <= 0 or ascent > 3000 or abs(descent) > 3000:
        return _ASCENT, _DESCENT
    return ascent, -abs(descent)


def _read_facts(font: Any, work: Callable[[int], None]) -> FontFacts:
    by = matrix(entry(font, "FontMatrix"))
    scale = abs(by[0]) or 0.001
    area: Rectangle = box(entry(font, "FontBBox")) or (0, 0, 0, 0)
    top, bottom = (area[3], area[1]) if area[3] > area[1] else (0.75 / scale, 0.0)
    every = entries(font)
    work(len(every) // ENTRIES)
    unread = known_entries(GLYPHS, every).problems
    streams, wrong = _glyph_streams(font, work)
    tall = area[3] - area[1]
    em = 1 / scale if scale <= _SMALL or tall <= 0 else tall
    return FontFacts(
        name(entry(font, "Name")) or "Type 3",
        embedded=True,
        drawn=True,
        widths=_widths(font),
        usual=0.0,
        ascent=top,
        descent=bottom,
        scale=scale,
        glyphs=GlyphProcedures(streams, by, entry(font, "Resources"), identity(font), em),
        unread=(*(f"{GLYPHS}: {reason}" for reason in unread), *wrong),
    )


def _glyph_streams(font: Any, work: Callable[[int], None]) -> tuple[dict[int, Any], list[str]]:
    """Return the streams of glyphs by their codes, and why some are not known."""
    encoding, procedures = entry(font, "Encoding"), entry(font, "CharProcs")
    names: dict[int, str] = {}
    code = 0
    differences = items(entry(encoding, "Differences"), 1000)
    work(len(differences) // ENTRIES)
    for value in differences:
        if name(value):
            names[code] = name(value)
            code += 1
        else:
            code = int(number(value))
    streams = {code: entry(procedures, called) for code, called in names.items()}
    usual = name(encoding) or name(entry(encoding, "BaseEncoding"))
    wrong = [_("a Type 3 typeface has the encoding {name}").format(name=usual)] if usual else []
    return {code: one for code, one in streams.items() if one is not None}, wrong


def _widths(font: Any) -> dict[int, float]:
    first = int(number(entry(font, "FirstChar")))
    values = items(entry(font, "Widths"), 256)
    return {first + at: number(value, _USUAL) for at, value in enumerate(values)}


def _widths_of_glyphs(inner: Any, work: Callable[[int], None]) -> dict[int, float]:
    """Return the widths of ``[c [w w ...] first last w ...]``."""
    values = items(entry(inner, "W"))
    work(len(values) // ENTRIES)
    result: dict[int, float] = {}
    at = amount = 0
    while at + 1 < len(values) and amount < _MOST_WIDTHS:
        first, listed = int(number(values[at])), items(values[at + 1])
        if listed:
            result |= {first + more: number(value) for more, value in enumerate(listed)}
            amount += len(listed)
            work(1 + len(listed) // ENTRIES)
            at += 2
        elif at + 2 < len(values):
            last = min(int(number(values[at + 1])), first + _MOST_WIDTHS)
            result |= dict.fromkeys(range(first, last + 1), number(values[at + 2]))
            amount += max(1, last - first)
            work(max(0, last - first) // _CODES)
            at += 3
        else:
            break
    return result

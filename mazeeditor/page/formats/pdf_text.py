"""Text in PDF: glyphs at their places, in typefaces that hold only these, and the text as typed.

Each typeface is embedded as TrueType with the glyphs that the document uses, whatever it was; so
files are small and every printer knows it. The code of a glyph in a text is its number in that
typeface. Glyphs that stand aside, as marks do, are moved in that typeface: all stand on the line
then, in the order of their characters, from which programs read a line::

    glyphs      ָ ׁ ש  ל       their characters, each of one glyph, also of one
    characters  ָ ׁ ש  ל       that joins two; those without a glyph get an empty one

Where the order of glyphs is another one, as in Devanagari, the text of a run is given with it
(``ActualText``). Runs from right to left have none, as most programs would turn it round.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import import_module
from io import BytesIO
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from mazeeditor.core.lengths import POINTS
from mazeeditor.core.typefaces.harfbuzz import font_of
from mazeeditor.core.typefaces.shaping import Run, is_plain
from mazeeditor.core.typefaces.typefaces import BUNDLED, Face, face
from mazeeditor.page.scene import Text
from mazeeditor.page.text.placed_text import PlacedGlyph, placed_glyphs

if TYPE_CHECKING:
    from pikepdf import Dictionary, Pdf

LEAST_ERROR = 1 / 2000  # em: of a curve that becomes quadratic
MISSING = ".notdef"  # the glyph that every font has first
CREATED_S = 3029529600  # s since 1904: the same title gives the same bytes
NO_TEXT = "\u2060"  # not seen: the text of a glyph beyond the characters of its cluster
RIGHTWARDS_AFTER = "\u200f"  # ends for a reader what is read from right to left
MAX_DISTANCE_EM = 6.0  # em
BLOCK_CHARACTERS = 100  # characters in a block of a table of codes, by its specification
CAPITALS = 0.7  # em: the height of capitals, about
STEM = 87  # thousandths of an em: the thickness of stems of a regular weight, about
TO_UNICODE = """/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
{blocks}
endcmap
CMapName currentdict /CMap defineresource pop
end
end"""


class Outline(NamedTuple):
    """A glyph of a typeface, moved by ``x`` and ``y`` in its units; a picture is not ``drawn``."""

    number: int
    x: int
    y: int
    width: int
    drawn: bool


EMPTY = Outline(0, 0, 0, 0, drawn=False)


def outline_of(placed: PlacedGlyph) -> Outline:
    """Return a glyph as the document needs it: one without width where the line does not go on."""
    font, glyph = font_of(placed.run.face), placed.glyph
    em = font.face.upem
    width = max(0, font.get_glyph_h_advance(glyph.number)) if glyph.advance else 0
    # a file of a typeface holds no place farther away than 32,767 units: hundreds of marks on one
    # letter stand no higher
    x, y = (
        round(min(max(place, -MAX_DISTANCE_EM), MAX_DISTANCE_EM) * em)
        for place in (glyph.x, glyph.y)
    )
    return Outline(glyph.number, x, y, width, placed.image is None)


@dataclass
class Subset:
    """The glyphs of a typeface that a document uses, and the code of each with its text."""

    face: Face
    font: Dictionary  # in the document, filled by ``embed``
    number: int  # among the typefaces of the document, from 1
    codes: dict[tuple[Outline, str], int] = field(default_factory=dict)

    def code(self, outline: Outline, text: str) -> int:
        """Return the code of a glyph that stands for ``text``."""
        return self.codes.setdefault((outline, text), len(self.codes) + 1)

    def nominal(self, character: str) -> Outline:
        """Return the glyph of a character by itself."""
        font = font_of(self.face)
        number = font.get_nominal_glyph(ord(character)) or 0
        return Outline(number, 0, 0, font.get_glyph_h_advance(number), drawn=True)

    def width(self, outline: Outline) -> int:
        """Return how far a glyph leads on, in thousandths of an em."""
        return round(1000 * outline.width / self._em + 0.001)

    @property
    def _em(self) -> int:
        return int(font_of(self.face).face.upem)

    def embed(self, pdf: Pdf) -> None:
        """Put the typeface into the document; no code may be asked for any more."""
        from pikepdf import Array, Dictionary, Name, String

        name = Name(f"/{_tag(self.number)}+{self._family()}")
        data, box = self._true_type()
        extents = font_of(self.face).get_font_extents("ltr")
        descriptor = Dictionary(
            Type=Name.FontDescriptor,
            FontName=name,
            Flags=4,  # symbolic: codes are of this document alone
            FontBBox=Array([self._thousandths(side) for side in box]),
            ItalicAngle=0,
            Ascent=self._thousandths(extents.ascender),
            Descent=self._thousandths(extents.descender),
            CapHeight=round(1000 * CAPITALS),
            StemV=STEM,
            FontFile2=pdf.make_stream(data, Length1=len(data)),
        )
        widths = [self.width(outline) for outline, _text in self.codes]
        descendant = Dictionary(
            Type=Name.Font,
            Subtype=Name.CIDFontType2,
            BaseFont=name,
            CIDSystemInfo=Dictionary(
                Registry=String("Adobe"), Ordering=String("Identity"), Supplement=0
            ),
            CIDToGIDMap=Name.Identity,
            FontDescriptor=pdf.make_indirect(descriptor),
            W=Array([1, Array(widths)]),
        )
        self.font.Type, self.font.Subtype, self.font.BaseFont = Name.Font, Name.Type0, name
        self.font.Encoding = Name("/Identity-H")
        self.font.DescendantFonts = Array([pdf.make_indirect(descendant)])
        self.font.ToUnicode = pdf.make_stream(self._to_unicode().encode())

    def _to_unicode(self) -> str:
        """Return the table from which programs read what the codes stand for."""
        lines = [
            f"<{code:04X}> <{text.encode('utf-16-be').hex().upper()}>"
            for (_outline, text), code in self.codes.items()
        ]
        blocks = [
            lines[start : start + BLOCK_CHARACTERS]
            for start in range(0, len(lines), BLOCK_CHARACTERS)
        ]
        written = ([f"{len(block)} beginbfchar", *block, "endbfchar"] for block in blocks)
        return TO_UNICODE.format(blocks="\n".join(line for block in written for line in block))

    def _true_type(self) -> tuple[bytes, tuple[int, int, int, int]]:
        """Return the glyphs as a file of a typeface, and the box around them in its units."""
        builder = import_module("fontTools.fontBuilder").FontBuilder(self._em, isTTF=True)
        outlines = [EMPTY, *(outline for outline, _text in self.codes)]
        names = [MISSING, *(f"g{code}" for code in self.codes.values())]
        builder.setupGlyphOrder(names)
        builder.setupGlyf(dict(zip(names, map(self._drawn, outlines), strict=True)))
        table = builder.font["glyf"]
        metrics = [
            (outline.width, getattr(table[name], "xMin", 0))
            for name, outline in zip(names, outlines, strict=True)
        ]
        builder.setupHorizontalMetrics(dict(zip(names, metrics, strict=True)))
        extents = font_of(self.face).get_font_extents("ltr")
        builder.setupHorizontalHeader(ascent=extents.ascender, descent=extents.descender)
        builder.updateHead(created=CREATED_S, modified=CREATED_S)
        builder.font.recalcTimestamp = False
        file = BytesIO()
        builder.save(file)
        head = builder.font["head"]
        return file.getvalue(), (head.xMin, head.yMin, head.xMax, head.yMax)

    def _drawn(self, outline: Outline) -> Any:
        """Return a glyph of fontTools, empty where a picture or nothing stands in its place."""
        glyph_pens: Any = import_module("fontTools.pens.ttGlyphPen")
        quadratic: Any = import_module("fontTools.pens.cu2quPen")
        moving: Any = import_module("fontTools.pens.transformPen")
        font, pen = font_of(self.face), glyph_pens.TTGlyphPen(None)
        if outline.drawn:
            smooth = quadratic.Cu2QuPen(pen, self._em * LEAST_ERROR)
            moved = moving.TransformPen(smooth, (1, 0, 0, 1, outline.x, outline.y))
            font.draw_glyph_with_pen(outline.number, moved)
        return pen.glyph(dropImpliedOnCurves=True)

    def _thousandths(self, units: float) -> int:
        return round(1000 * units / self._em)

    def _family(self) -> str:
        typeface = self.face.typeface
        return re.sub(r"[^A-Za-z0-9-]", "", typeface.name if typeface else self.face.path.stem)


def _tag(number: int) -> str:
    """Return the six capitals that distinguish the subsets of a document."""
    letters = ""
    for _place in range(6):
        number, letter = divmod(number, 26)
        letters = chr(ord("A") + letter) + letters
    return letters


@dataclass
class PdfText:
    """Writes the lines of a document, and in the end its typefaces."""

    pdf: Pdf
    _subsets: dict[Face, Subset] = field(default_factory=dict)

    def line(self, item: Text, height: float) -> tuple[str, list[Subset]]:
        """Return the operators that draw the letters of a line, and the typefaces they name.

        ``height`` is that of the page, in mm.
        """
        plain = is_plain(item.text, item.lettering)
        return (self._plain if plain else self._shaped)(item, height)

    def _plain(self, item: Text, height: float) -> tuple[str, list[Subset]]:
        """Return the operators of a line in the bundled typeface, one glyph a character."""
        subset, size = self._subset(face(BUNDLED)), item.size * POINTS
        outlines = [subset.nominal(character) for character in item.text]
        width = sum(map(subset.width, outlines)) * size / 1000
        x = item.x * POINTS - {"start": 0.0, "middle": width / 2, "end": width}[item.anchor]
        y = (height - item.y) * POINTS
        codes = "".join(f"{code:04X}" for code in map(subset.code, outlines, item.text))
        place = f"BT /F{subset.number} {size:.2f} Tf {x:.2f} {y:.2f} Td"
        return f"{place} <{codes}> Tj ET", [subset]

    def _shaped(self, item: Text, height: float) -> tuple[str, list[Subset]]:
        """Return the operators of any other line, each glyph at its place."""
        parts, subsets = [], []
        y = (height - item.y) * POINTS
        for _run, group in groupby(placed_glyphs(item), lambda placed: id(placed.run)):
            drawn = list(group)
            run = drawn[0].run
            subset = self._subset(run.face)
            operators = [f"BT /F{subset.number} {item.size * POINTS:.4f} Tf"]
            for glyph in spell_run(run, drawn):
                outline = EMPTY if glyph.empty else outline_of(glyph.placed)
                code = subset.code(outline, glyph.text or NO_TEXT)
                x = glyph.placed.pen * POINTS
                operators.append(f"1 0 0 1 {x:.3f} {y:.3f} Tm <{code:04X}> Tj")
            text = "\n".join([*operators, "ET"])
            parts.append(text if run.rtl else _with_text(run, text))
            subsets.append(subset)
        return "\n".join(parts), subsets

    def _subset(self, of: Face) -> Subset:
        from pikepdf import Dictionary

        if of not in self._subsets:
            font = self.pdf.make_indirect(Dictionary())
            self._subsets[of] = Subset(of, font, len(self._subsets) + 1)
        return self._subsets[of]

    def embed(self) -> None:
        """Put all typefaces into the document, which takes no line any more."""
        for subset in self._subsets.values():
            subset.embed(self.pdf)


def _with_text(run: Run, operators: str) -> str:
    # within a line from right to left, else some programs put the space before it behind it
    text = RIGHTWARDS_AFTER * (run.level > 1) + run.text
    typed = b"\xfe\xff" + text.encode("utf-16-be")
    return f"/Span <</ActualText <{typed.hex()}>>> BDC\n{operators}\nEMC"


class Spelled(NamedTuple):
    """A glyph with the characters that it stands for, or an empty one at its place."""

    placed: PlacedGlyph
    text: str
    empty: bool = False


def spell_run(run: Run, drawn: list[PlacedGlyph]) -> Iterator[Spelled]:
    """Yield the glyphs of a run from left to right, and the characters that each stands for.

    Each glyph of a cluster stands for one of its characters, the last for all that are left; from
    right to left these have none.
    """
    begins = sorted({placed.glyph.cluster for placed in drawn})
    ends = dict(zip(begins, [*begins[1:], len(run.text)], strict=True))
    for begin, group in groupby(drawn, lambda placed: placed.glyph.cluster):
        glyphs, text = list(group), run.text[begin : ends[begin]]
        if run.rtl:
            further = reversed(text[len(glyphs) :])
            yield from (Spelled(glyphs[0], character, empty=True) for character in further)
            shared = [text[place : place + 1] for place in range(len(glyphs))]
            yield from map(Spelled, glyphs, reversed(shared))
        else:
            last = len(glyphs) - 1
            shared = [text[place : place + 1] for place in range(last)]
            yield from map(Spelled, glyphs, [*shared, text[last:]])

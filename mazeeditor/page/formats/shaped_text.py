"""Text in PDF: the glyphs of HarfBuzz at their places, and with them the text as it was typed.

Each typeface is embedded as one of its glyphs alone, as TrueType, whatever it was; so files are
small and every printer knows it. Glyphs that stand aside, as marks do, are moved in that typeface:
all stand on the line then, in the order of their characters, from which programs read a line::

    glyphs      ָ ׁ ש  ל       their characters, each of one glyph, also of one
    characters  ָ ׁ ש  ל       that joins two; those without a glyph get an empty one

Where the order of glyphs is another one, as in Devanagari, a run has its text beside it
(``ActualText``). Runs from right to left have none, as most programs would turn it round.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from mazeeditor.core.lengths import POINTS
from mazeeditor.core.typefaces.typefaces import Face
from mazeeditor.page.scene import Text
from mazeeditor.page.text.harfbuzz import font_of
from mazeeditor.page.text.shaping import Run
from mazeeditor.page.text.text_items import PlacedGlyph, placed_glyphs

if TYPE_CHECKING:
    from fpdf import FPDF

LEAST_ERROR = 1 / 2000  # em: of a curve that becomes quadratic
ALWAYS = (".notdef", "space", "empty")  # glyphs that every font has first
EMPTY = 2
MADE = 3029529600  # s since 1904: the same title gives the same bytes
NOTHING = "\u2060"  # not seen: the text of a glyph beyond the characters of its cluster
RIGHTWARDS_AFTER = "\u200f"  # ends for a reader what is read from right to left


class Outline(NamedTuple):
    """A glyph of a typeface, moved by ``x`` and ``y`` in its units; a picture is not ``drawn``."""

    number: int
    x: int
    y: int
    width: int
    drawn: bool


FARTHEST = 6.0  # em


def outline_of(placed: PlacedGlyph) -> Outline:
    """Return a glyph as the document needs it: one without width where the line does not go on."""
    font, glyph = font_of(placed.run.face), placed.glyph
    em = font.face.upem
    width = max(0, font.get_glyph_h_advance(glyph.number)) if glyph.advance else 0
    # a file of a typeface holds no place farther away than 32,767 units: hundreds of marks on one
    # letter stand no higher
    x, y = (round(min(max(place, -FARTHEST), FARTHEST) * em) for place in (glyph.x, glyph.y))
    return Outline(glyph.number, x, y, width, placed.image is None)


@dataclass
class Subset:
    """The glyphs of a typeface that a document uses, and their numbers in it."""

    face: Face
    name: str  # of the font in the document
    outlines: dict[Outline, int] = field(default_factory=dict)

    def add(self, placed: PlacedGlyph) -> None:
        """Take a glyph."""
        self.outlines.setdefault(outline_of(placed), len(self.outlines) + len(ALWAYS))

    def write(self, path: Path) -> None:
        """Write the glyphs as a typeface."""
        font = font_of(self.face)
        names = [*ALWAYS, *map(name_of, self.outlines.values())]
        builder = import_module("fontTools.fontBuilder").FontBuilder(font.face.upem, isTTF=True)
        builder.setupGlyphOrder(names)
        builder.setupCharacterMap({0x20: ALWAYS[1]})
        glyphs = [self._drawn(outline) for outline in (*(None,) * len(ALWAYS), *self.outlines)]
        builder.setupGlyf(dict(zip(names, glyphs, strict=True)))
        table = builder.font["glyf"]
        lefts = [getattr(table[name], "xMin", 0) for name in names]
        widths = [0] * len(ALWAYS) + [outline.width for outline in self.outlines]
        builder.setupHorizontalMetrics(
            dict(zip(names, zip(widths, lefts, strict=True), strict=True))
        )
        extents = font.get_font_extents("ltr")
        builder.setupHorizontalHeader(ascent=extents.ascender, descent=extents.descender)
        builder.setupNameTable({"familyName": self._family(), "styleName": "Regular"})
        builder.setupOS2(sCapHeight=round(0.7 * font.face.upem))
        builder.setupPost()
        builder.updateHead(created=MADE, modified=MADE)
        builder.font.recalcTimestamp = False
        builder.save(str(path))

    def _drawn(self, outline: Outline | None) -> Any:
        """Return a glyph of fontTools, empty where a picture or nothing stands in its place."""
        glyph_pens: Any = import_module("fontTools.pens.ttGlyphPen")
        quadratic: Any = import_module("fontTools.pens.cu2quPen")
        moving: Any = import_module("fontTools.pens.transformPen")
        font, pen = font_of(self.face), glyph_pens.TTGlyphPen(None)
        if outline and outline.drawn:
            smooth = quadratic.Cu2QuPen(pen, font.face.upem * LEAST_ERROR)
            moved = moving.TransformPen(smooth, (1, 0, 0, 1, outline.x, outline.y))
            font.draw_glyph_with_pen(outline.number, moved)
        return pen.glyph()

    def _family(self) -> str:
        typeface = self.face.typeface
        return re.sub(r"[^A-Za-z0-9-]", "", typeface.name if typeface else self.face.path.stem)


def name_of(number: int) -> str:
    """Return the name of a glyph by its number in the document."""
    return f"g{number}"


class Spelled(NamedTuple):
    """A glyph with the characters that it stands for, or an empty one at its place."""

    placed: PlacedGlyph
    text: str
    empty: bool = False


class PageLine(NamedTuple):
    """A line on the page of a number; ``ink`` are the operators that choose how it is drawn."""

    page: int
    page_height: float  # mm
    item: Text
    ink: str


@dataclass
class ShapedText:
    """Writes the lines of a document that are not plain; ``folder`` holds its fonts meanwhile."""

    document: FPDF
    lines: Sequence[PageLine]
    folder: Path

    @cached_property
    def _subsets(self) -> dict[Face, Subset]:
        """The fonts of the document, which has them from now on."""
        subsets: dict[Face, Subset] = {}
        for line in self.lines:
            for placed in placed_glyphs(line.item):
                face = placed.run.face
                name = f"glyphs{len(subsets)}"
                subsets.setdefault(face, Subset(face, name)).add(placed)
        for subset in subsets.values():
            file = self.folder / f"{subset.name}.ttf"
            subset.write(file)
            self.document.add_font(subset.name, fname=file)
        return subsets

    def write(self) -> None:
        """Write all lines, each on its page."""
        for line in self.lines:
            self.document.page = line.page
            self._write(line)

    def _write(self, line: PageLine) -> None:
        document, item = self.document, line.item
        document._out("q " + line.ink)
        drawn = list(placed_glyphs(item))
        for _run, group in groupby(drawn, lambda placed: id(placed.run)):
            self._write_run(line, list(group))
        document._out("Q")
        for placed in drawn:
            if placed.image:
                box, left, top = placed.image, *placed.corner(item.size)
                width, height = box.width * item.size, box.height * item.size
                document.image(BytesIO(box.data), left, top, width, height)

    def _write_run(self, line: PageLine, drawn: list[PlacedGlyph]) -> None:
        from fpdf.enums import PDFResourceType

        document, run = self.document, drawn[0].run
        subset = self._subsets[run.face]
        font: Any = document.fonts[subset.name]
        document._resource_catalog.add(PDFResourceType.FONT, font.i, document.page)
        operators = [f"BT /F{font.i} {line.item.size * POINTS:.4f} Tf"]
        y = (line.page_height - line.item.y) * POINTS
        for glyph in spelled(run, drawn):
            x, code = glyph.placed.pen * POINTS, self._code(subset, font, glyph)
            operators.append(f"1 0 0 1 {x:.3f} {y:.3f} Tm {code} Tj")
        text = "\n".join([*operators, "ET"])
        document._out(text if run.rtl else _beside(run, text))

    def _code(self, subset: Subset, font: Any, spelled_glyph: Spelled) -> str:
        """Return the code of a glyph in the document's font, in hexadecimal."""
        outline = outline_of(spelled_glyph.placed)
        number, width = subset.outlines[outline], outline.width
        if spelled_glyph.empty:
            number, width = EMPTY, 0
        glyph = font.subset.get_glyph(
            glyph=number,
            unicode=tuple(map(ord, spelled_glyph.text or NOTHING)),
            glyph_name=ALWAYS[EMPTY] if spelled_glyph.empty else name_of(number),
            glyph_width=round(1000 * width / font_of(subset.face).face.upem),
        )
        return f"<{font.subset.pick_glyph(glyph):04X}>"


def _beside(run: Run, operators: str) -> str:
    """Return the operators of a run with its text beside them."""
    # within a line from right to left, else some programs put the space before it behind it
    text = RIGHTWARDS_AFTER * (run.level > 1) + run.text
    typed = b"\xfe\xff" + text.encode("utf-16-be")
    return f"/Span <</ActualText <{typed.hex()}>>> BDC\n{operators}\nEMC"


def spelled(run: Run, drawn: list[PlacedGlyph]) -> Iterator[Spelled]:
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

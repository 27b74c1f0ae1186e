"""Clean files of fpdf2, which the program writes with too, by other means than its own."""

from __future__ import annotations

from pathlib import Path

from fpdf import FPDF
from fpdf.enums import PathPaintRule
from fpdf.pattern import LinearGradient

from tests.prepress.clean.variants import MARGIN, TYPEFACE, Variant, as_file, clean, photograph

BY = "fpdf2"


def paper(one: Variant) -> FPDF:
    pdf = FPDF(unit="pt", format=(one.wide, one.high))
    pdf.set_auto_page_break(True, MARGIN)
    pdf.set_margins(MARGIN, MARGIN)
    pdf.add_font("Dejavu", "", TYPEFACE)
    pdf.set_font("Dejavu", size=one.text)
    pdf.add_page()
    return pdf


@clean(BY)
def paragraphs(path: Path, one: Variant) -> None:
    pdf = paper(one)
    pdf.multi_cell(0, None, "A maze, and another maze - Österreich, ελληνικά. " * 60)
    with pdf.rotation(one.turn, *one.middle):
        pdf.text(*one.middle, "turned")
    pdf.output(str(path))


@clean(BY)
def picture_with_holes(path: Path, one: Variant) -> None:
    """Transparent, by a soft mask."""
    pdf = paper(one)
    holes = photograph(700, "RGB").copy()
    holes.putalpha(photograph(700))
    pdf.image(as_file(holes), x=MARGIN, y=MARGIN, w=150)
    with pdf.local_context(fill_opacity=0.4):
        pdf.rect(MARGIN + 50, MARGIN + 50, 150, 150, style="F")
    pdf.output(str(path))


@clean(BY)
def paths_and_gradients(path: Path, one: Variant) -> None:
    pdf = paper(one)
    x, y = one.middle
    with pdf.drawing_context() as graphics:
        from fpdf.drawing import PaintedPath

        shape = PaintedPath(x, y)
        shape.curve_to(x + 50, y + 90, x + 90, y - 50, x + 100, y)
        shape.line_to(x - 100, y + 100)
        shape.close()
        shape.style.fill_color, shape.style.stroke_color = "#404040", "#000000"
        shape.style.stroke_width = one.line
        shape.style.paint_rule = PathPaintRule.STROKE_FILL_EVENODD
        graphics.add_item(shape)
    gradient = LinearGradient(MARGIN, 0, MARGIN + 100, 0, colors=["#000000", "#00ff00"])
    with pdf.use_pattern(gradient):
        pdf.rect(MARGIN, MARGIN, 100, 100, style="F")
    pdf.output(str(path))


@clean(BY, "kdp")
def book_in_black(path: Path, one: Variant) -> None:
    pdf = FPDF(unit="in", format=(6, 9))
    pdf.add_font("Dejavu", "", TYPEFACE)
    for number in range(24):
        pdf.add_page()
        pdf.set_font("Dejavu", size=max(one.text, 7))
        pdf.text(1, 1 + number / 12, f"maze {number}")
        pdf.set_line_width(max(one.line, 0.75) / 72)
        pdf.rect(1, 3.5, 4, 4)
        pdf.set_fill_color(int(255 * min(one.grey, 0.85)))
        pdf.rect(2, 4, 1, 1, style="F")
    pdf.output(str(path))

"""Clean files of ReportLab."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from tests.prepress.clean.variants import MARGIN, TYPEFACE, Variant, clean

BY = "ReportLab"


def canvas(path: Path, one: Variant) -> Any:
    fonts: Any = import_module("reportlab.pdfbase.ttfonts")  # which publishes no types
    metrics: Any = import_module("reportlab.pdfbase.pdfmetrics")
    metrics.registerFont(fonts.TTFont("Dejavu", str(TYPEFACE)))
    return import_module("reportlab.pdfgen.canvas").Canvas(
        str(path), pagesize=(one.wide, one.high), initialFontName="Dejavu"
    )


@clean(BY)
def text_in_many_ways(path: Path, one: Variant) -> None:
    page = canvas(path, one)
    page.setFont("Dejavu", one.text)
    text = page.beginText(MARGIN, one.high / 2)
    text.setLeading(1.2 * one.text)
    for mode in (0, 1, 2):
        text.setTextRenderMode(mode)
        text.textLine("maze")
    text.setHorizScale(120)
    text.setRise(3)
    text.textOut("wide ")
    text.setCharSpace(2)
    text.textLine("spaced")
    page.drawText(text)
    page.translate(*one.middle)
    page.rotate(one.turn)
    page.drawString(0, 0, "turned")
    page.save()


@clean(BY)
def forms(path: Path, one: Variant) -> None:
    page = canvas(path, one)
    page.beginForm("inner", 0, 0, 100, 100)
    page.setLineWidth(one.line)
    page.circle(50, 50, 30)
    page.endForm()
    page.beginForm("outer", 0, 0, 300, 100)
    for step in (0, 100, 200):
        page.saveState()
        page.translate(step, 0)
        page.doForm("inner")
        page.restoreState()
    page.endForm()
    page.translate(MARGIN, one.high / 2)
    page.doForm("outer")
    page.save()


@clean(BY)
def spot_colours_and_opacity(path: Path, one: Variant) -> None:
    page = canvas(path, one)
    colours: Any = import_module("reportlab.lib.colors")
    page.setFillColor(colours.CMYKColorSep(0, 0.2, 0.8, 0, spotName="Gold", density=0.7))
    page.rect(MARGIN, 200, 100, 100, stroke=0, fill=1)
    page.setFillColor(colours.CMYKColor(0.5, 0, 0, 0.2))
    page.setFillAlpha(0.5)
    page.rect(MARGIN + 50, 250, 100, 100, stroke=0, fill=1)
    page.save()


@clean(BY, "kdp")
def book_in_black(path: Path, one: Variant) -> None:
    page = canvas(path, Variant("book", 432, 648, one.line, one.grey, one.text, one.turn))
    for number in range(24):
        page.setFont("Dejavu", max(one.text, 7))
        page.drawString(72, 72 + 3 * number, f"maze {number}")
        page.setLineWidth(max(one.line, 0.75))
        page.setFillGray(min(one.grey, 0.85))
        page.roundRect(90, 200, 250, 250, 20, fill=1)
        page.setFillGray(1)
        page.rect(120, 230, 30, 30, stroke=0, fill=1)
        page.showPage()
    page.save()

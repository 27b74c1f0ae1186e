"""What stands at a wrong place: outside of the margins, in the gutter, short of the bleed."""

from __future__ import annotations

from pikepdf import Array, Pdf

from tests.prepress.planted.fragments import EDGE, Resources, lettered, plain
from tests.prepress.planted.image_breaches import ENOUGH, picture, pixels

MARGIN, GUTTER = "margins", "gutter"  # page 6 is a left one, bound at its right

plain("area outside of the margin", MARGIN, b"5 300 100 100 re f", EDGE)
plain("line near the top", MARGIN, b"1 w 100 645 m 200 645 l S", EDGE)
plain("half of a thick line", MARGIN, b"40 w 36 200 m 36 400 l S", EDGE)
plain("cap of a line", MARGIN, b"40 w 2 J 36 300 m 200 300 l S", EDGE)
plain("corner of a line", MARGIN, b"10 w 25 M 160 295 m 60 300 l 160 305 l S", EDGE)
plain("corner of a curve", MARGIN, b"10 300 m -60 350 100 400 100 300 c f", EDGE)
plain("area in the gutter", GUTTER, b"320 300 100 100 re f", EDGE)
plain("line in the gutter", GUTTER, b"1 w 410 200 m 410 300 l S", EDGE)
plain("area that ends in the bleed", "bleed", b"5 300 100 100 re f", EDGE, bleed=True)
plain("line that ends in the bleed", "bleed", b"3 w 4 300 m 100 300 l S", EDGE, bleed=True)


for _name, _rule, _operators in (
    ("text outside of the margin", MARGIN, b"20 Tf 4 300 Td (maze) Tj"),
    ("text below the margin", MARGIN, b"20 Tf 20 TL 150 25 Td (maze) Tj T* (maze) Tj"),
    ("text raised to the edge", MARGIN, b"20 Tf 150 600 Td 20 Ts (maze) Tj"),
    ("text in the gutter", GUTTER, b"20 Tf 360 300 Td (maze) Tj"),
    ("text spread into the gutter", GUTTER, b"20 Tf 30 Tc 250 300 Td (maze) Tj"),
    ("text stretched into the gutter", GUTTER, b"20 Tf 250 Tz 280 300 Td (maze) Tj"),
):
    lettered(_name, _rule, b"BT /F " + _operators + b" ET", EDGE)


def photograph(pdf: Pdf) -> Resources:
    return {"XObject": {"I": picture(pdf, pixels(ENOUGH, "L"), ENOUGH)}}


PLACED = b"q 100 0 0 100 5 300 cm /I Do Q"
plain("picture outside of the margin", MARGIN, PLACED, EDGE, resources=photograph)
plain("picture that ends in the bleed", "bleed", PLACED, EDGE, resources=photograph, bleed=True)


def cut_smaller(pdf: Pdf) -> None:
    """Let all pages be cut 30 pt within the page of the file."""
    for page in pdf.pages:
        left, bottom, right, top = (float(side) for side in page.MediaBox)
        page.TrimBox = Array([left + 30, bottom + 30, right - 30, top - 30])


plain("crop mark", "printers-marks", b"1 w 100 5 m 100 25 l S", EDGE, prepare=cut_smaller)

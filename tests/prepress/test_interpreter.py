"""What pages paint is measured after all matrices: against corners moved one by one."""

from __future__ import annotations

from math import cos, dist, pi, sin
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.core.job import Job
from mazeeditor.prepress.checks import place_of
from mazeeditor.prepress.content.ink import LEFT, RIGHT, TOP, Ink
from mazeeditor.prepress.content.interpreter import paint_page
from mazeeditor.prepress.content.tokens import operations
from mazeeditor.prepress.document.document import open_pdf
from mazeeditor.prepress.print_file import PrintPage
from tests.breadth import examples
from tests.prepress.pdf_builder import Pdf, image, typeface

Point = tuple[float, float]
SQUARE = (1000.0, 1000.0)


def inks(pdf: Pdf, path: Path) -> list[Ink]:
    """Return what each page paints."""
    with open_pdf(pdf.write(path / "a.pdf"), Job()) as document:
        result = []
        for page in document.pages:
            result.append(Ink(page.visible))
            paint_page(document, page, result[-1])
    return result


def ink_of(path: Path, data: bytes, resources: bytes = b"", pdf: Pdf | None = None) -> Ink:
    """Return what one page paints."""
    pdf = pdf or Pdf(SQUARE)
    pdf.page(data, resources)
    return inks(pdf, path)[-1]


def place(x: float, y: float, by: tuple[float, ...]) -> Point:
    a, b, c, d, e, f = by
    return a * x + c * y + e, b * x + d * y + f


def area_of(corners: list[Point]) -> float:
    """Return the area of a polygon (the shoelace formula)."""
    pairs = zip(corners, corners[1:] + corners[:1], strict=True)
    return abs(sum(a[0] * b[1] - a[1] * b[0] for a, b in pairs)) / 2


part = st.floats(-3, 3).map(lambda number: round(number, 3))
turns = st.tuples(part, part, part, part).filter(
    lambda by: abs(by[0] * by[3] - by[1] * by[2]) > 0.1
)


@examples(15)
@given(by=turns, width=st.floats(0.1, 9), angle=st.floats(0, pi))
def test_the_width_of_a_line(
    tmp_path_factory: pytest.TempPathFactory, by: tuple[float, ...], width: float, angle: float
) -> None:
    whole = (*by, 500.0, 500.0)
    x, y = 20 * cos(angle), 20 * sin(angle)
    data = b"%f %f %f %f %f %f cm %f w 0 0 m %f %f l S" % (*whole, width, x, y)
    ink = ink_of(tmp_path_factory.mktemp("a"), data)
    side = (-width / 2 * sin(angle), width / 2 * cos(angle))
    band = [(side[0], side[1]), (-side[0], -side[1]), (x - side[0], y - side[1])]
    corners = [place(*corner, whole) for corner in [*band, (x + side[0], y + side[1])]]
    length = dist(place(0, 0, whole), place(x, y, whole))
    assert ink.thinnest
    assert ink.thinnest.value == pytest.approx(area_of(corners) / length, rel=1e-3)
    for left, bottom in corners:
        assert ink.thinnest.where[0] - 1e-2 <= left <= ink.thinnest.where[2] + 1e-2
        assert ink.thinnest.where[1] - 1e-2 <= bottom <= ink.thinnest.where[3] + 1e-2


@examples(12)
@given(by=turns, size=st.floats(1, 50))
def test_text_and_pictures(
    tmp_path_factory: pytest.TempPathFactory, by: tuple[float, ...], size: float
) -> None:
    pdf = Pdf(SQUARE)
    fonts, pictures = typeface(pdf), image(pdf, 300, 200)
    whole = (*by, 500.0, 500.0)
    turn = b"%f %f %f %f %f %f" % whole
    data = b"BT /F1 %f Tf %b Tm (maze) Tj ET q %b cm 9 0 0 9 0 0 cm /I1 Do Q" % (size, turn, turn)
    ink = ink_of(tmp_path_factory.mktemp("a"), data, fonts + b" " + pictures, pdf)
    em = [place(x * size, y * size, whole) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))]
    assert ink.smallest
    assert ink.smallest.value == pytest.approx(area_of(em) / dist(em[0], em[1]), rel=1e-3)
    text = [place(x * size, y * size, whole) for x in (0, 4 * 0.5) for y in (-0.2, 0.7)]
    assert ink.smallest.where[0] == pytest.approx(max(0, min(x for x, _y in text)), abs=0.02)
    assert ink.smallest.where[3] == pytest.approx(min(1000, max(y for _x, y in text)), abs=0.02)
    corners = [place(x, y, whole) for x, y in ((0, 0), (9, 0), (0, 9))]
    dpi = [300 / dist(corners[0], corners[1]) * 72, 200 / dist(corners[0], corners[2]) * 72]
    assert ink.coarsest
    assert ink.coarsest.value == pytest.approx(min(dpi), rel=1e-3)


@examples(15)
@given(points=st.lists(st.tuples(*[st.integers(100, 900)] * 2), min_size=4, max_size=4), by=turns)
def test_the_box_of_a_curve(
    tmp_path_factory: pytest.TempPathFactory, points: list[Point], by: tuple[float, ...]
) -> None:
    """Not that of its handles: against a thousand points on it."""
    small = tuple(number / 9 for number in by)
    whole = (*small, 500.0, 500.0)
    numbers = [number - 500 for point in points for number in point]
    data = b"%f %f %f %f %f %f cm %f %f m %f %f %f %f %f %f c f" % (*whole, *numbers)
    ink = ink_of(tmp_path_factory.mktemp("a"), data)
    (p, q, r, s) = [place(x - 500, y - 500, whole) for x, y in points]
    steps = [step / 1000 for step in range(1001)]
    on_it = [
        tuple(
            (1 - t) ** 3 * p[axis]
            + 3 * (1 - t) ** 2 * t * q[axis]
            + 3 * (1 - t) * t**2 * r[axis]
            + t**3 * s[axis]
            for axis in (0, 1)
        )
        for t in steps
    ]
    sides = [min(x for x, _y in on_it), min(y for _x, y in on_it)]
    sides += [1000 - max(x for x, _y in on_it), 1000 - max(y for _x, y in on_it)]
    for side, distance in enumerate(sides):
        assert ink.nearest[side].value == pytest.approx(max(0, distance), abs=0.03)


CASES = {
    "clipped": (b"100 100 10 10 re W n 0 0 m 105 105 l S", 99.5, 100),
    "outside of the clip": (b"q 100 100 10 10 re W n 0 0 9 9 re f Q 50 50 m 60 60 l S", 49.5, 49.5),
    "restored": (b"q 2 0 0 2 0 0 cm Q 40 40 9 9 re f", 40, 40),
    "white on white": (b"1 g 0 0 999 999 re f 0 g 70 70 9 9 re f", 70, 70),
    "nothing painted": (b"0 0 m 9 9 l n 80 80 9 9 re f", 80, 80),
    "a curve of v": (b"60 60 m 70 70 80 60 v S", 59.5, 59.5),
    "an inline image": (
        b"q 9 0 0 9 30 30 cm BI /W 9 /H 9 /BPC 8 /CS /G ID " + b"EI " * 27 + b"EI Q",
        30,
        30,
    ),
    "damaged operands": (b"(a) w /b 1 l S 1 1 re S << 20 20 9 9 re f", 20, 20),
    "a comment": (b"% 0 0 9 9 re f\n25 25 9 9 re f", 25, 25),
}


def test_what_is_painted_where(tmp_path: Path) -> None:
    for case, (data, least, most) in CASES.items():
        assert least <= ink_of(tmp_path, data).nearest[LEFT].value <= most, case


def test_white_on_black_is_seen(tmp_path: Path) -> None:
    ink = ink_of(tmp_path, b"0 g 9 9 99 99 re f 1 G 0.2 w 20 20 m 90 90 l S")
    assert ink.thinnest
    assert ink.thinnest.value == pytest.approx(0.2)
    assert ink_of(tmp_path, b"1 G 0.2 w 20 20 m 90 90 l S").thinnest is None


def test_forms_and_patterns_are_followed(tmp_path: Path) -> None:
    pdf = Pdf(SQUARE)
    kind = b"/Type /XObject /Subtype /Form /BBox [0 0 99 99] /Matrix [2 0 0 2 0 0] "
    inner = pdf.stream(b"0.3 w 9 9 m 30 9 l S 0 0 m 500 500 l S", kind)
    outer = pdf.stream(b"/X Do", kind + b"/Resources << /XObject << /X %d 0 R >> >>" % inner)
    tile = b"/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9"
    pattern = pdf.stream(b"0.95 g 0 0 1 1 re f", tile)
    pdf.page(
        b"/X Do /Pattern cs /P scn 600 600 100 100 re f",
        b"/XObject << /X %d 0 R >> /Pattern << /P %d 0 R >>" % (outer, pattern),
    )
    (ink,) = inks(pdf, tmp_path)
    assert ink.thinnest
    assert ink.thinnest.value == pytest.approx(4 * 0.3)
    assert ink.palest
    assert ink.palest.value == pytest.approx(0.05)
    assert ink.palest.where == (600, 600, 700, 700)
    assert ink.nearest[RIGHT].value == pytest.approx(300)


def test_turned_pages_are_measured_as_they_are_seen(tmp_path: Path) -> None:
    pdf = Pdf((200, 100))
    pdf.page(b"30 60 20 20 re f", more=b"/Rotate 90 /UserUnit 2")
    with open_pdf(pdf.write(tmp_path / "a.pdf"), Job()) as document:
        (page,) = document.pages
        ink = Ink(page.visible)
        paint_page(document, page, ink)
    left, bottom, right, top = page.visible
    assert (right - left, top - bottom) == (200, 400)
    assert ink.nearest[TOP].value == pytest.approx(2 * 30)
    assert ink.nearest[LEFT].value == pytest.approx(2 * 60)


COLOURS = {
    b"0 g": ({"DeviceGray"}, 1),
    b"0.5 0.5 0.5 rg": ({"DeviceRGB"}, 0.5),
    b"0 0 0 0.25 k": ({"DeviceCMYK"}, 0.25),
    b"/Ink cs 0.3 scn": ({"spot colour Gold"}, 0.3),
    b"/Paper cs 0.4 sc": ({"ICC grey"}, 0.6),
    b"/Pattern cs /S1 scn": ({"DeviceRGB"}, None),
}


def test_colours(tmp_path: Path) -> None:
    for operators, (spaces, tint) in COLOURS.items():
        pdf = Pdf(SQUARE)
        profile = pdf.stream(b"", b"/N 1")
        resources = (
            b"/ColorSpace << /Ink [/Separation /Gold /DeviceCMYK 9 0 R] "
            b"/Paper [/ICCBased %d 0 R] >> /Pattern << /S1 << /PatternType 2 "
            b"/Shading << /ShadingType 1 /ColorSpace /DeviceRGB >> >> >>" % profile
        )
        ink = ink_of(tmp_path, operators + b" 9 9 9 9 re f", resources, pdf)
        assert ink.colours == spaces
        assert (ink.palest.value if ink.palest else None) == pytest.approx(tint), operators


@given(st.binary(max_size=300))
def test_any_bytes_are_read_to_the_end(data: bytes) -> None:
    for operator, operands in operations(data):
        assert isinstance(operator, bytes)
        assert isinstance(operands, list)


WORDS = b"q Q cm re f S W n BT ET Tj TJ Tf Do 1 -2.5 /F1 /I1 (a ) [ ] << >> BDC EMC m".split()
WORDS += b"l c v h BI ID EI gs scn cs rg 99999999999 '".split()


@examples(12)
@given(st.lists(st.sampled_from(WORDS), max_size=60))
def test_operators_in_any_order_paint_something_or_nothing(
    tmp_path_factory: pytest.TempPathFactory, words: list[bytes]
) -> None:
    pdf = Pdf(SQUARE)
    resources = typeface(pdf) + image(pdf, 9, 9)
    ink = ink_of(tmp_path_factory.mktemp("a"), b" ".join(words), resources, pdf)
    assert all(extreme.value == extreme.value for extreme in ink.nearest.values())


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_a_mark_is_where_a_viewer_shows_it(turn: int, tmp_path: Path) -> None:
    """From the left top of the page as it is turned; a page need not begin at 0."""
    pdf = Pdf((200, 100))
    pdf.page(b"0.9 g 60 75 20 10 re f", more=b"/MediaBox [50 30 250 130] /Rotate %d" % turn)
    with open_pdf(pdf.write(tmp_path / "a.pdf"), Job()) as document:
        (source,) = document.pages
        ink = Ink(source.visible)
        paint_page(document, source, ink)
    assert ink.palest
    from_left, from_top = 10, 130 - 85
    from_right, from_bottom = 200 - 10 - 20, 100 - from_top - 10
    shown = {
        0: (from_left, from_top, 20, 10),
        90: (from_bottom, from_left, 10, 20),
        180: (from_right, from_bottom, 20, 10),
        270: (from_top, from_right, 10, 20),
    }
    page = PrintPage(source, source.visible, (0.0, 0.0, 0.0, 0.0), ink, LEFT)
    assert place_of(ink.palest, page) == pytest.approx(
        [length * 25.4 / 72 for length in shown[turn]], abs=0.01
    )


def test_glyphs_that_are_drawn_take_their_own_resources_or_those_of_the_page(
    tmp_path: Path,
) -> None:
    tile = b"/Type /XObject /Subtype /Form /BBox [0 0 999 999] "
    for own in (False, True):
        pdf = Pdf(SQUARE)
        pale = b"/XObject << /X %d 0 R >>" % pdf.stream(b"0.8 g 0 0 500 500 re f", tile)
        dark = b"/XObject << /X %d 0 R >>" % pdf.stream(b"0.2 g 0 0 500 500 re f", tile)
        font = pdf.add(
            b"<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] "
            b"/FontMatrix [0.001 0 0 0.001 0 0] /CharProcs << /a %d 0 R >> /FirstChar 97 "
            b"/LastChar 97 /Widths [1000] /Encoding << /Differences [97 /a] >> %b >>"
            % (pdf.stream(b"1000 0 d0 /X Do"), b"/Resources << %b >>" % dark if own else b"")
        )
        resources = b"/Font << /F1 %d 0 R >> %b" % (font, pale)
        ink = ink_of(tmp_path, b"BT /F1 100 Tf 100 200 Td (a) Tj ET", resources, pdf)
        assert ink.palest
        assert ink.palest.value == pytest.approx(0.8 if own else 0.2)
        assert ink.palest.where == pytest.approx((100, 200, 150, 250))

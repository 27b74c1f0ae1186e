"""Everything that PDF 1.7 allows in pages is carried out, harmless, or named as not checked."""

from __future__ import annotations

from pathlib import Path

import pytest

from mazeeditor.prepress.content.interpreter import ACTIONS
from mazeeditor.prepress.content.tokens import CURVES, LINES, RECTANGLES
from mazeeditor.prepress.document.language import (
    CONTENT_FILTERS,
    HARMLESS,
    IMAGE_FILTERS,
    KEYS,
    OPERATORS,
    USED,
    known_entries,
)
from tests.prepress.pdf_builder import Pdf, image, typeface
from tests.prepress.test_interpreter import SQUARE, ink_of, inks

# ISO 32000-1, table A.1; those of images within the content come as one, BI.
TABLE = set(
    b"b B b* B* BDC BI BMC BT BX c cm CS cs d d0 d1 Do DP EMC ET EX f F f* G g gs h i j J K k l m "
    b"M MP n q Q re RG rg ri s S SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* "
    b"y ' \"".split()
)
SAMPLES = {
    "n": b"1 ",
    "N": b"/X ",
    "s": b"(a) ",
    "a": b"[] ",
    "p": b"<< >> ",
    "*": b"0 ",
}


def test_all_operators_are_known() -> None:
    assert set(OPERATORS) == TABLE
    assert set(ACTIONS) == TABLE | {LINES, CURVES, RECTANGLES}


@pytest.mark.slow
def test_operands_that_lack_are_said(tmp_path: Path) -> None:
    for operator in sorted(TABLE - {b"BI"}):
        right = b"".join(SAMPLES[kind] for kind in OPERATORS[operator]) + operator
        reasons = unread(b"[1] " + right, tmp_path)
        assert any("operands" in reason or "colour" in reason for reason in reasons), operator
        reasons = unread(right, tmp_path)
        assert not any("unknown" in reason and "operator" in reason for reason in reasons), operator


def unread(data: bytes, path: Path) -> set[str]:
    pdf = Pdf(SQUARE)
    resources = typeface(pdf) + image(pdf, 9, 9)
    return set(ink_of(path, b"0 0 m " + data, resources, pdf).unread)


def test_what_is_unknown_is_said(tmp_path: Path) -> None:
    for data in (b"foo", b"BX foo EX", b"/Nothing gs", b"/Nothing Do", b"1 2 3 w"):
        assert unread(data, tmp_path), data


def test_each_key_is_used_harmless_or_says_why_not() -> None:
    for kind, keys in KEYS.items():
        for key, state in keys.items():
            known = known_entries(kind, [(key, 1)])
            assert known.values == {key: 1}
            assert known.problems == (() if state in (USED, HARMLESS) else (state,))
        assert known_entries(kind, [("Unheard", 1)]).problems
        producers = known_entries(kind, [("PTEX.FileName", 1), ("AAPL:AA", 1), ("ADBE_Private", 1)])
        assert producers == ({}, ())


def test_resources_that_are_unknown(tmp_path: Path) -> None:
    for kind, data, resources in (
        ("graphics state", b"/E gs", b"/ExtGState << /E << /Unheard 1 >> >>"),
        ("shading", b"/S sh", b"/Shading << /S << /ShadingType 8 /ColorSpace /DeviceGray >> >>"),
        ("colour space", b"/C cs", b"/ColorSpace << /C [/Unheard 1] >>"),
    ):
        (reason,) = ink_of(tmp_path, data, resources).unread
        assert kind in reason


def test_filters_of_content(tmp_path: Path) -> None:
    """What a filter cannot unpack, or is none for operators, is said."""
    for called in sorted(IMAGE_FILTERS | {"Foo"}):
        pdf = Pdf(SQUARE)
        page = pdf.page(b"")
        stream = pdf.stream(b"9 9 m 99 99 l S", b"/Filter /%b" % called.encode())
        pdf.objects[page - 1] = pdf.objects[page - 1].replace(
            b"/Contents %d 0 R" % (page - 1), b"/Contents %d 0 R" % stream
        )
        ink = inks(pdf, tmp_path)[-1]
        assert ink.unread or called == "Crypt", called
        assert called in CONTENT_FILTERS or called in next(iter(ink.unread))

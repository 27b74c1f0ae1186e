"""What no checker can read or judge: it must be named with its page, never taken for nothing."""

from __future__ import annotations

from typing import Any
from zlib import compress

from pikepdf import Array, Dictionary, Name, Pdf, Stream, String

from tests.prepress.planted.document_breaches import PAGE
from tests.prepress.planted.fragments import (
    DOCUMENT,
    UNCHECKED,
    UNREADABLE,
    Fragment,
    array,
    breach,
    entries_of,
    plain,
)
from tests.prepress.planted.image_breaches import ENOUGH, jpx, picture, pixels, placed

BOX = b" 150 300 100 100 re f"

for _name, _operators in {
    "unknown operator": b"1 2 foo" + BOX,
    "operand that is no number": b"(a) w 150 300 m 250 300 l S",
    "missing operand": b"150 m 250 300 l S" + BOX,
    "form that is not there": b"/None Do" + BOX,
    "graphics state that is not there": b"/None gs" + BOX,
    "colour space that is not there": b"/None cs 1 sc" + BOX,
    "pattern that is not there": b"/Pattern cs /None scn" + BOX,
    "shading that is not there": b"q 150 300 100 100 re W n /None sh Q",
    "text that never ends": BOX + b" BT (maze",
    "inline picture that never ends": BOX + b" BI /W 9 /H 9 /BPC 8 /CS /G ID x",
}.items():
    plain(_name, UNCHECKED, _operators, UNREADABLE)

plain("typeface that is not there", "fonts", b"BT /None 40 Tf 150 300 Td (maze) Tj ET", UNREADABLE)


def stream(pdf: Pdf, data: bytes, **entries: Any) -> Any:
    made = Stream(pdf, data)
    made.stream_dict = Dictionary(entries_of(entries))
    return pdf.make_indirect(made)


def of_form(pdf: Pdf, data: bytes, **entries: Any) -> Fragment:
    known: dict[str, Any] = {"Subtype": Name.Form, "BBox": Array([0, 0, 432, 648])}
    return Fragment(b"/X Do", {"XObject": {"X": stream(pdf, data, **{**known, **entries})}})


def formed(name: str, data: bytes, **entries: Any) -> None:
    """Register a form that cannot be read."""

    def make(pdf: Pdf) -> Fragment:
        return of_form(pdf, data, **entries)

    make.__name__ = name
    breach(UNCHECKED, UNREADABLE)(make)


formed("filter that nobody knows", b"1 w 150 300 m 250 300 l S", Filter=Name("/Foo"))
formed("packed data that are damaged", b"these are no packed data", Filter=Name.FlateDecode)
formed("object of an unknown kind", BOX, Subtype=Name("/Film"))


@breach(UNCHECKED, UNREADABLE)
def form_that_is_in_itself(pdf: Pdf) -> Fragment:
    fragment = of_form(pdf, b"/X Do" + BOX)
    form = fragment.resources["XObject"]["X"]
    form.Resources = Dictionary(XObject=Dictionary(X=form))
    return fragment


@breach(UNCHECKED, UNREADABLE)
def picture_without_a_size(pdf: Pdf) -> Fragment:
    return placed(picture(pdf, pixels(ENOUGH, "L"), Width=None, Height=None))


plain(
    "colour space of an unknown family",
    UNCHECKED,
    b"/C cs 1 sc" + BOX,
    UNREADABLE,
    resources=lambda _pdf: {"ColorSpace": {"C": array("Smell", "Rose")}},
)
plain(
    "pattern of an unknown type",
    UNCHECKED,
    b"/Pattern cs /P scn" + BOX,
    UNREADABLE,
    resources=lambda pdf: {"Pattern": {"P": stream(pdf, BOX, PatternType=7)}},
)
plain(
    "font of an unknown kind",
    "fonts",
    b"BT /F 40 Tf 150 300 Td (maze) Tj ET",
    UNREADABLE,
    resources=lambda _pdf: {
        "Font": {"F": Dictionary(Type=Name.Font, Subtype=Name("/Type9"), BaseFont=Name.Test)}
    },
)


@breach(UNCHECKED, UNREADABLE)
def JPEG_2000_that_is_damaged(pdf: Pdf) -> Fragment:  # noqa: N802 - a name of PDF
    """Its colours stand in its data alone."""
    image = jpx(pdf, ENOUGH, "RGB")
    image.write(b"no JPEG 2000", filter=Name.JPXDecode)
    return placed(image)


def on_page(name: str, data: bytes = b"q Q", **entries: Any) -> None:
    """Register a page whose operators cannot be read."""

    def change(pdf: Pdf) -> None:
        pdf.pages[PAGE].obj["/Contents"] = stream(pdf, data, **entries)

    plain(name, UNCHECKED, BOX, DOCUMENT, change=change)


on_page("page of an unknown filter", Filter=Name("/Foo"))
on_page("page of damaged packed data", b"no packed data", Filter=Name.FlateDecode)
on_page("page in another file", F=String("operators.txt"))


def cut_off(pdf: Pdf) -> None:
    """Let the packed operators of the page end in the middle."""
    packed = compress(b"0 G 1 w 150 150 m 250 400 l S " * 90 + BOX)
    pdf.pages[PAGE].obj["/Contents"] = stream(pdf, packed[:-30], Filter=Name.FlateDecode)


def no_stream(pdf: Pdf) -> None:
    pdf.pages[PAGE].obj["/Contents"] = Dictionary(Length=9)


plain("page of packed data that end", UNCHECKED, BOX, DOCUMENT, change=cut_off)
plain("page whose operators are no stream", UNCHECKED, BOX, DOCUMENT, change=no_stream)

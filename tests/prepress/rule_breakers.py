"""For each rule a file that breaks it on a known page, and one that just keeps to it.

Both are made from the values of the rule, so that they follow the rule sets.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.prepress.pdf_builder import LINE, Pdf, book, image, typeface

Values = Mapping[str, Any]
POINT = 72 / 25.4  # points in a mm
INTENT = (
    b"/OutputIntents [<< /Type /OutputIntent /S /GTS_PDFX /RegistryName (http://www.color.org) "
    b"/OutputConditionIdentifier (CGATS TR 001) >>]"
)
INFO = (
    b"/Title (Book) /CreationDate (D:20260101000000Z) /ModDate (D:20260101000000Z) /Trapped /False "
    b"/GTS_PDFXVersion (PDF/X-1a:2003)"
)
ID = b"/ID [<00112233> <00112233>]"


class Locked(Pdf):
    """A file that anybody may read, but that is encrypted."""

    def write(self, path: Path, gap: int = 0) -> Path:
        import pikepdf

        super().write(path, gap)
        with pikepdf.open(path, allow_overwriting_input=True) as pdf:
            pdf.save(path, encryption=pikepdf.Encryption(owner="secret", user="", R=6))
        return path


class Damaged(Pdf):
    """A file whose table of objects is not where it says."""

    def write(self, path: Path, gap: int = 0) -> Path:
        super().write(path, gap)
        path.write_bytes(path.read_bytes().replace(b"startxref\n", b"startxref\n1"))
        return path


def new() -> Pdf:
    """Return a file that has what PDF/X-1a asks for."""
    return Pdf(root=INTENT, info=INFO, trailer=ID, boxes=b"/TrimBox [0 0 432 648]")


@dataclass(frozen=True)
class Pair:
    """What breaks a rule on ``pages`` (none: the whole file), and what keeps to it."""

    breaks: Callable[[Values], Pdf]
    keeps: Callable[[Values], Pdf]
    pages: tuple[int, ...] = ()
    gap: Callable[[Values, bool], int] = lambda _values, _broken: 0
    bleed: bool | None = None


def on_page(
    number: int, operators: Callable[[Values, float], bytes], prepare: Callable[[Pdf], bytes]
) -> Callable[[float], Callable[[Values], Pdf]]:
    """Return what makes a book with a page of its own for a share of what is allowed."""

    def share(much: float) -> Callable[[Values], Pdf]:
        def make(values: Values) -> Pdf:
            pdf = new()
            resources = prepare(pdf)
            return book({number: operators(values, much)}, resources=resources, pdf=pdf)

        return make

    return share


def pair(
    number: int,
    operators: Callable[[Values, float], bytes],
    prepare: Callable[[Pdf], bytes] = lambda _pdf: b"",
    *,
    bad: float = 0.98,
) -> Pair:
    """Return a pair of which one has ``bad`` times the figure that the other just has."""
    make = on_page(number, operators, prepare)
    return Pair(make(bad), make(1.0), (number,))


def line(values: Values, much: float) -> bytes:
    return b"%f w 150 150 m 250 150 l S" % (values["least"] * much)


def text(values: Values, much: float) -> bytes:
    return b"BT /F1 %f Tf 150 300 Td (maze) Tj ET" % (values["least"] * much)


def grey(values: Values, much: float) -> bytes:
    return b"%f g 150 150 100 100 re f" % (1 - values["least"] / 100 * much)


def picture(values: Values, much: float) -> bytes:
    """One of 200 x 300 pixels, too few downwards."""
    across, down = 200 * 72 / values["least"], 300 * 72 / values["least"] / much
    return b"q %f 0 0 %f 100 150 cm /I1 Do Q" % (across, down)


def at_top(values: Values, much: float) -> bytes:
    edge = 648 - values["outside"] * POINT * much
    return b"100 300 100 %f re f" % (edge - 300)


def at_binding(values: Values, much: float) -> bytes:
    """A book of 24 pages; page 4 is a left one, so its binding is on the right."""
    length = values["steps"].split()[0].partition("=")[2].removesuffix("in")
    return b"100 300 %f 50 re f" % (432 - float(length) * 72 * much - 100)


def colour(values: Values, much: float) -> bytes:
    plain = b"0.5 g" if values["allowed"] == "black" else b"0 0.5 0 0 k"
    return (b"0.5 0 0 rg" if much < 1 else plain) + b" 100 100 50 50 re f"


def with_root(root: bytes) -> Callable[[Values], Pdf]:
    def make(_values: Values) -> Pdf:
        pdf = new()
        pdf.root += root
        return book(pdf=pdf)

    return make


def good(_values: Values) -> Pdf:
    return book(pdf=new())


def with_info(before: bytes, after: bytes) -> Callable[[Values], Pdf]:
    def make(_values: Values) -> Pdf:
        pdf = new()
        assert before in pdf.info
        pdf.info = pdf.info.replace(before, after)
        return book(pdf=pdf)

    return make


def with_pages(count: Callable[[Values], int]) -> Callable[[Values], Pdf]:
    return lambda values: book(pages=count(values), pdf=new())


def with_more(number: int, more: bytes) -> Callable[[Values], Pdf]:
    return lambda _values: book(more={number: more}, pdf=new())


def blank(key: str, extra: int, *, last: bool) -> Callable[[Values], Pdf]:
    """Return what leaves pages from 5 on, or the last ones, empty."""

    def make(values: Values) -> Pdf:
        amount = values[key] + extra
        first = 24 - amount + 1 if last else 5
        return book({first + step: b"1 g 0 0 9 9 re f" for step in range(amount)}, pdf=new())

    return make


def layers(*, hidden: bool) -> Callable[[Values], Pdf]:
    def make(_values: Values) -> Pdf:
        pdf = new()
        layer = pdf.add(b"<< /Type /OCG /Name (Notes) >>")
        off = b"/OFF [%d 0 R]" % layer if hidden else b""
        pdf.root += b"/OCProperties << /OCGs [%d 0 R] /D << %b >> >>" % (layer, off)
        return book(pdf=pdf)

    return make


def effect(entries: bytes) -> Pair:
    """Return pages with an entry of the graphics state, or with another."""

    def make(values: bytes) -> Callable[[Values], Pdf]:
        resources = b"/ExtGState << /E1 << %b >> >>" % values
        return lambda _values: book({7: b"/E1 gs " + LINE}, resources=resources, pdf=new())

    return Pair(make(entries), make(b"/LW 2 /SMask /None /BM /Normal /TR2 /Default"), (7,))


def version(values: Values, much: float) -> Pdf:
    pdf = new()
    pdf.version = f"{values['most'] + much:.1f}"
    return book(pdf=pdf)


def beside(offset: float) -> Callable[[Values], Pdf]:
    """Return pages with a TrimBox that is smaller, and a line at its edge on page 3."""

    def make(_values: Values) -> Pdf:
        pdf = Pdf(root=INTENT, info=INFO, trailer=ID, boxes=b"/TrimBox [30 30 402 618]")
        mark = b"1 w %f 10 m %f 29 l S" % (100 + offset, 100 + offset)
        inside = b"1 w 100 100 m 200 200 l S"
        return book({3: mark if offset else inside}, pdf=pdf)

    return make


def bleeding(end: float) -> Callable[[Values], Pdf]:
    """Return pages of 6 x 9 in with a bleed, and an area that goes to the right of page 3."""

    def make(_values: Values) -> Pdf:
        pdf = Pdf((441, 666), root=INTENT, info=INFO, trailer=ID)
        return book({3: b"100 200 %f 50 re f" % (end - 100)}, pdf=pdf)

    return make


def gap(values: Values, broken: bool) -> int:
    """Return how much of nothing makes the file as large as it may be, about."""
    return int(values["most"] * 1e6) + (0 if broken else -100_000)


CATALOGUE = {
    "bookmarks": b"/Outlines << /Count 1 /First << /Title (One) >> >>",
    "actions": b"/OpenAction << /S /JavaScript /JS (app.beep()) >>",
    "attachments": b"/Names << /EmbeddedFiles << /Names [(a) << /Type /Filespec /F (a) >>] >> >>",
}
NOTE = b"/Annots [<< /Subtype /Text /Rect [100 100 120 120] /Contents (a note) >>]"
PAIRS: dict[str, list[Pair]] = {
    "readable": [
        Pair(lambda _values: book({3: b"150 150 m 250 x150 l S"}, pdf=new()), good, (3,)),
        Pair(lambda _values: book({4: b"/Missing Do"}, pdf=new()), good, (4,)),
    ],
    "line-width": [
        pair(9, line),
        pair(
            2,
            lambda values, much: (
                b"q 0.5 0 0 0.5 0 0 cm %f w 400 300 m 400 400 l S Q" % (2 * values["least"] * much)
            ),
        ),
        pair(2, lambda values, much: b"150 150 100 %f re f" % (values["least"] * much)),
    ],
    "text-size": [
        pair(5, text, typeface),
        pair(
            5,
            lambda values, much: (
                b"BT /F1 1 Tf %f 0 0 %f 150 300 Tm [(ma) -9 (ze)] TJ ET"
                % (2 * values["least"], values["least"] * much)
            ),
            typeface,
        ),
    ],
    "grey-fill": [
        pair(6, grey, bad=0.9),
        pair(
            6,
            lambda values, much: (
                b"0 0 0 %f k 150 150 100 100 re f" % (values["least"] / 100 * much)
            ),
            bad=0.9,
        ),
    ],
    "image-resolution": [pair(8, picture, lambda pdf: image(pdf, 200, 300))],
    "fonts": [
        Pair(
            lambda _values: (
                lambda pdf: book(
                    {3: text({"least": 9}, 1)}, resources=typeface(pdf, embedded=False), pdf=pdf
                )
            )(new()),
            lambda _values: (
                lambda pdf: book({3: text({"least": 9}, 1)}, resources=typeface(pdf), pdf=pdf)
            )(new()),
            (3,),
        )
    ],
    "colours": [pair(4, colour)],
    "transparency": [
        effect(b"/ca 0.5"),
        effect(b"/BM /Multiply"),
        Pair(with_more(4, b"/Group << /S /Transparency >>"), good, (4,)),
    ],
    "invisible-text": [
        Pair(
            lambda _values: (
                lambda pdf: book(
                    {3: b"BT 3 Tr /F1 9 Tf 150 300 Td (maze) Tj ET"},
                    resources=typeface(pdf),
                    pdf=pdf,
                )
            )(new()),
            good,
            (3,),
        )
    ],
    "page-count": [
        Pair(
            with_pages(lambda values: values["least"] - 1),
            with_pages(lambda values: values["least"]),
        ),
        Pair(
            with_pages(lambda values: values["most"] + 1), with_pages(lambda values: values["most"])
        ),
    ],
    "page-size": [
        Pair(
            with_more(5, b"/MediaBox [0 0 434 648]"),
            with_more(5, b"/MediaBox [0 0 432.5 648]"),
            (5,),
        ),
    ],
    "page-boxes": [
        Pair(
            with_more(6, b"/BleedBox [1 0 432 648]"), with_more(6, b"/BleedBox [0 0 432 648]"), (6,)
        ),
        Pair(
            with_more(6, b"/CropBox [1 0 432 648]"), with_more(6, b"/CropBox [0 0 432 648]"), (6,)
        ),
    ],
    "blank-pages": [
        Pair(blank("together", 1, last=False), blank("together", 0, last=False), (5, 6, 7)),
        Pair(blank("at_end", 1, last=True), blank("at_end", 0, last=True), tuple(range(14, 25))),
    ],
    "margins": [pair(4, at_top)],
    "gutter": [pair(4, at_binding)],
    "bleed": [Pair(bleeding(436), bleeding(441), (3,), bleed=True)],
    "printers-marks": [Pair(beside(1), beside(0), (3,))],
    "file-size": [Pair(good, good, gap=gap)],
    "pdf-version": [Pair(lambda values: version(values, 0.1), lambda values: version(values, 0))],
    "bookmarks": [Pair(with_root(CATALOGUE["bookmarks"]), good)],
    "annotations": [Pair(with_more(2, NOTE), with_more(2, b"/Annots []"), (2,))],
    "encryption": [Pair(lambda _values: book(pdf=Locked()), good)],
    "damage": [Pair(lambda _values: book(pdf=Damaged()), good)],
    "layers": [Pair(layers(hidden=True), good)],
    "actions": [
        Pair(with_root(CATALOGUE["actions"]), with_root(b"/OpenAction [3 0 R /Fit]")),
        Pair(with_more(3, b"/AA << /O << /S /Named >> >>"), good, (3,)),
    ],
    "attachments": [Pair(with_root(CATALOGUE["attachments"]), good)],
    "output-intent": [
        Pair(lambda _values: book(pdf=Pdf(info=INFO, trailer=ID, boxes=new().boxes)), good)
    ],
    "pdfx-information": [
        *(Pair(with_info(entry, b""), good) for entry in (b"/Trapped /False", b"/Title (Book)")),
        Pair(with_info(b"PDF/X-1a:2003", b"PDF/X-3:2003"), with_info(b"a:2003", b"a:2001")),
    ],
    "old-features": [effect(b"/TR2 << >>")],
}

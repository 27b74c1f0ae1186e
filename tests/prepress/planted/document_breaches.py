"""What is wrong with the file or the page itself: layers, comments, scripts, boxes, attachments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pikepdf import Array, Dictionary, Name, Object, Pdf, Stream, String

from tests.prepress.planted.fragments import DOCUMENT, INVISIBLE, Fragment, breach, plain

PAGE = 5  # counted from 0


def changed(
    name: str, rule: str, change: Callable[[Pdf], None], *, pages: tuple[int, ...] = ()
) -> None:
    """Register a change of a file in which nothing else is wrong."""
    plain(name, rule, b"150 300 100 100 re f", DOCUMENT, change=change, pages=pages)


def on_page(**entries: Any) -> Callable[[Pdf], None]:
    def change(pdf: Pdf) -> None:
        for key, value in entries.items():
            pdf.pages[PAGE].obj["/" + key] = value

    return change


def in_root(**entries: Any) -> Callable[[Pdf], None]:
    def change(pdf: Pdf) -> None:
        for key, value in entries.items():
            pdf.Root["/" + key] = value

    return change


def hide_layer(pdf: Pdf) -> None:
    layer = new_layer(pdf)
    pdf.Root.OCProperties.D.OFF = Array([layer])


def new_layer(pdf: Pdf, name: str = "Layer") -> Object:
    """Return a layer that is shown."""
    layer = pdf.make_indirect(Dictionary(Type=Name.OCG, Name=String(name)))
    usual = Dictionary(ON=Array([layer]), Order=Array([layer]))
    pdf.Root.OCProperties = Dictionary(OCGs=Array([layer]), D=usual)
    return layer


def bookmark(pdf: Pdf) -> None:
    item = pdf.make_indirect(Dictionary(Title=String("One")))
    outlines = pdf.make_indirect(Dictionary(Type=Name.Outlines, First=item, Last=item, Count=1))
    item.Parent = outlines
    pdf.Root.Outlines = outlines


def attach(pdf: Pdf) -> None:
    pdf.attachments["a.txt"] = b"a file in the file"


def note(**more: Any) -> Object:
    rectangle = Array([100, 100, 120, 120])
    return Array([Dictionary(Type=Name.Annot, Subtype=Name.Text, Rect=rectangle, **more)])


SCRIPT = Dictionary(S=Name.JavaScript, JS=String("app.beep()"))
NAMED = Array([String("a"), SCRIPT])

changed("hidden layer", "layers", hide_layer)
changed("comment", "annotations", on_page(Annots=note(Contents=String("a"))), pages=(6,))
changed("hidden comment", "annotations", on_page(Annots=note(F=2)), pages=(6,))
changed(
    "field of a form",
    "annotations",
    in_root(AcroForm=Dictionary(Fields=Array([Dictionary(FT=Name.Tx, T=String("a"))]))),
)
changed("script", "actions", in_root(OpenAction=SCRIPT))
changed("named script", "actions", in_root(Names=Dictionary(JavaScript=Dictionary(Names=NAMED))))
changed("script of a page", "actions", on_page(AA=Dictionary(O=SCRIPT)), pages=(6,))
changed("attached file", "attachments", attach)
changed("bookmark", "bookmarks", bookmark)
changed(
    "bleed within the trim",
    "page-boxes",
    on_page(TrimBox=Array([0, 0, 432, 648]), BleedBox=Array([1, 0, 432, 648])),
    pages=(6,),
)
changed("page of another size", "page-size", on_page(MediaBox=Array([0, 0, 440, 648])), pages=(6,))
changed(
    "page as a group",
    "transparency",
    on_page(Group=Dictionary(S=Name.Transparency, CS=Name.DeviceGray)),
    pages=(6,),
)


def empty_pages(pdf: Pdf) -> None:
    """Let pages 5, 6 and 7 have nothing but white."""
    for page in pdf.pages[4:7]:
        page.Contents = pdf.make_indirect(Stream(pdf, b"1 g 100 100 50 50 re f"))


changed("empty pages", "blank-pages", empty_pages, pages=(5, 6, 7))


@breach("old-features", INVISIBLE, rules="pdfx-1a")
def PostScript(pdf: Pdf) -> Fragment:  # noqa: N802 - a name of PDF
    code = Stream(pdf, b"showpage")
    code.stream_dict = Dictionary(Type=Name.XObject, Subtype=Name.PS)
    return Fragment(b"/P Do", {"XObject": {"P": pdf.make_indirect(code)}})

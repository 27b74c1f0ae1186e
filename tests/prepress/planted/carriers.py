"""What carries a piece to page 6: forms, glyphs, patterns, masks, layers, comments, ways of saving.

Each puts the piece where it would be on the page itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import cycle
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, Stream, String

from tests.prepress.planted.document_breaches import new_layer
from tests.prepress.planted.fragments import (
    COLOUR,
    DOCUMENT,
    EDGE,
    EFFECT,
    GREY,
    SHAPE,
    UNREADABLE,
    WHITE,
    Breach,
    Fragment,
    Resources,
    array,
    dictionary,
    entries_of,
)
from tests.prepress.planted.text_breaches import drawn_font

Wrap = Callable[[Pdf, Any, Fragment], None]
Box = tuple[float, float, float, float]
MANY = 10_500  # streams of a page
_ALPHA = "it is transparent itself"
_STENCIL = "it is a stencil, which has a shape and nothing else"


@dataclass(frozen=True)
class Carrier:
    """How a piece comes to the page: ``wrap(pdf, page, fragment)`` changes the page.

    ``lacks`` has the traits of what it cannot carry with the reasons, ``save`` how the file is
    written. Entries of the file or page are carried by those alone that are ``plain``, as the
    others are about the operators of pages.
    """

    name: str
    wrap: Wrap
    lacks: Mapping[str, str] = field(default_factory=dict)
    shapes: bool = False  # carries nothing but shapes
    plain: bool = False
    words: bool = False  # takes the piece apart
    beyond: bool = False  # beyond what a checker must be able to read, though not to name
    own: frozenset[str] = frozenset()  # the rules that it breaks by itself
    save: Mapping[str, Any] = field(default_factory=dict)

    def reason(self, breach: Breach) -> str:
        """Return why it cannot carry a breach, "" where it can."""
        if DOCUMENT in breach.traits:
            return "" if self.plain else "it carries operators, and this is none"
        if UNREADABLE in breach.traits and self.words:
            return "it writes the piece word by word, and this one cannot be read"
        if self.shapes and SHAPE not in breach.traits:
            return _STENCIL
        return next((self.lacks[trait] for trait in sorted(breach.traits & self.lacks.keys())), "")


CARRIERS: dict[str, Carrier] = {}


def carrier(**more: Any) -> Callable[[Wrap], Wrap]:
    """Register a carrier by the name of its function."""

    def register(wrap: Wrap) -> Wrap:
        name = wrap.__name__.replace("_", " ")
        CARRIERS[name] = Carrier(name, wrap, **more)
        return wrap

    return register


def put(page: Any, pdf: Pdf, operators: bytes, resources: Resources) -> None:
    """Let a page have operators and resources."""
    page.Contents = pdf.make_indirect(Stream(pdf, operators))
    page.Resources = dictionary(resources)


def area_of(page: Any) -> Box:
    left, bottom, right, top = (float(side) for side in page.MediaBox)
    return left, bottom, right, top


def whole(page: Any) -> bytes:
    """Return operators that add all of the page to a path."""
    left, bottom, right, top = area_of(page)
    return b"%f %f %f %f re " % (left, bottom, right - left, top - bottom)


def stream(pdf: Pdf, operators: bytes, **entries: Any) -> Any:
    made = Stream(pdf, operators)
    made.stream_dict = Dictionary(entries_of(entries))
    return pdf.make_indirect(made)


def form(pdf: Pdf, page: Any, fragment: Fragment, **more: Any) -> Any:
    """Return a form XObject as large as the page."""
    entries = {"Type": Name.XObject, "Subtype": Name.Form, "BBox": Array(area_of(page))}
    return stream(
        pdf,
        fragment.operators,
        **entries,
        Resources=dictionary(fragment.resources),
        **more,
    )


def shown(form: Any) -> Fragment:
    return Fragment(b"/X Do", {"XObject": {"X": form}})


def pattern(pdf: Pdf, page: Any, fragment: Fragment, **more: Any) -> Any:
    """Return a pattern whose only tile is as large as the page."""
    left, bottom, right, top = area_of(page)
    entries = {"PatternType": 1, "PaintType": 1, "TilingType": 1, "BBox": Array(area_of(page))}
    return stream(
        pdf,
        fragment.operators,
        **{**entries, **more},
        XStep=right - left,
        YStep=top - bottom,
        Resources=dictionary(fragment.resources),
    )


def filled(page: Any, pattern: Any, space: Any = Name.Pattern, colour: bytes = b"") -> Fragment:
    """Return the page filled with a pattern."""
    operators = b"/C cs " + colour + b" /P scn " + whole(page) + b"f"
    return Fragment(operators, {"ColorSpace": {"C": space}, "Pattern": {"P": pattern}})


def glyph(pdf: Pdf, page: Any, fragment: Fragment, *, stencil: bool = False) -> Fragment:
    """Return the piece as a letter of a Type 3 font."""
    box = " ".join(f"{side:g}" for side in area_of(page)).encode()
    head = b"700 0 %b d1 " % box if stencil else b"700 0 d0 "
    made = stream(pdf, head + fragment.operators)
    font = drawn_font(pdf, made, dictionary(fragment.resources))
    return Fragment(b"BT /F 1000 Tf (m) Tj ET", {"Font": {"F": font}})


def words(operators: bytes) -> Iterator[bytes]:
    """Yield operands and operators one by one, an inline picture as one."""
    buffer = pikepdf.new()
    for one in pikepdf.parse_content_stream(buffer.make_stream(operators)):
        if isinstance(one, pikepdf.ContentStreamInlineImage):
            yield pikepdf.unparse_content_stream([one])
            continue
        for operand in one.operands:
            yield pikepdf.unparse_content_stream([([operand], pikepdf.Operator("n"))])[:-1].strip()
        yield str(one.operator).encode()


@carrier(plain=True)
def page(pdf: Pdf, page: Any, fragment: Fragment) -> None:
    put(page, pdf, fragment.operators, fragment.resources)


def nested(depth: int) -> Wrap:
    def wrap(pdf: Pdf, page: Any, fragment: Fragment) -> None:
        for _level in range(depth):
            fragment = shown(form(pdf, page, fragment))
        put(page, pdf, fragment.operators, fragment.resources)

    return wrap


for _depth in (1, 2, 15, 30):
    _name = "form" if _depth == 1 else f"{_depth} forms"
    CARRIERS[_name] = Carrier(_name, nested(_depth), beyond=_depth > 20)


@carrier()
def form_turned_and_scaled(pdf: Pdf, page: Any, fragment: Fragment) -> None:
    """Turned by 90 degrees and made four times as large by /Matrix, and back by ``cm``."""
    turned = Fragment(b"0 -0.25 0.25 0 0 0 cm " + fragment.operators, fragment.resources)
    left, bottom, right, top = (side / 4 for side in area_of(page))
    own = form(pdf, page, turned, Matrix=Array([0, 4, -4, 0, 0, 0]))
    own.BBox = Array([bottom, -right, top, -left])
    put(page, pdf, *as_parts(shown(own)))


def as_parts(fragment: Fragment) -> tuple[bytes, Resources]:
    return fragment.operators, fragment.resources


@carrier()
def form_without_resources(pdf: Pdf, page: Any, fragment: Fragment) -> None:
    """A form that takes the resources of the page, as in PDF 1.1."""
    own = form(pdf, page, fragment)
    del own.Resources
    resources = {kind: dict(named) for kind, named in fragment.resources.items()}
    resources.setdefault("XObject", {})["Own"] = own
    put(page, pdf, b"/Own Do", resources)


@carrier(lacks={EFFECT: _ALPHA}, own=frozenset({"transparency"}))
def group_of_transparency(pdf: Pdf, page: Any, fragment: Fragment) -> None:
    group = Dictionary(S=Name.Transparency, CS=Name.DeviceGray)
    put(page, pdf, *as_parts(shown(form(pdf, page, fragment, Group=group))))


@carrier()
def glyph_of_Type_3(pdf: Pdf, page: Any, fragment: Fragment) -> None:  # noqa: N802 - of PDF
    put(page, pdf, *as_parts(glyph(pdf, page, fragment)))


@carrier(shapes=True)
def stencil_glyph_of_Type_3(pdf: Pdf, page: Any, fragment: Fragment) -> None:  # noqa: N802
    put(page, pdf, *as_parts(glyph(pdf, page, fragment, stencil=True)))


@carrier()
def tiling_pattern(pdf: Pdf, page: Any, fragment: Fragment) -> None:
    put(page, pdf, *as_parts(filled(page, pattern(pdf, page, fragment))))


@carrier(shapes=True)
def stencil_pattern(pdf: Pdf, page: Any, fragment: Fragment) -> None:
    own = pattern(pdf, page, fragment, PaintType=2)
    put(page, pdf, *as_parts(filled(page, own, array("Pattern", "DeviceGray"), b"0")))


@carrier()
def pattern_in_a_pattern(pdf: Pdf, page: Any, fragment: Fragment) -> None:
    inner = filled(page, pattern(pdf, page, fragment))
    put(page, pdf, *as_parts(filled(page, pattern(pdf, page, inner))))


@carrier()
def pattern_of_a_thick_line(pdf: Pdf, page: Any, fragment: Fragment) -> None:
    left, bottom, right, top = area_of(page)
    middle = (left + right) / 2
    operators = b"/Pattern CS /P SCN %f w %f %f m %f %f l S" % (
        right - left,
        middle,
        bottom,
        middle,
        top,
    )
    put(page, pdf, operators, {"Pattern": {"P": pattern(pdf, page, fragment)}})


@carrier(
    lacks={
        EFFECT: _ALPHA,
        COLOUR: "of the colours in a mask only the lightness is seen",
        GREY: "white, grey and black of a mask are not those of the page",
        WHITE: "white, grey and black of a mask are not those of the page",
        EDGE: "all of the page is painted where a mask leaves it white",
    },
    own=frozenset({"transparency"}),
)
def soft_mask_of_the_page(pdf: Pdf, page: Any, fragment: Fragment) -> None:
    """The piece is left out of a dark area."""
    group = Dictionary(S=Name.Transparency, CS=Name.DeviceGray)
    own = form(pdf, page, fragment, Group=group)
    mask = Dictionary(Type=Name.Mask, S=Name.Luminosity, G=own, BC=Array([1]))
    operators = b"/M gs 0.2 g 100 100 230 450 re f"
    put(page, pdf, operators, {"ExtGState": {"M": Dictionary(SMask=mask)}})


@carrier(own=frozenset({"annotations"}))
def appearance_of_a_comment(pdf: Pdf, page: Any, fragment: Fragment) -> None:
    put(page, pdf, b"0 g 200 100 9 9 re f", {})
    own = form(pdf, page, fragment)
    page.Annots = Array(
        [
            pdf.make_indirect(
                Dictionary(
                    Type=Name.Annot,
                    Subtype=Name.Stamp,
                    F=4,  # printed
                    Rect=Array(area_of(page)),
                    AP=Dictionary(N=own),
                )
            )
        ]
    )


@carrier(own=frozenset({"annotations"}))
def state_of_an_appearance(pdf: Pdf, page: Any, fragment: Fragment) -> None:
    """One of two pictures of a field that is ticked; it is moved and scaled into its place."""
    put(page, pdf, b"0 g 200 100 9 9 re f", {})
    left, bottom, right, top = area_of(page)
    small = Fragment(b"0.5 0 0 0.5 0 0 cm " + fragment.operators, fragment.resources)
    own = form(pdf, page, small)
    own.BBox = Array([left / 2, bottom / 2, right / 2, top / 2])
    box = pdf.make_indirect(
        Dictionary(
            Type=Name.Annot,
            Subtype=Name.Widget,
            FT=Name.Btn,
            T=String("tick"),
            F=4,
            Rect=Array(area_of(page)),
            AP=Dictionary(N=Dictionary(On=own, Off=form(pdf, page, Fragment(b"")))),
            AS=Name.On,
        )
    )
    page.Annots = Array([box])
    pdf.Root.AcroForm = Dictionary(Fields=Array([box]))


@carrier()
def layer(pdf: Pdf, page: Any, fragment: Fragment) -> None:
    resources = {**fragment.resources, "Properties": {"L": new_layer(pdf)}}
    put(page, pdf, b"/OC /L BDC " + fragment.operators + b" EMC", resources)


@carrier()
def layer_of_a_form(pdf: Pdf, page: Any, fragment: Fragment) -> None:
    put(page, pdf, *as_parts(shown(form(pdf, page, fragment, OC=new_layer(pdf)))))


@carrier(own=frozenset({"layers"}))
def one_of_two_layers(pdf: Pdf, page: Any, fragment: Fragment) -> None:
    """Seen, as one of two layers is; the other one is hidden."""
    on = new_layer(pdf)
    off = pdf.make_indirect(Dictionary(Type=Name.OCG, Name="Other"))
    pdf.Root.OCProperties.OCGs.append(off)
    pdf.Root.OCProperties.D.OFF = Array([off])
    members = Dictionary(Type=Name.OCMD, OCGs=Array([off, on]), P=Name.AnyOn)
    resources = {**fragment.resources, "Properties": {"L": pdf.make_indirect(members)}}
    put(page, pdf, b"/OC /L BDC " + fragment.operators + b" EMC", resources)


@carrier(plain=True, save={"object_stream_mode": pikepdf.ObjectStreamMode.generate})
def objects_in_streams(pdf: Pdf, page: Any, fragment: Fragment) -> None:
    put(page, pdf, fragment.operators, fragment.resources)


@carrier(
    plain=True,
    own=frozenset({"encryption"}),
    save={"encryption": pikepdf.Encryption(owner="secret", user="", R=6)},
)
def encrypted_file(pdf: Pdf, page: Any, fragment: Fragment) -> None:
    put(page, pdf, fragment.operators, fragment.resources)


def streams(pdf: Pdf, page: Any, parts: Iterable[bytes], resources: Resources) -> None:
    page.Contents = Array([pdf.make_indirect(Stream(pdf, part)) for part in parts])
    page.Resources = dictionary(resources)


@carrier(words=True)
def each_word_a_stream(pdf: Pdf, page: Any, fragment: Fragment) -> None:
    """A page's operators may be cut between any two words."""
    streams(pdf, page, words(fragment.operators), fragment.resources)


@carrier()
def more_streams_than_anybody_needs(pdf: Pdf, page: Any, fragment: Fragment) -> None:
    nothing = pdf.make_indirect(Stream(pdf, b"q Q"))
    page.Contents = Array([nothing] * MANY + [Stream(pdf, fragment.operators)])
    page.Contents[-1] = pdf.make_indirect(Stream(pdf, fragment.operators))
    page.Resources = dictionary(fragment.resources)


@carrier()
def resources_of_the_tree(pdf: Pdf, page: Any, fragment: Fragment) -> None:
    put(page, pdf, fragment.operators, {})
    del page.Resources
    page.Parent.Resources = dictionary(fragment.resources)


@carrier()
def turned_page_of_another_unit(pdf: Pdf, page: Any, fragment: Fragment) -> None:
    """Turned by 90 degrees, a unit is 1/36 in: a point (x, y) becomes ((top - y) / 2, x / 2)."""
    top = area_of(page)[3]
    head = b"0 0.5 -0.5 0 %f 0 cm " % (top / 2)
    put(page, pdf, head + fragment.operators, fragment.resources)
    for key in ("MediaBox", "TrimBox"):
        if "/" + key in page:
            left, bottom, right, upper = (float(side) for side in page["/" + key])
            box = [(top - upper) / 2, left / 2, (top - bottom) / 2, right / 2]
            page["/" + key] = Array(box)
    page.Rotate, page.UserUnit = 90, 2


@carrier()
def page_away_from_the_origin(pdf: Pdf, page: Any, fragment: Fragment) -> None:
    put(page, pdf, b"1 0 0 1 -1000 3000 cm " + fragment.operators, fragment.resources)
    for key in ("MediaBox", "TrimBox"):
        if "/" + key in page:
            left, bottom, right, top = (float(side) for side in page["/" + key])
            page["/" + key] = Array([left - 1000, bottom + 3000, right - 1000, top + 3000])


def joined(by: bytes) -> Wrap:
    def wrap(pdf: Pdf, page: Any, fragment: Fragment) -> None:
        put(page, pdf, by.join(words(fragment.operators)), fragment.resources)

    return wrap


for _name, _by in {
    "comments between words": b"%a comment (\n",
    "comments that end with CR": b"%1 0 0 rg\r",
    "zero bytes between words": b"\0",
    "all white space between words": b"\t\f\r\n \0",
}.items():
    CARRIERS[_name] = Carrier(_name, joined(_by), words=True)
_FORMS = cycle((b"+%.4f", b"%.12f", b"000%.3f", b"%.0f."))
_PLAIN = re.compile(rb"\d+(\.\d+)?")


def oddly(words: Iterable[bytes]) -> Iterator[bytes]:
    """Yield numbers as the standard allows, but few programs write: +5.0, 005, .5, 5."""
    for word in words:
        if not _PLAIN.fullmatch(word):
            yield word
            continue
        number, written = float(word), next(_FORMS)
        if written == b"%.0f." and number != int(number):
            written = b"%.5f"
        result = written % number
        yield result[1:] if result.startswith(b"0.") and len(result) > 2 else result


@carrier(words=True)
def odd_numbers(pdf: Pdf, page: Any, fragment: Fragment) -> None:
    put(page, pdf, b" ".join(oddly(words(fragment.operators))), fragment.resources)


@carrier()
def several_filters(pdf: Pdf, page: Any, fragment: Fragment) -> None:
    """Written in hexadecimal digits, and these packed."""
    own = Stream(pdf, (fragment.operators + b" ").hex().encode() + b">")
    own.stream_dict = Dictionary(Filter=Array([Name.ASCIIHexDecode]))
    page.Contents = pdf.make_indirect(own)
    page.Resources = dictionary(fragment.resources)


@carrier(beyond=True)
def after_many_saved_states(pdf: Pdf, page: Any, fragment: Fragment) -> None:
    operators = b"q " * 6_000 + fragment.operators + b" Q" * 6_000
    put(page, pdf, operators, fragment.resources)


@carrier(beyond=True)  # other readers may know the operator
def compatibility_section(pdf: Pdf, page: Any, fragment: Fragment) -> None:
    operators = b"BX 1 2 unknown BX EX " + fragment.operators + b" EX"
    put(page, pdf, operators, fragment.resources)

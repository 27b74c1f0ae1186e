"""A piece of a page that breaks one rule, written by hand in the operators of PDF.

All pieces stand in the middle of a page of 6 x 9 in, unless their place is what breaks the rule.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any

from pikepdf import Array, Dictionary, Name, Pdf, Stream

import mazeeditor

Resources = dict[str, dict[str, Any]]  # kind, name: object
UNCHECKED = "readable"  # the rule of what could not be checked
LETTERS = "maze"
WIDE, HIGH = 432.0, 648.0  # points: the page
_TYPEFACE = Path(mazeeditor.__file__).parent / "core" / "typefaces" / "fonts" / "DejaVuSans.ttf"


@dataclass(frozen=True)
class Fragment:
    """Operators and the resources that they name."""

    operators: bytes
    resources: Resources = field(default_factory=dict)


# What a carrier may be unable to carry; `carriers.py` gives the reasons.
COLOUR, GREY, WHITE, EFFECT, EDGE, INVISIBLE, DOCUMENT = (
    "colour",  # what is wrong is a colour
    "grey",  # what is wrong is how pale it is
    "white",  # what is wrong is white on black
    "effect",  # what is wrong is transparency
    "edge",  # what is wrong is where on the page it is
    "invisible",  # nothing of it is seen
    "document",  # what is wrong is an entry of the file or the page, and no operator
)
UNREADABLE = "unreadable"  # what is wrong is that it cannot be read
SHAPE = "shape"  # a black shape without colours, texts and pictures: a stencil can have it


def unchanged(_pdf: Pdf) -> None:
    """Leave a file as it is."""


@dataclass(frozen=True)
class Breach:
    """What breaks ``rule`` of ``rules``; ``pages`` are those that the finding names."""

    name: str
    rule: str
    make: Callable[[Pdf], Fragment]
    rules: str = "kdp"
    traits: frozenset[str] = frozenset()
    pages: tuple[int, ...] = (6,)
    bleed: bool = False  # the file's pages have a bleed around the trim
    prepare: Callable[[Pdf], None] = unchanged  # changes the file before the piece comes
    change: Callable[[Pdf], None] = unchanged  # the same at the end


BREACHES: dict[str, Breach] = {}
Make = Callable[[Pdf], Fragment]


def breach(rule: str, *traits: str, **more: Any) -> Callable[[Make], Make]:
    """Register a breach by the name of the function that makes it."""

    def register(make: Make) -> Make:
        name = make.__name__.replace("_", " ")
        assert name not in BREACHES
        BREACHES[name] = Breach(name, rule, make, traits=frozenset(traits), **more)
        return make

    return register


def plain(
    name: str,
    rule: str,
    operators: bytes,
    *traits: str,
    resources: Callable[[Pdf], Resources] | None = None,
    **more: Any,
) -> None:
    """Register a breach that is operators, and the resources that they name."""

    def make(pdf: Pdf) -> Fragment:
        return Fragment(operators, resources(pdf) if resources else {})

    make.__name__ = name
    breach(rule, *traits, **more)(make)


def lettered(
    name: str,
    rule: str,
    operators: bytes,
    *traits: str,
    embedded: bool = True,
    called: str = "Dejavu",
    **more: Any,
) -> None:
    """Register a breach in text of the typeface /F."""

    def resources(pdf: Pdf) -> Resources:
        return {"Font": {"F": typeface(pdf, embedded=embedded, called=called)}}

    plain(name, rule, operators, *traits, resources=resources, **more)


@cache
def embedded_bytes() -> bytes:
    """Return a TrueType file with the few letters that texts here have."""
    subset: Any = import_module("fontTools.subset")  # which publishes no types
    options = subset.Options(hinting=False, drop_tables=["FFTM"])
    buffer = BytesIO()
    with subset.load_font(str(_TYPEFACE), options) as font:
        chosen = subset.Subsetter(options)
        chosen.populate(text=LETTERS)
        chosen.subset(font)
        font.save(buffer)
    return buffer.getvalue()


def typeface(pdf: Pdf, *, embedded: bool = True, called: str = "Dejavu") -> Any:
    """Return a simple TrueType font of the letters of "maze"."""
    descriptor = Dictionary(
        Type=Name.FontDescriptor,
        FontName=Name("/" + called),
        Flags=32,
        FontBBox=[-1021, -463, 1793, 1232],
        ItalicAngle=0,
        Ascent=760,
        Descent=-240,
        CapHeight=730,
        StemV=80,
    )
    if embedded:
        descriptor.FontFile2 = pdf.make_indirect(Stream(pdf, embedded_bytes()))
    return pdf.make_indirect(
        Dictionary(
            Type=Name.Font,
            Subtype=Name.TrueType,
            BaseFont=Name("/" + called),
            FirstChar=97,
            LastChar=122,
            Widths=[974 if code == 109 else 600 for code in range(97, 123)],
            Encoding=Name.WinAnsiEncoding,
            FontDescriptor=pdf.make_indirect(descriptor),
        )
    )


def with_typeface(pdf: Pdf, operators: bytes, **more: Any) -> Fragment:
    """Return a piece that names an embedded typeface /F."""
    return Fragment(operators, {"Font": {"F": typeface(pdf, **more)}})


def effects(**entries: Any) -> Resources:
    """Return the graphics state /E."""
    return {"ExtGState": {"E": Dictionary(entries_of(entries))}}


def entries_of(entries: Mapping[str, Any]) -> dict[str, Any]:
    """Return the entries of a dictionary with slashes before their names."""
    return {"/" + key: value for key, value in entries.items()}


def dictionary(resources: Resources) -> Any:
    """Return resources as one object."""
    return Dictionary({"/" + kind: Dictionary(entries_of(one)) for kind, one in resources.items()})


def array(*values: Any) -> Any:
    """Return an array, in which a text is a name."""
    return Array([Name("/" + one) if isinstance(one, str) else one for one in values])

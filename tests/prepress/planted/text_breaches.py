"""Text that is too small, and typefaces that are not in the file."""

from __future__ import annotations

from typing import Any

from pikepdf import Array, Dictionary, Name, Pdf, Stream, String

from tests.prepress.planted.fragments import (
    INVISIBLE,
    Fragment,
    breach,
    effects,
    lettered,
    plain,
    typeface,
)

SMALL, FOREIGN = "text-size", "fonts"
TEXT = b"BT /F 40 Tf 150 300 Td (maze) Tj ET"


lettered("small text", SMALL, b"BT /F 3 Tf 150 300 Td (maze) Tj ET")
lettered("text made small", SMALL, b"BT /F 40 Tf 0.1 0 0 0.1 150 300 Tm [(ma) -20 (ze)] TJ ET")
lettered("page made small", SMALL, b"q 0.1 0 0 0.1 150 300 cm BT /F 40 Tf 40 TL (maze) ' ET Q")
plain(
    "size in a graphics state",
    SMALL,
    b'/E gs BT 150 300 Td 0 0 (maze) " ET',
    resources=lambda pdf: effects(Font=Array([typeface(pdf), 3])),
)
lettered("TrueType not embedded", FOREIGN, TEXT, embedded=False, called="Arial")
lettered(  # what is painted has the shape of letters that the file lacks
    "text that is only a clip",
    FOREIGN,
    b"q BT 7 Tr /F 40 Tf 150 300 Td (maze) Tj ET 140 250 200 150 re f Q",
    embedded=False,
    called="Arial",
)
plain(
    "typeface of a graphics state",
    FOREIGN,
    b"/E gs BT 150 300 Td (maze) Tj ET",
    resources=lambda pdf: effects(Font=Array([typeface(pdf, embedded=False, called="Arial"), 40])),
)
plain(
    "typeface that every viewer has",
    FOREIGN,
    TEXT,
    resources=lambda _pdf: {
        "Font": {"F": Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)}
    },
)


@breach(SMALL)
def small_drawn_letters(pdf: Pdf) -> Fragment:
    """Letters of a Type 3 font, 3 pt high."""
    glyph = Stream(pdf, b"700 0 0 0 600 700 d1 0 0 600 700 re f")
    return Fragment(
        b"BT /F 3 Tf 150 300 Td (mmm) Tj ET",
        {"Font": {"F": drawn_font(pdf, pdf.make_indirect(glyph))}},
    )


def drawn_font(pdf: Pdf, glyph: Any, resources: Any = None) -> Any:
    """Return a Type 3 font of 1000 units an em whose "m" is ``glyph``."""
    return pdf.make_indirect(
        Dictionary(
            Type=Name.Font,
            Subtype=Name.Type3,
            FontBBox=[0, 0, 0, 0],  # as the standard allows: not known
            FontMatrix=[0.001, 0, 0, 0.001, 0, 0],
            FirstChar=109,
            LastChar=109,
            Widths=[700],
            Encoding=Dictionary(Type=Name.Encoding, Differences=[109, Name.m]),
            CharProcs=Dictionary(m=glyph),
            Resources=Dictionary() if resources is None else resources,
        )
    )


@breach(FOREIGN)
def Type1_not_embedded(pdf: Pdf) -> Fragment:  # noqa: N802 - a name of PDF
    font = typeface(pdf, embedded=False, called="Garamond")
    font.Subtype = Name.Type1
    return Fragment(TEXT, {"Font": {"F": font}})


@breach(FOREIGN, INVISIBLE)  # but for renderers that have its glyphs
def CID_font_not_embedded(_pdf: Pdf) -> Fragment:  # noqa: N802 - a name of PDF
    system = Dictionary(Registry=String("Adobe"), Ordering=String("Japan1"), Supplement=2)
    inner = Dictionary(
        Type=Name.Font,
        Subtype=Name.CIDFontType0,
        BaseFont=Name("/Ryumin-Light"),
        CIDSystemInfo=system,
        FontDescriptor=Dictionary(
            Type=Name.FontDescriptor,
            FontName=Name("/Ryumin-Light"),
            Flags=4,
            FontBBox=[-170, -331, 1024, 903],
            ItalicAngle=0,
            Ascent=723,
            Descent=-241,
            CapHeight=709,
            StemV=69,
        ),
    )
    font = Dictionary(
        Type=Name.Font,
        Subtype=Name.Type0,
        BaseFont=Name("/Ryumin-Light-H"),
        Encoding=Name("/Identity-H"),
        DescendantFonts=Array([inner]),
    )
    return Fragment(b"BT /F 40 Tf 150 300 Td <00420043> Tj ET", {"Font": {"F": font}})

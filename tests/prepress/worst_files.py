"""PDFs of at most 1 MB that are made to take time and memory, each by other means."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from functools import partial

from tests.prepress.pdf_builder import Pdf

MOST = 1_000_000  # bytes of a file
FULL = 98_000_000  # bytes that a stream may have when it is unpacked, nearly
FORM = b"/Type /XObject /Subtype /Form /BBox [0 0 432 648] "
Make = Callable[[], bytes]
WORST: dict[str, Make] = {}


def worst(make: Make) -> Make:
    """Register a file by the name of the function that makes it."""
    WORST[make.__name__.replace("_", " ")] = make
    return make


def packed(pdf: Pdf, parts: list[tuple[bytes, int]], entries: bytes = b"") -> int:
    """Add a stream of parts, each so many times, and pack it without ever having it whole."""
    packer, out = zlib.compressobj(9), []
    for part, times in parts:
        block = part * max(1, min(times, 1_000_000 // len(part)))
        whole, rest = divmod(times * len(part), len(block))
        out += [packer.compress(block) for _block in range(whole)]
        out.append(packer.compress(block[:rest]))
    data = b"".join([*out, packer.flush()])
    return pdf.add(
        b"<< /Length %d /Filter /FlateDecode %b >>\nstream\n%b\nendstream"
        % (len(data), entries, data)
    )


def page_with(pdf: Pdf, contents: int, resources: bytes = b"", pages: int = 1) -> bytes:
    """Return the file with pages of the same operators."""
    for _number in range(pages):
        pdf.pages.append(
            pdf.add(
                b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 432 648] /Contents %d 0 R "
                b"/Resources << %b >> >>" % (contents, resources)
            )
        )
    return pdf.data()


def filled(part: bytes, resources: bytes = b"", size: int = FULL) -> bytes:
    """Return a page of one part, again and again."""
    pdf = Pdf()
    return page_with(pdf, packed(pdf, [(part, size // len(part))]), resources)


for _name, _part in {
    "brackets that stay open": b"(",
    "open brackets again and again": b"(()",
    "one long number": b"1",
    "numbers that are none": b"1.1-+.1.1 ",
    "one long name": b"/#41#42#43",
    "comments": b"%\n",
    "one path": b"9 9 l 8 8 l ",
    "one path of curves": b"1 9 3 7 5 5 c 1 2 3 1 1 1 c ",
    "one path of rectangles": b"1 9 3 7 re ",
    "short operators": b"q Q ",
    "unknown operators": b"x ",
    "inline pictures that never end": b"BI /W 9 /H 9 /BPC 8 /CS /G ID x ",
    "inline pictures with many keys": b"BI "
    + b"/W 9 /H 9 " * 90
    + b"/BPC 8 /CS /G /F /Fl ID x EI ",
}.items():
    WORST[_name] = partial(filled, _part)


@worst
def one_text() -> bytes:
    pdf = Pdf()
    font = b"/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>"
    parts = [(b"BT /F 9 Tf (", 1), (b"ab c", FULL // 4), (b") Tj ET", 1)]
    return page_with(pdf, packed(pdf, parts), font)


@worst
def large_form_again_and_again() -> bytes:
    pdf = Pdf()
    form = packed(pdf, [(b" ", FULL)], FORM)
    contents = pdf.stream(b"/X Do " * 100_000)
    return page_with(pdf, contents, b"/XObject << /X %d 0 R >>" % form)


@worst
def glyphs_in_glyphs() -> bytes:
    """Ten letters in each letter, eight deep, of Type 3 fonts."""
    pdf = Pdf()
    font, glyph = b"", pdf.stream(b"9 0 d0 0 0 9 9 re f")
    for _level in range(8):
        font = (
            b"/Font << /F << /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FirstChar 97 "
            b"/LastChar 97 /Widths [9] /FontMatrix [1 0 0 1 0 0] /Encoding << /Differences "
            b"[97 /a] >> /CharProcs << /a %d 0 R >> /Resources << %b >> >> >>" % (glyph, font)
        )
        inner = pdf.add(font[font.index(b"/F <<") + 3 : -3])
        font = b"/Font << /F %d 0 R >>" % inner
        glyph = pdf.stream(b"9 0 d0 BT /F 1 Tf (aaaaaaaaaa) Tj ET")
    contents = pdf.stream(b"BT /F 1 Tf (aaaaaaaaaa) Tj ET")
    return page_with(pdf, contents, font)


@worst
def letters_that_are_pages() -> bytes:
    """A text of millions of letters, each with operators of its own."""
    pdf = Pdf()
    glyph = packed(pdf, [(b"9 0 d0 ", 1), (b"0 0 9 9 re f ", 100_000)])
    font = pdf.add(
        b"<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FirstChar 97 /LastChar 97 "
        b"/Widths [9] /FontMatrix [1 0 0 1 0 0] /Encoding << /Differences [97 /a] >> "
        b"/CharProcs << /a %d 0 R >> /Resources << >> >>" % glyph
    )
    parts = [(b"BT /F 1 Tf (", 1), (b"a", FULL), (b") Tj ET", 1)]
    return page_with(pdf, packed(pdf, parts), b"/Font << /F %d 0 R >>" % font)


@worst
def tiles_of_a_pattern() -> bytes:
    """Small tiles of many operators on large areas, again and again."""
    pdf = Pdf()
    entries = b"/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 0.001 "
    tile = packed(pdf, [(b"0 0 9 9 re f ", 100_000)], entries + b"/YStep 0.001 /Resources << >>")
    contents = packed(pdf, [(b"/Pattern cs /P scn ", 1), (b"0 0 432 648 re f ", 1_000_000)])
    return page_with(pdf, contents, b"/Pattern << /P %d 0 R >>" % tile)


@worst
def annotations_without_end() -> bytes:
    pdf = Pdf()
    form = packed(pdf, [(b"0 0 9 9 re f ", 1_000_000)], FORM)
    note = pdf.add(
        b"<< /Type /Annot /Subtype /Stamp /F 4 /Rect [9 9 99 99] /AP << /N %d 0 R >> >>" % form
    )
    contents = pdf.stream(b"q Q")
    pdf.pages.append(
        pdf.add(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 432 648] /Contents %d 0 R "
            b"/Resources << >> /Annots [%b] >>" % (contents, b"%d 0 R " % note * 90_000)
        )
    )
    return pdf.data()


@worst
def packed_again_and_again() -> bytes:
    """98 MB of operators, packed five times."""
    pdf, packer = Pdf(), zlib.compressobj(9)
    data = b"".join(packer.compress(b"q Q " * 250_000) for _part in range(98)) + packer.flush()
    for _time in range(4):
        data = zlib.compress(data, 9)
    filters = b"/FlateDecode " * 5
    contents = pdf.add(
        b"<< /Length %d /Filter [%b] >>\nstream\n%b\nendstream" % (len(data), filters, data)
    )
    return page_with(pdf, contents)


@worst
def predictor_of_wide_rows() -> bytes:
    pdf = Pdf()
    more = b"/DecodeParms << /Predictor 15 /Columns 90000000 /Colors 1 /BitsPerComponent 8 >>"
    return page_with(pdf, packed(pdf, [(b"\x02", 1), (b"\0", FULL)], more))


@worst
def picture_of_JPEG_2000_that_is_huge() -> bytes:  # noqa: N802 - a name of PDF
    """Its header says 60,000 x 60,000 pixels."""
    size = b"\x00\x29\x00\x00" + b"\x00\x00\xea\x60" * 2 + b"\0" * 8 + b"\x00\x00\xea\x60" * 2
    size += b"\0" * 8 + b"\x00\x01\x07\x01\x01"
    data = b"\xff\x4f\xff\x51" + size + b"\xff\x52" + b"\0" * 900_000
    pdf = Pdf()
    image = pdf.stream(
        data,
        b"/Type /XObject /Subtype /Image /Width 60000 /Height 60000 /Filter /JPXDecode "
        b"/SMaskInData 1",
    )
    contents = pdf.stream(b"q 99 0 0 99 0 0 cm /I Do Q " * 900)
    return page_with(pdf, contents, b"/XObject << /I %d 0 R >>" % image)

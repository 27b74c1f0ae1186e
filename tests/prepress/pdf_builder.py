"""Writes small PDFs object by object, as nothing in the program does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from zlib import compress

SIX_BY_NINE = (432.0, 648.0)  # points
LINE = b"0 G 1 w 150 150 m 250 400 l S"  # in the middle, black, 1 pt


@dataclass
class Pdf:
    """A file of pages; ``write`` puts the objects at the end, after ``gap`` bytes of nothing."""

    size: tuple[float, float] = SIX_BY_NINE
    version: str = "1.4"
    root: bytes = b""  # more of the catalogue
    info: bytes = b"/Title (Book)"
    trailer: bytes = b""
    boxes: bytes = b""  # of each page
    objects: list[bytes] = field(default_factory=lambda: [b"", b""])
    pages: list[int] = field(default_factory=list)

    def add(self, body: bytes) -> int:
        """Add an object; return its number."""
        self.objects.append(body)
        return len(self.objects)

    def stream(self, data: bytes, entries: bytes = b"", *, packed: bool = False) -> int:
        """Add a stream."""
        if packed:
            data, entries = compress(data, 9), entries + b" /Filter /FlateDecode"
        return self.add(b"<< %b /Length %d >>\nstream\n%b\nendstream" % (entries, len(data), data))

    def page(self, operators: bytes, resources: bytes = b"", more: bytes = b"") -> int:
        """Add a page; ``more`` may have a MediaBox of its own."""
        content = self.stream(operators)
        if b"/MediaBox" not in more:
            more += b" /MediaBox [0 0 %a %a]" % self.size
        page = self.add(
            b"<< /Type /Page /Parent 2 0 R /Contents %d 0 R /Resources << %b >> %b %b >>"
            % (content, resources, self.boxes, more)
        )
        self.pages.append(page)
        return page

    def data(self, gap: int = 0) -> bytes:
        """Return the bytes, offsets as if ``gap`` bytes stood after the header."""
        kids = b" ".join(b"%d 0 R" % page for page in self.pages)
        self.objects[0] = b"<< /Type /Catalog /Pages 2 0 R %b >>" % self.root
        self.objects[1] = b"<< /Type /Pages /Kids [%b] /Count %d >>" % (kids, len(self.pages))
        info = self.add(b"<< %b >>" % self.info)
        out, offsets = bytearray(b"%%PDF-%b\n" % self.version.encode()), []
        for number, body in enumerate(self.objects, 1):
            offsets.append(len(out) + gap)
            out += b"%d 0 obj\n%b\nendobj\n" % (number, body)
        start = len(out) + gap
        out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(offsets) + 1)
        out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
        out += b"trailer << /Root 1 0 R /Info %d 0 R /Size %d %b >>\nstartxref\n%d\n%%%%EOF\n" % (
            info,
            len(offsets) + 1,
            self.trailer,
            start,
        )
        self.objects.pop()
        return bytes(out)

    def write(self, path: Path, gap: int = 0) -> Path:
        """Write the file."""
        data = self.data(gap)
        head = data.index(b"\n") + 1
        with path.open("wb") as file:
            file.write(data[:head])
            file.seek(head + gap)
            file.write(data[head:])
        return path


def book(
    others: Mapping[int, bytes] | None = None,
    *,
    pages: int = 24,
    resources: bytes = b"",
    more: Mapping[int, bytes] | None = None,
    pdf: Pdf | None = None,
) -> Pdf:
    """Return a book of pages with a line, but for ``others`` with operators of their own.

    ``resources`` are those of the other pages, ``more`` what some pages have beside.
    """
    pdf = pdf or Pdf()
    for number in range(1, pages + 1):
        own = (others or {}).get(number)
        pdf.page(
            LINE if own is None else own,
            b"" if own is None else resources,
            (more or {}).get(number, b""),
        )
    return pdf


def typeface(pdf: Pdf, *, embedded: bool = True, subset: bool = False, width: int = 500) -> bytes:
    """Add a typeface whose glyphs all are ``width`` / 1000 em wide; return the resources."""
    called = b"ABCDEF+Test" if subset else b"Test"
    file = b"/FontFile2 %d 0 R" % pdf.stream(b"not read by anything here") if embedded else b""
    descriptor = pdf.add(
        b"<< /Type /FontDescriptor /FontName /%b /Ascent 700 /Descent -200 %b >>" % (called, file)
    )
    widths = b" ".join(b"%d" % width for _code in range(32, 127))
    font = pdf.add(
        b"<< /Type /Font /Subtype /TrueType /BaseFont /%b /FirstChar 32 /LastChar 126 "
        b"/Widths [%b] /FontDescriptor %d 0 R >>" % (called, widths, descriptor)
    )
    return b"/Font << /F1 %d 0 R >>" % font


def image(pdf: Pdf, width: int, height: int, entries: bytes = b"/ColorSpace /DeviceGray") -> bytes:
    """Add a black picture of so many pixels, with data for four colours; return the resources."""
    number = pdf.stream(
        bytes(4 * width * height),
        b"/Type /XObject /Subtype /Image /Width %d /Height %d /BitsPerComponent 8 %b"
        % (width, height, entries),
        packed=True,
    )
    return b"/XObject << /I1 %d 0 R >>" % number

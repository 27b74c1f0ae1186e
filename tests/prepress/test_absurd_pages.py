"""Pages and pictures that cannot be what they say: each is named, whatever the rules."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from struct import pack
from zlib import compress

import pytest

from mazeeditor.prepress.preflight import preflight
from tests.prepress.pdf_builder import LINE, Pdf

PAGES = {
    b"/MediaBox [0 0 0 0]": "the MediaBox of the page has no area",
    b"/MediaBox [0 0 432 0]": "the MediaBox of the page has no area",
    b"/MediaBox [0 0 1000000000 1000000000]": "has 1e+09 × 1e+09 units, and pages of PDF may have",
    b"/MediaBox [0 0 14401 9]": "has 14,401 × 9 units, and pages of PDF may have 14,400",
    b"/BleedBox [0 0 432]": "the BleedBox of the page is not four numbers",
    b"/TrimBox [0 0 (a) 9]": "the TrimBox of the page is not four numbers",
    b"/TrimBox [9 9 9 600]": "the TrimBox of the page has no area",
    b"/CropBox [900 0 1300 600]": "the CropBox of the page is beside its MediaBox",
    b"/Rotate 45": "the page is turned by 45° (/Rotate), which must be a multiple of 90",
    b"/Rotate /Left": "the turn of the page (/Rotate) is not a number",
    b"/UserUnit 0": "the unit of the page (/UserUnit) must be above 0, and at most 75,000",
    b"/UserUnit -1": "the unit of the page (/UserUnit) must be above 0, and at most 75,000",
    b"/UserUnit 1000000": "the unit of the page (/UserUnit) must be above 0, and at most 75,000",
}
REPAIRED = (b"/MediaBox null", b"/MediaBox [0 0 (a) 9]", b"/MediaBox [0 0 432]")
SOUND = (b"/Rotate -90", b"/Rotate 450", b"/UserUnit 2.5", b"/MediaBox [432 648 0 0]")


def findings(pdf: Pdf, folder: Path) -> list[str]:
    report = preflight(pdf.write(folder / "a.pdf"), rules="general")
    return [one.message for one in report.findings if one.rule == "readable" and one.is_error]


@pytest.mark.parametrize("entries", PAGES, ids=bytes.decode)
def test_a_page_that_cannot_be(entries: bytes, tmp_path: Path) -> None:
    pdf = Pdf()
    pdf.page(LINE, more=entries)
    (message,) = findings(pdf, tmp_path)
    assert PAGES[entries] in message


@pytest.mark.parametrize("entries", SOUND, ids=bytes.decode)
def test_a_page_that_can_be(entries: bytes, tmp_path: Path) -> None:
    pdf = Pdf()
    pdf.page(LINE, more=entries)
    assert findings(pdf, tmp_path) == []


@pytest.mark.parametrize("entries", REPAIRED, ids=bytes.decode)
def test_a_page_without_a_size(entries: bytes, tmp_path: Path) -> None:
    """What reads it makes it a letter, and says so."""
    pdf = Pdf()
    pdf.page(LINE, more=entries)
    report = preflight(pdf.write(tmp_path / "a.pdf"), rules="general")
    (message,) = [one.message for one in report.findings if one.rule == "damage"]
    assert "MediaBox" in message


def jbig2(width: int, height: int, *, whole: bool = True) -> bytes:
    """Return the segments of a page and of a region of a picture."""
    page = pack(">IBBBI", 0, 48, 0, 1, 19) + pack(">IIIIBH", width, height, 0, 0, 0, 0)
    region = pack(">IIIIB", width, height, 0, 0, 0) + bytes(20)
    length = len(region) + (0 if whole else 99)
    return page + pack(">IBBBI", 1, 38, 0, 1, length) + region


def of_picture(data: bytes, side: int, packing: bytes, more: bytes = b"") -> Pdf:
    pdf = Pdf()
    head = b"/Subtype /Image /Width %d /Height %d /BitsPerComponent 1 /ColorSpace /DeviceGray "
    filters = b"/Filter /%b " % packing if packing else b""
    number = pdf.stream(data, head % (side, side) + filters + more)
    pdf.page(b"q 99 0 0 99 150 300 cm /I Do Q", b"/XObject << /I %d 0 R >>" % number)
    return pdf


def fax(width: int, height: int) -> bytes:
    """Return a checkered picture as group 4 of fax."""
    from PIL import Image

    image, file = (
        Image.frombytes("1", (width, height), b"\xaa\x55" * (width * height // 16)),
        BytesIO(),
    )
    image.save(file, "TIFF", compression="group4")
    tags = Image.open(file).tag_v2  # type: ignore[attr-defined]
    return file.getvalue()[tags[273][0] :][: tags[279][0]]


HALF = bytes(64 * 64 // 16)
FAX = b"CCITTFaxDecode /DecodeParms << /K -1 /Columns 64 >>"
FEWER = "a picture has less data than its"
PICTURES = {
    "no filter": (HALF, 64, b"", FEWER),
    "packed": (compress(HALF), 64, b"FlateDecode", FEWER),
    "packed, cut": (compress(bytes(range(256)) * 2)[:-200], 64, b"FlateDecode", FEWER),
    "no zlib": (b"these are no packed data" * 99, 64, b"FlateDecode", FEWER),
    "hexadecimal": (HALF.hex().encode(), 64, b"ASCIIHexDecode", FEWER),
    "runs": (b"\x81\0\x80", 64, b"RunLengthDecode", FEWER),
    "LZW": (b"\x80\x0b\x60", 640, b"LZWDecode", FEWER),
    "half a megabyte": (bytes(500_000), 60_000, b"FlateDecode", FEWER),
    "as large as a field": (bytes(500_000), 100_000, b"", "100,000 pixels, more than can be"),
    "fax of a field": (bytes(500_000), 100_000, b"CCITTFaxDecode", "more than can be printed"),
    "garbage for JBIG2": (b"garbage" * 99, 64, b"JBIG2Decode", "data of a picture are damaged"),
    "empty JBIG2": (b"", 64, b"JBIG2Decode", "the data of a picture are damaged"),
    "a cut JBIG2": (jbig2(64, 64, whole=False), 64, b"JBIG2Decode", "picture are damaged"),
    "another JBIG2": (jbig2(64, 63), 64, b"JBIG2Decode", "have another size than it says"),
    "garbage for fax": (b"garbage" * 99, 64, FAX, "the data of a picture are damaged"),
    "zeros for fax": (bytes(99), 64, FAX, "the data of a picture are damaged"),
    "a cut fax": (fax(64, 64)[:200], 64, FAX, "have another size than it says"),
    "a wider fax": (fax(64, 64), 72, FAX, "have another size than it says"),
}


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_that_cannot_be(name: str, tmp_path: Path) -> None:
    data, side, packing, reason = PICTURES[name]
    (message,) = findings(of_picture(data, side, packing), tmp_path)
    assert reason in message


@pytest.mark.parametrize(
    ("data", "packing", "more"),
    [
        (bytes(512), b"", b""),
        (compress(bytes(512)), b"FlateDecode", b""),
        (compress(bytes(512 + 64)), b"FlateDecode", b"/DecodeParms << /Predictor 15 >>"),
        (b"\x81\0" * 4 + b"\x80", b"RunLengthDecode", b""),
        (jbig2(64, 64), b"JBIG2Decode", b""),
        (jbig2(64, 0xFFFFFFFF), b"JBIG2Decode", b""),
        (fax(64, 64), FAX, b""),
        (fax(64, 64) + b"\0", FAX, b""),
    ],
)
def test_a_picture_that_can_be(data: bytes, packing: bytes, more: bytes, tmp_path: Path) -> None:
    assert findings(of_picture(data, 64, packing, more), tmp_path) == []


def test_a_mask_has_data_too(tmp_path: Path) -> None:
    pdf = Pdf()
    size = b"/Subtype /Image /Width 64 /Height 64 /BitsPerComponent 8 /ColorSpace /DeviceGray "
    mask = pdf.stream(b"", size)
    number = pdf.stream(bytes(64 * 64), size + b"/SMask %d 0 R" % mask)
    pdf.page(b"q 99 0 0 99 150 300 cm /I Do Q", b"/XObject << /I %d 0 R >>" % number)
    (message,) = findings(pdf, tmp_path)
    assert FEWER in message

"""What a file is that a reader does not take: by its first bytes, else by the end of its name.

>>> kind_of(b"<?xml version='1.0'?><svg/>"), kind_of(b"dog,Hund", "words.csv")
('an SVG picture', 'a CSV list')
"""

from __future__ import annotations

import re

from mazeeditor.core.translation import _

LOOKED_AT_BYTES = 4096  # bytes in which a file says what it is
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
SVG, PDF, DXF, WEB = _("an SVG picture"), _("a PDF"), _("a DXF drawing"), _("a web page")
KML, GPX, SHAPE, CSV = _("a KML file"), _("a GPX file"), _("a shapefile"), _("a CSV list")
ZIP, PACKED, UTF_16 = _("a ZIP archive or an office document"), _("compressed"), _("text in UTF-16")
TYPEFACE = _("a typeface")
PNG, JPEG, GIF = _("a PNG picture"), _("a JPEG picture"), _("a GIF picture")
TIFF, BMP, WEBP = _("a TIFF picture"), _("a BMP picture"), _("a WebP picture")
HEIC = _("a HEIC picture")
PICTURES = (PNG, JPEG, GIF, TIFF, BMP, WEBP)  # of pixels, which can be decoded
JSON, GEOJSON, BOOK, PROJECT = _("JSON"), _("GeoJSON"), _("a book of mazes"), _("a maze")

# The first bytes, compared without regard to case, after white space and what XML begins with
_BEGINNINGS: tuple[tuple[bytes, str], ...] = (
    (b"\x89png", PNG),
    (b"\xff\xd8\xff", JPEG),
    (b"gif8", GIF),
    (b"ii*\0", TIFF),
    (b"mm\0*", TIFF),
    (b"8bps", _("a Photoshop picture")),
    (b"gimp xcf", _("a GIMP picture")),
    (b"%pdf", PDF),
    (b"%!ps", _("a PostScript file")),
    (b"<svg", SVG),
    (b"<!doctype svg", SVG),
    (b"<!doctype html", WEB),
    (b"<html", WEB),
    (b"<kml", KML),
    (b"<gpx", GPX),
    (b"<?xml", _("an XML file")),
    (b"0\nsection", DXF),
    (b"0\r\nsection", DXF),
    (b"999\n", DXF),
    (b"999\r\n", DXF),
    (b"autocad binary dxf", DXF),
    (b"ac10", _("a DWG drawing")),
    (b"\0\0\x27\n", SHAPE),
    (b"pk\x03\x04", ZIP),
    (b"\x1f\x8b", PACKED),
    (b"bzh", PACKED),
    (b"\xfd7zxz", PACKED),
    (b"7z\xbc\xaf\x27\x1c", PACKED),
    (b"rar!\x1a", PACKED),
    (b"(\xb5/\xfd", PACKED),
    (b"\0\1\0\0\0", TYPEFACE),
    (b"otto\0", TYPEFACE),
    (b"true\0", TYPEFACE),
    (b"wof2", _("a typeface of web pages")),
    (b"woff", _("a typeface of web pages")),
    (b"\x7felf", _("a program")),
    (b"mz\x90\0", _("a program")),
    (b"\xff\xfe", UTF_16),
    (b"\xfe\xff", UTF_16),
)
# The name of the format of JSON, which stands near its beginning
_FORMATS = (
    (re.compile(rb'"format"\s*:\s*"mazeeditor book"'), BOOK),
    (re.compile(rb'"format"\s*:\s*"mazeeditor"'), PROJECT),
    (re.compile(rb'"type"\s*:\s*"(?:FeatureCollection|Feature|(?:Multi)?Polygon)"'), GEOJSON),
)
_HEIC = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"mif1", b"msf1")  # brands
# What is known by the end of the name alone, as it is text or bytes of any kind
_ENDINGS = {
    ".csv": CSV,
    ".tsv": CSV,
    ".shx": SHAPE,
    ".dbf": SHAPE,
    ".prj": SHAPE,
    ".gcode": _("G-code"),
    ".nc": _("G-code"),
    ".hpgl": _("an HPGL drawing"),
    ".plt": _("an HPGL drawing"),
    ".obj": _("an OBJ model"),
    ".stl": _("an STL model"),
}
_PROLOGUE = re.compile(
    rb"\A\s*<\?xml[^>]*>\s*(?:<!--(?:(?!-->).)*-->\s*|<!DOCTYPE[^>\[]*>\s*)*"
    rb"(?=<(?:[a-z]+:)?(svg|kml|gpx|html)[\s/>])",
    re.DOTALL | re.IGNORECASE,
)


def kind_of(head: bytes, name: str = "") -> str:
    """Return what a file is that begins with ``head``, "" for what is unknown."""
    head = head[:LOOKED_AT_BYTES].removeprefix(BYTE_ORDER_MARK)
    if prologue := _PROLOGUE.match(head):
        head = b"<" + prologue[1]
    start = head.lstrip()[:32].lower()
    for magic, kind in _BEGINNINGS:
        if start.startswith(magic):
            return kind
    if (kind := _of_riff(head)) or (kind := _of_iso_media(head)):
        return kind
    if head[:2] == b"BM" and b"\0" in head[:14]:
        return BMP
    if start[:1] in (b"{", b"["):
        return next((kind for format_, kind in _FORMATS if format_.search(head)), JSON)
    return next((kind for end, kind in _ENDINGS.items() if name.lower().endswith(end)), "")


def _of_riff(head: bytes) -> str:
    if head[:4] != b"RIFF":
        return ""
    return WEBP if head[8:12] == b"WEBP" else _("sound or film")


def _of_iso_media(head: bytes) -> str:
    if head[4:8] != b"ftyp":
        return ""
    pictures = {b"avif": _("an AVIF picture"), **dict.fromkeys(_HEIC, HEIC)}
    return pictures.get(head[8:12], _("sound or film"))


def why_not(head: bytes, name: str, asked: str) -> str:
    """Return that a file is not what was ``asked`` for, and what it is where that is known."""
    if kind := kind_of(head, name):
        return _("it is {kind}, not {asked}.").format(kind=kind, asked=asked)
    return _("it is not {asked}.").format(asked=asked)

"""What a picture of a PDF says of itself, checked against the data of JPEG and JPEG 2000."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from struct import error as StructError  # noqa: N812
from struct import unpack_from
from typing import Any

from mazeeditor.core.translation import _, quoted
from mazeeditor.prepress.document.colours import CMYK, GREY, RGB
from mazeeditor.prepress.document.content_filters import head_of
from mazeeditor.prepress.document.language import IMAGE_FILTERS, SHORT_FILTERS
from mazeeditor.prepress.document.values import UnreadError, items, name, number

_FORMATS = frozenset(("DCTDecode", "JPXDecode"))
_HEAD = 1 << 20  # bytes of a picture in which its size stands; in JPEG behind thumbnails
_FRAMES = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})  # markers of JPEG
_SPACES = {16: RGB, 17: GREY, 18: RGB, 12: CMYK}  # numbers of spaces in JPEG 2000
_OF_PROFILES = {b"GRAY": GREY, b"RGB ": RGB, b"CMYK": CMYK}
_BY_CHANNELS = {1: GREY, 2: GREY, 3: RGB, 4: CMYK}
_LABELS = {GREY: "DeviceGray", RGB: "DeviceRGB", CMYK: "DeviceCMYK"}


@dataclass(frozen=True)
class PictureData:
    """Width, height, channels, and the space that JPEG 2000 names, "" for none."""

    width: int
    height: int
    channels: int
    space: str = ""


def filters_of(values: Mapping[str, Any]) -> list[str]:
    """Return the filters of a picture, outermost first; raises ``UnreadError``."""
    used = values.get("Filter")
    if used is None:
        return []
    names = [name(one) for one in items(used, 20)] if not name(used) else [name(used)]
    names = [SHORT_FILTERS.get(one, one) for one in names]
    wrong = [one for one in names if one not in IMAGE_FILTERS]
    if wrong or not names:
        raise UnreadError(
            _("a picture is compressed by {filter}").format(filter=quoted((wrong or ["?"])[0]))
        )
    return names


def size_of_picture(values: Mapping[str, Any]) -> tuple[int, int]:
    """Return width and height in pixels; raises ``UnreadError``."""
    width, height = number(values.get("Width")), number(values.get("Height"))
    if width < 1 or height < 1:
        raise UnreadError(_("a picture has no size"))
    return int(width), int(height)


def data_of(stream: Any, filters: list[str]) -> PictureData | None:
    """Return what the data of JPEG or JPEG 2000 say, None for others; raises ``UnreadError``."""
    if not filters or filters[-1] not in _FORMATS:
        return None
    head = head_of(stream, _FORMATS, _HEAD)
    try:
        found = _jpeg(head) if filters[-1] == "DCTDecode" else _jpeg_2000(head)
    except (StructError, IndexError, ValueError):
        found = None
    if found is None:
        raise UnreadError(_("the data of a picture are damaged"))
    return found


def label_of(data: PictureData) -> str:
    """Return the name of the colour space that JPEG 2000 has itself; raises ``UnreadError``."""
    kind = data.space or _BY_CHANNELS.get(data.channels, "")
    if not kind:
        raise UnreadError(_("the colours of a picture are unknown"))
    return _LABELS[kind]


def _jpeg(data: bytes) -> PictureData | None:
    at = data.find(b"\xff\xd8") + 2
    while 2 <= at < len(data) - 9:
        if data[at] != 0xFF:
            return None
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
        elif marker in _FRAMES:
            height, width = unpack_from(">HH", data, at + 5)
            return PictureData(width, height, data[at + 9])
        elif 0xD0 <= marker <= 0xD8 or marker == 1:
            at += 2
        else:
            at += 2 + unpack_from(">H", data, at + 2)[0]
    return None


def _jpeg_2000(data: bytes) -> PictureData | None:
    if data[:4] == b"\xff\x4f\xff\x51":
        return _code_stream(data)
    space, size = "", None
    for kind, body in _boxes(data, 0, len(data)):
        if kind == b"colr" and not space:
            if body[0] == 1:
                space = _SPACES.get(unpack_from(">I", body, 3)[0], "?")
            elif body[0] == 2:
                space = _OF_PROFILES.get(body[3 + 16 : 3 + 20], "?")
        elif kind == b"ihdr":
            height, width, channels = unpack_from(">IIH", body)
            size = (width, height, channels)
    if space == "?" or size is None:
        raise UnreadError(_("the colours of a picture are unknown"))
    return PictureData(*size, space)


def _boxes(data: bytes, start: int, end: int) -> Iterator[tuple[bytes, bytes]]:
    """Yield the boxes of JPEG 2000 before its pixels, and those in its header."""
    while start + 8 <= end:
        length, head = unpack_from(">I", data, start)[0], 8
        kind = data[start + 4 : start + 8]
        if length == 1:
            length, head = unpack_from(">Q", data, start + 8)[0], 16
        stop = min(end, start + length) if length else end
        if kind == b"jp2h":
            yield from _boxes(data, start + head, stop)
        elif kind == b"jp2c" or stop < start + head:
            return
        else:
            yield kind, data[start + head : stop]
        start = stop


def _code_stream(data: bytes) -> PictureData:
    right, low, left, top = unpack_from(">IIII", data, 8)
    return PictureData(right - left, low - top, unpack_from(">H", data, 40)[0])

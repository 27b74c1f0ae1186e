"""Unpacks streams: the operators of a page, and as much of a picture as says what it is.

They are unpacked part by part, so that a bomb takes no memory and can be stopped.
qpdf unpacks a stream whole: 90 MB take 200 MB and half a second in which no signal is answered. The
filters of pages, which are few, are read here; what else there is goes through qpdf with limits.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import prod
from struct import error as StructError  # noqa: N812
from struct import unpack_from
from typing import Any

from mazeeditor.core.translation import _, quote_value
from mazeeditor.prepress.document.colours import CMYK, GREY, RGB
from mazeeditor.prepress.document.fax import FaxForm, rows_of
from mazeeditor.prepress.document.language import IMAGE_FILTERS, SHORT_FILTERS
from mazeeditor.prepress.document.values import UnreadError, entry, items, name, number

Parts = Iterator[bytes]
_PART = 1 << 16
_SPACE = b"\x00\t\n\f\r "
_MOST_FILTERS = 5
_FORMATS = frozenset(("DCTDecode", "JPXDecode", "JBIG2Decode"))
_FAX = "CCITTFaxDecode"
_COLUMNS = 1728  # of fax that does not say how many it has
_MOST_PIXELS = 4_000_000_000  # of a picture: A0 has half as many at 1,200 dpi
# Bytes that a filter can make of one. Fax and JBIG2 have no such bound: they are read.
_RATIOS = {
    "FlateDecode": 1032,
    "LZWDecode": 2731,  # 4096 bytes of 12 bits
    "RunLengthDecode": 64,
    "ASCIIHexDecode": 1,
    "ASCII85Decode": 4,  # zeros
    "Crypt": 1,
}
_QUICK = frozenset(("FlateDecode", "ASCIIHexDecode", "ASCII85Decode"))
_COUNTED = 250  # bytes of a picture that take as long as an operator
_NO_HEIGHT = 0xFFFFFFFF  # of JBIG2: it is said at the end
_PAGE, _REGIONS = 48, frozenset((4, 6, 7, 20, 22, 23, 36, 38, 39, 40, 42, 43))  # segments of it
_HEAD = 1 << 20  # bytes of a picture in which its size stands; in JPEG behind thumbnails
_FRAMES = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})  # markers of JPEG
_SPACES = {16: RGB, 17: GREY, 18: RGB, 12: CMYK}  # numbers of spaces in JPEG 2000
_OF_PROFILES = {b"GRAY": GREY, b"RGB ": RGB, b"CMYK": CMYK}
_BY_CHANNELS = {1: GREY, 2: GREY, 3: RGB, 4: CMYK}
_LABELS = {GREY: "DeviceGray", RGB: "DeviceRGB", CMYK: "DeviceCMYK"}


def _unpack(stream: Any, inner: frozenset[str] = frozenset()) -> Parts:
    """Yield the data of a stream in parts; raises ``UnreadError``.

    The last filter stays as it is where it is one of ``inner``.
    """
    if entry(stream, "F") is not None:
        raise UnreadError(_("operators are in a file of their own"))
    used, options = entry(stream, "Filter"), entry(stream, "DecodeParms")
    filters = [name(one) for one in (items(used, 100) if name(used) == "" else [used])]
    if used is not None and (not filters or len(filters) > _MOST_FILTERS):
        raise UnreadError(_("a stream has more filters than can be followed"))
    filters = [SHORT_FILTERS.get(one, one) for one in filters if used is not None]
    if filters[-1:] and filters[-1] in inner:
        filters.pop()
    every = items(options, 100) or [options]
    data: Parts = iter([_raw(stream)])
    for at, called in enumerate(filters):
        own = every[at] if at < len(every) else None
        decode = _FILTERS.get(called)
        if decode is None:
            raise UnreadError(
                _("operators are compressed by {filter}").format(filter=quote_value(called or "?"))
            )
        data = decode(data, own)
        if number(entry(own, "Predictor"), 1) > 1:
            raise _PredictorError
    return data


class _PredictorError(Exception):
    """A stream has a predictor, as only pictures and tables have."""


def parts_of(stream: Any) -> Parts:
    """Yield the data of a stream of operators in parts; raises ``UnreadError``, first or later."""
    try:
        yield from _unpack(stream)
    except _PredictorError:
        yield from _by_qpdf(stream)
    except (zlib.error, ValueError, binascii.Error) as error:
        raise UnreadError(
            _("operators are damaged ({reason})").format(reason=str(error)[:80])
        ) from None


def _by_qpdf(stream: Any) -> Parts:
    import pikepdf

    try:
        data = bytes(stream.read_bytes())
    except (pikepdf.PikepdfError, ValueError, RuntimeError) as error:
        raise UnreadError(
            _("operators cannot be unpacked ({reason})").format(reason=str(error)[-80:])
        ) from None
    for start in range(0, len(data), _PART):
        yield data[start : start + _PART]


def _raw(stream: Any) -> bytes:
    import pikepdf

    try:
        return bytes(stream.read_raw_bytes())
    except (pikepdf.PikepdfError, ValueError, RuntimeError) as error:
        raise UnreadError(
            _("operators cannot be read ({reason})").format(reason=str(error)[-80:])
        ) from None


def _deflate(parts: Iterable[bytes], _options: Any) -> Parts:
    """Yield what zlib has packed; the check sum at the end may be missing or wrong."""
    head, machine = b"", zlib.decompressobj(-zlib.MAX_WBITS)
    for part in parts:
        rest = part
        if len(head) < 2:
            rest = head + part
            head, rest = rest[:2], rest[2:]
            if len(head) < 2:
                continue
            if head[0] & 15 != zlib.DEFLATED or (head[0] << 8 | head[1]) % 31:
                raise ValueError(_("no data of zlib"))
        while rest and not machine.eof:
            yield machine.decompress(rest, _PART)
            rest = machine.unconsumed_tail
    while not machine.eof:
        more = machine.decompress(b"", _PART)
        if not more:
            raise ValueError(_("the data end too early"))
        yield more


def _hexadecimal(parts: Iterable[bytes], _options: Any) -> Parts:
    digits = b"".join(parts).translate(None, _SPACE).partition(b">")[0]
    yield bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode("latin-1"))


def _ascii85(parts: Iterable[bytes], _options: Any) -> Parts:
    data = b"".join(parts).translate(None, _SPACE).partition(b"~>")[0].removeprefix(b"<~")
    data, step = data.replace(b"z", b"!!!!!"), 5 * 4096
    for start in range(0, len(data), step):
        yield base64.a85decode(data[start : start + step])


def _run_lengths(parts: Iterable[bytes], _options: Any) -> Parts:
    data, at = b"".join(parts), 0
    out = bytearray()
    while at < len(data) and data[at] != 128:
        length = data[at]
        if length < 128:
            out += data[at + 1 : at + 2 + length]
            at += length + 2
        else:
            out += data[at + 1 : at + 2] * (257 - length)
            at += 2
        if len(out) > _PART:
            yield bytes(out)
            out.clear()
    yield bytes(out)


def _lzw(parts: Iterable[bytes], options: Any) -> Parts:
    """Yield what LZW has packed, with codes of 9 to 12 bits, the highest first."""
    early = int(number(entry(options, "EarlyChange"), 1))
    table: list[bytes] = [bytes([byte]) for byte in range(256)] + [b"", b""]
    last, width, bits, held, out = b"", 9, 0, 0, bytearray()
    for byte in b"".join(parts):
        held, bits = (held << 8 | byte) & 0xFFFFFF, bits + 8
        if bits < width:
            continue
        bits -= width
        code = held >> bits & ((1 << width) - 1)
        if code == 256:
            del table[258:]
            last, width = b"", 9
            continue
        if code == 257:
            break
        if code > len(table) or (code == len(table) and not last):
            raise ValueError(_("LZW has a wrong code"))
        text = table[code] if code < len(table) else last + last[:1]
        if last and len(table) < 4096:
            table.append(last + text[:1])
        last = text
        out += text
        width = min(12, max(9, (len(table) + early).bit_length()))
        if len(out) > _PART:
            yield bytes(out)
            out.clear()
    yield bytes(out)


def _as_it_is(parts: Iterable[bytes], options: Any) -> Parts:
    """Yield decrypted data: qpdf has read them so, whatever the name of the filter."""
    if name(entry(options, "Name")) not in ("", "Identity"):
        raise UnreadError(_("operators are encrypted on their own"))
    yield from parts


_FILTERS: dict[str, Callable[[Iterable[bytes], Any], Parts]] = {
    "FlateDecode": _deflate,
    "ASCIIHexDecode": _hexadecimal,
    "ASCII85Decode": _ascii85,
    "RunLengthDecode": _run_lengths,
    "LZWDecode": _lzw,
    "Crypt": _as_it_is,
}


@dataclass(frozen=True)
class PictureData:
    """Width, height, channels, and the space that JPEG 2000 names, "" for none.

    The height is 0 if JBIG2 says it at the end alone, and if not all of a fax is read.
    """

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
            _("a picture is compressed by {filter}").format(filter=quote_value((wrong or ["?"])[0]))
        )
    return names


def size_of_picture(values: Mapping[str, Any]) -> tuple[int, int]:
    """Return width and height in pixels; raises ``UnreadError``."""
    width, height = number(values.get("Width")), number(values.get("Height"))
    if width < 1 or height < 1:
        raise UnreadError(_("a picture has no size"))
    if int(width) * int(height) > _MOST_PIXELS:
        text = _("a picture has {width:,} × {height:,} pixels, more than can be printed")
        raise UnreadError(text.format(width=int(width), height=int(height)))
    return int(width), int(height)


def holds(
    stream: Any, filters: list[str], needed: int, rows: int, work: Callable[[int], None]
) -> bool:
    """Whether a picture has about as many bytes as ``needed`` for its pixels.

    The last row may lack some. Filters that are slow to undo are judged by the most that they can
    make of a byte, those without such a bound not at all. ``work`` counts what is unpacked. Raises
    ``UnreadError`` where the data are damaged.
    """
    if entry(stream, "F") is not None or not all(one in _RATIOS for one in filters):
        return True
    options = entry(stream, "DecodeParms")
    every = items(options, 100) or [options]
    if any(number(entry(one, "Predictor"), 1) >= 10 for one in every):
        needed += rows  # each begins with the number of its predictor
    least = needed - needed // rows + 1
    data = _raw(stream)
    if len(data) * prod(_RATIOS[one] for one in filters) < least:
        return False
    if not all(one in _QUICK for one in filters):
        return True
    parts: Parts = iter([data])
    for called in filters:
        parts = _FILTERS[called](parts, None)
    found = 0
    try:
        for part in parts:
            work(len(part) // _COUNTED + 1)
            found += len(part)
            if found >= least:
                return True
    except (zlib.error, ValueError, binascii.Error):
        pass  # what there is up to there is less
    return False


def data_of(stream: Any, filters: list[str], work: Callable[[int], None]) -> PictureData | None:
    """Return what the data say of JPEG, JPEG 2000, JBIG2 or fax, None for other pictures.

    ``work`` counts what is read. Raises ``UnreadError``.
    """
    if not filters or filters[-1] not in (*_FORMATS, _FAX):
        return None
    head = _head_of(stream, frozenset(filters[-1:]), _HEAD)
    try:
        found = _fax(stream, head, work) if filters[-1] == _FAX else _READERS[filters[-1]](head)
    except (StructError, IndexError, ValueError):
        found = None
    if found is None:
        raise UnreadError(_("the data of a picture are damaged"))
    return found


def _fax(stream: Any, data: bytes, work: Callable[[int], None]) -> PictureData | None:
    """Return the size of a fax, 0 as its height if there is more than is read; None for none."""
    options = entry(stream, "DecodeParms")
    own = (items(options, 100) or [options])[-1]
    width, height = (
        int(number(entry(own, "Columns"), _COLUMNS)),
        int(number(entry(stream, "Height"))),
    )
    k = int(number(entry(own, "K")))
    form = FaxForm(
        width, k, entry(own, "EndOfLine") is True, entry(own, "EncodedByteAlign") is True
    )
    rows = rows_of(data, form, height, work)
    return PictureData(width, rows if len(data) < _HEAD else 0, 1) if rows else None


def _head_of(stream: Any, inner: frozenset[str], size: int) -> bytes:
    """Return the first bytes of a picture as its last filter has them; raises ``UnreadError``."""
    head = bytearray()
    try:
        for part in _unpack(stream, inner):
            head += part
            if len(head) >= size:
                break
    except (_PredictorError, zlib.error, ValueError, binascii.Error):
        raise UnreadError(_("the data of a picture are damaged")) from None
    return bytes(head)


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


def _jbig2(data: bytes) -> PictureData | None:
    """Return the size of its page, None where no region is painted on it.

    A segment is a number, a kind, the segments that it refers to, its page, and its data.
    """
    size, painted, at = None, False, 0
    while at < len(data):
        number_of_segment, flags, count = unpack_from(">IBB", data, at)
        at += 6
        referred = count >> 5
        if referred == 7:
            referred = unpack_from(">I", data, at - 1)[0] & 0x1FFFFFFF
            at += 3 + (referred + 8) // 8
        at += referred * (1 if number_of_segment <= 256 else 2 if number_of_segment <= 65536 else 4)
        at += 4 if flags & 0x40 else 1
        length, kind = unpack_from(">I", data, at)[0], flags & 0x3F
        at += 4
        if kind == _PAGE:
            width, height = unpack_from(">II", data, at)
            size = PictureData(width, 0 if height == _NO_HEIGHT else height, 1)
        painted = painted or kind in _REGIONS
        if length == _NO_HEIGHT or (at + length > len(data) >= _HEAD):
            break  # one region whose end is looked for, or a part of a large picture
        at += length
        if at > len(data):
            return None
    return size if painted else None


_READERS: dict[str, Callable[[bytes], PictureData | None]] = {
    "DCTDecode": _jpeg,
    "JPXDecode": _jpeg_2000,
    "JBIG2Decode": _jbig2,
}

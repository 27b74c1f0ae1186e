"""Unpacks the operators of a page part by part, so that a bomb takes no memory and can be stopped.

qpdf unpacks a stream whole: 90 MB take 200 MB and half a second in which no signal is answered. The
filters of pages, which are few, are read here; what else there is goes through qpdf with limits.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from mazeeditor.core.translation import _, quoted
from mazeeditor.prepress.document.language import SHORT_FILTERS
from mazeeditor.prepress.document.values import UnreadError, entry, items, name, number

_PART = 1 << 16
_SPACE = b"\x00\t\n\f\r "
_MOST_FILTERS = 5
Parts = Iterator[bytes]


def unpacked(stream: Any, inner: frozenset[str] = frozenset()) -> Parts:
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
                _("operators are compressed by {filter}").format(filter=quoted(called or "?"))
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
        yield from unpacked(stream)
    except _PredictorError:
        yield from _by_qpdf(stream)
    except (zlib.error, ValueError, binascii.Error) as error:
        raise UnreadError(
            _("operators are damaged ({reason})").format(reason=str(error)[:80])
        ) from None


def head_of(stream: Any, inner: frozenset[str], size: int) -> bytes:
    """Return the first bytes of a picture as its last filter has them; raises ``UnreadError``."""
    head = bytearray()
    try:
        for part in unpacked(stream, inner):
            head += part
            if len(head) >= size:
                break
    except (_PredictorError, zlib.error, ValueError, binascii.Error):
        raise UnreadError(_("the data of a picture are damaged")) from None
    return bytes(head)


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


def _deflated(parts: Iterable[bytes], _options: Any) -> Parts:
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
    "FlateDecode": _deflated,
    "ASCIIHexDecode": _hexadecimal,
    "ASCII85Decode": _ascii85,
    "RunLengthDecode": _run_lengths,
    "LZWDecode": _lzw,
    "Crypt": _as_it_is,
}

"""Reads the operators of a page one by one, long runs of lines and curves as arrays.

A page of a maze is a few operators around thousands of lines. These come as one array, so that a
book of 1,000 pages takes a second, where a parser that makes objects of all numbers takes five.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import NDArray

Operation = tuple[bytes, list[Any]]
LINES, CURVES = b"lines", b"curves"  # runs of m, l, h and of c: one array as the only operand

_SPACE = rb"[\x00\t\n\f\r ]"
_NUMBER = rb"[-+]?(?:\d{1,20}(?:\.\d{0,40})?|\.\d{1,40})"
_PLACE = rb"(?:%b%b+){2}" % (_NUMBER, _SPACE)
_END = rb"(?=[\x00\t\n\f\r ()<>\[\]{}/%]|\Z)"
_TOKEN = re.compile(
    rb"%(space)b*(?:"
    rb"((?:%(place)b[ml](?:%(space)b+|\Z)|h(?:%(space)b+|\Z)){1,4000})"  # 1: lines
    rb"|((?:%(place)b%(place)b%(place)bc(?:%(space)b+|\Z)){1,2000})"  # 2: curves
    rb"|(%(number)b)%(end)b"  # 3
    rb"|([^\x00\t\n\f\r ()<>\[\]{}/%%]+)"  # 4: an operator, or a number of any form
    rb"|/([^\x00\t\n\f\r ()<>\[\]{}/%%]*)"  # 5: a name
    rb"|\(([^()\\]*(?:\\.[^()\\]*){0,500})\)"  # 6: a text without brackets
    rb"|<([0-9A-Fa-f\x00\t\n\f\r ]*)>"  # 7: a text in hexadecimal digits
    rb"|(<<|>>|[\[\](){}<>])"  # 8
    rb"|(%%[^\r\n]*)"  # 9: a comment
    rb")" % {b"space": _SPACE, b"place": _PLACE, b"number": _NUMBER, b"end": _END},
    re.DOTALL,
)
_BRACKETS = re.compile(rb"\\.|[()]", re.DOTALL)
_ESCAPE = re.compile(rb"\\([0-7]{1,3}|\r\n|.)", re.DOTALL)
_ESCAPED = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}
_IMAGE_END = re.compile(rb"%b?EI%b" % (_SPACE, _END))
_CONSTANTS: dict[bytes, bool | None] = {b"true": True, b"false": False, b"null": None}
_MOST_OPERANDS = 20_000  # of one operator; more are damage


class Name(str):
    """A name: ``/DeviceGray`` without the slash."""

    __slots__ = ()


class Operator(bytes):
    """What is neither an operand nor a run."""

    __slots__ = ()


def operations(data: bytes) -> Iterator[Operation]:
    """Yield each operator with its operands; what cannot be read is skipped, as by printers.

    Operands are floats, ``Name``, bytes, lists and dictionaries; operands without an operator come
    with ``b""``. Inline images come as ``BI`` with their dictionary. Arrays of runs are
    float64[n, 3], where the last column is 0 for a point that begins a path, and float64[n, 6].
    """
    operands: list[Any] = []
    position, end = 0, len(data)
    match = _TOKEN.match
    while position < end:
        if len(operands) > _MOST_OPERANDS:
            yield b"", operands
            operands = []
        token = match(data, position)
        if token is None:  # only spaces are left
            return
        kind, position = token.lastindex, token.end()
        if kind == 3:
            operands.append(float(token[3]))
        elif kind == 4:
            word = token[4]
            value = _CONSTANTS[word] if word in _CONSTANTS else _number(word)
            if value is not None or word == b"null":
                operands.append(value)
                continue
            if word == b"ID":
                values, position = _inline_image(operands, data, position)
                yield b"BI", [values]
            elif word != b"BI":
                yield word, operands
            operands = []
        elif kind == 1:
            yield LINES, [_lines(token[1])]
            operands = []
        elif kind == 2:
            yield CURVES, [_curves(token[2])]
            operands = []
        elif kind == 8 and token[8] == b"(":
            text, position = _nested_text(data, position)
            operands.append(text)
        else:
            _take(token, operands)


def _take(token: re.Match[bytes], operands: list[Any]) -> None:
    """Append the operand that a token is, or close the list or dictionary that it ends."""
    kind = token.lastindex
    if kind == 5:
        operands.append(Name(_plain_name(token[5])))
    elif kind == 6:
        operands.append(_unescaped(token[6]))
    elif kind == 7:
        digits = re.sub(_SPACE, b"", token[7])
        operands.append(bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode()))
    elif kind == 8 and token[8] in (b"[", b"<<"):
        operands.append(Operator(token[8]))
    elif kind == 8 and token[8] in (b"]", b">>"):
        _close(operands, b"[" if token[8] == b"]" else b"<<")


def _close(operands: list[Any], opening: bytes) -> None:
    for start in range(len(operands) - 1, -1, -1):
        if type(operands[start]) is Operator and operands[start] == opening:
            inner = operands[start + 1 :]
            operands[start:] = [inner if opening == b"[" else _dictionary(inner)]
            return


def _dictionary(inner: list[Any]) -> dict[str, Any]:
    return {str(key): value for key, value in zip(inner[::2], inner[1::2], strict=False)}


def _number(word: bytes) -> float | None:
    """Return a number of any form that printers read (``--5``, ``4.``, ``1.2.3``), or None."""
    if word[0] not in b"+-.0123456789":
        return None
    with suppress(ValueError):
        number = float(word)
        return number if abs(number) < 1e30 else 0.0
    found = re.match(rb"[-+]*(\d*\.?\d*)", word)
    digits = found[1] if found else b""
    if digits in (b"", b"."):
        return 0.0 if word.strip(b"+-.") == b"" else None
    return float(digits[:40]) * (-1 if word[:1] == b"-" else 1)


def _lines(run: bytes) -> NDArray[np.float64]:
    """Return the points of ``x y m``, ``x y l`` and ``h``, the last column 0 for ``m``."""
    words = run.replace(b"h", b" ").split()
    result = np.array([words[0::3], words[1::3], words[2::3]]).T
    points = np.empty(result.shape)
    points[:, :2] = result[:, :2].astype(np.float64)
    points[:, 2] = result[:, 2] == b"l"
    return points


def _curves(run: bytes) -> NDArray[np.float64]:
    return np.array(run.replace(b"c", b" ").split()).astype(np.float64).reshape(-1, 6)


def _plain_name(name: bytes) -> str:
    if b"#" in name:
        name = re.sub(rb"#([0-9A-Fa-f]{2})", lambda found: bytes.fromhex(found[1].decode()), name)
    return name.decode("latin-1")


def _unescaped(text: bytes) -> bytes:
    return _ESCAPE.sub(_escaped, text) if b"\\" in text else text


def _escaped(found: re.Match[bytes]) -> bytes:
    what = found[1]
    if what[:1].isdigit() and what[:1] < b"8":
        return bytes([int(what, 8) & 255])
    return b"" if what in (b"\n", b"\r", b"\r\n") else _ESCAPED.get(what, what)


def _nested_text(data: bytes, start: int) -> tuple[bytes, int]:
    """Return a text that has brackets in it, and where it ends."""
    depth = 1
    for found in _BRACKETS.finditer(data, start):
        if found[0] in (b"(", b")"):
            depth += 1 if found[0] == b"(" else -1
        if depth == 0:
            return _unescaped(data[start : found.start()]), found.end()
    return b"", len(data)


def _inline_image(operands: list[Any], data: bytes, start: int) -> tuple[dict[str, Any], int]:
    """Return the dictionary of an inline image, and where its data end.

    Data without a filter may hold anything, and their length is known; others are searched.
    """
    values = _dictionary(operands)
    length = 0
    if not {"F", "Filter"} & values.keys():
        length = _image_length(values)
    found = _IMAGE_END.search(data, min(start + 1 + length, len(data)))
    return values, found.end() if found else len(data)


def _image_length(values: dict[str, Any]) -> int:
    width, height = (values.get(a, values.get(b, 0)) for a, b in (("W", "Width"), ("H", "Height")))
    mask = values.get("IM", values.get("ImageMask"))
    space = values.get("CS", values.get("ColorSpace"))
    bits = values.get("BPC", values.get("BitsPerComponent", 1))
    channels = {"RGB": 3, "DeviceRGB": 3, "CMYK": 4, "DeviceCMYK": 4}.get(str(space), 1)
    try:
        row = int(width) * (1 if mask is True else int(bits) * channels)
        return max(0, (row + 7) // 8 * int(height))
    except (TypeError, ValueError, OverflowError):
        return 0

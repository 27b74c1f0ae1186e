"""Reads the operators of a page one by one, long runs of lines, curves and rectangles as arrays.

A page of a maze is a few operators around thousands of lines. These come as one array, so that a
book of 1,000 pages takes a second, where a parser that makes objects of all numbers takes three.
What is read is a part of the page at a time, so memory does not grow with the page, and whoever
takes the operators may stop at any time. What cannot be read comes as ``UNREAD``, never as nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.translation import _, quote_value
from mazeeditor.prepress.document.language import OPERATORS
from mazeeditor.prepress.document.values import UnreadError

Operation = tuple[bytes, list[Any]]
LINES, CURVES = b"lines", b"curves"  # runs of m, l, h and of c: one array as the only operand
RECTANGLES = b"rectangles"  # runs of re
UNREAD = b"unread"  # what cannot be read: a reason as the only operand

_SPACE = rb"[\x00\t\n\f\r ]"
_DELIMITER = rb"\x00\t\n\f\r ()<>\[\]{}/%"
_NUMBER = rb"[-+]?(?:\d{1,20}(?:\.\d{0,40})?|\.\d{1,40})"
_PLACE = rb"(?:%b%b+){2}" % (_NUMBER, _SPACE)
_END = rb"(?=[%b]|\Z)" % _DELIMITER
_TOKEN = re.compile(
    rb"%(space)b*(?:"
    rb"((?:%(place)b[ml](?:%(space)b+|\Z)|h(?:%(space)b+|\Z)){1,4000})"  # 1: lines
    rb"|((?:%(place)b%(place)b%(place)bc(?:%(space)b+|\Z)){1,2000})"  # 2: curves
    rb"|((?:%(place)b%(place)bre(?:%(space)b+|\Z)){1,2000})"  # 3: rectangles
    rb"|(%(number)b)%(end)b"  # 4
    rb"|([^%(delimiter)b]+)"  # 5: an operator, or a number of any form
    rb"|/([^%(delimiter)b]*)"  # 6: a name
    rb"|\(([^()\\]*(?:\\.[^()\\]*){0,500})\)"  # 7: a text without brackets
    rb"|<([0-9A-Fa-f\x00\t\n\f\r ]*)>"  # 8: a text in hexadecimal digits
    rb"|(<<|>>|[\[\](){}<>])"  # 9
    rb"|(%%[^\r\n]*)"  # 10: a comment
    rb")"
    % {
        b"space": _SPACE,
        b"place": _PLACE,
        b"number": _NUMBER,
        b"end": _END,
        b"delimiter": _DELIMITER,
    },
    re.DOTALL,
)
_SPACES, _WHITE = re.compile(_SPACE + rb"*"), b"\0\t\n\f\r "
_COMMENTS = re.compile(rb"%(space)b*(?:%%[^\r\n]*[\r\n]%(space)b*){0,4000}" % {b"space": _SPACE})
_MANY = 40  # spaces for which the pattern above would take long where nothing follows
_BRACKETS = re.compile(rb"\\.|[()]", re.DOTALL)
_ESCAPE = re.compile(rb"\\([0-7]{1,3}|\r\n|.)", re.DOTALL)
_ESCAPED = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}
_ROWS = bytes.maketrans(b"\x00cre", b"    ")  # of a run, as bytes.split() takes them
_KINDS = {b"m": 0.0, b"l": 1.0, b"h": 2.0}
_CONSTANTS: dict[bytes, bool | None] = {b"true": True, b"false": False, b"null": None}
_LIKE_NUMBERS = re.compile(rb"[-+.\d][-+.\deE_]*")
_PART = 1 << 20  # bytes that are read at a time
MAX_BYTES = 1 << 17  # bytes of a token; PDF allows texts of 32,767 and names of 127
_MOST_OPERANDS = 20_000  # of one operator; PDF 1.4 allows arrays of 8,191
_DEEPEST = 100  # arrays and dictionaries in each other
_MOST_DAMAGE = 1_000  # what cannot be read of a stream, before it is given up
_SHOWN = 40  # bytes of a page in a message


class Name(str):
    """A name: ``/DeviceGray`` without the slash."""

    __slots__ = ()


class _Source:
    """The bytes of a page, of which a part is held; ``data[:at]`` has been read."""

    def __init__(self, parts: Iterable[bytes]) -> None:
        self._parts = iter(parts)
        self.data, self.at, self.ended, self.too_long = b"", 0, False, False

    def more(self) -> bool:
        """Forget what has been read and take more; return False at the end."""
        parts, size = [self.data[self.at :]], 0
        while not self.ended and size < _PART:
            part = next(self._parts, None)
            self.ended = part is None
            parts.append(part or b"")
            size += len(parts[-1])
        self.data, self.at = b"".join(parts), 0
        return size > 0

    def token(self) -> re.Match[bytes] | None:
        """Read the next token; None at the end, or where one is too long."""
        while True:
            if not self.ended and len(self.data) - self.at < MAX_BYTES:
                self.more()
            if not self.data[self.at : self.at + _MANY].strip(_WHITE):
                self.at = _SPACES.match(self.data, self.at).end()  # type: ignore[union-attr]
            found = _TOKEN.match(self.data, self.at)
            if found is not None and (found.end() < len(self.data) or self.ended):
                self.at = found.end()
                return found
            if found is None:  # only spaces are left
                self.at = len(self.data)
            elif len(self.data) - self.at > _PART + MAX_BYTES:
                self.too_long = True
                return None
            if not self.more() and found is None:
                return None

    def skip_comments(self) -> None:
        """Skip comments that are read already: one by one they would take long."""
        self.at = _COMMENTS.match(self.data, self.at).end()  # type: ignore[union-attr]


class _Operands:
    """The operands before an operator, with the arrays and dictionaries that are not closed."""

    def __init__(self) -> None:
        self.values: list[Any] = []
        self._open: list[tuple[bytes, list[Any]]] = []
        self._count = 0
        self.ended = False  # whether there are so many that reading on would be endless

    def add(self, value: Any) -> str:
        """Add a value; return what is wrong, "" for nothing."""
        self.values.append(value)
        self._count += 1
        if self._count <= _MOST_OPERANDS:
            return ""
        self.ended = True
        return _("an operator has more than {most:,} operands").format(most=_MOST_OPERANDS)

    def open(self, bracket: bytes) -> str:
        """Begin an array or a dictionary."""
        if len(self._open) >= _DEEPEST:
            self.clear()
            return _("arrays lie more than {most} deep in each other").format(most=_DEEPEST)
        self._open.append((bracket, self.values))
        self.values = []
        return ""

    def close(self, bracket: bytes) -> str:
        """End the array or dictionary that began last."""
        if not self._open or self._open[-1][0] != bracket:
            self.clear()
            return _("a bracket is closed that was not opened")
        inner, (_bracket, self.values) = self.values, self._open.pop()
        if bracket == b"[":
            return self.add(inner)
        if len(inner) % 2 or not all(type(key) is Name for key in inner[::2]):
            self.clear()
            return _("a dictionary has keys without values")
        return self.add(dictionary(inner))

    def clear(self) -> str:
        """Forget all; return what is wrong where something was not closed."""
        wrong = _("a bracket is not closed") if self._open else ""
        self.values, self._open, self._count = [], [], 0
        return wrong


def operations(content: bytes | Iterable[bytes]) -> Iterator[Operation]:
    """Yield each operator with its operands; what cannot be read comes as ``UNREAD``.

    Operands are floats, ``Name``, bytes, bool, None, lists and dictionaries. Inline images come as
    ``BI`` with their dictionary. Arrays of runs are float64[n, 3], where the last column is 0 for
    ``m``, 1 for ``l`` and 2 for ``h``, which has no place; float64[n, 6]; and float64[n, 4].
    """
    source = _Source([content] if isinstance(content, bytes) else content)
    operands, picture, damage = _Operands(), False, 0
    while (token := source.token()) is not None:
        kind = token.lastindex
        if kind == 4:
            wrong = operands.add(float(token[4]))
        elif kind == 5 and (word := token[5]) not in _CONSTANTS and word[0] not in b"+-.0123456789":
            values = operands.values
            wrong = operands.clear()
            if word == b"ID" and picture:
                yield from _inline_image(values, source)
            elif picture or (word == b"BI" and values):
                wrong = _("an inline image has no data")
            elif word != b"BI" and not wrong:
                yield word, values
            picture = word == b"BI"
        elif kind == 1:
            yield from _run(operands, LINES, _lines(token[1]))
            continue
        elif kind == 2:
            yield from _run(operands, CURVES, _numbers(token[2], 6))
            continue
        elif kind == 3:
            yield from _run(operands, RECTANGLES, _numbers(token[3], 4))
            continue
        elif kind == 9 and token[9] == b"(":
            text = _nested_text(source)
            if text is None:
                yield UNREAD, [_("a text does not end, or has more than 128 kB")]
                return
            wrong = operands.add(text)
        elif kind == 10:
            source.skip_comments()
            continue
        else:
            wrong = _take(token, operands)
        if wrong:
            yield UNREAD, [wrong]
            damage += 1
            if operands.ended or damage > _MOST_DAMAGE:
                return
    if source.too_long:
        yield UNREAD, [_("something has more than {most:,} bytes").format(most=_PART)]
    elif operands.values or operands.clear() or picture:
        yield UNREAD, [_("operands without an operator")]


def _run(operands: _Operands, operator: bytes, rows: NDArray[np.float64]) -> Iterator[Operation]:
    """Yield a run; what stands before it has no operator."""
    if operands.values or operands.clear():
        yield UNREAD, [_("operands without an operator")]
        operands.clear()
    yield operator, [rows]


def _take(token: re.Match[bytes], operands: _Operands) -> str:
    """Take the operand or bracket that a token is; return what is wrong, "" for nothing."""
    kind = token.lastindex
    if kind == 5:
        word = token[5]
        if word in _CONSTANTS:
            return operands.add(_CONSTANTS[word])
        return operands.add(_number(word)) or _("{word} is not a number").format(
            word=quote_bytes(word)
        )
    if kind == 6:
        return operands.add(Name(_plain_name(token[6])))
    if kind == 7:
        return operands.add(_unescape(token[7]))
    if kind == 8:
        digits = re.sub(_SPACE, b"", token[8])
        return operands.add(bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode()))
    bracket = token[9]
    if bracket in (b"[", b"<<"):
        return operands.open(bracket)
    if bracket in (b"]", b">>"):
        return operands.close(b"[" if bracket == b"]" else b"<<")
    return _("{what} stands where an operator should").format(what=quote_bytes(bracket))


def quote_bytes(data: bytes) -> str:
    """Return bytes of a page as a message names them."""
    text = data[:_SHOWN].decode("latin-1") + ("…" if len(data) > _SHOWN else "")
    return quote_value(text)


def dictionary(inner: list[Any]) -> dict[str, Any]:
    """Return the dictionary of keys and values that follow each other."""
    return {str(key): value for key, value in zip(inner[::2], inner[1::2], strict=False)}


def _number(word: bytes) -> float:
    """Return what most readers take a damaged number for: ``--5`` for -5, ``1.2.3`` for 1.2."""
    found = re.match(rb"[-+]*(\d{0,40}(?:\.\d{0,40})?)", word[:100])
    digits = found[1] if found else b""
    value = 0.0 if digits in (b"", b".") else float(digits)
    return -value if word[:1] == b"-" else value


def _lines(run: bytes) -> NDArray[np.float64]:
    """Return the points of ``x y m``, ``x y l`` and ``h``, the last column 0, 1 and 2."""
    if b"h" in run:
        run = run.replace(b"h", b"0 0 h")
    words = run.replace(b"\0", b" ").split()
    if len(words) < 24:  # a few lines: arrays of text take longer
        rows = zip(words[0::3], words[1::3], words[2::3], strict=True)
        return np.array([(float(x), float(y), _KINDS[kind]) for x, y, kind in rows])
    result = np.array([words[0::3], words[1::3], words[2::3]]).T
    points = np.empty(result.shape)
    points[:, :2] = result[:, :2].astype(np.float64)
    points[:, 2] = (result[:, 2] == b"l") + 2 * (result[:, 2] == b"h")
    return points


def _numbers(run: bytes, columns: int) -> NDArray[np.float64]:
    words = run.translate(_ROWS).split()
    if len(words) < 16:
        return np.array([float(word) for word in words]).reshape(-1, columns)
    return np.array(words).astype(np.float64).reshape(-1, columns)


def _plain_name(name: bytes) -> str:
    if b"#" in name:
        name = re.sub(rb"#([0-9A-Fa-f]{2})", lambda found: bytes.fromhex(found[1].decode()), name)
    return name.decode("latin-1")


def _unescape(text: bytes) -> bytes:
    return _ESCAPE.sub(_escape, text) if b"\\" in text else text


def _escape(found: re.Match[bytes]) -> bytes:
    what = found[1]
    if what[:1].isdigit() and what[:1] < b"8":
        return bytes([int(what, 8) & 255])
    return b"" if what in (b"\n", b"\r", b"\r\n") else _ESCAPED.get(what, what)


def _nested_text(source: _Source) -> bytes | None:
    """Return a text that has brackets in it, and read it; None where it does not end."""
    depth, start = 1, source.at
    for found in _BRACKETS.finditer(source.data, start, start + MAX_BYTES):
        if found[0] in (b"(", b")"):
            depth += 1 if found[0] == b"(" else -1
        if depth == 0:
            source.at = found.end()
            return _unescape(source.data[start : found.start()])
    return None


def _inline_image(inner: list[Any], source: _Source) -> Iterator[Operation]:
    """Yield the image whose data begin at ``source.at``, and read these.

    Data without a filter may hold anything, and their length is known; others are searched.
    """
    if len(inner) % 2 or not all(type(key) is Name for key in inner[::2]):
        yield UNREAD, [_("an inline image has keys without values")]
        inner = []
    values = dictionary(inner)
    skipped = of_dictionary(values)
    source.at = min(source.at + 1, len(source.data))  # one white space
    while skipped > len(source.data) - source.at:
        skipped -= len(source.data) - source.at
        source.at = len(source.data)
        if not source.more():
            break
    source.at = min(source.at + skipped, len(source.data))
    yield b"BI", [values]
    while True:
        end = data_end(source.data, source.at, source.ended)
        if end:
            source.at = end
            return
        source.at = max(source.at, len(source.data) - MAX_BYTES)
        if not source.more():
            yield UNREAD, [_("an inline image does not end")]
            source.at = len(source.data)
            return


# Data may hold the letters EI; what follows the true ones is operators, which are plain text.
_PICTURE_END = re.compile(rb"%b?EI(?=[%b]|\Z)" % (_SPACE, _DELIMITER))
_AHEAD = 40  # bytes that are looked at after an end
_CHANNELS = {"RGB": 3, "DeviceRGB": 3, "CMYK": 4, "DeviceCMYK": 4}
_LARGEST = 1 << 40


def of_dictionary(values: dict[str, Any]) -> int:
    """Return how many bytes the data have, 0 where that is not known before they are read."""
    if {"F", "Filter"} & values.keys():
        return 0
    width, height = (values.get(a, values.get(b, 0)) for a, b in (("W", "Width"), ("H", "Height")))
    mask = values.get("IM", values.get("ImageMask"))
    bits = 1 if mask is True else values.get("BPC", values.get("BitsPerComponent", 8))
    space = str(values.get("CS", values.get("ColorSpace")))
    try:
        row = int(width) * int(bits) * (1 if mask is True else _CHANNELS.get(space, 1))
        return min(_LARGEST, max(0, (row + 7) // 8 * int(height)))
    except (TypeError, ValueError, OverflowError):
        return 0


def data_end(data: bytes, start: int, whole: bool) -> int:
    """Return where the data of an image end, after ``EI``; 0 where that is not in ``data``.

    ``whole`` is whether nothing follows ``data``.
    """
    for found in _PICTURE_END.finditer(data, start):
        if not whole and found.end() + _AHEAD > len(data):
            return 0
        follows = data[found.end() : found.end() + _AHEAD]
        if all(byte in b"\0\t\n\f\r" or 32 <= byte < 127 for byte in follows):
            return found.end()
    return 0


_OPERAND_KINDS: dict[str, tuple[type, ...]] = {
    "n": (float,),
    "N": (Name,),
    "s": (bytes,),
    "a": (list,),
    "p": (Name, dict),
}
_COLOUR = "*"
_EXPECTED: dict[bytes, tuple[type, ...]] = {
    operator: tuple(_OPERAND_KINDS[kind][0] for kind in kinds)
    for operator, kinds in OPERATORS.items()
    if kinds != _COLOUR
}


def arguments(operator: bytes, operands: list[Any], report: Callable[[str], None]) -> list[Any]:
    """Return the operands that an operator takes; raises ``UnreadError`` where they are others.

    More than it takes are reported, as readers differ in which of them they take.
    """
    expected = _EXPECTED.get(operator)
    if expected is None or tuple(map(type, operands)) == expected:
        return operands
    kinds = OPERATORS[operator]
    taken = operands[len(operands) - len(kinds) :] if len(operands) > len(kinds) else operands
    if len(operands) > len(kinds):
        report(_("the operator {name} has too many operands").format(name=quote_bytes(operator)))
    if len(taken) < len(kinds) or not all(
        isinstance(one, _OPERAND_KINDS[kind]) for one, kind in zip(taken, kinds, strict=True)
    ):
        text = _("the operator {name} has wrong operands")
        raise UnreadError(text.format(name=quote_bytes(operator)))
    return taken

"""Reads the codes of fax (CCITT, ITU-T T.4 and T.6) as far as shows whether they are a picture.

A row is a list of places where its colour changes, white first; no pixel is made::

    _ _ # # # _ _ #      2 5 7 8 8 ...
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping
from typing import NamedTuple

MOST_CODES = 50_000  # that are read: what is no fax goes wrong within some hundred
_AT_ONCE, _CODES = 100, 4  # codes between two calls of ``work``; those that an operator takes
_LONGEST = 13  # bits of a code
_ZEROS = 11  # of a mark at the end of a row, and then a one
_BEHIND = 4  # changes behind the last of a row, so that there is always a next one
_PASS, _ACROSS = "pass", "across"
_MODES: Mapping[str, int | str] = {  # numbers are how far a change is from the one above
    "1": 0,
    "011": 1,
    "000011": 2,
    "0000011": 3,
    "010": -1,
    "000010": -2,
    "0000010": -3,
    "0001": _PASS,
    "001": _ACROSS,
}

# Lengths 0 to 63, then 64 to 1728 in steps of 64, as the recommendations list them.
_WHITE = """
00110101 000111 0111 1000 1011 1100 1110 1111 10011 10100 00111 01000 001000 000011 110100 110101
101010 101011 0100111 0001100 0001000 0010111 0000011 0000100 0101000 0101011 0010011 0100100
0011000 00000010 00000011 00011010 00011011 00010010 00010011 00010100 00010101 00010110 00010111
00101000 00101001 00101010 00101011 00101100 00101101 00000100 00000101 00001010 00001011 01010010
01010011 01010100 01010101 00100100 00100101 01011000 01011001 01011010 01011011 01001010 01001011
00110010 00110011 00110100
11011 10010 010111 0110111 00110110 00110111 01100100 01100101 01101000 01100111 011001100
011001101 011010010 011010011 011010100 011010101 011010110 011010111 011011000 011011001 011011010
011011011 010011000 010011001 010011010 011000 010011011
"""
_BLACK = """
0000110111 010 11 10 011 0011 0010 00011 000101 000100 0000100 0000101 0000111 00000100 00000111
000011000 0000010111 0000011000 0000001000 00001100111 00001101000 00001101100 00000110111
00000101000 00000010111 00000011000 000011001010 000011001011 000011001100 000011001101
000001101000 000001101001 000001101010 000001101011 000011010010 000011010011 000011010100
000011010101 000011010110 000011010111 000001101100 000001101101 000011011010 000011011011
000001010100 000001010101 000001010110 000001010111 000001100100 000001100101 000001010010
000001010011 000000100100 000000110111 000000111000 000000100111 000000101000 000001011000
000001011001 000000101011 000000101100 000001011010 000001100110 000001100111
0000001111 000011001000 000011001001 000001011011 000000110011 000000110100 000000110101
0000001101100 0000001101101 0000001001010 0000001001011 0000001001100 0000001001101 0000001110010
0000001110011 0000001110100 0000001110101 0000001110110 0000001110111 0000001010010 0000001010011
0000001010100 0000001010101 0000001011010 0000001011011 0000001100100 0000001100101
"""
_LONG = """
00000001000 00000001100 00000001101 000000010010 000000010011 000000010100 000000010101
000000010110 000000010111 000000011100 000000011101 000000011110 000000011111
"""  # of both colours: 1792 to 2560


class FaxError(ValueError):
    """The data are no fax."""


class _EndError(Exception):
    """The data have ended."""


class FaxForm(NamedTuple):
    """How rows are written: those of ``k`` < 0 beside the one above, of 0 alone, else by a bit."""

    width: int
    k: int = 0
    marked: bool = False  # a mark ends each row
    whole_bytes: bool = False  # each row begins with a byte


def rows_of(data: bytes, form: FaxForm, most: int, work: Callable[[int], None]) -> int:
    """Return how many rows of at most ``most`` are there, ``most`` after ``MOST_CODES`` codes.

    ``work`` counts operators. Raises ``FaxError``.
    """
    if form.width < 1:
        raise FaxError
    reader, above = _Reader(data, work), [form.width] * _BEHIND
    for row in range(most):
        if reader.codes > MOST_CODES:
            return most
        try:
            ends, alone = reader.begin_row(form)
            if ends:
                return row
            above = reader.row(form.width, None if alone else above)
        except _EndError:
            return row
    return most


def _table(*codes: tuple[str, int | str]) -> dict[tuple[int, int], int | str]:
    """Return what codes stand for, by their lengths and bits."""
    return {(len(code), int(code, 2)): value for code, value in codes}


def _runs(listed: str) -> dict[tuple[int, int], int | str]:
    codes, steps = listed.split(), [*range(64), *range(64, 1729, 64)]
    long = zip(_LONG.split(), range(1792, 2561, 64), strict=True)
    return _table(*zip(codes, steps, strict=True), *long)


_OF_MODES = _table(*_MODES.items())
_OF_RUNS = _runs(_WHITE), _runs(_BLACK)


class _Reader:
    """Takes codes from the bits of data, the highest of each byte first."""

    def __init__(self, data: bytes, work: Callable[[int], None]) -> None:
        self._data, self._work = data, work
        self._at, self._end = 0, 8 * len(data)
        self.codes = 0

    def _bits(self, count: int) -> int:
        """Return the next bits without taking them; those behind the end are 0."""
        byte, over = divmod(self._at, 8)
        held = int.from_bytes(self._data[byte : byte + 4].ljust(4, b"\0"), "big")
        return held >> (32 - over - count) & ((1 << count) - 1)

    def _code(self, table: Mapping[tuple[int, int], int | str]) -> int | str:
        self.codes += 1
        if self.codes % _AT_ONCE == 0:
            self._work(_AT_ONCE // _CODES)
        bits = self._bits(_LONGEST)
        for length in range(1, _LONGEST + 1):
            value = table.get((length, bits >> (_LONGEST - length)))
            if value is not None:
                self._at += length
                if self._at > self._end:
                    raise _EndError
                return value
        if self._end - self._at < _LONGEST:
            raise _EndError
        raise FaxError

    def begin_row(self, form: FaxForm) -> tuple[bool, bool]:
        """Take what is between two rows; return whether it ends all, and if the next is alone."""
        if form.whole_bytes and not form.marked:
            self._at += -self._at % 8
        marks, alone = 0, True
        while self._takes_mark():
            marks += 1
            if form.k > 0:
                alone = bool(self._bits(1))
                self._at += 1
        return marks > 1 or self._at >= self._end, alone and form.k >= 0

    def _takes_mark(self) -> bool:
        """Take eleven zeros or more and a one, or zeros up to the end."""
        if self._bits(_ZEROS):
            return False
        self._at += _ZEROS
        while self._at < self._end and not self._bits(1):
            self._at += 1 if self._bits(24) else 24
        self._at += 1
        return self._at <= self._end

    def row(self, width: int, above: list[int] | None) -> list[int]:
        """Take a row, below that ``above`` or alone; return where its colour changes."""
        changes: list[int] = []
        place = colour = 0
        while place < width:
            mode = self._code(_OF_MODES) if above else _ACROSS
            if above is None or mode == _ACROSS:
                changes.append(place + self._run(colour))
                if above or changes[-1] < width:
                    changes.append(changes[-1] + self._run(1 - colour))
                after = changes[-1]
            else:
                # the first change above on the right, to the other colour
                found = bisect_right(above, place) if place else bisect_left(above, place)
                found += found % 2 != colour
                if mode == _PASS:
                    after = above[found + 1]
                else:
                    after = above[found] + int(mode)
                    changes.append(after)
                    colour = 1 - colour
            if not place <= after <= width:
                raise FaxError
            place = after
        return [*changes, *[width] * _BEHIND]

    def _run(self, colour: int) -> int:
        total = 0
        while True:
            length = int(self._code(_OF_RUNS[colour]))
            total += length
            if length < 64:
                return total

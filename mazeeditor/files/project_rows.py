"""The rows of walls in a project file, one line each: a diff shows which rows have changed.

Each place of a row has a fixed number of hexadecimal digits, the bits of ``Maze.walls``: one digit
where cells have up to four slots, two where they have up to eight::

    +---+---+        cell 0 is closed at the top, bottom and left: bits 0, 2 and 3, digit d
    |       |        cell 1 is closed at the top and right:        bits 0 and 1,    digit 3
    +---+   +        so the row is "d3"

The rows contain the mask as well: a place outside the maze has dots instead of digits.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.disk.input_files import CHUNK_BYTES
from mazeeditor.core.disk.json_files import parse_json
from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.files import BOM, Data
from mazeeditor.maze.lattice import Lattice

OPEN, SHUT = b'\n"walls": [\n', b"\n]"  # around the rows
CHECKSUM = "sha256"
ROWS_AT_ONCE = 64  # rows between two checks for Cancel
MAX_END_BYTES = 1000  # bytes in which a damaged checksum is searched for
NO_DIGIT = 255
DOT = ord(".")
# a key with a text that follows a list and ends the file, as the checksum follows the walls
_LAST_TEXT = re.compile(rb'\]\s*,\s*"([^"]*)"\s*:\s*"([^"]*)"\s*\}\s*\Z')
_HASH = re.compile(rb"[0-9A-Fa-f]{64}")
_DIGIT = b"0123456789abcdef" * 16  # of the low four bits of a byte
_VALUE = bytes(
    int(chr(byte), 16) if chr(byte) in "0123456789abcdefABCDEF" else NO_DIGIT for byte in range(256)
)


@dataclass(frozen=True)
class Rows:
    """The digits of each row, in order; ``line`` is that of the first row where rows are lines."""

    count: int
    digits: Iterable[bytes]
    line: int | None = None


def plain(data: Data) -> Data:
    """Return ``data`` without byte order mark, with the line ends that the checksum covers."""
    if data.startswith(BOM):
        data = data[len(BOM) :]
    return data.replace(b"\r\n", b"\n") if b"\r" in data else data


def take_apart(text: Data) -> tuple[Any, Rows | None]:
    """Return the header, not checked yet, and the rows where there are any.

    A file as this program writes it is taken apart by its lines, so that a large one needs little
    memory and never holds up other threads; any other layout is read as JSON. Raises
    ``MazeError`` with the line where ``text`` is not JSON.
    """
    start, stop = text.find(OPEN) + len(OPEN), text.rfind(SHUT)
    if len(OPEN) <= start <= stop:
        header = _without_rows(text, start, stop)
        if header is not None:
            return header, _lines(text, start, stop)
    header = parse_json(text)
    walls = header.pop("walls", None) if isinstance(header, dict) else None
    if not isinstance(walls, list) or not all(isinstance(row, str) for row in walls):
        return header, None
    return header, Rows(len(walls), (row.encode("utf-8", "replace") for row in walls))


def _without_rows(text: Data, start: int, stop: int) -> dict[str, Any] | None:
    """Return the header where the rows between ``start`` and ``stop`` are its walls."""
    tail = text[stop:]
    if tail.strip() == b"],":  # the last line, the checksum, was deleted to open a changed file
        tail = b"]}"
    try:
        header = parse_json(text[:start] + tail)
    except MazeError:
        return None  # reading the whole text finds the right line
    if not isinstance(header, dict) or header.pop("walls", None) != []:
        return None
    return header


def _lines(text: Data, start: int, stop: int) -> Rows:
    line = text.count(b"\n", 0, start) + 1
    # in chunks, between which other threads can run
    chunks = range(start, stop, CHUNK_BYTES)
    count = sum(text.count(b"\n", at, min(at + CHUNK_BYTES, stop)) for at in chunks) + 1
    return Rows(count, _digits(text, start, stop, line, count), line)


def _digits(text: Data, start: int, stop: int, first: int, count: int) -> Iterator[bytes]:
    for line in range(first, first + count):
        end = text.find(b"\n", start, stop)
        row, end = (text[start:stop], stop) if end < 0 else (text[start:end], end)
        close = b'"' if end == stop else b'",'
        if not (row.startswith(b'"') and row.endswith(close) and len(row) > len(close)):
            raise MazeError(
                _("line {line} is not a row of walls in quotes with a comma behind.").format(
                    line=line
                )
            )
        yield bytes(row[1 : -len(close)])
        start = end + 1


def check_sum(text: Data, header: dict[str, Any], known: Iterable[str]) -> list[str]:
    """Take the checksum out of a header, and return a warning where there is none.

    It must be the sha256 of all lines but the last. Users delete that line to open a file that was
    changed by hand; a last line that could be a damaged checksum is refused, so that damage to it
    never switches the check off. ``known`` are the other keys. Raises ``MazeError``.
    """
    if CHECKSUM in header:
        _compare(text, header.pop(CHECKSUM))
        return []
    last = _LAST_TEXT.search(text, max(0, len(text) - MAX_END_BYTES))
    if last and last[1].decode("utf-8", "replace") not in known and _like_checksum(last):
        raise MazeError(
            _(
                "its last line is not a checksum: it is damaged, or was changed outside "
                "mazeeditor; to open it as it is, delete its last line."
            )
        )
    return [_("There is no checksum, so damage cannot be detected; saving adds one.")]


def _compare(text: Data, expected: Any) -> None:
    end = text.rfind(b'\n"%b"' % CHECKSUM.encode()) + 1
    whole = b"\n" not in text[end:].strip()  # nothing follows the last line
    actual = hashlib.sha256(memoryview(text)[:end]).hexdigest()
    if expected != actual or not whole:
        raise MazeError(
            _(
                "its checksum does not fit: it is damaged, or was changed outside mazeeditor; "
                "to open it as it is, delete its last line."
            )
        )


def _like_checksum(last: re.Match[bytes]) -> bool:
    """Whether a key that ends a file resembles that of the checksum, or has the value of one."""
    from difflib import get_close_matches  # here: most files have their checksum

    name = last[1].decode("utf-8", "replace")[:20]
    return bool(_HASH.fullmatch(last[2]) or get_close_matches(name, [CHECKSUM]))


# Rows and digits


def digits_a_place(lattice: Lattice) -> int:
    return 1 if lattice.degree <= 4 else 2


def encode_rows(lattice: Lattice, walls: NDArray[np.uint8]) -> Iterator[bytes]:
    """Yield the digits of each row of ``walls`` uint8[n], dots for places outside the maze."""
    single = digits_a_place(lattice) == 1
    for start, length in zip(
        lattice.row_starts.tolist(), lattice.row_lengths.tolist(), strict=True
    ):
        row = walls[start : start + length].tobytes()
        digits = row.translate(_DIGIT) if single else row.hex().encode()
        inside = lattice.inside[start : start + length]
        yield digits if inside.all() else _with_dots(digits, inside)


def _with_dots(digits: bytes, inside: NDArray[np.bool_]) -> bytes:
    """Return the digits of a row with dots for the places that are not ``inside`` bool[places]."""
    text = np.frombuffer(digits, np.uint8).reshape(len(inside), -1)
    return np.where(inside[:, None], text, np.uint8(DOT)).tobytes()


def _without_dots(digits: bytes, lattice: Lattice) -> tuple[bytes, NDArray[np.bool_]]:
    """Return digits of closed walls for dots, and bool[places]: which places are inside.

    A dot next to a digit of the same place stays: it is an error, not a mask.
    """
    width = digits_a_place(lattice)
    if len(digits) % width:
        return digits, np.ones(0, np.bool_)
    text = np.frombuffer(digits, np.uint8).reshape(-1, width)
    inside = (text != DOT).any(axis=1)
    closed = np.frombuffer(b"%0*x" % (width, lattice.closed), np.uint8)
    return np.where(inside[:, None], text, closed).tobytes(), inside


def check_count(rows: Rows | None, needed: int) -> Rows:
    """Return the rows where there are as many as needed; raises ``MazeError``."""
    if rows is None:
        raise MazeError(_('"walls" must be a list of texts, one for each row.'))
    if rows.count != needed:
        raise MazeError(
            _('"walls" has {found:,} rows where {needed:,} are needed.').format(
                found=rows.count, needed=needed
            )
        )
    return rows


def decode_rows(
    lattice: Lattice, rows: Rows | None, job: Job
) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """Return the walls uint8[n] in the rows, and which cells bool[n] are inside.

    Raises ``MazeError`` with the line.
    """
    rows = check_count(rows, lattice.rows)
    walls = np.full(lattice.size, lattice.closed, np.uint8)
    inside = lattice.inside
    job.phase(lattice.rows, 0.6)
    starts = lattice.row_starts.tolist()
    for row, (start, digits) in enumerate(zip(starts, rows.digits, strict=True)):
        inside_row = None
        if b"." in digits:
            digits, inside_row = _without_dots(digits, lattice)
        values = _decode(digits, lattice, row, rows.line)
        walls[start : start + len(values)] = values
        if inside_row is not None:
            inside = inside if inside.flags.writeable else inside.copy()
            inside[start : start + len(values)] &= inside_row
        if row % ROWS_AT_ONCE == 0:
            job.step(row)
    return walls, inside


def _decode(digits: bytes, lattice: Lattice, row: int, first_line: int | None) -> NDArray[np.uint8]:
    try:
        return decode_row(digits, lattice, row)
    except MazeError as error:
        if first_line is None:
            message = _('row {row} of "walls" {reason}.').format(row=row, reason=error)
        else:
            message = _('line {line}, row {row} of "walls", {reason}.').format(
                line=first_line + row, row=row, reason=error
            )
        raise MazeError(message) from None


def decode_row(digits: bytes, lattice: Lattice, row: int) -> NDArray[np.uint8]:
    """Return the walls uint8[places] of a row; raises ``MazeError`` with a reason."""
    width = digits_a_place(lattice)
    needed = int(lattice.row_lengths[row]) * width
    if len(digits) != needed:
        raise MazeError(
            _("has {found:,} digits where {needed:,} are needed").format(
                found=len(digits), needed=needed
            )
        )
    values = np.frombuffer(digits.translate(_VALUE), np.uint8)
    bad = values == NO_DIGIT
    if width == 2:
        bad = bad[0::2] | bad[1::2]
        values = values[0::2] << np.uint8(4) | values[1::2]
    bad |= values > lattice.closed
    if bad.any():
        column = int(bad.argmax())
        raise MazeError(
            _("has {digits} for column {column}, which stands for no walls of a cell").format(
                digits=ascii(digits[column * width :][:width].decode("latin-1")), column=column
            )
        )
    return values

"""The walls of a maze as text, one line a row: a person sees in a diff which rows changed.

Each place of a row has a fixed number of hexadecimal digits, the bits of ``Maze.walls``: one digit
where cells have up to four slots, two where they have up to eight::

    +---+---+        cell 0 is closed at the top, bottom and left: bits 0, 2 and 3, digit d
    |       |        cell 1 is closed at the top and right:        bits 0 and 1,    digit 3
    +---+   +        so the row is "d3"

A mask is read off the rows as well: a place that is outside the maze has dots for digits.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from mazeeditor.errors import MazeError
from mazeeditor.files.layout import Rows
from mazeeditor.job import Job
from mazeeditor.maze.lattice import Lattice
from mazeeditor.words import _

ROWS_AT_ONCE = 64  # rows between two looks at Cancel
NO_DIGIT = 255
DOT = ord(".")
_DIGIT = b"0123456789abcdef" * 16  # of the low four bits of a byte
_VALUE = bytes(
    int(chr(byte), 16) if chr(byte) in "0123456789abcdefABCDEF" else NO_DIGIT for byte in range(256)
)


def digits_a_place(lattice: Lattice) -> int:
    """Return how many digits a cell has."""
    return 1 if lattice.degree <= 4 else 2


def encode_rows(lattice: Lattice, walls: NDArray[np.uint8]) -> Iterator[bytes]:
    """Yield the digits of each row of ``walls`` uint8[n], dots for places outside the maze."""
    one = digits_a_place(lattice) == 1
    for start, length in zip(
        lattice.row_starts.tolist(), lattice.row_lengths.tolist(), strict=True
    ):
        row = walls[start : start + length].tobytes()
        digits = row.translate(_DIGIT) if one else row.hex().encode()
        inside = lattice.inside[start : start + length]
        yield digits if inside.all() else _with_dots(digits, inside)


def _with_dots(digits: bytes, inside: NDArray[np.bool_]) -> bytes:
    """Return the digits of a row with dots for the places that are not ``inside`` bool[places]."""
    text = np.frombuffer(digits, np.uint8).reshape(len(inside), -1)
    return np.where(inside[:, None], text, np.uint8(DOT)).tobytes()


def _without_dots(digits: bytes, lattice: Lattice) -> tuple[bytes, NDArray[np.bool_]]:
    """Return digits of closed walls for dots, and bool[places]: which places are inside.

    A dot among the digits of a place stays where it is: that is no mask but a mistake.
    """
    each = digits_a_place(lattice)
    if len(digits) % each:
        return digits, np.ones(0, np.bool_)
    text = np.frombuffer(digits, np.uint8).reshape(-1, each)
    inside = (text != DOT).any(axis=1)
    closed = np.frombuffer(b"%0*x" % (each, lattice.closed), np.uint8)
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
    """Return the walls uint8[n] that the rows stand for, and which cells bool[n] are inside.

    Raises ``MazeError`` with the line.
    """
    rows = check_count(rows, lattice.rows)
    walls = np.full(lattice.size, lattice.closed, np.uint8)
    inside = lattice.inside
    job.phase(lattice.rows, 0.6)
    starts = lattice.row_starts.tolist()
    for row, (start, digits) in enumerate(zip(starts, rows.digits, strict=True)):
        here = None
        if b"." in digits:
            digits, here = _without_dots(digits, lattice)
        values = _decode(digits, lattice, row, rows.line)
        walls[start : start + len(values)] = values
        if here is not None:
            inside = inside if inside.flags.writeable else inside.copy()
            inside[start : start + len(values)] &= here
        if row % ROWS_AT_ONCE == 0:
            job.step(row)
    return walls, inside


def _decode(digits: bytes, lattice: Lattice, row: int, first_line: int | None) -> NDArray[np.uint8]:
    try:
        return decode_row(digits, lattice, row)
    except MazeError as error:
        if first_line is None:
            words = _('row {row} of "walls" {reason}.').format(row=row, reason=error)
        else:
            words = _('line {line}, row {row} of "walls", {reason}.').format(
                line=first_line + row, row=row, reason=error
            )
        raise MazeError(words) from None


def decode_row(digits: bytes, lattice: Lattice, row: int) -> NDArray[np.uint8]:
    """Return the walls uint8[places] of a row; raises ``MazeError`` with a reason."""
    each = digits_a_place(lattice)
    needed = int(lattice.row_lengths[row]) * each
    if len(digits) != needed:
        raise MazeError(
            _("has {found:,} digits where {needed:,} are needed").format(
                found=len(digits), needed=needed
            )
        )
    values = np.frombuffer(digits.translate(_VALUE), np.uint8)
    bad = values == NO_DIGIT
    if each == 2:
        bad = bad[0::2] | bad[1::2]
        values = values[0::2] << np.uint8(4) | values[1::2]
    bad |= values > lattice.closed
    if bad.any():
        column = int(bad.argmax())
        raise MazeError(
            _("has {digits} for column {column}, which stands for no walls of a cell").format(
                digits=ascii(digits[column * each :][:each].decode("latin-1")), column=column
            )
        )
    return values

"""Takes a project file apart: header, rows of walls and checksum, whoever laid it out.

A file as this program writes it is taken apart by its lines, so that a large one costs little
memory and never holds up other threads; what another program has laid out anew is read as JSON.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from mazeeditor.errors import MazeError
from mazeeditor.files import CHUNK, Data
from mazeeditor.files.strict_json import parse_json
from mazeeditor.words import _

BOM = b"\xef\xbb\xbf"
OPEN, SHUT = b'\n"walls": [\n', b"\n]"  # around the rows
CHECKSUM = "sha256"


@dataclass(frozen=True)
class Rows:
    """The digits of each row, in order; ``line`` is that of the first row where rows are lines."""

    count: int
    digits: Iterable[bytes]
    line: int | None = None


def plain(data: Data) -> Data:
    """Return ``data`` without byte order mark and with the line ends that the checksum counts."""
    if data.startswith(BOM):
        data = data[len(BOM) :]
    return data.replace(b"\r\n", b"\n") if b"\r" in data else data


def take_apart(text: Data) -> tuple[Any, Rows | None]:
    """Return the header, as yet unchecked, and the rows where there are any.

    Raises ``MazeError`` with the line where ``text`` is no JSON.
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
        return None  # the whole text tells the right line
    if not isinstance(header, dict) or header.pop("walls", None) != []:
        return None
    return header


def _lines(text: Data, start: int, stop: int) -> Rows:
    line = text.count(b"\n", 0, start) + 1
    # in pieces, between which other threads get their turn
    pieces = range(start, stop, CHUNK)
    count = sum(text.count(b"\n", at, min(at + CHUNK, stop)) for at in pieces) + 1
    return Rows(count, _digits(text, start, stop, line, count), line)


def _digits(text: Data, start: int, stop: int, first: int, count: int) -> Iterator[bytes]:
    for line in range(first, first + count):
        end = text.find(b"\n", start, stop)
        row, end = (text[start:stop], stop) if end < 0 else (text[start:end], end)
        close = b'"' if end == stop else b'",'
        if not (row.startswith(b'"') and row.endswith(close) and len(row) > len(close)):
            raise MazeError(
                _("line {line} is no row of walls in quotes, a comma behind it.").format(line=line)
            )
        yield bytes(row[1 : -len(close)])
        start = end + 1


def check_sum(text: Data, wanted: Any) -> None:
    """Raise ``MazeError`` unless ``wanted`` is the sha256 of all lines but the last.

    ``None`` stands for a file whose checksum somebody took out, to change it by hand.
    """
    if wanted is None:
        return
    end = text.rfind(b'\n"%b"' % CHECKSUM.encode()) + 1
    whole = b"\n" not in text[end:].strip()  # nothing was put behind the last line
    found = hashlib.sha256(memoryview(text)[:end]).hexdigest()
    if wanted != found or not whole:
        raise MazeError(
            _(
                "its checksum does not fit: it is damaged, or was changed outside mazeeditor; "
                "to open it as it is, delete its last line."
            )
        )

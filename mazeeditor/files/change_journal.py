"""The changes since a snapshot, one line each, so that few bytes are written for each change.

::

    journal-12       5f0a91c3 [13,1790000000.123,"do",{"kind":"walls","walls":[120],...}]
                     c03b77e4 [14,1790000000.340,"undo",{...}]
    journal-15       a817d0f2 [16,...

``journal-12`` goes on from the content after change 12. Each line has the CRC-32 of its values,
which begins with that of the name of the process: no line of another one fits, nor one that was
cut.
"""

from __future__ import annotations

import json
import os
import re
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from mazeeditor.core.disk.json_files import parse_json
from mazeeditor.core.disk.staging import sync_folder
from mazeeditor.core.errors import MazeError

NAME = re.compile(r"journal-([0-9]{1,18})")
LARGEST = 1 << 27  # bytes of a file that is read
CHECK = 8  # digits of the CRC-32


class JournalEntry(NamedTuple):
    """A change by its number, which grows by one each, its time (s since 1970) and what it was.

    ``record`` is a list of plain JSON values.
    """

    number: int
    time: float
    record: list[Any]


def name_of(start: int) -> str:
    """Return the name of the journal that goes on after change ``start``."""
    return f"journal-{start}"


def encoded(changes: Iterable[JournalEntry], key: str) -> bytes:
    """Return the lines of changes; ``key`` names the process."""
    lines = []
    for number, time, record in changes:
        line = json.dumps([number, round(time, 3), *record], separators=(",", ":")).encode()
        lines.append(b"%b %b\n" % (_check(line, key), line))
    return b"".join(lines)


def _check(line: bytes, key: str) -> bytes:
    return b"%0*x" % (CHECK, zlib.crc32(line, zlib.crc32(key.encode())))


def append(path: Path, data: bytes, *, new: bool) -> None:
    """Write lines behind those of a journal that is there, or ``new``; raises ``OSError``.

    A process that ends now loses none of it; ``sync`` makes that true of the power, too.
    """
    flags = os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)
    number = os.open(path, flags | (os.O_CREAT | os.O_EXCL if new else 0), 0o600)
    try:
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(number, rest) :]
    finally:
        os.close(number)


def sync(path: Path) -> None:
    """Wait until what was written is on the disk, with its name; raises ``OSError``."""
    number = os.open(path, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
    try:
        os.fsync(number)
    finally:
        os.close(number)
    sync_folder(path.parent)


def journals(folder: Path) -> list[tuple[int, Path]]:
    """Return the journals in a folder in their order, and after which change each begins."""
    try:
        named = [(NAME.fullmatch(path.name), path) for path in folder.iterdir()]
    except OSError:
        return []
    return sorted((int(match[1]), path) for match, path in named if match)


def changes_after(folder: Path, start: int, key: str) -> list[JournalEntry]:
    """Return the changes after ``start``, without a gap: up to the first line that is damaged."""
    found: list[JournalEntry] = []
    for _start, path in journals(folder):
        for change in _changes_in(path, key):
            if change.number == start + len(found) + 1:
                found.append(change)
    return found


def _changes_in(path: Path, key: str) -> Iterator[JournalEntry]:
    """Yield the changes in a file up to a line that is cut, damaged or of another process."""
    try:
        if path.is_symlink() or path.stat().st_size > LARGEST:
            return
        data = path.read_bytes()
    except OSError:
        return
    for line in data.split(b"\n")[:-1]:
        text = line[CHECK + 1 :]
        if line != b"%b %b" % (_check(text, key), text):
            return
        with suppress(MazeError, TypeError, ValueError):  # else it was written like that
            number, time, *record = parse_json(text)
            yield JournalEntry(int(number), float(time), record)

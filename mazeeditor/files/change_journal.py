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
import stat
import zlib
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from mazeeditor.core.disk.json_files import parse_json
from mazeeditor.core.disk.staging import sync_folder
from mazeeditor.core.errors import MazeError
from mazeeditor.core.translation import _, count

NAME = re.compile(r"journal-([0-9]{1,18})")
MAX_BYTES = 1 << 27  # bytes of a file that is read
LATEST_S = 250_000_000_000  # s since 1970, in the year 9892: Python has no years beyond 9999
CHECKSUM_DIGITS = 8  # digits of the CRC-32


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


def encode_changes(changes: Iterable[JournalEntry], key: str) -> bytes:
    """Return the lines of changes; ``key`` names the process."""
    lines = []
    for number, time, record in changes:
        line = json.dumps([number, round(time, 3), *record], separators=(",", ":")).encode()
        lines.append(b"%b %b\n" % (_check(line, key), line))
    return b"".join(lines)


def _check(line: bytes, key: str) -> bytes:
    return b"%0*x" % (CHECKSUM_DIGITS, zlib.crc32(line, zlib.crc32(key.encode())))


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


class ChangesAfter(NamedTuple):
    """The changes that a journal gives back, and how many later ones it held at the least.

    Where it was ``cut`` nobody knows how many there were behind the first that is missing.
    """

    entries: list[JournalEntry]
    left_out: int = 0
    cut: bool = False

    def up_to(self, done: int) -> ChangesAfter:
        """Return the first ``done`` of them: the others are left out too."""
        return self._replace(
            entries=self.entries[:done], left_out=self.left_out + len(self.entries) - done
        )

    @property
    def warning(self) -> str:
        """What users are told of the changes that are missing, "" where none is known to be."""
        if not self.left_out:
            return ""
        changes = count(self.left_out, "change", "changes")
        if self.cut:
            text = _("Left out after this: at least {changes}, as the record is cut off.")
        else:
            text = _("Left out after this: {changes}, as the record is damaged.")
        return text.format(changes=changes)


def changes_after(folder: Path, start: int, key: str) -> ChangesAfter:
    """Return the changes after ``start``, without a gap: up to the first line that is damaged."""
    found: list[JournalEntry] = []
    last, cut = start, False
    for before, path in journals(folder):
        number = before
        for line in _lines(path):
            change = _change_in(line, key)
            number = change.number if change else number + 1
            last, cut = max(last, number), not line.endswith(b"\n")
            if change and number == start + len(found) + 1:
                found.append(change)
    return ChangesAfter(found, last - start - len(found), cut)


def _lines(path: Path) -> list[bytes]:
    """Return the lines of a journal with their ends; none where it is no ordinary file."""
    flags = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)
    try:  # a pipe without a writer would be waited for
        with os.fdopen(os.open(path, flags | getattr(os, "O_NONBLOCK", 0)), "rb") as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode) or status.st_size > MAX_BYTES:
                return []
            return [line for line in re.findall(rb"[^\n]*\n?", file.read(MAX_BYTES)) if line]
    except OSError:
        return []


def _change_in(line: bytes, key: str) -> JournalEntry | None:
    """Return the change in a line, None in one that is cut, damaged or of another process."""
    text = line[CHECKSUM_DIGITS + 1 : -1]
    if line != b"%b %b\n" % (_check(text, key), text):
        return None
    with suppress(MazeError, TypeError, ValueError):  # else it was written like that
        number, time, *record = parse_json(text)
        if 0 <= time <= LATEST_S:
            return JournalEntry(int(number), float(time), record)
    return None

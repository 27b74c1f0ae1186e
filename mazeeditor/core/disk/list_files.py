"""Reads lists of users: CSV in any encoding, with any of the usual signs between columns."""

from __future__ import annotations

import csv
import io
import logging
import re
from contextlib import suppress
from pathlib import Path

from mazeeditor.core.disk.file_kinds import JSON, UTF_16, kind_of
from mazeeditor.core.disk.input_files import bytes_of
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.translation import _, printable

MAX_BYTES = 20_000_000  # bytes
MOST_ROWS = 10_000
DELIMITERS = ",;\t|"
OLD = "cp1252"
MARKS = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
_DELIMITER = re.compile(r"sep=([,;\t|])[ \t]*(?:\r\n?|\n)", re.IGNORECASE)  # first, for Excel


def name_at_beginning(file: str) -> str:
    """Return what a list is called at the beginning of a sentence."""
    return _("The list") if file == _("the list") else file


def list_text(path: Path, what: str) -> str:
    """Return the text of a file in UTF-8, UTF-16 or, as older programs write it, Windows-1252.

    Logs where it is the last of these: any bytes can be read as that, and letters may be wrong.
    ``what`` is what the file should be: a "list of names". Raises ``MazeError``, ``UsageError``.
    """
    try:
        data = bytes_of(path, MAX_BYTES)
    except MazeError as error:
        text = _("Cannot read {file}: {reason}")
        raise MazeError(text.format(file=printable(path), reason=error)) from None
    kind = kind_of(data)
    if kind and kind not in (JSON, UTF_16):  # any text may begin with a bracket
        raise UsageError(_no_text(printable(path), what, kind))
    for encoding in _encodings(data):
        with suppress(UnicodeDecodeError):
            text = data.decode(encoding)
            if encoding == OLD:
                _warn_of_old(path)
            return text
    raise UsageError(_no_text(printable(path), what))


def _encodings(data: bytes) -> tuple[str, ...]:
    """Return what a file may be in: as its first bytes say, else as its zeros lie, if any do.

    In UTF-16 the head of a list has them in the first or second byte of nearly all characters.
    """
    marked = [name for mark, name in MARKS.items() if data.startswith(mark)]
    if marked:
        return (marked[0],)
    head = data[:200]
    for name, zeros, letters in (("utf-16-be", 0, 1), ("utf-16-le", 1, 0)):
        if 0 not in head[letters::2] and 2 * head[zeros::2].count(0) > len(head[zeros::2]):
            return (name,)
    return ("utf-8", OLD)


def _warn_of_old(path: Path) -> None:
    text = _(
        "{file} is not in UTF-8 and was read as Windows-1252: look whether all letters are right, "
        "or save it as CSV in UTF-8."
    )
    logging.getLogger(__name__).warning("%s", text.format(file=printable(path)))


def _no_text(file: str, what: str, kind: str = "") -> str:
    if kind:
        text = _("{file} is {kind}, not a {what}: save it as CSV in UTF-8.")
    else:
        text = _("{file} is not a {what}: save it as CSV in UTF-8.")
    return text.format(file=name_at_beginning(file), what=what, kind=kind)


def list_rows(text: str, file: str, what: str) -> list[tuple[int, list[str]]]:
    """Return the lines that are not empty, each with its number; raises ``UsageError``."""
    if "\0" in text:
        raise UsageError(_no_text(file, what))
    csv.field_size_limit(MAX_BYTES)
    lines = io.StringIO(text, newline="")
    if named := _DELIMITER.match(text):
        lines.seek(named.end())
    first = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = named[1] if named else max(DELIMITERS, key=first.count)
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    before = 1 if named else 0
    rows: list[tuple[int, list[str]]] = []
    try:
        for values in reader:
            if any(value.strip() for value in values):
                rows.append((reader.line_num + before, values))
            if len(rows) > MOST_ROWS + 1:
                text = _("{file} has more than {most:,} rows.")
                raise UsageError(text.format(file=name_at_beginning(file), most=MOST_ROWS))
    except csv.Error as error:
        text = _("Line {line} of {file} is not a row of a CSV: {reason}.")
        raise UsageError(
            text.format(line=reader.line_num + before, file=file, reason=error)
        ) from None
    return rows

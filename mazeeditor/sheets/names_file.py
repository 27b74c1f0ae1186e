"""Reads a list of names or of any columns: each row has mazes of its own.

::

    name,class        the first line names the columns: {name}, {class}
    Anna,3b
    "O'Neill, Bob",3c
"""

from __future__ import annotations

import csv
import io
import logging
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from mazeeditor.core.disk.input_files import bytes_of
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.translation import _, printable, quoted
from mazeeditor.page.text.lettering import clean

LARGEST = 20_000_000  # bytes
MOST_ROWS, MOST_COLUMNS = 10_000, 100
LONGEST = 1_000  # characters of a value
NAME = "name"  # of the only column of a list without a first line of names
DELIMITERS = ",;\t|"
OLD = "cp1252"
MARKS = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
_DELIMITER = re.compile(r"sep=([,;\t|])[ \t]*(?:\r\n?|\n)", re.IGNORECASE)  # first, for Excel


def read_names(path: Path, used: Sequence[str] = ()) -> list[dict[str, str]]:
    """Return the rows of a file, by the names of their columns.

    A single column needs no first line that names it, unless that is "name" or one of ``used``.
    Raises ``MazeError`` where the file cannot be read, and ``UsageError`` for an invalid list.
    """
    return _named(_text(path), printable(path), used)


def typed_names(text: str, used: Sequence[str] = ()) -> list[dict[str, str]]:
    """Return the rows of a list that was typed or pasted, as ``read_names`` does of a file.

    There are none where nothing was typed. Raises ``UsageError``.
    """
    if len(text) > LARGEST:
        most = LARGEST // 1_000_000
        raise UsageError(_("The list has more than {most} million characters.").format(most=most))
    return _named(text, _("the list"), used) if text.strip() else []


def _named(text: str, file: str, used: Sequence[str]) -> list[dict[str, str]]:
    """Return the rows of a list; ``file`` is what errors call it."""
    rows = _rows(text, file)
    if not rows:
        raise UsageError(_("{file} has no rows.").format(file=_begun(file)))
    head = [clean(value).casefold() for _line, values in rows[:1] for value in values]
    if len(head) == 1 and head[0] not in (NAME, *(name.casefold() for name in used)):
        columns = [NAME]
    else:
        columns = [clean(value) for value in rows.pop(0)[1]]
    _check_columns(columns, file)
    if not rows:
        text = _("{file} has only a line of column names: names stand below it, one a line.")
        raise UsageError(text.format(file=_begun(file)))
    return [_row(line, values, columns, file) for line, values in rows]


def _begun(file: str) -> str:
    """Return what a list is called at the beginning of a sentence."""
    return _("The list") if file == _("the list") else file


def column_of_names(row: Mapping[str, str]) -> str:
    """Return the column that says whom a row is for: "name" in any case, else the first one."""
    columns = [column for column in row if column.casefold() == NAME]
    return next(filter(row.get, columns), next(iter(columns or row), ""))


def _text(path: Path) -> str:
    """Return the text of a file in UTF-8, UTF-16 or, as older programs write it, Windows-1252.

    Logs where it is the last of these: any bytes can be read as that, and names may be wrong.
    """
    try:
        data = bytes_of(path, LARGEST)
    except MazeError as error:
        text = _("Cannot read {file}: {reason}")
        raise MazeError(text.format(file=printable(path), reason=error)) from None
    for encoding in _encodings(data):
        with suppress(UnicodeDecodeError):
            text = data.decode(encoding)
            if encoding == OLD:
                _warn_of_old(path)
            return text
    raise UsageError(_no_text(printable(path)))


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
        "{file} is not in UTF-8 and was read as Windows-1252: look whether all names are right, "
        "or save it as CSV in UTF-8."
    )
    logging.getLogger(__name__).warning("%s", text.format(file=printable(path)))


def _no_text(file: str) -> str:
    text = _("{file} is no list of names: save it as CSV in UTF-8.")
    return text.format(file=_begun(file))


def _rows(text: str, file: str) -> list[tuple[int, list[str]]]:
    """Return the lines that are not empty, each with its number; raises ``UsageError``."""
    if "\0" in text:
        raise UsageError(_no_text(file))
    csv.field_size_limit(LARGEST)
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
                raise UsageError(text.format(file=_begun(file), most=MOST_ROWS))
    except csv.Error as error:
        text = _("Line {line} of {file} is no row of a CSV: {reason}.")
        raise UsageError(
            text.format(line=reader.line_num + before, file=file, reason=error)
        ) from None
    return rows


def _check_columns(columns: Sequence[str], file: str) -> None:
    if len(columns) > MOST_COLUMNS:
        text = _("{file} has more than {most} columns.")
        raise UsageError(text.format(file=_begun(file), most=MOST_COLUMNS))
    for number, name in enumerate(columns, 1):
        if not name:
            text = _("Column {number} of {file} has no name in its first line.")
            raise UsageError(text.format(number=number, file=file))
        if columns.index(name) != number - 1:
            text = _("{file} has two columns named {name}.")
            raise UsageError(text.format(file=_begun(file), name=quoted(name)))


def _row(line: int, values: Sequence[str], columns: Sequence[str], file: str) -> dict[str, str]:
    """Return a row by its columns; what is missing at its end is empty."""
    if len(values) > len(columns):
        text = _("Line {line} of {file} has {values} values for {columns} columns.")
        counts = {"values": len(values), "columns": len(columns)}
        raise UsageError(text.format(line=line, file=file, **counts))
    row = dict.fromkeys(columns, "")
    for name, value in zip(columns, values, strict=False):
        if len(value) > LONGEST:
            text = _("The {name} in line {line} of {file} has more than {most:,} characters.")
            known = {"name": name, "line": line, "most": LONGEST}
            raise UsageError(text.format(file=file, **known))
        row[name] = clean(value)
    return row

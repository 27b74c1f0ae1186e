"""Reads a list of names or of any columns: one sheet is made for each row.

::

    name,class        the first line names the columns: {name}, {class}
    Anna,3b
    "O'Neill, Bob",3c
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from mazeeditor.drawing.lettering import clean
from mazeeditor.errors import MazeError, UsageError
from mazeeditor.files.json_files import bytes_of
from mazeeditor.translation import _, printable, quoted

LARGEST = 20_000_000  # bytes
MOST_ROWS, MOST_COLUMNS = 10_000, 100
LONGEST = 1_000  # characters of a value
NAME = "name"  # of the only column of a list without a first line of names
DELIMITERS = ",;\t|"
MARKS = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}


def read_names(path: Path, used: Sequence[str] = ()) -> list[dict[str, str]]:
    """Return the rows of a file, by the names of their columns.

    A single column needs no first line that names it, unless that is "name" or one of ``used``.
    Raises ``MazeError`` where the file cannot be read, and ``UsageError`` for an invalid list.
    """
    rows = _rows(_text(path), path)
    if not rows:
        raise UsageError(_("{file} has no rows.").format(file=printable(path)))
    head = [clean(value).casefold() for _line, values in rows[:1] for value in values]
    if len(head) == 1 and head[0] not in (NAME, *(name.casefold() for name in used)):
        columns = [NAME]
    else:
        columns = [clean(value) for value in rows.pop(0)[1]]
    _check_columns(columns, path)
    if not rows:
        raise UsageError(_("{file} has only a line of column names.").format(file=printable(path)))
    return [_row(line, values, columns, path) for line, values in rows]


def _text(path: Path) -> str:
    """Return the text of a file in UTF-8, UTF-16 or, as older programs write it, Windows-1252."""
    try:
        data = bytes_of(path, LARGEST)
    except MazeError as error:
        text = _("Cannot read {file}: {reason}")
        raise MazeError(text.format(file=printable(path), reason=error)) from None
    marked = [name for mark, name in MARKS.items() if data.startswith(mark)]
    for encoding in marked or ("utf-8", "cp1252"):
        with suppress(UnicodeDecodeError):
            return data.decode(encoding)
    raise UsageError(_no_text(path))


def _no_text(path: Path) -> str:
    return _("{file} is no list of names: save it as CSV in UTF-8.").format(file=printable(path))


def _rows(text: str, path: Path) -> list[tuple[int, list[str]]]:
    """Return the lines that are not empty, each with its number; raises ``UsageError``."""
    if "\0" in text:
        raise UsageError(_no_text(path))
    first = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = max(DELIMITERS, key=first.count)
    csv.field_size_limit(LARGEST)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    rows: list[tuple[int, list[str]]] = []
    try:
        for values in reader:
            if any(value.strip() for value in values):
                rows.append((reader.line_num, values))
            if len(rows) > MOST_ROWS + 1:
                text = _("{file} has more than {most:,} rows.")
                raise UsageError(text.format(file=printable(path), most=MOST_ROWS))
    except csv.Error as error:
        text = _("Line {line} of {file} is no row of a CSV: {reason}.")
        file = printable(path)
        raise UsageError(text.format(line=reader.line_num, file=file, reason=error)) from None
    return rows


def _check_columns(columns: Sequence[str], path: Path) -> None:
    file = printable(path)
    if len(columns) > MOST_COLUMNS:
        text = _("{file} has more than {most} columns.")
        raise UsageError(text.format(file=file, most=MOST_COLUMNS))
    for number, name in enumerate(columns, 1):
        if not name:
            text = _("Column {number} of {file} has no name in its first line.")
            raise UsageError(text.format(number=number, file=file))
        if columns.index(name) != number - 1:
            text = _("{file} has two columns named {name}.")
            raise UsageError(text.format(file=file, name=quoted(name)))


def _row(line: int, values: Sequence[str], columns: Sequence[str], path: Path) -> dict[str, str]:
    """Return a row by its columns; what is missing at its end is empty."""
    if len(values) > len(columns):
        text = _("Line {line} of {file} has {values} values for {columns} columns.")
        counts = {"values": len(values), "columns": len(columns)}
        raise UsageError(text.format(line=line, file=printable(path), **counts))
    row = dict.fromkeys(columns, "")
    for name, value in zip(columns, values, strict=False):
        if len(value) > LONGEST:
            text = _("The {name} in line {line} of {file} has more than {most:,} characters.")
            known = {"name": name, "line": line, "most": LONGEST}
            raise UsageError(text.format(file=printable(path), **known))
        row[name] = clean(value)
    return row

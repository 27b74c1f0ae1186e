"""Reads a list of names or of any columns: each row has mazes of its own.

::

    name,class        the first line names the columns: {name}, {class}
    Anna,3b
    "O'Neill, Bob",3c
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from mazeeditor.core.disk.list_files import MAX_BYTES, list_rows, list_text, name_at_beginning
from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _, printable, quote_value
from mazeeditor.page.text.lettering import clean

MOST_COLUMNS = 100
MAX_CHARACTERS = 1_000  # characters of a value
NAME = "name"  # of the only column of a list without a first line of names
WHAT = _("list of names")


def read_names(path: Path, used: Sequence[str] = ()) -> list[dict[str, str]]:
    """Return the rows of a file, by the names of their columns.

    A single column needs no first line that names it, unless that is "name" or one of ``used``.
    Raises ``MazeError`` where the file cannot be read, and ``UsageError`` for an invalid list.
    """
    return _parse_names(list_text(path, WHAT), printable(path), used)


def typed_names(text: str, used: Sequence[str] = ()) -> list[dict[str, str]]:
    """Return the rows of a list that was typed or pasted, as ``read_names`` does of a file.

    There are none where nothing was typed. Raises ``UsageError``.
    """
    if len(text) > MAX_BYTES:
        most = MAX_BYTES // 1_000_000
        raise UsageError(_("The list has more than {most} million characters.").format(most=most))
    return _parse_names(text, _("the list"), used) if text.strip() else []


def _parse_names(text: str, file: str, used: Sequence[str]) -> list[dict[str, str]]:
    """Return the rows of a list; ``file`` is what errors call it."""
    rows = list_rows(text, file, WHAT)
    if not rows:
        raise UsageError(_("{file} has no rows.").format(file=name_at_beginning(file)))
    head = [clean(value).casefold() for _line, values in rows[:1] for value in values]
    if len(head) == 1 and head[0] not in (NAME, *(name.casefold() for name in used)):
        columns = [NAME]
    else:
        columns = [clean(value) for value in rows.pop(0)[1]]
    _check_columns(columns, file)
    if not rows:
        text = _("{file} has only a line of column names: names stand below it, one a line.")
        raise UsageError(text.format(file=name_at_beginning(file)))
    return [_row(line, values, columns, file) for line, values in rows]


def column_of_names(row: Mapping[str, str]) -> str:
    """Return the column that says whom a row is for: "name" in any case, else the first one."""
    columns = [column for column in row if column.casefold() == NAME]
    return next(filter(row.get, columns), next(iter(columns or row), ""))


def _check_columns(columns: Sequence[str], file: str) -> None:
    if len(columns) > MOST_COLUMNS:
        text = _("{file} has more than {most} columns.")
        raise UsageError(text.format(file=name_at_beginning(file), most=MOST_COLUMNS))
    for number, name in enumerate(columns, 1):
        if not name:
            text = _("Column {number} of {file} has no name in its first line.")
            raise UsageError(text.format(number=number, file=file))
        if columns.index(name) != number - 1:
            text = _("{file} has two columns named {name}.")
            raise UsageError(text.format(file=name_at_beginning(file), name=quote_value(name)))


def _row(line: int, values: Sequence[str], columns: Sequence[str], file: str) -> dict[str, str]:
    """Return a row by its columns; what is missing at its end is empty."""
    if len(values) > len(columns):
        text = _("Line {line} of {file} has {values} values for {columns} columns.")
        counts = {"values": len(values), "columns": len(columns)}
        raise UsageError(text.format(line=line, file=file, **counts))
    row = dict.fromkeys(columns, "")
    for name, value in zip(columns, values, strict=False):
        if len(value) > MAX_CHARACTERS:
            text = _("The {name} in line {line} of {file} has more than {most:,} characters.")
            known = {"name": name, "line": line, "most": MAX_CHARACTERS}
            raise UsageError(text.format(file=file, **known))
        row[name] = clean(value)
    return row

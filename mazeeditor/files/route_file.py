"""Reads a route from a text file: one ``row,column`` a line, counted from 0."""

from __future__ import annotations

from pathlib import Path

from mazeeditor.core.disk.input_files import bytes_of
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.translation import _, printable, quoted
from mazeeditor.maze.lattice import LARGEST

LONGEST = LARGEST  # bytes


def read_route(path: Path) -> list[tuple[int, int]]:
    """Return the places (row, column) in a file, in order.

    Empty lines, and what follows ``#``, are ignored. Raises ``MazeError`` where the file cannot be
    read, and ``UsageError``, naming the line, where it holds anything else.
    """
    file = printable(path)
    try:
        text = bytes_of(path, LONGEST).decode("utf-8-sig")
    except MazeError as error:
        message = _("Cannot read {file}: {reason}")
        raise MazeError(message.format(file=file, reason=error)) from None
    except UnicodeDecodeError:
        message = _("{file} is no route: it needs one row,column a line, as plain text.")
        raise UsageError(message.format(file=file)) from None
    places = []
    for number, line in enumerate(text.splitlines(), 1):
        if plain := line.partition("#")[0].strip():
            row, _comma, column = (part.strip() for part in plain.partition(","))
            if not all(part.isascii() and part.isdigit() for part in (row, column)):
                message = _("Line {number:,} of {file} is no row,column: {text}.")
                text = quoted(plain[:40])
                raise UsageError(message.format(number=number, file=file, text=text))
            places.append((int(row[:9]), int(column[:9])))  # beyond any maze in any case
    return places

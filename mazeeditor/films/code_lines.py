"""Which line of an algorithm's pseudo-code runs, read off the call stack, never out of date.

Comments tie the source of an algorithm to the lines of its ``code``, counted from 1. One behind a
statement covers that, with all that is inside; one on a line of its own covers what follows in its
block, up to the next of that kind::

    while True:  # line 2
        row = row_of(tables, cell)          2
        if new == 0:
            cell += offsets[row, back]      2
        # line 4
        walls[cell] ^= 1 << slot            4
        cell += offsets[row, slot]          4

``# line 3 of breadth-first, a-star`` counts for the films of those algorithms alone, in code that
others use too. A statement without a line has that of the statement that called its function.
"""

from __future__ import annotations

import ast
import linecache
import re
from collections.abc import Iterable, Sequence
from functools import cache
from types import CodeType, FrameType
from typing import NamedTuple

MARKER = re.compile(r"# line (\d+)(?: of ([\w-]+(?:, [\w-]+)*))?$")
EVERY = ""  # algorithm whose code runs there


class Marker(NamedTuple):
    """A comment: the place in its file, whether it is alone in its line, and what it says."""

    place: int
    alone: bool
    number: int
    algorithms: tuple[str, ...]


@cache
def markers_of(path: str) -> tuple[Marker, ...]:
    """Return the markers in a file; none where it is not there, as in a frozen program."""
    markers = []
    for place, text in enumerate(linecache.getlines(path), 1):
        match = MARKER.search(text.rstrip())
        if match:
            names = tuple((match[2] or EVERY).split(", "))
            alone = text.lstrip().startswith("#")
            markers.append(Marker(place, alone, int(match[1]), names))
    return tuple(markers)


class FileLines:
    """The lines of the code of one algorithm in one file.

    ``lines`` is the line for each line of the file, 0 where it has none of its own, and ``starts``
    that where its statement begins. ``unused`` are markers that no statement follows.
    """

    def __init__(self, path: str, algorithm: str) -> None:
        source = linecache.getlines(path)
        self._markers = {
            marker.place: marker
            for marker in markers_of(path)
            if EVERY in marker.algorithms or algorithm in marker.algorithms
        }
        self.lines = [0] * (len(source) + 2)
        self.starts = [*range(len(source) + 2)]
        self.unused = set(self._markers)
        if self._markers:
            self._read_block(ast.parse("".join(source)).body, 1, 0)

    def _read_block(self, block: Sequence[ast.stmt], first: int, number: int) -> None:
        """Read statements before which line ``first`` of the file is, inside line ``number``."""
        for statement in block:
            for place in range(first, statement.lineno):
                marker = self._markers.get(place)
                if marker and marker.alone:
                    number = marker.number
                    self.unused.discard(place)
            self._read(statement, number)
            first = (statement.end_lineno or 0) + 1

    def _read(self, statement: ast.stmt, number: int) -> None:
        first, last = statement.lineno, statement.end_lineno or statement.lineno
        parts = (getattr(statement, name, []) for name in ("body", "orelse", "finalbody"))
        blocks = [block for block in parts if block]
        head = max(first, blocks[0][0].lineno - 1) if blocks else last
        number = self._behind(range(first, head + 1), number)
        for place in range(first, last + 1):
            self.lines[place], self.starts[place] = number, first
        for block in blocks:
            inner = number
            if block is not blocks[0]:
                inner = self._behind(range(first, block[0].lineno), number)  # behind ``else:``
            self._read_block(block, first, inner)
            first = (block[-1].end_lineno or 0) + 1

    def _behind(self, places: Iterable[int], number: int) -> int:
        """Return the number of the marker behind a statement, or that around it."""
        for place in places:
            marker = self._markers.get(place)
            if marker and not marker.alone:
                self.unused.discard(place)
                number = marker.number
        return number


@cache
def lines_of(path: str, algorithm: str) -> FileLines:
    """Return the lines of the code in a file, read at the first call."""
    return FileLines(path, algorithm)


class CodeLines:
    """Finds the line of the code of an algorithm for a frame of the call stack."""

    def __init__(self, algorithm: str) -> None:
        self._algorithm = algorithm
        # by the identity of a code, which is kept so that no other one gets it: hashing is slow
        self._lines: dict[int, tuple[CodeType, list[int]]] = {}

    def at(self, frame: FrameType | None) -> int:
        """Return the line that runs in a frame, or else in that which called it; 0: none."""
        while frame is not None:
            entry = self._lines.get(id(frame.f_code)) or self._read(frame.f_code)
            line = entry[1][frame.f_lasti >> 1] if entry[1] else 0
            if line:
                return line
            frame = frame.f_back
        return 0

    def before(self, frame: FrameType | None) -> int:
        """Return the line of the last statement before the one that runs, which has a line."""
        while frame is not None:
            file, first = self._file(frame.f_code), frame.f_code.co_firstlineno
            if frame.f_lineno < len(file.lines):
                for place in range(file.starts[frame.f_lineno] - 1, first, -1):
                    if file.lines[place]:
                        return file.lines[place]
            frame = frame.f_back
        return 0

    def _file(self, code: CodeType) -> FileLines:
        return lines_of(code.co_filename, self._algorithm)

    def _read(self, code: CodeType) -> tuple[CodeType, list[int]]:
        """Return the line for each instruction of a code; an empty list where none has one."""
        lines, table = self._file(code).lines, [0] * (len(code.co_code) >> 1)
        for start, end, place in code.co_lines():
            for index in range(start >> 1, end >> 1):
                table[index] = lines[place] if place and place < len(lines) else 0
        entry = self._lines[id(code)] = code, table if any(table) else []
        return entry

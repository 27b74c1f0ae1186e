"""Reads a text line by line and says, of what is wrong, in which line and column it stands."""

from __future__ import annotations

import re
from typing import NoReturn

from mazeeditor.errors import MazeError
from mazeeditor.files import Data
from mazeeditor.files.layout import BOM
from mazeeditor.words import _

_INK = re.compile(rb"\S")


class Lines:
    """The lines of ``data``; lines and columns are counted from 1, as text editors do.

    ``full`` are the bytes of a character that is read as ``plain``, one of ASCII. ``number`` is
    the line that ``next`` returned last, ``place`` the byte behind it and ``size`` that of all.
    """

    def __init__(self, data: Data, full: bytes = b"", plain: bytes = b"") -> None:
        self._data, self._full, self._plain = data, full, plain
        self.place = len(BOM) if data.startswith(BOM) else 0
        self.size = len(data)
        self.number = 0

    def next(self) -> bytes:
        """Return the next line without its end, ASCII only; raises ``MazeError``."""
        if self.place >= self.size:
            raise MazeError(
                _("it ends after line {line}, in the middle of the maze.").format(line=self.number)
            )
        end = self._data.find(b"\n", self.place)
        end = self.size if end < 0 else end
        line = bytes(self._data[self.place : end]).removesuffix(b"\r")
        self.place, self.number = end + 1, self.number + 1
        if b"\t" in line:
            raise MazeError(
                _("line {line} has a tab: put spaces in its place.").format(line=self.number)
            )
        if self._full:
            line = line.replace(self._full, self._plain)
        if not line.isascii():
            column = next(at for at, byte in enumerate(line) if byte > 127)
            strange = line[column : column + 4].decode("utf-8", "replace")[0]
            self.refuse(strange, column, _("a wall, a space, S, G or X"))
        return line

    def at_end(self) -> bool:
        """Whether only blank lines follow."""
        return _INK.search(self._data, self.place) is None

    def refuse(self, text: str, column: int, wanted: str) -> NoReturn:
        """Raise ``MazeError`` for the characters at ``column``, counted from 0."""
        raise MazeError(
            _("line {line}, column {column}: {text} stands where {wanted} should be.").format(
                line=self.number, column=column + 1, text=repr(text), wanted=wanted
            )
        )

    def refuse_length(self, found: int, needed: int) -> NoReturn:
        """Raise ``MazeError`` for a line that is too short or too long."""
        raise MazeError(
            _("line {line} has {found:,} characters where {needed:,} are needed.").format(
                line=self.number, found=found, needed=needed
            )
        )

"""Where tabs are, as text: places by hand, of a script or a project, whatever the sizes in mm.

::

    0.5,0 0.5,1          from the middle of the upper wall of the first cell to the lower one
    3.5,1.5              the shortest bridge at a place: here the middle of a cell

A line or ``;`` ends each tab; ``#`` begins a remark. The unit is a cell, from wall to wall, and
0,0 is the upper left corner of the maze: so tabs keep their places on every page.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

from mazeeditor.core.disk.input_files import bytes_of
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.numbers import real
from mazeeditor.core.translation import _, printable, quote_value
from mazeeditor.maze.maze import Maze

DIGITS = 6  # of a cell: far less than a micrometre
MAX_CELLS = 1e5  # cells
MOST_BYTES = 1 << 24  # of a file: 300,000 tabs
BETWEEN, ACROSS = KINDS = "between walls", "across walls"
BLANK = " ,\t\r"
SUFFIXES = (".txt", ".csv")
Place = tuple[float, ...]  # x, y of a place, or x, y of both ends
Places = tuple[Place, ...]


def read_places(text: str) -> Places:
    """Return two or four numbers for each tab; raises ``UsageError`` that names the line."""
    lines = [line.partition("#")[0].strip(BLANK) for line in re.split("[\n;]", text)]
    return tuple(_read(line, number) for number, line in enumerate(lines, 1) if line)


def _read(line: str, number: int) -> Place:
    try:
        values = tuple(map(real, re.split("[,\\s]+", line)))
        if len(values) not in (2, 4) or not all(abs(value) <= MAX_CELLS for value in values):
            raise ValueError
    except ValueError:
        text = _("Line {number} of the tabs is {line}: give a place like 3.5,1 or two, in cells.")
        raise UsageError(text.format(number=number, line=quote_value(line[:40]))) from None
    return values


def write_places(tabs: Sequence[Sequence[float]]) -> str:
    """Return the text of tabs, as ``check_places`` spells it."""
    return "; ".join(" ".join(_pairs(tab)) for tab in tabs)


def _pairs(tab: Sequence[float]) -> list[str]:
    numbers = [_number(value) for value in tab]
    return [f"{x},{y}" for x, y in zip(numbers[::2], numbers[1::2], strict=True)]


def _number(value: float) -> str:
    return f"{round(value, DIGITS) + 0.0:.{DIGITS}f}".rstrip("0").rstrip(".")


def check_places(text: str) -> str:
    """Return the text of tabs in its usual spelling; raises ``UsageError``."""
    return write_places(read_places(text))


def check_place(text: str) -> str:
    """Return a place in its usual spelling; raises ``UsageError``."""
    places = read_places(text)
    if len(places) != 1 or len(places[0]) != 2:
        text_ = _("A place is x,y in cells, like 4.5,-0.7, not {text}.")
        raise UsageError(text_.format(text=quote_value(text[:40])))
    return write_places(places)


def load_places(path: Path) -> str:
    """Return the tabs in a file; raises ``UsageError``."""
    try:
        return check_places(bytes_of(path, MOST_BYTES).decode("utf-8-sig"))
    except UsageError as error:
        raise UsageError(f"{printable(path)}: {error}") from None
    except (MazeError, UnicodeDecodeError) as error:
        text = _("The tabs in {file} cannot be read: {reason}")
        raise UsageError(text.format(file=printable(path), reason=error)) from None


def as_places(value: Any) -> str | None:
    """Return the text of tabs given as text, path or numbers; raises ``UsageError``."""
    if isinstance(value, Path) or (isinstance(value, str) and value.lower().endswith(SUFFIXES)):
        return load_places(Path(value))
    if value is None or isinstance(value, str):
        return value
    try:
        return write_places(value)
    except (TypeError, ValueError):
        text = _("Tabs must be places in cells like (3.5, 1) or (3.5, 0, 3.5, 1), not {value}.")
        raise UsageError(text.format(value=quote_value(str(value)[:40]))) from None


def checksum_of(maze: Maze) -> int:
    """Return a number that another maze has hardly ever: tabs hold as long as it stays."""
    return crc32(maze.lattice.inside.tobytes(), crc32(maze.walls.tobytes()))


class Bridge(NamedTuple):
    """A tab in cells, from one end to the other, and the pieces there."""

    begin: tuple[float, float]
    end: tuple[float, float]
    one: int
    other: int

    @property
    def middle(self) -> tuple[float, float]:
        """The point half way."""
        return (self.begin[0] + self.end[0]) / 2, (self.begin[1] + self.end[1]) / 2

    @property
    def length(self) -> float:
        return math.dist(self.begin, self.end)

    @property
    def numbers(self) -> Place:
        return tuple(round(value, DIGITS) for value in (*self.begin, *self.end))


@dataclass(frozen=True)
class HandTabs:
    """The tabs that were placed by hand in a maze with a ``checksum``, as texts by their kind."""

    checksum: int = 0
    places: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, values: Mapping[str, Any], maze: Maze) -> HandTabs:
        """Return those that a project holds, none where they are of other walls or damaged."""
        return cls(checksum_of(maze)).like(values)

    def like(self, values: Mapping[str, Any]) -> HandTabs:
        """Return those of the same maze that ``values`` hold, as ``to_json`` returns them."""
        if values.get("checksum") != self.checksum:
            return HandTabs(self.checksum)
        try:
            places = {kind: check_places(values[kind]) for kind in KINDS if kind in values}
        except (TypeError, UsageError):
            return HandTabs(self.checksum)
        return HandTabs(self.checksum, places)

    def at(self, kind: str) -> str | None:
        """Return the tabs of a kind, None where these are automatic."""
        return self.places.get(kind)

    def changed(self, kind: str, text: str | None) -> HandTabs:
        """Return others of a kind; None: automatic."""
        kept = {name: value for name, value in self.places.items() if name != kind}
        return HandTabs(self.checksum, kept if text is None else {**kept, kind: text})

    def to_json(self) -> dict[str, Any]:
        """Return what a project holds, nothing where all are automatic."""
        return {"checksum": self.checksum, **self.places} if self.places else {}

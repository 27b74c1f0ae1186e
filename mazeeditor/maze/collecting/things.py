"""What is to be collected in a maze: stops, and keys with the doors they open; as text and cells.

As text, cells are ``row,column``, counted from 0. A key stands before the door that it opens, which
is between two neighbours::

    stops   "5" (places are found for so many), or "3,4 7,9 2,2"
    keys    "2",                                or "3,4=5,6-5,7 1,1=8,0-9,0"
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Annotated

import numpy as np

from mazeeditor.core.errors import UsageError
from mazeeditor.core.numbers import is_whole
from mazeeditor.core.options import Choices, Label, Option, Written, options_of
from mazeeditor.core.translation import _, quote_value
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice

MOST_STOPS = 30  # in the order given
MOST_IN_ANY = 12  # stops in any order, and keys: their sets are gone through for the shortest tour
MOST_KEYS = 6
_CELL = r"([0-9]{1,5}),([0-9]{1,5})"
_STOP = re.compile(_CELL)
_KEY = re.compile(f"{_CELL}={_CELL}-{_CELL}")


@dataclass(frozen=True)
class Key:
    """A key in a ``cell``, and its ``door`` in the passage between two neighbours."""

    cell: int
    door: tuple[int, int]


@dataclass(frozen=True)
class Things:
    """The cells of ``stops``, to be visited ``ordered`` or in any order, and the ``keys``.

    A stop may be passed before its turn; it counts when those before it were visited. A door is
    shut until its key was collected, and keys that are not needed may be left.
    """

    stops: tuple[int, ...] = ()
    ordered: bool = True
    keys: tuple[Key, ...] = ()

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells of the stops, then of the keys."""
        return (*self.stops, *(key.cell for key in self.keys))

    def name(self, index: int) -> str:
        """Return what stands in one of ``cells``: the number of a stop, the letter of a key."""
        stops = len(self.stops)
        return str(index + 1) if index < stops else letter(index - stops)

    def doors(self, lattice: Lattice, shut: Iterable[int]) -> Ids:
        """Return the walls int64[k] in which the doors of the keys with these indices are."""
        pairs = [self.keys[index].door for index in shut]
        walls = [lattice.wall(one, lattice.slot_between(one, other)) for one, other in pairs]
        return np.array(walls, np.int64)


NOTHING = Things()


def letter(index: int) -> str:
    return ascii_uppercase[index]


def read_stops(text: str) -> str:
    """Return how many stops there are, or their cells, as they are kept; raises ``UsageError``."""
    text = " ".join(text.split())
    if is_whole(text) and len(text) <= 4:
        if int(text) > MOST_STOPS:
            raise UsageError(_("A maze has {most} stops at most.").format(most=MOST_STOPS))
        return str(int(text))
    if all(_STOP.fullmatch(part) for part in text.split(" ")) or not text:
        if len(text.split()) > MOST_STOPS:
            raise UsageError(_("A maze has {most} stops at most.").format(most=MOST_STOPS))
        return text
    message = _(
        'Stops are a number, such as 5, or cells as row,column, such as "3,4 7,9": not {text}.'
    )
    raise UsageError(message.format(text=quote_value(text)))


def read_keys(text: str) -> str:
    """Return how many keys there are, or cells and doors, as kept; raises ``UsageError``."""
    text = " ".join(text.split())
    number = int(text) if is_whole(text) and len(text) <= 4 else len(text.split())
    if number > MOST_KEYS:
        raise UsageError(_("A maze has {most} keys at most.").format(most=MOST_KEYS))
    if is_whole(text):
        return str(number)
    if all(_KEY.fullmatch(part) for part in text.split(" ")) or not text:
        return text
    message = _(
        'Keys are a number, such as 3, or the cell of each and its door, such as "3,4=5,6-5,7": '
        "not {text}."
    )
    raise UsageError(message.format(text=quote_value(text)))


Stops = Annotated[
    str,
    Written(read_stops, ("3", "5", "8")),
    _('stops to visit before the exit: a number, or their cells, such as "3,4 7,9"'),
]
StopsOrder = Annotated[
    str,
    Label(_("Their order")),
    Choices({"given": _("As they are numbered"), "any": _("Any, as pictures")}),
    _("order in which stops are visited"),
]
Keys = Annotated[
    str,
    Written(read_keys, ("1", "2", "3")),
    _('keys that open doors: a number, or the cells of keys and doors, such as "3,4=5,6-5,7"'),
]


@dataclass(frozen=True, kw_only=True)
class CollectedTexts:
    """What is to be collected, as options of new mazes; those of pages are the same."""

    stops: Stops = ""
    stops_order: StopsOrder = "given"
    keys: Keys = ""


def collected_options() -> tuple[Option, ...]:
    return options_of(CollectedTexts)


def number_of(text: str) -> int | None:
    """Return how many places are to be found, None where the text says which they are."""
    return int(text) if is_whole(text) else None


def stops_at(lattice: Lattice, text: str) -> tuple[int, ...]:
    """Return the cells of stops; raises ``UsageError`` where a maze has none there, or has two."""
    cells = [_cell(lattice, *match.groups()) for match in _STOP.finditer(text)]
    check_apart(lattice, cells)
    return tuple(cells)


def keys_at(lattice: Lattice, text: str) -> tuple[Key, ...]:
    """Return the keys with their doors; raises ``UsageError`` as ``stops_at`` does."""
    keys = []
    for match in _KEY.finditer(text):
        values = match.groups()
        cell, one, other = (_cell(lattice, *values[at : at + 2]) for at in (0, 2, 4))
        lattice.slot_between(one, other)
        keys.append(Key(cell, (one, other)))
    return tuple(keys)


def stops_text(lattice: Lattice, stops: Iterable[int]) -> str:
    return " ".join(_place(lattice, cell) for cell in stops)


def keys_text(lattice: Lattice, keys: Iterable[Key]) -> str:
    return " ".join(
        f"{_place(lattice, key.cell)}={_place(lattice, key.door[0])}-{_place(lattice, key.door[1])}"
        for key in keys
    )


def _place(lattice: Lattice, cell: int) -> str:
    row, column = lattice.place(cell)
    return f"{row},{column}"


def _cell(lattice: Lattice, row: str, column: str) -> int:
    """Return a cell of a maze; raises ``UsageError`` where there is none."""
    try:
        return lattice.cell(int(row), int(column))
    except UsageError:
        text = _(
            "This maze has no cell {row},{column}, where a stop, key or door should be: "
            "give their number, and places are found again."
        )
        raise UsageError(text.format(row=row, column=column)) from None


def check_apart(lattice: Lattice, cells: Sequence[int]) -> None:
    """Raise ``UsageError`` where two stops or keys are in one cell."""
    twice = next((cell for cell in cells if cells.count(cell) > 1), None)
    if twice is not None:
        text = _("Two stops or keys are in cell {cell}: give each a cell of its own.")
        raise UsageError(text.format(cell=_place(lattice, twice)))

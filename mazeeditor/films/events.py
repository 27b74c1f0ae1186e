"""What can happen in a film, one number each, and where one step ends and the next begins.

An event is ``cell << 24 | value << 8 | BEGIN? | channel``. Lines and walls are toggled, so playing
them backwards is playing them again. ``value`` is a slot, or ``before << 4 | after`` for paint.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice

JUMP = 0  # the algorithm looks at ``cell``, wherever it was before
MOVE = 1  # it goes to ``cell``, and the line through the slot towards where it was is toggled
STAND = 2  # it comes to ``cell``, where its line has been before
LINE = 3  # the line through a slot of ``cell`` is toggled
WALL = 4  # a wall of ``cell`` is toggled
PAINT = 5  # ``cell`` is painted in another way
CLEAR = 6  # so it is, because the line that came through it was cut off
CHANNEL, BEGIN = 7, 8  # bits of an event: its channel; whether a step begins with it
CELL, VALUE = 24, 8  # how far cell and value are shifted

NOBODY = 0  # the outside cell that JUMP names where the algorithm is nowhere


class Last(NamedTuple):
    """The event before a block of events (not counting lines), and where the algorithm stood."""

    channel: int = -1
    cell: int = -1
    head: int = -1


def with_begins(events: Ids, last: Last) -> tuple[Ids, Last]:
    """Return ``events`` int64[k] with BEGIN set where a step begins, and the new ``Last``.

    A step is one change that is seen. Events that people see as one go together: opening a wall
    and going through it, coming to a cell and marking it, looking at a cell and opening one of its
    walls.
    """
    seen = np.flatnonzero((events & CHANNEL) != LINE)
    if not len(seen):
        return events, last
    channels, cells = events[seen] & CHANNEL, events[seen] >> CELL
    channel_before = np.concatenate([[last.channel], channels[:-1]])
    same = np.concatenate([[last.cell], cells[:-1]]) == cells
    heads = _heads(channels, cells, last.head)
    begins = channels != CLEAR
    begins &= ~((channels == MOVE) & (channel_before == WALL) & same)
    begins &= ~((channels == WALL) & (channel_before == JUMP))
    begins &= ~((channels == WALL) & (channel_before == PAINT) & same)
    begins &= ~((channels == PAINT) & (same | (heads == cells)))
    marked = events.copy()
    marked[seen[begins]] |= BEGIN
    return marked, Last(int(channels[-1]), int(cells[-1]), int(heads[-1]))


def _heads(channels: Ids, cells: Ids, before: int) -> Ids:
    """Return int64[k]: where the algorithm stands after each event."""
    places = np.where(channels <= STAND, np.arange(len(cells)), -1)
    np.maximum.accumulate(places, out=places)
    return np.where(places < 0, before, cells[places])


def bulk(cells: Ids, values: Ids, channel: int) -> Ids:
    """Return events int64[k] of one channel."""
    return cells << CELL | values << VALUE | channel


def is_begin(events: Ids) -> NDArray[np.bool_]:
    """Return bool[k]: which events begin a step."""
    return (events & BEGIN).astype(np.bool_)


def toggles(lattice: Lattice, changed: NDArray[np.uint8], channel: int) -> Ids:
    """Return an event for each wall or line whose bits are set in ``changed`` uint8[n]."""
    found = []
    for slot in range(lattice.degree):
        cells = np.flatnonzero(changed >> np.uint8(slot) & 1)
        others = cells + lattice.offsets[lattice.rows_of(cells), slot]
        cells = cells[others > cells]
        found.append(bulk(cells, np.full(len(cells), slot), channel))
    return np.concatenate(found)

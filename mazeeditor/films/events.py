"""The events of a film, each packed into one integer, and where a step begins.

An event is ``cell << 24 | value << 8 | line << 4 | BEGIN? | channel``: ``line`` is that of the
pseudo-code by which it happened, counted from 1. Paths and walls are toggled, so playing
them backwards is playing them again. ``value`` is a slot, or ``before << 4 | after`` for paint.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice

JUMP = 0  # the algorithm looks at ``cell``, wherever it was before
MOVE = 1  # it moves to ``cell``, and the path through the slot towards the last cell is toggled
RETURN = 2  # it returns to ``cell``, which is on the path already
PATH = 3  # the path through a slot of ``cell`` is toggled
WALL = 4  # a wall of ``cell`` is toggled
PAINT = 5  # the paint of ``cell`` changes
CLEAR = 6  # so it does, because the path through it was cut off
AREA_PAINT = 7  # so it does, because its area joined another one
CHANNEL, BEGIN = 7, 8  # bits of an event: its channel; whether a step begins with it
CELL, VALUE, LINE = 24, 8, 4  # how far cell, value and line are shifted
MOST_LINES = 15

NOWHERE = 0  # the outside cell of a JUMP after which the algorithm is at no cell


class LastEvent(NamedTuple):
    """The event before a block of events, and where the head was.

    PATH and AREA_PAINT do not count.
    """

    channel: int = -1
    cell: int = -1
    head: int = -1


def mark_steps(events: Ids, last: LastEvent) -> tuple[Ids, LastEvent]:
    """Return ``events`` int64[k] with BEGIN set where a step begins, and the new ``LastEvent``.

    A step is one visible change. Events that belong together are one step: opening a wall and
    moving through it, reaching a cell and marking it, looking at a cell and opening one of its
    walls.
    """
    channels = events & CHANNEL
    visible = np.flatnonzero((channels != PATH) & (channels != AREA_PAINT))
    if not len(visible):
        return events, last
    channels, cells = channels[visible], events[visible] >> CELL
    channel_before = np.concatenate([[last.channel], channels[:-1]])
    same = np.concatenate([[last.cell], cells[:-1]]) == cells
    heads = _heads(channels, cells, last.head)
    begins = channels != CLEAR
    begins &= ~((channels == MOVE) & (channel_before == WALL) & same)
    begins &= ~((channels == WALL) & (channel_before == JUMP))
    begins &= ~((channels == WALL) & (channel_before == PAINT) & same)
    begins &= ~((channels == PAINT) & (same | (heads == cells)))
    marked = events.copy()
    marked[visible[begins]] |= BEGIN
    return marked, LastEvent(int(channels[-1]), int(cells[-1]), int(heads[-1]))


def _heads(channels: Ids, cells: Ids, before: int) -> Ids:
    """Return int64[k]: the cell of the head after each event."""
    indices = np.where(channels <= RETURN, np.arange(len(cells)), -1)
    np.maximum.accumulate(indices, out=indices)
    return np.where(indices < 0, before, cells[indices])


def pack(cells: Ids, values: Ids, channel: int) -> Ids:
    """Return events int64[k] of one channel."""
    return cells << CELL | values << VALUE | channel


def is_begin(events: Ids) -> NDArray[np.bool_]:
    """Return bool[k]: which events begin a step."""
    return (events & BEGIN).astype(np.bool_)


def toggles(lattice: Lattice, changed: NDArray[np.uint8], channel: int) -> Ids:
    """Return an event for each wall or piece of path whose bits are set in ``changed`` uint8[n]."""
    events = []
    for slot in range(lattice.degree):
        cells = np.flatnonzero(changed >> np.uint8(slot) & 1)
        neighbours = cells + lattice.offsets[lattice.rows_of(cells), slot]
        cells = cells[neighbours > cells]
        events.append(pack(cells, np.full(len(cells), slot), channel))
    return np.concatenate(events)

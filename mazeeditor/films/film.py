"""A film of a running algorithm: its events, stored so that any step is found quickly.

An event is one integer, ``cell << 24 | value << 8 | line << 4 | BEGIN? | channel``: ``line`` is
that of the pseudo-code by which it happened, counted from 1; BEGIN is whether a step begins with
it. Paths and walls are toggled, so playing them backwards is playing them again. ``value`` is a
slot, or ``before << 4 | after`` for paint.

Events are stored in blocks, in the order in which they happened; at intervals a
snapshot holds the whole state, so that no step is far from one::

    blocks     |....|......|.....|....|
    snapshots  0                 1
    steps      0 1 2  3 4  5 6   7 8 9
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search.search import without_gaps
from mazeeditor.maze.solvers import Solution

JUMP = 0  # the algorithm looks at ``cell``, wherever it was before
MOVE = 1  # it moves to ``cell``, and the path through the slot towards the last cell is toggled
RETURN = 2  # it returns to ``cell``, which is on the path already
PATH = 3  # the path through a slot of ``cell`` is toggled
WALL = 4  # a wall of ``cell`` is toggled
PAINT = 5  # the paint of ``cell`` changes
CLEARED = 6  # so it does, because the path through it was cut off
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
    begins = channels != CLEARED
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


BUDGET_BYTES = 1 << 28  # bytes that the events of a film may take
MAX_CELLS = 1 << 24  # cells
# The paint of a cell, four bits: VISITED, FILLED or LEFT of ``pixel_colours``, or
ON_ROUTE = 4  # of the solution
DONE = 7  # a closed cell that is part of the finished maze
WALLED = 8  # a bit, where a maze is solved: FILLED, whatever else the cell is
COLOURED = 8  # + the number of its colour, where a maze is generated: a cell of an area


@dataclass(frozen=True, eq=False)
class Snapshot:
    """The state after ``count`` events: ``walls``, ``paint`` and ``path`` uint8[n], ``head``.

    ``walls`` have no gaps for the openings. ``path`` has a bit for each slot that the path crosses.
    """

    count: int
    walls: NDArray[np.uint8]
    paint: NDArray[np.uint8]
    path: NDArray[np.uint8]
    head: int


class Film:
    """The steps of one run of an algorithm. It may be read while it is recorded.

    ``start`` is the maze before the first step and ``title`` the label of the algorithm;
    ``solves`` is whether the maze is solved or generated. ``steps`` grows until ``finished``; then
    ``result`` is the ``Solution`` or the generated ``Maze``, and ``note`` a message to the user
    where steps are missing because the film was full. ``gaps`` uint8[n] are the wall bits that the
    openings cut; the events describe walls without them. ``channels`` and ``paints`` are those that
    occur in its events. ``code`` are the lines of the pseudo-code of the ``algorithm``, by its
    name; none where another one runs in its place. ``areas`` is whether the areas of a maze that is
    generated have colours. ``size`` is in bytes. ``limit(steps)`` is called whenever there are more
    steps: it may raise to end the recording.
    """

    def __init__(
        self,
        start: Maze,
        title: str,
        *,
        solves: bool,
        algorithm: str = "",
        budget: int = BUDGET_BYTES,
        limit: Callable[[int], None] = lambda _steps: None,
    ) -> None:
        self.start, self.title, self.solves, self.budget = start, title, solves, budget
        self.algorithm, self.areas = algorithm, False
        self.code: tuple[str, ...] = ()
        self._limit = limit
        self.steps = 0
        self.finished = False
        self.result: Solution | Maze | None = None
        self.note = ""
        self.size = 0
        self.channels: NDArray[np.bool_] = np.zeros(CHANNEL + 1, np.bool_)
        self.paints: NDArray[np.bool_] = np.zeros(16, np.bool_)
        self._blocks: list[Ids] = []
        self._counts = [0]  # events before each block, and at the end
        self._begins = [0]  # steps begun before each block, and at the end
        zeros = np.zeros(self.lattice.size, np.uint8)
        closed = np.full(self.lattice.size, self.lattice.closed, np.uint8)
        walls = without_gaps(start) if solves else closed
        self._snapshots = [Snapshot(0, walls, zeros, zeros, -1)]
        self.gaps = start.walls ^ walls

    @property
    def lattice(self) -> Lattice:
        return self.start.lattice

    @property
    def entrance(self) -> Opening | None:
        return self.start.entrance

    @property
    def exits(self) -> tuple[Opening, ...]:
        return self.start.exits

    # Recording

    def add(self, events: Ids) -> None:
        """Append events int64[k] whose ``BEGIN`` bits are set."""
        if not len(events):
            return
        begins = self._begins[-1] + int(np.count_nonzero(is_begin(events)))
        channels = events & CHANNEL
        self.channels[channels] = True
        self.paints[events[channels >= PAINT] >> VALUE & 15] = True
        self._blocks.append(events)
        self._begins.append(begins)
        self._counts.append(self._counts[-1] + len(events))
        self.size += events.nbytes
        self.steps = max(0, begins - 1)  # the last one may continue in the next block
        self._limit(self.steps)

    def add_snapshot(self, snapshot: Snapshot) -> None:
        """Store the state after the events so far."""
        self._snapshots.append(snapshot)
        self.size += 3 * self.lattice.size

    @property
    def event_count(self) -> int:
        return self._counts[-1]

    @property
    def since_snapshot(self) -> int:
        """The number of events after the last snapshot."""
        return self.event_count - self._snapshots[-1].count

    def finish(self, result: Solution | Maze, note: str = "") -> None:
        """Mark the film as complete."""
        self.result, self.note = result, note
        self.steps = self._begins[-1]
        self.finished = True

    # Playing

    def events_until(self, step: int) -> int:
        """Return the number of events up to the end of a step; none up to step 0."""
        if step >= self._begins[-1]:
            return self._counts[-1]
        block = bisect_right(self._begins, step) - 1
        begins = np.flatnonzero(is_begin(self._blocks[block]))
        return self._counts[block] + int(begins[step - self._begins[block]])

    def events(self, first: int, last: int) -> Ids:
        """Return the events int64[last - first] after the first ``first``."""
        block = bisect_right(self._counts, first) - 1
        parts = [np.empty(0, np.int64)]
        while first < last:
            start = self._counts[block]
            end = min(last, start + len(self._blocks[block]))
            parts.append(self._blocks[block][first - start : end - start])
            first, block = end, block + 1
        return np.concatenate(parts)

    def lines_of(self, step: int) -> tuple[int, ...]:
        """Return the lines of the code that ran in a step, counted from 1; the last one last."""
        if step < 1:
            return ()
        events = self.events(self.events_until(step - 1), self.events_until(step))
        lines = (events >> LINE & MOST_LINES)[::-1]
        distinct, first = np.unique(lines, return_index=True)
        order = distinct[np.argsort(-first)].tolist()
        return tuple(line for line in order if line)

    def snapshot(self, count: int) -> Snapshot:
        """Return the last snapshot that is not after ``count`` events."""
        snapshots = self._snapshots
        return snapshots[bisect_right(snapshots, count, key=lambda snapshot: snapshot.count) - 1]

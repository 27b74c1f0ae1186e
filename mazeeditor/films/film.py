"""A film of an algorithm at work: its steps, kept so that any of them is found at once.

Events (see ``events``) lie in blocks, in the order in which they happened; here and there stands a
snapshot of everything, so that no step is far from one::

    blocks     |....|......|.....|....|
    snapshots  0                 1
    steps      0 1 2  3 4  5 6   7 8 9
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mazeeditor.films.events import is_begin
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search import without_gaps
from mazeeditor.maze.solution import Solution

BUDGET = 1 << 28  # bytes that a film may take
LARGEST = 1 << 24  # cells: recording takes about 30 bytes for each beside the film
PLAIN, VISITED, FILLED, LEFT, ROUTE, HEAD = range(6)  # what a cell is painted as
DONE = 7  # what else paint can be: a closed cell that is part of the finished maze
WALLED = 8  # a bit of paint: FILLED, whatever else the cell is


@dataclass(frozen=True, eq=False)
class Snapshot:
    """Everything after ``place`` events: ``walls``, ``paint`` and ``ways`` uint8[n], ``head``.

    ``walls`` are without the gaps of the openings.
    """

    place: int
    walls: NDArray[np.uint8]
    paint: NDArray[np.uint8]
    ways: NDArray[np.uint8]
    head: int


class Film:
    """The steps of one run of an algorithm, which may be read while they are recorded.

    ``start`` is the maze before the first step, ``title`` the algorithm's name for people;
    ``solves`` says whether it is solved, or made. ``steps`` grows until ``finished``; then
    ``answer`` is the ``Solution``, or the ``Maze`` that was made, and ``note`` a sentence where
    steps are missing because the film was full. ``gaps`` uint8[n] are the walls that its openings
    cut; it holds walls without them.
    """

    def __init__(self, start: Maze, title: str, *, solves: bool, budget: int = BUDGET) -> None:
        self.start, self.title, self.solves, self.budget = start, title, solves, budget
        self.steps = 0
        self.finished = False
        self.answer: Solution | Maze | None = None
        self.note = ""
        self.size = 0  # bytes
        self._blocks: list[Ids] = []
        self._places = [0]  # events before each block, and at the end
        self._begins = [0]  # steps begun before each block, and at the end
        nothing = np.zeros(self.lattice.size, np.uint8)
        closed = np.full(self.lattice.size, self.lattice.closed, np.uint8)
        walls = without_gaps(start) if solves else closed
        self._snapshots = [Snapshot(0, walls, nothing, nothing, -1)]
        self.gaps = start.walls ^ walls

    @property
    def lattice(self) -> Lattice:
        """The cells."""
        return self.start.lattice

    @property
    def entrance(self) -> Opening | None:
        """Where the maze is entered."""
        return self.start.entrance

    @property
    def exits(self) -> tuple[Opening, ...]:
        """Where the maze is left."""
        return self.start.exits

    # Recording

    def add(self, events: Ids) -> None:
        """Append events int64[k] whose ``BEGIN`` bits are set."""
        if not len(events):
            return
        begins = self._begins[-1] + int(np.count_nonzero(is_begin(events)))
        self._blocks.append(events)
        self._begins.append(begins)
        self._places.append(self._places[-1] + len(events))
        self.size += events.nbytes
        self.steps = max(0, begins - 1)  # the last one may go on in the next block

    def keep(self, snapshot: Snapshot) -> None:
        """Remember how everything stands after the events so far."""
        self._snapshots.append(snapshot)
        self.size += 3 * self.lattice.size

    @property
    def places(self) -> int:
        """How many events there are."""
        return self._places[-1]

    @property
    def since_snapshot(self) -> int:
        """How many events there are after the last snapshot."""
        return self.places - self._snapshots[-1].place

    def finish(self, answer: Solution | Maze, note: str = "") -> None:
        """Say that no more will come."""
        self.answer, self.note = answer, note
        self.steps = self._begins[-1]
        self.finished = True

    # Playing

    def place(self, step: int) -> int:
        """Return how many events happen up to the end of a step; none up to step 0."""
        if step >= self._begins[-1]:
            return self._places[-1]
        block = bisect_right(self._begins, step) - 1
        begins = np.flatnonzero(is_begin(self._blocks[block]))
        return self._places[block] + int(begins[step - self._begins[block]])

    def events(self, first: int, last: int) -> Ids:
        """Return the events int64[last - first] after the first ``first``."""
        block = bisect_right(self._places, first) - 1
        parts = [np.empty(0, np.int64)]
        while first < last:
            start = self._places[block]
            end = min(last, start + len(self._blocks[block]))
            parts.append(self._blocks[block][first - start : end - start])
            first, block = end, block + 1
        return np.concatenate(parts)

    def snapshot(self, place: int) -> Snapshot:
        """Return the last snapshot that is not after ``place`` events."""
        kept = self._snapshots
        return kept[bisect_right(kept, place, key=lambda each: each.place) - 1]

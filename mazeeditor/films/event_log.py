"""Writes the events of a film and keeps the state after them: walls, paint and path."""

from __future__ import annotations

from array import array

import numpy as np
from numpy.typing import NDArray

from mazeeditor.films.events import (
    BEGIN,
    CELL,
    CLEAR,
    PAINT,
    VALUE,
    WALL,
    LastEvent,
    mark_steps,
    pack,
    toggles,
)
from mazeeditor.films.film import VISITED, Film, Snapshot
from mazeeditor.films.search_path import SearchPath
from mazeeditor.job import Job
from mazeeditor.maze.geometry import Ids

BLOCK = 1 << 13  # events that are passed to the film at once
APART = 1 << 17  # events from one snapshot to the next, or a quarter of the cells: what is more


class FilmFullError(Exception):
    """The film has reached its budget."""


class EventLog:
    """Fills ``film``.

    ``base`` are the walls before the first step and ``walls`` the current ones, both without gaps;
    ``paint`` is the paint of each cell now, ``path`` the path to the cell where the algorithm is.
    """

    def __init__(self, film: Film, job: Job) -> None:
        self.film, self._job, self._lattice = film, job, film.lattice
        self._events = array("q")
        self._last = LastEvent()
        self.base = film.snapshot(0).walls
        self.walls = bytearray(self.base)
        self.paint = bytearray(self._lattice.size)
        # a solver has visited a cell even where its path is cut
        on_cut = (lambda _cell: None) if film.solves else self._clear
        self.path = SearchPath(self._lattice, self._events.append, on_cut, self._pause)
        if film.solves and film.entrance:
            self.set_paint(film.entrance.cell, VISITED)

    def set_paint(self, cell: int, after: int) -> None:
        """Log that the paint of a cell is ``after`` now."""
        before = self.paint[cell]
        if before != after:
            self.paint[cell] = after
            self._events.append(cell << CELL | (before << 4 | after) << VALUE | PAINT)

    def toggle_wall(self, cell: int, slot: int) -> None:
        """Log that a wall was opened or closed, as a wall of the cell on its other side."""
        other, back = self.path.neighbour(cell, slot)
        self.walls[cell] ^= 1 << slot
        self.walls[other] ^= 1 << back
        self._events.append(other << CELL | back << VALUE | WALL)

    def _clear(self, cell: int) -> None:
        """Remove the paint of a cell that a random walk passed but that is not in the maze."""
        paint = self.paint[cell]
        if paint and self.walls[cell] == self._lattice.closed:
            self.paint[cell] = 0
            self._events.append(cell << CELL | paint << 4 + VALUE | CLEAR)

    # Changes of many cells at once

    def paint_events(self, after: NDArray[np.uint8]) -> Ids:
        """Make ``after`` uint8[n] the paint of all cells; return the events of that."""
        paint = np.frombuffer(self.paint, np.uint8)
        cells = np.flatnonzero(paint != after)
        values = paint[cells].astype(np.int64) << 4 | after[cells]
        paint[cells] = after[cells]
        return pack(cells, values, PAINT)

    def wall_events(self, after: NDArray[np.uint8]) -> Ids:
        """Make ``after`` uint8[n] the walls of all cells; return the events of that."""
        changed = np.frombuffer(self.walls, np.uint8) ^ after
        self.walls[:] = after.tobytes()
        return toggles(self._lattice, changed, WALL)

    def add_step(self, events: Ids) -> None:
        """Add events that are one step."""
        if len(events):
            self._pass_on()
            events[0] |= BEGIN
            self.film.add(events)
            self._last = LastEvent(PAINT, -1, self.path.head)

    # Passing them to the film

    def _pause(self) -> None:
        self._job.check()
        if len(self._events) >= BLOCK:
            self.flush()

    def flush(self) -> None:
        """Pass the events so far to the film; raises ``FilmFullError``."""
        self._pass_on()
        if self.film.size > self.film.budget:
            raise FilmFullError

    def _pass_on(self) -> None:
        film = self.film
        events, self._last = mark_steps(np.array(self._events, np.int64), self._last)
        del self._events[:]
        film.add(events)
        if film.since_snapshot >= max(APART, self._lattice.size // 4):
            state = (self.walls, self.paint, self.path.slots)
            walls, paint, path = (np.frombuffer(bytes(array), np.uint8) for array in state)
            film.add_snapshot(Snapshot(film.event_count, walls, paint, path, self.path.head))

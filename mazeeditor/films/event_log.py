"""Writes the events of a film and keeps the state after them: walls, paint, head and path.

The head is the cell where the algorithm is, and the path leads to it without loops::

    o---o---o       a step ahead extends the path,            o---o---o
            |       a step back shortens it,                  |       |
    o---H   o  -->  and where the head meets the path,        H   .   o   the loop is cut off
        |   |       everything after that cell                (came from the right cell
        o---o       is removed                                 of the row below)

A jump to some other cell starts a new path.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.films.film import (
    AREA_PAINT,
    BEGIN,
    CELL,
    CLEARED,
    COLOURED,
    JUMP,
    LINE,
    MOVE,
    PAINT,
    PATH,
    RETURN,
    VALUE,
    WALL,
    Film,
    LastEvent,
    Snapshot,
    mark_steps,
    pack,
    toggles,
)
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.screen.pixel_colours import AREAS, VISITED

PAUSE_EVERY = 256  # steps


class _Rows(dict[int, list[int]]):
    """The rows of a table as lists, each built when it is first used."""

    def __init__(self, table: NDArray[Any]) -> None:
        super().__init__()
        self._table = table

    def __missing__(self, row: int) -> list[int]:
        values: list[int] = self._table[row].tolist()
        self[row] = values
        return values


class SearchPath:
    """Follows the head by ``look_at`` and ``move_to``, and passes events to ``log``.

    ``head`` is its cell (-1: none), ``slots`` uint8[n] has a bit for each slot of a cell that the
    path crosses. ``on_cut(cell)`` is called for each cell cut off, ``on_pause()`` at times, between
    two steps.
    """

    def __init__(
        self,
        lattice: Lattice,
        log: Callable[[int], None],
        on_cut: Callable[[int], None],
        on_pause: Callable[[], None],
    ) -> None:
        self.head = -1
        self.slots = bytearray(lattice.size)
        self._row = lattice.row
        self._rows, self._opposite = _Rows(lattice.offsets), _Rows(lattice.opposite)
        self._inside = lattice.inside.tobytes()
        self._log, self._on_cut, self._on_pause = log, on_cut, on_pause
        self._cells: list[int] = []
        self._backs: list[int] = []  # the slot of each cell of the path towards the one before
        self._on_path = bytearray(lattice.size)  # whether a cell is on the path
        self._steps = 0

    def look_at(self, cell: int) -> None:
        """Follow the head to any cell."""
        if cell == self.head or not self._inside[cell]:
            return
        self._count()
        self._log(cell << CELL | JUMP)
        self.head = cell
        self.clear()
        if self._cells:
            self._on_path[self._cells.pop()] = 0
            self._backs.pop()
        self._start(cell)

    def clear(self) -> None:
        """Remove the path but for its first cell."""
        while len(self._cells) > 1:
            self._log(self._shorten())

    def move_to(self, cell: int) -> None:
        """Follow the head to a neighbour."""
        row, towards = self._rows[self._row(cell)], self.head - cell
        if self.head < 0 or towards not in row or not self._inside[cell]:
            self.look_at(cell)
            return
        self._count()
        if not self._on_path[cell]:
            self._extend(cell, row.index(towards))
        elif self._cells[-2] == cell:
            left = self._cells[-1]
            self._shorten()
            self._log(cell << CELL | row.index(towards) << VALUE | MOVE)
            self._on_cut(left)
        else:
            self._log(cell << CELL | RETURN)
            self._cut_loop(cell)
        self.head = cell

    def neighbour(self, cell: int, slot: int) -> tuple[int, int]:
        """Return the cell on the other side of a wall, and the slot back."""
        row = self._row(cell)
        return cell + self._rows[row][slot], self._opposite[row][slot]

    def _start(self, cell: int) -> None:
        self._cells.append(cell)
        self._backs.append(0)
        self._on_path[cell] = 1

    def _extend(self, cell: int, back: int) -> None:
        self._log(cell << CELL | back << VALUE | MOVE)
        self._cells.append(cell)
        self._backs.append(back)
        self._on_path[cell] = 1
        self._toggle(cell, back)

    def _cut_loop(self, cell: int) -> None:
        while self._cells[-1] != cell:
            left = self._cells[-1]
            self._log(self._shorten())
            self._on_cut(left)

    def _shorten(self) -> int:
        """Remove the last cell; return the event for that."""
        cell, back = self._cells.pop(), self._backs.pop()
        self._on_path[cell] = 0
        self._toggle(cell, back)
        return cell << CELL | back << VALUE | PATH

    def _toggle(self, cell: int, back: int) -> None:
        other, slot = self.neighbour(cell, back)
        self.slots[cell] ^= 1 << back
        self.slots[other] ^= 1 << slot

    def _count(self) -> None:
        self._steps += 1
        if self._steps % PAUSE_EVERY == 0:
            self._on_pause()


BLOCK_EVENTS = 1 << 13  # events that are passed to the film at once
# events from one snapshot to the next, or a quarter of the cells: what is more
SNAPSHOT_EVENTS = 1 << 17


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
        self._line = 0
        self._lines = [(0, 0)]  # from which event on, and which line
        self._last = LastEvent()
        self.base = film.snapshot(0).walls
        self.walls = bytearray(self.base)
        self.paint = bytearray(self._lattice.size)
        # a solver has visited a cell even where its path is cut
        on_cut = (lambda _cell: None) if film.solves else self._clear
        self.path = SearchPath(self._lattice, self._events.append, on_cut, self._pause)
        self._areas = AreaColours(self._lattice, self._colour) if film.areas else None
        if film.solves and film.entrance:
            self.set_paint(film.entrance.cell, VISITED)

    def set_line(self, line: int) -> None:
        """Let the events from now on belong to a line of the code; 0: to none."""
        if line != self._line:
            self._line = line
            self._lines.append((len(self._events), line))

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
        if self._areas and not self.walls[cell] >> slot & 1:
            self._areas.join(cell, other)

    def _colour(self, cell: int, colour: int) -> None:
        """Log that a cell has the colour of another area."""
        before, after = self.paint[cell], COLOURED + colour
        if before != after:
            self.paint[cell] = after
            self._events.append(cell << CELL | (before << 4 | after) << VALUE | AREA_PAINT)

    def _clear(self, cell: int) -> None:
        """Remove the paint of a cell that a random walk passed but that is not in the maze."""
        paint = self.paint[cell]
        if paint and self.walls[cell] == self._lattice.closed:
            self.paint[cell] = 0
            self._events.append(cell << CELL | paint << 4 + VALUE | CLEARED)

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

    def add_step(self, events: Ids, line: int = 0) -> None:
        if len(events):
            self._pass_on()
            events |= line << LINE
            events[0] |= BEGIN
            self.film.add(events)
            self._last = LastEvent(PAINT, -1, self.path.head)

    # Passing them to the film

    def _pause(self) -> None:
        self._job.check()
        if len(self._events) >= BLOCK_EVENTS:
            self.flush()

    def flush(self) -> None:
        """Pass the events so far to the film; raises ``FilmFullError``."""
        self._pass_on()
        if self.film.size > self.film.budget:
            raise FilmFullError

    def _pass_on(self) -> None:
        film = self.film
        events = np.array(self._events, np.int64)
        starts, lines = np.array(self._lines).T
        events |= np.repeat(lines << LINE, np.diff(starts, append=len(events)))
        self._lines = [(0, self._line)]
        events, self._last = mark_steps(events, self._last)
        del self._events[:]
        film.add(events)
        if film.since_snapshot >= max(SNAPSHOT_EVENTS, self._lattice.size // 4):
            state = (self.walls, self.paint, self.path.slots)
            walls, paint, path = (np.frombuffer(bytes(array), np.uint8) for array in state)
            film.add_snapshot(Snapshot(film.event_count, walls, paint, path, self.path.head))


class AreaColours:
    """The areas of cells; calls ``paint(cell, colour)`` for each cell whose colour changes.

    An area is two or more connected cells, in one colour. When two join, the cells of the smaller
    one take the colour of the larger; where two areas of one colour come to touch, the smaller one
    takes another::

        A A . B B        A A A A A        joined by the cell between, which was in no area
        A . . B B   -->  A . . A A
        . C C C .        . C C C .        were C of the colour of A, and no larger, it would change

    The cells of an area are a ring in ``_after``, so that two are joined without looking at all
    cells of the larger one: all joins together paint each of n cells log2(n) times at most.

    Twelve bytes a cell: the first cell of its area, the next cell of that, and at first cells the
    size.
    """

    def __init__(self, lattice: Lattice, paint: Callable[[int, int], None]) -> None:
        self._row, self._paint = lattice.row, paint
        self._inside = lattice.inside.tobytes()
        self._rows = _Rows(lattice.offsets)
        cells = np.arange(lattice.size, dtype=np.int32).tobytes()
        self._first, self._after = array("i", cells), array("i", cells)
        self._sizes = array("i", [1]) * lattice.size
        self._colours = bytearray(lattice.size)  # of first cells
        self._next = 0  # the colour of the next new area, where no neighbour has it

    def join(self, one: int, other: int) -> None:
        """Join the areas of two neighbours, between which a wall was opened."""
        large, small = self._first[one], self._first[other]
        if large == small:
            return
        if self._sizes[large] < self._sizes[small]:
            large, small = small, large
        if self._sizes[large] == 1:
            self._begin(large, small)
        joined = [*self._cells(small)]
        colour = self._colours[large]
        for cell in joined:
            self._first[cell] = large
            self._paint(cell, colour)
        self._sizes[large] += len(joined)
        self._after[large], self._after[small] = self._after[small], self._after[large]
        self._separate(large, joined)

    def _begin(self, cell: int, other: int) -> None:
        """Choose the colour of an area of two cells, and paint the first of them."""
        colour = self._next = (self._next + 1) % AREAS
        counts = self._around([cell, other])
        if counts[colour]:
            colour = counts.index(min(counts))
        self._colours[cell] = colour
        self._paint(cell, colour)

    def _separate(self, area: int, cells: list[int]) -> None:
        """Let no area that touches ``cells``, now in ``area``, have its colour, if possible."""
        for cell in cells:
            for other in self._neighbours(cell):
                there = self._first[other]
                if (
                    there != area
                    and self._colours[there] == self._colours[area]
                    and self._sizes[there] > 1
                ):
                    self._recolour(min(area, there, key=self._sizes.__getitem__))

    def _recolour(self, area: int) -> None:
        """Give an area the colour that touches it least, where that is another one."""
        cells = [*self._cells(area)]
        counts = self._around(cells)
        colour = counts.index(min(counts))
        if counts[colour] < counts[self._colours[area]]:
            self._colours[area] = colour
            for cell in cells:
                self._paint(cell, colour)

    def _around(self, cells: list[int]) -> list[int]:
        """Return how often cells of other areas of each colour touch the cells of an area."""
        counts = [0] * AREAS
        own = self._first[cells[0]]
        for cell in cells:
            for other in self._neighbours(cell):
                there = self._first[other]
                if there != own and self._sizes[there] > 1:
                    counts[self._colours[there]] += 1
        return counts

    def _cells(self, area: int) -> Iterator[int]:
        cell = area
        while True:
            yield cell
            cell = self._after[cell]
            if cell == area:
                return

    def _neighbours(self, cell: int) -> list[int]:
        inside = self._inside
        steps = self._rows[self._row(cell)]
        return [cell + step for step in steps if inside[cell + step]]

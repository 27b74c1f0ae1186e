"""Watches an algorithm at work and writes down what people can see of it.

The algorithm is the real one: its kernels run interpreted, and where they write a byte of a cell,
or go on to another cell, the recorder is told. What a byte means is told by the array it is in:

- ``walls`` of a generator: the maze itself. Walls opened and closed are seen.
- ``walls`` of a solver, its own copy: a cell with all walls closed is FILLED.
- any other byte for each cell: VISITED where it is changed; LEFT where its highest bit is set, by
  which solvers tell two kinds of cells apart; FILLED where it becomes what cells outside have.

Changes that numpy makes between two kernels are found by comparing, and are one step. Other
arrays, such as lists of cells that wait, are not seen.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.compiled import U8, Kernel
from mazeeditor.films.events import (
    BEGIN,
    CELL,
    CLEAR,
    PAINT,
    VALUE,
    WALL,
    Last,
    bulk,
    toggles,
    with_begins,
)
from mazeeditor.films.film import VISITED, Film, Snapshot
from mazeeditor.films.meaning import Building, Meaning, Touching, Walling, Watched, watched
from mazeeditor.films.section import Section, section
from mazeeditor.films.trail import Trail
from mazeeditor.job import Job
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.pieces import Part
from mazeeditor.watching import MOVES, STANDS, WATCHER

BLOCK = 1 << 13  # events that are written down at once
APART = 1 << 17  # events from one snapshot to the next, or a quarter of the cells: what is more
KEPT = 4  # arrays whose changes by numpy are found: those seen last

Bytes = NDArray[np.uint8]


class FullError(Exception):
    """The film has taken all the memory that it may."""


class Recorder:
    """Fills ``film``; called in place of kernels, with the kernel and its arguments.

    ``base`` are the walls before the first step and ``walls`` those as they are now, both without
    gaps; ``paint`` is what cells are painted as now.
    """

    def __init__(self, film: Film, job: Job) -> None:
        self.film, self._job, self._lattice = film, job, film.lattice
        self._log = array("q")
        self._last = Last()
        self.base = film.snapshot(0).walls
        self.walls = bytearray(self.base)
        self.paint = bytearray(self._lattice.size)
        # a solver was there, even where its line is cut
        cut = (lambda _cell: None) if film.solves else self._clear
        self.trail = Trail(self._lattice, self._log.append, cut, self._rest)
        self._told = {STANDS: self.trail.stands, MOVES: self.trail.moves}
        self._functions: dict[Kernel[Any, Any], Callable[..., Any]] = {}
        self._known: dict[int, tuple[Bytes, Watched]] = {}
        if film.solves and film.entrance:
            self.log_paint(film.entrance.cell, VISITED)

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch the kernels that run in this thread."""
        token = WATCHER.set(self)
        try:
            yield
        finally:
            WATCHER.reset(token)

    def within(self, part: Part) -> AbstractContextManager[None]:
        """Watch the kernels that run on arrays of a piece, cell 0 of which is another here."""
        return section(self, part, Recorder(Section(self.film, part), self._job))

    def __call__(self, kernel: Kernel[Any, Any], *args: Any) -> Any:
        """Run a kernel, watched where it writes bytes of cells; return what it returns."""
        written = {
            place: name
            for place, (name, hint) in enumerate(kernel.hints.items())
            if hint == U8 and len(args[place]) == self._lattice.size
        }
        if not written:
            return kernel.run(*args)
        if kernel not in self._functions:
            self._functions[kernel] = kernel.watched(self._told)
        values = [arg.data if isinstance(arg, np.ndarray) else arg for arg in args]
        for place, name in written.items():
            values[place] = self._watched(name, args[place])
        result = self._functions[kernel](*values)
        for place in written:
            args[place][:] = np.frombuffer(values[place], np.uint8)
        self.seal()
        return result

    def _watched(self, name: str, found: Bytes) -> Watched:
        """Return the bytes to give to a kernel; tell what became of them since they were seen."""
        address = found.ctypes.data
        if address in self._known:
            _array, told = self._known[address]
            mirror = np.frombuffer(told, np.uint8)
            told.meaning.compare(found, mirror)
            mirror[:] = found
            return told
        if len(self._known) == KEPT:
            del self._known[next(iter(self._known))]
        meaning = self._meaning(name, found)
        meaning.compare(found, None)
        # the array is kept too, so that no other can get its address
        self._known[address] = found, watched(found.tobytes(), meaning)
        return self._known[address][1]

    def _meaning(self, name: str, found: Bytes) -> Meaning:
        if name == "walls":
            return Walling(self) if self.film.solves else Building(self)
        if self.film.solves and np.array_equal(found, self.base):
            return Meaning()  # where a solver marks passages, as with chalk
        return Touching(self, found)

    def log_paint(self, cell: int, after: int) -> None:
        """Note that a cell is painted in another way."""
        before = self.paint[cell]
        if before != after:
            self.paint[cell] = after
            self._log.append(cell << CELL | (before << 4 | after) << VALUE | PAINT)

    def log_wall(self, cell: int, slot: int) -> None:
        """Note that a wall was opened or closed, as its other side sees it."""
        other, back = self.trail.neighbour(cell, slot)
        self.walls[cell] ^= 1 << slot
        self.walls[other] ^= 1 << back
        self._log.append(other << CELL | back << VALUE | WALL)

    def _clear(self, cell: int) -> None:
        """Forget that a walk came by, where the maze did not."""
        paint = self.paint[cell]
        if paint and self.walls[cell] == self._lattice.closed:
            self.paint[cell] = 0
            self._log.append(cell << CELL | paint << 4 + VALUE | CLEAR)

    def repaint(self, after: Bytes) -> Ids:
        """Return the events of painting cells at once: all are ``after`` uint8[n] now."""
        paint = np.frombuffer(self.paint, np.uint8)
        cells = np.flatnonzero(paint != after)
        values = paint[cells].astype(np.int64) << 4 | after[cells]
        paint[cells] = after[cells]
        return bulk(cells, values, PAINT)

    def rebuild(self, after: Bytes) -> Ids:
        """Return the events of changing walls at once: all are ``after`` uint8[n] now."""
        changed = np.frombuffer(self.walls, np.uint8) ^ after
        self.walls[:] = after.tobytes()
        return toggles(self._lattice, changed, WALL)

    def add_step(self, events: Ids) -> None:
        """Write down events that are one step."""
        if len(events):
            self._hand_over()
            events[0] |= BEGIN
            self.film.add(events)
            self._last = Last(PAINT, -1, self.trail.head)

    def _rest(self) -> None:
        self._job.check()
        if len(self._log) >= BLOCK:
            self.seal()

    def seal(self) -> None:
        """Give the film what was written down; raises ``FullError``."""
        self._hand_over()
        if self.film.size > self.film.budget:
            raise FullError

    def _hand_over(self) -> None:
        film = self.film
        events, self._last = with_begins(np.array(self._log, np.int64), self._last)
        del self._log[:]
        film.add(events)
        if film.since_snapshot >= max(APART, self._lattice.size // 4):
            now = (self.walls, self.paint, self.trail.ways)
            walls, paint, ways = (np.frombuffer(bytes(each), np.uint8) for each in now)
            film.keep(Snapshot(film.places, walls, paint, ways, self.trail.head))

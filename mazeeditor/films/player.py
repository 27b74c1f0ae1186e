"""Plays a film: the maze as it is at any step, and what changes visibly between two steps.

player = Player(film)
change = player.seek(step)         # forwards or backwards
view.changed(change.walls)
view.paint(change.cells, player.marks[change.cells], player.path[change.cells])
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.distinct import distinct
from mazeeditor.films.film import (
    CELL,
    CHANNEL,
    COLOURED,
    DONE,
    MOVE,
    NOWHERE,
    ON_ROUTE,
    PAINT,
    PATH,
    RETURN,
    VALUE,
    WALL,
    WALLED,
    Film,
    Snapshot,
)
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.screen.pixel_colours import AREA, AREAS, FILLED, HEAD, PLAIN, ROUTE, VISITED

EVENTS_BACK = 64  # events first searched for the last cell of the algorithm
FEW_CELLS = 1 << 14  # cells that are sorted faster than flagged

# The mark of a cell by its paint: where a maze is solved, and where it is generated
SOLVED = np.arange(16, dtype=np.uint8)
SOLVED[ON_ROUTE], SOLVED[WALLED:] = ROUTE, FILLED
GENERATED = np.full(16, VISITED, np.uint8)
GENERATED[0], GENERATED[DONE] = FILLED, PLAIN
GENERATED[COLOURED : COLOURED + AREAS] = np.arange(AREA, AREA + AREAS)

_BITS = np.left_shift(1, np.arange(8)).astype(np.uint8)


class FrameChange(NamedTuple):
    """What has changed on the screen: ``walls`` int64[k] and ``cells`` int64[m], each once."""

    walls: Ids
    cells: Ids


class Player:
    """The state of a film at ``step``, 0 to ``film.steps``: the number of steps done.

    ``maze`` has the walls of that step. ``marks`` uint8[n] are the marks of the cells: PLAIN,
    VISITED, FILLED, LEFT, ROUTE or HEAD, where the algorithm is. While a maze is generated, PLAIN
    cells are in it, VISITED ones looked at, FILLED ones not touched yet; those of areas are AREA +
    the number of their colour. ``path`` uint8[n] has a bit for each slot crossed by the path to the
    head, or in the end by the route. ``lines`` are those of the pseudo-code that ran in the
    step, counted from 1, the last one last; none where others made it.
    """

    def __init__(self, film: Film) -> None:
        self.film, self._lattice = film, film.lattice
        self.maze = film.start.copy()
        self.marks, self.path, self._paint, self._path = (
            np.zeros(film.lattice.size, np.uint8) for _array in range(4)
        )
        self._walls, self._untouched = film.start.walls.copy(), film.start.walls.copy()
        self.step, self._count, self.head = 0, 0, -1
        self.lines: tuple[int, ...] = ()
        self._fresh = True

    def seek(self, step: int) -> FrameChange:
        """Go to a step, forwards or backwards; return what looks different now.

        The first time, that is every cell that is not PLAIN or is on the path.
        """
        step = min(max(step, 0), self.film.steps)
        count = self.film.events_until(step)
        snapshot = self.film.snapshot(count)
        head, self.head = self.head, self._head_after(count, snapshot)
        distance, from_snapshot = abs(count - self._count), count - snapshot.count
        changed: Ids | slice = slice(None)
        if self._fresh or distance > from_snapshot + self._lattice.size // 8:
            self._walls[:], self._paint[:] = snapshot.walls & ~self.film.gaps, snapshot.paint
            self._path[:] = snapshot.path
            self._apply(self.film.events(snapshot.count, count), backwards=False)
        else:
            events = self.film.events(*sorted((self._count, count)))
            cells = self._apply(events, backwards=count < self._count)
            changed = _unique_inside([*cells, np.array([head, self.head])], self._lattice)
        self.step, self._count, self._fresh = step, count, False
        self.lines = self.film.lines_of(step)
        return self._update(changed)

    def _apply(self, events: Ids, *, backwards: bool) -> list[Ids]:
        """Apply events; return the cells that may look different, some of them twice."""
        channels, cells, values = events & CHANNEL, events >> CELL, events >> VALUE & 0xFF
        painted = channels >= PAINT
        touched = cells[painted]
        if backwards:  # of several events of a cell the first one counts
            self._paint[touched[::-1]] = values[painted][::-1] >> 4
        else:
            self._paint[touched] = values[painted] & 15
        walls = self._toggle(self._walls, channels == WALL, cells, values)
        on_path = (channels == PATH) | (channels == MOVE)
        return [touched, *walls, *self._toggle(self._path, on_path, cells, values)]

    def _toggle(
        self, bits: NDArray[np.uint8], chosen: NDArray[np.bool_], cells: Ids, slots: Ids
    ) -> tuple[Ids, Ids]:
        """Toggle the bits between two cells, on both sides; return the cells of both sides."""
        lattice, near, slots = self._lattice, cells[chosen], slots[chosen]
        places = lattice.rows_of(near) * lattice.degree + slots
        far = near + lattice.offsets.ravel().take(places)
        backs = lattice.opposite.ravel().take(places)
        np.bitwise_xor.at(bits, near, _BITS.take(slots))
        np.bitwise_xor.at(bits, far, _BITS.take(backs))
        return near, far

    def _update(self, cells: Ids | slice) -> FrameChange:
        """Update maze, marks and path of cells, or of all."""
        toggled = self._walls[cells] ^ self.maze.walls[cells]
        walls = _walls_of(self._lattice, _select(cells, toggled), toggled[toggled != 0])
        self.maze.write(walls, ~self.maze.is_closed(walls))
        marks, path = self.marks_of(cells), self._path[cells] * self._lattice.inside[cells]
        if self.head >= 0:
            marks[_index(cells, self.head)] = HEAD
        differs = (marks != self.marks[cells]) | (path != self.path[cells])
        self.marks[cells], self.path[cells] = marks, path
        return FrameChange(walls, _select(cells, differs))

    def _head_after(self, count: int, snapshot: Snapshot) -> int:
        """Return the cell where the algorithm is after ``count`` events, or -1."""
        last, block = count, EVENTS_BACK
        while last > snapshot.count:
            first = max(snapshot.count, last - block)
            events = self.film.events(first, last)
            heads = np.flatnonzero((events & CHANNEL) <= RETURN)
            if len(heads):
                cell = int(events[heads[-1]] >> CELL)
                return -1 if cell == NOWHERE else cell
            last, block = first, block * 8
        return snapshot.head

    def marks_of(self, cells: Ids | slice) -> NDArray[np.uint8]:
        """Return the marks of cells, without the head; cells outside are PLAIN."""
        if self.film.solves:
            return SOLVED.take(self._paint[cells]) * self._lattice.inside[cells]
        paint = self._paint[cells]
        marks = GENERATED.take(paint)
        marks[(self._walls[cells] != self._untouched[cells]) & (paint < COLOURED)] = PLAIN
        return marks * self._lattice.inside[cells]


def _select(cells: Ids | slice, chosen: NDArray[Any]) -> Ids:
    places = np.flatnonzero(chosen)
    return places if isinstance(cells, slice) else cells[places]


def _index(cells: Ids | slice, cell: int) -> int:
    """Return the index of a cell among cells, lowest first, or among all."""
    return cell if isinstance(cells, slice) else int(np.searchsorted(cells, cell))


def _walls_of(lattice: Lattice, cells: Ids, changed: NDArray[np.uint8]) -> Ids:
    """Return the ids of walls of cells, each once; ``changed`` has their bits."""
    ids = []
    for slot in range(lattice.degree):
        if len(lattice.which) == 1 and lattice.offsets[0, slot] < 0:
            continue  # the id is that of the other cell
        own = cells[(changed >> np.uint8(slot) & 1).astype(np.bool_)]
        places = lattice.rows_of(own) * lattice.degree + slot
        ids.append(own[lattice.offsets.ravel().take(places) > 0] * lattice.degree + slot)
    return np.concatenate(ids)


def _unique_inside(cells: list[Ids], lattice: Lattice) -> Ids:
    joined = np.concatenate(cells)
    joined = joined[joined >= 0]
    if len(joined) < FEW_CELLS:
        joined = distinct(joined)
    else:
        flags = np.zeros(lattice.size, np.bool_)
        flags[joined] = True
        joined = np.flatnonzero(flags)
    return joined[lattice.inside[joined]]

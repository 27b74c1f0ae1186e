"""Plays a film: the maze as it is at any step, and what looks different when it goes on.

player = Player(film)
moved = player.seek(step)         # forward or back
view.changed(moved.walls)
view.paint(moved.cells, player.kinds[moved.cells], player.ways[moved.cells])
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.films.events import (
    CELL,
    CHANNEL,
    LINE,
    MOVE,
    NOBODY,
    PAINT,
    STAND,
    VALUE,
    WALL,
)
from mazeeditor.films.film import DONE, FILLED, HEAD, PLAIN, VISITED, WALLED, Film, Snapshot
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice

BACK = 64  # events first looked at on the way back to where the algorithm stood
FEW = 1 << 14  # numbers that are sorted sooner than marked

# What a cell looks like by its paint: where a maze is solved, and while one is made
_SOLVED = np.arange(16, dtype=np.uint8)
_SOLVED[WALLED:] = FILLED
_MADE = np.full(16, VISITED, np.uint8)
_MADE[0], _MADE[DONE] = FILLED, PLAIN

_BITS = np.left_shift(1, np.arange(8)).astype(np.uint8)


class Moved(NamedTuple):
    """What looks different now: ``walls`` int64[k] and ``cells`` int64[m], each once."""

    walls: Ids
    cells: Ids


class Player:
    """A film at ``step``, 0 to ``film.steps``: steps done.

    ``maze`` has the walls as they are then. ``kinds`` uint8[n] says what each cell is painted as:
    PLAIN, VISITED, FILLED, LEFT, ROUTE or HEAD, where the algorithm stands. While a maze is made,
    PLAIN cells are in it, VISITED ones looked at, FILLED ones not touched yet. ``ways`` uint8[n]
    are the slots through which the line behind the algorithm goes, or in the end the route.
    """

    def __init__(self, film: Film) -> None:
        self.film, self._lattice = film, film.lattice
        self.maze = film.start.copy()
        self.kinds, self.ways, self._paint, self._lines = (
            np.zeros(film.lattice.size, np.uint8) for _array in range(4)
        )
        self._walls, self._unmade = film.start.walls.copy(), film.start.walls.copy()
        self.step, self._place, self._head = 0, 0, -1
        self._fresh = True

    def seek(self, step: int) -> Moved:
        """Go to a step, forward or back; return what looks different now.

        The first time, that is every cell which does not look like one that nobody works on.
        """
        step = min(max(step, 0), self.film.steps)
        place = self.film.place(step)
        near = self.film.snapshot(place)
        head, self._head = self._head, self._head_at(place, near)
        way, round_about = abs(place - self._place), place - near.place + self._lattice.size // 8
        changed: Ids | slice = slice(None)
        if way > round_about or self._fresh:
            self._walls[:], self._paint[:] = near.walls & ~self.film.gaps, near.paint
            self._lines[:] = near.ways
            self._apply(self.film.events(near.place, place), backwards=False)
        else:
            events = self.film.events(*sorted((self._place, place)))
            cells = self._apply(events, backwards=place < self._place)
            changed = _once([*cells, np.array([head, self._head])], self._lattice)
        self.step, self._place, self._fresh = step, place, False
        return self._show(changed)

    def _apply(self, events: Ids, *, backwards: bool) -> list[Ids]:
        """Let events happen; return the cells that may look different, some of them twice."""
        channels, cells, values = events & CHANNEL, events >> CELL, events >> VALUE & 0xFF
        painted = channels >= PAINT
        touched = cells[painted]
        if backwards:  # of several events of a cell the first one counts
            self._paint[touched[::-1]] = values[painted][::-1] >> 4
        else:
            self._paint[touched] = values[painted] & 15
        walls = self._toggle(self._walls, channels == WALL, cells, values)
        drawn = (channels == LINE) | (channels == MOVE)
        return [touched, *walls, *self._toggle(self._lines, drawn, cells, values)]

    def _toggle(
        self, bits: NDArray[np.uint8], chosen: NDArray[np.bool_], cells: Ids, slots: Ids
    ) -> tuple[Ids, Ids]:
        """Toggle what is between two cells, on both sides; return one side and the other."""
        lattice, one, slots = self._lattice, cells[chosen], slots[chosen]
        places = lattice.rows_of(one) * lattice.degree + slots
        other = one + lattice.offsets.ravel().take(places)
        backs = lattice.opposite.ravel().take(places)
        np.bitwise_xor.at(bits, one, _BITS.take(slots))
        np.bitwise_xor.at(bits, other, _BITS.take(backs))
        return one, other

    def _show(self, cells: Ids | slice) -> Moved:
        """Show cells, or all, as they are now."""
        toggled = self._walls[cells] ^ self.maze.walls[cells]
        walls = _ids(self._lattice, _numbers(cells, toggled), toggled[toggled != 0])
        self.maze.write(walls, ~self.maze.is_closed(walls))
        kinds, lines = self._kinds(cells), self._lines[cells] * self._lattice.inside[cells]
        if self._head >= 0:
            kinds[_place(cells, self._head)] = HEAD
        differs = (kinds != self.kinds[cells]) | (lines != self.ways[cells])
        self.kinds[cells], self.ways[cells] = kinds, lines
        return Moved(walls, _numbers(cells, differs))

    def _head_at(self, place: int, near: Snapshot) -> int:
        """Return the cell where the algorithm stands after ``place`` events, or -1."""
        last, many = place, BACK
        while last > near.place:
            first = max(near.place, last - many)
            events = self.film.events(first, last)
            found = np.flatnonzero((events & CHANNEL) <= STAND)
            if len(found):
                cell = int(events[found[-1]] >> CELL)
                return -1 if cell == NOBODY else cell
            last, many = first, many * 8
        return near.head

    def _kinds(self, cells: Ids | slice) -> NDArray[np.uint8]:
        """Return what cells are painted as, but for the head; those outside are PLAIN."""
        if self.film.solves:
            return _SOLVED.take(self._paint[cells]) * self._lattice.inside[cells]
        kinds = _MADE.take(self._paint[cells])
        kinds[self._walls[cells] != self._unmade[cells]] = PLAIN
        return kinds * self._lattice.inside[cells]


def _numbers(cells: Ids | slice, chosen: NDArray[Any]) -> Ids:
    """Return those of the cells, or of all, that are chosen."""
    places = np.flatnonzero(chosen)
    return places if isinstance(cells, slice) else cells[places]


def _place(cells: Ids | slice, cell: int) -> int:
    """Return where a cell is among cells, lowest first, or all."""
    return cell if isinstance(cells, slice) else int(np.searchsorted(cells, cell))


def _ids(lattice: Lattice, cells: Ids, changed: NDArray[np.uint8]) -> Ids:
    """Return the walls of cells, of which ``changed`` are bits, each once."""
    found = []
    for slot in range(lattice.degree):
        if len(lattice.which) == 1 and lattice.offsets[0, slot] < 0:
            continue  # named by the other cell
        mine = cells[(changed >> np.uint8(slot) & 1).astype(np.bool_)]
        places = lattice.rows_of(mine) * lattice.degree + slot
        found.append(mine[lattice.offsets.ravel().take(places) > 0] * lattice.degree + slot)
    return np.concatenate(found)


def _once(cells: list[Ids], lattice: Lattice) -> Ids:
    """Return those of the cells that are inside, each once."""
    named = np.concatenate(cells)
    named = named[named >= 0]
    if len(named) < FEW:
        named = np.unique(named)
    else:
        marks = np.zeros(lattice.size, np.bool_)
        marks[named] = True
        named = np.flatnonzero(marks)
    return named[lattice.inside[named]]

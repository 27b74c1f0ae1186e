"""Plays a film: the maze as it is at any step, and what looks different when it goes on.

player = Player(film)
moved = player.seek(step)         # forward or back
view.changed(moved.walls)
view.paint(moved.cells, player.kinds[moved.cells], player.ways[moved.cells])
"""

from __future__ import annotations

from typing import NamedTuple

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
    toggles,
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
        size = film.lattice.size
        self.film, self._lattice = film, film.lattice
        self.maze = film.start.copy()
        self._unmade = film.start.walls.copy()
        self.ways: NDArray[np.uint8] = np.zeros(size, np.uint8)
        self.kinds: NDArray[np.uint8] = np.zeros(size, np.uint8)
        self._paint: NDArray[np.uint8] = np.zeros(size, np.uint8)
        self.step, self._place, self._head = 0, 0, -1
        self._fresh = True

    def seek(self, step: int) -> Moved:
        """Go to a step, forward or back; return what looks different now.

        The first time, that is every cell which does not look like one that nobody works on.
        """
        step = min(max(step, 0), self.film.steps)
        place = self.film.place(step)
        near = self.film.snapshot(place)
        far = abs(place - self._place) > place - near.place + self._lattice.size
        moved = self._jump(near, place) if far or self._fresh else self._go(near, place)
        self.step, self._place, self._fresh = step, place, False
        return moved

    def _go(self, near: Snapshot, place: int) -> Moved:
        """Play what lies between, forward or backwards."""
        head, self._head = self._head, self._head_at(place, near)
        events = self.film.events(*sorted((self._place, place)))
        walls, lined, cells = self._apply(events, backwards=place < self._place)
        one, _slots, other, _backs = self._lattice.sides_of(walls)
        cells = np.concatenate([cells, lined, one, other, [head, self._head]])
        cells = _once(cells, self._lattice)
        before = self.kinds[cells]
        self._tell_kinds(cells)
        changed = self.kinds[cells] != before
        return Moved(walls, _once(np.concatenate([cells[changed], lined]), self._lattice))

    def _jump(self, near: Snapshot, place: int) -> Moved:
        """Go on from a snapshot before the place."""
        self._head = self._head_at(place, near)
        walls, kinds, ways = self.maze.walls.copy(), self.kinds.copy(), self.ways.copy()
        self._toggle(_ids(self._lattice, walls ^ (near.walls & ~self.film.gaps)))
        self._paint[:], self.ways[:] = near.paint, near.ways
        self._apply(self.film.events(near.place, place), backwards=False)
        cells = self._lattice.inside_cells()
        self._tell_kinds(cells)
        changed = (kinds != self.kinds) | (ways != self.ways)
        return Moved(_ids(self._lattice, walls ^ self.maze.walls), cells[changed[cells]])

    def _apply(self, events: Ids, *, backwards: bool) -> tuple[Ids, Ids, Ids]:
        """Return the walls that changed, the cells whose lines did, and the cells painted."""
        channels, cells = events & CHANNEL, events >> CELL
        values = events >> VALUE & 0xFF
        drawn = (channels == LINE) | (channels == MOVE)
        walls, lines = (
            _odd(self._lattice.wall_ids(cells[one], values[one]))
            for one in (channels == WALL, drawn)
        )
        self._toggle(walls)
        one, slots, other, backs = self._lattice.sides_of(lines)
        np.bitwise_xor.at(self.ways, one, np.left_shift(1, slots).astype(np.uint8))
        np.bitwise_xor.at(self.ways, other, np.left_shift(1, backs).astype(np.uint8))
        painted = channels >= PAINT
        cells, values = cells[painted], values[painted]
        if backwards:
            self._paint[cells[::-1]] = values[::-1] >> 4  # of several the first one counts
        else:
            self._paint[cells] = values & 15
        return walls, np.concatenate([one, other]), cells

    def _toggle(self, walls: Ids) -> None:
        self.maze.write(walls, ~self.maze.is_closed(walls))

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

    def _tell_kinds(self, cells: Ids) -> None:
        """Say anew what inside cells are painted as."""
        if self.film.solves:
            self.kinds[cells] = _SOLVED[self._paint[cells]]
        else:
            untouched = self.maze.walls[cells] == self._unmade[cells]
            self.kinds[cells] = np.where(untouched, _MADE[self._paint[cells]], np.uint8(PLAIN))
        if self._head >= 0:
            self.kinds[self._head] = HEAD


def _ids(lattice: Lattice, changed: NDArray[np.uint8]) -> Ids:
    """Return the walls whose bits are set in ``changed`` uint8[n]."""
    events = toggles(lattice, changed, WALL)
    return lattice.wall_ids(events >> CELL, events >> VALUE & 7)


def _odd(ids: Ids) -> Ids:
    """Return those that come an odd number of times, each once."""
    found, counts = np.unique(ids, return_counts=True)
    return found[counts % 2 == 1]


def _once(cells: Ids, lattice: Lattice) -> Ids:
    """Return those of the cells that are inside, each once."""
    cells = cells[cells >= 0]
    if len(cells) < FEW:
        cells = np.unique(cells)
    else:
        named = np.zeros(lattice.size, np.bool_)
        named[cells] = True
        cells = np.flatnonzero(named)
    return cells[lattice.inside[cells]]

"""A maze: which walls are closed, which are locked, where it is entered and where it is left."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.memory import check_free
from mazeeditor.core.translation import _, quote_value
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice, Opening, cell_at
from mazeeditor.maze.walls import (
    check_walls,
    free_walls,
    inner_walls,
    select_walls,
    set_bits,
)

Place = tuple[int, int]


class Maze:
    """The walls and openings of a lattice.

    ``walls`` is uint8[n], read only: bit ``slot`` of a cell is set where that wall is closed, and
    each wall is stored on both of its sides. Walls between outside cells are closed; an outer wall
    is open exactly where an entrance or exit is. All changes of walls go through ``write``.
    ``locks`` uint8[n] has the same bits, set for inner walls that must stay as they are; ``None``
    where there are none.
    """

    def __init__(
        self,
        lattice: Lattice,
        walls: NDArray[np.uint8] | None = None,
        entrance: Opening | None = None,
        exits: tuple[Opening, ...] = (),
    ) -> None:
        """Take over ``walls`` (without: all closed), cut the openings; raises ``UsageError``."""
        self.lattice = lattice
        if walls is None:
            walls = np.full(lattice.size, lattice.closed, np.uint8)
        self._walls = walls
        self._view = walls.view()
        self._view.flags.writeable = False
        self._entrance: Opening | None = None
        self._exits: tuple[Opening, ...] = ()
        self._locks: NDArray[np.uint8] | None = None
        self._overwritten: list[tuple[Ids, NDArray[np.uint8]]] | None = None
        if entrance or exits:
            self.set_openings(entrance, exits)

    @property
    def walls(self) -> NDArray[np.uint8]:
        """The walls uint8[n], read only."""
        return self._view

    @property
    def entrance(self) -> Opening | None:
        return self._entrance

    @property
    def exits(self) -> tuple[Opening, ...]:
        """Where the maze is left; several are one goal."""
        return self._exits

    @property
    def openings(self) -> tuple[Opening, ...]:
        return (*([self._entrance] if self._entrance else []), *self._exits)

    @property
    def exit(self) -> Opening | None:
        """The first of ``exits``."""
        return self._exits[0] if self._exits else None

    @property
    def lacks_openings(self) -> bool:
        return self._entrance is None or not self._exits

    def copy(self) -> Maze:
        """Return a maze of its own with the same walls, openings and locks."""
        copy = Maze(self.lattice, self._walls.copy())  # in which the gaps of openings are cut
        copy._entrance, copy._exits = self._entrance, self._exits
        copy._locks = self._locks  # never written to
        return copy

    @property
    def locks(self) -> NDArray[np.uint8] | None:
        """The locks uint8[n], read only; ``None`` where no wall is locked."""
        return self._locks

    def set_locks(self, locks: NDArray[np.uint8] | None) -> None:
        """Take over ``locks`` uint8[n], which have the same bit on both sides of a wall."""
        if locks is not None and not locks.any():
            locks = None
        if locks is not None:
            locks.flags.writeable = False
        self._locks = locks

    def is_locked(self, walls: Ids) -> NDArray[np.bool_]:
        """Return bool[k]: which of ``walls`` int64[k] must stay as they are."""
        if self._locks is None:
            return np.zeros(np.shape(walls), np.bool_)
        return self._have(walls, self._locks)

    def write(self, walls: Ids, closed: NDArray[np.bool_] | bool) -> None:
        """Close or open ``walls`` int64[k] (``closed`` bool[k] or one for all).

        Openings are cut and closed by ``set_openings``, which alone passes outer walls here.
        """
        sides = self.lattice.sides_of(walls)
        if self._overwritten is not None:
            self._overwritten += [(cells, self._walls[cells]) for cells in sides[::2]]
        set_bits(self._walls, sides, closed)

    @contextmanager
    def restored_on_error(self) -> Iterator[None]:
        """Take back what a block writes, the openings and locks it sets, where it raises anything.

        That costs as much as what the block writes, whatever the size of the maze.
        """
        before, outer = (self._entrance, self._exits, self._locks), self._overwritten
        overwritten = self._overwritten = []
        try:
            yield
        except BaseException:
            for cells, walls in reversed(overwritten):
                self._walls[cells] = walls
            self._entrance, self._exits, self._locks = before
            raise
        else:
            if outer is not None:
                outer += overwritten
        finally:
            self._overwritten = outer

    def is_closed(self, walls: Ids) -> NDArray[np.bool_]:
        """Return bool[k]: which of ``walls`` int64[k] are closed."""
        return self._have(walls, self._walls)

    def _have(self, walls: Ids, bits: NDArray[np.uint8]) -> NDArray[np.bool_]:
        """Return bool[k]: which of ``walls`` int64[k] have their bits in ``bits`` uint8[n]."""
        cells, slots = np.divmod(np.asarray(walls, np.int64), self.lattice.degree)
        return (bits[cells] >> slots.astype(np.uint8) & 1).astype(np.bool_)

    def toggle(self, walls: Ids) -> None:
        """Close what is open and open what is closed, for ``walls`` int64[k] between inside cells.

        Each wall may stand once; raises ``UsageError`` for an outer wall and for a locked one.
        """
        walls = np.asarray(walls, np.int64)
        lower, _slots, upper, _backs = self.lattice.sides_of(walls)
        if not (self.lattice.inside[lower] & self.lattice.inside[upper]).all():
            raise UsageError(_("The outer wall opens only by an entrance or an exit."))
        if self._locks is not None and self.is_locked(walls).any():
            raise UsageError(_("A locked wall stays as it is: unlock it first."))
        self.write(walls, ~self.is_closed(walls))

    def set_openings(self, entrance: Opening | None, exits: tuple[Opening, ...]) -> None:
        """Close the old gaps in the outer wall and cut the new ones; raises ``UsageError``."""
        for opening in (*([entrance] if entrance else []), *exits):
            self._check(opening)
        before = self._gaps()
        self._entrance, self._exits = entrance, tuple(dict.fromkeys(exits))
        after = self._gaps()
        changed = np.array([*(before - after), *(after - before)], np.int64)
        self.write(changed, np.arange(len(changed)) < len(before - after))

    def _gaps(self) -> set[int]:
        """Return the walls that are open for an opening."""
        wall = self.lattice.wall
        return {wall(gap.cell, gap.slot) for gap in self.openings if gap.slot is not None}

    def _check(self, opening: Opening) -> None:
        lattice = self.lattice
        if not isinstance(opening, Opening):
            message = _("An entrance or exit is an Opening, not {value}.")
            raise UsageError(message.format(value=quote_value(opening)))
        if not (0 <= opening.cell < lattice.size and lattice.inside[opening.cell]):
            raise UsageError(_("An entrance or exit must be in a cell of the maze."))
        if opening.slot is not None:
            lattice.check_outer(opening.cell, opening.slot)

    def is_open(self, one: Place, other: Place) -> bool:
        """Whether there is a passage between two neighbours, each (row, column)."""
        cell = cell_at(self.lattice, one)
        slot = self.lattice.slot_between(cell, cell_at(self.lattice, other))
        return not self._walls[cell] >> slot & 1

    def toggle_wall(self, one: Place, other: Place) -> None:
        """Open or close the wall between two neighbours, each (row, column)."""
        cell = cell_at(self.lattice, one)
        slot = self.lattice.slot_between(cell, cell_at(self.lattice, other))
        self.toggle(np.array([self.lattice.wall(cell, slot)]))

    def closed_walls(self) -> Ids:
        """Return the ids int64[k] of all closed walls that touch an inside cell, lowest first."""
        return select_walls(self.lattice, self._walls, closed=True)

    def check(self) -> None:
        """Raise ``MazeError``, naming a place, where the maze contradicts itself.

        Every wall must be the same on both of its sides, and the outer wall open at the openings
        alone.
        """
        check_walls(self.lattice, self._walls, self._gaps())


def locks_of(maze: Maze) -> NDArray[np.uint8]:
    """Return the locks uint8[n] of a maze, zeros where it has none."""
    return np.zeros(maze.lattice.size, np.uint8) if maze.locks is None else maze.locks


def with_locks(maze: Maze, cells: NDArray[np.bool_], *, locked: bool) -> NDArray[np.uint8]:
    """Return the locks uint8[n] of a maze after all inner walls of ``cells`` bool[n] are locked.

    Or unlocked, where ``locked`` is False.
    """
    lattice = maze.lattice
    locks = locks_of(maze).copy()
    places = np.flatnonzero(lattice.inside & cells)
    for slot in range(lattice.degree):
        others, backs = lattice.beyond(places, slot)
        inner = lattice.inside[others]
        slots = np.full(len(places), slot)
        sides = places[inner], slots[inner], others[inner], backs[inner].astype(np.int64)
        set_bits(locks, sides, locked)
    return locks


def locked_walls(maze: Maze) -> Ids:
    """Return the ids int64[k] of all locked walls, lowest first."""
    if maze.locks is None:
        return np.empty(0, np.int64)
    return inner_walls(maze.lattice, maze.locks, Job()).astype(np.int64)


def kept_locks(maze: Maze, lattice: Lattice) -> NDArray[np.uint8] | None:
    """Return the locks of a maze that are of inner walls of a lattice with the same places."""
    return None if maze.locks is None else maze.locks & free_walls(lattice)


GRID_BYTES_PER_CELL = 2  # bytes a cell, the walls included


def full_grid(lattice: Lattice, job: Job | None = None) -> Maze:
    """Return a maze with every wall closed and the lattice's default openings.

    Raises ``MazeError`` where it needs more memory than is free, and ``CancelledError``.
    """
    _check_grid(lattice)
    if job:
        job.check()
    return Maze(lattice, None, lattice.first, (lattice.last,))


def empty_grid(lattice: Lattice, job: Job | None = None) -> Maze:
    """Return a maze without any wall between inside cells; otherwise as ``full_grid``."""
    _check_grid(lattice)
    walls = free_walls(lattice, job=job)
    walls ^= np.uint8(lattice.closed)
    return Maze(lattice, walls, lattice.first, (lattice.last,))


def _check_grid(lattice: Lattice) -> None:
    what = _("A grid of {cells:,} cells").format(cells=lattice.cells)
    check_free(what, lattice.size * GRID_BYTES_PER_CELL)

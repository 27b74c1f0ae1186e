"""Which walls are locked, and which may change: those between two chosen cells that are not."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.walls import inner_walls, set_bits


def free_walls(
    lattice: Lattice,
    cells: NDArray[np.bool_] | None = None,
    locked: NDArray[np.uint8] | None = None,
) -> NDArray[np.uint8]:
    """Return uint8[n]: bit ``slot`` of a cell is set where that wall may change.

    Like the walls of a maze it stands on both sides. Both cells of a free wall are inside and in
    ``cells`` bool[n] (without: all), and ``locked`` uint8[n], with the same bits, has it not.
    """
    chosen = lattice.inside if cells is None else lattice.inside & cells
    free = np.zeros(lattice.size, np.uint8)
    places = np.flatnonzero(chosen)
    for slot in range(lattice.degree):
        others, _backs = lattice.beyond(places, slot)
        free[places[chosen[others]]] |= np.uint8(1 << slot)
    return free if locked is None else free & ~locked


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


def check_locks(lattice: Lattice, locks: NDArray[np.uint8]) -> None:
    """Raise ``MazeError`` where ``locks`` uint8[n] are not those of inner walls, on both sides."""
    stray = locks & ~free_walls(lattice)
    for slot in range(lattice.degree):
        cells = np.flatnonzero(locks >> np.uint8(slot) & 1 != 0)
        others, backs = lattice.beyond(cells, slot)
        stray[cells[locks[others] >> backs & 1 == 0]] |= np.uint8(1 << slot)
    if stray.any():
        row, column = lattice.place(int(stray.argmax()))
        raise MazeError(
            _("cell {row},{column} has a lock without a wall.").format(row=row, column=column)
        )

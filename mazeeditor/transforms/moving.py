"""Brings all cells of a maze elsewhere, with walls, openings and blank cells."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from mazeeditor.errors import UsageError
from mazeeditor.job import Job
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.masks import masked
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search import without_gaps
from mazeeditor.shapes import build
from mazeeditor.transforms.motion import Motion, Placing
from mazeeditor.transforms.placing import placing
from mazeeditor.words import _

AT_ONCE = 1 << 16  # cells that are moved together: they stay in the processor's cache


def moved(maze: Maze, job: Job, motion: Motion) -> Maze:
    """Return a maze of the same cells elsewhere, on the same lattice where that has the same cells.

    Raises ``UsageError`` where a cell or a passage has no place there, and ``CancelledError``.
    """
    place = placing(maze.lattice, motion)
    if place is None:
        raise UsageError(_("Moved there, the cells would not fit the grid."))
    whole = _whole(place.target)
    job.phase(maze.lattice.size, 0.5)
    landed = _landed(place, whole, job)
    lattice = _of(maze.lattice, whole, landed, job)
    job.phase(maze.lattice.size)
    walls = _carried(maze, lattice, landed, job)

    def opening(each: Opening) -> Opening:
        cell = int(landed[each.cell])
        return Opening(cell, None if each.slot is None else place.slot(each.cell, each.slot, cell))

    entrance = opening(maze.entrance) if maze.entrance else None
    return Maze(lattice, walls, entrance, tuple(opening(each) for each in maze.exits))


def _whole(lattice: Lattice) -> Lattice:
    """Return a lattice without its mask."""
    return lattice if lattice.whole else build(lattice.shape, **lattice.parameters)


def _landed(place: Placing, whole: Lattice, job: Job) -> NDArray[np.int32]:
    """Return int32[n], the place of each inside cell; raises ``UsageError`` where there is none."""
    result = np.zeros(place.lattice.size, np.int32)
    for cells in _parts(place.lattice, job):
        found = place.cells(cells)
        if not whole.inside[found].all():
            raise UsageError(_("A cell would come to lie where the maze has no place for it."))
        result[cells] = found
    return result


def _of(before: Lattice, whole: Lattice, landed: NDArray[np.int32], job: Job) -> Lattice:
    """Return the lattice of the cells that ``landed``: the one before where it is the same."""
    if before.whole:
        return whole
    inside = np.zeros(whole.size, np.bool_)
    inside[landed[before.inside]] = True
    if before.size == len(inside) and np.array_equal(inside, before.inside):
        return before
    with job.part(0.2):
        return masked(whole, inside, job)


def _parts(lattice: Lattice, job: Job) -> Iterator[Ids]:
    """Yield the inside cells int64[k], many at once; raises ``CancelledError``."""
    for start in range(0, lattice.size, AT_ONCE):
        job.step(start)
        found = np.flatnonzero(lattice.inside[start : start + AT_ONCE])
        if len(found):
            yield found.astype(np.int64) + start


def _carried(
    maze: Maze, lattice: Lattice, landed: NDArray[np.int32], job: Job
) -> NDArray[np.uint8]:
    """Return the walls of ``lattice``, uint8[n]: a passage is where one was between two cells.

    A slot mostly becomes the same one as in the cells before, so that is looked at first.
    """
    before, old = maze.lattice, without_gaps(maze)
    walls = np.full(lattice.size, lattice.closed, np.uint8)
    likely = [list(range(lattice.degree)) for _slot in range(before.degree)]
    for cells in _parts(before, job):
        for slot, order in enumerate(likely):
            left = cells[old[cells] >> np.uint8(slot) & 1 == 0]
            mine = landed[left].astype(np.int64)
            others = landed[before.beyond(left, slot)[0]]
            for there in tuple(order):
                if not len(mine):
                    break
                hit = lattice.beyond(mine, there)[0] == others
                walls[mine[hit]] &= np.uint8(255 ^ 1 << there)
                if hit.any() and there != order[0]:
                    order.remove(there)
                    order.insert(0, there)
                mine, others = mine[~hit], others[~hit]
            if len(mine):
                raise UsageError(_("Two cells with a passage between them would part."))
    return walls

"""Joins what walls separate, and finds the passages that close loops, in random order.

The cells that passages join are an area (union-find). Passages that may not change come first,
then those that may: one that joins no two areas closes a loop, and can be closed. Then the closed
walls that may be opened: each that joins two areas is needed.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.translation import _, count
from mazeeditor.maze.braid import shuffle
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.pieces import count_borders
from mazeeditor.maze.random import new_seed, seeded
from mazeeditor.maze.repairs import RepairError
from mazeeditor.maze.search.joining import join_areas, lowest_cells
from mazeeditor.maze.walls import inner_walls


class Divided(NamedTuple):
    """Walls int32[k], in random order: those that ``joined`` two areas each, and the ``others``."""

    joined: NDArray[np.int32]
    others: NDArray[np.int32]


class GrowingAreas:
    """The areas of a maze that grow as walls are gone through.

    ``walls`` uint8[n] are read when a method is called, ``free`` uint8[n] has the bits of those
    that may change.
    """

    def __init__(
        self,
        lattice: Lattice,
        walls: NDArray[np.uint8],
        free: NDArray[np.uint8],
        seed: int | None,
    ) -> None:
        self._lattice, self._walls, self._free = lattice, walls, free
        self._random = seeded(new_seed() if seed is None else seed)
        self._areas = np.arange(lattice.size, dtype=np.int32)

    def unite(self, job: Job, *, closed: bool, free: bool) -> Divided:
        """Go through all closed walls, or passages, that may change, or may not.

        Raises ``CancelledError``.
        """
        lattice = self._lattice
        bits = self._walls if closed else ~self._walls
        ids = inner_walls(lattice, bits & (self._free if free else ~self._free), job)
        if free:
            shuffle(ids, self._random, job.signal)
            job.check()
        job.phase(len(ids), 0.25)
        joined = join_areas(lattice, self._areas, ids, job)
        return Divided(ids[joined], ids[~joined])

    def check_whole(self, maze: Maze, job: Job) -> None:
        """Raise ``RepairError`` where a wall that was left separates two areas."""
        lattice, lowest = self._lattice, lowest_cells(self._areas)
        borders = count_borders[lattice.degree](lowest, lattice.tables, job.signal)
        job.check()
        if not borders:
            return
        main = int(np.bincount(lowest[lattice.inside]).argmax())
        if maze.entrance:
            main = int(lowest[maze.entrance.cell])
        cells = as_ids(lattice.inside & (lowest != main))
        text = _("Walls that may not change seal {cells}: unlock or select some of theirs.")
        raise RepairError(text.format(cells=count(len(cells), "cell", "cells")), cells)


def as_ids(cells: NDArray[np.bool_]) -> Ids:
    """Return the cells int64[k] of bool[n]."""
    return np.flatnonzero(cells).astype(np.int64)

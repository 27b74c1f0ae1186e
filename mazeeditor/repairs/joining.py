"""Joins what walls separate, and finds the passages that close loops, in random order.

The cells that passages join are an area (union-find). Passages that may not change come first,
then those that may: one that joins no two areas closes a loop, and can be closed. Then the closed
walls that may be opened: each that joins two areas is needed.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.compiled import DEGREE, I32, I64, TICK, U8, InI32, InU8, kernel
from mazeeditor.job import Job
from mazeeditor.maze.braid import shuffle
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import Tables, row_of
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.pieces import count_borders, find
from mazeeditor.maze.random import new_seed, seeded
from mazeeditor.repairs import RepairError
from mazeeditor.translation import _, count

NO_IDS = np.empty(0, np.int32)


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
        self.numbers = np.arange(lattice.size, dtype=np.int32)

    def unite(self, job: Job, *, closed: bool, free: bool) -> Divided:
        """Go through all closed walls, or passages, that may change, or may not.

        Raises ``CancelledError``.
        """
        lattice, tables = self._lattice, self._lattice.tables
        collect = _collect[lattice.degree]
        fixed = self._walls, self._free, tables, closed, free
        job.phase(lattice.size, 0.05)
        ids = np.empty(collect(NO_IDS, *fixed, job.signal), np.int32)
        job.phase(lattice.size, 0.05)
        collect(ids, *fixed, job.signal)
        job.check()
        if free:
            shuffle(ids, self._random, job.signal)
            job.check()
        joined = np.zeros(len(ids), np.uint8)
        job.phase(len(ids), 0.15)
        _unite[lattice.degree](self.numbers, ids, joined, tables, job.signal)
        job.check()
        return Divided(ids[joined != 0], ids[joined == 0])

    def check_whole(self, maze: Maze, job: Job) -> None:
        """Raise ``RepairError`` where a wall that was left separates two areas."""
        lattice = self._lattice
        flatten(self.numbers, job.signal)
        borders = count_borders[lattice.degree](self.numbers, lattice.tables, job.signal)
        job.check()
        if not borders:
            return
        inside = self.numbers[lattice.inside]
        main = int(np.bincount(inside).argmax())
        if maze.entrance:
            main = int(self.numbers[maze.entrance.cell])
        cells = np.flatnonzero(lattice.inside & (self.numbers != main)).astype(np.int64)
        text = _("Walls that may not change seal {cells}: unlock or select some of theirs.")
        raise RepairError(text.format(cells=count(len(cells), "cell", "cells")), cells)


def write(
    lattice: Lattice, walls: NDArray[np.uint8], ids: NDArray[np.int32], *, closed: bool
) -> None:
    """Close or open ``ids`` int32[k] in ``walls`` uint8[n]."""
    lower, slots, upper, backs = lattice.sides_of(ids.astype(np.int64))
    for cells, bits in ((lower, slots), (upper, backs)):
        bit = np.left_shift(1, bits).astype(np.uint8)
        if closed:
            np.bitwise_or.at(walls, cells, bit)
        else:
            np.bitwise_and.at(walls, cells, ~bit)


def as_ids(cells: NDArray[np.bool_]) -> Ids:
    """Return the cells int64[k] of bool[n]."""
    return np.flatnonzero(cells).astype(np.int64)


@kernel
def _collect(
    ids: I32, walls: InU8, free: InU8, tables: Tables, closed: bool, may: bool, signal: I64
) -> int:
    """Count the closed or open inner walls that may change, or may not; store those that fit."""
    offsets, inside = tables.offsets, tables.inside
    number = 0
    for cell in range(len(inside)):
        if cell & TICK == 0:
            signal[0] = cell
            if signal[1] != 0:
                return number
        if inside[cell]:
            row = row_of(tables, cell)
            for slot in range(DEGREE):
                other = cell + offsets[row, slot]
                if other > cell and inside[other]:
                    shut = (walls[cell] >> slot) & 1 != 0
                    if shut == closed and ((free[cell] >> slot) & 1 != 0) == may:
                        if number < len(ids):
                            ids[number] = cell * DEGREE + slot
                        number += 1
    return number


@kernel
def _unite(areas: I32, ids: InI32, joined: U8, tables: Tables, signal: I64) -> None:
    """Unite the areas on both sides of each wall; note where they were two."""
    offsets = tables.offsets
    for step in range(len(ids)):
        if step & TICK == 0:
            signal[0] = step
            if signal[1] != 0:
                return
        cell = ids[step] // DEGREE
        one = find(areas, cell)
        two = find(areas, cell + offsets[row_of(tables, cell), ids[step] % DEGREE])
        if one != two:
            areas[max(one, two)] = min(one, two)
            joined[step] = 1


@kernel
def flatten(areas: I32, signal: I64) -> None:
    """Let each cell lead to its representative."""
    for cell in range(len(areas)):
        if cell & TICK == 0 and signal[1] != 0:
            return
        areas[cell] = find(areas, cell)

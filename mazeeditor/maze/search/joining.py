"""Joins what passages connect (union-find): which walls separate areas, and which close loops.

An area is a set of cells, known by the lowest of them. ``areas`` int32[n], at first a range, lead
each cell towards it. Going through walls in random order, those that join two areas are a spanning
tree (J. Kruskal, 1956); every other one closes a loop.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import DEGREE, I32, I64, TICK, U8, InI32, kernel
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import Tables, row_of
from mazeeditor.maze.pieces import find
from mazeeditor.maze.random import shuffle
from mazeeditor.maze.walls import inner_walls


def join_areas(lattice: Lattice, areas: I32, ids: I32, job: Job) -> NDArray[np.bool_]:
    """Unite the areas on both sides of walls int32[k], one wall after the other.

    Returns bool[k]: at which walls they were two. A phase of ``len(ids)`` steps has begun. Raises
    ``CancelledError``.
    """
    joined = np.zeros(len(ids), np.uint8)
    _join[lattice.degree](areas, ids, joined, lattice.tables, job.signal)
    job.check()
    return joined.view(np.bool_)


class Divided(NamedTuple):
    """Walls int32[k]: those that ``joined`` two areas each, and the ``others``, on loops."""

    joined: NDArray[np.int32]
    others: NDArray[np.int32]


def divide(
    lattice: Lattice,
    areas: I32,
    bits: NDArray[np.uint8],
    job: Job,
    *,
    random: I64 | None = None,
    share: float = 0.5,
) -> Divided:
    """Unite the areas on both sides of the inner walls that ``bits`` uint8[n] have; divide these.

    With ``random`` numbers they come in random order. The work takes ``share`` of the job. Raises
    ``CancelledError``.
    """
    ids = inner_walls(lattice, bits, job)
    if random is not None:
        shuffle(ids, random, job)
    job.phase(len(ids), share)
    joined = join_areas(lattice, areas, ids, job)
    return Divided(ids[joined], ids[~joined])


def join_pairs(pairs: I32, areas: I32) -> NDArray[np.bool_]:
    """Unite the areas of pairs int32[k, 2], one pair after the other, of cells or anything else.

    Returns bool[k]: at which pairs they were two.
    """
    joined = np.zeros(len(pairs), np.uint8)
    _join_pairs(np.ascontiguousarray(pairs).ravel(), areas, joined)
    return joined.view(np.bool_)


def lowest_cells(areas: I32) -> I32:
    """Return int32[n]: the lowest cell of the area of each cell."""
    while True:
        ahead = areas[areas]
        if np.array_equal(ahead, areas):
            return ahead
        areas = ahead


def write_walls(lattice: Lattice, walls: U8, ids: I32, job: Job, *, closed: bool) -> None:
    """Close or open the walls int32[k] in ``walls`` uint8[n]; raises ``CancelledError``."""
    _write[lattice.degree](walls, ids, closed, lattice.tables, job.signal)
    job.check()


@kernel
def _join(areas: I32, ids: InI32, joined: U8, tables: Tables, signal: I64) -> None:
    for step in range(len(ids)):
        if step & TICK == 0:
            signal[0] = step
            if signal[1] != 0:
                return
        cell = ids[step] // DEGREE
        one = find(areas, cell)
        two = find(areas, cell + tables.offsets[row_of(tables, cell), ids[step] % DEGREE])
        if one != two:
            areas[max(one, two)] = min(one, two)
            joined[step] = 1


@kernel
def _join_pairs(pairs: InI32, areas: I32, joined: U8) -> None:
    for step in range(len(joined)):
        one, two = find(areas, pairs[2 * step]), find(areas, pairs[2 * step + 1])
        if one != two:
            areas[max(one, two)] = min(one, two)
            joined[step] = 1


@kernel
def _write(walls: U8, ids: InI32, closed: bool, tables: Tables, signal: I64) -> None:
    offsets, opposite = tables.offsets, tables.opposite
    for step in range(len(ids)):
        if step & TICK == 0 and signal[1] != 0:
            return
        cell = ids[step] // DEGREE
        slot = ids[step] % DEGREE
        row = row_of(tables, cell)
        other = cell + offsets[row, slot]
        if closed:
            walls[cell] |= 1 << slot
            walls[other] |= 1 << opposite[row, slot]
        else:
            walls[cell] &= 255 ^ (1 << slot)
            walls[other] &= 255 ^ (1 << opposite[row, slot])

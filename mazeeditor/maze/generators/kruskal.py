"""Kruskal's algorithm: many short dead ends, the same everywhere in the maze."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import (
    DEGREE,
    I32,
    I64,
    TICK,
    U8,
    InI64,
    kernel,
)
from mazeeditor.core.translation import _
from mazeeditor.maze.generators import generator
from mazeeditor.maze.generators.common.boruvka import lightest_tree
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import Tables, row_of
from mazeeditor.maze.pieces import find
from mazeeditor.maze.random import WORD, draw, weight

BUCKET = 1 << 15  # walls that are sorted at a time: they fit into the cache
LARGE = 1 << 23  # cells: from here on Borůvka's algorithm makes the same maze faster


@generator(
    "kruskal",
    _("Kruskal"),
    order=4,
    memory=40,
    texture=_("branching evenly, many short dead ends"),
    areas=True,
    code=_(
        "Put all walls in random order\n"
        "For each wall in this order:\n"
        "    If there are two areas on its sides:\n"
        "        Open it, so that they are one area"
    ),
)
def kruskal(lattice: Lattice, walls: NDArray[np.uint8], random: I64, job: Job) -> None:
    """Go through all walls in random order and open each that separates two areas.

    J. Kruskal (1956) on random weights. The weight of a wall is a hash of its id and the seed, so
    the maze depends on no order of computing: any minimum spanning tree algorithm gives the same.
    """
    first, second = draw(random), draw(random)
    if lattice.cells < LARGE:
        _tree_by_sorting(lattice, walls, first, second, job)
    else:
        lightest_tree(lattice, walls, first, second, job)


def _tree_by_sorting(
    lattice: Lattice, walls: NDArray[np.uint8], first: int, second: int, job: Job
) -> None:
    """Do what ``lightest_tree`` does; faster in mazes that are not large."""
    keys = _sorted_walls(lattice, first, second, job)  # line 1
    job.phase(len(keys))
    areas = np.arange(lattice.size, dtype=np.int32)
    _join[lattice.degree](walls, areas, keys, lattice.tables, lattice.cells - 1, job.signal)


def _sorted_walls(lattice: Lattice, first: int, second: int, job: Job) -> I64:
    """Return the inner walls by weight, int64[k]: ``weight << 32 | wall``.

    They are dealt into buckets by their highest bits and sorted a bucket at a time, which
    uses the cache better than a single sort and can be cancelled in between.
    """
    bits = max(0, (lattice.cells // BUCKET).bit_length())
    shift = 63 - bits
    ends = np.zeros((1 << bits) + 1, np.int64)
    fixed = lattice.tables, first, second, shift
    job.phase(lattice.size, 0.04)
    _count[lattice.degree](ends, *fixed, job.signal)
    job.check()
    np.cumsum(ends, out=ends)
    keys = np.empty(int(ends[-1]), np.int64)
    job.phase(lattice.size, 0.08)
    _deal[lattice.degree](keys, ends, *fixed, job.signal)
    start = 0
    job.phase(len(ends), 0.15)
    for bucket, end in enumerate(ends[:-1]):  # each is now the end of its bucket
        job.step(bucket)
        keys[start:end].sort()
        start = int(end)
    return keys


@kernel
def _count(counts: I64, tables: Tables, first: int, second: int, shift: int, signal: I64) -> None:
    """Count the inner walls of each bucket, one place up: ``counts[bucket + 1]``."""
    offsets, inside = tables.offsets, tables.inside
    for cell in range(len(inside)):
        if cell & TICK == 0:
            signal[0] = cell
            if signal[1] != 0:
                return
        if inside[cell]:
            row = row_of(tables, cell)
            for slot in range(DEGREE):
                step = offsets[row, slot]
                if step > 0 and inside[cell + step]:
                    key = weight(cell * DEGREE + slot, first, second) << 32
                    counts[(key >> shift) + 1] += 1


@kernel
def _deal(
    keys: I64, places: I64, tables: Tables, first: int, second: int, shift: int, signal: I64
) -> None:
    """Put each inner wall into its bucket; ``places[bucket]`` is where the next one goes."""
    offsets, inside = tables.offsets, tables.inside
    for cell in range(len(inside)):
        if cell & TICK == 0:
            signal[0] = cell
            if signal[1] != 0:
                return
        if inside[cell]:
            row = row_of(tables, cell)
            for slot in range(DEGREE):
                step = offsets[row, slot]
                if step > 0 and inside[cell + step]:
                    wall = cell * DEGREE + slot
                    key = weight(wall, first, second) << 32 | wall
                    keys[places[key >> shift]] = key
                    places[key >> shift] += 1


@kernel
def _join(walls: U8, areas: I32, keys: InI64, tables: Tables, left: int, signal: I64) -> None:
    """Open each wall whose sides are in separate areas (union-find with path halving)."""
    offsets, opposite = tables.offsets, tables.opposite
    for step in range(len(keys)):  # line 2
        if step & TICK == 0:
            signal[0] = step
            if signal[1] != 0:
                return
        wall = keys[step] & WORD
        cell = wall // DEGREE
        slot = wall % DEGREE
        row = row_of(tables, cell)
        other = cell + offsets[row, slot]
        # line 3
        one = find(areas, cell)
        two = find(areas, other)
        if one != two:  # line 4
            areas[max(one, two)] = min(one, two)
            walls[cell] &= 255 ^ (1 << slot)
            walls[other] &= 255 ^ (1 << opposite[row, slot])
            left -= 1
            if left == 0:
                return

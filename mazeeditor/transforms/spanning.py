"""Closes passages that make loops and opens walls that separate components, at random."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.compiled import (
    DEGREE,
    I32,
    I64,
    TICK,
    U8,
    InBool,
    InI32,
    kernel,
)
from mazeeditor.job import Job
from mazeeditor.maze.braid import shuffle
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import Tables, row_of
from mazeeditor.maze.pieces import find

UNITE, CUT, LINK = range(3)  # what is done with a wall: see ``_span``
NO_IDS = np.empty(0, np.int32)


def cut_loops(
    lattice: Lattice, walls: NDArray[np.uint8], areas: I32, random: I64, job: Job
) -> None:
    """Close one passage of each loop in ``walls`` uint8[n], so that no loop is left.

    ``areas`` int32[n] are a range, and then the components of the maze as a union-find. Raises
    ``CancelledError``.
    """
    _go_through(lattice, walls, areas, lattice.inside, random, job, CUT)


def unite(lattice: Lattice, walls: NDArray[np.uint8], areas: I32, random: I64, job: Job) -> None:
    """Unite ``areas`` int32[n], a range, into the components of the maze; keep ``walls``."""
    _go_through(lattice, walls, areas, lattice.inside, random, job, UNITE)


def link(
    lattice: Lattice,
    walls: NDArray[np.uint8],
    areas: I32,
    allowed: NDArray[np.bool_],
    random: I64,
    job: Job,
) -> None:
    """Open walls with a cell of ``allowed`` bool[n] until none of them separates two ``areas``.

    No more are opened than are needed. Raises ``CancelledError``.
    """
    _go_through(lattice, walls, areas, allowed, random, job, LINK)


def _go_through(
    lattice: Lattice,
    walls: NDArray[np.uint8],
    areas: I32,
    allowed: NDArray[np.bool_],
    random: I64,
    job: Job,
    task: int,
) -> None:
    """Go once through all passages, or all closed walls, in random order (Kruskal's algorithm)."""
    job.phase(lattice.size, 0.05)
    fixed = allowed, lattice.tables, task == LINK
    collect = _collect[lattice.degree]
    ids = np.empty(collect(walls, NO_IDS, *fixed, job.signal), np.int32)
    job.phase(lattice.size, 0.05)
    collect(walls, ids, *fixed, job.signal)
    job.check()
    if task != UNITE:
        shuffle(ids, random, job.signal)
        job.check()
    job.phase(len(ids), 0.4)
    _span[lattice.degree](walls, areas, ids, lattice.tables, task, job.signal)
    job.check()


@kernel
def _collect(
    walls: U8, ids: I32, allowed: InBool, tables: Tables, closed: bool, signal: I64
) -> int:
    """Count the closed or open inner walls next to a cell of ``allowed``; store those that fit."""
    offsets, inside = tables.offsets, tables.inside
    count = 0
    for cell in range(len(inside)):
        if cell & TICK == 0:
            signal[0] = cell
            if signal[1] != 0:
                return count
        if inside[cell]:
            row = row_of(tables, cell)
            for slot in range(DEGREE):
                other = cell + offsets[row, slot]
                sought = other > cell and inside[other] and (allowed[cell] or allowed[other])
                if sought and ((walls[cell] >> slot) & 1 != 0) == closed:
                    if count < len(ids):
                        ids[count] = cell * DEGREE + slot
                    count += 1
    return count


@kernel
def _span(walls: U8, areas: I32, ids: InI32, tables: Tables, task: int, signal: I64) -> None:
    """Unite the areas on both sides of each wall and open it (LINK); close it within one (CUT)."""
    offsets, opposite = tables.offsets, tables.opposite
    for step in range(len(ids)):
        if step & TICK == 0:
            signal[0] = step
            if signal[1] != 0:
                return
        cell = ids[step] // DEGREE
        slot = ids[step] % DEGREE
        row = row_of(tables, cell)
        other = cell + offsets[row, slot]
        one = find(areas, cell)
        two = find(areas, other)
        if one != two:
            areas[max(one, two)] = min(one, two)
            if task == LINK:
                walls[cell] &= 255 ^ (1 << slot)
                walls[other] &= 255 ^ (1 << opposite[row, slot])
        elif task == CUT:
            walls[cell] |= 1 << slot
            walls[other] |= 1 << opposite[row, slot]

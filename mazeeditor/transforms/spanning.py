"""Closes what makes loops and opens what parts a maze: the fewest walls of both, by chance."""

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
    InSlots,
    InTable,
    InU16,
    kernel,
)
from mazeeditor.job import Job
from mazeeditor.maze.areas import find
from mazeeditor.maze.braid import mix
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import row_of

UNITE, CUT, LINK = range(3)  # what is done with a wall: see ``_span``
NO_IDS = np.empty(0, np.int32)


def cut_loops(
    lattice: Lattice, walls: NDArray[np.uint8], areas: I32, random: I64, job: Job
) -> None:
    """Close one passage of each loop in ``walls`` uint8[n], so that no loop is left.

    ``areas`` int32[n] come as a range, and then tell the parts of the maze. Raises
    ``CancelledError``.
    """
    _do(lattice, walls, areas, lattice.inside, random, job, CUT)


def unite(lattice: Lattice, walls: NDArray[np.uint8], areas: I32, random: I64, job: Job) -> None:
    """Let ``areas`` int32[n], a range, tell the parts of the maze; ``walls`` stay as they are."""
    _do(lattice, walls, areas, lattice.inside, random, job, UNITE)


def link(
    lattice: Lattice,
    walls: NDArray[np.uint8],
    areas: I32,
    near: NDArray[np.bool_],
    random: I64,
    job: Job,
) -> None:
    """Open walls with a cell of ``near`` bool[n] until none of them parts two ``areas``.

    No more are opened than are needed. Raises ``CancelledError``.
    """
    _do(lattice, walls, areas, near, random, job, LINK)


def _do(
    lattice: Lattice,
    walls: NDArray[np.uint8],
    areas: I32,
    near: NDArray[np.bool_],
    random: I64,
    job: Job,
    task: int,
) -> None:
    """Go once through all passages, or all closed walls, in random order (Kruskal's algorithm)."""
    job.phase(lattice.size, 0.1)
    fixed = lattice.inside, near, lattice.offsets, lattice.which, task == LINK
    collect = _collect[lattice.degree]
    ids = np.empty(collect(walls, NO_IDS, *fixed, job.signal), np.int32)
    job.check()
    collect(walls, ids, *fixed, job.signal)
    job.check()
    if task != UNITE:
        mix(ids, random, job.signal)
        job.check()
    job.phase(len(ids), 0.4)
    _span[lattice.degree](walls, areas, ids, *lattice.tables, task, job.signal)
    job.check()


@kernel
def _collect(
    walls: U8,
    ids: I32,
    inside: InBool,
    near: InBool,
    offsets: InTable,
    which: InU16,
    closed: bool,
    signal: I64,
) -> int:
    """Count the closed or open inner walls with a cell that is near; note those with room."""
    count = 0
    for cell in range(len(inside)):
        if cell & TICK == 0:
            signal[0] = cell
            if signal[1] != 0:
                return count
        if inside[cell]:
            row = row_of(which, cell)
            for slot in range(DEGREE):
                other = cell + offsets[row, slot]
                sought = other > cell and inside[other] and (near[cell] or near[other])
                if sought and ((walls[cell] >> slot) & 1 != 0) == closed:
                    if count < len(ids):
                        ids[count] = cell * DEGREE + slot
                    count += 1
    return count


@kernel
def _span(
    walls: U8,
    areas: I32,
    ids: InI32,
    offsets: InTable,
    opposite: InSlots,
    which: InU16,
    task: int,
    signal: I64,
) -> None:
    """Unite the areas beside each wall, and open it (LINK); close it where they are one (CUT)."""
    for step in range(len(ids)):
        if step & TICK == 0:
            signal[0] = step
            if signal[1] != 0:
                return
        cell = ids[step] // DEGREE
        slot = ids[step] % DEGREE
        row = row_of(which, cell)
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

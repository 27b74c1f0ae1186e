"""Braiding: opens dead ends into loops, so that a maze has several routes."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import DEGREE, I32, I64, TICK, U8, InU8, kernel
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import COUNT, NTH, Tables, row_of
from mazeeditor.maze.order import by_size
from mazeeditor.maze.random import below, shuffle

Ends = Literal["random", "longest", "shortest"]
NO_BITS = np.empty(0, np.uint8)
CELLS_AT_ONCE = 1 << 16  # cells looked through at once, between two checks for cancellation


def braid_walls(
    lattice: Lattice,
    walls: NDArray[np.uint8],
    random: I64,
    job: Job,
    *,
    share: float,
    ends: Ends = "random",
    free: NDArray[np.uint8] | None = None,
) -> None:
    """Open a wall of dead ends until ``share`` (0..1) of them are gone.

    A dead end is joined to another one where it can be (two are gone at once), as in J. Buck,
    "Mazes for Programmers" (2015), chapter 9. One whose every other neighbour is outside stays.
    Of ``ends`` those drawn at random go first, or those with the longest or shortest path from the
    dead end to the first junction; chance decides between equal ones. With ``free`` uint8[n] only
    those walls are opened, and only dead ends count that have one.
    """
    dead = dead_ends(lattice, walls, job)
    if free is not None:
        dead = dead[walls[dead] & free[dead] != 0]
    target = round(share * len(dead))
    chance = ends == "random"
    if not chance:
        dead = _by_length(lattice, walls, dead, random, job, longest=ends == "longest")
    job.phase(target)
    fixed = NO_BITS if free is None else free, lattice.tables, random, job.signal
    _braid[lattice.degree](walls, dead, target, chance, *fixed)
    job.check()


def dead_ends(lattice: Lattice, walls: NDArray[np.uint8], job: Job) -> NDArray[np.int32]:
    """Return the inside cells int32[k] with exactly one passage, no outer wall being open.

    Raises ``CancelledError``.
    """
    strips, has_one = [], np.equal(COUNT, lattice.degree - 1)  # bool[256]: of the bytes of walls
    for start in range(0, lattice.size, CELLS_AT_ONCE):
        job.check()
        strip = slice(start, start + CELLS_AT_ONCE)
        single = has_one.take(walls[strip]) & lattice.inside[strip]  # half the time of indexing
        strips.append((np.flatnonzero(single) + start).astype(np.int32))
    return np.concatenate(strips)


def _by_length(
    lattice: Lattice, walls: NDArray[np.uint8], ends: I32, random: I64, job: Job, *, longest: bool
) -> I32:
    """Return dead ends in the order in which ``_braid`` takes them: the first one last."""
    job.phase(len(ends), 0.5)
    shuffle(ends, random, job)
    lengths, _last = dead_end_corridors(lattice, walls, ends, job)
    return ends[by_size(lengths if longest else lengths.max(initial=0) - lengths, job)]


def dead_end_corridors(
    lattice: Lattice, walls: NDArray[np.uint8], ends: I32, job: Job
) -> tuple[I32, I32]:
    """Return how many cells the corridor from each dead end has, and the last one, int32[k] each.

    The last is the first with several other passages, a junction, or with none, a dead end too.
    Raises ``CancelledError``.
    """
    lengths, last = np.zeros((2, len(ends)), np.int32)
    _follow[lattice.degree](walls, ends, lengths, last, lattice.tables, job.signal)
    job.check()
    return lengths, last


@kernel
def _follow(walls: InU8, ends: I32, lengths: I32, last: I32, tables: Tables, signal: I64) -> None:
    """Follow the corridor of each dead end."""
    offsets, opposite = tables.offsets, tables.opposite
    shut = (1 << DEGREE) - 1
    steps = 0
    for place in range(len(ends)):
        cell = int(ends[place])
        slots = walls[cell] ^ shut
        length = 1
        while COUNT[slots] == 1:
            steps += 1
            if steps & TICK == 0:
                signal[0] = place
                if signal[1] != 0:
                    return
            slot = int(NTH[slots * 8])
            row = row_of(tables, cell)
            cell += offsets[row, slot]
            slots = (walls[cell] ^ shut) & (255 ^ (1 << opposite[row, slot]))
            length += 1
        lengths[place] = length
        last[place] = cell


@kernel
def _braid(
    walls: U8,
    ends: I32,
    target: int,
    chance: bool,
    free: InU8,
    tables: Tables,
    random: I64,
    signal: I64,
) -> int:
    offsets, opposite, inside = tables.offsets, tables.opposite, tables.inside
    gone = 0
    steps = 0
    left = len(ends)
    while left > 0 and gone < target:
        steps += 1
        if steps & TICK == 0:
            signal[0] = gone
            if signal[1] != 0:
                return gone
        drawn = below(random, left) if chance else left - 1
        cell = int(ends[drawn])
        left -= 1
        ends[drawn] = ends[left]
        if COUNT[walls[cell]] != DEGREE - 1:
            continue  # joined to another dead end meanwhile
        row = row_of(tables, cell)
        closed = 0
        dead = 0
        for slot in range(DEGREE):
            other = cell + offsets[row, slot]
            may = len(free) == 0 or (free[cell] >> slot) & 1 != 0
            if (walls[cell] >> slot) & 1 and inside[other] and may:
                closed |= 1 << slot
                if COUNT[walls[other]] == DEGREE - 1:
                    dead |= 1 << slot
        if dead != 0 and gone + 2 <= target:
            closed = dead
        elif dead != closed:
            closed ^= dead
        if closed == 0:
            continue
        slot = int(NTH[closed * 8 + below(random, int(COUNT[closed]))])
        other = cell + offsets[row, slot]
        gone += 1
        if COUNT[walls[other]] == DEGREE - 1:
            gone += 1
        walls[cell] &= 255 ^ (1 << slot)
        walls[other] &= 255 ^ (1 << opposite[row, slot])
    return gone

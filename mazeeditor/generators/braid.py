"""Braiding: opens dead ends into loops, so that a maze has several routes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.compiled import DEGREE, I32, I64, TICK, U8, InBool, InSlots, InTable, kernel
from mazeeditor.job import Job
from mazeeditor.maze.bits import COUNT, NTH
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.random import below


def braid_walls(
    lattice: Lattice, walls: NDArray[np.uint8], random: I64, job: Job, *, share: float
) -> None:
    """Open a wall of dead ends drawn at random until ``share`` (0..1) of them are gone.

    A dead end is joined to another one where it can be (two are gone at once), as in J. Buck,
    "Mazes for Programmers" (2015), chapter 9. One whose every other neighbour is outside stays.
    """
    ends = dead_ends(lattice, walls)
    wanted = round(share * len(ends))
    job.phase(wanted)
    _braid[lattice.degree](walls, ends, wanted, lattice.inside, *lattice.tables, random, job.signal)
    job.check()


def dead_ends(lattice: Lattice, walls: NDArray[np.uint8]) -> NDArray[np.int32]:
    """Return the inside cells int32[k] with exactly one passage, no outer wall being open."""
    passages = lattice.degree - COUNT[walls]
    return np.flatnonzero((passages == 1) & lattice.inside).astype(np.int32)


@kernel
def _braid(
    walls: U8,
    ends: I32,
    wanted: int,
    inside: InBool,
    offsets: InTable,
    opposite: InSlots,
    mask: int,
    random: I64,
    signal: I64,
) -> int:
    gone = 0
    steps = 0
    left = len(ends)
    while left > 0 and gone < wanted:
        steps += 1
        if steps & TICK == 0:
            signal[0] = gone
            if signal[1] != 0:
                return gone
        drawn = below(random, left)
        cell = int(ends[drawn])
        left -= 1
        ends[drawn] = ends[left]
        if COUNT[walls[cell]] != DEGREE - 1:
            continue  # joined to another dead end meanwhile
        row = cell & mask
        closed = 0
        dead = 0
        for slot in range(DEGREE):
            other = cell + offsets[row, slot]
            if (walls[cell] >> slot) & 1 and inside[other]:
                closed |= 1 << slot
                if COUNT[walls[other]] == DEGREE - 1:
                    dead |= 1 << slot
        if dead != 0 and gone + 2 <= wanted:
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

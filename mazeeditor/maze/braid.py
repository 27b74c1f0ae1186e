"""Braiding: opens dead ends into loops, so that a maze has several routes."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from mazeeditor.compiled import (
    DEGREE,
    I32,
    I64,
    TICK,
    U8,
    InBool,
    InSlots,
    InTable,
    InU8,
    InU16,
    kernel,
)
from mazeeditor.job import Job
from mazeeditor.maze.bits import COUNT, NTH
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import row_of
from mazeeditor.maze.order import by_size
from mazeeditor.maze.random import below

Ends = Literal["random", "longest", "shortest"]
STRIP = 1 << 16  # cells looked through at once, between two looks at Cancel


def braid_walls(
    lattice: Lattice,
    walls: NDArray[np.uint8],
    random: I64,
    job: Job,
    *,
    share: float,
    ends: Ends = "random",
) -> None:
    """Open a wall of dead ends until ``share`` (0..1) of them are gone.

    A dead end is joined to another one where it can be (two are gone at once), as in J. Buck,
    "Mazes for Programmers" (2015), chapter 9. One whose every other neighbour is outside stays.
    Of ``ends`` those drawn at random go first, or those with the longest or shortest way from the
    dead end to the first junction; chance decides between equal ones.
    """
    found = dead_ends(lattice, walls, job)
    wanted = round(share * len(found))
    chance = ends == "random"
    if not chance:
        found = _by_length(lattice, walls, found, random, job, longest=ends == "longest")
    job.phase(wanted)
    fixed = lattice.inside, *lattice.tables, random, job.signal
    _braid[lattice.degree](walls, found, wanted, chance, *fixed)
    job.check()


def dead_ends(lattice: Lattice, walls: NDArray[np.uint8], job: Job) -> NDArray[np.int32]:
    """Return the inside cells int32[k] with exactly one passage, no outer wall being open.

    Raises ``CancelledError``.
    """
    found = []
    for start in range(0, lattice.size, STRIP):
        job.check()
        strip = slice(start, start + STRIP)
        single = COUNT[walls[strip]] == lattice.degree - 1
        single &= lattice.inside[strip]
        found.append((np.flatnonzero(single) + start).astype(np.int32))
    return np.concatenate(found)


def _by_length(
    lattice: Lattice, walls: NDArray[np.uint8], ends: I32, random: I64, job: Job, *, longest: bool
) -> I32:
    """Return dead ends in the order in which ``_braid`` takes them: the first one last."""
    job.phase(len(ends), 0.5)
    mix(ends, random, job.signal)
    job.check()
    lengths = np.zeros(len(ends), np.int32)
    _measure[lattice.degree](walls, ends, lengths, *lattice.tables, job.signal)
    job.check()
    return ends[by_size(lengths if longest else lengths.max(initial=0) - lengths, job)]


@kernel
def mix(things: I32, random: I64, signal: I64) -> None:
    """Bring numbers into random order (R. Fisher and F. Yates, 1938; R. Durstenfeld, 1964)."""
    for last in range(len(things) - 1, 0, -1):
        if last & TICK == 0 and signal[1] != 0:
            return
        other = below(random, last + 1)
        kept = things[last]
        things[last] = things[other]
        things[other] = kept


@kernel
def _measure(
    walls: InU8,
    ends: I32,
    lengths: I32,
    offsets: InTable,
    opposite: InSlots,
    which: InU16,
    signal: I64,
) -> None:
    """Count the cells from each dead end up to the first that has another way to go on or none."""
    shut = (1 << DEGREE) - 1
    steps = 0
    for place in range(len(ends)):
        cell = int(ends[place])
        ways = walls[cell] ^ shut
        length = 1
        while COUNT[ways] == 1:
            steps += 1
            if steps & TICK == 0:
                signal[0] = place
                if signal[1] != 0:
                    return
            slot = int(NTH[ways * 8])
            row = row_of(which, cell)
            cell += offsets[row, slot]
            ways = (walls[cell] ^ shut) & (255 ^ (1 << opposite[row, slot]))
            length += 1
        lengths[place] = length


@kernel
def _braid(
    walls: U8,
    ends: I32,
    wanted: int,
    chance: bool,
    inside: InBool,
    offsets: InTable,
    opposite: InSlots,
    which: InU16,
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
        drawn = below(random, left) if chance else left - 1
        cell = int(ends[drawn])
        left -= 1
        ends[drawn] = ends[left]
        if COUNT[walls[cell]] != DEGREE - 1:
            continue  # joined to another dead end meanwhile
        row = row_of(which, cell)
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

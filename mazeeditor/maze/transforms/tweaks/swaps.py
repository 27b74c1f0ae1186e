"""Fewer or more dead ends, straighter or rougher corridors: by swaps that keep what is connected.

A swap opens a wall and closes a passage of the loop that this makes, so the number of passages
and what can be reached stay as they are::

    +---+---+---+        +---+---+---+
    |     a |   |        |     a     |      open a | b, close the passage that
    +   +---+   +   ->   +   +---+   +      leaves the fewest dead ends or turns
    |         b |        |       | b |
    +---+---+---+        +---+---+---+
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import (
    DEGREE,
    I32,
    I64,
    TICK,
    U8,
    InI32,
    InSlots,
    InU8,
    kernel,
)
from mazeeditor.maze.facts.structure import across
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import COUNT, NTH, Tables, row_of
from mazeeditor.maze.random import shuffle
from mazeeditor.maze.search.joining import divide
from mazeeditor.maze.walls import inner_walls_by_slot

LOOP_CELLS = 96  # cells that are searched for the rest of a loop: longer ones would change too much
PASSES = 12  # through all walls, at most
USUAL_PASS_SHARE = 0.28  # of the time that one pass takes: there are three or four
LITTLE = 0.01  # of what is wanted: a pass that brings no more is the last one
DEAD_ENDS, STRAIGHTS = range(2)  # what is counted


class Fixed(NamedTuple):
    """What swaps only read: which slots are opposite, which walls may change, and which open.

    ``free`` uint8[n] are walls that may change; a passage of ``kept`` uint8[n] is not closed.
    """

    facing: InSlots
    free: U8
    kept: U8


class Loop(NamedTuple):
    """Room for the search of a loop: its cells int32[NEAR], and how each was reached.

    The place of the one ``before``, the slot from there, and the bit of the slot back. ``seen``
    uint8[n] are cells that have been met, uint8[0] in a forest, where none is met twice.
    """

    cells: I32
    before: I32
    slots: I32
    backs: I32
    seen: U8


def swap_towards(
    lattice: Lattice,
    walls: NDArray[np.uint8],
    allowed: tuple[NDArray[np.uint8], NDArray[np.uint8]],
    counted: int,
    change: int,
    random: I64,
    job: Job,
) -> int:
    """Change a count in ``walls`` uint8[n] by ``change``, or as far as swaps lead; return the rest.

    ``counted`` is DEAD_ENDS, or STRAIGHTS, by which the number of dead ends stays as it is.
    ``allowed`` are ``free`` and ``kept`` of ``Fixed``. Raises ``CancelledError``.
    """
    facing = across(lattice)
    facing.flags.writeable = False
    fixed = Fixed(facing, *map(np.array, allowed))
    cells, before, slots, backs = np.zeros((4, LOOP_CELLS), np.int32)
    seen = np.zeros(0 if _is_forest(lattice, walls, job) else lattice.size, np.uint8)
    loop = Loop(cells, before, slots, backs, seen)
    rest, share, rest_of_job = change, USUAL_PASS_SHARE, 1.0
    with job.part(1.0):
        for _number in range(PASSES):
            if rest == 0:
                break
            ids = inner_walls_by_slot(lattice, walls & allowed[0], job)
            shuffle(ids, random, job)
            job.phase(len(ids), share)
            rest_of_job -= share
            share = min(share, rest_of_job / 2)
            left = np.array([rest, 0, 0, 0], np.int64)
            _swap[lattice.degree](
                walls, ids, fixed, loop, left, counted, lattice.tables, job.signal
            )
            job.check()
            brought, rest = abs(rest - int(left[0])), int(left[0])
            if brought <= LITTLE * abs(change):
                break
    return rest


def _is_forest(lattice: Lattice, walls: NDArray[np.uint8], job: Job) -> bool:
    """Whether there are no loops; swaps change neither that nor how many passages there are."""
    with job.part(0.02):
        areas = np.arange(lattice.size, dtype=np.int32)
        return not len(divide(lattice, areas, ~walls, job).others)


@kernel
def _swap(
    walls: U8,
    ids: InI32,
    fixed: Fixed,
    loop: Loop,
    left: I64,
    counted: int,
    tables: Tables,
    signal: I64,
) -> None:
    """Try each closed wall; ``left`` int64[4] is what is missing of the change, and room."""
    offsets, opposite = tables.offsets, tables.opposite
    for place in range(len(ids)):
        if left[0] == 0:
            return
        if place & (TICK >> 8) == 0:
            signal[0] = place
            if signal[1] != 0:
                return
        cell = ids[place] // DEGREE
        slot = ids[place] % DEGREE
        row = row_of(tables, cell)
        other = int(cell + offsets[row, slot])
        back = int(opposite[row, slot])
        dead = _dead(walls, cell) + _dead(walls, other)
        if counted == DEAD_ENDS and (dead == 0) == (left[0] < 0):
            continue  # opening it takes away what is to be more, or nothing of what is too much
        straight = _straight(walls, fixed.facing, tables, cell)
        straight += _straight(walls, fixed.facing, tables, other)
        walls[cell] ^= 1 << slot
        walls[other] ^= 1 << back
        left[1] = _dead(walls, cell) + _dead(walls, other) - dead
        left[2] = _straight(walls, fixed.facing, tables, cell) - straight
        left[2] += _straight(walls, fixed.facing, tables, other)
        if counted == DEAD_ENDS or _may_help(left):
            walls[cell] ^= 1 << slot
            length = _find(walls, loop, cell, other, tables)
            walls[cell] ^= 1 << slot
            if length != 0 and _close_best(walls, fixed, loop, left, length, counted, tables):
                continue
        walls[cell] ^= 1 << slot
        walls[other] ^= 1 << back


@kernel
def _may_help(left: I64) -> bool:
    """Whether straights may come nearer after a wall was opened, whatever passage is closed.

    Closing brings 2 at most, and takes any away only where it makes dead ends.
    """
    if left[0] > 0:
        return left[2] > -2
    return left[2] < 0 or left[1] != 0


@kernel
def _dead(walls: InU8, cell: int) -> int:
    """Return 1 for a dead end, else 0."""
    return 1 if COUNT[walls[cell]] == DEGREE - 1 else 0


@kernel
def _straight(walls: InU8, facing: InSlots, tables: Tables, cell: int) -> int:
    """Return 1 for a cell with two passages that are opposite each other, else 0."""
    slots = walls[cell] ^ ((1 << DEGREE) - 1)
    if COUNT[slots] != 2:
        return 0
    return facing[row_of(tables, cell), NTH[slots * 8]] >> NTH[slots * 8 + 1] & 1


@kernel
def _find(walls: InU8, loop: Loop, start: int, goal: int, tables: Tables) -> int:
    """Search breadth first for a path from ``start`` to ``goal``; return its place, 0 for none.

    No passage is gone back at once. In a forest no cell is met twice then; else ``seen`` uint8[n]
    says which have been.
    """
    cells, before, slots_in, backs, seen = loop
    offsets, opposite = tables.offsets, tables.opposite
    shut = (1 << DEGREE) - 1
    cells[0] = start
    backs[0] = 0
    if len(seen) > 0:
        seen[start] = 1
    head = 0
    tail = 1
    result = 0
    while head < tail and result == 0:
        cell = int(cells[head])
        row = row_of(tables, cell)
        slots = (walls[cell] ^ shut) & ~backs[head]
        while slots != 0 and tail < LOOP_CELLS:
            slot = int(NTH[slots * 8])
            slots &= slots - 1
            other = int(cell + offsets[row, slot])
            if len(seen) > 0:
                if seen[other] != 0:
                    continue
                seen[other] = 1
            cells[tail] = other
            before[tail] = head
            slots_in[tail] = slot
            backs[tail] = 1 << int(opposite[row, slot])
            if other == goal:
                result = tail
            tail += 1
        head += 1
    if len(seen) > 0:
        for place in range(tail):
            seen[cells[place]] = 0
    return result


@kernel
def _close_best(
    walls: U8, fixed: Fixed, loop: Loop, left: I64, end: int, counted: int, tables: Tables
) -> bool:
    """Close the passage of a loop that brings the count nearest; returns whether one does."""
    nearest = abs(left[0])
    best = 0
    place = end
    other = int(loop.cells[end])
    ways = DEGREE - int(COUNT[walls[other]])  # two at least, as it is on the loop
    while place > 0:
        here = place
        beyond = other
        ways_beyond = ways
        place = int(loop.before[here])
        other = int(loop.cells[place])
        ways = DEGREE - int(COUNT[walls[other]])
        change = left[1] + (ways == 2) + (ways_beyond == 2)
        if counted == STRAIGHTS and change != 0:
            continue
        slot = int(loop.slots[here])
        if (fixed.free[other] & ~fixed.kept[other]) >> slot & 1 == 0:
            continue
        if counted == STRAIGHTS:
            back = int(loop.backs[here])
            change = left[2] - _straight(walls, fixed.facing, tables, other)
            change -= _straight(walls, fixed.facing, tables, beyond)
            walls[other] ^= 1 << slot
            walls[beyond] ^= back
            change += _straight(walls, fixed.facing, tables, other)
            change += _straight(walls, fixed.facing, tables, beyond)
            walls[other] ^= 1 << slot
            walls[beyond] ^= back
        if abs(left[0] - change) < nearest:
            nearest = abs(left[0] - change)
            left[3] = change
            best = here
    if best == 0:
        return False
    walls[loop.cells[loop.before[best]]] ^= 1 << int(loop.slots[best])
    walls[loop.cells[best]] ^= int(loop.backs[best])
    left[0] -= left[3]
    return True

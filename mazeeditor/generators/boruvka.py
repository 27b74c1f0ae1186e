"""Kruskal's maze for large mazes: the same walls, found without sorting them, in less memory.

O. Borůvka (1926): every area opens its lightest wall to another area, all at once; then what is
joined counts as one area, until nothing is left to join. As no two walls weigh the same, there is
one minimum spanning tree, and this is it, whatever finds it::

    round 1: cells       round 2: areas of cells     number of areas: a third or less each round
    o-o o o              A-A B B                     walls between areas: kept in three lists
      |   |      -->       |   |
    o o o-o              C A B-B
"""

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
from mazeeditor.generators.borders import list_borders, pick, renumber
from mazeeditor.generators.weights import weight
from mazeeditor.job import Job
from mazeeditor.maze.areas import count_borders
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import row_of

HEAVIEST = (1 << 63) - 1  # no key is more
OUTSIDE = -1  # the area of what is outside: it has no walls


def lightest_tree(
    lattice: Lattice, walls: NDArray[np.uint8], first: int, second: int, job: Job
) -> None:
    """Open the minimum spanning tree of the weights with the keys ``first`` and ``second``."""
    job.phase(lattice.size, 0.25)
    to = np.empty(lattice.size, np.int32)
    fixed = lattice.inside, lattice.offsets, lattice.which
    _join_cells[lattice.degree](walls, to, *fixed, lattice.opposite, first, second, job.signal)
    job.check()
    count = _number(to, job.signal)
    job.check()
    borders = count_borders[lattice.degree](to, *fixed, job.signal)
    job.check()
    job.phase(lattice.size, 0.15)
    near, far, ids = (np.empty(borders, np.int32) for _list in range(3))
    list_borders[lattice.degree](near, far, ids, to, *fixed, job.signal)
    del to
    share = 0.3
    while borders:
        job.phase(borders, share)
        share /= 2
        best = np.full(count, HEAVIEST, np.int64)
        picked = np.full(count, -1, np.int32)
        pick(best, picked, near, far, ids, borders, first, second, job.signal)
        job.check()
        joined = np.arange(count, dtype=np.int32)
        _join_areas[lattice.degree](
            walls, joined, picked, near, far, ids, *lattice.tables, job.signal
        )
        job.check()
        count = _number(joined, job.signal)
        job.check()
        borders = renumber(near, far, ids, joined, borders, job.signal)
        job.check()


@kernel
def _join_cells(
    walls: U8,
    to: I32,
    inside: InBool,
    offsets: InTable,
    which: InU16,
    opposite: InSlots,
    first: int,
    second: int,
    signal: I64,
) -> None:
    """Open the lightest wall of each cell and say in ``to`` where it leads."""
    for cell in range(len(inside)):
        if cell & TICK == 0:
            signal[0] = cell
            if signal[1] != 0:
                return
        to[cell] = cell if inside[cell] else OUTSIDE
        if not inside[cell]:
            continue
        row = row_of(which, cell)
        best, chosen = HEAVIEST, -1
        for slot in range(DEGREE):
            step = offsets[row, slot]
            if inside[cell + step]:
                wall = cell * DEGREE + slot
                if step < 0:
                    wall = (cell + step) * DEGREE + opposite[row, slot]
                key = weight(wall, first, second) << 32 | wall
                if key < best:
                    best, chosen = key, slot
        if chosen >= 0:
            other = cell + offsets[row, chosen]
            walls[cell] &= 255 ^ (1 << chosen)
            walls[other] &= 255 ^ (1 << opposite[row, chosen])
            to[cell] = other


@kernel
def _number(to: I32, signal: I64) -> int:
    """Put the number of its area, less than 0, in each place of ``to``; return how many areas.

    The outside counts as the first one.

    Following ``to`` ends where two places lead to each other, or where one leads to itself.
    """
    count = 1
    for place in range(len(to)):
        if place & TICK == 0 and signal[1] != 0:
            return 0
        end = place
        while to[end] >= 0 and to[to[end]] != end:
            end = int(to[end])
        if to[end] >= 0:
            count += 1
            to[to[end]] = -count
            to[end] = -count
        number = to[end]
        follow = place
        while to[follow] >= 0:
            after = int(to[follow])
            to[follow] = number
            follow = after
    return count


@kernel
def _join_areas(
    walls: U8,
    joined: I32,
    picked: InI32,
    near: InI32,
    far: InI32,
    ids: InI32,
    offsets: InTable,
    opposite: InSlots,
    which: InU16,
    signal: I64,
) -> None:
    """Open the lightest wall of each area and say in ``joined`` where it leads."""
    for area in range(len(picked)):
        if area & TICK == 0 and signal[1] != 0:
            return
        place = int(picked[area])
        if place >= 0:
            wall = int(ids[place])
            cell, slot = wall // DEGREE, wall % DEGREE
            row = row_of(which, cell)
            walls[cell] &= 255 ^ (1 << slot)
            walls[cell + offsets[row, slot]] &= 255 ^ (1 << opposite[row, slot])
            joined[area] = far[place] if near[place] == area else near[place]

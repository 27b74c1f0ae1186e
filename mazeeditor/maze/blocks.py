r"""Which cells are on some route: exact, with loops too, in time linear in the cells.

A block is a part of the maze that no single cell holds together: a bridge (one passage), or loops
that share passages. Blocks hang on each other by single cells, as a tree::

    entrance -- a ==== b -- c -- exit       blocks: entrance-a, the loops between a and b, b-c,
                |  ||  |    |               c-exit; and what hangs on c, where no route leads
                o==oo==o    o=o             that enters no cell twice

Blocks come from chains (J. M. Schmidt, "A simple test on 2-vertex- and 2-edge-connectivity",
2013): a depth-first search leaves passages that lead back to an earlier cell. In the order of the
search, each such passage begins a chain at its upper cell, which goes on from its lower one
towards the start until it comes to a cell of a chain. Where that is its upper cell again, the
chain is a new block that hangs on it; elsewhere it belongs to the block that it came to.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from mazeeditor.compiled import DEGREE, I64, TICK, U8, InI64, InSlots, InTable, InU8, kernel
from mazeeditor.job import Job
from mazeeditor.maze.bits import NTH
from mazeeditor.maze.depth_first import explore
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.search import NEW, START, fresh

# The bits of a ``way`` byte beside BACK, the slot towards the root or START:
BACK = 15
TOP = 16  # the cell from which its block hangs on the cell before
ENTERED = 32
CHAINED = 64  # a chain came by
NEEDED = 128  # behind it, seen from the root, is something to keep


def on_route(
    lattice: Lattice, walls: NDArray[np.uint8], start: int, goals: Iterable[int], job: Job
) -> NDArray[np.bool_]:
    """Return bool[n]: the cells on some route from ``start`` to the first goal that it comes to.

    A route enters no cell twice. ``walls`` uint8[n] must have no gaps. The goals are one cell here,
    from which the blocks hang; what leads to ``start`` is kept. Raises ``CancelledError``.
    """
    goals = sorted(set(goals))
    if start in goals:
        return np.arange(lattice.size) == start
    left = keep(lattice, walls, goals, [start], job, loops=False)
    ends = np.array(goals, np.int64)
    left[ends] = False
    found = np.zeros(len(ends), np.bool_)
    for slot in range(lattice.degree):
        others = ends + lattice.offsets[ends & lattice.mask, slot]
        found |= (walls[ends] >> slot & 1 == 0) & left[others]
    left[ends] = found
    return left


def keep(
    lattice: Lattice,
    walls: NDArray[np.uint8],
    roots: Iterable[int],
    kept: Iterable[int],
    job: Job,
    *,
    loops: bool,
) -> NDArray[np.bool_]:
    """Return bool[n]: the blocks that lie between the ``roots``, one cell here, and ``kept``.

    ``loops`` keeps blocks of more than one loop, and what lies between, too. The roots are among
    the cells returned; cells not connected with them are not. Raises ``CancelledError``.
    """
    tables = lattice.tables
    first = np.array(sorted(set(roots)), np.int64)
    way = fresh(lattice)
    way[first] = START
    job.phase(lattice.cells, 0.35)
    for root in first.tolist():
        explore(walls, way, *tables, root, np.zeros(1, np.int64), job.signal)
        job.check()
    wanted = np.array([cell for cell in kept if way[cell] < NEW], np.int64)
    way[wanted] |= NEEDED
    job.phase(lattice.cells, 0.75)
    _chain_all[lattice.degree](walls, way, *tables, first, loops, job.signal)
    job.phase(lattice.cells)
    _keep_all[lattice.degree](walls, way, *tables, first, job.signal)
    job.check()
    return (way & (CHAINED | ENTERED)) == CHAINED


@kernel
def _chain_all(
    walls: InU8,
    way: U8,
    offsets: InTable,
    opposite: InSlots,
    mask: int,
    roots: InI64,
    loops: bool,
    signal: I64,
) -> None:
    """Enter every cell in the order of the search, follow its chains, tell up what is needed."""
    shut = (1 << DEGREE) - 1
    for index in range(len(roots)):
        way[roots[index]] |= ENTERED | CHAINED
    for index in range(len(roots)):
        _follow_chains(walls, way, offsets, opposite, mask, roots[index], loops)
    steps = 0
    for index in range(len(roots)):
        cell = roots[index]
        ways = walls[cell] ^ shut
        while ways != 0 or way[cell] & BACK != START:
            row = cell & mask
            if ways != 0:
                slot = int(NTH[ways * 8])
                ways &= ways - 1
                other = cell + offsets[row, slot]
                if way[other] & (BACK | ENTERED) == opposite[row, slot]:
                    cell = other
                    way[cell] |= ENTERED
                    if way[cell] & CHAINED == 0:
                        way[cell] |= CHAINED | TOP
                    _follow_chains(walls, way, offsets, opposite, mask, cell, loops)
                    ways = walls[cell] ^ shut
                    steps += 1
                    if steps & TICK == 0:
                        signal[0] = steps
                        if signal[1] != 0:
                            return
            else:
                needed = way[cell] & NEEDED
                back = way[cell] & BACK
                cell += offsets[row, back]
                way[cell] |= needed
                ways = (walls[cell] ^ shut) & (254 << int(opposite[row, back]))


@kernel
def _follow_chains(
    walls: InU8, way: U8, offsets: InTable, opposite: InSlots, mask: int, upper: int, loops: bool
) -> None:
    """Follow the chains that begin at a cell just entered."""
    row = upper & mask
    for slot in range(DEGREE):
        if walls[upper] >> slot & 1 == 0:
            cell = upper + offsets[row, slot]
            seen = int(way[cell])
            if seen & ENTERED != 0 or seen & BACK == opposite[row, slot]:
                continue
            before = cell
            while way[cell] & CHAINED == 0:
                way[cell] |= CHAINED
                before = cell
                cell += offsets[cell & mask, way[cell] & BACK]
            if cell == upper or way[cell] & BACK == START:
                way[before] |= TOP
            elif loops:
                way[cell] |= NEEDED


@kernel
def _keep_all(
    walls: InU8,
    way: U8,
    offsets: InTable,
    opposite: InSlots,
    mask: int,
    roots: InI64,
    signal: I64,
) -> None:
    """Walk again into every block that is needed; its cells are no longer ``ENTERED``."""
    shut = (1 << DEGREE) - 1
    steps = 0
    for index in range(len(roots)):
        cell = roots[index]
        way[cell] ^= ENTERED
        ways = walls[cell] ^ shut
        while ways != 0 or way[cell] & BACK != START:
            row = cell & mask
            if ways != 0:
                slot = int(NTH[ways * 8])
                ways &= ways - 1
                other = cell + offsets[row, slot]
                seen = int(way[other])
                wanted = seen & TOP == 0 or seen & NEEDED != 0
                if wanted and seen & (BACK | ENTERED) == ENTERED | opposite[row, slot]:
                    cell = other
                    way[cell] ^= ENTERED
                    ways = walls[cell] ^ shut
                    steps += 1
                    if steps & TICK == 0:
                        signal[0] = steps
                        if signal[1] != 0:
                            return
            else:
                back = way[cell] & BACK
                cell += offsets[row, back]
                ways = (walls[cell] ^ shut) & (254 << int(opposite[row, back]))

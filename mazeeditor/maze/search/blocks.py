r"""Which cells are on some route: exact, with loops too, in time linear in the cells.

A block is a part of the maze that the removal of no single cell disconnects: a bridge (one
passage), or loops that share passages. Blocks hang on each other by single cells, as a tree::

    entrance -- a ==== b -- c -- exit       blocks: entrance-a, the loops between a and b, b-c,
                |  ||  |    |               c-exit; and what hangs on c, where no route leads
                o==oo==o    o=o             that visits no cell twice

Blocks come from chains (J. M. Schmidt, "A simple test on 2-vertex- and 2-edge-connectivity",
2013): a depth-first search leaves passages that lead back to an earlier cell. In the order of the
search, each such passage begins a chain at its upper cell, which goes on from its lower one
towards the start until it reaches a cell of a chain. Where that is its upper cell again, the
chain is a new block that hangs on it; elsewhere it belongs to the block that it reached.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import DEGREE, I64, TICK, U8, InI64, InU8, kernel
from mazeeditor.core.memory import check_free
from mazeeditor.core.translation import _
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import NTH, Tables, row_of
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search.search import NEW, START, explore, fresh, without_gaps

BLOCKS_BYTES_PER_CELL = 5  # bytes a cell: the most that is taken at a time

# The bits of a ``parents`` byte besides BACK_BITS, the slot towards the root or START:
BACK_BITS = 15
TOP = 16  # the cell from which its block hangs on the cell before
ENTERED = 32
CHAINED = 64  # a chain includes the cell
NEEDED = 128  # below it, as seen from the root, is a cell to keep


@kernel
def chain_all(
    walls: InU8, parents: U8, tables: Tables, roots: InI64, loops: bool, signal: I64
) -> None:
    """Enter every cell in the order of the search, follow its chains, pass up what is needed."""
    offsets, opposite = tables.offsets, tables.opposite
    shut = (1 << DEGREE) - 1
    for index in range(len(roots)):
        parents[roots[index]] |= ENTERED | CHAINED
    unseen = 0  # cells passed since the signal was last checked
    for index in range(len(roots)):
        unseen += _follow_chains(walls, parents, tables, roots[index], loops, signal)
    for index in range(len(roots)):
        cell = roots[index]
        slots = walls[cell] ^ shut
        while slots != 0 or parents[cell] & BACK_BITS != START:
            unseen += 1
            if unseen > TICK:
                unseen = 0
                if signal[1] != 0:
                    return
            row = row_of(tables, cell)
            if slots != 0:
                slot = int(NTH[slots * 8])
                slots &= slots - 1
                other = cell + offsets[row, slot]
                if parents[other] & (BACK_BITS | ENTERED) == opposite[row, slot]:
                    cell = other
                    parents[cell] |= ENTERED
                    if parents[cell] & CHAINED == 0:
                        parents[cell] |= CHAINED | TOP
                    passed = _follow_chains(walls, parents, tables, cell, loops, signal)
                    unseen += passed
                    slots = walls[cell] ^ shut
                    signal[0] += 1
            else:
                needed = parents[cell] & NEEDED
                back = parents[cell] & BACK_BITS
                cell += offsets[row, back]
                parents[cell] |= needed
                slots = (walls[cell] ^ shut) & (254 << int(opposite[row, back]))


@kernel
def _follow_chains(
    walls: InU8, parents: U8, tables: Tables, upper: int, loops: bool, signal: I64
) -> int:
    """Follow the chains that begin at a cell just entered; return how many cells they have."""
    offsets, opposite = tables.offsets, tables.opposite
    row = row_of(tables, upper)
    length = 0
    for slot in range(DEGREE):
        if walls[upper] >> slot & 1 == 0:
            cell = upper + offsets[row, slot]
            seen = int(parents[cell])
            if seen & ENTERED != 0 or seen & BACK_BITS == opposite[row, slot]:
                continue
            before = cell
            while parents[cell] & CHAINED == 0:
                parents[cell] |= CHAINED
                before = cell
                cell += offsets[row_of(tables, cell), parents[cell] & BACK_BITS]
                length += 1
                if length & TICK == 0 and signal[1] != 0:
                    return length
            if cell == upper or parents[cell] & BACK_BITS == START:
                parents[before] |= TOP
            elif loops:
                parents[cell] |= NEEDED
    return length


@kernel
def keep_all(walls: InU8, parents: U8, tables: Tables, roots: InI64, signal: I64) -> None:
    """Walk again into every block that is needed; its cells are no longer ``ENTERED``."""
    offsets, opposite = tables.offsets, tables.opposite
    shut = (1 << DEGREE) - 1
    steps = 0
    for index in range(len(roots)):
        cell = roots[index]
        parents[cell] ^= ENTERED
        slots = walls[cell] ^ shut
        while slots != 0 or parents[cell] & BACK_BITS != START:
            steps += 1
            if steps & TICK == 0:
                signal[0] = steps >> 2  # a cell has two passages, each visited from both sides
                if signal[1] != 0:
                    return
            row = row_of(tables, cell)
            if slots != 0:
                slot = int(NTH[slots * 8])
                slots &= slots - 1
                other = cell + offsets[row, slot]
                seen = int(parents[other])
                enter = seen & TOP == 0 or seen & NEEDED != 0
                if enter and seen & (BACK_BITS | ENTERED) == ENTERED | opposite[row, slot]:
                    cell = other
                    parents[cell] ^= ENTERED
                    slots = walls[cell] ^ shut
            else:
                back = parents[cell] & BACK_BITS
                cell += offsets[row, back]
                slots = (walls[cell] ^ shut) & (254 << int(opposite[row, back]))


def cells_on_routes(maze: Maze, job: Job | None = None) -> NDArray[np.bool_]:
    """Return bool[n], the cells on a path from the entrance to the first exit that it reaches.

    Such a path visits no cell twice. None where entrance, exit or route is missing. Safe in a
    thread while nothing writes to ``maze``. Raises ``CancelledError``, and ``MazeError`` where
    there is too little memory.
    """
    lattice, exits = maze.lattice, [opening.cell for opening in maze.exits]
    if maze.entrance is None or not exits:
        return np.zeros(lattice.size, np.bool_)
    check_free(_("Finding all routes"), lattice.size * BLOCKS_BYTES_PER_CELL)
    return on_route(lattice, without_gaps(maze), maze.entrance.cell, exits, job or Job())


def on_route(
    lattice: Lattice, walls: NDArray[np.uint8], start: int, goals: Iterable[int], job: Job
) -> NDArray[np.bool_]:
    """Return bool[n]: the cells on some route from ``start`` to the first goal that it reaches.

    A route visits no cell twice. ``walls`` uint8[n] must have no gaps. The goals are one cell here,
    from which the blocks hang; what leads to ``start`` is kept. Raises ``CancelledError``.
    """
    goals = sorted(set(goals))
    if start in goals:
        return np.arange(lattice.size) == start
    left = keep(lattice, walls, goals, [start], job, loops=False)
    ends = np.array(goals, np.int64)
    left[ends] = False
    reached = np.zeros(len(ends), np.bool_)
    for slot in range(lattice.degree):
        neighbours = ends + lattice.offsets[lattice.rows_of(ends), slot]
        reached |= (walls[ends] >> slot & 1 == 0) & left[neighbours]
    left[ends] = reached
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
    # line 1 of blind-alley-filling, cul-de-sac-filling
    parents = fresh(lattice)
    parents[first] = START
    job.phase(lattice.cells, 0.35)
    for root in first.tolist():
        explore(walls, parents, tables, root, np.zeros(1, np.int64), job.signal)
        job.check()
    # line 2 of blind-alley-filling, cul-de-sac-filling
    needed = np.array([cell for cell in kept if parents[cell] < NEW], np.int64)
    parents[needed] |= NEEDED
    job.phase(lattice.cells, 0.75)
    chain_all[lattice.degree](walls, parents, tables, first, loops, job.signal)
    job.phase(lattice.cells)
    # line 3 of blind-alley-filling, cul-de-sac-filling
    keep_all[lattice.degree](walls, parents, tables, first, job.signal)
    job.check()
    return (parents & (CHAINED | ENTERED)) == CHAINED

r"""Which cells are on some route: exact, with loops too, in time linear in the cells.

A block is a part of the maze that the removal of no single cell disconnects: a bridge (one
passage), or loops that share passages. Blocks hang on each other by single cells, as a tree::

    entrance -- a ==== b -- c -- exit       blocks: entrance-a, the loops between a and b, b-c,
                |  ||  |    |               c-exit; and what hangs on c, where no route leads
                o==oo==o    o=o             that visits no cell twice
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from mazeeditor.job import Job
from mazeeditor.maze.chains import CHAINED, ENTERED, NEEDED, chain_all, keep_all
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.search import NEW, START, fresh
from mazeeditor.maze.traversal import explore


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
        others = ends + lattice.offsets[lattice.rows_of(ends), slot]
        reached |= (walls[ends] >> slot & 1 == 0) & left[others]
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
    parents = fresh(lattice)
    parents[first] = START
    job.phase(lattice.cells, 0.35)
    for root in first.tolist():
        explore(walls, parents, tables, root, np.zeros(1, np.int64), job.signal)
        job.check()
    needed = np.array([cell for cell in kept if parents[cell] < NEW], np.int64)
    parents[needed] |= NEEDED
    job.phase(lattice.cells, 0.75)
    chain_all[lattice.degree](walls, parents, tables, first, loops, job.signal)
    job.phase(lattice.cells)
    keep_all[lattice.degree](walls, parents, tables, first, job.signal)
    job.check()
    return (parents & (CHAINED | ENTERED)) == CHAINED

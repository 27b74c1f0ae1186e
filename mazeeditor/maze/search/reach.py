"""Which cells can be reached from others, and which are sealed."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import I64, TICK, U8, InU8, kernel
from mazeeditor.maze.links import Tables
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search.search import (
    NEW,
    START,
    breadth_first,
    explore,
    fresh,
    reached,
    without_gaps,
)


def reached_from(maze: Maze, starts: Iterable[int], job: Job | None = None) -> NDArray[np.bool_]:
    """Return bool[n], the cells to which passages lead from any of the cells ``starts``.

    Raises ``CancelledError``.
    """
    job, walls, parents = job or Job(), without_gaps(maze), fresh(maze.lattice)
    job.phase(maze.lattice.cells)
    for start in starts:
        if parents[start] >= NEW:
            breadth_first(maze.lattice, walls, parents, start, job, whole=True)
    return reached(parents).view(np.bool_)


def sealed_cells(maze: Maze, job: Job | None = None) -> NDArray[np.bool_]:
    """Return bool[n], the cells that cannot be reached from the entrance.

    Without an entrance, those that are not in the largest component. Raises ``CancelledError``.
    """
    job = job or Job()
    start = maze.entrance.cell if maze.entrance else _in_largest(maze, job)
    sealed: NDArray[np.bool_] = maze.lattice.inside & ~reached_from(maze, [start], job)
    return sealed


def _in_largest(maze: Maze, job: Job) -> int:
    """Return a cell of the largest component."""
    parents, totals = fresh(maze.lattice), np.zeros(1, np.int64)
    job.phase(maze.lattice.cells, 0.5)
    start = _find_largest(without_gaps(maze), parents, maze.lattice.tables, totals, job.signal)
    job.check()
    return start


@kernel
def _find_largest(walls: InU8, parents: U8, tables: Tables, totals: I64, signal: I64) -> int:
    """Reach every cell; return the first one of the largest component."""
    largest = 0
    first = 0
    for cell in range(len(parents)):
        if cell & TICK == 0 and signal[1] != 0:
            return first
        if parents[cell] == NEW:
            before = totals[0]
            parents[cell] = START
            totals[0] += 1
            explore(walls, parents, tables, cell, totals, signal)
            if totals[0] - before > largest:
                largest = totals[0] - before
                first = cell
    return first

"""Which cells can be reached from others, and which are sealed."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search.search import (
    NEW,
    breadth_first,
    fresh,
    reach_all,
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
    job.phase(maze.lattice.cells, 0.5)
    parents = fresh(maze.lattice)
    _count, _size, first = reach_all(maze.lattice, without_gaps(maze), parents, 0, job)
    return first

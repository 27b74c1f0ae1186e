"""How far the cells of a maze are: from one cell or several, and component by component."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import I32, I64, TICK, InI32, InU8, kernel
from mazeeditor.maze.bits import NTH
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import Tables, row_of
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search.search import without_gaps

FAR = -1  # the distance of a cell that is outside or cannot be reached


def distances(maze: Maze, start: int, job: Job | None = None) -> NDArray[np.int32]:
    """Return int32[n], the passages from the cell ``start`` to each cell, ``FAR`` where none lead.

    Needs four more bytes a cell while it works. Raises ``CancelledError``.
    """
    job = job or Job()
    job.phase(maze.lattice.cells)
    sweep = Sweep(maze.lattice, without_gaps(maze))
    sweep.run(start, job)
    return sweep.distance


class Sweep:
    """A breadth first search for repeated use: each run clears the results of the one before.

    After a run from ``start``, ``cells`` int32[k] holds the cells reached, the nearest first, and
    ``distance`` int32[n] its number of passages; all other cells are ``FAR``.
    """

    def __init__(self, lattice: Lattice, walls: NDArray[np.uint8]) -> None:
        self.lattice, self.walls = lattice, walls
        self.distance = np.full(lattice.size, FAR, np.int32)
        self._queue = np.empty(lattice.cells, np.int32)
        self._reached = 0

    @property
    def cells(self) -> NDArray[np.int32]:
        """The cells reached, the nearest first."""
        return self._queue[: self._reached]

    @property
    def farthest(self) -> int:
        """A cell that no other is farther than."""
        return int(self.cells[-1])

    def run(self, start: int | Collection[int], job: Job, done: int = 0) -> int:
        """Measure from ``start``, of several cells from the nearest; return the farthest distance.

        Several cells must be different ones. ``done`` steps of the job's phase were done before.
        """
        self._clear()
        starts = list(start) if isinstance(start, Collection) else [start]
        self._queue[: len(starts)] = starts
        self.distance[starts] = 0
        self._reached = _spread(
            self.walls,
            self.distance,
            self.lattice.tables,
            self._queue,
            0,
            len(starts),
            done,
            job.signal,
        )
        job.check()
        return int(self.distance[self.farthest])

    def _clear(self) -> None:
        if len(self.cells) > self.lattice.size // 8:
            self.distance.fill(FAR)  # much faster than looking up each of them
        else:
            self.distance[self.cells] = FAR

    def run_all(self, job: Job) -> NDArray[np.int64]:
        """Measure each component from its lowest cell, the components one after the other.

        Returns int64[c + 1]: component ``i`` is ``cells[ends[i]:ends[i + 1]]``.
        """
        self._clear()
        self._reached = self.lattice.cells
        _spread_all(self.walls, self.distance, self.lattice.tables, self._queue, job.signal)
        job.check()
        ends = np.full(np.count_nonzero(self.distance == 0) + 1, self.lattice.cells, np.int64)
        _find_starts(self.distance, self._queue, ends, job.signal)
        job.check()
        return ends


@kernel
def _spread(
    walls: InU8,
    distance: I32,
    tables: Tables,
    queue: I32,
    head: int,
    tail: int,
    done: int,
    signal: I64,
) -> int:
    """Reach what the cells from ``head`` to ``tail`` in the queue lead to; return its new end."""
    offsets = tables.offsets
    shut = (1 << offsets.shape[1]) - 1
    while head < tail:
        cell = int(queue[head])
        head += 1
        row = row_of(tables, cell)
        farther = distance[cell] + 1
        slots = walls[cell] ^ shut
        while slots != 0:
            slot = int(NTH[slots * 8])
            slots &= slots - 1
            other = cell + offsets[row, slot]
            if distance[other] < 0:
                distance[other] = farther
                queue[tail] = other
                tail += 1
        if head & TICK == 0:
            signal[0] = done + head
            if signal[1] != 0:
                return tail
    return tail


@kernel
def _spread_all(walls: InU8, distance: I32, tables: Tables, queue: I32, signal: I64) -> int:
    """Reach every cell, component by component."""
    inside = tables.inside
    tail = 0
    for start in range(len(inside)):
        if start & TICK == 0 and signal[1] != 0:
            return tail
        if inside[start] and distance[start] < 0:
            distance[start] = 0
            queue[tail] = start
            tail = _spread(walls, distance, tables, queue, tail, tail + 1, 0, signal)
            if signal[1] != 0:
                return tail
    return tail


@kernel
def _find_starts(distance: InI32, queue: InI32, starts: I64, signal: I64) -> int:
    """Store the places in the queue where components start."""
    count = 0
    for place in range(len(queue)):
        if distance[queue[place]] == 0:
            starts[count] = place
            count += 1
        if place & TICK == 0 and signal[1] != 0:
            return count
    return count

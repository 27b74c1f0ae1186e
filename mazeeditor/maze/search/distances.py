"""How far the cells of a maze are from one cell or several, and which two are farthest apart."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import I32, I64, TICK, InI32, InU8, kernel
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import COUNT, NTH, Tables, row_of
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.order import by_size
from mazeeditor.maze.search.search import without_gaps
from mazeeditor.maze.walls import BLOCK_CELLS

UNREACHED = -1  # the distance of a cell that is outside or cannot be reached


def distances(maze: Maze, start: int, job: Job | None = None) -> NDArray[np.int32]:
    """Return int32[n], the passages from the cell ``start`` to each cell, or ``UNREACHED``.

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
    ``distance`` int32[n] its number of passages; all other cells are ``UNREACHED``.
    """

    def __init__(self, lattice: Lattice, walls: NDArray[np.uint8]) -> None:
        self.lattice, self.walls = lattice, walls
        self.distance = np.full(lattice.size, UNREACHED, np.int32)
        self._queue = np.empty(lattice.cells, np.int32)
        self._reached = 0

    @property
    def cells(self) -> NDArray[np.int32]:
        """The cells reached, the nearest first."""
        return self._queue[: self._reached]

    @property
    def farthest(self) -> int:
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
            self.distance.fill(UNREACHED)  # much faster than looking up each of them
        else:
            self.distance[self.cells] = UNREACHED

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


SWEEPS, STEPS = 8, 1 << 23  # the work limit for mazes with loops: sweeps, and extra steps


@dataclass(frozen=True)
class Longest:
    """Two cells and the number of cells on a shortest path between them, both counted.

    ``exact``: no two connected cells are farther apart. Otherwise ``length`` is a lower
    bound: these two are that far apart, others may be farther.
    """

    length: int
    start: int
    end: int
    exact: bool


def longest_path(maze: Maze, job: Job | None = None) -> Longest:
    """Return the longest shortest path of ``maze``, over all of its components.

    In a component without loops two sweeps are exact: the cell farthest from any cell is one end,
    the cell farthest from that is the other. With loops no method is known to be always faster than
    a sweep from every cell; the iFUB algorithm usually is, and stops here after a fixed amount of
    work (P. Crescenzi et al., "On computing the diameter of real-world undirected graphs",
    Theoretical Computer Science 514, 2013). Raises ``CancelledError``.
    """
    return _Search(maze, job or Job()).run()


class _Search:
    """The search through the components, the largest first, with the best so far."""

    def __init__(self, maze: Maze, job: Job) -> None:
        self.lattice, self.job = maze.lattice, job
        self.sweep = Sweep(maze.lattice, without_gaps(maze))
        self.budget = STEPS + SWEEPS * maze.lattice.cells
        self.spent = 0
        cell = int(maze.lattice.inside.argmax())
        self.best = Longest(1, cell, cell, True)

    def run(self) -> Longest:
        """Look into one component after the other, as long as it can hold a longer path."""
        self.job.phase(self.lattice.cells, 0.02)
        ends = self.sweep.run_all(self.job)
        cells, sizes = self.sweep.cells.copy(), np.diff(ends)
        self.job.phase(self.budget)
        smaller = (sizes.max() - sizes).astype(np.int32)
        for component in by_size(smaller, self.job):
            if sizes[component] <= self.best.length:
                break
            self._measure(cells[ends[component] : ends[component + 1]])
        return self.best

    def _measure(self, cells: NDArray[np.int32]) -> None:
        """Measure a component whose cells stand in the order of their distance from the first."""
        self._try(int(cells[-1]))
        walls = 0
        for start in range(0, len(cells), BLOCK_CELLS):
            self.job.check()
            walls += int(COUNT[self.sweep.walls[cells[start : start + BLOCK_CELLS]]].sum())
        # each passage is seen from both of its cells
        if len(cells) * self.lattice.degree - walls > 2 * (len(cells) - 1):
            self._refine()

    def _sweep(self, start: int) -> int:
        far = self.sweep.run(start, self.job, self.spent)
        self.spent += len(self.sweep.cells)
        return far

    def _try(self, start: int) -> None:
        """Measure from one cell, and keep what is farther than anything before."""
        length = self._sweep(start) + 1
        if length > self.best.length:
            self.best = replace(self.best, length=length, start=start, end=self.sweep.farthest)

    def _refine(self) -> None:
        """Try the cells of the component from the outside in, until no others can be farther.

        ::

            two cells at most i from the middle are at most 2 i apart: once that
            is no more than the best, the cells within need no sweep of their own
        """
        self._try(self.sweep.farthest)
        self._sweep(self._halfway())
        most = (self.budget - self.spent) // len(self.sweep.cells) + 2  # cells that can be tried
        outside_in = self.sweep.cells[: -most - 1 : -1].copy()
        levels = self.sweep.distance[outside_in]
        for cell, level in zip(outside_in, levels, strict=True):
            if 2 * level < self.best.length:
                return
            if self.spent >= self.budget:
                self.best = replace(self.best, exact=False)
                return
            self._try(int(cell))

    def _halfway(self) -> int:
        """Return the cell in the middle of a shortest path from the start to the farthest cell."""
        sweep = self.sweep
        level = int(sweep.distance[sweep.farthest]) // 2
        fixed = sweep.walls, sweep.distance, self.lattice.tables, sweep.farthest, level
        cell = _go_back(*fixed, self.job.signal)
        self.job.check()
        return cell


@kernel
def _go_back(
    walls: InU8, distance: InI32, tables: Tables, cell: int, level: int, signal: I64
) -> int:
    """Return a cell at distance ``level`` from the start, on a shortest path to ``cell``."""
    offsets = tables.offsets
    while distance[cell] > level:
        if distance[cell] & TICK == 0 and signal[1] != 0:
            return cell
        slots = walls[cell] ^ ((1 << offsets.shape[1]) - 1)
        while slots != 0:
            other = cell + offsets[row_of(tables, cell), NTH[slots * 8]]
            slots &= slots - 1
            if distance[other] == distance[cell] - 1:
                cell = other
                break
    return cell

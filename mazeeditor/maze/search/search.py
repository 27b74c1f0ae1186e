"""Searches over the passages of a maze, breadth first and depth first, for solvers and facts.

They keep one scratch byte a cell, ``parents``: not reached yet (``NEW``, or ``GOAL`` for a goal
of the search), outside the maze, or reached, and then the slot that leads back towards the
start. No stack is needed to go back, and no cell is reached twice.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import DEGREE, I32, I64, TICK, U8, InU8, kernel
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import NTH, Tables, row_of
from mazeeditor.maze.maze import Maze

# Values of a ``parents`` byte besides a slot 0..7; a mark_reached cell has at most START.
START = 8
OUTSIDE_STATE = 9
NEW = 16  # from here on: not mark_reached yet
GOAL = 17

NOT_FOUND = -1  # a search found no goal
FRONTIER_FULL = -2  # the frontier is full; call again with a larger one

FRONTIER = 1024  # cells that fit the frontier at first; a power of two


def without_gaps(maze: Maze) -> NDArray[np.uint8]:
    """Return a copy of the walls uint8[n] in which the outer wall is closed, on both sides."""
    walls, lattice = maze.walls.copy(), maze.lattice
    for gap in maze.openings:
        if gap.slot is not None:
            walls[gap.cell] |= 1 << gap.slot
            walls[lattice.neighbour(gap.cell, gap.slot)] |= 1 << lattice.back(gap.cell, gap.slot)
    return walls


def fresh(lattice: Lattice, goals: Iterable[int] = ()) -> NDArray[np.uint8]:
    """Return ``parents`` uint8[n] for a new search for the cells ``goals``."""
    parents = lattice.inside.view(np.uint8) * np.uint8(NEW - OUTSIDE_STATE)
    parents += np.uint8(OUTSIDE_STATE)  # a tenth of the time of np.where
    parents[list(goals)] = GOAL
    return parents


def mark_reached(parents: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Turn ``parents`` in place into uint8[n], 1 (``Mark.VISITED``) for reached cells, else 0."""
    np.less_equal(parents, START, out=parents.view(np.bool_))
    return parents


def length_to(lattice: Lattice, parents: NDArray[np.uint8], goal: int, job: Job) -> int:
    """Return the number of cells from the start to ``goal``, both counted; 0 for ``NOT_FOUND``.

    Raises ``CancelledError``.
    """
    return 0 if goal == NOT_FOUND else _go_back(lattice, parents, goal, _NO_CELLS, job)


def route_to(lattice: Lattice, parents: NDArray[np.uint8], goal: int, job: Job) -> Ids:
    """Return the cells int64[k] from the start to ``goal``; empty where it is ``NOT_FOUND``.

    Raises ``CancelledError``.
    """
    route = np.empty(length_to(lattice, parents, goal, job), np.int64)
    if goal != NOT_FOUND:
        _go_back(lattice, parents, goal, route, job)
    return route


_NO_CELLS = np.empty(0, np.int64)


def _go_back(lattice: Lattice, parents: NDArray[np.uint8], goal: int, route: Ids, job: Job) -> int:
    count = _trace_back(parents, lattice.tables, goal, route, job.signal)
    job.check()
    return count


@kernel
def _trace_back(parents: InU8, tables: Tables, goal: int, route: I64, signal: I64) -> int:
    """Count the cells from the start to ``goal``, and write those for which ``route`` has space."""
    offsets = tables.offsets
    cell = goal
    count = 1
    size = len(route)
    while True:
        if count <= size:
            route[size - count] = cell
        if parents[cell] == START or (count & TICK == 0 and signal[1] != 0):
            return count
        cell += offsets[row_of(tables, cell), parents[cell]]
        count += 1


def breadth_first(
    lattice: Lattice,
    walls: NDArray[np.uint8],
    parents: NDArray[np.uint8],
    start: int,
    job: Job,
    *,
    whole: bool = False,
) -> tuple[int, int]:
    """Reach cells in the order of their distance from ``start``, until one is a goal.

    Returns ``(goal, cells)``: the nearest goal or ``NOT_FOUND``, and the number of cells reached.
    The path back from a cell is a shortest one. ``whole`` continues until all are reached. The
    frontier is a ring of cells, doubled when it runs full. Raises ``CancelledError``.
    """
    step = spread[lattice.degree]
    nearest = start if parents[start] == GOAL else NOT_FOUND
    parents[start] = START  # line 1 of breadth-first
    ring = np.empty(FRONTIER, np.int32)
    ring[0] = start
    ends = np.array([0, 1], np.int64)
    while nearest == NOT_FOUND or whole:
        result = step(walls, parents, lattice.tables, ring, ends, job.signal)
        job.check()
        if result == FRONTIER_FULL:
            # the entry at i belongs at i or at i + half now, so both halves get a copy
            ring = np.concatenate([ring, ring])
        elif result == NOT_FOUND:
            break
        elif nearest == NOT_FOUND:
            nearest = result
    return nearest, int(ends[1])


def shortest_route(
    lattice: Lattice, walls: NDArray[np.uint8], start: int, goals: Iterable[int], job: Job
) -> Ids:
    """Return the cells int64[k] of a shortest path from ``start`` to any goal; empty for none.

    Raises ``CancelledError``.
    """
    parents = fresh(lattice, goals)
    goal, _cells = breadth_first(lattice, walls, parents, start, job)
    return route_to(lattice, parents, goal, job)


@kernel
def spread(walls: InU8, parents: U8, tables: Tables, ring: I32, ends: I64, signal: I64) -> int:
    """Go on breadth first; return a goal, ``NOT_FOUND`` at the end, or ``FRONTIER_FULL``.

    ``ring`` holds the cells whose neighbours come next; ``ends`` int64[2] counts the cells ever
    taken from it and put into it. Its size is a power of two, so ``& wrap`` finds their places.
    """
    offsets, opposite = tables.offsets, tables.opposite
    shut = (1 << DEGREE) - 1
    wrap = len(ring) - 1
    head = ends[0]
    tail = ends[1]
    result = NOT_FOUND
    while head != tail and result == NOT_FOUND:  # line 2 of breadth-first
        if tail - head + DEGREE > len(ring):
            result = FRONTIER_FULL
            break
        # line 3 of breadth-first
        cell = int(ring[head & wrap])
        head += 1
        row = row_of(tables, cell)
        # line 4 of breadth-first
        slots = (walls[cell] ^ shut) & ~(1 << int(parents[cell]))  # without the slot back
        while slots != 0:
            slot = int(NTH[slots * 8])
            slots &= slots - 1
            other = cell + offsets[row, slot]
            seen = parents[other]
            if seen >= NEW:
                if seen == GOAL and result == NOT_FOUND:
                    result = other  # line 6 of breadth-first
                # line 5 of breadth-first
                parents[other] = opposite[row, slot]
                ring[tail & wrap] = other
                tail += 1
        if head & TICK == 0:
            signal[0] = head
            if signal[1] != 0:
                break
    ends[0] = head
    ends[1] = tail
    return result


@kernel
def explore(walls: InU8, parents: U8, tables: Tables, start: int, tally: I64, signal: I64) -> int:
    """Search depth first from ``start``, which is ``START``; return the goal or ``NOT_FOUND``.

    ``tally[0]`` grows by one for each cell reached. Each passage is visited once from each
    side: after coming back through a slot, the search goes on with the slots above it.
    """
    offsets, opposite = tables.offsets, tables.opposite
    degree = offsets.shape[1]
    shut = (1 << degree) - 1
    cell = start  # line 1 of backtracking
    slots = walls[cell] ^ shut  # the open slots of the cell that have not been visited
    steps = 0
    while True:  # line 2 of backtracking
        steps += 1
        if steps & TICK == 0:
            signal[0] = tally[0]
            if signal[1] != 0:
                return NOT_FOUND
        row = row_of(tables, cell)
        if slots != 0:
            slot = int(NTH[slots * 8])
            slots &= slots - 1
            other = cell + offsets[row, slot]
            if parents[other] < NEW:
                continue
            # line 3 of backtracking
            at_goal = parents[other] == GOAL
            parents[other] = opposite[row, slot]
            cell = other
            tally[0] += 1
            if at_goal:
                return cell
            slots = walls[cell] ^ shut
        else:
            # line 4 of backtracking
            back = int(parents[cell])
            if back == START:  # line 5 of backtracking
                return NOT_FOUND
            slot = int(opposite[row, back])
            cell += offsets[row, back]
            slots = (walls[cell] ^ shut) & (254 << slot)


def reach_all(
    lattice: Lattice, walls: NDArray[np.uint8], parents: NDArray[np.uint8], known: int, job: Job
) -> tuple[int, int, int]:
    """Reach every cell that is ``NEW``, component by component; ``known`` cells were before.

    Returns how many components these are, the cells of the largest and the first cell of that.
    Raises ``CancelledError``.
    """
    totals = np.array([known, 0, 0], np.int64)
    count = _explore_all(walls, parents, lattice.tables, totals, job.signal)
    job.check()
    return count, int(totals[1]), int(totals[2])


@kernel
def _explore_all(walls: InU8, parents: U8, tables: Tables, totals: I64, signal: I64) -> int:
    """Return the components; ``totals`` are the cells reached, and the largest with its first."""
    count = 0
    for cell in range(len(parents)):
        if cell & TICK == 0 and signal[1] != 0:
            return count
        if parents[cell] == NEW:
            parents[cell] = START
            before = totals[0]
            totals[0] += 1
            explore(walls, parents, tables, cell, totals, signal)
            if totals[0] - before > totals[1]:
                totals[1] = totals[0] - before
                totals[2] = cell
            count += 1
            if signal[1] != 0:
                return count
    return count


def reached_from(maze: Maze, starts: Iterable[int], job: Job | None = None) -> NDArray[np.bool_]:
    """Return bool[n], the cells to which passages lead from any of the cells ``starts``.

    Raises ``CancelledError``.
    """
    job, walls, parents = job or Job(), without_gaps(maze), fresh(maze.lattice)
    job.phase(maze.lattice.cells)
    for start in starts:
        if parents[start] >= NEW:
            breadth_first(maze.lattice, walls, parents, start, job, whole=True)
    return mark_reached(parents).view(np.bool_)


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

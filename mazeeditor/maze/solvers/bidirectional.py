"""Bidirectional search: floods from entrance and exits at once, until both floods meet."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import DEGREE, I32, I64, TICK, U8, InU8, kernel
from mazeeditor.core.translation import _
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.links import Tables, row_of
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search import search
from mazeeditor.maze.search.search import FRONTIER_FULL, NEW, NOT_FOUND, START
from mazeeditor.maze.solvers import Mark, SearchResult, ends_of, solver

# The ``parents`` byte of a cell reached from the exits: FROM_EXIT + the slot towards the exit.
# Films distinguish cells with the highest bit from the others.
FROM_EXIT = 128
CAPACITY = 1024  # cells for which each frontier has space at first; a power of two

# ``state`` int64[9]: for each side how many cells were ever taken from its frontier, how many put
# into it, and how many of those are of the current level; then
LEVEL = 6  # the side whose turn it is: 0 or 3
ENTRANCE_CELL = 7  # where the floods met: the cell reached from the entrance
EXIT_CELL = 8  # and its neighbour, reached from the exits


@solver(
    "bidirectional",
    _("Bidirectional"),
    order=6,
    shortest=True,
    code=_(
        "Begin a flood at the entrance, another one at the exits\n"
        "Repeat:\n"
        "    Choose the flood with the smaller frontier\n"
        "    For each cell of its frontier:\n"
        "        Put the new neighbours into the next frontier\n"
        "        At a cell of the other flood, stop: the route is complete"
    ),
)
def bidirectional(maze: Maze, job: Job) -> SearchResult:
    """Flood the maze from entrance and exits at once, until both floods meet.

    Finds a shortest route, with loops too, to the nearest exit where there are several. The flood
    with the smaller frontier advances by a whole level at a time, so the first meeting is on a
    shortest route. Without a route it ends when one flood has reached all it can, and the other
    may have hardly begun: a sealed exit is detected at once. I. Pohl, "Bi-directional search",
    1971.
    """
    lattice = maze.lattice
    start, goals = ends_of(maze)
    parents = search.fresh(lattice)
    route: Ids = np.array([start] if start in goals else [], np.int64)
    parents[start] = START  # line 1
    job.phase(lattice.cells)
    if start not in goals:
        parents[goals] = FROM_EXIT + START  # line 1
        from_entrance, from_exit = _meet(maze, parents, start, list(dict.fromkeys(goals)), job)
        if from_entrance != NOT_FOUND:
            route = _join(maze, parents, from_entrance, from_exit, job)
    marks = np.where(
        (parents <= START) | (parents >= FROM_EXIT), np.uint8(Mark.VISITED), np.uint8(Mark.UNSEEN)
    )
    return SearchResult(route, marks)


def _meet(
    maze: Maze, parents: NDArray[np.uint8], start: int, goals: list[int], job: Job
) -> tuple[int, int]:
    """Return two neighbours, one reached from each side, or ``NOT_FOUND`` twice."""
    size = max(CAPACITY, 1 << (len(goals) + 8).bit_length())
    rings = np.empty((2, size), np.int32)
    rings[0, 0] = start
    rings[1, : len(goals)] = goals
    state = np.array([0, 1, 1, 0, len(goals), len(goals), 0, NOT_FOUND, NOT_FOUND], np.int64)
    walls, status = search.without_gaps(maze), FRONTIER_FULL
    while status == FRONTIER_FULL:
        flood = _flood[maze.lattice.degree]
        status = flood(walls, parents, maze.lattice.tables, rings.ravel(), state, job.signal)
        job.check()
        if status == FRONTIER_FULL:
            rings = np.concatenate([rings, rings], axis=1)
    return int(state[ENTRANCE_CELL]), int(state[EXIT_CELL])


def _join(maze: Maze, parents: NDArray[np.uint8], first: int, second: int, job: Job) -> Ids:
    """Return the route from the entrance to the cell ``first``, to ``second`` and to the exit."""
    head = search.route_to(maze.lattice, parents, first, job)
    tail = search.route_to(maze.lattice, parents & np.uint8(FROM_EXIT - 1), second, job)
    return np.concatenate([head, tail[::-1]])


@kernel
def _flood(walls: InU8, parents: U8, tables: Tables, rings: I32, state: I64, signal: I64) -> int:
    """Return 0 if the floods met, ``NOT_FOUND`` if one has ended, or ``FRONTIER_FULL``."""
    offsets, opposite = tables.offsets, tables.opposite
    size = len(rings) // 2
    wrap = size - 1
    while True:  # line 2
        side = state[LEVEL]
        half = size if side != 0 else 0
        mark = FROM_EXIT if side != 0 else 0
        head = state[side]
        tail = state[side + 1]
        last = state[side + 2]
        while head != last:  # line 4
            if tail - head + DEGREE > size:
                state[side] = head
                state[side + 1] = tail
                return FRONTIER_FULL
            cell = int(rings[half + (head & wrap)])
            head += 1
            row = row_of(tables, cell)
            wall = walls[cell]
            for slot in range(DEGREE):
                if wall >> slot & 1 == 0:
                    other = cell + offsets[row, slot]
                    seen = int(parents[other])
                    if seen == NEW:  # line 5
                        parents[other] = mark | opposite[row, slot]
                        rings[half + (tail & wrap)] = other
                        tail += 1
                    elif (seen >= FROM_EXIT) != (side != 0):  # line 6
                        state[ENTRANCE_CELL] = cell if side == 0 else other
                        state[EXIT_CELL] = other if side == 0 else cell
                        return 0
            if head & TICK == 0:
                signal[0] += TICK + 1
                if signal[1] != 0:
                    return NOT_FOUND
        state[side] = head
        state[side + 1] = tail
        state[side + 2] = tail
        if state[0] == state[1] or state[3] == state[4]:
            return NOT_FOUND
        # line 3
        state[LEVEL] = 0 if state[1] - state[0] <= state[4] - state[3] else 3

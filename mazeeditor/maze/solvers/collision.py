"""Collision: all shortest routes at once, also where they split and join again."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import DEGREE, I32, I64, TICK, U8, InU8, kernel
from mazeeditor.core.translation import _
from mazeeditor.maze.links import Tables, row_of
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search import search
from mazeeditor.maze.search.search import FRONTIER_FULL, GOAL, NOT_FOUND, OUTSIDE_STATE, START
from mazeeditor.maze.solvers import Mark, SearchResult, ends_of, solver

# The ``parents`` byte of a cell reached: BACK_BITS, the slot back or START, + LEVEL, 32 * (1 + its
# distance modulo 3) + ON_ROUTE where it is on a shortest route. Neighbours differ by one level at
# most, so three distinguish them.
BACK_BITS = 15
LEVEL = 96
ON_ROUTE = 128
CAPACITY = 1024  # cells for which the frontier has space at first; a power of two

# ``state`` int64[4]: the cells ever taken from the ring and put into it, a nearest goal, its level
GOAL_CELL = 2
GOAL_LEVEL = 3


@solver(
    "collision",
    _("Collision"),
    order=7,
    shortest=True,
    code=_(
        "Flood the maze from the entrance:\n"
        "    Take the next cell reached; no farther than the nearest exit\n"
        "    Note how far its new neighbours are\n"
        "Go back from the nearest exits:\n"
        "    Take the next cell kept\n"
        "    Keep its neighbours that are one step nearer to the entrance"
    ),
)
def collision(maze: Maze, job: Job) -> SearchResult:
    """Flood the maze and keep the cells on every shortest route to an exit.

    The cells left are exactly those on some shortest route to a nearest exit: where shortest
    routes split and join again they form a loop, and all of it is left. Where branches of unequal
    length meet, the longer one is a detour and is dropped. Without a route all that can be reached
    is flooded and nothing is left. Takes one byte a cell, and four for each cell of the frontier.
    """
    lattice = maze.lattice
    start, goals = ends_of(maze)
    parents = search.fresh(lattice, goals)
    goal = start if parents[start] == GOAL else NOT_FOUND
    parents[start] = START | 32  # line 1
    job.phase(lattice.cells, 0.8)
    if goal == NOT_FOUND:
        goal = _flood_and_return(maze, parents, start, goals, job)
    else:
        parents[start] |= ON_ROUTE  # line 4
    marks = np.where(parents >= 32, np.uint8(Mark.VISITED), np.uint8(Mark.UNSEEN))
    marks[parents >= ON_ROUTE] = Mark.LEFT
    parents &= BACK_BITS
    return SearchResult(search.route_to(lattice, parents, goal, job), marks)


def _flood_and_return(
    maze: Maze, parents: NDArray[np.uint8], start: int, goals: list[int], job: Job
) -> int:
    """Return a nearest goal or ``NOT_FOUND``; mark the shortest routes to all that are as near."""
    lattice = maze.lattice
    ring = np.empty(CAPACITY, np.int32)
    ring[0] = start
    state = np.array([0, 1, NOT_FOUND, 0], np.int64)
    walls, status = search.without_gaps(maze), FRONTIER_FULL
    while status == FRONTIER_FULL:
        status = _flood[lattice.degree](walls, parents, lattice.tables, ring, state, job.signal)
        job.check()
        if status == FRONTIER_FULL:
            ring = np.concatenate([ring, ring])
    job.phase(lattice.cells)
    if state[GOAL_CELL] != NOT_FOUND:
        # of each level at most as many cells are marked as were in the ring before
        ring = np.resize(ring, max(2 * len(ring), 1 << len(goals).bit_length()))
        nearest = [
            goal for goal in dict.fromkeys(goals) if parents[goal] & LEVEL == state[GOAL_LEVEL]
        ]
        ring[: len(nearest)] = nearest
        parents[nearest] |= ON_ROUTE  # line 4
        back = _return[lattice.degree]
        back(walls, parents, lattice.tables, ring, len(nearest), job.signal)
        job.check()
    return int(state[GOAL_CELL])


@kernel
def _flood(walls: InU8, parents: U8, tables: Tables, ring: I32, state: I64, signal: I64) -> int:
    """Reach cells by their distance up to the nearest goals; return 0 or ``FRONTIER_FULL``."""
    offsets, opposite = tables.offsets, tables.opposite
    wrap = len(ring) - 1
    head = state[0]
    tail = state[1]
    while head != tail:  # line 1
        if tail - head + DEGREE > len(ring):
            state[0] = head
            state[1] = tail
            return FRONTIER_FULL
        # line 2
        cell = int(ring[head & wrap])
        level = parents[cell] & LEVEL
        if state[GOAL_CELL] != NOT_FOUND and level == state[GOAL_LEVEL]:
            return 0
        ahead = 32 if level == LEVEL else level + 32
        head += 1
        row = row_of(tables, cell)
        for slot in range(DEGREE):
            if walls[cell] >> slot & 1 == 0:
                other = cell + offsets[row, slot]
                seen = int(parents[other])
                if seen < 32 and seen != OUTSIDE_STATE:  # line 3
                    if seen == GOAL and state[GOAL_CELL] == NOT_FOUND:
                        state[GOAL_CELL] = other
                        state[GOAL_LEVEL] = ahead
                    parents[other] = ahead | opposite[row, slot]
                    ring[tail & wrap] = other
                    tail += 1
        if head & TICK == 0:
            signal[0] = head
            if signal[1] != 0:
                return 0
    return 0


@kernel
def _return(walls: InU8, parents: U8, tables: Tables, ring: I32, count: int, signal: I64) -> int:
    """Go back from the ``count`` goals in ``ring``, level by level; return the cells marked."""
    offsets = tables.offsets
    wrap = len(ring) - 1
    head = 0
    tail = count
    while head != tail:  # line 4
        # line 5
        cell = int(ring[head & wrap])
        level = parents[cell] & LEVEL
        before = LEVEL if level == 32 else level - 32
        head += 1
        if parents[cell] & BACK_BITS == START:
            break
        row = row_of(tables, cell)
        for slot in range(DEGREE):
            if walls[cell] >> slot & 1 == 0:
                other = cell + offsets[row, slot]
                if parents[other] & (LEVEL | ON_ROUTE) == before:
                    parents[other] |= ON_ROUTE  # line 6
                    ring[tail & wrap] = other
                    tail += 1
        if head & TICK == 0:
            signal[0] = head
            if signal[1] != 0:
                break
    return tail

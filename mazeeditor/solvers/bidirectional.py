"""Bidirectional search: floods from entrance and exits at once, until the waters meet."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.compiled import DEGREE, I32, I64, TICK, U8, InSlots, InTable, InU8, InU16, kernel
from mazeeditor.job import Job
from mazeeditor.maze import search
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.links import row_of
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search import FULL, NEW, NONE, START
from mazeeditor.maze.solution import Mark
from mazeeditor.solvers import Found, ends_of, solver
from mazeeditor.words import _

# A ``way`` byte of a cell reached from the exits: FAR + the slot that leads towards the exit. Films
# tell cells with the highest bit from the others.
FAR = 128
ROOM = 1024  # cells that fit each frontier at first; a power of two

# ``state`` int64[9]: for each side how many cells were ever taken from its frontier, how many put
# into it, and how many of those are of the level now worked on; then
LEVEL = 6  # the side that works: 0 or 3
NEAR_CELL = 7  # where the waters met, from the entrance's side
FAR_CELL = 8  # and from the exits'


@solver("bidirectional", _("Bidirectional"), order=6, shortest=True)
def bidirectional(maze: Maze, job: Job) -> Found:
    """Flood the maze from entrance and exits at once, until the waters meet.

    Finds a shortest route, with loops too, to the nearest exit where there are several. The side
    with the smaller edge of water goes on, a whole step at a time, so the first meeting is on a
    shortest route. Without a route it ends when one side is full, and the other may be mostly dry:
    a sealed exit is found out at once. I. Pohl, "Bi-directional search", 1971.
    """
    lattice = maze.lattice
    start, goals = ends_of(maze)
    way = search.fresh(lattice)
    route: Ids = np.array([start] if start in goals else [], np.int64)
    way[start] = START
    job.phase(lattice.cells)
    if start not in goals:
        way[goals] = FAR + START
        near, far = _meet(maze, way, start, list(dict.fromkeys(goals)), job)
        if near != NONE:
            route = _joined(maze, way, near, far, job)
    marks = np.where((way <= START) | (way >= FAR), np.uint8(Mark.VISITED), np.uint8(Mark.UNSEEN))
    return Found(route, marks)


def _meet(
    maze: Maze, way: NDArray[np.uint8], start: int, goals: list[int], job: Job
) -> tuple[int, int]:
    """Return two neighbours, one reached from each side, or ``NONE`` twice."""
    size = max(ROOM, 1 << (len(goals) + 8).bit_length())
    rings = np.empty((2, size), np.int32)
    rings[0, 0] = start
    rings[1, : len(goals)] = goals
    state = np.array([0, 1, 1, 0, len(goals), len(goals), 0, NONE, NONE], np.int64)
    walls, found = search.without_gaps(maze), FULL
    while found == FULL:
        flood = _flood[maze.lattice.degree]
        found = flood(walls, way, *maze.lattice.tables, rings.ravel(), state, job.signal)
        job.check()
        if found == FULL:
            rings = np.concatenate([rings, rings], axis=1)
    return int(state[NEAR_CELL]), int(state[FAR_CELL])


def _joined(maze: Maze, way: NDArray[np.uint8], near: int, far: int, job: Job) -> Ids:
    """Return the route from the entrance to ``near``, over to ``far``, and to the exit."""
    first = search.route_to(maze.lattice, way, near, job)
    second = search.route_to(maze.lattice, way & np.uint8(FAR - 1), far, job)
    return np.concatenate([first, second[::-1]])


@kernel
def _flood(
    walls: InU8,
    way: U8,
    offsets: InTable,
    opposite: InSlots,
    which: InU16,
    rings: I32,
    state: I64,
    signal: I64,
) -> int:
    """Go on until the waters meet; return 0, ``NONE`` where a side is full, or ``FULL``."""
    size = len(rings) // 2
    wrap = size - 1
    while True:
        side = state[LEVEL]
        half = size if side != 0 else 0
        mark = FAR if side != 0 else 0
        head = state[side]
        tail = state[side + 1]
        last = state[side + 2]
        while head != last:
            if tail - head + DEGREE > size:
                state[side] = head
                state[side + 1] = tail
                return FULL
            cell = int(rings[half + (head & wrap)])
            head += 1
            row = row_of(which, cell)
            wall = walls[cell]
            for slot in range(DEGREE):
                if wall >> slot & 1 == 0:
                    other = cell + offsets[row, slot]
                    seen = int(way[other])
                    if seen == NEW:
                        way[other] = mark | opposite[row, slot]
                        rings[half + (tail & wrap)] = other
                        tail += 1
                    elif (seen >= FAR) != (side != 0):
                        state[NEAR_CELL] = cell if side == 0 else other
                        state[FAR_CELL] = other if side == 0 else cell
                        return 0
            if head & TICK == 0:
                signal[0] += TICK + 1
                if signal[1] != 0:
                    return NONE
        state[side] = head
        state[side + 1] = tail
        state[side + 2] = tail
        if state[0] == state[1] or state[3] == state[4]:
            return NONE
        state[LEVEL] = 0 if state[1] - state[0] <= state[4] - state[3] else 3

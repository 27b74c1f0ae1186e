"""Pit filling: a random walk that walls up the dead end it stands in."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from mazeeditor.compiled import I64, TICK, U8, InSlots, InTable, InU8, InU16, kernel
from mazeeditor.job import Job
from mazeeditor.maze import search
from mazeeditor.maze.bits import COUNT, NTH
from mazeeditor.maze.links import row_of
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.random import LARGEST_SEED, below, seeded
from mazeeditor.maze.search import GOAL, NEW, NONE, START
from mazeeditor.maze.solution import Mark
from mazeeditor.options import Between
from mazeeditor.solvers import Found, ends_of, solver
from mazeeditor.words import _

PIT = 10  # a ``way`` byte: walled up


@solver("pit-filling", _("Pit filling"), order=2)
def pit_filling(
    maze: Maze,
    job: Job,
    *,
    seed: Annotated[int, Between(0, LARGEST_SEED), _("the same seed takes the same walk")] = 0,
) -> Found:
    """Walk at random; wall up the pit you stand in, and forget the detours.

    A pit is a cell with one open way left that is neither entrance nor exit: the walk steps out
    and walls it up. Elsewhere it takes an open way at random, new ways first, but never back to
    where it first came from. Where a new way leads to a cell already known, a loop is closed: that
    way is walled up behind the walk, which cuts nothing off, and the walk goes on from the known
    cell, its detour forgotten.

    Finds a route wherever there is one, with loops too; not always a shortest one. It always ends:
    the ways walked and still open are a tree that hangs on the entrance, and walking on only leads
    away from it, so after fewer steps than there are cells the walk comes to an exit or a new cell,
    or walls up a passage. That happens at most once for each cell or passage; without a route the
    entrance is walled in at last. In a perfect maze no passage is walked more than once each way.
    """
    start, goals = ends_of(maze)
    way = search.fresh(maze.lattice, goals)
    job.phase(2 * maze.lattice.cells)
    goal, _steps = walk(maze, way, start, seed, job)
    return Found(search.route_to(maze.lattice, way, goal, job), _marks(way))


def walk(maze: Maze, way: NDArray[np.uint8], start: int, seed: int, job: Job) -> tuple[int, int]:
    """Return the goal that the walk comes to, or ``NONE``, and the steps it takes.

    ``way`` uint8[n] (see ``search``) tells from where each cell was first entered, or ``PIT``.
    """
    goal = start if way[start] == GOAL else NONE
    way[start] = START
    steps = np.zeros(1, np.int64)
    if goal == NONE:
        walls = search.without_gaps(maze)
        goal = _walk(walls, way, *maze.lattice.tables, start, seeded(seed), steps, job.signal)
        job.check()
    return goal, int(steps[0])


def _marks(way: NDArray[np.uint8]) -> NDArray[np.uint8]:
    filled = way == PIT
    marks = search.reached(way)
    marks[filled] = Mark.FILLED
    return marks


@kernel
def _walk(
    walls: U8,
    way: U8,
    offsets: InTable,
    opposite: InSlots,
    which: InU16,
    start: int,
    random: I64,
    tally: I64,
    signal: I64,
) -> int:
    degree = offsets.shape[1]
    shut = (1 << degree) - 1
    cell = start
    steps = 0
    goal = NONE
    while goal == NONE:
        row = row_of(which, cell)
        ways = walls[cell] ^ shut
        if ways == 0:
            break  # the entrance is walled in
        if ways & (ways - 1) == 0 and cell != start:
            slot = int(NTH[ways * 8])
            walls[cell] = shut
            way[cell] = PIT
            cell += offsets[row, slot]
            walls[cell] |= 1 << opposite[row, slot]
        else:
            ways &= ~(1 << int(way[cell]))
            fresh = _new_ways(ways, cell, way, offsets, opposite, row)
            slot = _one_of(fresh if fresh != 0 else ways, random)
            other = cell + offsets[row, slot]
            if way[other] >= NEW:
                if way[other] == GOAL:
                    goal = other
                way[other] = opposite[row, slot]
            elif fresh != 0:
                walls[cell] |= 1 << slot
                walls[other] |= 1 << opposite[row, slot]
            cell = other
        steps += 1
        if steps & TICK == 0:
            signal[0] = steps
            if signal[1] != 0:
                break
    tally[0] = steps
    return goal


@kernel
def _new_ways(
    ways: int, cell: int, way: InU8, offsets: InTable, opposite: InSlots, row: int
) -> int:
    """Return those of ``ways`` (bits) by which no cell was first entered from this one."""
    fresh = 0
    while ways != 0:
        slot = int(NTH[ways * 8])
        ways &= ways - 1
        if way[cell + offsets[row, slot]] != opposite[row, slot]:
            fresh |= 1 << slot
    return fresh


@kernel
def _one_of(ways: int, random: I64) -> int:
    """Return one of the slots ``ways`` (bits), each equally likely."""
    if ways & (ways - 1) == 0:
        return int(NTH[ways * 8])
    return int(NTH[ways * 8 + below(random, int(COUNT[ways]))])

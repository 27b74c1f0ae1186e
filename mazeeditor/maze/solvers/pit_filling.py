"""Pit filling: a random walk that walls up each dead end it is in."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import I64, TICK, U8, InU8, kernel
from mazeeditor.core.options import Between
from mazeeditor.core.translation import _
from mazeeditor.maze.links import COUNT, NTH, Tables, row_of
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.random import LARGEST_SEED, below, seeded
from mazeeditor.maze.search import search
from mazeeditor.maze.search.search import GOAL, NEW, NOT_FOUND, START
from mazeeditor.maze.solvers import Mark, SearchResult, ends_of, solver

PIT = 10  # a ``parents`` byte: walled up


@solver(
    "pit-filling",
    _("Pit filling"),
    order=2,
    code=_(
        "Begin at the entrance\n"
        "Until it is at an exit:\n"
        "    In a cell with one passage left, go back and wall the cell up\n"
        "    Else choose a passage, one not used yet if possible\n"
        "        If it leads to a new cell, note the passage\n"
        "        Else wall it up, if it was not used yet\n"
        "        Go to the cell to which it leads"
    ),
)
def pit_filling(
    maze: Maze,
    job: Job,
    *,
    seed: Annotated[
        int, Between(0, LARGEST_SEED), _("seed of the walk: the same seed takes the same walk")
    ] = 0,
) -> SearchResult:
    """Walk at random; wall up each pit, and drop the detours.

    A pit is a cell with one passage left that is neither entrance nor exit: the walk steps out
    and walls it up. Elsewhere it takes a passage at random, unused ones first, but never back to
    where it first came from. Where an unused passage leads to a cell already reached, a loop is
    closed: that passage is walled up behind the walk, which disconnects nothing, and the walk goes
    on from the cell reached, without the detour.

    Finds a route wherever there is one, with loops too; not always a shortest one. It always ends:
    the passages walked and still open are a tree rooted at the entrance, and the walk only leads
    away from the root, so after fewer steps than there are cells it comes to an exit or a new cell,
    or walls up a passage. That happens at most once for each cell or passage; without a route the
    entrance is walled in at the end. In a perfect maze no passage is walked more than once in each
    direction.
    """
    start, goals = ends_of(maze)
    parents = search.fresh(maze.lattice, goals)
    job.phase(2 * maze.lattice.cells)
    goal, _steps = walk(maze, parents, start, seed, job)
    return SearchResult(search.route_to(maze.lattice, parents, goal, job), _marks(parents))


def walk(
    maze: Maze, parents: NDArray[np.uint8], start: int, seed: int, job: Job
) -> tuple[int, int]:
    """Return the goal that the walk comes to, or ``NOT_FOUND``, and the steps it takes.

    ``parents`` uint8[n] (see ``search``) holds from where each cell was first entered, or ``PIT``.
    """
    goal = start if parents[start] == GOAL else NOT_FOUND
    parents[start] = START  # line 1
    steps = np.zeros(1, np.int64)
    if goal == NOT_FOUND:
        walls = search.without_gaps(maze)
        goal = _walk(walls, parents, maze.lattice.tables, start, seeded(seed), steps, job.signal)
        job.check()
    return goal, int(steps[0])


def _marks(parents: NDArray[np.uint8]) -> NDArray[np.uint8]:
    filled = parents == PIT
    marks = search.mark_reached(parents)
    marks[filled] = Mark.FILLED
    return marks


@kernel
def _walk(
    walls: U8, parents: U8, tables: Tables, start: int, random: I64, tally: I64, signal: I64
) -> int:
    offsets, opposite = tables.offsets, tables.opposite
    degree = offsets.shape[1]
    shut = (1 << degree) - 1
    cell = start  # line 1
    steps = 0
    goal = NOT_FOUND
    while goal == NOT_FOUND:  # line 2
        row = row_of(tables, cell)
        slots = walls[cell] ^ shut
        if slots == 0:
            break  # the entrance is walled in
        if slots & (slots - 1) == 0 and cell != start:  # line 3
            slot = int(NTH[slots * 8])
            walls[cell] = shut
            parents[cell] = PIT
            cell += offsets[row, slot]
            walls[cell] |= 1 << opposite[row, slot]
        else:
            # line 4
            slots &= ~(1 << int(parents[cell]))
            unused = _unused_slots(slots, cell, parents, tables, row)
            slot = _one_of(unused if unused != 0 else slots, random)
            other = cell + offsets[row, slot]
            if parents[other] >= NEW:  # line 5
                if parents[other] == GOAL:
                    goal = other
                parents[other] = opposite[row, slot]
            elif unused != 0:  # line 6
                walls[cell] |= 1 << slot
                walls[other] |= 1 << opposite[row, slot]
            cell = other  # line 7
        steps += 1
        if steps & TICK == 0:
            signal[0] = steps
            if signal[1] != 0:
                break
    tally[0] = steps
    return goal


@kernel
def _unused_slots(slots: int, cell: int, parents: InU8, tables: Tables, row: int) -> int:
    """Return those of ``slots`` (bits) by which no cell was first entered from this one."""
    offsets, opposite = tables.offsets, tables.opposite
    unused = 0
    while slots != 0:
        slot = int(NTH[slots * 8])
        slots &= slots - 1
        if parents[cell + offsets[row, slot]] != opposite[row, slot]:
            unused |= 1 << slot
    return unused


@kernel
def _one_of(slots: int, random: I64) -> int:
    """Return one of ``slots`` (bits), each equally likely."""
    if slots & (slots - 1) == 0:
        return int(NTH[slots * 8])
    return int(NTH[slots * 8 + below(random, int(COUNT[slots]))])

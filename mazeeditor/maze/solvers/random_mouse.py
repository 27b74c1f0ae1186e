"""Random mouse: a random walk without memory, the measure for every other solver."""

from __future__ import annotations

from typing import Annotated

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import DEGREE, I64, TICK, U8, InU8, kernel
from mazeeditor.core.options import Between
from mazeeditor.core.translation import _
from mazeeditor.maze.links import COUNT, NTH, Tables, row_of
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.random import LARGEST_SEED, below, seeded
from mazeeditor.maze.search import search
from mazeeditor.maze.search.search import GOAL, NEW, NOT_FOUND, START
from mazeeditor.maze.solvers import SearchResult, ends_of, solver


@solver(
    "random-mouse",
    _("Random mouse"),
    order=14,
    sure=False,
    code=_(
        "Begin at the entrance\n"
        "Repeat:\n"
        "    Choose a random passage; in a dead end alone the one it came by\n"
        "    Go through it\n"
        "    In a new cell, note the passage; at an exit, stop"
    ),
)
def random_mouse(
    maze: Maze,
    job: Job,
    *,
    seed: Annotated[
        int, Between(0, LARGEST_SEED), _("seed of the walk: the same seed takes the same walk")
    ] = 0,
    patience: Annotated[
        int, Between(1, 10_000), _("number of steps for each cell before it gives up")
    ] = 1000,
) -> SearchResult:
    """Walk at random, and turn only in dead ends.

    In each cell it takes any passage but the one it came by, each equally likely. It reaches an
    exit wherever there is a route, sooner or later, with loops too; it gives up after ``patience``
    steps for each cell of the maze and reports that, and then there may be a route or none. The
    route is its walk without the detours, not always a shortest one. As it has no memory, a step
    costs the same in every maze, but there may be as many steps as cells times passages.
    """
    lattice = maze.lattice
    start, goals = ends_of(maze)
    parents = search.fresh(lattice, goals)
    goal = start if parents[start] == GOAL else NOT_FOUND
    parents[start] = START  # line 1
    limit = patience * lattice.cells
    job.phase(limit)
    if goal == NOT_FOUND:
        walls = search.without_gaps(maze)
        walk = _walk[lattice.degree]
        goal = walk(walls, parents, lattice.tables, start, limit, seeded(seed), job.signal)
        job.check()
    note = (
        ""
        if goal != NOT_FOUND
        else _("The mouse gave up after {limit:,} steps.").format(limit=limit)
    )
    return SearchResult(
        search.route_to(lattice, parents, goal, job), search.mark_reached(parents), note
    )


@kernel
def _walk(
    walls: InU8, parents: U8, tables: Tables, start: int, limit: int, random: I64, signal: I64
) -> int:
    """Return the goal that the walk comes to within ``limit`` steps, or ``NOT_FOUND``."""
    offsets, opposite = tables.offsets, tables.opposite
    shut = (1 << DEGREE) - 1
    if walls[start] == shut:
        return NOT_FOUND
    cell = start  # line 1
    came_by = 0  # the bit of the slot back
    for step in range(limit):  # line 2
        # line 3
        slots = walls[cell] ^ shut
        ahead = slots & ~came_by
        if ahead == 0:
            ahead = slots
        slot = int(NTH[ahead * 8])
        if ahead & (ahead - 1) != 0:
            slot = int(NTH[ahead * 8 + below(random, int(COUNT[ahead]))])
        row = row_of(tables, cell)
        back = int(opposite[row, slot])
        came_by = 1 << back
        # line 4
        cell += offsets[row, slot]
        # line 5
        if parents[cell] >= NEW:
            is_goal = parents[cell] == GOAL
            parents[cell] = back
            if is_goal:
                return cell
        if step & TICK == 0:
            signal[0] = step
            if signal[1] != 0:
                return NOT_FOUND
    return NOT_FOUND

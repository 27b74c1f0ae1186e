"""Random mouse: no plan and no memory; shows how much every other solver is better."""

from __future__ import annotations

from typing import Annotated

from mazeeditor.compiled import DEGREE, I64, TICK, U8, InSlots, InTable, InU8, InU16, kernel
from mazeeditor.job import Job
from mazeeditor.maze import search
from mazeeditor.maze.bits import COUNT, NTH
from mazeeditor.maze.links import row_of
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.random import LARGEST_SEED, below, seeded
from mazeeditor.maze.search import GOAL, NEW, NONE, START
from mazeeditor.options import Between
from mazeeditor.solvers import Found, ends_of, solver
from mazeeditor.words import _


@solver("random-mouse", _("Random mouse"), order=14, sure=False)
def random_mouse(
    maze: Maze,
    job: Job,
    *,
    seed: Annotated[int, Between(0, LARGEST_SEED), _("the same seed takes the same walk")] = 0,
    patience: Annotated[int, Between(1, 10_000), _("steps for each cell, then it gives up")] = 1000,
) -> Found:
    """Walk at random, and turn only in dead ends.

    In each cell it takes any way but the one it came by, each equally likely. Comes to an exit
    wherever there is a way, sooner or later, with loops too; it gives up after ``patience`` steps
    for each cell of the maze and says so, and then there may be a route or none. The route is what
    it walked without the detours, not always a shortest one. As a memory it has none: a step costs
    the same in every maze, but there may be as many steps as cells times passages.
    """
    lattice = maze.lattice
    start, goals = ends_of(maze)
    way = search.fresh(lattice, goals)
    goal = start if way[start] == GOAL else NONE
    way[start] = START
    limit = patience * lattice.cells
    job.phase(limit)
    if goal == NONE:
        walls = search.without_gaps(maze)
        walk = _walk[lattice.degree]
        goal = walk(walls, way, *lattice.tables, start, limit, seeded(seed), job.signal)
        job.check()
    note = "" if goal != NONE else _("The mouse gave up after {limit:,} steps.").format(limit=limit)
    return Found(search.route_to(lattice, way, goal, job), search.reached(way), note)


@kernel
def _walk(
    walls: InU8,
    way: U8,
    offsets: InTable,
    opposite: InSlots,
    which: InU16,
    start: int,
    limit: int,
    random: I64,
    signal: I64,
) -> int:
    """Return the goal that the walk comes to within ``limit`` steps, or ``NONE``."""
    shut = (1 << DEGREE) - 1
    if walls[start] == shut:
        return NONE
    cell = start
    came_by = 0  # the bit of the way back
    for step in range(limit):
        ways = walls[cell] ^ shut
        ahead = ways & ~came_by
        if ahead == 0:
            ahead = ways
        slot = int(NTH[ahead * 8])
        if ahead & (ahead - 1) != 0:
            slot = int(NTH[ahead * 8 + below(random, int(COUNT[ahead]))])
        row = row_of(which, cell)
        back = int(opposite[row, slot])
        came_by = 1 << back
        cell += offsets[row, slot]
        if way[cell] >= NEW:
            found = way[cell] == GOAL
            way[cell] = back
            if found:
                return cell
        if step & TICK == 0:
            signal[0] = step
            if signal[1] != 0:
                return NONE
    return NONE

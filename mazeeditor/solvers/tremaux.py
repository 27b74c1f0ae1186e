"""Trémaux's algorithm: a piece of chalk finds a way through every maze, with loops too."""

from __future__ import annotations

from mazeeditor.compiled import DEGREE, I64, TICK, U8, InSlots, InTable, InU16, kernel
from mazeeditor.job import Job
from mazeeditor.maze import search
from mazeeditor.maze.bits import NTH
from mazeeditor.maze.links import row_of
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search import GOAL, NEW, NONE, START
from mazeeditor.solvers import Found, ends_of, solver
from mazeeditor.words import _


@solver("tremaux", _("Trémaux"), order=13)
def tremaux(maze: Maze, job: Job) -> Found:
    """Mark each passage walked with chalk; walk none more than once each way.

    In a cell it takes a passage without a mark, the first from the top clockwise. Where that leads
    to a cell known already, a loop is closed: it turns at once. Where every passage has a mark it
    goes back by the one through which it first came. Finds a route wherever there is one, with
    loops too: the passages marked once, often not a shortest one. Without a route it comes back to
    the entrance, every passage that it can reach marked twice. Unlike backtracking it sees no
    further than the cell it stands in. C. P. Trémaux, told by É. Lucas, "Récréations
    mathématiques", 1882.
    """
    lattice = maze.lattice
    start, goals = ends_of(maze)
    way = search.fresh(lattice, goals)
    goal = start if way[start] == GOAL else NONE
    way[start] = START
    job.phase(2 * lattice.cells)
    if goal == NONE:
        marked = search.without_gaps(maze)
        goal = _walk[lattice.degree](marked, way, *lattice.tables, start, job.signal)
        job.check()
    return Found(search.route_to(lattice, way, goal, job), search.reached(way))


@kernel
def _walk(
    marked: U8, way: U8, offsets: InTable, opposite: InSlots, which: InU16, start: int, signal: I64
) -> int:
    """Return the goal that the walk comes to, or ``NONE``; ``marked`` are walls and chalk."""
    cell = start
    steps = 0
    while True:
        row = row_of(which, cell)
        fresh = marked[cell] ^ ((1 << DEGREE) - 1)
        if fresh != 0:
            slot = int(NTH[fresh * 8])
            back = opposite[row, slot]
            other = cell + offsets[row, slot]
            marked[cell] |= 1 << slot
            marked[other] |= 1 << back
            if way[other] >= NEW:
                found = way[other] == GOAL
                way[other] = back
                cell = other
                if found:
                    return cell
        elif way[cell] == START:
            return NONE
        else:
            cell += offsets[row, way[cell]]
        steps += 1
        if steps & TICK == 0:
            signal[0] = steps
            if signal[1] != 0:
                return NONE

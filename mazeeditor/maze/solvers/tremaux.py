"""Trémaux's algorithm: passages marked with chalk lead through every maze, with loops too."""

from __future__ import annotations

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import DEGREE, I64, TICK, U8, kernel
from mazeeditor.core.translation import _
from mazeeditor.maze.links import NTH, Tables, row_of
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search import search
from mazeeditor.maze.search.search import GOAL, NEW, NOT_FOUND, START
from mazeeditor.maze.solvers import SearchResult, ends_of, solver


@solver(
    "tremaux",
    _("Trémaux"),
    order=13,
    code=_(
        "Begin at the entrance\n"
        "Until it is at an exit:\n"
        "    If a passage has no mark, mark it at both ends\n"
        "        If it leads to a new cell, go there\n"
        "    Else go back by the passage through which it first came\n"
        "    Back at the entrance with none left, there is no route"
    ),
)
def tremaux(maze: Maze, job: Job) -> SearchResult:
    """Mark each passage walked with chalk; walk none twice in the same direction.

    In a cell it takes a passage without a mark, the first from the top clockwise. Where that leads
    to a cell already reached, a loop is closed: it turns at once. Where every passage has a mark
    it goes back by the one through which it first came. Finds a route wherever there is one, with
    loops too: the passages marked once, often not a shortest one. Without a route it comes back to
    the entrance, every passage that it can reach marked twice. Unlike backtracking it uses nothing
    but the marks in the cell where it is. C. P. Trémaux, in É. Lucas, "Récréations mathématiques",
    1882.
    """
    lattice = maze.lattice
    start, goals = ends_of(maze)
    parents = search.fresh(lattice, goals)
    goal = start if parents[start] == GOAL else NOT_FOUND
    parents[start] = START  # line 1
    job.phase(2 * lattice.cells)
    if goal == NOT_FOUND:
        marked = search.without_gaps(maze)
        goal = _walk[lattice.degree](marked, parents, lattice.tables, start, job.signal)
        job.check()
    return SearchResult(search.route_to(lattice, parents, goal, job), search.mark_reached(parents))


@kernel
def _walk(marked: U8, parents: U8, tables: Tables, start: int, signal: I64) -> int:
    """Return the goal that the walk comes to, or ``NOT_FOUND``; ``marked`` are walls and chalk."""
    offsets, opposite = tables.offsets, tables.opposite
    cell = start  # line 1
    steps = 0
    while True:  # line 2
        row = row_of(tables, cell)
        unused = marked[cell] ^ ((1 << DEGREE) - 1)
        if unused != 0:  # line 3
            slot = int(NTH[unused * 8])
            back = opposite[row, slot]
            other = cell + offsets[row, slot]
            marked[cell] |= 1 << slot
            marked[other] |= 1 << back
            if parents[other] >= NEW:  # line 4
                is_goal = parents[other] == GOAL
                parents[other] = back
                cell = other
                if is_goal:
                    return cell
        elif parents[cell] == START:  # line 6
            return NOT_FOUND
        else:  # line 5
            cell += offsets[row, parents[cell]]
        steps += 1
        if steps & TICK == 0:
            signal[0] = steps
            if signal[1] != 0:
                return NOT_FOUND

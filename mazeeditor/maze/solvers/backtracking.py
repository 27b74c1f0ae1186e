"""Backtracking: a route, found by depth-first search, that need not be a shortest one."""

from __future__ import annotations

import numpy as np

from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search import search
from mazeeditor.maze.search.search import GOAL, NOT_FOUND, START, explore
from mazeeditor.maze.solvers import SearchResult, ends_of, solver


@solver(
    "backtracking",
    _("Backtracking"),
    order=3,
    code=_(
        "Begin at the entrance\n"
        "Until it is at an exit:\n"
        "    If a passage leads to a new cell, go there\n"
        "    Else go back to the cell before\n"
        "    Back at the entrance with none left, there is no route"
    ),
)
def backtracking(maze: Maze, job: Job) -> SearchResult:
    """Go ahead to new cells; where there are none, go back to the last choice.

    A depth-first search: finds a route wherever there is one, with loops too, but then often a
    long one, since no cell is entered twice. Without a route it comes back to the entrance after
    each passage was walked at most once in each direction. The path back takes a byte a cell, not
    a stack.
    """
    start, goals = ends_of(maze)
    parents = search.fresh(maze.lattice, goals)
    job.phase(maze.lattice.cells)
    goal = start if parents[start] == GOAL else NOT_FOUND
    parents[start] = START  # line 1
    if goal == NOT_FOUND:
        tally = np.zeros(1, np.int64)
        goal = explore(maze.walls, parents, maze.lattice.tables, start, tally, job.signal)
        job.check()
    return SearchResult(
        search.route_to(maze.lattice, parents, goal, job), search.mark_reached(parents)
    )

"""Backtracking: some route, found by going ahead and coming back from dead ends."""

from __future__ import annotations

from mazeeditor.job import Job
from mazeeditor.maze import search
from mazeeditor.maze.depth_first import depth_first
from mazeeditor.maze.maze import Maze
from mazeeditor.solvers import Found, ends_of, solver
from mazeeditor.words import _


@solver("backtracking", _("Backtracking"), order=3)
def backtracking(maze: Maze, job: Job) -> Found:
    """Go ahead to new cells; where there are none, go back to the last choice.

    A depth-first search: finds a route wherever there is one, with loops too, but then often a
    long one, since no cell is entered twice. Without a route it comes back to the entrance after
    each passage was walked at most once each way. The way back is a byte a cell: no stack.
    """
    start, goals = ends_of(maze)
    way = search.fresh(maze.lattice, goals)
    job.phase(maze.lattice.cells)
    goal = depth_first(maze.lattice, maze.walls, way, start, job)
    return Found(search.route_to(maze.lattice, way, goal, job), search.reached(way))

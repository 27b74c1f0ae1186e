"""Breadth first: the shortest route, found by flooding the maze from the entrance."""

from __future__ import annotations

from mazeeditor.job import Job
from mazeeditor.maze import search
from mazeeditor.maze.breadth_first import breadth_first as flood
from mazeeditor.maze.maze import Maze
from mazeeditor.solvers import Found, ends_of, solver
from mazeeditor.words import _


@solver("breadth-first", _("Breadth first"), order=4, shortest=True)
def breadth_first(maze: Maze, job: Job) -> Found:
    """Flood the maze from the entrance until the water comes to an exit.

    Finds a shortest route, with loops too, to the nearest exit where there are several. Without a
    route all that can be reached is flooded. One byte a cell (each of which becomes its mark), and
    four a cell at the water's edge; each passage is looked at once from each side. E. F. Moore,
    "The shortest path through a maze", 1959.
    """
    start, goals = ends_of(maze)
    way = search.fresh(maze.lattice, goals)
    job.phase(maze.lattice.cells)
    goal, _reached = flood(maze.lattice, maze.walls, way, start, job)
    return Found(search.route_to(maze.lattice, way, goal, job), search.reached(way))

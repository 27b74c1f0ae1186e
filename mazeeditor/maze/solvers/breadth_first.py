"""Breadth first: a shortest route, found by a flood from the entrance."""

from __future__ import annotations

from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search import search
from mazeeditor.maze.search.search import breadth_first as flood
from mazeeditor.maze.solvers import SearchResult, ends_of, solver


@solver(
    "breadth-first",
    _("Breadth first"),
    order=4,
    shortest=True,
    code=_(
        "Put the entrance into a queue\n"
        "Until the queue is empty:\n"
        "    Take the first cell out of the queue\n"
        "    For each passage from it to a new cell:\n"
        "        Note the passage, and put the new cell into the queue\n"
        "        At an exit, stop: the passages noted lead back along the route"
    ),
)
def breadth_first(maze: Maze, job: Job) -> SearchResult:
    """Flood the maze from the entrance until an exit is reached.

    Finds a shortest route, with loops too, to the nearest exit where there are several. Without a
    route all that can be reached is flooded. Takes one byte a cell (each of which becomes its
    mark), and four for each cell of the frontier; each passage is tested once from each side.
    E. F. Moore, "The shortest path through a maze", 1959.
    """
    start, goals = ends_of(maze)
    parents = search.fresh(maze.lattice, goals)
    job.phase(maze.lattice.cells)
    goal, _reached = flood(maze.lattice, maze.walls, parents, start, job)
    return SearchResult(
        search.route_to(maze.lattice, parents, goal, job), search.mark_reached(parents)
    )

"""Blind-alley and cul-de-sac filling: fills the parts that no route enters."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search import search
from mazeeditor.maze.search.blocks import keep, on_route
from mazeeditor.maze.search.search import breadth_first as flood
from mazeeditor.maze.solvers import Mark, SearchResult, ends_of, solver

Walls = NDArray[np.uint8]


@solver(
    "cul-de-sac-filling",
    _("Cul-de-sac filling"),
    order=8,
    shortest=True,
    code=_(
        "Search the maze depth first, from entrance and exits\n"
        "Join the cells of each loop to a block\n"
        "Keep the blocks that are not single loops hanging on one cell\n"
        "Fill all other cells\n"
        "Search a shortest route among the cells that are left"
    ),
)
def cul_de_sac_filling(maze: Maze, job: Job) -> SearchResult:
    """Fill dead ends and single loops that hang on one cell, until none is left.

    A cul-de-sac is a loop that only one cell connects with the rest: a route through it would
    pass that cell twice. Entrance and exits are kept, and so are loops within loops with the cells
    between them, even where no route leads through them: blind-alley filling fills those too.
    Components without entrance or exit are filled. The route is a shortest one among the cells
    left, which is a shortest of all. Without a route the cells at the entrance and the exits that
    are not in a cul-de-sac remain. The cells to fill are taken from the blocks (biconnected
    components) of the maze, each cell once, however loops are nested.
    """

    def left(walls: Walls, start: int, goals: list[int]) -> NDArray[np.bool_]:
        kept = np.zeros(maze.lattice.size, np.bool_)
        for root in (start, *goals):
            if not kept[root]:
                with job.part(0.5):
                    kept |= keep(maze.lattice, walls, [root], goals, job, loops=True)
        return kept

    return _fill(maze, job, left)


@solver(
    "blind-alley-filling",
    _("Blind-alley filling"),
    order=9,
    shortest=True,
    code=_(
        "Search the maze depth first, from the exits\n"
        "Join the cells of each loop to a block\n"
        "Keep the blocks between the entrance and the exits\n"
        "Fill all other cells\n"
        "Search a shortest route among the cells that are left"
    ),
)
def blind_alley_filling(maze: Maze, job: Job) -> SearchResult:
    """Fill every blind alley; what is left is exactly the cells on some route.

    A blind alley is a part of the maze that only one cell connects with the rest, whatever loops
    are in it: a walk into it leaves it by the same cell. All routes remain, those to each exit that
    can be reached before the others, and nothing else: without loops the one route, without a
    route nothing. The route is a shortest one among the cells left, which is a shortest of all.
    """

    def left(walls: Walls, start: int, goals: list[int]) -> NDArray[np.bool_]:
        with job.part(0.7):
            return on_route(maze.lattice, walls, start, goals, job)

    return _fill(maze, job, left)


def _fill(
    maze: Maze, job: Job, left_of: Callable[[Walls, int, list[int]], NDArray[np.bool_]]
) -> SearchResult:
    """Fill all cells but those ``left_of(walls, start, goals)``, and find a route through these."""
    lattice = maze.lattice
    start, goals = ends_of(maze)
    walls = search.without_gaps(maze)
    left = left_of(walls, start, goals)
    parents = search.fresh(lattice, goals)
    # line 4
    parents[~left] = search.OUTSIDE_STATE
    parents[start] = search.GOAL if start in goals else search.NEW
    job.phase(lattice.cells)
    goal, _reached = flood(lattice, walls, parents, start, job)  # line 5
    marks = np.where(lattice.inside, np.uint8(Mark.FILLED), np.uint8(Mark.UNSEEN))
    marks[left] = Mark.LEFT
    return SearchResult(search.route_to(lattice, parents, goal, job), marks)

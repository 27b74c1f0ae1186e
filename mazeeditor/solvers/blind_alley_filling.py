"""Blind-alley and cul-de-sac filling: wall up what leads nowhere, and see what is left."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from mazeeditor.job import Job
from mazeeditor.maze import search
from mazeeditor.maze.blocks import keep, on_route
from mazeeditor.maze.breadth_first import breadth_first as flood
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.solution import Mark
from mazeeditor.solvers import Found, ends_of, solver
from mazeeditor.words import _

Walls = NDArray[np.uint8]


@solver("cul-de-sac-filling", _("Cul-de-sac filling"), order=8, shortest=True)
def cul_de_sac_filling(maze: Maze, job: Job) -> Found:
    """Fill dead ends and single loops that hang on one cell, until none is left.

    A cul-de-sac is a loop with one way in: all routes would pass its first cell twice. Entrance
    and exits are kept, and so are loops within loops, with what lies between, even where no route
    leads through them: blind-alley filling fills those too. Parts of the maze without entrance or
    exit are filled. The route is a shortest one inside what is left, which is a shortest of all.
    Without a route the cells at the entrance and the exits that are no cul-de-sacs remain. Takes
    the cells to fill from the blocks of the maze, each cell once, however loops hang on loops.
    """

    def left(walls: Walls, start: int, goals: list[int]) -> NDArray[np.bool_]:
        found = np.zeros(maze.lattice.size, np.bool_)
        for root in (start, *goals):
            if not found[root]:
                with job.part(0.5):
                    found |= keep(maze.lattice, walls, [root], goals, job, loops=True)
        return found

    return _fill(maze, job, left)


@solver("blind-alley-filling", _("Blind-alley filling"), order=9, shortest=True)
def blind_alley_filling(maze: Maze, job: Job) -> Found:
    """Fill every blind alley; what is left is exactly the cells on some route.

    A blind alley is a part of the maze that hangs on one cell, whatever loops are in it: who walks
    in comes out by the same cell. All routes remain, those to each exit that can be the first one
    to be reached, and nothing else: without loops the one route, without a route nothing. The
    route is a shortest one inside what is left, which is a shortest of all.
    """

    def left(walls: Walls, start: int, goals: list[int]) -> NDArray[np.bool_]:
        with job.part(0.7):
            return on_route(maze.lattice, walls, start, goals, job)

    return _fill(maze, job, left)


def _fill(
    maze: Maze, job: Job, left_of: Callable[[Walls, int, list[int]], NDArray[np.bool_]]
) -> Found:
    """Wall up all cells but those ``left_of(walls, start, goals)``, and solve what is left."""
    lattice = maze.lattice
    start, goals = ends_of(maze)
    walls = search.without_gaps(maze)
    left = left_of(walls, start, goals)
    way = search.fresh(lattice, goals)
    way[~left] = search.OUTSIDE
    way[start] = search.GOAL if start in goals else search.NEW
    job.phase(lattice.cells)
    goal, _reached = flood(lattice, walls, way, start, job)
    marks = np.where(lattice.inside, np.uint8(Mark.FILLED), np.uint8(Mark.UNSEEN))
    marks[left] = Mark.LEFT
    return Found(search.route_to(lattice, way, goal, job), marks)

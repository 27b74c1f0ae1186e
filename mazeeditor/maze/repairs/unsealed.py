"""Unsealed: every cell can be reached, with the fewest walls opened."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.repairs import Seed, goal
from mazeeditor.maze.repairs.perfect import GrowingAreas
from mazeeditor.maze.search.joining import write_walls


@goal(
    "unsealed",
    _("Open sealed cells"),
    order=3,
    offered=lambda facts: facts.sealed > 0 and facts.routes != "none",
)
def unsealed(
    maze: Maze,
    walls: NDArray[np.uint8],
    free: NDArray[np.uint8],
    job: Job,
    *,
    seed: Seed = None,
) -> int:
    """Open one wall less than there are components: each joins two. Which walls is random.

    Pieces of the outline stay apart.
    """
    areas = GrowingAreas(maze.lattice, walls, free, seed)
    for may in (False, True):
        areas.unite(job, closed=False, free=may)
    opened = areas.unite(job, closed=True, free=True).joined
    areas.check_whole(maze, job)
    write_walls(maze.lattice, walls, opened, job, closed=False)
    return len(opened)

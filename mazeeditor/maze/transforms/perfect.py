"""Perfect: exactly one path between any two cells, with the fewest walls changed."""

from __future__ import annotations

import numpy as np

from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.random import seeded
from mazeeditor.maze.search.joining import divide, write_walls
from mazeeditor.maze.search.search import without_gaps
from mazeeditor.maze.transforms import Kept, Seed, transform
from mazeeditor.maze.transforms.repairing import repair


@transform("perfect", _("Perfect"), order=3, memory=20, local=True)
def perfect(maze: Maze, job: Job, *, symmetry: Kept = None, seed: Seed = None) -> Maze:
    """Close the fewest walls that leave no loop, open the fewest that leave no part alone.

    As many walls are closed as there are loops, and one less opened than there are components:
    closing a passage ends one loop at most, opening a wall joins two components at most. Which
    walls is random: they are taken in random order, as in Kruskal's algorithm (1956). Raises
    ``UsageError`` where locked walls stand against it.
    """
    if maze.locks is not None or symmetry is not None:
        return repair(maze, job, goal="perfect", symmetry=symmetry, seed=seed)
    lattice, random = maze.lattice, seeded(seed)
    walls = without_gaps(maze)
    areas = np.arange(lattice.size, dtype=np.int32)
    loops = divide(lattice, areas, ~walls, job, random=random).others
    write_walls(lattice, walls, loops, job, closed=True)
    needed = divide(lattice, areas, walls, job, random=random).joined
    write_walls(lattice, walls, needed, job, closed=False)
    return Maze(lattice, walls, maze.entrance, maze.exits)

"""Braid: opens dead ends of a maze, so that it has loops."""

from __future__ import annotations

from typing import Annotated

from mazeeditor.core.job import Job
from mazeeditor.core.options import Between
from mazeeditor.core.translation import _
from mazeeditor.maze.braid import Ends, braid_walls
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.random import seeded
from mazeeditor.maze.search.search import without_gaps
from mazeeditor.maze.transforms import Kept, Seed, transform
from mazeeditor.maze.walls import free_walls


@transform("braid", _("Add loops"), order=1, local=True)
def braid(
    maze: Maze,
    job: Job,
    *,
    share: Annotated[
        float, Between(0, 1), _("share of the dead ends that are opened into loops")
    ] = 0.5,
    ends: Annotated[
        Ends, _("order in which dead ends go, by their distance from a junction")
    ] = "random",
    symmetry: Kept = None,
    seed: Seed = None,
) -> Maze:
    """Open dead ends into loops."""
    if symmetry is not None:
        from mazeeditor.maze.transforms.symmetry.keeping import braid_part

        return braid_part(maze, symmetry, seeded(seed), job, share=share, ends=ends)
    walls = without_gaps(maze)
    free = None if maze.locks is None else free_walls(maze.lattice, None, maze.locks, job)
    braid_walls(maze.lattice, walls, seeded(seed), job, share=share, ends=ends, free=free)
    return Maze(maze.lattice, walls, maze.entrance, maze.exits)

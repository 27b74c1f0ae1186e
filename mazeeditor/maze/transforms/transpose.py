"""Transpose: rows become columns."""

from __future__ import annotations

from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.transforms import transform
from mazeeditor.maze.transforms.symmetry.motions import Motion, apply_motion, placement_of

DIAGONAL = Motion((0.0, 1.0), (1.0, 0.0))


def refusal(lattice: Lattice) -> str:
    """Return why a maze cannot be mirrored in its diagonal, "" where it can."""
    if placement_of(lattice, DIAGONAL):
        return ""
    return _("Mirrored in the diagonal, the cells would not fit the grid.")


@transform("transpose", _("Transpose"), order=13, refusal=refusal, memory=70)
def transpose(maze: Maze, job: Job) -> Maze:
    """Mirror the maze in its diagonal: rows become columns."""
    return apply_motion(maze, job, DIAGONAL)

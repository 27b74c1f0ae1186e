"""Flip: the maze as a mirror shows it."""

from __future__ import annotations

from typing import Annotated, Literal

from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.transforms import transform
from mazeeditor.maze.transforms.symmetry.motions import MIRRORS, apply_motion, placement_of

Direction = Literal["horizontal", "vertical"]


def refusal(lattice: Lattice, *, direction: str) -> str:
    """Return why a maze cannot be mirrored so, "" where it can."""
    if placement_of(lattice, MIRRORS[direction]):
        return ""
    labels = {
        "horizontal": _("Flipped left to right, the cells would not fit the grid."),
        "vertical": _("Flipped upside down, the cells would not fit the grid."),
    }
    return labels[direction]


@transform("flip", _("Flip"), order=11, refusal=refusal, memory=70)
def flip(
    maze: Maze,
    job: Job,
    *,
    direction: Annotated[
        Direction, _("direction of the flip: left and right change places, or top and bottom")
    ] = "horizontal",
) -> Maze:
    """Exchange left and right, or top and bottom."""
    return apply_motion(maze, job, MIRRORS[direction])

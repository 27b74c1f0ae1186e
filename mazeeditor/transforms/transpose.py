"""Transpose: rows become columns."""

from __future__ import annotations

from mazeeditor.job import Job
from mazeeditor.maze.maze import Maze
from mazeeditor.shapes.rectangular import BOTTOM, LEFT, RIGHT, TOP
from mazeeditor.transforms import transform
from mazeeditor.transforms.carrying import Spot
from mazeeditor.transforms.squares import turned
from mazeeditor.words import _

SIDES = {TOP: LEFT, LEFT: TOP, RIGHT: BOTTOM, BOTTOM: RIGHT}


@transform("transpose", _("Transpose"), order=13, shapes=("rectangular",))
def transpose(maze: Maze, job: Job) -> Maze:
    """Mirror the maze in its diagonal: rows become columns."""

    def move(row: int, column: int, slot: int | None) -> Spot:
        return column, row, None if slot is None else SIDES[slot]

    return turned(maze, job, SIDES, move, transpose=True)

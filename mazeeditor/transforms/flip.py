"""Flip: the maze as a mirror shows it."""

from __future__ import annotations

from typing import Annotated, Literal

from mazeeditor.job import Job
from mazeeditor.maze.maze import Maze
from mazeeditor.shapes.rectangular import BOTTOM, LEFT, RIGHT, TOP
from mazeeditor.transforms import transform
from mazeeditor.transforms.carrying import Spot
from mazeeditor.transforms.squares import turned
from mazeeditor.words import _


@transform("flip", _("Flip"), order=11, shapes=("rectangular",))
def flip(
    maze: Maze,
    job: Job,
    *,
    direction: Annotated[
        Literal["horizontal", "vertical"], _("exchange left and right, or top and bottom")
    ] = "horizontal",
) -> Maze:
    """Exchange left and right, or top and bottom."""
    last_row, last_column = maze.lattice.rows - 1, maze.lattice.columns - 1
    one, other = (LEFT, RIGHT) if direction == "horizontal" else (TOP, BOTTOM)
    sides = {slot: slot for slot in range(4)} | {one: other, other: one}

    def move(row: int, column: int, slot: int | None) -> Spot:
        side = None if slot is None else sides[slot]
        if direction == "horizontal":
            return row, last_column - column, side
        return last_row - row, column, side

    return turned(maze, job, sides, move)

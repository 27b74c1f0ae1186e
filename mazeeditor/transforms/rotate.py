"""Rotate: the maze turned by quarters, clockwise."""

from __future__ import annotations

from typing import Annotated, Literal

from mazeeditor.job import Job
from mazeeditor.maze.maze import Maze
from mazeeditor.transforms import transform
from mazeeditor.transforms.carrying import Spot
from mazeeditor.transforms.squares import turned
from mazeeditor.words import _


@transform("rotate", _("Rotate"), order=12, shapes=("rectangular",))
def rotate(
    maze: Maze,
    job: Job,
    *,
    by: Annotated[Literal["90", "180", "270"], _("degrees, clockwise")] = "90",
) -> Maze:
    """Turn the maze by 90, 180 or 270 degrees, clockwise.

    ::

        1 2 3      4 1       a quarter: the rows become columns, the lowest comes first
        4 5 6  ->  5 2
                   6 3
    """
    last_row, last_column = maze.lattice.rows - 1, maze.lattice.columns - 1
    quarters = int(by) // 90
    sides = {slot: (slot + quarters) % 4 for slot in range(4)}  # slots go round clockwise

    def move(row: int, column: int, slot: int | None) -> Spot:
        side = None if slot is None else sides[slot]
        places = {
            1: (column, last_row - row),
            2: (last_row - row, last_column - column),
            3: (last_column - column, row),
        }
        return (*places[quarters], side)

    return turned(maze, job, sides, move, transpose=quarters % 2 == 1)

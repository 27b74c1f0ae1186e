"""A maze of squares in blocks, for games: walls are as thick as a block, cells lie between them.

::

    2 2 2 2 2     0 nothing, 1 floor, 2 wall; rows and columns 0, 2, 4 ... are those of walls,
    1 1 2 1 2     1, 3, 5 ... those of cells. A post at which no wall ends is floor.
    2 1 1 1 2
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes.rectangular import BOTTOM, LEFT, RIGHT, TOP

NOTHING, FLOOR, WALL = 0, 1, 2
Grid = NDArray[np.uint8]


def block_grid(maze: Maze, format_: str) -> Grid:
    """Return uint8[2 * rows + 1, 2 * columns + 1]; masks are left out, openings are floor.

    Raises ``UsageError`` that names the format, unless cells are squares.
    """
    lattice = maze.lattice
    if lattice.shape != "rectangular":
        text = _(
            "{format} holds squares only, and this maze is {shape}: write it as a web page (.html) "
            "or a picture (.svg, .png), or to a project (.maze)."
        )
        raise UsageError(text.format(format=format_, shape=lattice.shape))
    places = lattice.row_starts[:, None] + np.arange(lattice.columns)
    inside, walls = lattice.inside[places], maze.walls[places]
    rows, columns = inside.shape
    grid = np.zeros((2 * rows + 1, 2 * columns + 1), np.uint8)
    grid[1::2, 1::2] = inside
    for slot, down, right in ((TOP, 0, 1), (BOTTOM, 2, 1), (LEFT, 1, 0), (RIGHT, 1, 2)):
        sides = grid[down : down + 2 * rows - 1 : 2, right : right + 2 * columns - 1 : 2]
        sides[inside] = np.where(walls >> slot & 1, WALL, FLOOR)[inside]
    around = np.pad(grid, 1)
    sides_of_posts = [
        around[:-2, 1:-1][::2, ::2],
        around[2:, 1:-1][::2, ::2],
        around[1:-1, :-2][::2, ::2],
        around[1:-1, 2:][::2, ::2],
    ]
    grid[::2, ::2] = np.max(sides_of_posts, axis=0)
    return grid


class Span(NamedTuple):
    """Blocks of the grid from a row and column up to others, both included."""

    top: int
    left: int
    bottom: int
    right: int


def wall_spans(grid: Grid) -> Iterator[Span]:
    """Yield straight walls, each as long as it goes on; they may share posts."""
    for row in range(0, len(grid), 2):
        for first, last in _runs(grid[row] == WALL):
            if last > first:
                yield Span(row, first, row, last)
    for column in range(0, grid.shape[1], 2):
        for first, last in _runs(grid[:, column] == WALL):
            if last > first:
                yield Span(first, column, last, column)


def ground_spans(grid: Grid) -> Iterator[Span]:
    """Yield rectangles that together are all that is not nothing; none overlaps another."""
    open_: dict[tuple[int, int], int] = {}  # columns, and the row in which a rectangle began
    for row in range(len(grid) + 1):
        here = set(_runs(grid[row] != NOTHING)) if row < len(grid) else set()
        for columns in sorted(open_.keys() - here):
            yield Span(open_.pop(columns), columns[0], row - 1, columns[1])
        for columns in here - open_.keys():
            open_[columns] = row


def _runs(line: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Return the first and the last index of each run of True."""
    edges = np.flatnonzero(np.diff(np.pad(line, 1).view(np.int8)))
    return [(int(first), int(last) - 1) for first, last in edges.reshape(-1, 2)]

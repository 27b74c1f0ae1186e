"""A maze in tiles, for games: walls are as thick as a tile, cells lie between them.

::

    2 2 2 2 2     0 nothing, 1 floor, 2 wall; rows and columns 0, 2, 4 ... are those of walls,
    1 1 2 1 2     1, 3, 5 ... those of cells. A post at which no wall ends is floor.
    2 1 1 1 2

     2 2 2 2      Hexagons need no posts: each tile is a cell or lies between two. Even rows are
    2 1 2 1 2     half a tile to the right, and cells are in the odd ones. Three walls that meet
     2 1 2 2 2    touch each other, so none leaves a gap; two passages that do lead to one cell.
    2 2 1 2 1 2
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze

NOTHING, FLOOR, WALL = 0, 1, 2
SQUARES: tuple[str, ...] = ("rectangular",)
STEPS = {  # by shape: rows and columns from the tile of a cell to that of each of its walls
    "rectangular": ((-1, 0), (0, 1), (1, 0), (0, -1)),
    "hexagonal": ((-1, -1), (-1, 0), (0, 1), (1, 0), (1, -1), (0, -1)),
}
Grid = NDArray[np.uint8]


def cell_tiles(lattice: Lattice, cells: Ids) -> Ids:
    """Return int64[k, 2], row and column of the tile of each cell of a shape of ``STEPS``."""
    rows = lattice.places(cells)[:, 0]
    x = lattice.geometry.centres(cells)[:, 0]
    return np.stack([2 * rows + 1, np.rint(2 * x).astype(np.int64)], axis=-1)


def grid_size(lattice: Lattice) -> tuple[int, int]:
    """Return how many rows and columns of tiles a lattice takes."""
    return 2 * lattice.rows + 1, round(2 * lattice.geometry.width) + 1


def block_grid(maze: Maze, format_: str, shapes: Sequence[str] = SQUARES) -> Grid:
    """Return the tiles uint8[rows, columns]; masks are left out, openings are floor.

    Raises ``UsageError`` that names the format, unless it takes mazes of this shape.
    """
    lattice = maze.lattice
    if lattice.shape not in shapes:
        held = _("squares only") if tuple(shapes) == SQUARES else _("squares and hexagons only")
        text = _(
            "{format} holds {held}, and this maze is {shape}: write it as a web page (.html) "
            "or a picture (.svg, .png), or to a project (.maze)."
        )
        raise UsageError(text.format(format=format_, held=held, shape=lattice.shape))
    cells = lattice.inside_cells()
    at, walls = cell_tiles(lattice, cells), maze.walls[cells]
    grid = np.zeros(grid_size(lattice), np.uint8)
    grid[at[:, 0], at[:, 1]] = FLOOR
    for slot, (down, right) in enumerate(STEPS[lattice.shape]):
        grid[at[:, 0] + down, at[:, 1] + right] = np.where(walls >> slot & 1, WALL, FLOOR)
    if lattice.shape == "rectangular":
        grid[::2, ::2] = posts_of(grid)
    return grid


def posts_of(grid: Grid) -> Grid:
    """Return what the posts of a grid of squares are, by what is on their four sides."""
    around = np.pad(grid, 1)
    sides_of_posts = [
        around[:-2, 1:-1][::2, ::2],
        around[2:, 1:-1][::2, ::2],
        around[1:-1, :-2][::2, ::2],
        around[1:-1, 2:][::2, ::2],
    ]
    posts: Grid = np.max(sides_of_posts, axis=0)
    return posts


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

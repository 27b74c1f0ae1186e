"""Rectangular mazes as tables of rows and columns, to be turned, cut and put together."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from mazeeditor.job import Job
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search import without_gaps
from mazeeditor.shapes import build
from mazeeditor.shapes.rectangular import BOTTOM, LEFT, RIGHT, TOP
from mazeeditor.transforms.carrying import Move, carry

Table = NDArray[np.uint8]
STRIP = 1 << 20  # cells that are turned at once, between two looks at Cancel


def sized(lattice: Lattice, rows: int, columns: int) -> Lattice:
    """Return the lattice of that size: this one, or a new one; raises ``UsageError``."""
    if (rows, columns) == (lattice.rows, lattice.columns):
        return lattice
    return build(lattice.shape, rows=rows, columns=columns)


def table_of(lattice: Lattice, walls: NDArray[np.uint8]) -> Table:
    """Return a view uint8[rows, columns] of the walls of the inside cells."""
    rows, columns = lattice.rows, lattice.columns
    return walls[: (rows + 2) * (columns + 1)].reshape(rows + 2, columns + 1)[1:-1, 1:]


def shut(table: Table) -> None:
    """Close the outer walls of a table that was cut out of a larger one."""
    for edge, slot in ((table[0], TOP), (table[-1], BOTTOM), (table[:, 0], LEFT)):
        edge |= np.uint8(1 << slot)
    table[:, -1] |= np.uint8(1 << RIGHT)


def turned(
    maze: Maze, job: Job, sides: Mapping[int, int], move: Move, *, transpose: bool = False
) -> Maze:
    """Return a maze of the same cells in other places.

    ``sides`` says which slot each slot becomes and so where the cells go: first rows and columns
    change places where ``transpose`` is asked for, then their order turns round as the sides have
    it. ``move`` does the same to one place.
    """
    old = table_of(maze.lattice, without_gaps(maze))
    if transpose:
        old = old.T
    if sides[LEFT] == BOTTOM or sides[TOP] == BOTTOM:
        old = old[::-1]
    if sides[LEFT] == RIGHT or sides[TOP] == RIGHT:
        old = old[:, ::-1]
    lattice = sized(maze.lattice, *old.shape)
    walls = np.full(lattice.size, lattice.closed, np.uint8)
    new = table_of(lattice, walls)
    renamed = _renaming(sides)
    step = max(1, STRIP // lattice.columns)
    job.phase(lattice.rows)
    for row in range(0, lattice.rows, step):
        job.step(row)
        new[row : row + step] = renamed[old[row : row + step]]
    return carry(maze, Maze(lattice, walls), move)


def _renaming(sides: Mapping[int, int]) -> NDArray[np.uint8]:
    """Return uint8[16]: what a byte of walls becomes when its slots change places."""
    return np.array(
        [sum((byte >> slot & 1) << sides[slot] for slot in range(4)) for byte in range(16)],
        np.uint8,
    )

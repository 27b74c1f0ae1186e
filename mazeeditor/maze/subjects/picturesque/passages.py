"""Passages on a grid of squares, and the pairs of neighbours on it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import I32, I64, TICK, InU8, kernel
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import build
from mazeeditor.maze.shapes.rectangular import BOTTOM, LEFT, RIGHT, TOP
from mazeeditor.maze.subjects.picturesque.source import Grid

Pairs = NDArray[np.int32]  # int32[k, 2]: places by row * columns + column, the lower one first
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))  # rows and columns, by the slots of a square


@dataclass(frozen=True, eq=False)
class Passages:
    """Which cells are joined with their right and lower neighbours, bool[rows, columns] each.

    ``right`` is False in the last column, and ``down`` in the last row.
    """

    right: Grid
    down: Grid

    @classmethod
    def none(cls, rows: int, columns: int) -> Passages:
        """Return those of a grid with every wall closed."""
        return cls(np.zeros((rows, columns), np.bool_), np.zeros((rows, columns), np.bool_))

    @classmethod
    def of(cls, maze: Maze) -> Passages:
        walls = _rows(maze.walls, maze.lattice)
        right, down = walls >> RIGHT & 1 == 0, walls >> BOTTOM & 1 == 0
        right[:, -1] = False
        down[-1] = False
        return cls(right, down)

    def write(self, cell: tuple[int, int], other: tuple[int, int], *, opened: bool) -> None:
        """Open or close the wall between two neighbours."""
        (row, column), (other_row, other_column) = sorted((cell, other))
        grid = self.right if row == other_row else self.down
        assert abs(row - other_row) + abs(column - other_column) == 1
        grid[row, column] = opened

    def is_open(self, cell: tuple[int, int], other: tuple[int, int]) -> bool:
        """Whether there is a passage between two neighbours."""
        (row, column), (other_row, _column) = sorted((cell, other))
        return bool((self.right if row == other_row else self.down)[row, column])

    def pairs(self) -> Pairs:
        """Return the pairs of cells with a passage between them."""
        columns = self.right.shape[1]
        right, down = np.flatnonzero(self.right), np.flatnonzero(self.down)
        return _pair(np.concatenate([right, down]), len(right), columns)

    def open_pairs(self, pairs: Pairs) -> None:
        """Open the walls between pairs of neighbours."""
        one, two = pairs.T
        beside = two - one == 1
        self.right.ravel()[one[beside]] = True
        self.down.ravel()[one[~beside]] = True

    def maze(self) -> Maze:
        """Return the rectangular maze with these passages, without openings."""
        rows, columns = self.right.shape
        lattice = build("rectangular", rows=rows, columns=columns)
        walls = np.full(lattice.size, lattice.closed, np.uint8)
        inner = _rows(walls, lattice)
        inner ^= self.right.astype(np.uint8) << RIGHT
        inner ^= self.down.astype(np.uint8) << BOTTOM
        inner[:, 1:] ^= self.right[:, :-1].astype(np.uint8) << LEFT
        inner[1:] ^= self.down[:-1].astype(np.uint8) << TOP
        return Maze(lattice, walls)


def _rows(cells: NDArray[np.uint8], lattice: Lattice) -> NDArray[np.uint8]:
    """Return a view uint8[rows, columns] of the inside cells of a rectangle's array."""
    rows, columns = lattice.rows, lattice.columns
    return cells[: (rows + 2) * (columns + 1)].reshape(rows + 2, columns + 1)[1:-1, 1:]


def grid_of(cells: NDArray[np.int64], lattice: Lattice) -> Grid:
    """Return bool[rows, columns] of a rectangle: which are among ``cells`` int64[k]."""
    result = np.zeros(lattice.size, np.uint8)
    result[cells] = 1
    return _rows(result, lattice).astype(np.bool_)


def cells_of(grid: Grid, lattice: Lattice) -> NDArray[np.int64]:
    """Return the cells int64[k] of a rectangle that are True in bool[rows, columns]."""
    return lattice.inside_cells()[grid.ravel()]


def neighbours(places: Grid) -> Pairs:
    """Return the pairs of neighbours that are both True in ``places``."""
    right = np.flatnonzero(np.pad(places[:, :-1] & places[:, 1:], ((0, 0), (0, 1))))
    down = np.flatnonzero(places[:-1] & places[1:])
    return _pair(np.concatenate([right, down]), len(right), places.shape[1])


def _pair(lower: NDArray[np.int64], across: int, columns: int) -> Pairs:
    """Return places with their neighbours: of the first ``across`` the right, else the lower."""
    steps = np.where(np.arange(len(lower)) < across, 1, columns)
    return np.stack([lower, lower + steps], axis=-1).astype(np.int32)


def path_through(passages: Passages, start: int, goal: int, job: Job) -> list[int]:
    """Return the places on a shortest path from ``start`` to ``goal``, [] where there is none."""
    came = np.full(passages.right.size, -1, np.int32)
    queue = np.empty(passages.right.size, np.int32)
    right, down = (
        np.ascontiguousarray(grid).view(np.uint8).ravel()
        for grid in (passages.right, passages.down)
    )
    _spread(right, down, passages.right.shape[1], start, goal, came, queue, job.signal)
    job.check()
    if came[goal] < 0:
        return []
    path = [goal]
    while path[-1] != start:
        path.append(int(came[path[-1]]))
    return path[::-1]


@kernel
def _spread(
    right: InU8,
    down: InU8,
    columns: int,
    start: int,
    goal: int,
    came: I32,
    queue: I32,
    signal: I64,
) -> None:
    """Note for each place that is reached from where, until the goal is."""
    came[start] = start
    queue[0] = start
    done, end = 0, 1
    while done < end and came[goal] < 0:
        if done & TICK == 0 and signal[1] != 0:
            return
        place = int(queue[done])
        done += 1
        if right[place] != 0 and came[place + 1] < 0:
            came[place + 1] = place
            queue[end] = place + 1
            end += 1
        if place > 0 and right[place - 1] != 0 and came[place - 1] < 0:
            came[place - 1] = place
            queue[end] = place - 1
            end += 1
        if down[place] != 0 and came[place + columns] < 0:
            came[place + columns] = place
            queue[end] = place + columns
            end += 1
        if place >= columns and down[place - columns] != 0 and came[place - columns] < 0:
            came[place - columns] = place
            queue[end] = place - columns
            end += 1

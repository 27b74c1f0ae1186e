"""Resize: adds or cuts off rows and columns at the edges of a maze."""

from __future__ import annotations

from typing import Annotated, Literal

import numpy as np

from mazeeditor.core.job import Job
from mazeeditor.core.memory import check_free
from mazeeditor.core.options import Between
from mazeeditor.core.translation import _
from mazeeditor.maze.lattice import MAX_ROWS, Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.random import seeded
from mazeeditor.maze.search.joining import divide, write_walls
from mazeeditor.maze.search.search import without_gaps
from mazeeditor.maze.shapes import build
from mazeeditor.maze.transforms import Seed, transform
from mazeeditor.maze.transforms.rows_and_columns import (
    CarriedLines,
    Position,
    Run,
    carry_openings,
    cells_of,
    close_edges,
    table_of,
    with_cells,
)
from mazeeditor.maze.walls import free_walls

RESIZE_BYTES_PER_CELL = 20  # bytes a cell of the new maze
Anchor = Literal[
    "top-left",
    "top",
    "top-right",
    "left",
    "centre",
    "right",
    "bottom-left",
    "bottom",
    "bottom-right",
]


def _lines(
    lattice: Lattice,
    rows: int | None = None,
    columns: int | None = None,
    anchor: str = "top-left",
    **_others: object,
) -> CarriedLines:
    """Return which rows and columns of the old maze stay, and where they come to lie."""
    rows, columns = rows or lattice.rows, columns or lattice.columns
    down = _shift(anchor, "top", "bottom", rows - lattice.rows)
    right = _shift(anchor, "left", "right", columns - lattice.columns)
    return CarriedLines(
        _overlap(lattice.rows, rows, down), _overlap(lattice.columns, columns, right)
    )


@transform("resize", _("Resize"), order=23, shapes=("rectangular",), lines=_lines)
def resize(
    maze: Maze,
    job: Job,
    *,
    rows: Annotated[
        int | None, Between(1, MAX_ROWS), _("number of rows; empty: as many as there are")
    ] = None,
    columns: Annotated[
        int | None, Between(1, MAX_ROWS), _("number of columns; empty: as many as there are")
    ] = None,
    anchor: Annotated[Anchor, _("place of the old maze in the new one")] = "top-left",
    added: Annotated[
        Literal["cells", "blank"], _("contents of the new rows and columns")
    ] = "cells",
    seed: Seed = None,
) -> Maze:
    """Add or cut off rows and columns; walls and locks between cells that stay are kept.

    New cells are joined to the maze and to each other without a loop by Kruskal's algorithm, so
    that a perfect maze becomes a larger perfect one. Cutting may leave unconnected parts; Perfect
    joins them. Blank cells stay blank.
    """
    old, size = maze.lattice, (rows or maze.lattice.rows, columns or maze.lattice.columns)
    if size == (old.rows, old.columns):
        return maze.copy()
    whole = build("rectangular", rows=size[0], columns=size[1])
    what = _("A maze of {cells:,} cells").format(cells=whole.cells)
    check_free(what, whole.size * RESIZE_BYTES_PER_CELL)
    lines = _lines(old, *size, anchor)
    from_rows, to_rows = _slices(lines.rows)
    from_columns, to_columns = _slices(lines.columns)
    down, right = lines.shift
    cells = np.full(size, added == "cells", np.bool_)
    cells[to_rows, to_columns] = cells_of(old)[from_rows, from_columns]
    lattice = with_cells(whole, cells, job)
    walls = np.full(lattice.size, lattice.closed, np.uint8)
    kept = table_of(old, without_gaps(maze))[from_rows, from_columns]
    close_edges(kept)
    table_of(lattice, walls)[to_rows, to_columns] = kept
    new = lattice.inside.copy()
    table_of(lattice, new.view(np.uint8))[to_rows, to_columns] = 0
    if new.any():
        areas = np.arange(lattice.size, dtype=np.int32)
        divide(lattice, areas, ~walls, job)
        edges = np.zeros_like(kept)
        close_edges(edges)
        free = np.full(lattice.size, lattice.closed, np.uint8)
        table_of(lattice, free)[to_rows, to_columns] = edges
        needed = divide(lattice, areas, walls & free, job, random=seeded(seed)).joined
        write_walls(lattice, walls, needed, job, closed=False)

    def move(row: int, column: int, slot: int | None) -> Position:
        return row + down, column + right, slot

    result = Maze(lattice, walls)
    if maze.locks is not None:
        locks = np.zeros(lattice.size, np.uint8)
        locks_kept = table_of(old, maze.locks)[from_rows, from_columns]
        table_of(lattice, locks)[to_rows, to_columns] = locks_kept
        result.set_locks(locks & free_walls(lattice))
    return carry_openings(maze, result, move)


def _shift(anchor: str, first: str, last: str, more: int) -> int:
    """Return by how many cells the old maze moves when there are ``more``; maybe negative."""
    if first in anchor:
        return 0
    return more if last in anchor else int(more / 2)  # towards 0: resizing back restores the place


def _overlap(old: int, new: int, shift: int) -> tuple[Run]:
    """Return the lines that stay."""
    first, end = max(0, -shift), min(old, new - shift)
    return ((first, end, first + shift),)


def _slices(runs: tuple[Run, ...]) -> tuple[slice, slice]:
    """Return the lines that stay, as the old maze counts them and as the new one does."""
    ((first, end, to),) = runs
    return slice(first, end), slice(to, to + end - first)

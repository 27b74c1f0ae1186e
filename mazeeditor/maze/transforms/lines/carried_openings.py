"""Keeps entrance and exits when rows and columns are cut off, inserted or deleted.

An opening moves with its cell. A gap stays in the side of the maze that it is in; where its cell
is deleted, or is no longer at that side, it moves along that side to the nearest free place. An
opening in the middle of a deleted cell moves to the nearest free cell of the nearest row. An
opening for which there is no free place is removed::

    +---+-x-+---+      column 1 is deleted:      +---+-x-+
    |   |   |   |      its gap moves to the      |   |   |
    +---+---+---+      column that follows       +---+---+
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

import numpy as np

from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.transforms.lines.wall_table import Line
from mazeeditor.maze.walls import beside_outside

Position = tuple[float, float, int | None]  # row, column, slot; a half is between two cells
Move = Callable[[int, int, int | None], Position]


def along(line: Line, shift: Callable[[int], float]) -> Move:
    """Return the move that replaces the row of a cell, or its column, by ``shift`` of it."""
    if line == "row":
        return lambda row, column, slot: (shift(row), column, slot)
    return lambda row, column, slot: (row, shift(column), slot)


def carry_openings(before: Maze, after: Maze, move: Move) -> Maze:
    """Give ``after`` the openings of ``before`` and return it.

    ``move`` returns the new position of row, column and slot of an opening, which may be outside
    or between two cells. Openings that keep their place come before those that need another, but
    an exit is removed rather than the entrance.
    """
    targets: dict[Opening, Position] = {}
    for opening in before.openings:
        targets[opening] = move(*before.lattice.place(opening.cell), opening.slot)
    order = sorted(targets, key=lambda opening: not _possible(after.lattice, targets[opening]))
    placed = _placed(after.lattice, targets, order)
    if before.entrance and before.entrance not in placed:
        order.sort(key=lambda opening: opening != before.entrance)
        placed = _placed(after.lattice, targets, order)
    entrance = placed.get(before.entrance) if before.entrance else None
    after.set_openings(entrance, tuple(placed[gap] for gap in before.exits if gap in placed))
    return after


def _placed(
    lattice: Lattice, targets: Mapping[Opening, Position], order: Iterable[Opening]
) -> dict[Opening, Opening]:
    """Return the new opening of each for which there is a free place, the first in order first."""
    placed: dict[Opening, Opening] = {}
    for opening in order:
        taken = set(placed.values())
        free = (place for place in _nearest(lattice, *targets[opening]) if place not in taken)
        place = next(free, None)
        if place:
            placed[opening] = place
    return placed


def _possible(lattice: Lattice, position: Position) -> bool:
    """Whether the lattice can have an opening at a position."""
    row, column, slot = position
    if row not in range(lattice.rows) or column not in range(lattice.columns):
        return False
    cell = int(lattice.row_starts[int(row)]) + int(column)
    inside = bool(lattice.inside[cell])
    return inside and (slot is None or slot in lattice.outer_slots(cell))


def _nearest(lattice: Lattice, row: float, column: float, slot: int | None) -> Iterator[Opening]:
    """Yield the openings on the side ``slot`` of the maze, the nearest to a position first.

    Without a slot those in the middle of cells: of the nearest row first.
    """
    if slot is None:
        lines = np.arange(lattice.rows)
        for line in np.lexsort((-lines, np.abs(lines - row))).tolist():
            start = int(lattice.row_starts[line])
            cells = start + np.flatnonzero(lattice.inside[start : start + lattice.columns])
            yield from _sorted(lattice, cells.astype(np.int64), row, column, None)
    else:
        yield from _sorted(lattice, beside_outside(lattice, slot), row, column, slot)


def _sorted(
    lattice: Lattice, cells: Ids, row: float, column: float, slot: int | None
) -> Iterator[Opening]:
    """Yield openings in ``cells`` int64[k], the nearest first; of two as near, the later cell."""
    rows, columns = lattice.places(cells).T
    distances = np.abs(rows - row) + np.abs(columns - column)
    for cell in cells[np.lexsort((-cells, distances))].tolist():
        yield Opening(cell, slot)

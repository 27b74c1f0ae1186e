"""Takes entrance and exits along when rows and columns are cut off, put in or taken out.

An opening goes where its cell goes. A gap stays in the side of the maze that it is in; where its
cell is gone, or stands at that side no more, it moves along that side to the nearest free place.
An opening in the middle of a cell that is gone moves to the nearest free cell of the nearest row.
What finds no free place is dropped::

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
from mazeeditor.maze.walls import beside_outside

Spot = tuple[float, float, int | None]  # row, column, slot; a half stands between two cells
Move = Callable[[int, int, int | None], Spot]


def carry(before: Maze, after: Maze, move: Move) -> Maze:
    """Give ``after`` the openings of ``before`` and return it.

    ``move`` says where row, column and slot of an opening come to lie, maybe outside or between
    two cells. Openings that stay in their place come before those that must look for one, but an
    exit is dropped rather than the entrance.
    """
    wished: dict[Opening, Spot] = {}
    for opening in (*([before.entrance] if before.entrance else []), *before.exits):
        wished[opening] = move(*before.lattice.place(opening.cell), opening.slot)
    order = sorted(wished, key=lambda each: not _stays(after.lattice, wished[each]))
    found = _settle(after.lattice, wished, order)
    if before.entrance and before.entrance not in found:
        order.sort(key=lambda each: each != before.entrance)
        found = _settle(after.lattice, wished, order)
    entrance = found.get(before.entrance) if before.entrance else None
    after.set_openings(entrance, tuple(found[each] for each in before.exits if each in found))
    return after


def _settle(
    lattice: Lattice, wished: Mapping[Opening, Spot], order: Iterable[Opening]
) -> dict[Opening, Opening]:
    """Return the new place of each opening that finds one; who comes first has the choice."""
    found: dict[Opening, Opening] = {}
    for opening in order:
        taken = set(found.values())
        near = (each for each in _near(lattice, *wished[opening]) if each not in taken)
        place = next(near, None)
        if place:
            found[opening] = place
    return found


def _stays(lattice: Lattice, spot: Spot) -> bool:
    """Whether a spot is a place for an opening of the lattice."""
    row, column, slot = spot
    if row not in range(lattice.rows) or column not in range(lattice.columns):
        return False
    cell = int(lattice.row_starts[int(row)]) + int(column)
    there = bool(lattice.inside[cell])
    return there and (slot is None or slot in lattice.outer_slots(cell))


def _near(lattice: Lattice, row: float, column: float, slot: int | None) -> Iterator[Opening]:
    """Yield the openings that look to one side, the nearest first.

    Without a side those in the middle of cells: of the nearest row first.
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
    """Yield openings in ``cells`` int64[k], the nearest to a place first; of two, the later."""
    rows, columns = lattice.places(cells).T
    apart = np.abs(rows - row) + np.abs(columns - column)
    for cell in cells[np.lexsort((-cells, apart))].tolist():
        yield Opening(cell, slot)

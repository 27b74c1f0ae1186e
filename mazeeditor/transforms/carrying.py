"""Takes entrance and exits along when a maze is turned, cut or widened.

An opening goes where its cell goes. A gap stays in the side of the maze that it is in; where its
cell is gone, or stands at that side no more, it moves along that side to the nearest free place.
An opening in the middle of a cell that is gone moves to the nearest free cell of its row. What
finds no free place is dropped::

    +---+-x-+---+      column 1 is deleted:      +---+-x-+
    |   |   |   |      its gap moves to the      |   |   |
    +---+---+---+      column that follows       +---+---+
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import ceil

from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.shapes.rectangular import BOTTOM, LEFT, RIGHT, TOP

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
    order = sorted(wished, key=lambda each: _fit(after.lattice, wished[each])[1])
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
        spot, _moved = _fit(lattice, wished[opening])
        taken = set(found.values())
        place = next((each for each in _near(lattice, *spot) if each not in taken), None)
        if place:
            found[opening] = place
    return found


def _fit(lattice: Lattice, spot: Spot) -> tuple[tuple[int, int, int | None], bool]:
    """Return the place of the lattice nearest to ``spot``, and whether that is another one."""
    row, column, slot = spot
    last_row, last_column = lattice.rows - 1, lattice.columns - 1
    sides = {TOP: (0.0, column), BOTTOM: (float(last_row), column)}
    sides |= {LEFT: (row, 0.0), RIGHT: (row, float(last_column))}
    near = sides[slot] if slot is not None else (row, column)
    place = min(max(ceil(near[0]), 0), last_row), min(max(ceil(near[1]), 0), last_column)
    return (*place, slot), place != (row, column)


def _near(lattice: Lattice, row: int, column: int, slot: int | None) -> Iterator[Opening]:
    """Yield the openings in the same side, or the same row of cells, the nearest first."""
    upright = slot in (LEFT, RIGHT)
    length = lattice.rows if upright else lattice.columns
    here = row if upright else column
    for distance in range(length):
        for place in dict.fromkeys((here + distance, here - distance)):
            if 0 <= place < length:
                cell = lattice.cell(place, column) if upright else lattice.cell(row, place)
                yield Opening(cell, slot)

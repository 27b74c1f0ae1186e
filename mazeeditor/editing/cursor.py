"""Editing without a mouse: where the arrow keys lead, and the wall that they change.

The cell that the keys stand on is the view's; these functions return where a key moves it. They ask
the geometry in which direction a slot looks, so they do for every shape.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import copysign
from types import MappingProxyType

import numpy as np

from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _
from mazeeditor.editing.document import Document
from mazeeditor.editing.tools import LOCKED_IMAGE
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.shapes import axes_of

SLIGHTLY = 1e-6
ASIDE_WEIGHT = 0.15  # so that keys reach each wall of a cell in a ring, which may have five
TOWARDS = 0.45  # the cosine within which a side counts as lying in a direction: 63 degrees
SIMILAR_COSINE = 0.3  # two sides look about as much in a direction
PAGE = 10  # rows

ARROWS: Mapping[str, tuple[int, int]] = MappingProxyType(
    {"Left": (-1, 0), "Right": (1, 0), "Up": (0, -1), "Down": (0, 1)}
)


def slot_towards(
    lattice: Lattice, cell: int, dx: float, dy: float, lean: float = 0.0
) -> int | None:
    """Return the slot of a cell that looks most in a direction; None where none does.

    Of two that do about alike, as above a hexagon, the right one where ``lean`` is more than 0.
    """
    agreement = _agreement(lattice, cell, dx, dy, lean)
    best = max(range(lattice.degree), key=lambda slot: agreement[slot])
    return best if agreement[best] > TOWARDS else None


def _agreement(lattice: Lattice, cell: int, dx: float, dy: float, lean: float) -> list[float]:
    """Return for each slot how well it agrees with a direction: 1 where exactly."""
    aside = copysign(SLIGHTLY, lean) + ASIDE_WEIGHT * max(-1.0, min(1.0, lean))
    outward = [lattice.geometry.outward(cell, slot) for slot in range(lattice.degree)]
    return [x * dx + y * dy + aside * x for x, y in outward]


def next_cell(lattice: Lattice, cell: int, dx: float, dy: float, lean: float = 0.0) -> int:
    """Return the inside cell next to ``cell`` in a direction, itself where there is none.

    At the end of a row of hexagons this leads down on the other side.
    """
    agreement = _agreement(lattice, cell, dx, dy, lean)
    most = max(agreement)
    for slot in sorted(range(lattice.degree), key=lambda slot: -agreement[slot]):
        other = lattice.neighbour(cell, slot)
        if agreement[slot] > max(TOWARDS, most - SIMILAR_COSINE) and lattice.inside[other]:
            return other
    return cell


def _row(lattice: Lattice, cell: int) -> list[int]:
    """Return the first and the last inside cell in the row of a cell."""
    row = lattice.place(cell)[0]
    start, length = int(lattice.row_starts[row]), int(lattice.row_lengths[row])
    inside = np.flatnonzero(lattice.inside[start : start + length])
    return [start + int(inside[0]), start + int(inside[-1])]


def _steps(lattice: Lattice, cell: int, dy: int) -> int:
    start = x_of(lattice, cell)
    for _step in range(PAGE):
        cell = next_cell(lattice, cell, 0, dy, start - x_of(lattice, cell))
    return cell


def x_of(lattice: Lattice, cell: int) -> float:
    """Return how far to the right the middle of a cell is."""
    return float(lattice.geometry.centres(np.array([cell], np.int64))[0, 0])


MOVES: Mapping[str, Callable[[Lattice, int], int]] = MappingProxyType(
    {
        "Left": lambda lattice, cell: next_cell(lattice, cell, -1, 0),
        "Right": lambda lattice, cell: next_cell(lattice, cell, 1, 0),
        "Up": lambda lattice, cell: next_cell(lattice, cell, 0, -1),
        "Down": lambda lattice, cell: next_cell(lattice, cell, 0, 1),
        "Home": lambda lattice, cell: _row(lattice, cell)[0],
        "End": lambda lattice, cell: _row(lattice, cell)[1],
        "Prior": lambda lattice, cell: _steps(lattice, cell, -1),
        "Next": lambda lattice, cell: _steps(lattice, cell, 1),
        "Mod+Home": lambda lattice, _cell: int(lattice.inside_cells()[0]),
        "Mod+End": lambda lattice, _cell: int(lattice.inside_cells()[-1]),
    }
)  # by chord, as keys are written in menus


def toggle(document: Document, cell: int, slot: int) -> str:
    """Toggle a wall of a cell, a stroke of its own; returns why that cannot be, or ""."""
    maze = document.maze
    wall = np.array([maze.lattice.wall(cell, slot)], np.int64)
    walls = wall
    if maze.lattice.is_inner(int(wall[0])) and not maze.is_locked(wall)[0]:
        walls = document.walls_to_change(wall, closed=not maze.is_closed(wall)[0])
        if not len(walls):
            return str(LOCKED_IMAGE)
    stroke = document.begin()
    try:
        stroke.toggle(walls)
    except UsageError as reason:
        return str(reason)
    finally:
        stroke.finish()
    return ""


def in_words(lattice: Lattice, cell: int) -> str:
    """Return where a cell is, for the status bar: ``row 3, column 4``, counted from 0."""
    return _place_in_words(lattice, *lattice.place(cell))


def last_in_words(lattice: Lattice) -> str:
    """Return the text for the last row and column, which is the longest."""
    return _place_in_words(lattice, lattice.rows - 1, lattice.columns - 1)


def _place_in_words(lattice: Lattice, row: int, column: int) -> str:
    first, second = axes_of(lattice)
    text = _("{first} {row:,}, {second} {column:,}")
    return text.format(first=first, row=row, second=second, column=column)

r"""Which cells belong to the maze in a picture, by its walls alone.

Paper around a maze has no walls: from there one comes across every gap at whose ends a post stands
alone. A gap of the outer wall has walls at both ends, and is an opening::

    . . . . .        .  a post without walls      from above one comes down to the wall, and
    .  --o  o--      o  one with walls            not through the opening
    .  |      |
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.components import components
from mazeeditor.core.distinct import distinct
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice

Bools = NDArray[np.bool_]
POCKET = 0.2  # of the cells: a smaller part that opens to the outside alone is none of the maze


@dataclass(frozen=True, eq=False)
class WallTable:
    """All walls of a lattice: ``walls`` int64[k], the cells on both sides, and their posts."""

    walls: Ids
    lower: Ids
    upper: Ids
    posts: Ids  # int64[k, 2]

    @staticmethod
    def of(lattice: Lattice) -> WallTable:
        """Return the walls of a lattice that touch an inside cell."""
        _cells, walls = lattice.walls_of(lattice.inside_cells())
        walls = distinct(walls)
        lower, _slots, upper, _backs = lattice.sides_of(walls)
        return WallTable(walls, lower, upper, lattice.geometry.posts(walls))


def inside_of(lattice: Lattice, table: WallTable, closed: Bools) -> Bools:
    """Return bool[n], which cells of ``lattice`` are cells of the maze.

    ``closed`` bool[k] are the walls of ``table`` that are seen.
    """
    posts = np.searchsorted(distinct(table.posts.ravel()), table.posts)
    degrees = np.bincount(posts[closed].ravel(), minlength=int(posts.max()) + 1)
    alone = (degrees[posts] == 0).any(axis=1)
    outside = _reach(lattice, table, ~closed & alone, ~lattice.inside)
    inside = ~outside & lattice.inside
    inside = _without_pockets(lattice, table, closed, inside)
    return _largest(lattice, table, inside)


def _reach(lattice: Lattice, table: WallTable, passable: Bools, start: Bools) -> Bools:
    """Return bool[n]: the cells that are reached from ``start`` bool[n] through walls."""
    labels = components(lattice.size, table.lower[passable], table.upper[passable])
    marked = np.zeros(lattice.size, np.bool_)
    touched = distinct(np.concatenate([table.lower, table.upper]))
    marked[labels[touched[start[touched]]]] = True
    result: Bools = marked[labels] | start
    return result


def _without_pockets(lattice: Lattice, table: WallTable, closed: Bools, inside: Bools) -> Bools:
    """Return the cells without small parts that no passage joins to the others."""
    both = inside[table.lower] & inside[table.upper]
    passages = both & ~closed
    labels = components(lattice.size, table.lower[passages], table.upper[passages])
    sizes = np.bincount(labels[inside], minlength=lattice.size)
    if not sizes.any():
        return inside
    to_outside = ~closed & (inside[table.lower] != inside[table.upper])
    within = np.where(inside[table.lower], table.lower, table.upper)[to_outside]
    open_parts = np.zeros(lattice.size, np.bool_)
    open_parts[labels[within]] = True
    pocket = open_parts & (sizes < POCKET * sizes.max())
    pocket |= sizes == 1  # a cell with all its walls is blank
    if sizes.max() <= 1:
        return inside
    return inside & ~pocket[labels]


def _largest(lattice: Lattice, table: WallTable, inside: Bools) -> Bools:
    """Return the largest connected part of cells, whatever walls stand between them."""
    both = inside[table.lower] & inside[table.upper]
    labels = components(lattice.size, table.lower[both], table.upper[both])
    sizes = np.bincount(labels[inside], minlength=lattice.size)
    if not sizes.any():
        return inside
    return inside & (labels == int(sizes.argmax()))

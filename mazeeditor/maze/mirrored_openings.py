r"""The usual openings in a mirror: mazes that run from right to left, for left-handed children.

::

    -> +---+---+       +---+---+ <-
       |   |   |       |   |   |
       +   +   +       +   +   +
       |       | ->  <-|       |
       +---+---+       +---+---+
"""

from __future__ import annotations

import numpy as np

from mazeeditor.maze.geometry import Ids, Points
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.links import UNUSED

FACING = 0.5  # cells: how much farther away a gap may be that faces the right side


def mirrored_openings(lattice: Lattice) -> tuple[Opening, tuple[Opening, ...]]:
    """Return entrance and exits where the usual ones of a lattice lie in a mirror.

    Of a lattice that is not its own mirror image, they are the nearest ones.
    """
    first = _mirror(lattice, lattice.first, None)
    return first, (_mirror(lattice, lattice.last, first),)


def _mirror(lattice: Lattice, opening: Opening, taken: Opening | None) -> Opening:
    geometry = lattice.geometry
    if opening.slot is None:
        x, y = geometry.centres(np.array([opening.cell], np.int64))[0]
        cell = geometry.cell_at(float(geometry.width - x), float(y))
        return opening if cell is None else Opening(cell)
    cells, slots = _gaps(lattice)
    middles = _middles(lattice, cells, slots)
    here = np.flatnonzero((cells == opening.cell) & (slots == opening.slot))[0]
    away = np.hypot(*(middles - _in_mirror(lattice, middles[here])).T)
    dx, dy = geometry.outward(opening.cell, opening.slot)
    near = np.flatnonzero(away <= away.min() + 2 * FACING)
    choices = [Opening(int(cells[at]), int(slots[at])) for at in near.tolist()]

    def cost(at: int) -> float:
        across, down = geometry.outward(choices[at].cell, choices[at].slot or 0)
        return float(away[near[at]]) - FACING * (dy * down - dx * across)

    best = sorted(range(len(choices)), key=cost)
    return next((choices[at] for at in best if choices[at] != taken), opening)


def _in_mirror(lattice: Lattice, point: Points) -> Points:
    return np.array([lattice.geometry.width - point[0], point[1]])


def _gaps(lattice: Lattice) -> tuple[Ids, Ids]:
    """Return the cells and slots int64[k] of all gaps that the outer wall can have."""
    inside = lattice.inside_cells().astype(np.int64)
    rows = lattice.rows_of(inside)
    outside = ~lattice.inside[inside[:, None] + lattice.offsets[rows]]
    places, slots = np.nonzero((lattice.opposite[rows] != UNUSED) & outside)
    return inside[places], slots.astype(np.int64)


def _middles(lattice: Lattice, cells: Ids, slots: Ids) -> Points:
    geometry = lattice.geometry
    walls = lattice.wall_ids(cells, slots)
    middles: Points = geometry.post_positions(geometry.posts(walls)).mean(axis=1)
    return middles

"""Places in the border of a maze for openings that are far apart."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.kernels.compiled import I64
from mazeeditor.maze.geometry import Ids, Points
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.links import UNUSED
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.random import below

ALL_SHAPES = ("rectangular", "hexagonal", "triangular", "polar")
TRIED_PLACES = 8  # places among which that farthest from the other openings is taken


class Border(NamedTuple):
    """The walls int64[k] of the border, as cell * degree + slot, and where each is, in cells."""

    walls: Ids
    at: Points

    def opening(self, number: int, lattice: Lattice) -> Opening:
        return Opening(*divmod(int(self.walls[number]), lattice.degree))


def border_of(lattice: Lattice) -> Border:
    """Return the walls of the border that look away from the middle, not those of a hole."""
    cells, geometry = lattice.edge_cells, lattice.geometry
    centres, outward = geometry.centres(cells), geometry.all_outward(cells)
    away = centres - np.array([geometry.width, geometry.height]) / 2
    walls, at = [np.empty(0, np.int64)], [np.empty((0, 2))]
    rows = lattice.rows_of(cells)
    for slot in range(lattice.degree):
        outside = ~lattice.inside[cells + lattice.offsets[rows, slot]]
        outside &= lattice.opposite[rows, slot] != UNUSED
        outside &= (outward[:, slot] * away).sum(axis=-1) > 0
        walls.append(cells[outside] * lattice.degree + slot)
        at.append(centres[outside] + outward[outside, slot] / 2)
    return Border(np.concatenate(walls), np.concatenate(at))


def far_place(border: Border, maze: Maze, random: I64) -> int:
    """Return which of some walls is farthest from all openings (D. P. Mitchell, 1991)."""
    tried = np.array([below(random, len(border.walls)) for _try in range(TRIED_PLACES)])
    return int(tried[clear_of_openings(border.at[tried], maze).argmax()])


def clear_of_openings(at: Points, maze: Maze) -> NDArray[np.float64]:
    """Return how far positions float64[k, 2] are from the nearest opening, float64[k]."""
    openings = np.array([each.cell for each in maze.openings], np.int64)
    away = at[:, None] - maze.lattice.geometry.centres(openings)
    nearest: NDArray[np.float64] = np.hypot(away[..., 0], away[..., 1]).min(axis=-1)
    return nearest

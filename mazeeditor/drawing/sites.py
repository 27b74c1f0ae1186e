"""Where the openings of a maze are: what its signs and its route start from, whatever the scale."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mazeeditor.drawing.form import clear_of
from mazeeditor.drawing.room import Vector
from mazeeditor.drawing.scene import Points
from mazeeditor.maze.arcs import middles
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.maze import Maze


@dataclass(frozen=True, eq=False)
class Site:
    """A gap or a cell in the middle: whether the maze is entered there, and left.

    ``place`` float64[2] in cells is the middle of the gap or the cell. ``out`` leads out of a gap
    and is None for a cell; ``clear`` is the width of a cell in cells.
    """

    place: Points
    out: Vector | None
    clear: float
    enters: bool
    leaves: bool


def sites_of(maze: Maze) -> list[Site]:
    """Return each opening once."""
    entrance = [maze.entrance] if maze.entrance else []
    return [
        _site(maze.lattice, opening, opening in entrance, opening in maze.exits)
        for opening in dict.fromkeys([*entrance, *maze.exits])
    ]


def _site(lattice: Lattice, opening: Opening, enters: bool, leaves: bool) -> Site:
    if opening.slot is None:
        place = lattice.geometry.centres(np.array([opening.cell]))[0]
        return Site(place, None, clear_of(lattice, opening.cell), enters, leaves)
    place, out = gap_of(lattice, opening)
    return Site(place, out, 0.0, enters, leaves)


def gap_of(lattice: Lattice, opening: Opening) -> tuple[Points, Vector]:
    """Return the middle of a gap in the outer wall, in cells, and the unit vector out of it."""
    assert opening.slot is not None
    wall = np.array([lattice.wall(opening.cell, opening.slot)])
    geometry = lattice.geometry
    places = geometry.post_positions(geometry.posts(wall))
    middle = middles(places, geometry.bulges(wall))[0]
    return middle, geometry.outward(opening.cell, opening.slot)

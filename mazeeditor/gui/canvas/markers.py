"""The figures of openings: an arrow in or out at the border, a disc or a target in the middle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from mazeeditor.gui.canvas.viewport import Viewport, wall_width
from mazeeditor.maze.arcs import middles
from mazeeditor.maze.lattice import Lattice, Opening

# An arrow that points right, as long as its head and shaft: from (-1, 0) to its tip (0, 0)
ARROW = np.array(
    [(0, 0), (-0.5, -0.38), (-0.5, -0.12), (-1, -0.12), (-1, 0.12), (-0.5, 0.12), (-0.5, 0.38)]
)
PLAY = np.array([(0.6, 0), (-0.35, -0.55), (-0.35, 0.55)])  # in a disc of radius 1 around (0, 0)
# Sizes at 96 dpi: px at least, cells, px at most
ARROW_LENGTH = (12, 0.72, 18)
DISC_RADIUS = (6, 0.38, 30)
ARROW_GAP = 3  # px between the wall and the arrow


@dataclass(frozen=True)
class Figure:
    """A part of a marker: its outline in px, and whether it has the marker's or the paper's colour.

    ``points`` float64[k, 2]; for an oval the corners of the box around it.
    """

    kind: Literal["polygon", "oval"]
    points: NDArray[np.float64]
    solid: bool = True


def figures(lattice: Lattice, opening: Opening, view: Viewport, *, enters: bool) -> list[Figure]:
    """Return what shows an entrance (``enters``) or an exit, from the back to the front."""
    if opening.slot is None:
        centre = lattice.geometry.centres(np.array([opening.cell]))[0]
        return _disc(np.array(view.to_px(*centre)), _sized(DISC_RADIUS, view), enters)
    geometry, wall = lattice.geometry, np.array([lattice.wall(opening.cell, opening.slot)])
    gap = middles(geometry.post_positions(geometry.posts(wall)), geometry.bulges(wall))[0]
    outward = np.array(lattice.geometry.outward(opening.cell, opening.slot))
    length = _sized(ARROW_LENGTH, view)
    room = wall_width(view.zoom) / 2 + ARROW_GAP * view.scale
    near = np.array(view.to_px(*gap)) + outward * room
    tip, ahead = (near, -outward) if enters else (near + outward * length, outward)
    aside = np.array([-ahead[1], ahead[0]])
    return [Figure("polygon", np.round(tip + length * (ARROW @ np.array([ahead, aside]))))]


def crossed(figure: Figure) -> list[list[float]]:
    """Return the two lines x0, y0, x1, y1 that cross a figure out: the diagonals of a square."""
    low, high = figure.points.min(axis=0), figure.points.max(axis=0)
    x, y = (low + high) / 2
    half = float((high - low).max()) / 2
    return [[x - half, y - half, x + half, y + half], [x - half, y + half, x + half, y - half]]


def _disc(centre: NDArray[np.float64], radius: float, enters: bool) -> list[Figure]:
    disc = Figure("oval", _box(centre, radius))
    if enters:
        return [disc, Figure("polygon", centre + radius * PLAY, solid=False)]
    ring = Figure("oval", _box(centre, 0.6 * radius), solid=False)
    return [disc, ring, Figure("oval", _box(centre, 0.32 * radius))]


def _box(centre: NDArray[np.float64], radius: float) -> NDArray[np.float64]:
    return np.array([centre - radius, centre + radius])


def _sized(limits: tuple[float, float, float], view: Viewport) -> float:
    least, cells, most = limits
    return min(max(least * view.scale, cells * view.zoom), most * view.scale)

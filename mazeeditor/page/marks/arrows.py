"""The shapes of marks without words: arrows, and discs and rings for cells in the middle."""

from __future__ import annotations

from math import pi, tan

import numpy as np

from mazeeditor.page.scene import Ink, Numbers, Points, Polygons, Strokes

QUARTER = tan(pi / 8)  # the bulge of a quarter of a circle
NECK, HEAD, SHAFT = 0.45, 0.32, 0.09  # of an arrow: in its lengths


def area(rings: list[Points], colour: str, outline: float, bulges: Numbers | None = None) -> Ink:
    """Return an area, filled, or as outlines where nothing is to be filled."""
    starts = np.cumsum([0, *map(len, rings)])
    points = np.concatenate(rings)
    if not outline:
        return Polygons(points, starts, colour, bulges=bulges)
    closed = np.ones(len(rings), np.bool_)
    return Strokes(points, starts, closed, outline, colour, bulges=bulges)


def discs(middle: Points, radii: list[float], colour: str, outline: float) -> Ink:
    """Return a disc, with a hole in it, with a disc in that, and so on: real circles."""
    corners = np.array([(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)])  # clockwise, y is down
    rings = [corners[:: (-1) ** number] * radius + middle for number, radius in enumerate(radii)]
    bulges = [-QUARTER * (-1) ** number for number in range(len(radii))]  # holes run back
    return area(rings, colour, outline, np.repeat(bulges, len(corners)))


def arrow_corners(enters: bool, leaves: bool) -> Points:
    """Return the corners of an arrow of length 1: how far along, how far aside."""
    if enters and leaves:
        neck = 0.8 * NECK  # there are two of them
        half = [(0, 0), (neck, -HEAD), (neck, -SHAFT)]
        half += [(1 - along, aside) for along, aside in reversed(half)]
    else:
        half = [(0, -SHAFT), (1 - NECK, -SHAFT), (1 - NECK, -HEAD), (1, 0)]
    outline = [*half, *((along, -aside) for along, aside in reversed(half) if aside)]
    corners = np.array(outline, np.float64)
    if enters and not leaves:
        corners[:, 0] = 1 - corners[:, 0]
    return corners

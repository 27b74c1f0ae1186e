"""Built-in outlines: ellipse, ring, diamond, heart and star."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.options import Between, Label
from mazeeditor.core.translation import _
from mazeeditor.maze.geometry import Points
from mazeeditor.maze.masks import Stencil, mask

HEART_WIDE, HEART_LOW, HEART_HIGH = 1.1391, 1.0, 1.2367  # how far its curve reaches


@mask("ellipse", _("Circle or oval"), order=1)
def ellipse() -> Stencil:
    """A circle or an ellipse as wide and high as the maze."""
    return Stencil(None, lambda *_size: lambda points: _from_middle(points) <= 1)


@mask("ring", _("Ring"), order=2)
def ring(
    *,
    inner: Annotated[
        float,
        Label(_("Width of the hole")),
        Between(0.05, 0.95),
        _("width of the hole, as a share of the ring"),
    ] = 0.4,
) -> Stencil:
    """An ellipse with a hole in the middle, for a picture or a name."""

    def covers(points: Points) -> NDArray[np.bool_]:
        distances = _from_middle(points)
        return (distances <= 1) & (distances > inner)

    return Stencil(None, lambda *_size: covers)


@mask("diamond", _("Diamond"), order=3)
def diamond() -> Stencil:
    """A square that stands on a corner."""
    return Stencil(None, lambda *_size: lambda points: abs(2 * points - 1).sum(axis=1) <= 1)


@mask("heart", _("Heart"), order=4)
def heart() -> Stencil:
    """A heart."""  # (x² + y² - 1)³ <= x² y³

    def covers(points: Points) -> NDArray[np.bool_]:
        x = (2 * points[:, 0] - 1) * HEART_WIDE
        y = HEART_HIGH - points[:, 1] * (HEART_HIGH + HEART_LOW)
        inside: NDArray[np.bool_] = (x * x + y * y - 1) ** 3 <= x * x * y**3
        return inside

    return Stencil(2 * HEART_WIDE / (HEART_HIGH + HEART_LOW), lambda *_size: covers)


@mask("star", _("Star"), order=5)
def star(
    *,
    points: Annotated[int, Between(3, 24), _("number of points of the star")] = 5,
    depth: Annotated[
        float,
        Label(_("How pointed")),
        Between(0.1, 0.95),
        _("length of the notches between the tips, as a share of the way to the middle"),
    ] = 0.55,
) -> Stencil:
    r"""A star of three points or more.

    ::

             a            from a point a to the corner c between two points; by mirrors and turns
            / \            every place comes to lie between the spokes through a and c
        ---c . c---
    """
    turns = np.arange(2 * points) * pi / points
    reach = np.where(np.arange(2 * points) % 2, 1 - depth, 1.0)
    corners = np.stack([reach * np.sin(turns), -reach * np.cos(turns)], axis=-1)
    low, size = corners.min(axis=0), np.ptp(corners, axis=0)
    wedge = pi / points
    inner = (1 - depth) * cos(wedge), (1 - depth) * sin(wedge)

    def covers(places: Points) -> NDArray[np.bool_]:
        x, y = (low + places * size).T
        angle = abs((np.arctan2(x, -y) + wedge) % (2 * wedge) - wedge)
        along, across = np.hypot(x, y) * np.cos(angle), np.hypot(x, y) * np.sin(angle)
        inside: NDArray[np.bool_] = (along - 1) * inner[1] <= across * (inner[0] - 1)
        return inside

    return Stencil(float(size[0] / size[1]), lambda *_size: covers)


def _from_middle(points: Points) -> NDArray[np.float64]:
    """Return how far points are from the middle: 1 at the border of the ellipse in the box."""
    distances: NDArray[np.float64] = np.hypot(*(2 * points - 1).T)
    return distances

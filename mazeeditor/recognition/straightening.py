r"""Finds how a grid is turned and tilted in a picture, and draws the picture straight.

Walls of one direction are parallel on paper; in a photograph they meet in a vanishing point. Each
pixel at the edge of a wall says where that is: the line through it, across its gradient, leads
there. The map that takes both points to infinity makes the walls upright and level again (Hartley
and Zisserman, "Multiple View Geometry", 8.6)::

        \  |  /                |  |  |
      ---\-|-/---      ->    --+--+--+--
          \|/                  |  |  |
           v                   |  |  |
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mazeeditor.recognition.ink import Darkness

Matrix = NDArray[np.float64]  # float64[3, 3]: from straight to picture, homogeneous
Points = NDArray[np.float64]

DIRECTED = 900  # pixels of the longer side of the picture whose gradients are taken
MIN_GRADIENT = 0.12  # of the largest gradient: less is noise
MOST_EDGES = 150_000  # pixels that are looked at
MOST_TILT = 0.35  # how much farther away half of the picture may be
FAMILIES = {4: "squares", 6: "hexagons or triangles"}


@dataclass(frozen=True)
class Edges:
    """Pixels at edges: ``points`` float64[k, 2], ``angles`` of their normals, ``weights``."""

    points: Points
    angles: NDArray[np.float64]
    weights: NDArray[np.float64]
    width: int
    height: int

    def turn(self, directions: int) -> tuple[float, float]:
        """Return by how much walls are turned, in radians, and how clearly, 0 .. 1.

        ``directions`` are twice the number of directions of walls, so a turn is less than
        ``pi / directions`` to either side.
        """
        mean = (self.weights * np.exp(1j * directions * self.angles)).sum() / self.weights.sum()
        return float(np.angle(mean)) / directions, float(abs(mean))


def edges_of(darkness: Darkness) -> Edges | None:
    """Return the pixels at the edges of ink; None where there are none."""
    from PIL import Image, ImageFilter

    height, width = darkness.shape
    image = Image.fromarray((darkness * 255).astype(np.uint8))
    scale = min(1.0, DIRECTED / max(width, height))
    if scale < 1:
        size = (max(2, round(width * scale)), max(2, round(height * scale)))
        image = image.resize(size, Image.Resampling.BOX)
    image = image.filter(ImageFilter.GaussianBlur(1.5))
    grey = np.asarray(image, np.float32)
    right, down = np.zeros_like(grey), np.zeros_like(grey)
    right[1:-1, 1:-1] = _derivative(grey)
    down[1:-1, 1:-1] = _derivative(grey.T).T
    strength = right**2 + down**2
    most = float(np.percentile(strength, 99.5)) if strength.size else 0.0
    if most <= 0:
        return None
    y, x = np.nonzero(strength > (MIN_GRADIENT**2) * most)
    if len(x) > MOST_EDGES:
        chosen = np.linspace(0, len(x) - 1, MOST_EDGES).astype(np.int64)
        y, x = y[chosen], x[chosen]
    if len(x) < 8:
        return None
    angles = np.arctan2(down[y, x], right[y, x]).astype(np.float64)
    weights = np.minimum(strength[y, x], most).astype(np.float64)
    factors = np.array([width / grey.shape[1], height / grey.shape[0]])
    points = (np.stack([x, y], axis=-1) + 0.5) * factors
    return Edges(points, angles, weights, width, height)


def _derivative(grey: Darkness) -> Darkness:
    """Return the derivative along rows, smoothed across (Scharr's weights)."""
    across = 3 * grey[:-2] + 10 * grey[1:-1] + 3 * grey[2:]
    result: Darkness = across[:, 2:] - across[:, :-2]
    return result


def rotation(angle: float, width: float, height: float) -> Matrix:
    """Return the map that turns a straight picture around its middle by ``angle``, in radians."""
    cos, sin = np.cos(angle), np.sin(angle)
    turn = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1.0]])
    return translation(width / 2, height / 2) @ turn


def translation(x: float, y: float) -> Matrix:
    """Return the map that moves everything."""
    return np.array([[1.0, 0, x], [0, 1, y], [0, 0, 1]])


def straight_map(edges: Edges) -> Matrix:
    """Return the map from where walls are upright and level to the picture, middle to middle."""
    angle, _clear = edges.turn(4)
    size = max(edges.width, edges.height) / 2
    turn = rotation(angle, edges.width, edges.height)
    back = np.linalg.inv(turn)
    points = map_points(np.asarray(back, np.float64), edges.points) / size
    normals = edges.angles - angle
    flat = np.stack([np.cos(normals), np.sin(normals)], axis=-1)
    level = _vanishing(points, flat[:, ::-1] * [1, 1], edges.weights, swap=True)
    upright = _vanishing(points, flat, edges.weights, swap=False)
    # columns: where (1, 0) and (0, 1) at infinity go, and the middle
    tilt = np.array([[1.0, upright[0], 0], [level[0], 1.0, 0], [level[1], upright[1], 1.0]])
    scaled = np.diag([size, size, 1.0])
    return turn @ scaled @ tilt @ np.linalg.inv(scaled)


def _vanishing(
    points: Points, normals: Points, weights: NDArray[np.float64], *, swap: bool
) -> tuple[float, float]:
    """Return a and b of the vanishing point (a, 1, b) of upright walls, robustly.

    ``points`` are around the middle, about 1 in size. Where ``swap``, of level walls: x and y
    change places, and ``normals`` have been swapped.
    """
    if swap:
        points = points[:, ::-1]
    nx, ny = normals[:, 0], normals[:, 1]
    through = -(normals * points).sum(axis=1)
    near = np.abs(nx) > 0.85  # within 32 degrees
    nx, ny, through, weights = nx[near], ny[near], through[near], weights[near]
    if len(nx) < 4:
        return 0.0, 0.0
    a = b = 0.0
    for tolerance in (0.25, 0.15, 0.1, 0.07, 0.07):
        error = nx * a + ny + through * b
        trusted = weights / (1 + (error / tolerance) ** 2) ** 2
        rows = np.stack([nx, through])
        left = (rows * trusted) @ rows.T + np.diag([1e-9, 1e-3]) * trusted.sum()
        a, b = np.linalg.solve(left, -(rows * trusted) @ ny).tolist()
        b = min(MOST_TILT, max(-MOST_TILT, b))
    return a, b


def map_points(matrix: Matrix, points: Points) -> Points:
    """Return float64[..., 2], where a map takes ``points`` float64[..., 2]."""
    result = points @ matrix[:2, :2].T + matrix[:2, 2]
    depth = points @ matrix[2, :2] + matrix[2, 2]
    mapped_points: Points = result / depth[..., None]
    return mapped_points


def straighten(darkness: Darkness, matrix: Matrix) -> tuple[Darkness, Matrix]:
    """Return the picture drawn straight, and the map from its pixels to those of the picture.

    ``matrix`` leads from straight to picture. What is nearly straight already is not drawn anew.
    """
    from PIL import Image

    height, width = darkness.shape
    corners = np.array([[0.0, 0], [width, 0], [width, height], [0, height]])
    straight = map_points(np.asarray(np.linalg.inv(matrix), np.float64), corners)
    offset = straight - corners
    if np.abs(offset - offset.mean(axis=0)).max() < 0.35:
        return darkness, np.eye(3)
    low, high = straight.min(axis=0), straight.max(axis=0)
    size = np.ceil(high - low).astype(int)
    size = np.minimum(size, [2 * width, 2 * height])
    onto = matrix @ translation(low[0], low[1])
    onto = onto / onto[2, 2]
    image = Image.fromarray((darkness * 255).astype(np.uint8))
    turned = image.transform(
        (int(size[0]), int(size[1])),
        Image.Transform.PERSPECTIVE,
        onto.ravel()[:8].tolist(),
        Image.Resampling.BICUBIC,
        fillcolor=0,
    )
    return np.asarray(turned, np.float32) / np.float32(255), onto

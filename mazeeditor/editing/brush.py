r"""A brush that goes over cells: which of them its way touches.

::

     ___________
    /  o   o   o\\      a brush of several cells takes those whose middles it covers, and in any
   ( o   o   o   )     case those that the pointer goes through: so a brush of one cell paints a
    \\__o___o___o/      line without holes
"""

from __future__ import annotations

from math import ceil, hypot

import numpy as np

from mazeeditor.maze.geometry import Ids, Points
from mazeeditor.maze.lattice import Lattice

SIZES = (1, 2, 3, 5, 7, 9, 13, 19, 25, 35, 49)  # cells across
FINE = 1 / 8  # cells between the points of the way that are looked at
COARSE = 1 / 2  # ... and of the brush: a circle as wide as a cell holds one in any case

Path = tuple[float, float, float, float]  # x, y to x, y, in cells


def swept(lattice: Lattice, path: Path, size: int) -> Ids:
    """Return the cells int64[k], inside or not, that a brush ``size`` cells wide goes over."""
    way = _points(path, FINE)
    cells = lattice.geometry.all_under(way[:, 0], way[:, 1])
    if size > 1:
        cells = np.concatenate([cells, _covered(lattice, path, size / 2)])
    return np.unique(cells).astype(np.int64)


def _points(path: Path, spacing: float) -> Points:
    """Return float64[k, 2], points of a path, both ends included."""
    x0, y0, x1, y1 = path
    number = max(1, ceil(hypot(x1 - x0, y1 - y0) / spacing))
    return np.stack([np.linspace(x0, x1, number + 1), np.linspace(y0, y1, number + 1)], axis=-1)


def _covered(lattice: Lattice, path: Path, radius: float) -> Ids:
    """Return the cells int64[k] whose middles are within ``radius`` of a path."""
    reach = radius + 1  # from a point of the path to one in a cell whose middle is covered
    steps = np.arange(-ceil(reach / COARSE), ceil(reach / COARSE) + 1) * COARSE
    x, y = (each.ravel() for each in np.meshgrid(steps, steps))
    disc = np.stack([x, y], axis=-1)[np.hypot(x, y) <= reach]
    points = (_points(path, radius)[:, None] + disc).reshape(-1, 2)
    cells = np.unique(lattice.geometry.all_under(points[:, 0], points[:, 1])).astype(np.int64)
    cells = cells[cells != 0]
    return cells[_distances(lattice.geometry.centres(cells), path) <= radius]


def _distances(points: Points, path: Path) -> Points:
    """Return how far points float64[k, 2] are from a path, float64[k]."""
    start = np.array(path[:2])
    along = np.array(path[2:]) - start
    length = float(along @ along)
    share = ((points - start) @ along / length).clip(0, 1) if length else np.zeros(len(points))
    away: Points = np.hypot(*(points - start - share[:, None] * along).T)
    return away

r"""A brush that goes over cells: which of them its way touches.

::

     ___________
    /  o  o  o  \       a brush of several cells takes those whose middles it covers, and in any
   (  o  o  o  o )      case those that the pointer goes through: so a brush of one cell paints a
    \__o__o__o__/       line without holes
"""

from __future__ import annotations

from math import ceil, hypot

import numpy as np
from numpy.typing import NDArray

from mazeeditor.maze.geometry import Ids, Points
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import NOWHERE

SIZES = (1, 2, 3, 5, 7, 9, 13, 19, 25, 35, 49)  # cells across
FINE = 1 / 8  # cells between the points of the way that are looked at
COARSE = 0.7  # ... and of the brush: a circle as wide as a cell holds one in any case

Path = tuple[float, float, float, float]  # x, y to x, y, in cells


def swept(lattice: Lattice, path: Path, size: int) -> Ids:
    """Return the cells int64[k], inside or not, that a brush ``size`` cells wide goes over."""
    way = _points(path, FINE)
    cells = lattice.geometry.all_under(way[:, 0], way[:, 1])
    if size > 1:
        cells = np.concatenate([cells, _covered(lattice, path, size / 2)])
    return _once(cells)


def _points(path: Path, spacing: float) -> Points:
    """Return float64[k, 2], points of a path, both ends included."""
    x0, y0, x1, y1 = path
    number = max(1, ceil(hypot(x1 - x0, y1 - y0) / spacing))
    return np.stack([np.linspace(x0, x1, number + 1), np.linspace(y0, y1, number + 1)], axis=-1)


def _covered(lattice: Lattice, path: Path, radius: float) -> Ids:
    r"""Return the cells int64[k] whose middles are within ``radius`` of a path.

    ::

          . . . . . . . .       points around the path, so close that each cell has one; what has
          . a---------b .       its middle too far off is dropped
          . . . . . . . .
    """
    reach = radius + 1  # from the path to a point in a cell whose middle is covered
    (x0, y0), (x1, y1) = path[:2], path[2:]
    length = hypot(x1 - x0, y1 - y0)
    ahead = np.array([x1 - x0, y1 - y0]) / length if length else np.array([1.0, 0.0])
    along = _steps(-reach, length + reach)[:, None] * ahead
    across = _steps(-reach, reach)[:, None] * [-ahead[1], ahead[0]]
    x, y = (along[:, None] + across + (x0, y0)).reshape(-1, 2).T
    cells = lattice.geometry.all_under(x, y)
    cells = cells[np.diff(cells, prepend=-1) != 0]  # most of those that are twice follow each other
    cells = _once(cells[cells != NOWHERE])
    return cells[_distances(lattice.geometry.centres(cells), path) <= radius]


def _once(cells: Ids) -> Ids:
    """Return each of some cells once, the lowest first; ``np.unique`` takes ten times as long."""
    cells = np.sort(cells.astype(np.int32))
    return cells[np.diff(cells, prepend=-1) != 0].astype(np.int64)


def _steps(first: float, last: float) -> NDArray[np.float64]:
    """Return float64[k], numbers at most ``COARSE`` apart, both ends included."""
    return np.linspace(first, last, ceil((last - first) / COARSE) + 1)


def _distances(points: Points, path: Path) -> Points:
    """Return how far points float64[k, 2] are from a path, float64[k]."""
    start = np.array(path[:2])
    along = np.array(path[2:]) - start
    length = float(along @ along)
    share = ((points - start) @ along / length).clip(0, 1) if length else np.zeros(len(points))
    away: Points = np.hypot(*(points - start - share[:, None] * along).T)
    return away

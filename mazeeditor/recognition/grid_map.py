"""Where the cells of a lattice lie in a picture, flat or bent, and how that is made exact."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from mazeeditor.recognition.straightening import Matrix, Points, map_points

TERMS = 10  # of a polynomial of third degree of two variables
STIFF = 1e-3  # of the terms, so that few walls do not bend it


@dataclass(frozen=True, eq=False)
class GridMap:
    """The map from positions in cells to pixels.

    ``matrix`` float64[3, 3], after each position has been moved by a polynomial ``bend``
    float64[2, 10] of where it is in a grid ``width`` x ``height`` cells large: paper is never flat.
    """

    matrix: Matrix
    width: float
    height: float
    bend: NDArray[np.float64] = field(default_factory=lambda: np.zeros((2, TERMS)))

    def pixels(self, points: Points) -> Points:
        """Return float64[..., 2], the pixels at ``points`` float64[..., 2] in cells."""
        if self.bend.any():
            points = points + self._terms(points) @ self.bend.T
        return map_points(self.matrix, points)

    def _terms(self, points: Points) -> Points:
        size = max(self.width, self.height, 1.0) / 2
        x, y = (points[..., 0] - self.width / 2) / size, (points[..., 1] - self.height / 2) / size
        return np.stack(
            [np.ones_like(x), x, y, x * y, x * x, y * y, x**3, x * x * y, x * y * y, y**3], axis=-1
        )

    def pitch(self) -> float:
        """Return about how many pixels a cell is wide, in the middle."""
        middle = np.array([self.width / 2, self.height / 2])
        ends = self.pixels(np.array([middle - 0.5, middle + 0.5]))
        return float(np.hypot(*(ends[1] - ends[0])) / np.sqrt(2))

    def part(self, x: float, y: float, width: float, height: float) -> GridMap:
        """Return the map of a part ``width`` x ``height`` cells large that begins at a place.

        The bend is found anew.
        """
        shift = np.array([[1.0, 0, x], [0, 1, y], [0, 0, 1]])
        return GridMap(self.matrix @ shift, width, height)

    def correct(
        self, points: Points, normals: Points, off: NDArray[np.float64], terms: int
    ) -> GridMap:
        """Return the map after walls were found ``off`` float64[k] cells from where they should be.

        They are at ``points`` float64[k, 2], and off in the direction of ``normals``; the first
        ``terms`` of the polynomial are fitted, by least squares that trust far ones less.
        """
        if len(points) < 2 * terms:
            return self
        basis = self._terms(points)[:, :terms]
        rows = np.concatenate([basis * normals[:, :1], basis * normals[:, 1:]], axis=1)
        weights: Points = np.ones(len(off))
        solution: Points = np.zeros(2 * terms)
        for _ in range(4):
            weighted = rows * weights[:, None]
            left = rows.T @ weighted + np.eye(2 * terms) * STIFF * len(off)
            solution = np.asarray(np.linalg.solve(left, weighted.T @ off), np.float64)
            error = off - rows @ solution
            spread = max(1e-3, float(np.median(np.abs(error))) * 1.5)
            weights = np.asarray(1 / (1 + (error / (3 * spread)) ** 2) ** 2, np.float64)
        bend = self.bend.copy()
        bend[:, :terms] += solution.reshape(2, terms)
        return replace(self, bend=bend)

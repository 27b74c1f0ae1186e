"""Puts an outline onto the cells of any shape: a cell is covered where its middle is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mazeeditor.job import Job
from mazeeditor.maze.geometry import Points
from mazeeditor.maze.lattice import Lattice

AT_ONCE = 1 << 16  # cells between two looks at Cancel

Bools = NDArray[np.bool_]
Covers = Callable[[Points], Bools]


@dataclass(frozen=True, eq=False)
class Stencil:
    """What a mask covers, in a box of its own from 0, 0 at the top left to 1, 1.

    ``aspect`` is its width by its height, ``None`` where it takes that of the maze. ``prepare``
    gets how many cells the box is wide and high, and returns what says of points float64[k, 2] in
    the box which of them are covered, bool[k].
    """

    aspect: float | None
    prepare: Callable[[float, float], Covers]


def covered(lattice: Lattice, stencil: Stencil, scale: float, job: Job) -> Bools:
    """Return bool[n]: the cells whose middles a stencil covers, put into the middle of the maze."""
    geometry = lattice.geometry
    full = np.array([geometry.width, geometry.height])
    aspect = stencil.aspect or full[0] / full[1]
    width = float(min(full[0], full[1] * aspect)) * scale
    size = np.array([width, width / aspect])
    covers = stencil.prepare(*size.tolist())
    inside = np.zeros(lattice.size, np.bool_)
    cells = lattice.inside_cells()
    job.phase(len(cells))
    for start in range(0, len(cells), AT_ONCE):
        job.step(start)
        some = cells[start : start + AT_ONCE]
        points = (geometry.centres(some) - (full - size) / 2) / size
        within = ((points >= 0) & (points < 1)).all(axis=1)
        inside[some[within]] = covers(points[within])
    return inside

"""The distances of cells as the picture shows them: a level for each step of the scale."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.maze.lattice import Lattice
from mazeeditor.screen.pixel_colours import LEVELS, NEAREST, UNREACHED
from mazeeditor.screen.raster.pyramid import Values

PIECE = 1 << 18  # cells looked up at a time: the work can be cancelled, and needs little memory


@dataclass(frozen=True, eq=False)
class DistanceLevels:
    """The distances in a maze from its starts.

    ``distance`` int32[n] are passages, below 0 for unreachable cells; ``farthest`` is the largest.
    ``levels`` uint8[n] is NEAREST and more for how far a cell is, UNREACHED, or 0 outside.
    """

    lattice: Lattice
    distance: NDArray[np.int32]
    farthest: int
    levels: NDArray[np.uint8]
    complete: bool  # whether every cell can be reached
    title: str

    @classmethod
    def of(
        cls, lattice: Lattice, distance: NDArray[np.int32], title: str, job: Job | None = None
    ) -> DistanceLevels:
        """Return the levels of ``distance``; raises ``CancelledError``."""
        job = job or Job()
        farthest = max(0, int(distance.max()))
        table = np.append(_scale(farthest), np.uint8(UNREACHED))  # index -1 is its last entry
        levels = np.empty(lattice.size, np.uint8)
        for start in range(0, lattice.size, PIECE):
            job.check()
            levels[start : start + PIECE] = table[np.maximum(distance[start : start + PIECE], -1)]
        levels *= lattice.inside
        return cls(lattice, distance, farthest, levels, not (levels == UNREACHED).any(), title)


def _scale(farthest: int) -> NDArray[np.uint8]:
    """Return uint8[farthest + 1]: for distance d NEAREST + d * (LEVELS - 1) // farthest."""
    if farthest == 0:
        return np.array([NEAREST], np.uint8)
    starts = [-(-step * farthest // (LEVELS - 1)) for step in range(LEVELS)]
    levels = np.arange(NEAREST, NEAREST + LEVELS, dtype=np.uint8)
    return np.repeat(levels, np.diff([*starts, farthest + 1]))


def mean_distance(one: Values, two: Values, three: Values, four: Values) -> Values:
    """Return the mean of the distances among four levels; without any, the largest of the four."""
    total, count = np.zeros(one.shape, np.uint16), np.zeros(one.shape, np.uint8)
    other = np.zeros(one.shape, np.uint8)
    for level in (one, two, three, four):
        counts = (level >= NEAREST).view(np.uint8)
        total += level * counts
        count += counts
        np.maximum(other, level, out=other)
    np.floor_divide(total + (count >> 1), count, out=total, where=count > 0)
    return np.where(count > 0, total.astype(np.uint8), other)

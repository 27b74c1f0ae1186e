"""How far each cell is, as the picture shows it: a colour for each step of the scale."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mazeeditor.gui.canvas.pyramid import Values
from mazeeditor.gui.canvas.shades import HEAT, STEPS, UNREACHED
from mazeeditor.job import Job
from mazeeditor.maze.lattice import Lattice

PIECE = 1 << 20  # cells looked up at a time: the work can be cancelled, and needs little memory


@dataclass(frozen=True, eq=False)
class Heat:
    """The distances in one maze from one place.

    ``distance`` int32[n] are passages, below 0 where none lead; ``farthest`` the largest of them.
    ``levels`` uint8[n] is HEAT and more for how far a cell is, UNREACHED, or 0 outside.
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
    ) -> Heat:
        """Return what to show; raises ``CancelledError``."""
        job = job or Job()
        farthest = max(0, int(distance.max()))
        table = np.append(_scale(farthest), np.uint8(UNREACHED))  # -1 finds its last
        levels = np.empty(lattice.size, np.uint8)
        for start in range(0, lattice.size, PIECE):
            job.check()
            levels[start : start + PIECE] = table[np.maximum(distance[start : start + PIECE], -1)]
        levels *= lattice.inside
        return cls(lattice, distance, farthest, levels, not (levels == UNREACHED).any(), title)


def _scale(farthest: int) -> NDArray[np.uint8]:
    """Return uint8[farthest + 1], for distance d the level HEAT + d * (STEPS - 1) // farthest."""
    if farthest == 0:
        return np.array([HEAT], np.uint8)
    starts = [-(-step * farthest // (STEPS - 1)) for step in range(STEPS)]
    levels = np.arange(HEAT, HEAT + STEPS, dtype=np.uint8)
    return np.repeat(levels, np.diff([*starts, farthest + 1]))


def mean_heat(one: Values, two: Values, three: Values, four: Values) -> Values:
    """Return the mean of those of four levels that are distances, else the largest of the four."""
    total, count = np.zeros(one.shape, np.uint16), np.zeros(one.shape, np.uint8)
    other = np.zeros(one.shape, np.uint8)
    for level in (one, two, three, four):
        counts = (level >= HEAT).view(np.uint8)
        total += level * counts
        count += counts
        np.maximum(other, level, out=other)
    np.floor_divide(total + (count >> 1), count, out=total, where=count > 0)
    return np.where(count > 0, total.astype(np.uint8), other)

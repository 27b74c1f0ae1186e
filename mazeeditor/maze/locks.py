"""Which walls may change: those between two chosen cells, but for locked ones."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.maze.lattice import Lattice


def free_walls(
    lattice: Lattice,
    cells: NDArray[np.bool_] | None = None,
    locked: NDArray[np.uint8] | None = None,
) -> NDArray[np.uint8]:
    """Return uint8[n]: bit ``slot`` of a cell is set where that wall may change.

    Like the walls of a maze it stands on both sides. Both cells of a free wall are inside and in
    ``cells`` bool[n] (without: all), and ``locked`` uint8[n], with the same bits, has it not.
    """
    chosen = lattice.inside if cells is None else lattice.inside & cells
    free = np.zeros(lattice.size, np.uint8)
    places = np.flatnonzero(chosen)
    for slot in range(lattice.degree):
        others, _backs = lattice.beyond(places, slot)
        free[places[chosen[others]]] |= np.uint8(1 << slot)
    return free if locked is None else free & ~locked

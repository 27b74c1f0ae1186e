"""What a solver found, as one byte a cell that the picture can be painted from.

::

    bit  7 6 5 4   3   2 1 0
         slots     -   PLAIN, VISITED, FILLED, LEFT or ROUTE
         through which the route passes
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.gui.canvas.shades import ROUTE
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.solution import Solution

WAY = 4  # the bit of slot 0


def paint_of(
    solution: Solution, openings: tuple[Opening, ...], *, route: bool = True, marks: bool = True
) -> NDArray[np.uint8]:
    """Return uint8[n] for a lattice of at most four slots, with the route, the marks, or both.

    The route is drawn out through the gap where it starts or ends at one of ``openings``.
    """
    lattice = solution.lattice
    paint = solution.marks.copy() if marks else np.zeros(lattice.size, np.uint8)
    if not (route and solution.solved):
        return paint
    cells = solution.route
    paint[cells] = ROUTE
    steps = np.diff(cells)
    for slot in range(lattice.degree):
        here = np.flatnonzero(steps == lattice.offsets[cells[:-1] & lattice.mask, slot])
        backs = lattice.opposite[cells[here] & lattice.mask, slot]
        # where a route passes a cell twice, the same bit is set twice
        paint[cells[here]] |= np.uint8(1 << WAY + slot)
        paint[cells[here + 1]] |= np.left_shift(1, WAY + backs).astype(np.uint8)
    ends = (int(cells[0]), int(cells[-1]))
    for opening in openings:
        if opening.slot is not None and opening.cell in ends:
            outside = lattice.neighbour(opening.cell, opening.slot)
            paint[opening.cell] |= np.uint8(1 << WAY + opening.slot)
            paint[outside] |= np.uint8(1 << WAY + lattice.back(opening.cell, opening.slot))
    return paint

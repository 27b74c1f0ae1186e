"""What the cells are painted as: two bytes a cell that every picture can be drawn from.

::

    bit  15 .. 12   11 10 9 8 7 6 5 4   3   2 1 0
         -          slots               -   PLAIN, VISITED, FILLED, LEFT, ROUTE or HEAD
                    through which the route passes
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.gui.canvas.shades import ROUTE
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.solution import Solution

Paint = NDArray[np.uint16]

WAY = 4  # the bit of slot 0


def mixed(kinds: NDArray[np.uint8], ways: NDArray[np.uint8] | None) -> Paint:
    """Return uint16[k], the paint of cells of ``kinds`` uint8[k].

    ``ways`` uint8[k] has the bits of the slots through which the route passes. What it passes is
    ROUTE, or its line would have gaps and be lost from afar.
    """
    paint = np.asarray(kinds).astype(np.uint16)
    if ways is None:
        return paint
    np.maximum(paint, ROUTE, out=paint, where=np.asarray(ways) != 0)
    return paint | np.left_shift(ways, WAY, dtype=np.uint16)


def lead_out(paint: Paint, lattice: Lattice, cells: Ids) -> None:
    """Let the route of ``cells`` int64[k] pass the outer wall, or no longer, on its far side too.

    Only inside cells are painted by those who ask for it, while the picture of a wall may be drawn
    with the cell after it, which is outside at the right and the lower border.
    """
    rows = lattice.rows_of(cells)
    for slot in range(lattice.degree):
        others = cells + lattice.offsets[rows, slot]
        outside = np.flatnonzero(~lattice.inside[others])
        if len(outside):
            there, backs = others[outside], lattice.opposite[rows[outside], slot]
            passed = paint[cells[outside]] >> WAY + slot & 1
            bit = np.left_shift(1, backs + WAY, dtype=np.uint16)
            paint[there] = paint[there] & ~bit | passed * bit


def paint_of(
    solution: Solution, openings: tuple[Opening, ...], *, route: bool = True, marks: bool = True
) -> Paint:
    """Return uint16[n] with the route, the marks, or both.

    The route is drawn out through the gap where it starts or ends at one of ``openings``.
    """
    lattice = solution.lattice
    paint = solution.marks.astype(np.uint16) if marks else np.zeros(lattice.size, np.uint16)
    if not (route and solution.solved):
        return paint
    cells = solution.route
    paint[cells] = ROUTE
    steps, rows = np.diff(cells), lattice.rows_of(cells[:-1])
    for slot in range(lattice.degree):
        here = np.flatnonzero(steps == lattice.offsets[rows, slot])
        backs = lattice.opposite[lattice.rows_of(cells[here]), slot]
        # where a route passes a cell twice, the same bit is set twice
        paint[cells[here]] |= np.uint16(1 << WAY + slot)
        paint[cells[here + 1]] |= np.left_shift(1, WAY + backs, dtype=np.uint16)
    ends = (int(cells[0]), int(cells[-1]))
    for opening in openings:
        if opening.slot is not None and opening.cell in ends:
            outside = lattice.neighbour(opening.cell, opening.slot)
            paint[opening.cell] |= np.uint16(1 << WAY + opening.slot)
            paint[outside] |= np.uint16(1 << WAY + lattice.back(opening.cell, opening.slot))
    return paint

"""Mazes of any outline: a lattice of which only some cells are left."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from mazeeditor.errors import UsageError
from mazeeditor.job import Job
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.links import UNUSED
from mazeeditor.maze.pieces import pieces_of
from mazeeditor.translation import _

AT_ONCE = 1 << 16  # cells that are searched at a time for an outer wall


def masked(lattice: Lattice, inside: NDArray[np.bool_], job: Job | None = None) -> Lattice:
    """Return the lattice of which only the cells in ``inside`` bool[n] are left.

    Its openings are those of the lattice where these cells are left and connected; else the first
    and the last cell at the outline of the largest piece. Raises ``UsageError`` where no cell is
    left, and ``CancelledError``.
    """
    kept = lattice.inside & inside
    if not kept.any():
        raise UsageError(_("The mask leaves no cell: change it, or make the maze larger."))
    if np.array_equal(kept, lattice.inside):
        return lattice
    geometry = lattice.geometry.masked(kept)
    result = replace(lattice, inside=kept, geometry=geometry)
    pieces = pieces_of(result, job)
    piece = int(pieces.sizes.argmax())
    cells = np.flatnonzero(pieces.numbers == piece).astype(np.int64)

    def fits(opening: Opening) -> bool:
        return int(pieces.numbers[opening.cell]) == piece

    first = lattice.first if fits(lattice.first) else _gap(result, cells, -1)
    last = lattice.last if fits(lattice.last) else _gap(result, cells[::-1], 1, first)
    return replace(result, first=first, last=last)


def _gap(lattice: Lattice, cells: Ids, side: int, taken: Opening | None = None) -> Opening:
    """Return a gap in the outline of the first of ``cells`` that has one, leftmost for -1."""
    for start in range(0, len(cells), AT_ONCE):
        some = cells[start : start + AT_ONCE]
        rows = lattice.rows_of(some)
        others = some[:, None] + lattice.offsets[rows]
        gaps = (lattice.opposite[rows] != UNUSED) & ~lattice.inside[others]
        for at in np.flatnonzero(gaps.any(axis=1)):
            cell = int(some[at])
            gaps_here = [Opening(cell, slot) for slot in lattice.outer_slots(cell)]
            free = [gap for gap in gaps_here if gap != taken]
            if free:
                return max(free, key=lambda gap: side * _right(lattice, gap))
    return Opening(int(cells[0]))


def _right(lattice: Lattice, gap: Opening) -> float:
    """Return how far to the right a gap faces, -1 to 1."""
    return lattice.geometry.outward(gap.cell, gap.slot or 0)[0]

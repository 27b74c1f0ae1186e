"""What fills cells: paint, two bytes a cell, or the levels of distances; close up and from afar.

::

    bit  15 .. 12   11 10 9 8 7 6 5 4                3 2 1 0
         -          slots                            PLAIN, VISITED, FILLED, LEFT, AREA and on,
                    through which the route passes   ROUTE, HEAD or TINTED
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.solvers import Solution
from mazeeditor.screen.pixel_colours import CLASS, LEVELS, NEAREST, ROUTE, UNREACHED
from mazeeditor.screen.raster.overview import Pyramid, SampleGrid, Values, largest

Paint = NDArray[np.uint16]

ROUTE_BIT = 4  # the bit of slot 0


def pack(kinds: NDArray[np.uint8], passed: NDArray[np.uint8] | None) -> Paint:
    """Return uint16[k], the paint of cells of ``kinds`` uint8[k].

    ``passed`` uint8[k] has the bits of the slots through which the route passes. Such cells are
    ROUTE; without that the line would have gaps and be invisible in the overview.
    """
    paint = np.asarray(kinds).astype(np.uint16)
    if passed is None:
        return paint
    np.maximum(paint, ROUTE, out=paint, where=np.asarray(passed) != 0)
    return paint | np.left_shift(passed, ROUTE_BIT, dtype=np.uint16)


def extend_outside(paint: Paint, lattice: Lattice, cells: Ids) -> None:
    """Copy the bits of the route in ``cells`` int64[k] to the outside cells behind the outer wall.

    Callers paint inside cells only, while the picture of a wall may be drawn with the cell after
    it, which is outside at the right and the lower border.
    """
    rows = lattice.rows_of(cells)
    for slot in range(lattice.degree):
        neighbours = cells + lattice.offsets[rows, slot]
        outside = np.flatnonzero(~lattice.inside[neighbours])
        if len(outside):
            beyond, backs = neighbours[outside], lattice.opposite[rows[outside], slot]
            bits = paint[cells[outside]] >> ROUTE_BIT + slot & 1
            bit = np.left_shift(1, backs + ROUTE_BIT, dtype=np.uint16)
            paint[beyond] = paint[beyond] & ~bit | bits * bit


def paint_of(
    solution: Solution, openings: tuple[Opening, ...], *, route: bool = True, marks: bool = True
) -> Paint:
    """Return the paint uint16[n] of the route, the marks, or both.

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
        places = np.flatnonzero(steps == lattice.offsets[rows, slot])
        backs = lattice.opposite[lattice.rows_of(cells[places]), slot]
        # where a route passes a cell twice, the same bit is set twice
        paint[cells[places]] |= np.uint16(1 << ROUTE_BIT + slot)
        paint[cells[places + 1]] |= np.left_shift(1, ROUTE_BIT + backs, dtype=np.uint16)
    ends = (int(cells[0]), int(cells[-1]))
    for opening in openings:
        if opening.slot is not None and opening.cell in ends:
            outside = lattice.neighbour(opening.cell, opening.slot)
            paint[opening.cell] |= np.uint16(1 << ROUTE_BIT + opening.slot)
            paint[outside] |= np.uint16(1 << ROUTE_BIT + lattice.back(opening.cell, opening.slot))
    return paint


class CellPaint:
    """The ``paint`` uint16[n] of all cells, and a pyramid of their ``kinds`` for the overview.

    The paint is kept, not copied; call ``build`` before it is shown. Without ``paint`` nothing is
    painted yet, and no ``build`` is needed.
    """

    def __init__(self, lattice: Lattice, samples: SampleGrid, paint: Paint | None = None) -> None:
        self._lattice, self._samples = lattice, samples
        self.paint = np.zeros(lattice.size, np.uint16) if paint is None else paint
        self._routed = paint is not None  # whether a route may have passed any cell
        read = samples.read(self.paint)

        def kinds_at(rows: Any, columns: Any) -> Values:
            return (read(rows, columns) & np.uint16(CLASS)).astype(np.uint8)

        self.kinds = Pyramid(kinds_at, *samples.shape, largest)
        if paint is None:
            self.kinds.blank()

    def build(self, job: Job) -> None:
        """Build the pyramid; raises ``CancelledError``."""
        self.kinds.build(job)

    def change(self, cells: Ids, paint: Paint) -> None:
        """Paint ``cells`` int64[k] of the inside with uint16[k]."""
        self.paint[cells] = paint
        self._routed = self._routed or bool((paint >> ROUTE_BIT).any())
        if self._routed:
            extend_outside(self.paint, self._lattice, cells)
        if self.kinds.are_many(len(cells) * self._samples.positions):
            self.kinds.outdate()
        else:
            self.kinds.update(*self._samples.of(cells))


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

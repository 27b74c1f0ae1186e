"""How the cells of a lattice are numbered and joined: neighbours, slots back, ids of walls.

Cells are flat integers. The neighbour of ``cell`` through ``slot`` is
``cell + offsets[cell & mask, slot]`` and ``opposite[cell & mask, slot]`` is the slot back.
A rim of outside cells stands around the inside ones, so kernels need no bounds checks::

    . . . . .        3 rows, 4 columns, stride 5:  . outside, o inside
    . o o o o        cell = (row + 1) * 5 + 1 + column; the outside cell after
    . o o o o        the last of a row is the one before the first of the next
    . o o o o
    . . . . . .

Where cells differ in how many neighbours they have (rings), a slot that a cell does not use leads
to cell 0, ``NOWHERE``, which is outside and the neighbour of none: there is no wall.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mazeeditor.maze.geometry import Ids

NOWHERE = 0  # the cell to which slots lead that a cell does not use


@dataclass(frozen=True, eq=False)
class Links:
    """The neighbours of every cell, and which cells are inside.

    ``offsets`` int32[r, degree], ``opposite`` uint8[r, degree], ``inside`` bool[n].
    """

    offsets: NDArray[np.int32]
    opposite: NDArray[np.uint8]
    mask: int
    inside: NDArray[np.bool_]

    def __post_init__(self) -> None:
        for table in (self.offsets, self.opposite, self.inside):
            table.flags.writeable = False

    def fields(self) -> tuple[NDArray[np.int32], NDArray[np.uint8], int, NDArray[np.bool_]]:
        """``offsets, opposite, mask, inside``: what a lattice is made of first."""
        return self.offsets, self.opposite, self.mask, self.inside

    @property
    def degree(self) -> int:
        """The number of slots of a cell."""
        return self.offsets.shape[1]

    @property
    def size(self) -> int:
        """The number of cells, the outside ones included: the length of every array over cells."""
        return len(self.inside)

    @property
    def tables(self) -> tuple[NDArray[np.int32], NDArray[np.uint8], int]:
        """``offsets, opposite, mask``: what a kernel needs to find its neighbours."""
        return self.offsets, self.opposite, self.mask

    @property
    def closed(self) -> int:
        """The ``walls`` byte of a cell with every wall closed."""
        return (1 << self.degree) - 1

    def neighbour(self, cell: int, slot: int) -> int:
        """Return the cell on the other side of a wall; it may be outside."""
        return cell + int(self.offsets[cell & self.mask, slot])

    def back(self, cell: int, slot: int) -> int:
        """Return the slot by which the neighbour sees the same wall."""
        return int(self.opposite[cell & self.mask, slot])

    def wall(self, cell: int, slot: int) -> int:
        """Return the id of a wall: ``cell * degree + slot``, taken from its lower cell."""
        other = self.neighbour(cell, slot)
        if other < cell:
            return other * self.degree + self.back(cell, slot)
        return cell * self.degree + slot

    def wall_ids(self, cells: Ids, slots: Ids) -> Ids:
        """Return the ids int64[k] of the walls ``slots`` of ``cells``, int64[k] each."""
        rows = cells & self.mask
        others = cells + self.offsets[rows, slots]
        backs = self.opposite[rows, slots].astype(np.int64)
        mine = cells * self.degree + slots
        return np.where(others < cells, others * self.degree + backs, mine)

    def sides_of(self, walls: Ids) -> tuple[Ids, Ids, Ids, Ids]:
        """Return the lower cells, their slots, the upper cells and their slots, int64[k] each."""
        cells, slots = np.divmod(np.asarray(walls, np.int64), self.degree)
        rows = cells & self.mask
        return (
            cells,
            slots,
            cells + self.offsets[rows, slots],
            self.opposite[rows, slots].astype(np.int64),
        )

    def is_inner(self, wall: int) -> bool:
        """Whether a wall stands between two inside cells (False for outer walls)."""
        cell, slot = divmod(wall, self.degree)
        return bool(self.inside[cell] and self.inside[self.neighbour(cell, slot)])

    def outer_slots(self, cell: int) -> list[int]:
        """Return the slots of an inside cell that lead outside through an outer wall."""
        others = [self.neighbour(cell, slot) for slot in range(self.degree)]
        return [s for s, other in enumerate(others) if other != NOWHERE and not self.inside[other]]

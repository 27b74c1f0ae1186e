"""How the cells of a lattice are numbered and joined: neighbours, slots and their bits, walls.

Cells are flat integers. The neighbour of ``cell`` through ``slot`` is ``cell + offsets[row, slot]``
and ``opposite[row, slot]`` is the slot back, with ``row = row_of(tables, cell)``: all cells share
one row of the tables, or alternate between two, or ``which`` contains the row of each.

A rim of outside cells stands around the inside ones, so kernels need no bounds checks::

    . . . . .        3 rows, 4 columns, stride 5:  . outside, o inside
    . o o o o        cell = (row + 1) * 5 + 1 + column; the outside cell after
    . o o o o        the last of a row is the one before the first of the next
    . o o o o
    . . . . . .

Where cells differ in how many neighbours they have (rings), a slot that a cell does not use leads
to some cell outside and is ``UNUSED`` in ``opposite``: there is no wall.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.kernels.compiled import DEGREE, InBool, InSlots, InTable, InU16, kernel
from mazeeditor.maze.geometry import Ids

NOWHERE = 0  # a cell that is outside, and the neighbour of none
MOST_ROWS = 1 << 16  # of the tables: ``which`` has two bytes a cell, or kernels wait for it
UNUSED = 8  # the slot back of a slot that a cell does not use

ALIKE = np.zeros(1, np.uint16)  # ``which`` where all cells have one row
IN_TURNS = np.arange(2, dtype=np.uint16)  # ``which`` where even cells have row 0, odd ones row 1


class Tables(NamedTuple):
    """The arrays of a lattice, passed to its kernels as one argument; see ``Links``."""

    offsets: InTable
    opposite: InSlots
    which: InU16
    inside: InBool


@kernel
def row_of(tables: Tables, cell: int) -> int:
    """Return the row of a cell in ``offsets`` and ``opposite``."""
    which = tables.which
    if len(which) == 1:  # no memory access: the next cell is computed four times as fast
        return 0
    if len(which) == 2:
        return cell & 1
    return int(which[cell])


@dataclass(frozen=True, eq=False)
class Links:
    """The neighbours of every cell, and which cells are inside.

    ``offsets`` int32[r, degree], ``opposite`` uint8[r, degree], ``inside`` bool[n]; ``which`` is
    ``ALIKE``, ``IN_TURNS``, or the row of each cell uint16[n]: cells with equal neighbours share a
    row, as a large table would make kernels wait for memory.
    """

    offsets: NDArray[np.int32]
    opposite: NDArray[np.uint8]
    which: NDArray[np.uint16]
    inside: NDArray[np.bool_]

    def __post_init__(self) -> None:
        if len(self.offsets) > MOST_ROWS:  # their numbers would begin again at 0
            raise ValueError(f"{len(self.offsets)} rows of neighbours are more than {MOST_ROWS}")
        for table in (self.offsets, self.opposite, self.which, self.inside):
            table.flags.writeable = False

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take over what another process has pickled: its arrays can be written to until here."""
        vars(self).update(state)
        self.__post_init__()

    def fields(
        self,
    ) -> tuple[NDArray[np.int32], NDArray[np.uint8], NDArray[np.uint16], NDArray[np.bool_]]:
        """``offsets, opposite, which, inside``: the first fields of a lattice."""
        return self.offsets, self.opposite, self.which, self.inside

    @property
    def degree(self) -> int:
        return self.offsets.shape[1]

    @property
    def size(self) -> int:
        """The number of cells, the outside ones included: the length of every array over cells."""
        return len(self.inside)

    @property
    def tables(self) -> Tables:
        """The arrays from which a kernel computes neighbours."""
        return Tables(self.offsets, self.opposite, self.which, self.inside)

    def row(self, cell: int) -> int:
        """Return the row of a cell in ``offsets`` and ``opposite``."""
        return cell & (len(self.which) - 1) if len(self.which) <= 2 else int(self.which[cell])

    def rows_of(self, cells: NDArray[np.integer[Any]]) -> NDArray[np.integer[Any]]:
        """Return the rows of ``cells`` int[...] in ``offsets`` and ``opposite``."""
        if len(self.which) <= 2:
            return cells & (len(self.which) - 1)
        return self.which[cells].astype(np.int64)

    def beyond(self, cells: Ids, slot: int) -> tuple[Ids, NDArray[np.uint8]]:
        """Return the neighbours int64[k] of ``cells`` through a slot, and the slots back.

        ``NOWHERE`` and 0 of cells that do not use the slot.
        """
        rows = self.rows_of(cells)
        backs = self.opposite[rows, slot]
        used = backs != UNUSED
        return np.where(used, cells + self.offsets[rows, slot], NOWHERE), backs * used

    def uses(self, cells: Ids, slots: Ids) -> NDArray[np.bool_]:
        """Return bool[...], whether ``cells`` use ``slots``: whether there are walls."""
        used: NDArray[np.bool_] = self.opposite[self.rows_of(cells), slots] != UNUSED
        return used

    @property
    def closed(self) -> int:
        """The ``walls`` byte of a cell with every wall closed."""
        return (1 << self.degree) - 1

    def neighbour(self, cell: int, slot: int) -> int:
        """Return the cell beyond a wall, maybe an outside one; ``NOWHERE`` for an unused slot."""
        row = self.row(cell)
        return (
            NOWHERE if self.opposite[row, slot] == UNUSED else cell + int(self.offsets[row, slot])
        )

    def back(self, cell: int, slot: int) -> int:
        return int(self.opposite[self.row(cell), slot])

    def wall(self, cell: int, slot: int) -> int:
        """Return the id of a wall: ``cell * degree + slot``, taken from its lower cell."""
        other = self.neighbour(cell, slot)
        if other < cell:
            return other * self.degree + self.back(cell, slot)
        return cell * self.degree + slot

    def wall_ids(self, cells: Ids, slots: Ids) -> Ids:
        """Return the ids int64[k] of the walls ``slots`` of ``cells``, int64[k] each."""
        rows = self.rows_of(cells)
        neighbours = cells + self.offsets[rows, slots]
        backs = self.opposite[rows, slots].astype(np.int64)
        mine = cells * self.degree + slots
        return np.where(neighbours < cells, neighbours * self.degree + backs, mine)

    def slots_between(self, cells: Ids, others: Ids) -> Ids:
        """Return the slots int64[k] of ``cells`` that lead to ``others`` int64[k], -1 for none."""
        result = np.full(len(cells), -1, np.int64)
        for slot in range(self.degree):
            beyond, _backs = self.beyond(cells, slot)
            result[(beyond == others) & (beyond != NOWHERE)] = slot
        return result

    def walls_of(self, cells: Ids) -> tuple[Ids, Ids]:
        """Return each of ``cells`` int64[k] as often as it has walls, and their ids."""
        slots = np.tile(np.arange(self.degree), len(cells))
        cells = np.repeat(cells, self.degree)
        used = self.uses(cells, slots)
        return cells[used], self.wall_ids(cells[used], slots[used])

    def sides_of(self, walls: NDArray[np.integer[Any]]) -> tuple[Ids, Ids, Ids, Ids]:
        """Return the lower cells, their slots, the upper cells and their slots, int64[k] each."""
        cells, slots = np.divmod(np.asarray(walls, np.int64), self.degree)
        rows = self.rows_of(cells)
        return (
            cells,
            slots,
            cells + self.offsets[rows, slots],
            self.opposite[rows, slots].astype(np.int64),
        )

    def samples(self) -> Ids:
        """Return int64[r], an inside cell of each row of the tables, 0 where there is none."""
        samples, kinds = np.zeros(len(self.offsets), np.int64), len(self.which)
        if kinds > 2:
            cells = np.flatnonzero(self.inside)
            samples[self.which[cells]] = cells
            return samples
        for row in range(kinds):
            inside = self.inside[row::kinds]
            first = int(inside.argmax())
            samples[row] = (row + first * kinds) * inside[first]
        return samples

    def is_inner(self, wall: int) -> bool:
        """Whether a wall stands between two inside cells (False for outer walls)."""
        cell, slot = divmod(wall, self.degree)
        return bool(self.inside[cell] and self.inside[self.neighbour(cell, slot)])

    def outer_slots(self, cell: int) -> list[int]:
        """Return the slots of an inside cell that lead outside through an outer wall."""
        neighbours = [self.neighbour(cell, slot) for slot in range(self.degree)]
        outside = [cell != NOWHERE and not self.inside[cell] for cell in neighbours]
        return [slot for slot, is_outer in enumerate(outside) if is_outer]


_slots = [[slot for slot in range(8) if byte >> slot & 1] for byte in range(256)]

# uint8[256]: the number of set bits of a byte
COUNT = np.array([len(slots) for slots in _slots], np.uint8)

# uint8[256 * 8]: NTH[byte * 8 + n] is the slot of the nth set bit of a byte
NTH = np.array([slots + [0] * (8 - len(slots)) for slots in _slots], np.uint8).ravel()

# uint8[64 << 6]: CHOICE[byte << 6 | n] is a slot of a byte, each for as many n below 60, a multiple
# of 1 to 6. This table is faster than a multiplication for kernels that wait for a slot; a row of
# 64, of which 60 are used, is found by a shift, which is a third of the time of multiplying by 60.
CHOICES = 60
CHOICE = np.array(
    [(slots or [0])[n % max(1, len(slots))] for slots in _slots[:64] for n in range(64)], np.uint8
)


@kernel
def choose(slots: int, bits: int) -> int:
    """Return one of ``slots`` (bits of a byte, not 0) by 32 random ``bits``.

    Each is equally likely but for one part in 2**26.
    """
    if DEGREE <= 6:
        return int(CHOICE[choice(slots, bits)])
    return int(NTH[slots * 8 + (bits * int(COUNT[slots]) >> 32)])


@kernel
def choice(slots: int, bits: int) -> int:
    """Return where in ``CHOICE`` the slot is that ``choose`` returns, of cells with up to six."""
    return slots << 6 | (bits * CHOICES >> 32)

r"""The line that a player draws: a simple path from the start, and the other cells walked.

Coming back to a cell of the line shortens it to there: leaving a dead end removes what led into
it, and a loop that closes is removed.

::

    S--+--.         S--+               . walked before, and no longer on the line
       |  .            |  .
       +--@            @  .            one step to the left
"""

from __future__ import annotations

from collections.abc import Sequence, Set

import numpy as np
from numpy.typing import NDArray

from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice

Changes = tuple[Ids, NDArray[np.uint8], NDArray[np.uint8]]
OFF, ON, HEAD = range(3)  # what the player has left in a cell


class Trail:
    """The cells from ``start`` to where the player stands, and all cells walked before."""

    def __init__(self, lattice: Lattice, start: int) -> None:
        self._lattice = lattice
        self._cells = [start]
        self._slots: list[int] = []  # cells[i] is left through slots[i]
        self._places = {start: 0}
        self._walked = {start}
        self._changed = {start}

    @property
    def cells(self) -> Sequence[int]:
        """The cells of the line, the start first."""
        return tuple(self._cells)

    @property
    def head(self) -> int:
        """The cell the player stands in."""
        return self._cells[-1]

    @property
    def walked(self) -> Set[int]:
        """Every cell walked, those of the line among them."""
        return self._walked

    @property
    def back(self) -> int | None:
        """The slot through which the line came here; None at its start."""
        if not self._slots:
            return None
        return self._lattice.back(self._cells[-2], self._slots[-1])

    def __len__(self) -> int:
        return len(self._cells)

    def go(self, slot: int) -> None:
        """Draw the line on through a passage, or shorten it to where that leads."""
        cell = self._lattice.neighbour(self.head, slot)
        self._changed |= {self.head, cell}
        place = self._places.get(cell)
        if place is None:
            self._places[cell] = len(self._cells)
            self._cells.append(cell)
            self._slots.append(slot)
            self._walked.add(cell)
        else:
            self._shorten(place)

    def _shorten(self, place: int) -> None:
        for cell in self._cells[place + 1 :]:
            del self._places[cell]
            self._changed.add(cell)
        del self._cells[place + 1 :], self._slots[place:]

    def changes(self) -> Changes:
        """Return the cells that look different since the last call, and how each looks now.

        ``cells`` int64[k], uint8[k] with ``OFF``, ``ON`` or ``HEAD``, and uint8[k] with the bit
        of each slot set that the line passes.
        """
        cells = sorted(self._changed)
        self._changed = set()
        kinds = np.array([self._kind(cell) for cell in cells], np.uint8)
        slots = np.array([self._passed(cell) for cell in cells], np.uint8)
        return np.array(cells, np.int64), kinds, slots

    def _kind(self, cell: int) -> int:
        if cell == self.head:
            return HEAD
        return ON if cell in self._places else OFF

    def _passed(self, cell: int) -> int:
        place = self._places.get(cell)
        if place is None:
            return 0
        ahead = 1 << self._slots[place] if place < len(self._slots) else 0
        if place == 0:
            return ahead
        return ahead | 1 << self._lattice.back(self._cells[place - 1], self._slots[place - 1])

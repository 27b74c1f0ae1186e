"""The cell where an algorithm is (its head), and the path to it without loops.

::

    o---o---o       a step ahead extends the path,            o---o---o
            |       a step back shortens it,                  |       |
    o---H   o  -->  and where the head meets the path,        H   .   o   the loop is cut off
        |   |       everything after that cell                (came from the right cell
        o---o       is removed                                 of the row below)

A jump to some other cell starts a new path.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numpy.typing import NDArray

from mazeeditor.films.events import CELL, JUMP, MOVE, PATH, RETURN, VALUE
from mazeeditor.maze.lattice import Lattice

PAUSE_EVERY = 256  # steps


class _Rows(dict[int, list[int]]):
    """The rows of a table as lists, each built when it is first used."""

    def __init__(self, table: NDArray[Any]) -> None:
        super().__init__()
        self._table = table

    def __missing__(self, row: int) -> list[int]:
        values: list[int] = self._table[row].tolist()
        self[row] = values
        return values


class SearchPath:
    """Follows the head by ``look_at`` and ``move_to``, and passes events to ``log``.

    ``head`` is its cell (-1: none), ``slots`` uint8[n] has a bit for each slot of a cell that the
    path crosses. ``on_cut(cell)`` is called for each cell cut off, ``on_pause()`` at times, between
    two steps.
    """

    def __init__(
        self,
        lattice: Lattice,
        log: Callable[[int], None],
        on_cut: Callable[[int], None],
        on_pause: Callable[[], None],
    ) -> None:
        self.head = -1
        self.slots = bytearray(lattice.size)
        self._row = lattice.row
        self._rows, self._opposite = _Rows(lattice.offsets), _Rows(lattice.opposite)
        self._inside = lattice.inside.tobytes()
        self._log, self._on_cut, self._on_pause = log, on_cut, on_pause
        self._cells: list[int] = []
        self._backs: list[int] = []  # the slot of each cell of the path towards the one before
        self._on_path = bytearray(lattice.size)  # whether a cell is on the path
        self._steps = 0

    def look_at(self, cell: int) -> None:
        """Follow the head to any cell."""
        if cell == self.head or not self._inside[cell]:
            return
        self._count()
        self._log(cell << CELL | JUMP)
        self.head = cell
        self.clear()
        if self._cells:
            self._on_path[self._cells.pop()] = 0
            self._backs.pop()
        self._start(cell)

    def clear(self) -> None:
        """Remove the path but for its first cell."""
        while len(self._cells) > 1:
            self._log(self._shorten())

    def move_to(self, cell: int) -> None:
        """Follow the head to a neighbour."""
        row, towards = self._rows[self._row(cell)], self.head - cell
        if self.head < 0 or towards not in row or not self._inside[cell]:
            self.look_at(cell)
            return
        self._count()
        if not self._on_path[cell]:
            self._extend(cell, row.index(towards))
        elif self._cells[-2] == cell:
            left = self._cells[-1]
            self._shorten()
            self._log(cell << CELL | row.index(towards) << VALUE | MOVE)
            self._on_cut(left)
        else:
            self._log(cell << CELL | RETURN)
            self._cut_loop(cell)
        self.head = cell

    def neighbour(self, cell: int, slot: int) -> tuple[int, int]:
        """Return the cell on the other side of a wall, and the slot back."""
        row = self._row(cell)
        return cell + self._rows[row][slot], self._opposite[row][slot]

    def _start(self, cell: int) -> None:
        self._cells.append(cell)
        self._backs.append(0)
        self._on_path[cell] = 1

    def _extend(self, cell: int, back: int) -> None:
        self._log(cell << CELL | back << VALUE | MOVE)
        self._cells.append(cell)
        self._backs.append(back)
        self._on_path[cell] = 1
        self._toggle(cell, back)

    def _cut_loop(self, cell: int) -> None:
        while self._cells[-1] != cell:
            left = self._cells[-1]
            self._log(self._shorten())
            self._on_cut(left)

    def _shorten(self) -> int:
        """Remove the last cell; return the event for that."""
        cell, back = self._cells.pop(), self._backs.pop()
        self._on_path[cell] = 0
        self._toggle(cell, back)
        return cell << CELL | back << VALUE | PATH

    def _toggle(self, cell: int, back: int) -> None:
        other, slot = self.neighbour(cell, back)
        self.slots[cell] ^= 1 << back
        self.slots[other] ^= 1 << slot

    def _count(self) -> None:
        self._steps += 1
        if self._steps % PAUSE_EVERY == 0:
            self._on_pause()

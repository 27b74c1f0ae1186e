"""Where an algorithm stands, and the line behind it: the way it came, without its loops.

::

    o---o---o       a step ahead makes the line longer,       o---o---o
            |       a step back makes it shorter,             |       |
    o---H   o  -->  and where it comes to the line again,     H   .   o   the loop is cut off
        |   |       everything after that place               (came from the right cell
        o---o       goes                                       of the row below)

A jump to some other cell begins a new line.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numpy.typing import NDArray

from mazeeditor.films.events import CELL, JUMP, LINE, MOVE, STAND, VALUE
from mazeeditor.maze.lattice import Lattice

OFTEN = 256  # steps from one rest to the next


class _Rows(dict[int, list[int]]):
    """The rows of a table as lists, each made when it is first asked for."""

    def __init__(self, table: NDArray[Any]) -> None:
        super().__init__()
        self._table = table

    def __missing__(self, row: int) -> list[int]:
        found: list[int] = self._table[row].tolist()
        self[row] = found
        return found


class Trail:
    """Follows ``stands`` and ``moves``, and writes events by ``log``.

    ``head`` is the cell (-1: none), ``ways`` the slots of each cell through which the line goes.
    ``cut(cell)`` is called for what is cut off; ``rest()`` now and then, between two steps.
    """

    def __init__(
        self,
        lattice: Lattice,
        log: Callable[[int], None],
        cut: Callable[[int], None],
        rest: Callable[[], None],
    ) -> None:
        self.head = -1
        self.ways = bytearray(lattice.size)
        self._row = lattice.row
        self._rows, self._opposite = _Rows(lattice.offsets), _Rows(lattice.opposite)
        self._inside = lattice.inside.tobytes()
        self._log, self._cut, self._rest = log, cut, rest
        self._line: list[int] = []
        self._backs: list[int] = []  # the slot of each cell of the line towards the one before
        self._on = bytearray(lattice.size)  # whether a cell is on the line
        self._steps = 0

    def stands(self, cell: int) -> None:
        """Note that it looks at some cell."""
        if cell == self.head or not self._inside[cell]:
            return
        self._count()
        self._log(cell << CELL | JUMP)
        self.head = cell
        self.end()
        if self._line:
            self._on[self._line.pop()] = 0
            self._backs.pop()
        self._begin(cell)

    def end(self) -> None:
        """Take the line away: the algorithm is done here."""
        while len(self._line) > 1:
            self._shorten()
            self._log(self._gone)

    def moves(self, cell: int) -> None:
        """Note that it went on to a neighbour, or back to one."""
        row, towards = self._rows[self._row(cell)], self.head - cell
        if self.head < 0 or towards not in row or not self._inside[cell]:
            self.stands(cell)
            return
        self._count()
        if not self._on[cell]:
            self._lengthen(cell, row.index(towards))
        elif self._line[-2] == cell:
            left = self._line[-1]
            self._shorten()
            self._log(cell << CELL | row.index(towards) << VALUE | MOVE)
            self._cut(left)
        else:
            self._log(cell << CELL | STAND)
            self._cut_loop(cell)
        self.head = cell

    def neighbour(self, cell: int, slot: int) -> tuple[int, int]:
        """Return the cell on the other side of a wall, and the slot back."""
        row = self._row(cell)
        return cell + self._rows[row][slot], self._opposite[row][slot]

    def _begin(self, cell: int) -> None:
        self._line.append(cell)
        self._backs.append(0)
        self._on[cell] = 1

    def _lengthen(self, cell: int, back: int) -> None:
        self._log(cell << CELL | back << VALUE | MOVE)
        self._line.append(cell)
        self._backs.append(back)
        self._on[cell] = 1
        self._toggle(cell, back)

    def _cut_loop(self, cell: int) -> None:
        while self._line[-1] != cell:
            left = self._line[-1]
            self._shorten()
            self._log(self._gone)
            self._cut(left)

    def _shorten(self) -> None:
        cell, back = self._line.pop(), self._backs.pop()
        self._on[cell] = 0
        self._toggle(cell, back)
        self._gone = cell << CELL | back << VALUE | LINE

    def _toggle(self, cell: int, back: int) -> None:
        other, slot = self.neighbour(cell, back)
        self.ways[cell] ^= 1 << back
        self.ways[other] ^= 1 << slot

    def _count(self) -> None:
        self._steps += 1
        if self._steps % OFTEN == 0:
            self._rest()

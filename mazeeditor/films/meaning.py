"""What is seen of the bytes that an algorithm writes: it depends on the array that they are in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.films.film import FILLED, LEFT, VISITED, WALLED

if TYPE_CHECKING:
    from mazeeditor.films.recorder import Recorder

HIGHEST = 128
Bytes = NDArray[np.uint8]


class Meaning:
    """Nothing is seen; others tell the recorder."""

    def wrote(self, cell: int, value: int) -> None:
        """Note that a kernel wrote a byte."""

    def compare(self, found: Bytes, before: Bytes | None) -> None:
        """Note what changed between two kernels, uint8[n], or what is in a new array."""


class Building(Meaning):
    """The walls of a maze that is made."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder, self._walls = recorder, recorder.walls

    def wrote(self, cell: int, value: int) -> None:
        """Note each wall that is another now; its other side will be written too."""
        changed = self._walls[cell] ^ value
        while changed:
            self._recorder.log_wall(cell, (changed & -changed).bit_length() - 1)
            changed &= changed - 1

    def compare(self, found: Bytes, before: Bytes | None) -> None:  # noqa: ARG002 - walls are known
        """Note walls opened or closed by numpy."""
        self._recorder.add_step(self._recorder.rebuild(found))


class Walling(Meaning):
    """The walls of a solver, who closes off cells by closing all walls of them."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder, self._paint = recorder, recorder.paint
        lattice = recorder.film.lattice
        self._closed = lattice.closed
        self._may = lattice.inside & (recorder.base != lattice.closed)
        self._may_bytes = self._may.tobytes()

    def wrote(self, cell: int, value: int) -> None:
        """Note that a cell is closed off, or no longer."""
        walled = value == self._closed and self._may_bytes[cell]
        paint = self._paint[cell]
        self._recorder.log_paint(cell, paint | WALLED if walled else paint & ~WALLED)

    def compare(self, found: Bytes, before: Bytes | None) -> None:  # noqa: ARG002 - paint is known
        """Note cells closed off by numpy."""
        after = np.frombuffer(self._paint, np.uint8) & np.uint8(255 - WALLED)
        after[self._may & (found == self._closed)] |= WALLED
        self._recorder.add_step(self._recorder.repaint(after))


class Touching(Meaning):
    """Any other byte for each cell: it says what the algorithm knows of the cell."""

    def __init__(self, recorder: Recorder, found: Bytes) -> None:
        self._recorder, self._paint, self._walls = recorder, recorder.paint, recorder.walls
        self._solves, self._closed = recorder.film.solves, recorder.film.lattice.closed
        self._inside = recorder.film.lattice.inside
        self._outside = int(found[0])  # cell 0 is outside
        table = np.full(256, VISITED, np.uint8)
        table[np.bincount(found[self._inside], minlength=256).argmax()] = 0  # most are new
        table[HIGHEST:] = LEFT
        if self._solves:
            table[self._outside] = FILLED
        self._table, self._classes = table, table.tobytes()

    def wrote(self, cell: int, value: int) -> None:
        """Note that something else is known of a cell, where it is not in the maze already."""
        if self._solves:
            walled = self._paint[cell] & WALLED
            self._recorder.log_paint(cell, self._classes[value] | walled)
        elif self._walls[cell] == self._closed:
            self._recorder.log_paint(cell, self._classes[value])

    def compare(self, found: Bytes, before: Bytes | None) -> None:
        """Note cells that numpy changed; of a new array, those where an algorithm begins.

        A solver may have noted where its goals are: they are not VISITED for that.
        """
        new = self._table[found] > (VISITED if self._solves else 0)
        changed = new if before is None else found != before
        changed &= self._inside
        if not self._solves:
            changed &= np.frombuffer(self._walls, np.uint8) == self._closed
        after = np.frombuffer(self._paint, np.uint8).copy()
        after[changed] = after[changed] & WALLED | self._table[found[changed]]
        self._recorder.add_step(self._recorder.repaint(after))


class Watched(bytearray):
    """An array whose bytes are told when they are written; reading them is as fast as ever."""

    meaning: Meaning

    def __setitem__(self, cell: Any, value: Any) -> None:
        raise NotImplementedError


def watched(data: bytes, meaning: Meaning) -> Watched:
    """Return a copy of the bytes that tells ``meaning``."""
    put, wrote = bytearray.__setitem__, meaning.wrote

    class Told(Watched):
        def __setitem__(self, cell: Any, value: Any) -> None:
            put(self, cell, value)
            wrote(cell, value)

    told = Told(data)
    told.meaning = meaning
    return told

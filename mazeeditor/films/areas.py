"""The areas of a maze that is generated, each in one colour, for the films of algorithms that join.

An area is two or more connected cells. When two join, the cells of the smaller one take the colour
of the larger; where two areas of one colour come to touch, the smaller one takes another::

    A A . B B        A A A A A        joined by the cell between, which was in no area
    A . . B B   -->  A . . A A
    . C C C .        . C C C .        were C of the colour of A, and no larger, it would change

The cells of an area are a ring in ``after``, so that two are joined without looking at all cells of
the larger one: all joins together paint each of n cells log2(n) times at most.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator

import numpy as np

from mazeeditor.maze.lattice import Lattice
from mazeeditor.screen.pixel_colours import AREAS


class AreaColours:
    """The areas of cells; calls ``paint(cell, colour)`` for each cell whose colour changes.

    Twelve bytes a cell: the first cell of its area, the next cell of that, and at first cells the
    size.
    """

    def __init__(self, lattice: Lattice, paint: Callable[[int, int], None]) -> None:
        self._lattice, self._paint = lattice, paint
        self._inside = lattice.inside.tobytes()
        self._rows: list[list[int]] | None = None
        if len(lattice.offsets) <= lattice.degree:
            self._rows = lattice.offsets.tolist()
        cells = np.arange(lattice.size, dtype=np.int32).tobytes()
        self._first, self._after = array("i", cells), array("i", cells)
        self._sizes = array("i", [1]) * lattice.size
        self._colours = bytearray(lattice.size)  # of first cells
        self._next = 0  # the colour of the next new area, where no neighbour has it

    def join(self, one: int, other: int) -> None:
        """Join the areas of two neighbours, between which a wall was opened."""
        large, small = self._first[one], self._first[other]
        if large == small:
            return
        if self._sizes[large] < self._sizes[small]:
            large, small = small, large
        if self._sizes[large] == 1:
            self._begin(large, small)
        joined = [*self._cells(small)]
        colour = self._colours[large]
        for cell in joined:
            self._first[cell] = large
            self._paint(cell, colour)
        self._sizes[large] += len(joined)
        self._after[large], self._after[small] = self._after[small], self._after[large]
        self._separate(large, joined)

    def _begin(self, cell: int, other: int) -> None:
        """Choose the colour of an area of two cells, and paint the first of them."""
        colour = self._next = (self._next + 1) % AREAS
        counts = self._around([cell, other])
        if counts[colour]:
            colour = counts.index(min(counts))
        self._colours[cell] = colour
        self._paint(cell, colour)

    def _separate(self, area: int, cells: list[int]) -> None:
        """Let no area that touches ``cells``, now in ``area``, have its colour, if possible."""
        for cell in cells:
            for other in self._neighbours(cell):
                there = self._first[other]
                if (
                    there != area
                    and self._colours[there] == self._colours[area]
                    and self._sizes[there] > 1
                ):
                    self._recolour(min(area, there, key=self._sizes.__getitem__))

    def _recolour(self, area: int) -> None:
        """Give an area the colour that touches it least, where that is another one."""
        cells = [*self._cells(area)]
        counts = self._around(cells)
        colour = counts.index(min(counts))
        if counts[colour] < counts[self._colours[area]]:
            self._colours[area] = colour
            for cell in cells:
                self._paint(cell, colour)

    def _around(self, cells: list[int]) -> list[int]:
        """Return how often cells of other areas of each colour touch the cells of an area."""
        counts = [0] * AREAS
        own = self._first[cells[0]]
        for cell in cells:
            for other in self._neighbours(cell):
                there = self._first[other]
                if there != own and self._sizes[there] > 1:
                    counts[self._colours[there]] += 1
        return counts

    def _cells(self, area: int) -> Iterator[int]:
        cell = area
        while True:
            yield cell
            cell = self._after[cell]
            if cell == area:
                return

    def _neighbours(self, cell: int) -> list[int]:
        row, inside = self._lattice.row(cell), self._inside
        steps = self._rows[row] if self._rows else self._lattice.offsets[row].tolist()
        return [cell + step for step in steps if inside[cell + step]]

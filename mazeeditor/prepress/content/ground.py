"""Where a page is dark, so that a white line on it is a line: a grid of how much is dark there."""

from __future__ import annotations

from array import array

import numpy as np
from numpy.typing import NDArray

from mazeeditor.prepress.content.paths import PagePath
from mazeeditor.prepress.document.values import Box, is_empty

_ACROSS = 256  # cells of the longer side of a page
_ROOM = 4  # what is dark is so many times as wide as a white line on it, at least
_FEW = 12  # points of a path whose lines are kept one by one
_MOST_WAITING = 2_000_000  # numbers of lines that are not drawn into the grid yet
_MOST_SAMPLES = 4_000_000
_EVERYTHING = np.inf
Ends = NDArray[np.float64]


class DarkGround:
    """The dark parts of a page, in cells that know how wide the widest dark thing in them is."""

    def __init__(self, page: Box) -> None:
        self._left, self._low = page[0], page[1]
        size = max(page[2] - page[0], page[3] - page[1], 1e-6)
        self._cell = size / _ACROSS
        self._grid: NDArray[np.float32] | None = None
        self._waiting = array("d")  # both ends and the width of lines
        self._paths: list[tuple[PagePath, float]] = []
        self._amount = 0

    def area(self, area: Box, width: float = _EVERYTHING) -> None:
        """Let a box be dark, all of it or in parts of that width."""
        if not is_empty(area):
            left, low, right, top = self._cells(area)
            cells = self._held()[low : top + 1, left : right + 1]
            np.maximum(cells, width, out=cells)

    def line(self, path: PagePath, width: float) -> None:
        """Let the lines of a path be dark; the grid is drawn when it is asked for."""
        if path.amount < _FEW:
            for ends in path.ends():
                self._waiting.extend((*ends, width))
        else:
            self._paths.append((path, width))
            self._amount += path.amount
        if len(self._waiting) + self._amount > _MOST_WAITING:
            self._draw()

    def is_dark(self, area: Box) -> bool:
        """Whether something in a box is dark."""
        if is_empty(area):
            return False
        self._draw()
        if self._grid is None:
            return False
        left, low, right, top = self._cells(area)
        return bool(self._grid[low : top + 1, left : right + 1].any())

    def is_dark_along(self, path: PagePath, width: float) -> bool:
        """Whether a white line along a path is seen: what is dark there is wider than it."""
        self._draw()
        if self._grid is None:
            return False
        places = path.places()
        if places is None:
            return self.is_dark(path.box)
        cells = self._along(_ends(places))
        if cells is None:
            return self.is_dark(path.box)
        values = self._grid[cells[1], cells[0]]
        return bool((values >= _ROOM * width)[values > 0].any())

    def _held(self) -> NDArray[np.float32]:
        if self._grid is None:
            self._grid = np.zeros((_ACROSS, _ACROSS), np.float32)
        return self._grid

    def _cells(self, area: Box) -> tuple[int, int, int, int]:
        last = _ACROSS - 1
        numbers = (area[0] - self._left, area[1] - self._low, area[2] - self._left)
        left, low, right, top = (
            int(min(max(number / self._cell, 0), last))
            for number in (*numbers, area[3] - self._low)
        )
        return left, low, right, top

    def _draw(self) -> None:
        """Draw the lines that wait into the grid."""
        if self._waiting:
            rows = np.frombuffer(self._waiting, np.float64).reshape(-1, 5).copy()
            self._waiting = array("d")
            for width in sorted(set(rows[:, 4].tolist()))[-50:]:  # the widest ones are enough
                self._draw_ends(rows[rows[:, 4] == width, :4], width)
        paths, self._paths, self._amount = self._paths, [], 0
        for path, width in paths:
            places = path.places()
            if places is None:
                self.area(path.box, width)
            else:
                self._draw_ends(_ends(places), width)

    def _draw_ends(self, ends: Ends, width: float) -> None:
        if not len(ends):
            return
        grid, cells = self._held(), self._along(ends)
        if cells is None:
            box = (ends[:, [0, 2]].min(), ends[:, [1, 3]].min())
            self.area((*box, ends[:, [0, 2]].max(), ends[:, [1, 3]].max()), width)
            return
        drawn = np.zeros(grid.shape, bool)
        drawn[cells[1], cells[0]] = True
        for _ring in range(min(_ACROSS, int(width / 2 / self._cell))):
            drawn[1:] |= drawn[:-1].copy()
            drawn[:-1] |= drawn[1:].copy()
            drawn[:, 1:] |= drawn[:, :-1].copy()
            drawn[:, :-1] |= drawn[:, 1:].copy()
        np.maximum(grid, np.where(drawn, width, 0), out=grid)

    def _along(self, ends: Ends) -> tuple[NDArray[np.int64], NDArray[np.int64]] | None:
        """Return the cells that lines go through, column and row; None where they are too many."""
        reach = _ACROSS * self._cell
        near = np.clip(ends - (self._left, self._low, self._left, self._low), -reach, 2 * reach)
        steps = np.abs(near[:, 2:] - near[:, :2]).max(1, initial=0.0) / self._cell * 2
        amounts = np.ceil(steps).astype(np.int64) + 1
        total = int(amounts.sum())
        if total > _MOST_SAMPLES:
            return None
        line = np.repeat(np.arange(len(near)), amounts)
        place = np.arange(total) - np.repeat(np.cumsum(amounts) - amounts, amounts)
        t = (place / np.maximum(1, amounts - 1)[line])[:, None]
        points = (near[line, :2] * (1 - t) + near[line, 2:] * t) / self._cell
        cells = np.floor(points).astype(np.int64)
        cells = cells[((cells >= 0) & (cells < _ACROSS)).all(1)]
        return cells[:, 0], cells[:, 1]


def _ends(places: NDArray[np.float64]) -> Ends:
    """Return both ends of the lines of a path."""
    on = np.flatnonzero(places[1:, 2] > 0)
    return np.concatenate([places[on, :2], places[on + 1, :2]], axis=1)

"""Tints the sealed cells in the maze, whatever else is shown there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from mazeeditor.app.view import View
from mazeeditor.editing.document import Document
from mazeeditor.gui.canvas.maze_view import MazeView
from mazeeditor.maze.solution import Solution
from mazeeditor.screen.pixel_colours import PLAIN, TINTED

if TYPE_CHECKING:
    from numpy.typing import NDArray

AT_ONCE = 20_000  # cells that are painted without preparing the whole picture anew
NO_ROUTE = np.empty(0, np.int64)


class SealedLayer:
    """Paints the sealed cells in one window.

    ``show_solution`` shows what is below them again, with ``over``.
    """

    def __init__(
        self, document: Document, view: View, maze_view: MazeView, show_solution: Callable[[], None]
    ) -> None:
        self._document, self._view = document, view
        self._maze_view, self._show_solution = maze_view, show_solution
        self._painted: NDArray[np.bool_] | None = None
        self._below: NDArray[np.uint8] | None = None  # the marks of the solution
        view.sealed.changed.subscribe(self._follow)

    def over(self, solution: Solution | None, *, marks: bool) -> Solution | None:
        """Return a solution, its ``marks`` or none, with the sealed cells marked."""
        sealed = self._view.sealed.cells
        size = self._document.maze.lattice.size
        self._painted = sealed if sealed is not None and len(sealed) == size else None
        self._below = solution.marks if solution and marks else None
        if self._painted is None:
            return solution
        tinted = np.zeros(size, np.uint8) if self._below is None else self._below.copy()
        tinted[self._painted] = TINTED
        if solution:
            return replace(solution, marks=tinted)
        return Solution(self._document.maze.lattice, "", NO_ROUTE, tinted)

    def _follow(self) -> None:
        """Paint what has changed, or prepare all anew where that is much."""
        if self._view.playing or self._view.highlight.result:
            return
        sealed, painted = self._view.sealed.cells, self._painted
        size = self._document.maze.lattice.size
        sealed = np.zeros(size, np.bool_) if sealed is None else sealed
        if painted is None or len(painted) != size:
            painted = np.zeros(size, np.bool_)
        cells = np.flatnonzero(sealed != painted).astype(np.int64)
        if len(cells) > AT_ONCE:
            self._show_solution()
        elif len(cells):
            below = np.uint8(PLAIN) if self._below is None else self._below[cells]
            kinds = np.where(sealed[cells], np.uint8(TINTED), below).astype(np.uint8)
            self._maze_view.paint(cells, kinds)
            self._painted = sealed

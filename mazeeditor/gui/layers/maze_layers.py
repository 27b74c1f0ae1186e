"""What lies over and under the maze while it is edited: sealed cells, and the underlay."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mazeeditor.app.parts.services import Services
from mazeeditor.app.parts.view import View
from mazeeditor.editing.document import Document
from mazeeditor.editing.followers import Follower
from mazeeditor.gui.canvas.maze_view import MazeView
from mazeeditor.maze.solvers import Solution
from mazeeditor.page.underlay import decoded_underlay
from mazeeditor.screen.maze_picture import UnderlayPicture
from mazeeditor.screen.pixel_colours import PLAIN, TINTED

if TYPE_CHECKING:
    from mazeeditor.app.jobs import Task


# cells that are painted without preparing the whole picture anew; more than the first number take
# long where a route was drawn
AT_ONCE, AT_ONCE_WITHOUT_ROUTE = 20_000, 2_000_000
NO_ROUTE = np.empty(0, np.int64)


class SealedLayer:
    """Paints the sealed cells in one window.

    ``show_solution`` shows what is below them again, with ``solution``.
    """

    def __init__(
        self,
        document: Document,
        view: View,
        services: Services,
        maze_view: MazeView,
        show_solution: Callable[[], None],
    ) -> None:
        self._document, self._view, self._services = document, view, services
        self._maze_view, self._show_solution = maze_view, show_solution
        self._painted: NDArray[np.bool_] | None = None
        self._below: NDArray[np.uint8] | None = None  # the marks of the solution
        view.sealed.changed.subscribe(self._follow)

    def solution(self) -> Solution | None:
        """Return the solution to draw, its marks as the settings have them, and sealed cells."""
        solution = self._document.solution
        marks = self._services.settings.visited and self._document.marks is not None
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
        if len(cells) > (AT_ONCE if self._document.solution else AT_ONCE_WITHOUT_ROUTE):
            self._show_solution()
        elif len(cells):
            below = np.uint8(PLAIN) if self._below is None else self._below[cells]
            kinds = np.where(sealed[cells], np.uint8(TINTED), below).astype(np.uint8)
            self._maze_view.paint(cells, kinds)
            self._painted = sealed


class UnderlayLayer:
    """Follows the document; the pixels are kept while the picture is the same."""

    def __init__(self, document: Document, services: Services, maze_view: MazeView) -> None:
        self._document, self._services, self._maze_view = document, services, maze_view
        self._text = ""  # of the picture whose pixels are here
        self._pixels: NDArray[np.uint8] | None = None
        self._task: Task | None = None
        document.changed.follow(Follower.UNDERLAY_LAYER, lambda _change: self.show())

    def show(self) -> None:
        """Show the picture as it lies now, soon where it has to be decoded first."""
        underlay = self._document.underlay
        if not (underlay.picture and underlay.shown):
            self._maze_view.set_underlay(None)
        elif underlay.picture is self._text and self._pixels is not None:
            place = underlay.left, underlay.top, underlay.width, underlay.opacity
            self._maze_view.set_underlay(UnderlayPicture(self._pixels, *place))
        elif underlay.picture is not self._text:
            self._decode(underlay.picture)

    def _decode(self, text: str) -> None:
        if self._task:
            self._task.cancel()
        self._text, self._pixels = text, None
        self._task = self._services.background.run(
            lambda _job: decoded_underlay(text), self._take, self._services.report
        )

    def _take(self, pixels: NDArray[np.uint8]) -> None:
        self._pixels = pixels
        self.show()

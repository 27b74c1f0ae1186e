"""What lies over and under the maze while it is edited: sealed cells, and the underlay."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mazeeditor.app.parts.services import Services
from mazeeditor.app.parts.view import View
from mazeeditor.editing.document import Document
from mazeeditor.editing.followers import Follower
from mazeeditor.gui.canvas.maze_view import MazeView
from mazeeditor.page.underlay import decoded_underlay
from mazeeditor.screen.maze_picture import UnderlayPicture

if TYPE_CHECKING:
    from mazeeditor.app.jobs import Task


class SealedLayer:
    """Tints the sealed cells in one window, unless a game or something found is in their place."""

    def __init__(self, document: Document, view: View, maze_view: MazeView) -> None:
        self._document, self._view, self._maze_view = document, view, maze_view
        view.sealed.changed.subscribe(self.follow)

    def follow(self) -> None:
        """Tint the cells that are sealed now."""
        cells = self._view.sealed.cells
        hidden = self._view.playing or self._view.highlight.result
        if hidden or (cells is not None and len(cells) != self._document.maze.lattice.size):
            cells = None  # those of another maze are not known yet
        self._maze_view.tint(cells)


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

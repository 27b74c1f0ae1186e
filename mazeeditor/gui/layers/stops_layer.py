"""Stops, keys and doors: on the screen where the page has them, unless it places them itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazeeditor.editing.content import Change
from mazeeditor.editing.document import Document
from mazeeditor.editing.followers import Follower
from mazeeditor.gui.canvas.maze_view import MazeView

if TYPE_CHECKING:
    from mazeeditor.maze.collecting.things import Things


class StopsLayer:
    """Follows page and maze."""

    def __init__(self, document: Document, maze_view: MazeView) -> None:
        self._document, self._maze_view = document, maze_view
        document.changed.follow(Follower.STOPS_LAYER, self._follow)
        self._follow()

    def _follow(self, _change: Change | None = None) -> None:
        self._maze_view.show_things(self._things())

    def _things(self) -> Things | None:
        page = self._document.page
        if not page.stops + page.keys:
            return None
        from mazeeditor.page.tokens.stops import kept_things  # few mazes have any

        return kept_things(self._document.maze, page)

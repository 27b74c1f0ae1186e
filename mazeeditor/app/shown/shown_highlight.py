"""Which cells are highlighted: found in the background, until Escape, mostly until an edit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazeeditor.app.jobs import Background
from mazeeditor.app.latest import Latest
from mazeeditor.app.ui import Ui
from mazeeditor.core.listeners import Listeners
from mazeeditor.core.translation import _
from mazeeditor.editing.content import Change
from mazeeditor.editing.document import Document
from mazeeditor.editing.followers import Follower, Following

if TYPE_CHECKING:
    from mazeeditor.app.shown.highlights import Highlight, Highlighted
    from mazeeditor.core.job import Job
    from mazeeditor.maze.maze import Maze


class ShownHighlight:
    """What is highlighted in the maze of a document: ``result``, or None.

    ``requested`` is the entry being found, or shown. ``changed`` is notified of another result.
    """

    def __init__(self, document: Document, background: Background, ui: Ui) -> None:
        self._document, self._ui = document, ui
        self.requested: Highlight | None = None
        self.result: Highlighted | None = None
        self.changed: Listeners[[]] = Listeners()
        self._latest: Latest[tuple[Maze, Highlight], Highlighted] = Latest(
            background, self._take, _find, self._set, self._fail, delay=0
        )
        self._following = Following(document.changed, Follower.HIGHLIGHT, self._follow)

    @property
    def active(self) -> bool:
        """Whether anything is highlighted, or will be."""
        return self.requested is not None

    def show(self, highlight: Highlight) -> None:
        """Highlight something else."""
        self.requested = highlight
        self._following.switch(True)
        self._latest.request()

    def hide(self) -> None:
        """Highlight nothing."""
        self._latest.stop()
        self.requested = None
        self._following.switch(False)
        self._set(None)

    def _follow(self, change: Change) -> None:
        if self.requested and self.requested.lasting:
            if change.maze:
                self._set(None)  # its cells may not be those of this maze
            if change.passages or change.openings:
                self._latest.request()
        elif change.passages:
            self.hide()

    def _take(self) -> tuple[Maze, Highlight] | None:
        return (self._document.maze.copy(), self.requested) if self.requested else None

    def _fail(self, problem: Exception) -> None:
        self.hide()
        self._ui.show_status(str(problem) or _("unknown"))

    def _set(self, result: Highlighted | None) -> None:
        if result is not self.result:
            self.result = result
            self.changed.notify()


def _find(taken: tuple[Maze, Highlight], job: Job) -> Highlighted:
    maze, highlight = taken
    return highlight.highlighted(maze, job)

"""How much of its subject the maze still shows, such as a picture, after every change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazeeditor.app.jobs import Background, Latest
from mazeeditor.core.listeners import Listeners
from mazeeditor.editing.content import Change
from mazeeditor.editing.document import Document

if TYPE_CHECKING:
    from mazeeditor.maze.maze import Maze
    from mazeeditor.maze.subjects import ChosenSubject, SubjectState

DELAY_MS = 50  # ms


class ShownSubject:
    """``state`` is that of the maze as it is, ``None`` until it is known, or for no subject.

    It is looked at in the background, on a copy. ``changed`` is notified of another state.
    """

    def __init__(self, background: Background, document: Document) -> None:
        self._document = document
        self.state: SubjectState | None = None
        self.changed: Listeners[[]] = Listeners()
        self._latest = Latest(
            background,
            self._take,
            lambda taken, job: taken[0].look(taken[1], job),
            self._show,
            lambda _problem: self._show(None),  # a file of another version, say
            delay=DELAY_MS,
        )

    @property
    def lost(self) -> str:
        """A sentence on what is missing, "" where nothing is."""
        return self.state.lost if self.state else ""

    def look(self, _change: Change | None = None) -> None:
        """Look again soon, as the maze has changed."""
        if self._document.recipe.subject is not None:
            self._latest.request()
            return
        self._latest.stop()  # what is being looked at is not there any more
        if self.state:
            self._show(None)

    def _take(self) -> tuple[ChosenSubject, Maze] | None:
        subject = self._document.recipe.subject
        return None if subject is None else (subject, self._document.maze.copy())

    def _show(self, state: SubjectState | None) -> None:
        self.state = state
        self.changed.notify()

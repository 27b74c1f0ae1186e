"""Whether all stops of the maze can be visited, and how long the shortest tour is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazeeditor.app.jobs import Background, Latest
from mazeeditor.core.listeners import Listeners
from mazeeditor.editing.content import Change
from mazeeditor.editing.document import Document
from mazeeditor.page.page import NOTHING
from mazeeditor.page.tokens import TOKENS

if TYPE_CHECKING:
    from mazeeditor.core.job import Job
    from mazeeditor.maze.maze import Maze
    from mazeeditor.page.page import Page
    from mazeeditor.page.tokens.stops import StopsState

DELAY_MS = 50  # ms


class ShownStops:
    """``state`` is that of the maze as it is, ``None`` until it is known, or without any stops.

    It is looked at in the background, on a copy; ``there`` is whether there is anything to look
    at. ``changed`` is notified of another state.
    """

    def __init__(self, background: Background, document: Document) -> None:
        self._document = document
        self.state: StopsState | None = None
        self.there = False
        self.changed: Listeners[[]] = Listeners()
        self._latest = Latest(
            background,
            self._take,
            _look_at_stops,
            self._show,
            lambda _problem: self._show(None),
            delay=DELAY_MS,
        )

    @property
    def lost(self) -> str:
        """A sentence on what cannot be reached, "" where all can be."""
        return self.state.lost if self.state else ""

    @property
    def note(self) -> str:
        """A sentence on the shortest tour, or why stops have no place; "" for neither."""
        return self.state.note if self.state else ""

    @property
    def length(self) -> str:
        """How long the shortest tour is, "" for none."""
        return self.state.length if self.state else ""

    def look(self, _change: Change | None = None) -> None:
        """Look again soon, as the maze or its stops have changed."""
        along, maze = self._document.page.along, self._document.maze
        tour = along != NOTHING and TOKENS[along].tour is not None
        self.there = tour and maze.entrance is not None and len(maze.exits) > 0
        if self.there:
            self._latest.request()
            return
        self._latest.stop()  # what is being looked at is not there any more
        if self.state:
            self._show(None)

    def _take(self) -> tuple[Maze, Page]:
        return self._document.maze.copy(), self._document.page

    def _show(self, state: StopsState | None) -> None:
        self.state = state
        self.changed.notify()


def _look_at_stops(taken: tuple[Maze, Page], job: Job) -> StopsState:
    """Return the state of a copy; the first window starts without the module imported here."""
    from mazeeditor.page.tokens.stops import state_of

    return state_of(*taken, job)

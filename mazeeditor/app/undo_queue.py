"""Undo and redo, in the order in which the user asks for them; large steps are built by a worker.

::

    Ctrl+Z    Ctrl+Z                       the second waits for the first to be done
       |--------|- build -|- swap -|- build -|- swap -|
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from mazeeditor.app.files.document_files import DISCARDED
from mazeeditor.app.jobs import Background, Jobs, OnError
from mazeeditor.app.ui import Ui
from mazeeditor.core.translation import _
from mazeeditor.editing.document import Document
from mazeeditor.editing.work import Work, redoing, undoing
from mazeeditor.maze.maze import Maze


@dataclass(frozen=True)
class Move:
    """A direction in the history: ``work`` builds a large step, ``go`` does a small one."""

    title: str
    work: Callable[[Document], Work[Maze] | None]
    go: Callable[[Document], None]


UNDO = Move(_("Undo"), undoing, Document.undo)
REDO = Move(_("Redo"), redoing, Document.redo)


class UndoQueue:
    """The moves in the history of one document that are requested and not done yet."""

    def __init__(
        self, document: Document, jobs: Jobs, background: Background, ui: Ui, on_error: OnError
    ) -> None:
        self._document, self._jobs, self._background, self._ui = document, jobs, background, ui
        self._on_error = on_error
        self._waiting: list[tuple[Move, int]] = []  # with the revision at which it was requested
        self.busy = False  # whether a worker builds a step

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to undo, or there may be after the one that is being built."""
        return self.busy or self._document.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to redo, or there may be after the one that is being built."""
        return self.busy or self._document.can_redo

    def request(self, move: Move) -> None:
        """Undo or redo a step, after those requested before."""
        self._waiting.append((move, self._document.revision))
        if not self.busy:
            self._go_on()

    def _go_on(self) -> None:
        """Do what waits, up to the next step that a worker has to build."""
        while self._waiting and not self.busy:
            move, _revision = self._waiting.pop(0)
            if work := move.work(self._document):
                self._start(move.title, work)
            else:
                move.go(self._document)

    def _start(self, title: str, work: Work[Maze]) -> None:
        """Build a step as the job of the window, or beside another job that runs."""

        def deliver(maze: Maze) -> None:
            self.busy = False
            if not work.deliver(maze):
                self._ui.show_status(DISCARDED)
                self._keep_newer()
            self._go_on()

        def fail(problem: Exception) -> None:
            self._stop()
            self._on_error(problem)

        self.busy = True
        if self._jobs.busy:
            self._background.run(work.run, deliver, fail)
        else:
            self._jobs.start(title, work.run, deliver, self._stop)

    def _keep_newer(self) -> None:
        """Discard the moves that were requested before an edit: they concern what it replaced."""
        revision = self._document.revision
        self._waiting = [waiting for waiting in self._waiting if waiting[1] == revision]

    def _stop(self) -> None:
        """Forget what waits: the step it waited for failed or was cancelled."""
        self.busy = False
        self._waiting.clear()

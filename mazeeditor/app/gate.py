"""Asks before the document is replaced, left or closed, so that no unsaved edit is lost.

::

    leave ----> clean, or the user discards the changes ---> agreed: this state may be lost
                                                                |
    job (a file is read, a maze is made) <----------------------+
                                                                |
    deliver --> still the agreed state, or clean? --> replace   +--> edited meanwhile: ask again
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from mazeeditor.app.files.document_files import DISCARDED, DocumentFiles
from mazeeditor.app.jobs import Jobs
from mazeeditor.app.ui import Ui, Unsaved
from mazeeditor.core.job import Job
from mazeeditor.core.listeners import Listeners
from mazeeditor.editing.base_document import BaseDocument
from mazeeditor.editing.history import History

T = TypeVar("T")
State = tuple[History[Any, Any], int]  # one state of one document, which no other ever equals


class Gate:
    """Guards one document."""

    def __init__(
        self,
        document: BaseDocument,
        jobs: Jobs,
        files: DocumentFiles,
        ui: Ui,
        commit_typing: Listeners[[]],
    ) -> None:
        self._document, self._jobs, self._files, self._ui = document, jobs, files, ui
        self._commit_typing = commit_typing

    @property
    def state(self) -> State:
        """The present state of the document, to be asked about with ``may_leave``."""
        return self._document.history, self._document.history.state

    def may_leave(self, agreed: State | None) -> bool:
        """Whether nothing can be lost but the ``agreed`` state."""
        self._commit_typing.notify()
        self._document.settle()
        return not self._document.dirty or self.state == agreed

    def leave(self, then: Callable[[], None]) -> None:
        """Call ``then`` once there are no unsaved changes, or the user has discarded them.

        While the changes are saved the document can be edited; then the question comes again.
        """
        self._pass(None, then)

    def start(self, title: str, work: Callable[[Job], T], deliver: Callable[[T], object]) -> None:
        """Run ``work`` as a job, then let ``deliver`` replace the document, as ``leave`` allowed.

        What was edited while the job ran is asked about before it is replaced.
        """
        self._document.settle()
        agreed = self.state
        self._jobs.start(title, work, lambda result: self._pass(agreed, lambda: deliver(result)))

    def _pass(self, agreed: State | None, then: Callable[[], object]) -> None:
        """Call ``then`` where nothing can be lost but the ``agreed`` state, asking if need be."""
        if self.may_leave(agreed):
            then()
            return
        answer = self._ui.dialogs.ask_unsaved(self._document.name)
        if answer is Unsaved.SAVE:
            self._jobs.cancel()
            self._files.save(lambda: self._pass(agreed, then))
        elif answer is Unsaved.DISCARD:
            then()
        elif agreed:
            self._ui.show_status(DISCARDED)

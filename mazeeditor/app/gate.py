"""Asks before the document is replaced, left or closed, so that no unsaved edit is lost.

::

    leave ----> clean, or the user discards the changes ---> agreed: this state may be lost
                                                                |
    job (a file is read, a maze is made) <----------------------+
                                                                |
    deliver --> still the agreed state, or clean? --> replace   +--> edited meanwhile: ask again

``Opener`` reads files in the place of the document by it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from mazeeditor.app.files.document_files import DISCARDED, DocumentFiles
from mazeeditor.app.jobs import Jobs, ignore
from mazeeditor.app.settings import Settings
from mazeeditor.app.ui import Ui, Unsaved
from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.listeners import Listeners
from mazeeditor.core.translation import _
from mazeeditor.editing.base_document import BaseDocument
from mazeeditor.editing.history import History
from mazeeditor.editing.work import Work

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

    def start(
        self,
        title: str,
        work: Callable[[Job], T],
        deliver: Callable[[T], object],
        on_stop: Callable[[], object] = ignore,
    ) -> None:
        """Run ``work`` as a job, then let ``deliver`` replace the document, as ``leave`` allowed.

        What was edited while the job ran is asked about before it is replaced. ``on_stop`` is
        called where the job fails or is cancelled.
        """
        self._document.settle()
        agreed = self.state

        def done(result: T) -> None:
            self._pass(agreed, lambda: deliver(result))

        self._jobs.start(title, work, done, on_stop)

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


class ReadFile(Protocol):
    """What was read from a file; ``warnings`` name what was not read as it stands there."""

    @property
    def warnings(self) -> Sequence[str]:
        """Sentences for users."""


R = TypeVar("R", bound=ReadFile)


def _no_status(_result: object) -> str:
    return ""


class Opener(Generic[R]):
    """Opens files in one window, or from it in another one.

    ``reading`` returns the work that reads a file, and whose ``deliver`` puts what was read in the
    place of the document. ``status_of`` returns what the status then says, "" for nothing.
    """

    def __init__(
        self,
        reading: Callable[[Path], Work[R]],
        gate: Gate,
        jobs: Jobs,
        settings: Settings,
        ui: Ui,
        status_of: Callable[[R], str] = _no_status,
    ) -> None:
        self._reading, self._gate, self._jobs = reading, gate, jobs
        self._settings, self._ui, self._status_of = settings, ui, status_of

    def open(self, path: Path) -> None:
        """Read a file, then replace the document; where it cannot be read nothing changes.

        Unsaved changes are lost: what asks about them is ``Gate.leave``.
        """
        self._gate.start(
            opening_title(path), self._reading(path).run, lambda result: self.take(path, result)
        )

    def open_in_new_window(self, path: Path, then: Callable[[], object] = ignore) -> None:
        """Read a file, then open a window with it; where it cannot be read there is none.

        ``then`` is called at the end, also after an error.
        """

        def deliver(result: R) -> None:
            self._ui.open_window(lambda opened: opened.opener.take(path, result))
            then()

        self._jobs.start(opening_title(path), self._reading(path).run, deliver, then)

    def take(self, path: Path, result: R) -> None:
        """Replace the document with what was read from a file."""
        try:
            self._reading(path).deliver(result)
        except MazeError as problem:
            self._ui.dialogs.show_error(str(problem))
            return
        self._settings.remember(path)
        if status := self._status_of(result):
            self._ui.show_status(status)
        if result.warnings:
            title = _("Opened {name}").format(name=path.name)
            self._ui.dialogs.show_message(title, "\n".join(result.warnings))


class Named(Protocol):
    """What has a name for users, as a path has."""

    @property
    def name(self) -> str:
        """The name."""


def opening_title(source: Named) -> str:
    return _("Opening {name}").format(name=source.name)


def leave_all(gates: Sequence[Gate], then: Callable[[], object]) -> None:
    """Call ``then`` once nothing is unsaved in any document, or it was agreed to lose that."""
    if not gates:
        then()
        return
    first, *rest = gates
    first.leave(lambda: leave_all(rest, then))

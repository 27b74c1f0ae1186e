"""The services of a window: questions, settings, jobs, errors, and when menus are shown anew."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from mazeeditor.app.closing import Closing
from mazeeditor.app.files.document_files import DISCARDED
from mazeeditor.app.jobs import Background, Jobs, Timer, ignore
from mazeeditor.app.settings import Settings
from mazeeditor.app.ui import Ui
from mazeeditor.core.errors import MazeError
from mazeeditor.core.listeners import Listeners
from mazeeditor.core.threads import start_thread
from mazeeditor.editing.content import Change
from mazeeditor.editing.document import Document
from mazeeditor.editing.work import Work

if TYPE_CHECKING:
    from mazeeditor.app.gallery.templates import Template

T = TypeVar("T")
COMMANDS_KEPT = 20


class Services:
    """What commands and panels need of the program, whatever the document holds.

    ``updated`` is notified of anything but the document that a menu or a panel may show,
    ``commit_typing`` before each command: a command must not lose what has been typed into a
    field. ``after_error`` is notified when an internal error was logged. ``harmless`` is the
    internal error raised last, where the maze is still what it was before. ``cards`` are those of
    the gallery as the palette offers them, None before they were read.
    """

    def __init__(self, settings: Settings, timer: Timer, ui: Ui, document: Document) -> None:
        self.settings, self.timer, self.ui = settings, timer, ui
        self.updated: Listeners[[]] = Listeners(self.raise_later)
        self.commit_typing: Listeners[[]] = Listeners(self.raise_later)
        self.after_error: Listeners[[]] = Listeners()
        # what to send to the developers: texts by the names of files
        self.problem_report: Callable[[], dict[str, str]] = dict
        self.recent_commands: deque[str] = deque(maxlen=COMMANDS_KEPT)  # their names
        self.background = Background(timer)
        self.jobs = Jobs(self.background, self._report_failed_job)
        self.jobs.changed.on_error = self.raise_later
        self.jobs.changed.subscribe(self._follow_jobs)
        self.closing = Closing(self.jobs, ui, timer)
        self.harmless: BaseException | None = None
        self.cards: Sequence[Template] | None = None
        self._document, self._state_before_job = document, document.state
        self._update_due = self._update_held = False

    def update(self, _change: Change | None = None) -> None:
        """Notify ``updated`` soon: many calls make one notification."""
        if not self._update_due:
            self._update_due = True
            self.timer.after_idle(self._notify_updated)

    def _notify_updated(self) -> None:
        if not self._update_held:
            self._update_due = False
            self.updated.notify()

    @contextmanager
    def updated_once(self) -> Iterator[None]:
        """Notify ``updated`` after the block, once, though it lets what is idle be done."""
        self._update_held = True
        try:
            yield
        finally:
            self._update_held = self._update_due = False
            self.update()

    # Jobs

    def start(self, title: str, work: Work[T], then: Callable[[], None] = ignore) -> None:
        """Run ``work`` as a job, or small work at once; deliver its result, then call ``then``."""
        if work.small:
            if work.at_once():
                then()
            return

        def deliver(result: T) -> None:
            if work.deliver(result):
                then()
            else:
                self.ui.show_status(DISCARDED)

        self.jobs.start(title, work.run, deliver)

    def _follow_jobs(self) -> None:
        if self.jobs.busy:
            self._state_before_job = self._document.state
        self.update()

    # Errors

    def report(self, problem: Exception) -> None:
        """Show an error of work in the background; raise an internal one."""
        if isinstance(problem, MazeError):
            self.ui.dialogs.show_error(str(problem))
        else:
            raise problem

    def _report_failed_job(self, problem: Exception) -> None:
        """Report that a job has delivered nothing; the maze may have been edited meanwhile."""
        self.harmless = problem if self._document.state == self._state_before_job else None
        self.report(problem)

    def note_harmless(self, problem: BaseException) -> None:
        """Note that an internal error has left the maze as it was."""
        self.harmless = problem

    def raise_later(self, problem: Exception) -> None:
        """Raise an error of a listener in another call, so that the others are still called."""

        def fail() -> None:
            raise problem

        self.timer.after(0, fail)

    # Files

    def sweep(self, opened: Path | None = None) -> None:
        """Remove what killed processes have left next to recent files and the one ``opened`` now.

        In a thread that nobody waits for, not even at the end: a folder may be far away.
        """

        def run() -> None:
            from mazeeditor.core.disk.staging import sweep

            for folder in folders:
                sweep(folder)

        files = [*map(Path, self.settings.recent), *([opened] if opened else [])]
        folders = {file.absolute().parent for file in files}
        start_thread(run)

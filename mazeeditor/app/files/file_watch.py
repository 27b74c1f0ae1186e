"""Notices that somebody else has changed, removed or opened the file of the document, and asks.

::

    event loop    check() ------------------------> question or message, at most once a change
    worker          lock, size and time, bytes --^
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from math import inf
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING

from mazeeditor.app.jobs import Background, Jobs
from mazeeditor.app.ui import Ui
from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.editing.base_document import BaseDocument

if TYPE_CHECKING:
    from mazeeditor.app.files.open_files import Holder, OpenFiles
    from mazeeditor.core.disk.file_state import FileState


PAUSE_S = 1.0  # s
OPENED, VANISHED = "opened", "vanished"  # what is reported once
SETTLING_S = 0.3  # s


@dataclass(frozen=True)
class Observation:
    """What a worker has seen: the file, ``None`` where it has vanished, and who else has it."""

    path: Path
    known: FileState | None
    now: FileState | None
    other: Holder | None


class FileWatch:
    """Watches the file of one document.

    There are ``pause`` seconds at least between two looks, and in ``settling`` a file that somebody
    is replacing may be missing.
    """

    def __init__(
        self,
        document: BaseDocument,
        background: Background,
        ui: Ui,
        conflicts: FileConflicts,
        busy: Callable[[], bool],
        open_files: OpenFiles | None = None,
    ) -> None:
        """Nothing is asked while ``busy``: a job may be writing the file.

        ``open_files`` are the locks where the window has some already.
        """
        self._document, self._background, self._ui = document, background, ui
        self._conflicts, self._busy = conflicts, busy
        self._open_files = open_files
        self._running = self._again = False
        self.pause, self.settling = PAUSE_S, SETTLING_S
        self._last = -inf  # look, by ``monotonic``
        self._file: tuple[Path | None, FileState | None] = None, None
        self._reported: set[object] = set()  # of this path, each once

    def document_changed(self) -> None:
        """Look at the file where it is another one: the document was opened or saved."""
        before, self._file = self._file, (self._document.path, self._document.file_state)
        if before[0] != self._file[0]:
            self._reported = set()
        if before != self._file:
            self._begin()

    def check(self) -> None:
        """Look at the file soon, where that was not done a moment ago: the window got the focus."""
        if self._document.path and not self._busy() and monotonic() >= self._last + self.pause:
            self._begin()

    def _begin(self) -> None:
        if self._running:
            self._again = True
            return
        path, known = self._document.path, self._document.file_state
        if path is None and self._open_files is None:  # nothing to look at, nor to release
            return
        self._running, self._last = True, monotonic()
        self._background.run(lambda job: self._work(path, known, job), self._end, self._fail)

    def _work(self, path: Path | None, known: FileState | None, job: Job) -> Observation | None:
        """In a worker: lock the file, and look at it where its state is known."""
        from mazeeditor.app.files.open_files import OpenFiles

        self._open_files = self._open_files or OpenFiles()
        other = self._open_files.hold(path)
        if path is None:
            return None
        return Observation(path, known, known and self._now(path, known, job), other)

    def _now(self, path: Path, known: FileState, job: Job) -> FileState | None:
        """Return what a file is now; one that cannot be looked at counts as unchanged."""
        from mazeeditor.core.disk.file_state import state_of

        try:
            now = state_of(path, known, job)
            if now is None:
                sleep(self.settling)
                now = state_of(path, known, job)
        except OSError:
            return known
        return now

    def _end(self, seen: Observation | None) -> None:
        self._running = False
        if self._again:
            self._again = False
            self._begin()
        elif seen and not self._busy() and self._is_true(seen):
            self._report(seen)

    def _fail(self, problem: Exception) -> None:
        self._running = False
        raise problem

    def _is_true(self, seen: Observation) -> bool:
        document = self._document
        return seen.path == document.path and seen.known is document.file_state

    def _report(self, seen: Observation) -> None:
        name = seen.path.name
        if self._first(OPENED) and seen.other:  # the other one has not opened it second
            self._ui.dialogs.show_message(
                _("{name} is open twice").format(name=name), _in_words(seen.other)
            )
        if seen.known is None:
            return
        if seen.now is None:
            if self._first(VANISHED):
                self._document.file_changed()
                self._ui.dialogs.show_message(
                    _("{name} is gone").format(name=name),
                    _("Somebody has moved or removed it. Save writes it again."),
                )
        elif any(seen.now.same_bytes(state) for state in self._conflicts.known(seen.path)):
            self._reported.discard(VANISHED)
            self._document.file_unchanged(seen.now)
        elif self._conflicts.first_question(seen.path, seen.now):
            unsaved = self._document.dirty
            self._document.file_changed()
            self._conflicts.ask_after_change(seen.path, unsaved=unsaved)

    def _first(self, event: object) -> bool:
        """Whether something is new, to be reported once."""
        is_new = event not in self._reported
        self._reported.add(event)
        return is_new

    def close(self) -> None:
        """Let others open the file."""
        if self._open_files:
            self._open_files.close()


def _in_words(other: Holder) -> str:
    """Return a sentence on who else has a file open."""
    if not other.process:
        return _("Another window has it open too; Save asks before it overwrites what that saves.")
    since = datetime.fromtimestamp(other.since).strftime("%H:%M")
    return _(
        "Process {process} on {host} has had it open since {since}; Save asks before it "
        "overwrites what that saves."
    ).format(process=other.process, host=other.host, since=since)


OVERWRITE, SAVE_AS, RELOAD, COMPARE = "overwrite", "save-as", "reload", "compare"
Action = Callable[[], None]


@dataclass(frozen=True)
class Question:
    """A question about a file; ``actions`` are names with label and what they do."""

    path: Path
    text: str
    actions: Mapping[str, tuple[str, Action]]
    cancel: str
    default: str | None = None


class FileConflicts:
    """The questions about the file of one document, and what it should be."""

    def __init__(
        self, document: BaseDocument, jobs: Jobs, ui: Ui, reload: Callable[[Path], None]
    ) -> None:
        """``reload`` reads a file in the place of the document, whose changes are lost."""
        self._document, self._jobs, self._ui, self._reload = document, jobs, ui, reload
        self._written: tuple[Path, FileState | None] | None = None
        self._asked: set[tuple[Path, int, str]] = set()  # the contents that were asked about

    def note_written(self, path: Path, state: FileState | None) -> None:
        """Note what a worker has written, also where Cancel came too late to keep it from that."""
        self._written = path, state
        self._asked.clear()

    def first_question(self, path: Path, state: FileState) -> bool:
        """Whether the contents of a file were not asked about yet; from now on they were."""
        contents = path, state.size, state.digest
        first = contents not in self._asked
        self._asked.add(contents)
        return first

    def known(self, path: Path) -> list[FileState]:
        """Return the states of the document's file that nobody else has made."""
        states = [self._document.file_state]
        if self._written and self._written[0] == path:
            states.append(self._written[1])
        return [state for state in states if state]

    def ask_before_save(
        self, path: Path, state: FileState, *, overwrite: Action, save_as: Action
    ) -> None:
        """Ask before a changed file is written over; nothing is done after Cancel.

        ``state`` is what the file is now.
        """
        self.first_question(path, state)
        self._ask(
            Question(
                path,
                _(
                    "Another program or window has changed it since it was opened here. "
                    "Overwrite loses those changes, Reload loses yours."
                ),
                {
                    OVERWRITE: (_("Overwrite"), overwrite),
                    SAVE_AS: (_("Save as…"), save_as),
                    RELOAD: (_("Reload"), lambda: self._reload(path)),
                },
                _("Cancel"),
            )
        )

    def ask_after_change(self, path: Path, *, unsaved: bool) -> None:
        """Ask whether to reload a changed file; ``unsaved`` changes would be lost by that."""
        text = _("Another program or window has changed it.")
        if unsaved:
            text += " " + _("Reload loses what you have changed since the last save.")
        reload = {RELOAD: (_("Reload"), lambda: self._reload(path))}
        default = None if unsaved else RELOAD
        self._ask(Question(path, text, reload, _("Keep mine"), default))

    def _ask(self, question: Question, comparison: str = "") -> None:
        labels = {name: label for name, (label, _action) in question.actions.items()}
        if not comparison:
            labels[COMPARE] = _("Compare")
        answer = self._ui.dialogs.ask(
            _("{name} has changed on the disk").format(name=question.path.name),
            f"{question.text}\n\n{comparison}".strip(),
            labels,
            question.cancel,
            question.default,
        )
        if answer == COMPARE:
            self._compare(question)
        elif answer:
            question.actions[answer][1]()

    def _compare(self, question: Question) -> None:
        """Ask again with the differences between the document and the file."""
        compare = self._document.comparing(question.path)

        def run(job: Job) -> str:
            try:
                return "\n".join(compare(job))
            except MazeError as problem:
                return str(problem)

        title = _("Comparing {name}").format(name=question.path.name)
        self._jobs.start(title, run, lambda text: self._ask(question, text))

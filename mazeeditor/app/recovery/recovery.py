"""Keeps unsaved work on the disk, and brings back what a crash has left.

::

    edits      x x x x x     x   x x x x x x x x X x x x x x ...      X: too large for a journal
    snapshot   s                                 s                    soon after the first edit
    journal      xxxxx       x   x x x x x x x x   x x x x            at once for each other one

A snapshot is taken again where a journal has grown large, and where nothing has been edited for
a while: then less has to be done again after a crash.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from itertools import count
from time import monotonic, time
from typing import TYPE_CHECKING, Any, NamedTuple

from mazeeditor.app.files.user_folders import recovery_folder
from mazeeditor.app.jobs import Background, Latest, Timer, ignore
from mazeeditor.app.ui import Ui
from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.editing.base_document import FileOrigin
from mazeeditor.editing.content import Change, Content
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import Edit
from mazeeditor.editing.followers import Journal
from mazeeditor.editing.history import EditOperation
from mazeeditor.editing.work import Work

if TYPE_CHECKING:
    from mazeeditor.editing.step_records import UnsavedContent
    from mazeeditor.files import Project
    from mazeeditor.files.change_journal import JournalEntry
    from mazeeditor.files.snapshots import Claim, SnapshotFolder, StoredSnapshot
    from mazeeditor.files.unsaved_work import Origin

    _Noted = tuple[int, list[JournalEntry]]  # after which change, and what was changed

JOURNAL_MS = 250  # ms from an edit to its place in the journal, or to the snapshot that it needs
SYNC_MS = 2_000  # ms from then on until it outlives a power cut
PAUSE_MS = 10_000  # ms after the last edit until another snapshot takes the place of the journal
CLEAN_MS = 2_000  # ms after an undo to what is saved: redo may follow
RETRY_MS = 2_000  # ms until a snapshot is tried again that could not be written
SLOW, SLOW_WRITES = 0.02, 3  # s that a change took to be written, and after how many a worker does
MAX_JOURNAL_BYTES = 1 << 18  # bytes, and one more a cell: what a large maze costs is written rarely


class _Taken(NamedTuple):
    """What a snapshot will hold, in the order of ``number``; nothing where nothing is unsaved."""

    number: int
    project: Project | None = None
    origin: Origin | None = None


class _Call:
    """One call later, which starts its time anew, or stops."""

    def __init__(self, timer: Timer) -> None:
        self._timer = timer
        self._name: str | None = None

    def start(self, ms: int, then: Callable[[], object]) -> None:
        self.stop()
        self._name = self._timer.after(ms, partial(self._ring, then))

    def stop(self) -> None:
        if self._name is not None:
            self._timer.after_cancel(self._name)
            self._name = None

    def _ring(self, then: Callable[[], object]) -> None:
        self._name = None
        then()


class Recovery(Journal):
    """The snapshot of one document and the journal of its changes, written in the background.

    What cannot be written is reported once, until a snapshot is written again. It is the journal
    of the document.
    """

    def __init__(self, document: Document, background: Background, ui: Ui) -> None:
        self._document, self._ui = document, ui
        self._numbers = count(1)
        self._folder: SnapshotFolder | None = None
        self._clean, self._pause = _Call(background.timer), _Call(background.timer)
        self._failing = False
        self._on_written: Callable[[], object] = ignore  # called once, after a snapshot
        self._changes = 0  # how many there have been
        self._start = 0  # the last change that the snapshot taken last holds
        self._complete = False  # whether that and the changes noted since are the whole document
        self._noted: list[JournalEntry] = []  # which are not written yet
        self._slow = 0  # how many changes in a row took long to be written
        latest = partial(Latest, background, wait_for_pause=False)
        self._writing: Latest[_Taken, None] = latest(
            self._take, self._write, self._written, self._failed, delay=JOURNAL_MS
        )
        self._appending: Latest[_Noted, None] = latest(
            self._take_noted, self._append, self._appended, ignore, delay=JOURNAL_MS
        )
        self._syncing: Latest[SnapshotFolder, None] = latest(
            lambda: self._folder, self._sync, self._appended, ignore, delay=SYNC_MS
        )
        document.journal = self

    # The journal

    def plan(self, edit: Edit, content: Content) -> Any:
        """Return what is needed to do an edit again; None where a snapshot is needed."""
        if not self._complete:
            return None
        from mazeeditor.editing.step_records import plan_step

        try:
            return plan_step(edit, content)
        except Exception:  # an edit must not fail by that: a snapshot keeps what it did
            return None

    def note(self, operation: EditOperation, details: Any = None) -> None:
        """Note a change of the document."""
        self._changes += 1
        if not self._complete:
            return
        from mazeeditor.editing.step_records import record
        from mazeeditor.files.change_journal import JournalEntry

        noted = record(operation, details)
        if noted is None:
            self._complete = False
            return
        self._noted.append(JournalEntry(self._changes, time(), noted))
        if not self._append_at_once():
            self._appending.request()

    def _append_at_once(self) -> bool:
        """Write what was noted, where that takes no time; returns whether nothing is left to do.

        A worker would wait for the processor, and for Python's lock, a dozen times: on a machine
        that is busy with other programs that is seconds.
        """
        if self._slow >= SLOW_WRITES or not self._appending.settled or not self._folder:
            return False
        before, noted = monotonic(), self._noted
        try:
            if not self._folder.append_at_once(self._start, noted):
                return False
        except MazeError:
            self._complete = False
        self._noted = []
        self._slow = self._slow + 1 if monotonic() - before > SLOW else 0
        self._syncing.request()
        return True

    def _take_noted(self) -> _Noted | None:
        """Return the changes to write, and which one they follow."""
        noted, self._noted = self._noted, []
        if not noted:
            return None
        self._syncing.request()
        return self._start, noted

    def _append(self, taken: _Noted, _job: Job) -> None:
        """Write changes; where that fails the document needs a snapshot."""
        try:
            self.folder.append(*taken)
        except MazeError:
            self._complete = False

    def _sync(self, folder: SnapshotFolder, _job: Job) -> None:
        """Let what was written outlive a power cut."""
        try:
            folder.sync()
        except MazeError:
            self._complete = False

    def _appended(self, _none: None) -> None:
        if not self._complete and self._document.dirty and self._writing.settled:
            self._request_snapshot()

    # The snapshot

    def follow(self, change: Change) -> None:
        """Take a snapshot where the journal is not enough; remove it once all is saved."""
        drawn = change.page or change.underlay or change.tabs
        if not (change.passages or change.locks or drawn or change.file):
            return
        self._pause.stop()
        if not self._document.dirty:
            self._follow_clean(saved=change.file)
            return
        self._clean.stop()
        if not self._complete or self._long():
            self._request_snapshot()
        else:
            self._pause.start(PAUSE_MS, self.write_soon)

    def _long(self) -> bool:
        return self.folder.appended > MAX_JOURNAL_BYTES + len(self._document.maze.walls)

    def _request_snapshot(self) -> None:
        """Take a snapshot soon; later, and once, where the last one could not be written."""
        if not self._failing:
            self._writing.request()
        elif self._writing.settled:
            self._writing.request(RETRY_MS)

    def _follow_clean(self, *, saved: bool) -> None:
        if self._folder is None:
            self._writing.stop()
        elif saved:
            self._clean.stop()
            self._writing.request(0)
        else:
            self._clean.start(CLEAN_MS, self.write_soon)

    def write_soon(self) -> None:
        """Write a snapshot in the background, now, or remove it where nothing is unsaved."""
        self._stop_timers()
        if self._document.dirty or self._folder:
            self._writing.request(0)

    def _stop_timers(self) -> None:
        self._pause.stop()
        self._clean.stop()

    def _take(self) -> _Taken:
        """Return a copy of the unsaved work as it is now, also in the middle of a stroke."""
        self._stop_timers()
        document, number = self._document, next(self._numbers)
        self._complete = document.dirty
        if not document.dirty:
            self._noted = []
            return _Taken(number)
        from mazeeditor.editing.step_records import record_history
        from mazeeditor.files.unsaved_work import Origin

        history, now = record_history(document), datetime.now().astimezone()
        self._complete = not document.running or "running" in history
        self._start, self.folder.appended = self._changes, 0
        of = document.name, document.path, document.file_state
        origin = Origin(now, *of, history, self._start, self.folder.key)
        return _Taken(number, document.as_it_is(), origin)

    def _write(self, taken: _Taken, _job: Job) -> None:
        """Write a snapshot to its end, also where another one is due by now.

        A maze that contradicts itself, which only an internal error leaves, could not be read
        again: then the snapshot before it stays.
        """
        try:
            if taken.project:
                taken.project.maze.check()
            self.folder.write(*taken)
        except BaseException:
            self._complete = False
            raise

    @property
    def folder(self) -> SnapshotFolder:
        """Where the snapshot of this process is kept."""
        if self._folder is None:
            from mazeeditor.files.snapshots import SnapshotFolder

            self._folder = SnapshotFolder(recovery_folder())
        return self._folder

    def _written(self, _none: None) -> None:
        self._failing = False
        then, self._on_written = self._on_written, ignore
        then()

    def _failed(self, problem: Exception) -> None:
        """Report an error once; not while a stroke is drawn, which a dialog would end."""
        internal = not isinstance(problem, MazeError)  # which is shown as such
        if internal or self._failing or self._document.running:
            return
        self._failing = True
        self._ui.dialogs.show_message(
            _("Unsaved work is not protected"),
            _("{reason} Save the maze: after a crash it could not be recovered.").format(
                reason=problem
            ),
        )

    def write_now(self) -> bool:
        """Write a snapshot before this returns; returns whether unsaved work is safe."""
        safe = self._append_now()
        taken = self._take()
        if taken.project is None and self._folder is None:
            return True
        try:
            self._write(taken, Job())
        except MazeError:
            return safe
        return True

    def _append_now(self) -> bool:
        """Write what was noted; returns whether snapshot and journal are the whole document."""
        noted = self._take_noted()
        if noted:
            self._append(noted, Job())
        return self._complete

    def close(self) -> None:
        """Remove the snapshot: nothing is unsaved, or the user has discarded it."""
        for work in (self._writing, self._appending, self._syncing):
            work.stop()
        self._stop_timers()
        if self._folder:
            self._folder.close()

    # What a crash has left

    def recovering(self, snapshot: StoredSnapshot) -> Work[Recovered]:
        """Return the work that opens unsaved work, and removes its snapshot once we have our own.

        ``run`` raises ``MazeError`` where it is open in another window or cannot be read.
        """
        document = self._document

        def run(job: Job) -> Recovered:
            from mazeeditor.editing.step_records import read_work
            from mazeeditor.files.snapshots import Claim

            with Claim(snapshot) as claim:
                return Recovered(claim, read_work(snapshot, job))

        def deliver(recovered: Recovered) -> bool:
            work = recovered.work
            origin = work.origin
            document.recover(
                work.project,
                work.content,
                work.history,
                FileOrigin(origin.file, "" if origin.file else origin.title, state=origin.state),
            )
            self._on_written = recovered.claim.discard
            self.write_soon()
            return True

        return Work(run, deliver)


class Recovered(NamedTuple):
    """Unsaved work that was read; it belongs to this process."""

    claim: Claim
    work: UnsavedContent

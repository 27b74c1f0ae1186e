"""Keeps a snapshot of unsaved work on the disk, and brings back what a crash has left.

::

    edits       x x x x x      x   x x x x x x x x x x ...
    first       |-2 s-|                                      where there is no snapshot yet
    pause               |-2 s-|                              after the last edit
    longest                    |--------- 10 s -----|        while editing goes on
    snapshot          s       s                     s
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from mazeeditor.editing.content import Change
from mazeeditor.editing.document import Document, FileOrigin
from mazeeditor.editing.work import Work
from mazeeditor.errors import MazeError
from mazeeditor.job import Job
from mazeeditor.translation import _
from mazeeditor.workspace.jobs import Threads, ignore
from mazeeditor.workspace.latest import Latest
from mazeeditor.workspace.ui import Timer, Ui
from mazeeditor.workspace.user_folders import recovery_folder

if TYPE_CHECKING:
    from mazeeditor.editing.content import Content
    from mazeeditor.editing.history import History
    from mazeeditor.files import Project
    from mazeeditor.files.snapshots import Claim, Origin, SnapshotFolder, StoredSnapshot

PAUSE = 2_000  # ms after the last edit, and after the very first one
LONGEST = 10_000  # ms after the first edit that the snapshot does not hold
LARGE, LONGEST_LARGE = 1_000_000, 30_000  # cells, and ms for mazes of more: they take megabytes


class _Taken(NamedTuple):
    """What a snapshot will hold, in the order of ``number``; nothing where nothing is unsaved."""

    number: int
    project: Project | None = None
    origin: Origin | None = None


class Recovery:
    """The snapshot of one document, written in the background whenever it has been edited.

    A snapshot that cannot be written is reported once, until one is written again.
    """

    def __init__(self, document: Document, threads: Threads, timer: Timer, ui: Ui) -> None:
        self._document, self._timer, self._ui = document, timer, ui
        self._numbers = count(1)
        self._folder: SnapshotFolder | None = None
        self._overdue: str | None = None
        self._kept = False  # whether there is a snapshot, or soon will be
        self._failing = False
        self._on_written: Callable[[], object] = ignore  # called once, after a snapshot
        self._writing = Latest(
            threads, timer, self._take, self._write, self._written, self._failed, delay=PAUSE
        )

    def follow(self, change: Change) -> None:
        """Take a snapshot soon after a change of what is saved; remove it once all is saved."""
        drawn = change.page or change.underlay or change.tabs
        if not (change.passages or change.locks or drawn or change.file):
            return
        if not self._document.dirty:
            self._remove_soon()
            return
        self._writing.request()
        if self._overdue is None:
            self._overdue = self._timer.after(self._longest(), self.write_soon)

    def _longest(self) -> int:
        """Return how many ms an edit may wait for a snapshot."""
        if not self._kept:
            return PAUSE
        return LONGEST_LARGE if self._document.maze.lattice.size > LARGE else LONGEST

    def write_soon(self) -> None:
        """Write a snapshot in the background, now, where there is anything unsaved."""
        self._stop_overdue()
        if self._document.dirty or self._folder:
            self._writing.request(0)

    def _remove_soon(self) -> None:
        if self._folder:
            self._writing.request(0)
        else:
            self._writing.stop()
        self._stop_overdue()

    def _stop_overdue(self) -> None:
        if self._overdue is not None:
            self._timer.after_cancel(self._overdue)
            self._overdue = None

    def _take(self) -> _Taken:
        """Return a copy of the unsaved work as it is now, also in the middle of a stroke."""
        self._stop_overdue()
        document, number = self._document, next(self._numbers)
        self._kept = document.dirty
        if not self._kept:
            return _Taken(number)
        from mazeeditor.editing.step_records import record_history
        from mazeeditor.files.snapshots import Origin

        history, now = record_history(document), datetime.now().astimezone()
        origin = Origin(now, document.name, document.path, document.file_state, history)
        return _Taken(number, document.as_it_is(), origin)

    def _write(self, taken: _Taken, _job: Job) -> None:
        """Write a snapshot to its end, also where another one is due by now.

        A maze that contradicts itself, which only an internal error leaves, could not be read
        again: then the snapshot before it stays.
        """
        if taken.project:
            taken.project.maze.check()
        self.folder.write(*taken)

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
        taken = self._take()
        if taken.project is None and self._folder is None:
            return True
        try:
            self._write(taken, Job())
        except MazeError:
            return False
        return True

    def close(self) -> None:
        """Remove the snapshot: nothing is unsaved, or the user has discarded it."""
        self._writing.stop()
        self._stop_overdue()
        if self._folder:
            self._folder.close()

    # What a crash has left

    def recovering(self, snapshot: StoredSnapshot) -> Work[Recovered]:
        """Return the work that opens unsaved work, and removes its snapshot once we have our own.

        ``run`` raises ``MazeError`` where it is open in another window or cannot be read.
        """
        document = self._document

        def deliver(recovered: Recovered) -> bool:
            project, origin = recovered.project, recovered.origin
            document.recover(
                project,
                recovered.content,
                recovered.history,
                FileOrigin(origin.file, "" if origin.file else origin.title, state=origin.state),
            )
            self._on_written = recovered.claim.discard
            self.write_soon()
            return True

        return Work(lambda job: _recovered(snapshot, job), deliver)


class Recovered(NamedTuple):
    """Unsaved work that was read; it belongs to this process."""

    claim: Claim
    project: Project
    origin: Origin
    content: Content
    history: History


def _recovered(snapshot: StoredSnapshot, job: Job) -> Recovered:
    """Claim a snapshot and read it; raises ``MazeError`` and ``CancelledError``."""
    from mazeeditor.drawing.page import Page
    from mazeeditor.editing.content import Content
    from mazeeditor.editing.step_records import restore_history
    from mazeeditor.files.snapshots import Claim

    with Claim(snapshot) as claim:
        project, origin = snapshot.read()
        page = Page.from_dict(project.page)
        content = Content(project.maze, project.recipe, page, project.underlay, project.tabs)
        job.check()
        return Recovered(claim, project, origin, *restore_history(origin.history, content))

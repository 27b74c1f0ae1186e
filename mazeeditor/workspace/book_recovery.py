"""Keeps a snapshot of an unsaved book on the disk, and brings back what a crash has left.

A snapshot is JSON that holds the file of the book as it would be saved, in a folder of the process
that is locked while it lives (``files/snapshots.py``).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from mazeeditor.errors import MazeError
from mazeeditor.files.file_state import look
from mazeeditor.files.snapshots import (
    Claim,
    SnapshotFolder,
    StoredSnapshot,
    snapshots,
    sweep_folders,
)
from mazeeditor.job import Job
from mazeeditor.workspace.book_draft import BookDraft, draft_of
from mazeeditor.workspace.jobs import Threads, ignore
from mazeeditor.workspace.latest import Latest
from mazeeditor.workspace.ui import Timer
from mazeeditor.workspace.user_folders import unsaved_books_folder

PAUSE = 2_000  # ms after the first change that no snapshot holds


class UnsavedBook(NamedTuple):
    """A snapshot of a book: its name for users, its file if it has one, and when it was taken."""

    snapshot: StoredSnapshot
    name: str
    path: Path | None
    folder: Path
    time: datetime
    data: bytes

    def open(self, job: Job) -> BookDraft:
        """Return the draft, which is unsaved; the snapshot is removed once that has its own.

        Raises ``MazeError`` where it is open in another window or cannot be read.
        """
        with Claim(self.snapshot) as claim:
            draft = draft_of(self.data, self.path, self.folder, job)
        if self.path:
            with suppress(OSError):
                draft.file_state = look(self.path, None, job)
        draft.file_changed()
        draft.on_kept = claim.discard
        return draft


class BookRecovery:
    """The snapshot of one draft, written in the background after each change.

    ``report`` gets why it cannot be written, once until one is written again.
    """

    def __init__(
        self,
        draft: BookDraft,
        threads: Threads,
        timer: Timer,
        report: Callable[[Exception], object],
    ) -> None:
        self._draft, self._report = draft, report
        self._folder = SnapshotFolder(unsaved_books_folder())
        self._numbers = count(1)
        self._failing = False
        self._writing = Latest(
            *(threads, timer, self._take, self._write, self._written, self._failed),
            delay=PAUSE,
            wait_for_pause=False,
        )
        self._subscription = draft.changed.subscribe(self._writing.request)
        if draft.dirty:
            self._writing.request(0)

    def _take(self) -> tuple[int, bytes]:
        """Return the snapshot as it is to be, empty where nothing is unsaved."""
        draft, number = self._draft, next(self._numbers)
        if not draft.dirty:
            return number, b""
        values = {
            "time": datetime.now().astimezone().isoformat(timespec="seconds"),
            "name": draft.name,
            "file": str(draft.path) if draft.path else "",
            "folder": str(draft.folder),
            "book": draft.data().decode(),
        }
        return number, json.dumps(values).encode()

    def _write(self, taken: tuple[int, bytes], _job: Job) -> bool:
        self._folder.write_bytes(*taken)
        return bool(taken[1])

    def _written(self, kept: bool) -> None:
        self._failing = False
        if kept:
            then, self._draft.on_kept = self._draft.on_kept, ignore
            then()

    def _failed(self, problem: Exception) -> None:
        if not self._failing:
            self._failing = True
            self._report(problem)

    def write_now(self) -> None:
        """Write a snapshot before this returns: the process is about to end."""
        with suppress(MazeError):
            self._write(self._take(), Job())

    def close(self) -> None:
        """Remove the snapshot: nothing is unsaved, or the user has discarded it."""
        self._subscription()
        self._writing.stop()
        self._folder.close()


def unsaved_books(_job: Job) -> list[UnsavedBook]:
    """Return what windows that have crashed left, the newest first; raises ``MazeError``.

    What cannot be read is left out, and stays.
    """
    sweep_folders(unsaved_books_folder())
    found = []
    for snapshot in snapshots(unsaved_books_folder()):
        if not snapshot.running:
            with suppress(OSError, ValueError, KeyError, TypeError):
                found.append(_read(snapshot))
    return found


def _read(snapshot: StoredSnapshot) -> UnsavedBook:
    values: dict[str, Any] = json.loads(snapshot.path.read_bytes())
    path = Path(values["file"]) if values["file"] else None
    moment = datetime.fromisoformat(values["time"]).astimezone()
    book = str(values["book"]).encode()
    return UnsavedBook(snapshot, str(values["name"]), path, Path(values["folder"]), moment, book)

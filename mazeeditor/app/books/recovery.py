"""Keeps a snapshot of an unsaved book on the disk, and brings back what a crash has left."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from mazeeditor.app.books.draft import BookDraft
from mazeeditor.app.books.record import record_book, restore_book
from mazeeditor.app.files.user_folders import recovery_folder
from mazeeditor.app.recovery.draft_recovery import DraftRecoveries
from mazeeditor.core.disk.atomic import write_whole
from mazeeditor.core.job import Job
from mazeeditor.files.snapshots import Claim, SnapshotFolder, StoredSnapshot
from mazeeditor.files.unsaved_values import UNSAVED_BOOK

if TYPE_CHECKING:
    from mazeeditor.core.disk.file_state import FileState


class UnsavedBook(NamedTuple):
    """A snapshot of a book, and the name of that for users."""

    snapshot: StoredSnapshot
    name: str

    def open(self, _job: Job) -> BookDraft:
        """Return the draft, which is unsaved; the snapshot is removed once that has its own.

        Raises ``MazeError`` where it is open in another window or cannot be read.
        """
        with Claim(self.snapshot) as claim:
            draft = read_unsaved_book(self.snapshot)
        draft.on_kept = claim.discard
        return draft


def read_unsaved_book(snapshot: StoredSnapshot) -> BookDraft:
    """Return the draft of a snapshot, which stays as it is; raises ``MazeError``."""
    origin, values = UNSAVED_BOOK.read(snapshot.path)
    draft = restore_book(values, origin.file)
    draft.file_state = origin.state
    return draft


def save_unsaved_book(snapshot: StoredSnapshot, path: Path, job: Job) -> None:
    """Write the book of a snapshot, which stays, to a file; raises ``MazeError``."""
    path = path.absolute()
    write_whole(path, read_unsaved_book(snapshot).data(path.parent), job=job)


class BookRecovery:
    """The snapshot of an open book, in a folder of its own."""

    def __init__(self, draft: BookDraft, drafts: DraftRecoveries) -> None:
        self._draft, self._drafts, self.changed = draft, drafts, draft.changed
        self._folder = SnapshotFolder(recovery_folder())
        self._recovery = drafts.add(self, "book", lambda: self._folder)
        if draft.dirty:
            self._recovery.write_soon(draft.on_kept)

    @property
    def name(self) -> str:
        """The name of the book."""
        return self._draft.name

    @property
    def path(self) -> Path | None:
        """Its file."""
        return self._draft.path

    @property
    def file_state(self) -> FileState | None:
        """What that was when it was read or written last."""
        return self._draft.file_state

    def unsaved_values(self) -> dict[str, Any]:
        """Return all of the book where there is anything that no file has."""
        return record_book(self._draft) if self._draft.dirty or self._draft.typed else {}

    def close(self) -> None:
        """Remove the snapshot: nothing is unsaved, or the user has discarded it."""
        self._drafts.remove(self._recovery)
        self._folder.close()

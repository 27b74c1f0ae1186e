"""Which book is opened: one like a template, that of a file, the last one, or an unsaved one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from mazeeditor.app.books.draft import BookDraft, begin_book, open_book, restored_book
from mazeeditor.app.gallery.templates import Template, template_in
from mazeeditor.app.gate import opening_title
from mazeeditor.core.disk.atomic import write_whole
from mazeeditor.core.job import Job
from mazeeditor.editing.base_document import FileOrigin
from mazeeditor.files.snapshots import Claim, StoredSnapshot
from mazeeditor.files.unsaved_work import UNSAVED_BOOK
from mazeeditor.maze.random import new_seed
from mazeeditor.sheets.books.book_reader import templates

if TYPE_CHECKING:
    pass


@dataclass(frozen=True)
class BookTemplate:
    """One of the books to begin with, by the name of its file."""

    file: str

    @cached_property
    def _template(self) -> Template:
        return template_in(templates()[self.file])

    @property
    def name(self) -> str:
        return self._template.name

    def open(self, job: Job) -> BookDraft:
        return begin_book(self.file, new_seed(), job)


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
    return restored_book(values, FileOrigin(origin.file, state=origin.state))


def save_unsaved_book(snapshot: StoredSnapshot, path: Path, job: Job) -> None:
    """Write the book of a snapshot, which stays, to a file; raises ``MazeError``."""
    path, draft = path.absolute(), read_unsaved_book(snapshot)
    draft.check_beside(path.parent)
    write_whole(path, draft.data(path.parent), job=job)


Source = Path | UnsavedBook | BookTemplate


def reading(source: Source) -> tuple[str, Callable[[Job], BookDraft]]:
    """Return the title of the job that reads a book, and the work, which raises ``MazeError``."""

    def run(job: Job) -> BookDraft:
        return open_book(source, job) if isinstance(source, Path) else source.open(job)

    return opening_title(source), run

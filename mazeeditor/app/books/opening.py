"""Which book is opened: one like a template, that of a file, the last one, or an unsaved one."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from mazeeditor.app.books.draft import BookDraft, begin_book, open_book, restored_book
from mazeeditor.app.gallery.pictures import read_picture
from mazeeditor.app.gallery.templates import Template, template_in
from mazeeditor.app.jobs import ignore
from mazeeditor.app.parts.services import Services
from mazeeditor.core.disk.atomic import write_whole
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.editing.base_document import FileOrigin
from mazeeditor.files.snapshots import Claim, StoredSnapshot
from mazeeditor.files.unsaved_work import UNSAVED_BOOK
from mazeeditor.maze.random import new_seed
from mazeeditor.sheets.books.book_reader import templates

if TYPE_CHECKING:
    from PIL.Image import Image


@dataclass(frozen=True)
class BookTemplate:
    """One of the books to begin with, by the name of its file."""

    file: str

    @cached_property
    def _template(self) -> Template:
        return template_in(templates()[self.file])

    @property
    def name(self) -> str:
        """The name for users."""
        return self._template.name

    @property
    def order(self) -> int:
        """Its place among them."""
        return self._template.order

    def picture(self, side: int) -> Image:
        """Return its first page, fitted into a square of ``side`` px."""
        from PIL import Image

        picture = read_picture(self._template.picture, (side, side))
        return picture or Image.new("RGB", (side, side), "white")

    def open(self, job: Job) -> BookDraft:
        """Return the draft of a new book like it."""
        return begin_book(self.file, new_seed(), job)


def begin(services: Services, then: Callable[[BookDraft], object]) -> None:
    """Ask for a book to begin with, and call ``then`` with a new one like that."""
    offered = sorted(map(BookTemplate, templates()), key=lambda template: template.order)
    if template := services.ui.dialogs.ask_picture(_("New Book"), offered):
        read(services, template, then)


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
    path = path.absolute()
    write_whole(path, read_unsaved_book(snapshot).data(path.parent), job=job)


def read(
    services: Services,
    source: Path | UnsavedBook | BookTemplate,
    then: Callable[[BookDraft], object],
    on_stop: Callable[[], object] = ignore,
) -> None:
    """Read a book in the background, then call ``then``; ``on_stop`` where it cannot be read."""

    def run(job: Job) -> BookDraft:
        return open_book(source, job) if isinstance(source, Path) else source.open(job)

    title = _("Opening {name}").format(name=source.name)
    services.jobs.start(title, run, then, on_stop)


def open_last(services: Services, then: Callable[[BookDraft], object]) -> None:
    """Open the book that was open last, or ask for one to begin with."""
    path = Path(services.settings.book)
    exists = False
    with suppress(OSError, ValueError):
        exists = bool(services.settings.book) and path.is_file()

    def forget() -> None:
        services.settings.book = ""  # the next time another one can be chosen

    if exists:
        read(services, path, then, forget)
    else:
        begin(services, then)

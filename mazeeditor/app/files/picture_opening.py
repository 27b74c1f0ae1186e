"""What a picture that is opened or dropped becomes: a maze, an outline, or a picture to trace."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from mazeeditor.app.drafts.picture_review import PictureReview, try_recognise
from mazeeditor.core.disk import input_files
from mazeeditor.core.disk.input_files import bytes_of
from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.pictures import MOST_BYTES, load_logo, read_picture
from mazeeditor.core.translation import _
from mazeeditor.files import HEAD_BYTES, naming_file
from mazeeditor.files.kept_project import keeps_project

if TYPE_CHECKING:
    from mazeeditor.app.parts.open_document import OpenDocument
    from mazeeditor.app.parts.services import Services
    from mazeeditor.editing.document import Document
    from mazeeditor.recognition.recognise import Recognition

MAZE, OUTLINE, TRACE = "maze", "outline", "trace"


def open_picture(
    document: Document,
    opened: OpenDocument,
    services: Services,
    path: Path,
    as_outline: Callable[[], object],
    to_trace: Callable[[], object],
) -> None:
    """Ask what a picture is, and open it as a maze, or call one of the others.

    One that keeps a project is that project, and nothing is asked.
    """

    def look(job: Job) -> bool:
        with naming_file(path), input_files.open_input(path, job) as source:
            return keeps_project(source.file.read(HEAD_BYTES))

    def ask(kept: bool) -> None:
        if kept:
            opened.gate.leave(lambda: opened.opener.open(path))
            return
        uses = {MAZE: _("As a maze"), OUTLINE: _("As the outline"), TRACE: _("To trace")}
        answer = services.ui.dialogs.ask(
            _("What is {name}?").format(name=path.name),
            _(
                "A maze is read from its walls, and can be looked at before it opens. An outline "
                "is filled with a new maze. A picture to trace lies behind the maze."
            ),
            uses,
            _("Cancel"),
            MAZE,
        )
        if answer == MAZE:
            _read_maze(document, opened, services, path)
        elif answer:
            (as_outline if answer == OUTLINE else to_trace)()

    services.jobs.start(_("Reading {name}").format(name=path.name), look, ask)


def _read_maze(document: Document, opened: OpenDocument, services: Services, path: Path) -> None:
    """Look for the maze in a picture, let the user correct it, and put it in the document."""

    def work(job: Job) -> tuple[PictureReview, Recognition | MazeError]:
        with naming_file(path):
            data = bytes_of(path, MOST_BYTES, job)
        picture = read_picture(path, data=data)
        review = PictureReview(picture, path.name, _logo_of(path, data))
        return review, try_recognise(picture, review.choices, job)

    def show(found: tuple[PictureReview, Recognition | MazeError]) -> None:
        review, seen = found
        review.take(seen)
        if services.ui.dialogs.review_picture(review, services.background):
            project = review.project()
            opened.gate.leave(lambda: document.open(project, None, path.stem))

    title = _("Looking for the maze in {name}").format(name=path.name)
    services.jobs.start(title, work, show)


def _logo_of(path: Path, data: bytes) -> str:
    """Return the picture as projects keep it, "" for one that cannot be kept."""
    try:
        return str(load_logo(path, data))
    except MazeError:
        return ""

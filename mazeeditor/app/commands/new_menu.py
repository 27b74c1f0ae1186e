"""The first group of the File menu: the gallery, and templates of the user for it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from mazeeditor.app.commands import command, idle
from mazeeditor.app.gallery import pictures
from mazeeditor.app.gallery.categories import PAGE
from mazeeditor.app.gallery.templates import KEY, PICTURE
from mazeeditor.app.parts.open_document import OpenDocument
from mazeeditor.app.parts.services import Services
from mazeeditor.app.printing.snapshot import Print
from mazeeditor.core.disk.paths import file_name_of, templates_folder
from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.editing.document import Document
from mazeeditor.files import SUFFIX, Project
from mazeeditor.page.page import Page
from mazeeditor.page.paper import FIT


@command(
    "new",
    _("New…"),
    words=_("blank page start card gallery template"),
    menu="file",
    order=1,
    keys=("Mod+N",),
    icon="new",
    bar=11,
    enabled=idle,
    without_maze=True,
    manual="first-page",
)
def new(services: Services) -> None:
    """Choose what to make: a page, a class, a book, a shape, and more."""
    services.ui.show_gallery(True)


@command(
    "save-template",
    _("Save as template…"),
    menu="file",
    order=24,
    enabled=idle,
    manual="files-and-settings#settings-and-what-you-add",
)
def save_template(document: Document, opened: OpenDocument, services: Services) -> None:
    """Keep this maze with its page in the gallery, to begin others like it."""
    from mazeeditor.app.printing.snapshot import Print

    folder = templates_folder()
    if folder is None:
        raise MazeError(_("There is no folder for settings, so no template can be kept."))
    with suppress(OSError):  # the dialog then shows another folder
        folder.mkdir(parents=True, exist_ok=True)
    proposal = folder / f"{file_name_of(document.page.title) or _('My template')}{SUFFIX}"
    path = opened.files.ask_file(_("Save as template"), _("Templates"), SUFFIX, proposal)
    if path is None:
        return
    project, print_ = document.project(), Print.of(document)

    def run(job: Job) -> Path:
        write_template(path, project, print_, job)
        return path

    def done(path: Path) -> None:
        text = _("{name} is now in the gallery: File > New.")
        if path.parent != folder:
            text = _("{name} is written; only templates in {folder} are in the gallery.")
        services.ui.show_status(text.format(name=path.stem, folder=folder))

    services.jobs.start(_("Saving {name}").format(name=path.name), run, done)


FIRST_KEYS = ("format", "version", KEY)  # it is found without reading all of a large maze


def write_template(path: Path, project: Project, print_: Print, job: Job) -> None:
    """Write a project as a template, with its picture; raises ``MazeError``, ``CancelledError``."""
    from mazeeditor.files.project import save

    said = {"category": category_of(project), "about": about(print_.page)}
    save(as_template(project, said), path, job)
    file = path.with_suffix(PICTURE)
    if picture := pictures.draw_picture(print_, job):
        pictures.write(file, picture)
    else:
        file.unlink(missing_ok=True)


def as_template(project: Project, said: dict[str, Any]) -> Project:
    """Return a project that says where it stands in the gallery, in one of its first lines."""
    order = dict.fromkeys([*FIRST_KEYS, *project.order])
    return replace(project, extra={**project.extra, KEY: said}, order=tuple(order))


def category_of(project: Project) -> str:
    """Return where a maze of the user stands: by its outline, or since it was drawn by hand."""
    if project.recipe.masks or not project.maze.lattice.whole:
        return "shape"
    return PAGE if project.recipe.generator else "draw"


def about(page: Page) -> str:
    if page.page == FIT:
        return _("As large as the maze")
    with_answer = _("{paper}, with its answer")
    return with_answer.format(paper=page.page) if page.solution == "page" else page.page

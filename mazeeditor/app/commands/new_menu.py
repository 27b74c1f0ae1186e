"""The first group of the File menu: the gallery, and templates of the user for it."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from mazeeditor.app.commands import command, idle
from mazeeditor.app.parts.open_document import OpenDocument
from mazeeditor.app.parts.services import Services
from mazeeditor.core.disk.paths import file_name_of, templates_folder
from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.editing.document import Document
from mazeeditor.files import SUFFIX


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
    from mazeeditor.app.gallery.own_templates import write_template
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

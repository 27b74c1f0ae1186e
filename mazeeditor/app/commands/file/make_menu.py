"""Make: the maze as files for a laser, a plotter, a router."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from mazeeditor.app.commands import command, idle
from mazeeditor.app.commands.file.file_menu import OFFERED
from mazeeditor.app.parts.open_document import OpenDocument
from mazeeditor.app.parts.services import Services
from mazeeditor.app.recovery.kept_forms import MAKE
from mazeeditor.app.ui import Ui
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.editing.document import Document

if TYPE_CHECKING:
    from mazeeditor.app.making.preview import MakeRequest

LOADED = "mazeeditor.app.making.draft"


@command(
    "make",
    _("Make…"),
    menu="file",
    order=36,
    keys=("Mod+Alt+M",),
    enabled=idle,
    places=("page",),
)
def make(document: Document, opened: OpenDocument, services: Services) -> None:
    """Make files for a laser, a plotter or a router, with a plan of the parts on their sheets."""
    if LOADED in sys.modules:
        _ask(document, opened, services)
        return
    # 150 ms of imports, during which the window goes on
    services.jobs.start(
        _("Opening Make"),
        lambda _job: _load(services.ui),
        lambda _none: _ask(document, opened, services),
    )


def _load(ui: Ui) -> None:
    """Import all that the dialog needs, and find the jobs, machines and materials."""
    import_module(LOADED).all_labels()
    ui.dialogs.load_make()


def _ask(document: Document, opened: OpenDocument, services: Services) -> None:
    """Ask what is to be made, and make it."""
    from mazeeditor.app.making.draft import MakeDraft
    from mazeeditor.editing.changes.set_tabs import SetTabs
    from mazeeditor.editing.edits import SetPage
    from mazeeditor.making.tabs.places import HandTabs

    page = document.page
    before = HandTabs.of(document.tabs, document.maze)
    draft = MakeDraft(services.settings, page, before)

    def requested() -> MakeRequest:
        return draft.request(document.maze, document.page)

    with opened.forms.shown(MAKE, draft):
        request = services.ui.dialogs.ask_make(draft, requested)
    if request is None:
        return
    draft.keep()
    if draft.page(page) != page:
        document.apply(SetPage(page, draft.page(page)))
    if draft.tabs.hand != before:
        document.apply(SetTabs(draft.tabs.hand.to_json()))
    _ask_and_save(opened, services, request)


def _ask_and_save(opened: OpenDocument, services: Services, request: MakeRequest) -> None:
    """Ask for a file in a format that the machine takes, and write it in the background."""
    from mazeeditor.app.errors.collected_warnings import with_warnings

    first, *further = request.suffixes
    proposal = opened.files.proposal(first)
    stem = f"{proposal.stem}-{request.options.job}"
    path = opened.files.ask_file(
        _("Save the Files for the Machine"),
        first.removeprefix(".").upper(),
        first,
        proposal.with_stem(stem),
        further=tuple(further),
    )
    if path is None:
        return

    def run(job: Job) -> tuple[list[Path], tuple[str, ...]]:
        files, plan = request.write(path, job)
        return files, plan.warnings

    def done(written: tuple[list[Path], tuple[str, ...]]) -> None:
        opened.forms.forget(MAKE)
        files, warnings = written
        opened.exported = files
        names = files[0].name if len(files) == 1 else _("{count} files").format(count=len(files))
        text = with_warnings(_("Saved {names}").format(names=names), list(warnings))
        services.ui.show_status(text, OFFERED)

    services.jobs.start(_("Making {name}").format(name=path.name), run, done)

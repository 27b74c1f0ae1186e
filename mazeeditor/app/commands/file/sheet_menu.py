"""Sheets: many mazes on the pages of one file, with texts and answers."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from mazeeditor.app.commands import command, idle
from mazeeditor.app.commands.file.file_menu import OFFERED
from mazeeditor.app.parts.open_document import OpenDocument
from mazeeditor.app.parts.services import Services
from mazeeditor.app.parts.view import View
from mazeeditor.app.recovery.kept_forms import SHEET
from mazeeditor.core.disk.file_names import file_name_of
from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.editing.document import Document
from mazeeditor.maze.recipe import Recipe

if TYPE_CHECKING:
    from mazeeditor.app.printing.sheet_draft import SheetRequest
    from mazeeditor.app.printing.system_printing import PrintRequest


@command(
    "sheet",
    _("Sheet…"),
    menu="file",
    order=34,
    keys=("Mod+Alt+S",),
    enabled=idle,
    places=("page",),
)
def sheet(document: Document, opened: OpenDocument, view: View, services: Services) -> None:
    """Print many mazes on the pages of one file, with texts and answers."""
    from mazeeditor.app.drafts.picture_choice import choose_picture
    from mazeeditor.app.printing.sheet_draft import SheetDraft
    from mazeeditor.editing.edits import SetPage

    page = document.page
    draft = SheetDraft(services.settings, page, partial(choose_picture, services))

    def requested() -> SheetRequest:
        return draft.request(document.page, _recipe(view), document.project())

    with opened.forms.shown(SHEET, draft):
        request = services.ui.dialogs.ask_sheet(draft, requested)
    if request is None:
        return
    draft.keep()
    if draft.page(page) != page:
        document.apply(SetPage(page, draft.page(page)))
    if request.to_printer:
        _print(opened, services, request)
    else:
        _ask_and_save(opened, services, request)


def _print(opened: OpenDocument, services: Services, request: SheetRequest) -> None:
    """Print a sheet on a printer; answers in a file of their own follow at the end."""
    from mazeeditor.app.printing.paper_printing import print_out
    from mazeeditor.sheets.pages.page_files import PageFormat

    answers = "end" if request.sheet.answers == "file" else request.sheet.answers
    request = replace(request, sheet=replace(request.sheet, answers=answers))

    def make(path: Path, _asked: PrintRequest, job: Job) -> None:
        request.printing(path, PageFormat.of(path), job).write(job)

    title = request.sheet.title.strip() or _("Sheet")

    def done(message: str) -> None:
        opened.forms.forget(SHEET)
        services.ui.show_status(message)

    print_out(services, title, make, done)


def _ask_and_save(opened: OpenDocument, services: Services, request: SheetRequest) -> None:
    from mazeeditor.app.errors.collected_warnings import collected_warnings, with_warnings
    from mazeeditor.sheets.pages.page_files import PDF, PICTURES, ZIP, PageFormat

    proposal = opened.files.proposal(PDF)
    stem = file_name_of(request.sheet.title) or _("{name}-sheet").format(name=proposal.stem)
    path = opened.files.ask_file(
        _("Save the Sheet"), _("PDF"), PDF, proposal.with_stem(stem), further=(*PICTURES, ZIP)
    )
    if path is None:
        return
    format_ = PageFormat.of(path)

    def run(job: Job) -> tuple[list[Path], list[str]]:
        with collected_warnings() as warnings:
            return request.printing(path, format_, job).write(job).files, warnings

    def done(written: tuple[list[Path], list[str]]) -> None:
        opened.forms.forget(SHEET)
        files, warnings = written
        opened.exported = files
        names = files[0].name if len(files) == 1 else _("{count} files").format(count=len(files))
        text = with_warnings(_("Saved {names}").format(names=names), warnings)
        services.ui.show_status(text, OFFERED)

    services.jobs.start(_("Printing {name}").format(name=path.name), run, done)


def _recipe(view: View) -> Recipe | None:
    """Return the recipe that Generate would use, None where one of its fields is invalid."""
    try:
        return view.draft.recipe(shown=True)
    except UsageError:
        return None

"""Sheets: many mazes on the pages of one file, with texts and answers."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from mazeeditor.app.commands import command, idle
from mazeeditor.app.commands.file.file_menu import OFFERED
from mazeeditor.app.recovery.kept_forms import SHEET
from mazeeditor.app.workspace import Workspace
from mazeeditor.core.disk.file_names import file_name_of
from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
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
def sheet(workspace: Workspace) -> None:
    """Print many mazes on the pages of one file, with texts and answers."""
    from mazeeditor.app.drafts.picture_choice import choose_picture
    from mazeeditor.app.printing.sheet_draft import SheetDraft
    from mazeeditor.editing.edits import SetPage

    page = workspace.document.page
    draft = SheetDraft(workspace.settings, page, partial(choose_picture, workspace))

    def requested() -> SheetRequest:
        document = workspace.document
        return draft.request(document.page, _recipe(workspace), document.project())

    with workspace.forms.shown(SHEET, draft):
        request = workspace.ui.dialogs.ask_sheet(draft, requested)
    if request is None:
        return
    draft.keep()
    if draft.page(page) != page:
        workspace.document.apply(SetPage(page, draft.page(page)))
    if request.to_printer:
        _print(workspace, request)
    else:
        _ask_and_save(workspace, request)


def _print(workspace: Workspace, request: SheetRequest) -> None:
    """Print a sheet on a printer; answers in a file of their own follow at the end."""
    from mazeeditor.app.printing.paper_printing import print_out
    from mazeeditor.sheets.pages.page_files import PageFormat

    answers = "end" if request.sheet.answers == "file" else request.sheet.answers
    request = replace(request, sheet=replace(request.sheet, answers=answers))

    def make(path: Path, _asked: PrintRequest, job: Job) -> None:
        request.printing(path, PageFormat.of(path), job).write(job)

    title = request.sheet.title.strip() or _("Sheet")

    def done(message: str) -> None:
        workspace.forms.forget(SHEET)
        workspace.ui.show_status(message)

    print_out(workspace, title, make, done)


def _ask_and_save(workspace: Workspace, request: SheetRequest) -> None:
    from mazeeditor.app.errors.collected_warnings import collected_warnings, with_warnings
    from mazeeditor.sheets.pages.page_files import PDF, PICTURES, ZIP, PageFormat

    proposal = workspace.files.proposal(PDF)
    stem = file_name_of(request.sheet.title) or _("{name}-sheet").format(name=proposal.stem)
    path = workspace.files.ask_file(
        _("Save the Sheet"), _("PDF"), PDF, proposal.with_stem(stem), further=(*PICTURES, ZIP)
    )
    if path is None:
        return
    format_ = PageFormat.of(path)

    def run(job: Job) -> tuple[list[Path], list[str]]:
        with collected_warnings() as warnings:
            return request.printing(path, format_, job).write(job).files, warnings

    def done(written: tuple[list[Path], list[str]]) -> None:
        workspace.forms.forget(SHEET)
        files, warnings = written
        workspace.exported = files
        names = files[0].name if len(files) == 1 else _("{count} files").format(count=len(files))
        text = with_warnings(_("Saved {names}").format(names=names), warnings)
        workspace.ui.show_status(text, OFFERED)

    workspace.jobs.start(_("Printing {name}").format(name=path.name), run, done)


def _recipe(workspace: Workspace) -> Recipe | None:
    """Return the recipe that Generate would use, None where one of its fields is invalid."""
    try:
        return workspace.draft.recipe(shown=True)
    except UsageError:
        return None

"""The File menu where the maze goes out: Export, Sheets, Make, Print."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mazeeditor.app.commands import command, idle
from mazeeditor.app.jobs import ignore
from mazeeditor.app.parts.open_document import OpenDocument
from mazeeditor.app.parts.services import Services
from mazeeditor.app.parts.view import View
from mazeeditor.app.shown.chosen_workspace import MAKE, SHEETS
from mazeeditor.core.job import Job
from mazeeditor.core.options import defaults_of
from mazeeditor.core.translation import _
from mazeeditor.editing.document import Document

if TYPE_CHECKING:
    from mazeeditor.app.making.making import Making
    from mazeeditor.app.printing.sheet_draft import SheetRequest
    from mazeeditor.app.printing.system_printing import PrintRequest
    from mazeeditor.making.plan import MakePlan


@command(
    "export",
    _("Export…"),
    words=_("save as image write picture dxf"),
    menu="file",
    order=31,
    group=_("Export"),
    keys=("Mod+E",),
    icon="export",
    enabled=idle,
    places=("page",),
    manual="first-page",
)
def export(document: Document, opened: OpenDocument, services: Services) -> None:
    """Write the page as SVG, PDF or PNG, as a web page to play, or as text."""
    from mazeeditor.page.formats import EXPORTERS, KEEP, exporter_for

    settings, page = services.settings, document.page
    usual = "svg" if page.walls == "hairlines" else "pdf"  # for a laser, for a printer
    chosen = services.ui.dialogs.ask_export(settings.format or usual, page)
    if chosen is None:
        return
    exporter, options = chosen
    settings.format = exporter.name
    suffixes = [other.suffix for other in EXPORTERS]
    path = opened.files.ask_file(_("Export"), exporter.label, exporter.suffix, further=suffixes)
    if path is None:
        return
    if path.suffix.lower() != exporter.suffix:  # the name that was typed chooses
        typed = exporter_for(path)
        settings.format = typed.name
        kept = {KEEP: True} if options.get(KEEP) else {}
        options = defaults_of(typed.options) | kept
    if _may_replace(document, services, path):
        _check_title(document, opened, services, path, options)


def _may_replace(document: Document, services: Services, path: Path) -> bool:
    """Ask about the file of a second page, which the file dialog does not check."""
    from mazeeditor.page.formats import targets

    _first, *further = targets(path, document.page)
    existing = [file for file in further if file.exists()]
    return not existing or services.ui.dialogs.confirm(
        _("Replace {name}?").format(name=existing[0].name),
        _("The solution goes to this file, which is there already."),
        _("Replace"),
    )


NOT_EXPORTED = _("Nothing was exported yet.")


# After a file is written: commands, and the labels of their buttons
OFFERED = {"open-exported": _("Open"), "show-exported": _("Show in folder")}


def _check_title(
    document: Document,
    opened: OpenDocument,
    services: Services,
    path: Path,
    options: dict[str, Any],
) -> None:
    """Ask whether to go on where no typeface has some characters of the title, then export."""
    from mazeeditor.app.printing.snapshot import Print
    from mazeeditor.page.formats import exporter_for

    print_ = Print.of(document)
    if print_.page.title.isascii() or not exporter_for(path).drawn:
        start_export(document, opened, services, path, options)
        return

    def decide(warning: str) -> None:
        if not warning or _leaves_out(services, warning):
            start_export(document, opened, services, path, options)

    services.background.run(lambda _job: print_.warning(), decide, services.report)


def _leaves_out(services: Services, warning: str) -> bool:
    actions = {"export": _("Export without them")}
    title = _("Export without some characters of the title?")
    return services.ui.dialogs.ask(title, warning, actions, _("Cancel")) == "export"


def start_export(
    document: Document,
    opened: OpenDocument,
    services: Services,
    path: Path,
    options: dict[str, Any],
) -> None:
    """Write the maze as it is now, in the background."""
    from mazeeditor.app.printing.snapshot import Print
    from mazeeditor.core.logged import collected_warnings
    from mazeeditor.page.formats import KEEP

    print_ = Print.of(document)
    project = document.project() if options.get(KEEP) else None

    def run(job: Job) -> tuple[list[Path], list[str]]:
        with collected_warnings() as warnings:
            return print_.write(path, options, job, project), warnings

    def done(written: tuple[list[Path], list[str]]) -> None:
        names = ", ".join(file.name for file in written[0])
        offer(opened, services, _("Exported {names}").format(names=names), *written)

    services.jobs.start(_("Exporting {name}").format(name=path.name), run, done)


def offer(
    opened: OpenDocument,
    services: Services,
    text: str,
    files: list[Path],
    warnings: Sequence[str],
) -> None:
    """Show that files were written, with warnings, and offer to open them."""
    opened.exported = files
    services.ui.show_status(". ".join(filter(None, [text, " ".join(warnings)])), OFFERED)


def describe_saved(files: list[Path]) -> str:
    """Return what the status bar says of files that were written."""
    names = files[0].name if len(files) == 1 else _("{count} files").format(count=len(files))
    return _("Saved {names}").format(names=names)


def _has_exported(opened: OpenDocument) -> bool:
    return bool(opened.exported)


@command(
    "open-exported",
    _("Open the exported file"),
    menu="file",
    order=32,
    group=_("Export"),
    keys=("Mod+Shift+E",),
    enabled=_has_exported,
    reason=NOT_EXPORTED,
    in_play=True,
    manual="first-page",
)
def open_exported(opened: OpenDocument, services: Services) -> None:
    """Open the file exported last with the program that the desktop has for it."""
    from mazeeditor.app.files.desktop_programs import open_file

    files = opened.exported
    services.background.run(lambda _job: open_file(files[0]), ignore, services.report)


@command(
    "show-exported",
    _("Show in folder"),
    menu="file",
    order=33,
    group=_("Export"),
    keys=("Mod+Shift+F",),
    enabled=_has_exported,
    reason=NOT_EXPORTED,
    in_play=True,
    manual="first-page",
)
def show_exported(opened: OpenDocument, services: Services) -> None:
    """Show the file exported last in the file manager."""
    from mazeeditor.app.files.desktop_programs import show_in_folder

    files = opened.exported
    services.background.run(lambda _job: show_in_folder(files), ignore, services.report)


def _sheet_shown(opened: OpenDocument, view: View) -> bool:
    """Show the sheet where something else is shown; returns whether it was shown before."""
    if not opened.sheet.shown:
        view.workspaces.show(SHEETS, "")
        return False
    return True


@command(
    "save-sheet",
    _("Make the PDF…"),
    menu="file",
    order=34,
    group=_("Export"),
    icon="export",
    enabled=idle,
    manual="class",
)
def save_sheet(opened: OpenDocument, view: View, services: Services) -> None:
    """Write the pages of the sheet as a PDF, or as a picture of each page."""
    if _sheet_shown(opened, view):
        opened.sheet.order(lambda request: _save_sheet(opened, services, request))


@command(
    "print-sheet",
    _("Print the sheet…"),
    menu="file",
    order=38,
    group=_("Export"),
    icon="print",
    enabled=idle,
    manual="class",
)
def print_sheet(opened: OpenDocument, view: View, services: Services) -> None:
    """Print the pages of the sheet on a printer."""
    if _sheet_shown(opened, view):
        opened.sheet.order(lambda request: _print_sheet(opened, services, request))


def _print_sheet(opened: OpenDocument, services: Services, request: SheetRequest) -> None:
    """Print a sheet on a printer; answers in a file of their own follow at the end."""
    from mazeeditor.app.printing.paper_printing import print_out
    from mazeeditor.sheets.pages.page_files import PageFormat

    answers = "end" if request.sheet.answers == "file" else request.sheet.answers
    request = replace(request, sheet=replace(request.sheet, answers=answers))
    used = opened.sheet.used()

    def make(path: Path, _asked: PrintRequest, job: Job) -> None:
        request.printing(path, PageFormat.of(path), job).write(job)

    title = request.sheet.title.strip() or _("Sheet")

    def done(message: str) -> None:
        used()
        services.ui.show_status(message)

    print_out(services, title, make, done)


def _save_sheet(opened: OpenDocument, services: Services, request: SheetRequest) -> None:
    from mazeeditor.core.logged import collected_warnings
    from mazeeditor.sheets.pages.page_files import PDF, PICTURES, ZIP, PageFormat

    proposal = opened.files.proposal(PDF)
    proposal = proposal.with_stem(request.file_name or _("{name}-sheet").format(name=proposal.stem))
    path = opened.files.ask_file(
        _("Save the sheet"), _("PDF"), PDF, proposal, further=(*PICTURES, ZIP)
    )
    if path is None:
        return
    format_, used = PageFormat.of(path), opened.sheet.used()

    def run(job: Job) -> tuple[list[Path], list[str]]:
        with collected_warnings() as warnings:
            return request.printing(path, format_, job).write(job).files, warnings

    def done(written: tuple[list[Path], list[str]]) -> None:
        used()
        offer(opened, services, describe_saved(written[0]), *written)

    services.jobs.start(_("Saving {name}").format(name=path.name), run, done)


def _can_save_making(opened: OpenDocument, view: View, services: Services) -> bool:
    return not _why_not_saved(opened, view, services)


def _why_not_saved(opened: OpenDocument, view: View, services: Services) -> str:
    """Return why Make has nothing to save, "" where it has."""
    if view.workspaces.name != MAKE or opened.making is None:
        return _("Only in the workspace Make.")
    if services.jobs.busy:
        return services.jobs.wait_text
    if problem := opened.making.problem:
        return _("Nothing to save yet: {problem}").format(problem=problem)
    return ""


@command(
    "save-making",
    _("Save the files…"),
    words=_(
        "laser cnc router plotter g-code gcode dxf lightburn stl 3mf nesting cut engrave files"
    ),
    menu="file",
    order=36,
    group=_("Export"),
    icon="export",
    enabled=_can_save_making,
    reason=_why_not_saved,
    manual="laser-and-router",
)
def save_making(opened: OpenDocument, services: Services) -> None:
    """Write the files for a laser, a plotter or a router, as the workspace Make shows them."""
    making = opened.making
    if making:
        _save_made(opened, services, making)


def _save_made(opened: OpenDocument, services: Services, making: Making) -> None:
    """Ask for a file in a format that the machine takes, and write it in the background."""
    request, used = making.checked_request(), making.draft.state.value
    first, *further = request.suffixes
    proposal = opened.files.proposal(first)
    stem = f"{proposal.stem}-{request.options.job}"
    path = opened.files.ask_file(
        _("Save the files for the machine"),
        first.removeprefix(".").upper(),
        first,
        proposal.with_stem(stem),
        further=tuple(further),
    )
    if path is None:
        return

    def done(written: tuple[list[Path], MakePlan]) -> None:
        opened.forms.forget(MAKE, used)
        files, plan = written
        offer(opened, services, describe_saved(files), files, plan.warnings)

    title = _("Making {name}").format(name=path.name)
    services.jobs.start(title, lambda job: request.write(path, job), done)


@command(
    "print",
    _("Print…"),
    words=_("printer hardcopy paper"),
    menu="file",
    order=37,
    keys=("Mod+P",),
    icon="print",
    enabled=idle,
    places=("page",),
    manual="first-page",
)
def print_page(document: Document, services: Services) -> None:
    """Print the page, with its answer if you like."""
    from mazeeditor.app.printing.paper_printing import print_out
    from mazeeditor.app.printing.snapshot import Print
    from mazeeditor.core.logged import collected_warnings

    print_ = Print.of(document)
    page, warnings = print_.page, list[str]()

    def make(path: Path, request: PrintRequest, job: Job) -> None:
        solution = page.solution
        if request.answer:
            solution = "page" if solution == "none" else solution
        elif solution == "page":
            solution = "none"
        shown = replace(print_, page=replace(page, solution=solution))
        with collected_warnings() as texts:
            (written, *_others) = shown.write(path, {"impose": request.impose}, job)
        assert written == path
        warnings[:] = texts

    def done(message: str) -> None:
        services.ui.show_status(". ".join(filter(None, [message, " ".join(warnings)])))

    name = page.title.strip() or Path(document.name).stem
    print_out(services, name, make, done, page.solution == "page")

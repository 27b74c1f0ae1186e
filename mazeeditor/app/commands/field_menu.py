"""The File menu where a maze in the outline of a field goes out to the ground."""

from __future__ import annotations

from pathlib import Path

from mazeeditor.app.commands import command
from mazeeditor.app.commands.export_menu import describe_saved, offer
from mazeeditor.app.parts.open_document import OpenDocument
from mazeeditor.app.parts.services import Services
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.editing.document import Document


def _why_not(document: Document, services: Services) -> str:
    """Return why there is no plan to write, "" where there is one."""
    from mazeeditor.page.field import why_no_field

    if services.jobs.busy:
        return services.jobs.wait_text
    return why_no_field(document.recipe.masks)


def _can(document: Document, services: Services) -> bool:
    return not _why_not(document, services)


@command(
    "field-plan",
    _("Field plan and paths…"),
    words=_("corn maize hedge gps"),
    menu="file",
    order=35,
    group=_("Export"),
    icon="export",
    enabled=_can,
    reason=_why_not,
    manual="words-and-pictures#a-field-of-maize",
)
def field_plan(document: Document, opened: OpenDocument, services: Services) -> None:
    """Write the plan of a field at scale as PDF, or its stakes and paths as CSV, KML, GPX, ...."""
    from mazeeditor.app.drafts.field_draft import FieldDraft
    from mazeeditor.page.field import FIELD_FORMATS, field_format_for, write_field

    draft = FieldDraft(document.maze.copy(), document.recipe.masks)
    chosen = services.ui.dialogs.ask_field(draft, services.background)
    if chosen is None:
        return
    entry, options = chosen
    proposal = opened.files.proposal(entry.suffix)
    path = opened.files.ask_file(
        _("Save the field plan"),
        entry.label,
        entry.suffix,
        proposal.with_stem(_("{name}-plan").format(name=proposal.stem)),
        further=[other.suffix for other in FIELD_FORMATS],
    )
    if path is None:
        return
    if field_format_for(path) is not entry:  # the name that was typed chooses
        options = {}

    def run(job: Job) -> list[Path]:
        return write_field(draft.maze, draft.masks, path, job, **options)

    def done(files: list[Path]) -> None:
        offer(opened, services, describe_saved(files), files, ())

    services.jobs.start(_("Saving {name}").format(name=path.name), run, done)

"""Compare with another project, and go from difference to difference."""

from __future__ import annotations

from mazeeditor.app.commands import command, idle
from mazeeditor.app.parts.open_document import OpenDocument
from mazeeditor.app.parts.services import Services
from mazeeditor.app.parts.view import View
from mazeeditor.core.translation import _
from mazeeditor.editing.document import Document


@command("compare-with", _("Compare with…"), menu="file", order=17, keys=("F3",), enabled=idle)
def compare_with(document: Document, opened: OpenDocument, view: View, services: Services) -> None:
    """Show in two colours which walls, cells and openings of another project differ."""
    from mazeeditor.app.shown import maze_comparison
    from mazeeditor.files import IMPORTERS

    formats = [(form.label, form.suffixes) for form in IMPORTERS]
    folder = opened.files.folder()
    if path := services.ui.dialogs.file_to_open(_("Compare with"), formats, folder):
        maze_comparison.compare_with(document, view, services, path)

"""What becomes of files dropped onto a window: a maze is opened, a picture offered as outline."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from mazeeditor.app.commands import perform
from mazeeditor.app.commands.file.file_menu import open_chosen
from mazeeditor.app.commands.maze.maze_menu import start_generating
from mazeeditor.app.parts.open_document import OpenDocument
from mazeeditor.app.parts.services import Services
from mazeeditor.app.parts.view import View
from mazeeditor.core.translation import _
from mazeeditor.editing.document import Document
from mazeeditor.maze.masks.cutting import MaskStep

OUTLINE = "outline"


def drop_files(
    document: Document, opened: OpenDocument, view: View, services: Services, paths: Sequence[Path]
) -> None:
    """Open files, or offer a single picture as the outline of the maze."""
    from mazeeditor.core.pictures import SUFFIXES

    first = paths[0]
    if first.suffix.lower() in SUFFIXES and len(paths) == 1:
        perform(document, services, lambda: _offer_outline(document, view, services, first))
    else:
        perform(document, services, lambda: open_chosen(document, opened, services, *paths))


def _offer_outline(document: Document, view: View, services: Services, picture: Path) -> None:
    answer = services.ui.dialogs.ask(
        _("Use {name} as the outline?").format(name=picture.name),
        _("The maze is generated again inside of what is dark in the picture."),
        {OUTLINE: _("Generate")},
        _("Cancel"),
        OUTLINE,
    )
    if answer:
        masks = view.draft.masks
        while masks.masks:
            masks.remove(0)
        masks.put(0, MaskStep("picture", {"picture": str(picture)}))
        start_generating(document, view, services)

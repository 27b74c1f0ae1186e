"""The size of the next maze in millimetres, for those who cut it or print it to measure."""

from __future__ import annotations

from mazeeditor.app.commands import command, idle
from mazeeditor.app.commands.maze.maze_menu import start_generating
from mazeeditor.app.parts.services import Services
from mazeeditor.app.parts.view import View
from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import SetPage


@command(
    "size",
    _("Size in Millimetres…"),
    menu="maze",
    order=14,
    keys=("Mod+Shift+I",),
    enabled=idle,
    places=("make",),
)
def size(document: Document, view: View, services: Services) -> None:
    """Generate a maze of a given width, height, cell or corridor."""
    from mazeeditor.app.drafts.overall_size import as_drawn, page_for
    from mazeeditor.app.drafts.size_request import SizeRequest

    draft = view.draft
    try:
        sizes = draft.sizes.read()
    except UsageError:  # the field shows what is invalid
        services.ui.show_section("generate")
        return
    page = document.page
    before = as_drawn(SizeRequest(cell=page.cell, wall=page.wall), page)
    answer = services.ui.dialogs.ask_size(draft.shape, sizes, before)
    if answer is None:
        return
    request, chosen = answer
    page = document.page  # as it is now: the dialog was open for a while
    draft.sizes.update(chosen.counts)
    document.apply(SetPage(page, page_for(page, request, chosen)))
    start_generating(document, view, services)

"""Print: the page as it is, with its answer, on a printer of the system."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from mazeeditor.app.commands import command, idle
from mazeeditor.app.parts.services import Services
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.editing.document import Document

if TYPE_CHECKING:
    from mazeeditor.app.printing.system_printing import PrintRequest


@command(
    "print",
    _("Print…"),
    menu="file",
    order=37,
    keys=("Mod+P",),
    enabled=idle,
    places=("page",),
)
def print_page(document: Document, services: Services) -> None:
    """Print the page, with its answer if you like."""
    from mazeeditor.app.printing.paper_printing import print_out
    from mazeeditor.app.printing.snapshot import Print

    print_ = Print.of(document)
    page = print_.page

    def make(path: Path, request: PrintRequest, job: Job) -> None:
        solution = page.solution
        if request.answer:
            solution = "page" if solution == "none" else solution
        elif solution == "page":
            solution = "none"
        shown = replace(print_, page=replace(page, solution=solution))
        (written, *_others) = shown.write(path, {}, job)
        assert written == path

    name = page.title.strip() or Path(document.name).stem
    print_out(services, name, make, services.ui.show_status, page.solution == "page")

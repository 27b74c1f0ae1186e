"""Pages on their way to a printer: the question about it, the PDF, the command that prints."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import time

from mazeeditor.app.files.user_folders import state_folder
from mazeeditor.app.parts.services import Services
from mazeeditor.app.printing.system_printing import (
    PrintDraft,
    Printers,
    PrintRequest,
    find_printers,
    print_file,
)
from mazeeditor.core.disk.paths import file_name_of
from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _

KEPT_S = 24 * 3600.0  # s that pages stay for the program that shows or prints them
Make = Callable[[Path, PrintRequest, Job], object]  # writes the PDF


def print_out(
    services: Services,
    title: str,
    make: Make,
    done: Callable[[str], object],
    answer: bool | None = None,
) -> None:
    """Ask for printer, copies and pages, then make a PDF called ``title`` and print it.

    Without a command that prints, the PDF opens in the desktop's program for it, and nothing is
    asked. ``done`` gets what was done.
    """

    def ask(printers: Printers) -> None:
        request: PrintRequest | None = PrintRequest(answer=bool(answer))
        if printers.command:
            request = services.ui.dialogs.ask_print(PrintDraft(printers, services.settings, answer))
        if request is not None:
            start(printers, request)

    def start(printers: Printers, request: PrintRequest) -> None:
        def run(job: Job) -> str:
            path = _place_for(title)
            make(path, request, job)
            job.check()
            return print_file(path, printers, request)

        services.jobs.start(_("Printing {name}").format(name=title), run, done)

    services.jobs.start(_("Looking for printers"), lambda _job: find_printers(), ask)


def _place_for(title: str) -> Path:
    """Return where a PDF is kept while it is printed; those of other days are removed."""
    folder = (state_folder() or Path(tempfile.gettempdir()) / "mazeeditor") / "printed"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        own = Path(tempfile.mkdtemp(dir=folder))
    except OSError as error:
        text = _("{folder} cannot be used: {reason}.")
        raise MazeError(text.format(folder=folder, reason=error.strerror)) from None
    for old in folder.glob("*/*.pdf"):
        with suppress(OSError):  # a viewer may have it open
            ours = not old.parent.is_symlink()  # else a folder of somebody's documents
            if ours and old.stat().st_mtime < time() - KEPT_S:
                old.unlink()
                old.parent.rmdir()
    return own / f"{file_name_of(title) or _('maze')}.pdf"

"""The command that brings back the unsaved work of windows that have crashed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mazeeditor.app.books.open_book import OpenBook
from mazeeditor.app.commands import command, idle
from mazeeditor.app.jobs import ignore
from mazeeditor.app.parts.open_document import OpenDocument
from mazeeditor.app.parts.services import Services
from mazeeditor.app.recovery.draft_recovery import LABELS, SHOWN_BY
from mazeeditor.app.ui import Recover
from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.editing.document import Document
from mazeeditor.files import SUFFIX
from mazeeditor.sheets import BOOK_SUFFIX

if TYPE_CHECKING:
    from mazeeditor.app.recovery.left_behind import UnsavedWork
    from mazeeditor.app.recovery.recovery import Recovered
    from mazeeditor.editing.work import Opened
    from mazeeditor.files.snapshots import Claim, StoredSnapshot

Then = Callable[[], object]
RETRY_MS = 200  # ms until a busy window is asked again


@command(
    "recover",
    _("Recover unsaved work…"),
    words=_("autosave backup crash lost"),
    menu="file",
    order=16,
    group=_("Import and recover"),
    enabled=idle,
    without_maze=True,
    manual="problems#get-back-unsaved-work",
)
def recover(document: Document, opened: OpenDocument, book: OpenBook, services: Services) -> None:
    """Open, save or discard what a window that crashed has left."""

    def offer(offered: list[UnsavedWork]) -> None:
        if offered:
            _ask(document, opened, book, services, offered)
        else:
            services.ui.show_status(_("There is no unsaved work to recover."))

    _look(services, offer)


def offer_at_start(
    document: Document, opened: OpenDocument, book: OpenBook, services: Services
) -> None:
    """Offer what was left behind, if anything, once the file given at the start is open."""

    def offer(offered: list[UnsavedWork]) -> None:
        if opened.must_not_ask():
            services.timer.after(RETRY_MS, lambda: offer(offered))
        elif offered:
            _ask(document, opened, book, services, offered)

    _look(services, offer)


def _look(services: Services, offer: Callable[[list[UnsavedWork]], None]) -> None:
    def work(job: Job) -> list[UnsavedWork]:
        from mazeeditor.app.recovery.left_behind import left_behind

        return left_behind(job)

    services.background.run(work, offer, services.report)


def _ask(
    document: Document,
    opened: OpenDocument,
    book: OpenBook,
    services: Services,
    offered: list[UnsavedWork],
) -> None:
    """Ask about unsaved work until all is dealt with, one is opened, or the user leaves it."""
    answer = services.ui.dialogs.ask_recovery(offered)
    if answer is None:
        return
    action, chosen = answer
    remaining = [work for work in offered if work is not chosen]
    again = partial(_ask, document, opened, book, services, remaining) if remaining else ignore
    if action is Recover.OPEN:
        _open(document, opened, book, services, chosen, again)
    elif action is Recover.SAVE_AS:
        _save_as(document, opened, book, services, chosen, offered, again)
    else:
        _discard(document, opened, book, services, chosen, offered, again)


def _open(
    document: Document,
    opened: OpenDocument,
    book: OpenBook,
    services: Services,
    chosen: UnsavedWork,
    then: Then,
) -> None:
    """Open unsaved work, in another window where something is unsaved in this one.

    Where there is more, and each can have a window of its own, that is offered again.
    """
    if chosen.is_book:
        from mazeeditor.app.books.opening import UnsavedBook

        name = chosen.origin.title if chosen.origin else ""
        book.open(UnsavedBook(chosen.snapshot, name), then, then)
        return
    if not services.ui.several_windows:
        opened.gate.leave(lambda: _open_in(document, opened, services, chosen, ignore))
    elif document.dirty:
        services.ui.open_window(
            lambda document, opened, services: _open_in(document, opened, services, chosen, then)
        )
    else:
        _open_in(document, opened, services, chosen, then)


def _open_in(
    document: Document, opened: OpenDocument, services: Services, chosen: UnsavedWork, then: Then
) -> None:
    """Take over a maze, or what was typed into forms, in a window."""
    if chosen.is_maze:
        _recover(opened, services, chosen, then)
    else:
        _recover_forms(document, opened, services, chosen, then)


def _recover(opened: OpenDocument, services: Services, chosen: UnsavedWork, then: Then) -> None:
    """Take over a maze, and what was typed into forms beside it."""
    work = opened.recovery.recovering(chosen.snapshot)
    typed = RecoveredForms(opened, services, chosen.snapshot)

    def run(job: Job) -> Recovered:
        recovered = work.run(job)
        typed.read()
        return recovered

    def deliver(recovered: Recovered) -> None:
        work.deliver(recovered)
        typed.deliver()
        then()

    opened.gate.start(_("Recovering unsaved work"), run, deliver)


def _recover_forms(
    document: Document, opened: OpenDocument, services: Services, chosen: UnsavedWork, then: Then
) -> None:
    """Take over what was typed into forms, and open the file of their document, if it has one."""
    typed = RecoveredForms(opened, services, chosen.snapshot)
    file = chosen.origin.file if chosen.origin else None

    def run(job: Job) -> tuple[Claim, Opened | MazeError | None]:
        from mazeeditor.editing.work import opening
        from mazeeditor.files.snapshots import Claim

        with Claim(chosen.snapshot) as claim:
            typed.read()
            if file is None or file == document.path:
                return claim, None
            try:
                return claim, opening(document, file).run(job)
            except MazeError as problem:
                return claim, problem

    def deliver(result: tuple[Claim, Opened | MazeError | None]) -> None:
        claim, read = result
        if isinstance(read, MazeError):
            services.ui.dialogs.show_error(str(read))
        elif file and read:
            opened.opener.take(file, read)
        typed.deliver()
        opened.form_recovery.write_soon(claim.discard)
        then()

    opened.gate.start(_("Recovering unsaved work"), run, deliver)


class RecoveredForms:
    """What was typed into forms: read in a worker, where our own snapshot of it is written."""

    def __init__(self, opened: OpenDocument, services: Services, snapshot: StoredSnapshot) -> None:
        self._opened, self._services, self._snapshot = opened, services, snapshot
        self._records: dict[str, Any] = {}
        self._problem = ""

    def read(self) -> None:
        """Read it, if there is any; the snapshot that it is in may be removed afterwards.

        Raises ``MazeError`` where our own cannot be written.
        """
        from mazeeditor.files.unsaved_work import UNSAVED_FORMS

        if self._snapshot.forms is None:
            return
        try:
            origin, self._records = UNSAVED_FORMS.read(self._snapshot.forms)
        except MazeError as problem:
            self._problem = str(problem)
        else:
            self._opened.form_recovery.keep(origin, self._records)

    def deliver(self) -> None:
        """Let the forms show it from now on, and say so."""
        ui = self._services.ui
        self._opened.forms.take(self._records)
        if self._problem:
            ui.dialogs.show_message(_("What was typed is lost"), self._problem)
        elif names := [name for name in self._records if name in LABELS]:
            labels = ", ".join(LABELS[name] for name in names)
            text = _("What was typed into {forms} is there again.").format(forms=labels)
            ui.show_status(text, {SHOWN_BY[name]: f"{LABELS[name]}…" for name in names})


def _save_as(
    document: Document,
    opened: OpenDocument,
    book: OpenBook,
    services: Services,
    chosen: UnsavedWork,
    offered: list[UnsavedWork],
    then: Then,
) -> None:
    """Write unsaved work to a file, and remove its snapshot once it is there.

    This window takes over what was typed into forms beside it.
    """
    label, suffix = _("mazeeditor project"), SUFFIX
    if chosen.is_book:
        label, suffix = _("Book of mazes"), BOOK_SUFFIX
    path = opened.files.ask_file(_("Save as"), label, suffix, _proposal(chosen, suffix))
    if path is None:
        _ask(document, opened, book, services, offered)
        return

    typed = RecoveredForms(opened, services, chosen.snapshot)

    def run(job: Job) -> None:
        from mazeeditor.files.snapshots import Claim

        with Claim(chosen.snapshot) as claim:
            _write(chosen, path, job)
            typed.read()
        claim.discard()

    def saved(_none: None) -> None:
        typed.deliver()
        services.settings.remember(path)
        services.ui.show_status(_("Saved {name}").format(name=path.name))
        then()

    services.jobs.start(_("Saving {name}").format(name=path.name), run, saved)


def _write(chosen: UnsavedWork, path: Path, job: Job) -> None:
    """Write a maze or a book to a file; raises ``MazeError`` and ``CancelledError``."""
    if chosen.is_book:
        from mazeeditor.app.books.opening import save_unsaved_book

        save_unsaved_book(chosen.snapshot, path, job)
    else:
        from mazeeditor.editing.step_records import read_work
        from mazeeditor.files.project import save

        save(read_work(chosen.snapshot, job).project, path, job)


def _proposal(chosen: UnsavedWork, suffix: str) -> Path | None:
    """Return a name beside the file that the work was begun from; ``None`` where it had none."""
    file = chosen.origin.file if chosen.origin else None
    return file and file.with_name(_("{name} (recovered)").format(name=file.stem) + suffix)


def _discard(
    document: Document,
    opened: OpenDocument,
    book: OpenBook,
    services: Services,
    chosen: UnsavedWork,
    offered: list[UnsavedWork],
    then: Then,
) -> None:
    sure = services.ui.dialogs.confirm(
        _("Discard this unsaved work?"), _("It cannot be brought back."), _("Discard")
    )
    if not sure:
        _ask(document, opened, book, services, offered)
        return

    def run(_job: Job) -> None:
        from mazeeditor.files.snapshots import Claim

        Claim(chosen.snapshot).discard()

    services.background.run(run, lambda _none: then(), services.report)

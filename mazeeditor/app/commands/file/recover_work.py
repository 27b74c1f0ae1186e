"""The command that brings back the unsaved work of windows that have crashed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mazeeditor.app.commands import command, idle
from mazeeditor.app.jobs import ignore
from mazeeditor.app.recovery.kept_forms import LABELS
from mazeeditor.app.ui import Recover
from mazeeditor.app.workspace import Workspace
from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.files import SUFFIX
from mazeeditor.sheets import BOOK_SUFFIX

if TYPE_CHECKING:
    from mazeeditor.app.recovery.left_behind import UnsavedWork
    from mazeeditor.app.recovery.recovery import Recovered
    from mazeeditor.editing.work import Opened
    from mazeeditor.files.snapshots import Claim, StoredSnapshot

Then = Callable[[], object]
AGAIN = 200  # ms until a busy window is asked again


@command("recover", _("Recover Unsaved Work…"), menu="file", order=16, enabled=idle)
def recover(workspace: Workspace) -> None:
    """Open, save or discard what a window that crashed has left."""

    def offer(offered: list[UnsavedWork]) -> None:
        if offered:
            _ask(workspace, offered)
        else:
            workspace.ui.show_status(_("There is no unsaved work to recover."))

    _look(workspace, offer)


def offer_at_start(workspace: Workspace) -> None:
    """Offer what was left behind, if anything, once the file given at the start is open."""

    def offer(offered: list[UnsavedWork]) -> None:
        books = any(work.is_book for work in offered)  # one may be open already
        if workspace.must_not_ask() or (books and not workspace.ui.several_windows):
            workspace.timer.after(AGAIN, lambda: offer(offered))
        elif offered:
            _ask(workspace, offered)

    _look(workspace, offer)


def _look(workspace: Workspace, offer: Callable[[list[UnsavedWork]], None]) -> None:
    def work(job: Job) -> list[UnsavedWork]:
        from mazeeditor.app.recovery.left_behind import left_behind

        return left_behind(job)

    workspace.background.run(work, offer, workspace.report)


def _ask(workspace: Workspace, offered: list[UnsavedWork]) -> None:
    """Ask about unsaved work until all is dealt with, one is opened, or the user leaves it."""
    answer = workspace.ui.dialogs.ask_recovery(offered)
    if answer is None:
        return
    action, chosen = answer
    remaining = [work for work in offered if work is not chosen]
    again = partial(_ask, workspace, remaining) if remaining else ignore
    if action is Recover.OPEN:
        _open(workspace, chosen, again)
    elif action is Recover.SAVE_AS:
        _save_as(workspace, chosen, offered, again)
    else:
        _discard(workspace, chosen, offered, again)


def _open(workspace: Workspace, chosen: UnsavedWork, then: Then) -> None:
    """Open unsaved work, in another window where something is unsaved in this one.

    Where there is more, and each can have a window of its own, that is offered again.
    """
    if chosen.is_book:
        from mazeeditor.app.books.opening import UnsavedBook

        name = chosen.origin.title if chosen.origin else ""
        workspace.ui.show_book(UnsavedBook(chosen.snapshot, name), then)
        return
    open_in = _recover if chosen.is_maze else _recover_forms
    if not workspace.ui.several_windows:
        workspace.gate.leave(lambda: open_in(workspace, chosen, ignore))
    elif workspace.document.dirty:
        workspace.ui.open_window(lambda other: open_in(other, chosen, then))
    else:
        open_in(workspace, chosen, then)


def _recover(workspace: Workspace, chosen: UnsavedWork, then: Then) -> None:
    """Take over a maze, and what was typed into forms beside it."""
    work = workspace.recovery.recovering(chosen.snapshot)
    typed = RecoveredForms(workspace, chosen.snapshot)

    def run(job: Job) -> Recovered:
        recovered = work.run(job)
        typed.read()
        return recovered

    def deliver(recovered: Recovered) -> None:
        work.deliver(recovered)
        typed.deliver()
        then()

    workspace.gate.start(_("Recovering unsaved work"), run, deliver)


def _recover_forms(workspace: Workspace, chosen: UnsavedWork, then: Then) -> None:
    """Take over what was typed into forms, and open the file of their document, if it has one."""
    typed = RecoveredForms(workspace, chosen.snapshot)
    file = chosen.origin.file if chosen.origin else None

    def run(job: Job) -> tuple[Claim, Opened | MazeError | None]:
        from mazeeditor.editing.work import opening
        from mazeeditor.files.snapshots import Claim

        with Claim(chosen.snapshot) as claim:
            typed.read()
            if file is None or file == workspace.document.path:
                return claim, None
            try:
                return claim, opening(workspace.document, file).run(job)
            except MazeError as problem:
                return claim, problem

    def deliver(result: tuple[Claim, Opened | MazeError | None]) -> None:
        claim, opened = result
        if isinstance(opened, MazeError):
            workspace.ui.dialogs.show_error(str(opened))
        elif file and opened:
            workspace.opener.take(file, opened)
        typed.deliver()
        workspace.form_recovery.write_soon(claim.discard)
        then()

    workspace.gate.start(_("Recovering unsaved work"), run, deliver)


class RecoveredForms:
    """What was typed into forms: read in a worker, where our own snapshot of it is written."""

    def __init__(self, workspace: Workspace, snapshot: StoredSnapshot) -> None:
        self._workspace, self._snapshot = workspace, snapshot
        self._records: dict[str, Any] = {}
        self._problem = ""

    def read(self) -> None:
        """Read it, if there is any; the snapshot that it is in may be removed afterwards.

        Raises ``MazeError`` where our own cannot be written.
        """
        from mazeeditor.files.unsaved_values import UNSAVED_FORMS

        if self._snapshot.forms is None:
            return
        try:
            origin, self._records = UNSAVED_FORMS.read(self._snapshot.forms)
        except MazeError as problem:
            self._problem = str(problem)
        else:
            self._workspace.form_recovery.keep(origin, self._records)

    def deliver(self) -> None:
        """Let the forms show it from now on, and say so."""
        ui = self._workspace.ui
        self._workspace.forms.take(self._records)
        if self._problem:
            ui.dialogs.show_message(_("What was typed is lost"), self._problem)
        elif names := [name for name in self._records if name in LABELS]:
            labels = ", ".join(LABELS[name] for name in names)
            text = _("What was typed into {forms} is there again.").format(forms=labels)
            ui.show_status(text, {name: f"{LABELS[name]}…" for name in names})


def _save_as(
    workspace: Workspace, chosen: UnsavedWork, offered: list[UnsavedWork], then: Then
) -> None:
    """Write unsaved work to a file, and remove its snapshot once it is there.

    This window takes over what was typed into forms beside it.
    """
    label, suffix = _("mazeeditor project"), SUFFIX
    if chosen.is_book:
        label, suffix = _("Book of mazes"), BOOK_SUFFIX
    path = workspace.files.ask_file(_("Save As"), label, suffix, _proposal(chosen, suffix))
    if path is None:
        _ask(workspace, offered)
        return

    typed = RecoveredForms(workspace, chosen.snapshot)

    def run(job: Job) -> None:
        from mazeeditor.files.snapshots import Claim

        with Claim(chosen.snapshot) as claim:
            _write(chosen, path, job)
            typed.read()
        claim.discard()

    def saved(_none: None) -> None:
        typed.deliver()
        workspace.settings.remember(path)
        workspace.ui.show_status(_("Saved {name}").format(name=path.name))
        then()

    workspace.jobs.start(_("Saving {name}").format(name=path.name), run, saved)


def _write(chosen: UnsavedWork, path: Path, job: Job) -> None:
    """Write a maze or a book to a file; raises ``MazeError`` and ``CancelledError``."""
    if chosen.is_book:
        from mazeeditor.app.books.opening import save_unsaved_book

        save_unsaved_book(chosen.snapshot, path, job)
    else:
        from mazeeditor.editing.operations import read_work
        from mazeeditor.files.project import save

        save(read_work(chosen.snapshot, job).project, path, job)


def _proposal(chosen: UnsavedWork, suffix: str) -> Path | None:
    """Return a name beside the file that the work was begun from; ``None`` where it had none."""
    file = chosen.origin.file if chosen.origin else None
    return file and file.with_name(_("{name} (recovered)").format(name=file.stem) + suffix)


def _discard(
    workspace: Workspace, chosen: UnsavedWork, offered: list[UnsavedWork], then: Then
) -> None:
    sure = workspace.ui.dialogs.confirm(
        _("Discard this unsaved work?"), _("It cannot be brought back."), _("Discard")
    )
    if not sure:
        _ask(workspace, offered)
        return

    def run(_job: Job) -> None:
        from mazeeditor.files.snapshots import Claim

        Claim(chosen.snapshot).discard()

    workspace.background.run(run, lambda _none: then(), workspace.report)

"""The command that brings back the unsaved work of windows that have crashed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from mazeeditor.job import Job
from mazeeditor.translation import _
from mazeeditor.workspace.commands import command, idle
from mazeeditor.workspace.jobs import ignore
from mazeeditor.workspace.project_files import SUFFIX
from mazeeditor.workspace.ui import Recover
from mazeeditor.workspace.user_folders import unsaved_books_folder
from mazeeditor.workspace.workspace import Workspace

if TYPE_CHECKING:
    from mazeeditor.workspace.book_recovery import UnsavedBook
    from mazeeditor.workspace.left_behind import UnsavedWork
    from mazeeditor.workspace.recovery import Recovered

Then = Callable[[], object]
OPEN, DISCARD = "open", "discard"
AGAIN = 200  # ms until a busy window is asked again


@command("recover", _("Recover Unsaved Work…"), menu="file", order=16, enabled=idle)
def recover(workspace: Workspace) -> None:
    """Open, save or discard what a window that crashed has left."""

    def offer(offered: list[UnsavedWork]) -> None:
        if offered:
            _ask(workspace, offered)
            _offer_books(workspace)
        else:
            _offer_books(workspace, _("There is no unsaved work to recover."))

    _look(workspace, offer)


def offer_at_start(workspace: Workspace) -> None:
    """Offer what was left behind, if anything, once the file given at the start is open."""

    def offer(offered: list[UnsavedWork]) -> None:
        if workspace.must_not_ask():
            workspace.timer.after(AGAIN, lambda: offer(offered))
        elif offered:
            _ask(workspace, offered)
            _offer_books(workspace)
        else:
            _offer_books(workspace)

    _look(workspace, offer)


def _offer_books(workspace: Workspace, none: str = "") -> None:
    """Offer the unsaved books one after the other; show ``none`` where there are none."""

    def work(job: Job) -> list[UnsavedBook]:
        folder = unsaved_books_folder()
        if not (folder and folder.is_dir() and any(folder.iterdir())):
            return []  # without importing all that books need
        from mazeeditor.workspace.book_recovery import unsaved_books

        return unsaved_books(job)

    def offer(books: list[UnsavedBook]) -> None:
        if not books and none:
            workspace.ui.show_status(none)
        _ask_about_books(workspace, books)

    workspace.threads.start(work, offer, workspace.report)


def _ask_about_books(workspace: Workspace, books: list[UnsavedBook]) -> None:
    if not books:
        return
    if workspace.must_not_ask() or not workspace.ui.several_windows:  # a book may be open already
        workspace.timer.after(AGAIN, lambda: _ask_about_books(workspace, books))
        return
    book, *rest = books
    text = _("Its window ended on {time}, before it was saved.")
    answer = workspace.ui.dialogs.ask(
        _("Open the unsaved book {name}?").format(name=book.name),
        text.format(time=f"{book.time:%Y-%m-%d %H:%M}"),
        {OPEN: _("Open"), DISCARD: _("Discard")},
        _("Later"),
        OPEN,
    )
    then = partial(_ask_about_books, workspace, rest)
    if answer == OPEN:
        workspace.ui.show_book(book, then)
    elif answer == DISCARD:
        _discard_book(workspace, book, then)


def _discard_book(workspace: Workspace, book: UnsavedBook, then: Then) -> None:
    def run(_job: Job) -> None:
        from mazeeditor.files.snapshots import Claim

        Claim(book.snapshot).discard()

    workspace.threads.start(run, lambda _none: then(), workspace.report)


def _look(workspace: Workspace, offer: Callable[[list[UnsavedWork]], None]) -> None:
    def work(job: Job) -> list[UnsavedWork]:
        from mazeeditor.workspace.left_behind import left_behind

        return left_behind(job)

    workspace.threads.start(work, offer, workspace.report)


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
    if not workspace.ui.several_windows:
        workspace.gate.leave(lambda: _recover(workspace, chosen, ignore))
    elif workspace.document.dirty:
        workspace.ui.open_window(lambda other: _recover(other, chosen, then))
    else:
        _recover(workspace, chosen, then)


def _recover(workspace: Workspace, chosen: UnsavedWork, then: Then) -> None:
    work = workspace.recovery.recovering(chosen.snapshot)

    def deliver(recovered: Recovered) -> None:
        work.deliver(recovered)
        then()

    workspace.gate.start(_("Recovering unsaved work"), work.run, deliver)


def _save_as(
    workspace: Workspace, chosen: UnsavedWork, offered: list[UnsavedWork], then: Then
) -> None:
    """Write unsaved work to a file, and remove its snapshot once it is there."""
    label = _("mazeeditor project")
    path = workspace.files.ask_file(_("Save As"), label, SUFFIX, _proposal(chosen))
    if path is None:
        _ask(workspace, offered)
        return

    def run(job: Job) -> None:
        from mazeeditor.files.project import save
        from mazeeditor.files.snapshots import Claim
        from mazeeditor.workspace.unsaved_content import read_work

        with Claim(chosen.snapshot) as claim:
            save(read_work(chosen.snapshot, job).project, path, job)
        claim.discard()

    def saved(_none: None) -> None:
        workspace.settings.remember(path)
        workspace.ui.show_status(_("Saved {name}").format(name=path.name))
        then()

    workspace.jobs.start(_("Saving {name}").format(name=path.name), run, saved)


def _proposal(chosen: UnsavedWork) -> Path | None:
    """Return a name beside the file that the work was begun from; ``None`` where it had none."""
    file = chosen.origin.file if chosen.origin else None
    return file and file.with_name(_("{name} (recovered).maze").format(name=file.stem))


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

    workspace.threads.start(run, lambda _none: then(), workspace.report)

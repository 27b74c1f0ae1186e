"""The book that is open, and what a person can ask for of it: save, print, check, mend, replace.

::

    draft ---> preview (plan, pages in view)
      |  `---> print, check (jobs) ---> findings ---> mend ---+
      +<------------------------------------------------------+
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from mazeeditor.app.books.draft import BookDraft, BookRequest
from mazeeditor.app.books.file_watch import BookFileWatch
from mazeeditor.app.books.findings import BookFindings
from mazeeditor.app.books.history import BookHistory
from mazeeditor.app.books.opening import begin, read
from mazeeditor.app.books.preview import BookPreview
from mazeeditor.app.books.printing import (
    CheckedBook,
    can_mend,
    check_book,
    mend_book,
    print_book,
)
from mazeeditor.app.books.recovery import BookRecovery
from mazeeditor.app.drafts.field_values import FieldValues
from mazeeditor.app.files.project_files import SUFFIX as MAZE_SUFFIX
from mazeeditor.app.jobs import ignore
from mazeeditor.app.printing.paper_printing import print_out
from mazeeditor.app.printing.system_printing import PrintRequest
from mazeeditor.app.ui import Unsaved
from mazeeditor.app.workspace import Workspace
from mazeeditor.core.disk.atomic import WriteResult, write_whole
from mazeeditor.core.disk.file_names import file_name_of
from mazeeditor.core.disk.file_state import FileChangedError
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.listeners import Listeners
from mazeeditor.core.translation import _, count
from mazeeditor.files import IMPORTERS, Project
from mazeeditor.files.project import as_bytes
from mazeeditor.maze.random import new_seed
from mazeeditor.maze.recipe import Recipe
from mazeeditor.page.formats import EXPORTERS
from mazeeditor.prepress.preflight import Finding
from mazeeditor.sheets import BOOK_SUFFIX
from mazeeditor.sheets.books.book_pages import BookMaze
from mazeeditor.sheets.pages.page_files import PDF, PICTURES, ZIP, PageFormat

KIND = _("Book of mazes")


class BookEditor:
    """What is open; ``changed`` is notified of all that is shown of it, ``opened`` of another book.

    ``message`` is what was done last, ``offers`` whether files were printed that can be opened.
    ``options`` are those of the PDF, ``found`` is what the last check has found.
    """

    def __init__(self, workspace: Workspace, draft: BookDraft) -> None:
        self.workspace = workspace
        self.changed: Listeners[[]] = Listeners()
        self.opened: Listeners[[]] = Listeners()
        self.options = FieldValues(EXPORTERS["pdf"].options)
        self.leave_for: Callable[[Callable[[], None]], None] = lambda then: then()
        self._subscription = workspace.jobs.changed.subscribe(self.changed.notify)
        self._show(draft)

    def _show(self, draft: BookDraft) -> None:
        workspace = self.workspace
        self.draft = draft
        self.preview = BookPreview(draft, workspace.background, self._report)
        self.history = BookHistory(draft, workspace.timer)
        self.found = BookFindings(draft, self.preview)
        self.watch = BookFileWatch(workspace, draft, self._reload)
        self.recovery = BookRecovery(draft, workspace.drafts)
        self.message, self.offers = "", False
        draft.changed.subscribe(self.changed.notify)
        self.history.changed.subscribe(self.changed.notify)
        if draft.path:
            workspace.settings.book = str(draft.path)
            workspace.settings.remember(draft.path)

    def _report(self, problem: Exception) -> None:
        if isinstance(problem, MazeError):
            self.workspace.report(problem)

    def close(self) -> None:
        """Follow nothing any more, and cancel what runs."""
        self._leave_draft()
        self._subscription()
        self.workspace.jobs.cancel()

    def _leave_draft(self) -> None:
        for part in (self.preview, self.history, self.recovery):
            part.close()

    @property
    def busy(self) -> bool:
        """Whether a job runs."""
        return self.workspace.jobs.busy

    def _request(self) -> BookRequest | None:
        """Return the book as it is, None where a field is invalid, which is shown."""
        self.workspace.commit_typing.notify()
        try:
            return self.draft.request()
        except UsageError as problem:
            self.workspace.ui.dialogs.show_error(str(problem))
            return None

    def _done(self, message: str, *, offers: bool = False) -> None:
        self.message, self.offers = message, offers
        self.changed.notify()

    # Undo and redo

    def undo(self) -> None:
        """Take back the last change."""
        self.workspace.commit_typing.notify()
        if name := self.history.undo():
            self._done(_("Undone: {step}").format(step=name))

    def redo(self) -> None:
        """Do the change again that was undone last."""
        self.workspace.commit_typing.notify()
        if name := self.history.redo():
            self._done(_("Done again: {step}").format(step=name))

    # Other books

    def leave(self, then: Callable[[], object]) -> None:
        """Call ``then`` once there are no unsaved changes, or the user has discarded them."""
        self.workspace.commit_typing.notify()
        if not self.draft.dirty:
            then()
            return
        answer = self.workspace.ui.dialogs.ask_unsaved(self.draft.name)
        if answer is Unsaved.SAVE:
            self.save(then)
        elif answer is Unsaved.DISCARD:
            then()

    def new(self) -> None:
        """Begin a new book like one of the templates."""

        def ask() -> None:
            begin(self.workspace, self._open)

        self.leave(ask)

    def open(self) -> None:
        """Ask for the file of a book and open it."""

        def ask() -> None:
            folder = self.draft.folder if self.draft.path else self.workspace.files.folder()
            kinds = [(KIND, (BOOK_SUFFIX,))]
            path = self.workspace.ui.dialogs.file_to_open(_("Open a Book"), kinds, folder)
            if path:
                read(self.workspace, path, self._open)

        self.leave(ask)

    def _open(self, draft: BookDraft) -> None:
        self._leave_draft()
        self._show(draft)
        self.opened.notify()
        self.changed.notify()

    def _reload(self) -> None:
        """Read the file again; what was changed since the last save is lost."""
        if self.draft.path:
            read(self.workspace, self.draft.path, self._open)

    # Files

    def save(self, then: Callable[[], object] = ignore) -> None:
        """Write the book to its file, asking for one where there is none, then call ``then``."""
        if self.draft.path:
            self._write(self.draft.path, then)
        else:
            self.save_as(then)

    def save_as(self, then: Callable[[], object] = ignore) -> None:
        """Ask for a file, write the book to it, then call ``then``."""
        path = self.workspace.files.ask_file(
            _("Save the Book"), KIND, BOOK_SUFFIX, self.draft.path or self._proposal(BOOK_SUFFIX)
        )
        if path:
            self._write(path, then)

    def _write(self, path: Path, then: Callable[[], object]) -> None:
        if self._request() is None:
            return
        draft, path = self.draft, path.absolute()
        try:
            data = draft.data(path.parent)
        except UsageError as problem:
            self.workspace.ui.dialogs.show_error(str(problem))
            return

        def run(job: Job) -> WriteResult | FileChangedError:
            try:
                check = partial(self.watch.check, path, job=job)
                return write_whole(path, data, job=job, before_replace=check)
            except FileChangedError as problem:  # the answer to it is more than a message
                return problem

        def ended(result: WriteResult | FileChangedError) -> None:
            if isinstance(result, FileChangedError):
                again, other = partial(self._write, path, then), partial(self.save_as, then)
                self.watch.ask_before_save(path, result.state, again, other)
                return
            draft.note_saved(path, data, result.state)
            self.workspace.settings.book = str(path)
            self.workspace.settings.remember(path)
            self._done(_("Saved {name}").format(name=path.name))
            then()

        title = _("Saving {name}").format(name=path.name)
        self.workspace.jobs.start(title, run, ended)

    def _proposal(self, suffix: str) -> Path:
        """Return a name for a file of the book: that of the book, else its title."""
        path, files = self.draft.path, self.workspace.files
        stem = path.stem if path else file_name_of(self.draft.fields["title"]) or _("book")
        return (path.parent if path else files.folder()) / f"{stem}{suffix}"

    def print(self) -> None:
        """Ask for a file, print the book into it, and check that."""
        request = self._request()
        if request is None:
            return
        path = self.workspace.files.ask_file(
            _("Print the Book"), _("PDF"), PDF, self._proposal(PDF), further=(*PICTURES, ZIP)
        )
        if path is None:
            return
        options = self.options.read() if path.suffix.lower() == PDF else {}
        run = partial(print_book, request, path, PageFormat.of(path, **options))

        def done(checked: CheckedBook) -> None:
            self.found.take(request, checked)
            self.workspace.exported = list(checked.files)
            names = checked.files[0].name
            if len(checked.files) > 1:
                names = _("{count} files").format(count=len(checked.files))
            text = _("Saved {names}").format(names=names)
            self._done(_with_number(text, checked), offers=True)

        self.workspace.jobs.start(_("Printing {name}").format(name=path.name), run, done)

    def print_out(self) -> None:
        """Print the book on a printer."""
        request = self._request()
        if request is None or self.busy:
            return

        def make(path: Path, _asked: PrintRequest, job: Job) -> None:
            request.printing(job).write(path, PageFormat.of(path), job)

        title = self.draft.fields["title"].strip() or self.draft.name
        print_out(self.workspace, title, make, self._done)

    # The check

    def check(self) -> None:
        """Print the book into no file, and check it."""
        request = self._request()
        if request is None or self.busy:
            return

        def done(checked: CheckedBook) -> None:
            self.found.take(request, checked)
            self._done(_with_number(_("Checked all pages"), checked))

        self.workspace.jobs.start(
            _("Checking the book"), lambda job: check_book(request, job), done
        )

    def can_mend(self, finding: Finding) -> bool:
        """Whether a setting of the book mends it."""
        return not self.busy and can_mend(finding)

    def mend(self, finding: Finding) -> None:
        """Change the setting that breaks a rule, and check the book again."""
        checked = self.found.checked
        if checked and mend_book(self.draft, finding, checked.printing):
            self.check()
        else:
            self.workspace.ui.dialogs.show_error(
                _("The setting is as the rule asks already; {advice}").format(
                    advice=finding.advice[:1].lower() + finding.advice[1:]
                )
            )

    # Single mazes

    def maze(self, number: int) -> BookMaze | None:
        """Return a maze of the book as it is planned."""
        printing = self.preview.planned.printing
        return printing.mazes[number - 1] if printing and number <= len(printing.mazes) else None

    def _key(self, number: int) -> str:
        maze = self.maze(number)
        return maze.replaced_by if maze else ""

    def take_another(self, number: int) -> None:
        """Print a maze of another seed in the place of one."""
        self.draft.replace(number, new_seed(), self._key(number))

    def put_back(self, number: int) -> None:
        """Print the maze again that stood there at first."""
        self.draft.put_back(number, self._key(number))

    def take_own(self, number: int) -> None:
        """Ask for the file of a maze, and print that in the place of one."""
        formats = [(form.label, form.suffixes) for form in IMPORTERS]
        suffixes = tuple(dict.fromkeys(suffix for _label, own in formats for suffix in own))
        kinds = [(_("Mazes"), suffixes), *formats]
        title = _("A Maze for Number {number}").format(number=number)
        folder = self.draft.folder if self.draft.path else self.workspace.files.folder()
        path = self.workspace.ui.dialogs.file_to_open(title, kinds, folder)
        if path and self.is_missing(number):
            found = self.draft.locate(number, path.absolute(), self._key(number))
            text = count(found, _("maze was located"), _("mazes were located"))
            self._done(f"{text}.")
        elif path:
            self.draft.replace(number, path.absolute(), self._key(number))

    def is_missing(self, number: int) -> bool:
        """Whether the file of a maze cannot be read."""
        maze = self.maze(number)
        return bool(maze and maze.problem)

    def edit(self, number: int) -> None:
        """Save a maze as a project, print that in its place, and open it to be edited by hand.

        The book is saved and closed then.
        """
        maze = self.maze(number)
        if maze is None or self.busy:
            return
        proposal = self._proposal(MAZE_SUFFIX)
        proposal = proposal.with_stem(f"{proposal.stem}-{number:03}")
        label = _("mazeeditor project")
        path = self.workspace.files.ask_file(
            _("Save Maze {number}").format(number=number), label, MAZE_SUFFIX, proposal
        )
        if path is None:
            return
        path, puzzle = path.absolute(), maze.puzzle

        def run(job: Job) -> None:
            if isinstance(puzzle.source, Recipe):
                data = as_bytes(Project(puzzle.maze(job), puzzle.source))
            else:
                data = puzzle.source
            write_whole(path, data, job=job)

        def written(_result: None) -> None:
            self.draft.replace(number, path, maze.replaced_by)
            self.save(lambda: self.leave_for(partial(_open_maze, self.workspace, path)))

        self.workspace.jobs.start(_("Saving {name}").format(name=path.name), run, written)


def _with_number(text: str, checked: CheckedBook) -> str:
    """Return a message, and how many warnings the check shows."""
    if not checked.warnings:
        return text
    number = count(len(checked.warnings), _("warning"), _("warnings"))
    return _("{text} with {warnings}: see Check").format(text=text, warnings=number)


def _open_maze(workspace: Workspace, path: Path) -> None:
    from mazeeditor.app.commands.file.file_menu import open_chosen

    open_chosen(workspace, path)

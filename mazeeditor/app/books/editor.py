"""The book that is open, and what a person can ask for of it: save, print, check, mend, replace.

::

    draft ---> preview (plan, pages in view)
      |  `---> print, check (jobs) ---> findings ---> mend ---+
      +<------------------------------------------------------+
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from mazeeditor.app.books.chapter_draft import ChapterDraft
from mazeeditor.app.books.draft import BookDraft, BookRequest, open_book
from mazeeditor.app.books.preview import BookPreview
from mazeeditor.app.books.printing import (
    BookFindings,
    CheckedBook,
    can_mend,
    check_book,
    mend_book,
    print_book,
)
from mazeeditor.app.commands.export_menu import OFFERED
from mazeeditor.app.drafts.field_values import FieldValues
from mazeeditor.app.files.document_files import DocumentFiles
from mazeeditor.app.files.file_watch import FileConflicts, FileWatch
from mazeeditor.app.files.open_files import OpenFiles
from mazeeditor.app.files.user_folders import recovery_folder
from mazeeditor.app.gate import Gate, Opener
from mazeeditor.app.jobs import Task
from mazeeditor.app.parts.open_document import OpenDocument
from mazeeditor.app.parts.services import Services
from mazeeditor.app.printing.paper_printing import print_out
from mazeeditor.app.printing.system_printing import PrintRequest
from mazeeditor.app.shown.verdict import Kind
from mazeeditor.core.disk.atomic import write_whole
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.listeners import Listeners
from mazeeditor.core.translation import _, count
from mazeeditor.editing.work import Work
from mazeeditor.files import IMPORTERS, Project
from mazeeditor.files import SUFFIX as MAZE_SUFFIX
from mazeeditor.files.project import as_bytes
from mazeeditor.files.snapshots import SnapshotFolder
from mazeeditor.maze.random import new_seed
from mazeeditor.maze.recipe import Recipe
from mazeeditor.page.formats import EXPORTERS
from mazeeditor.prepress.preflight import Finding
from mazeeditor.sheets.books.book import Chapter
from mazeeditor.sheets.books.book_mazes import BookMaze
from mazeeditor.sheets.books.book_texts import TITLES, unfinished_author
from mazeeditor.sheets.books.book_texts import wrong_numbers as wrong_numbers_in
from mazeeditor.sheets.books.cover import size_in_words
from mazeeditor.sheets.books.cover_size import CoverSize
from mazeeditor.sheets.pages.page_files import PDF, PICTURES, ZIP, PageFormat

if TYPE_CHECKING:
    from mazeeditor.app.books.draft import BookDraft


T = TypeVar("T")


class BookEditor:
    """A book that is open; ``changed`` is notified of all that is shown of it.

    ``options`` are those of the PDF, ``found`` is what the last check has found. ``take`` opens
    another book in its place; ``open_maze`` opens the file of a maze.
    """

    def __init__(
        self,
        opened: OpenDocument,
        services: Services,
        draft: BookDraft,
        take: Callable[[BookDraft], bool],
        open_maze: Callable[[Path], object],
    ) -> None:
        self._opened, self._services, self._open_maze = opened, services, open_maze
        self.draft = draft
        self.changed: Listeners[[]] = Listeners()
        self.options = FieldValues(EXPORTERS["pdf"].options)
        self.preview = BookPreview(draft, services.background, self._report)
        self.found = BookFindings(draft, self.preview)
        self._open_files = OpenFiles()
        self._add_files(take)
        draft.steps.start(services.timer)
        checked = self.preview.pages.check.changed
        for changed in (draft.changed, draft.steps.changed, self.preview.changed, checked):
            changed.subscribe(self.changed.notify)
        draft.changed.subscribe(self._follow_file)
        self._sizing: dict[ChapterDraft, Task] = {}
        draft.audience_chosen.subscribe(self._find_sizes)
        self._subscription = services.jobs.changed.subscribe(self.changed.notify)
        self._folder = SnapshotFolder(recovery_folder())
        self.recovery = opened.drafts.add(draft, "book", lambda: self._folder)
        if draft.dirty:
            self.recovery.write_soon(draft.on_kept)
        if draft.path:
            services.settings.remember(draft.path)
        self._follow_file()

    def _add_files(self, take: Callable[[BookDraft], bool]) -> None:
        """Make what saves, opens and watches the file of the book."""
        services, ui, jobs = self._services, self._services.ui, self._services.jobs
        conflicts = FileConflicts(self.draft, jobs, ui, lambda path: self.opener.open(path))
        self.files = DocumentFiles(
            self.draft, jobs, services.settings, ui, conflicts, ui.show_status
        )
        self.gate = Gate(self.draft, jobs, self.files, ui, services.commit_typing)

        def reading(path: Path) -> Work[BookDraft]:
            return Work(lambda job: open_book(path, job), take)

        self.opener = Opener(reading, self.gate, jobs, services.settings, ui)
        self.watch = FileWatch(
            self.draft, services.background, ui, conflicts, lambda: self.busy, self._open_files
        )

    def _follow_file(self) -> None:
        """Watch the file where it is another one, which is opened the next time."""
        self.watch.document_changed()
        if self.draft.path:
            self._services.settings.book = str(self.draft.path)

    def _report(self, problem: Exception) -> None:
        if isinstance(problem, MazeError):
            self._services.report(problem)

    def _find_sizes(self, chapter: ChapterDraft) -> None:
        """Take over the sizes of the audience that was chosen for a chapter, once they are found.

        Not for a chapter that is gone, undone or sized by hand by then.
        """
        if chapter in self._sizing:
            self._sizing[chapter].cancel()
        asked = chapter.choice

        def take(found: Chapter) -> None:
            now = chapter.choice
            if chapter in self.draft.chapters and now.sized_by == asked.sized_by:
                chapter.put(now.with_sizes(found))

        with suppress(UsageError):  # the field shows what is invalid
            work, services = self.draft.sizing(chapter), self._services
            self._sizing[chapter] = services.background.run(work, take, services.report)

    def close(self) -> None:
        """Follow nothing any more, and remove the snapshot: nothing of the book is unsaved."""
        for task in self._sizing.values():
            task.cancel()
        self._subscription()
        self.preview.close()
        self.draft.steps.close()
        self._opened.drafts.remove(self.recovery)
        self._folder.close()
        self._open_files.close()

    @property
    def busy(self) -> bool:
        return self._services.jobs.busy

    def _request(self) -> BookRequest | None:
        """Return the book as it is, None where that cannot be printed; it is shown why."""
        self._services.commit_typing.notify()
        try:
            request, problem = self.draft.request(), unfinished_text(self.draft)
        except UsageError as error:
            request, problem = None, str(error)
        if problem:
            self._services.ui.dialogs.show_error(problem)
        return None if problem else request

    def _say(self, message: str) -> None:
        self._services.ui.show_status(message)

    def _written(self, message: str, files: Sequence[Path]) -> None:
        """Say what was written, and offer to open it."""
        self._opened.exported = list(files)
        self._services.ui.show_status(message, OFFERED)

    # Files

    def print(self) -> None:
        """Ask for a file, print the book into it, and check that.

        Asks first where its title or subtitle names another number of mazes.
        """
        request = self._request()
        if request is None:
            return
        wrong, apart = wrong_numbers(self.draft), self._wrong_with_whole()
        if (wrong or apart) and not self._services.ui.dialogs.confirm(
            _("One maze") if apart else _("Number of mazes"),
            "\n".join([*apart, *wrong]),
            _("Make PDF anyway"),
        ):
            return
        path = self.files.ask_file(_("Make the book"), _("PDF"), PDF, further=(*PICTURES, ZIP))
        if path is None:
            return
        options = self.options.read() if path.suffix.lower() == PDF else {}
        run = partial(print_book, request, path, PageFormat.of(path, **options))

        def done(checked: CheckedBook) -> None:
            checked = self._take(request, checked, wrong)
            names = checked.files[0].name
            if len(checked.files) > 1:
                names = _("{count} files").format(count=len(checked.files))
            text = _("Saved {names}")
            if self.draft.data() != request.data:
                text = _("Saved {names} of the book as it was; it has changed since")
            self._written(_with_number(text.format(names=names), checked), checked.files)

        self._write(path, run, done)

    def _wrong_with_whole(self) -> list[str]:
        """Return what is wrong with a book that is to be one maze, as it is planned."""
        planned = self.preview.planned
        return planned.wrong if planned.verdict else []

    def save_cover(self) -> None:
        """Ask for a file, and write the cover of the book into it."""
        request = self._request()
        if request is None or self.busy:
            return
        proposal = self.files.proposal(PDF)
        proposal = proposal.with_stem(_("{name} cover").format(name=proposal.stem))
        path = self.files.ask_file(_("Save the cover"), _("PDF"), PDF, proposal)
        if path is None:
            return

        def write(job: Job) -> CoverSize:
            return request.printing(job).write_cover(path, PageFormat.of(path), job)

        def done(size: CoverSize) -> None:
            known = {"name": path.name, "size": size_in_words(size)}
            self._written(_("Saved {name}: {size}").format(**known), [path])

        self._write(path, write, done)

    def _write(self, path: Path, run: Callable[[Job], T], done: Callable[[T], object]) -> None:
        """Start to write a file, of which nothing is left where that is stopped."""
        stopped = _("Stopped: nothing was written into {name}").format(name=path.name)
        title = _("Saving {name}").format(name=path.name)
        self._services.jobs.start(title, run, done, lambda: self._say(stopped))

    def _take(self, request: BookRequest, checked: CheckedBook, wrong: list[str]) -> CheckedBook:
        """Show what a check found, with the ``wrong`` numbers of mazes first; return all of it."""
        checked = replace(checked, warnings=(*wrong, *checked.warnings))
        self.found.take(request, checked)
        self.changed.notify()
        return checked

    def print_out(self) -> None:
        request = self._request()
        if request is None or self.busy:
            return

        def make(path: Path, _asked: PrintRequest, job: Job) -> None:
            request.printing(job).write(path, PageFormat.of(path), job)

        title = self.draft.fields["title"].strip() or self.draft.name
        print_out(self._services, title, make, self._say)

    @property
    def unfinished(self) -> str:
        """The name of the field in which a text of the template still stands, "" for none."""
        return "author" if unfinished_text(self.draft) else ""

    @property
    def verdict(self) -> tuple[Kind, str]:
        """Whether it can be printed, in a few words."""
        if self.preview.planned.problem:
            return "bad", _("Cannot be printed yet")
        if wrong := self.preview.planned.verdict:
            return "bad", wrong
        pages, found = self.preview.pages.check.verdict, self.found.verdict
        if pages[0] == "bad":
            return pages
        if self.unfinished:
            return "warn", _("The author is missing")
        worse = pages[0] == "warn" and found[0] == "bad"  # a shop makes nothing better
        return found if worse or pages[0] == "good" else pages

    # The check

    def check(self) -> None:
        request = self._request()
        if request is None or self.busy:
            return
        wrong = wrong_numbers(self.draft)

        def done(checked: CheckedBook) -> None:
            checked = self._take(request, checked, wrong)
            if self.found.outdated:
                self._say(_("Checked the book as it was; it has changed since: check it again"))
            else:
                self._say(_with_number(_("Checked all pages"), checked))

        self._services.jobs.start(
            _("Checking the book"),
            lambda job: check_book(request, job),
            done,
            lambda: self._say(_("Stopped: the book was not checked to its end")),
        )

    def can_mend(self, finding: Finding) -> bool:
        """Whether a setting of the book mends it; not where it was found in the book as it was."""
        return not self.busy and not self.found.outdated and can_mend(finding)

    def mend(self, finding: Finding) -> None:
        """Change the setting that breaks a rule, and check the book again."""
        checked = self.found.checked
        if checked and mend_book(self.draft, finding, checked.printing):
            self.check()
        else:
            self._services.ui.dialogs.show_error(
                _("The setting is as the rule asks already; {advice}").format(
                    advice=finding.advice[:1].lower() + finding.advice[1:]
                )
            )

    # Single mazes

    def maze(self, number: int) -> BookMaze | None:
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
        title = _("A maze for number {number}").format(number=number)
        path = self._services.ui.dialogs.file_to_open(title, kinds, self.files.folder())
        if path and self.is_missing(number):
            found = self.draft.locate(number, path.absolute(), self._key(number))
            text = count(found, _("maze was located"), _("mazes were located"))
            self._say(f"{text}.")
        elif path:
            self.draft.replace(number, path.absolute(), self._key(number))

    def is_missing(self, number: int) -> bool:
        """Whether the file of a maze cannot be read."""
        maze = self.maze(number)
        return bool(maze and maze.problem)

    def edit(self, number: int) -> None:
        """Save a maze as a project, print that in its place, and open it to be edited by hand."""
        maze = self.maze(number)
        if maze is None or self.busy:
            return
        proposal = self.files.proposal(MAZE_SUFFIX)
        proposal = proposal.with_stem(f"{proposal.stem}-{number:03}")
        label = _("mazeeditor project")
        path = self.files.ask_file(
            _("Save maze {number}").format(number=number), label, MAZE_SUFFIX, proposal
        )
        if path is None:
            return
        path, puzzle, before = path.absolute(), maze.puzzle, self.draft.data()

        def run(job: Job) -> None:
            if isinstance(puzzle.source, Recipe):
                data = as_bytes(Project(puzzle.maze(job), puzzle.source))
            else:
                data = puzzle.source
            write_whole(path, data, job=job)

        def written(_result: None) -> None:
            if self.draft.data() != before:  # another maze may have that number now
                text = _("Saved {name}. The book has changed since, so it does not print that.")
                self._say(text.format(name=path.name))
                return
            self.draft.replace(number, path, maze.replaced_by)
            self._open_maze(path)

        self._services.jobs.start(_("Saving {name}").format(name=path.name), run, written)


def _with_number(text: str, checked: CheckedBook) -> str:
    """Return a message, and how many warnings the check shows."""
    if not checked.warnings:
        return text
    number = count(len(checked.warnings), _("warning"), _("warnings"))
    return _("{text} with {warnings}: see Check").format(text=text, warnings=number)


def unfinished_text(draft: BookDraft) -> str:
    """Return what must be changed before the book is printed, "" for nothing."""
    advice = _("type the name into the field Author of the tab Book, or leave it empty.")
    return unfinished_author(draft.fields["author"], advice)


def wrong_numbers(draft: BookDraft) -> list[str]:
    """Return a sentence for each number of mazes in title and subtitle that the book has not."""
    return wrong_numbers_in({name: draft.fields[name] for name in TITLES}, draft.count)

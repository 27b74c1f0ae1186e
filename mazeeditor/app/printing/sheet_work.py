"""The sheet of a document: its draft, its pages as they will be printed, and what it is made of.

::

    fields, names -----+
    page of document --+---> request ---> plan, pages in view     (worker)
    fields of Generate +        |
                                +------> file, printer            (job)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from mazeeditor.app.drafts.picture_choice import choose_path, choose_picture
from mazeeditor.app.drafts.typeface_previews import TypefacePreviews, ask_typeface
from mazeeditor.app.parts.services import Services
from mazeeditor.app.printing.page_previews import USUAL_RATIO, DrawnPage, PagePreviews, drawn_page
from mazeeditor.app.printing.sheet_draft import SheetDraft, SheetRequest, found_names, names_of
from mazeeditor.app.recovery.draft_recovery import SHEET, KeptForms
from mazeeditor.app.shown.verdict import Kind
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.logged import collected_warnings
from mazeeditor.core.translation import _, count
from mazeeditor.editing.content import Change
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import SetPage
from mazeeditor.editing.followers import Follower
from mazeeditor.maze.recipe import Recipe
from mazeeditor.page.page import Page
from mazeeditor.sheets.pages.puzzle_page import PagePlan

if TYPE_CHECKING:
    from mazeeditor.app.printing.page_check import PageCheck
    from mazeeditor.app.printing.sheet_mends import Mend


@dataclass(frozen=True, eq=False)
class PlannedSheet:
    """The pages of a sheet; or what is wrong with it, ``names_problem`` where it is the list.

    ``names`` are those of a list, ``found`` is what it has, ``columns`` are its columns.
    ``answers`` is how many of the pages are in a file of their own.
    """

    pages: Sequence[PagePlan] = ()
    page: Page | None = None
    answers: int = 0
    problem: str = ""
    names: Sequence[str] = ()
    found: str = ""
    columns: Sequence[str] = ()
    warning: str = ""  # about the list
    names_problem: str = ""

    @property
    def count(self) -> int:
        return len(self.pages)

    @property
    def ratio(self) -> float:
        """How high a page is, in widths."""
        width, height = self.pages[0].paper if self.pages else (1.0, USUAL_RATIO)
        return height / width

    @property
    def facing(self) -> bool:
        """Whether pages lie side by side: those of a sheet are not bound."""
        return False

    def place(self, number: int) -> int:
        """Return where a page stands in rows of pages, from 0."""
        return number - 1

    def label(self, number: int) -> str:
        """Return what stands below a page."""
        first = self.count - self.answers
        if number > first:
            text = _("Answers, page {number} of {count}")
            return text.format(number=number - first, count=self.answers)
        return _("Page {number} of {count}").format(number=number, count=first)

    @property
    def summary(self) -> str:
        """How many pages there are: "12 pages of mazes, 4 of answers"."""
        kinds = Counter(page.kind for page in self.pages)
        mazes = count(kinds["puzzles"], _("page of mazes"), _("pages of mazes"))
        if not kinds["answers"]:
            return mazes if self.pages else ""
        text = _("{mazes}, {answers:,} of answers")
        if self.answers:
            text = _("{mazes}, {answers:,} of answers in a file of their own")
        return text.format(mazes=mazes, answers=kinds["answers"])

    def draw(self, number: int, width: int, job: Job) -> DrawnPage:
        """Draw a page so many px wide; called by a worker."""
        assert self.page
        page = drawn_page(self.pages[number - 1], width, job)
        return page if self.page.walls != "hairlines" else replace(page, advice="")


def plan_pages(request: SheetRequest, job: Job) -> PlannedSheet:
    """Return the pages of a sheet; called by a worker."""
    try:
        with collected_warnings() as about_names:
            rows = request.rows()
    except MazeError as problem:
        return PlannedSheet(problem=str(problem), names_problem=str(problem))
    columns = list(rows[0]) if rows else []
    known: dict[str, Any] = {
        "names": names_of(rows),
        "found": found_names(rows) if rows else "",
        "columns": columns if len(columns) > 1 else [],
        "warning": "\n".join(about_names),
    }
    try:
        order = request.order(rows, job)
        planned = order.plan(job)
    except MazeError as problem:
        return PlannedSheet(problem=str(problem), **known)
    pages = [*planned.pages, *planned.answers]
    return PlannedSheet(pages, order.page, len(planned.answers), **known)


class SheetWork:
    """What is put together for a sheet while its document is open.

    ``drafted`` returns the recipe of Generate, None where one of its fields is invalid. What is
    changed of the page of the document is there until ``apply_page``.
    """

    def __init__(
        self,
        document: Document,
        forms: KeptForms,
        services: Services,
        drafted: Callable[[], Recipe | None],
    ) -> None:
        self._document, self._forms, self._services = document, forms, services
        self._drafted = drafted
        self.draft = draft = SheetDraft(
            services.settings,
            document.page,
            partial(choose_picture, services),
            partial(choose_path, services),
            partial(ask_typeface, services),
        )
        self.preview = PagePreviews(
            services.background, self._take, plan_pages, PlannedSheet(), services.report
        )
        self.preview.watched = False  # until it is shown
        self.typefaces = TypefacePreviews(services.background, services.report)
        self.shown = False
        self._planned: tuple[Any, ...] = ()  # what the pages were planned for
        forms.keep(SHEET, draft)
        draft.steps.start(services.timer)
        draft.steps.changed.subscribe(services.update)
        draft.changed.subscribe(self._check)
        services.updated.subscribe(self._check)
        document.changed.follow(Follower.SHEET, self._follow_page)

    @property
    def check(self) -> PageCheck:
        return self.preview.check

    @property
    def verdict(self) -> tuple[Kind, str, str]:
        """Whether it can be printed: a sign, a few words, and how much there is of it."""
        planned = self.preview.planned
        if planned.problem:
            return "bad", _("Cannot be printed yet"), ""
        return (*self.check.verdict, planned.summary) if planned.count else ("neutral", "", "")

    def mends(self) -> list[Mend]:
        """Return what mends all that was found."""
        from mazeeditor.app.printing.sheet_mends import mends_of

        recipe = self.draft.recipe(self._drafted())
        shows = bool(recipe and recipe.subject)
        return mends_of(self.draft, self.check.findings or (), shows=shows)

    def mend(self, action: Callable[[], object]) -> None:
        """Do what mends the pages, after what is being typed."""
        self._services.commit_typing.notify()
        action()

    # What it is made of

    def request(self) -> SheetRequest:
        """Return what is to be printed; raises ``UsageError``."""
        document = self._document
        return self.draft.request(
            document.page,
            self._drafted(),
            document.project,
            document.maze.lattice,
            document.recipe.subject,
        )

    def _state(self) -> tuple[Any, ...]:
        """Return what the pages depend on, and the state of the document if its maze is."""
        try:
            document = self._document
            request = self.draft.request(
                document.page,
                self._drafted(),
                lambda: None,
                document.maze.lattice,
                document.recipe.subject,
            )
        except UsageError as problem:
            return (str(problem),)
        return request, None if request.recipe else self._document.state

    def _take(self) -> SheetRequest | None:
        self._planned = self._state()
        try:
            return self.request()
        except UsageError as problem:
            self.preview.show(PlannedSheet(problem=str(problem)))
            return None

    # Following

    def show(self) -> None:
        """Follow what the pages depend on; they are seen now."""
        self.shown = True
        self._follow_page()
        if self._state() != self._planned:
            self.preview.request(0)
        self.preview.watch(True)

    def hide(self) -> None:
        """Apply what was changed of the page, and follow no longer."""
        self.shown = False
        self.preview.watch(False)
        self.preview.wait_no_longer()
        with suppress(UsageError):  # what is typed of it stays in its field
            self.apply_page()

    def _check(self) -> None:
        """Plan again where something has changed on which the pages depend."""
        if self.shown and self._state() != self._planned:
            self.preview.request()

    def _follow_page(self, change: Change | None = None) -> None:
        if change and change.maze and change.file:  # another document
            self.preview.wait_no_longer()
        if change is None or change.page or change.file:
            self.draft.show_page(self._document.page)

    def apply_page(self) -> None:
        """Change the page of the document as the fields have it, in one step.

        With a card it stays as it is. Raises ``UsageError``.
        """
        if self.draft.card:
            return
        page = self._document.page
        changed = self.draft.page(page)
        if changed != page:
            self._document.apply(SetPage(page, changed))

    # Printing

    def order(self, then: Callable[[SheetRequest], object]) -> None:
        """Keep what is typed and hand over what is to be printed, unless something is wrong.

        What is wrong is shown. Nothing is handed over where the sheet is left before its pages
        are planned, or another document is opened.
        """
        if self._state() != self._planned or self.preview.planning:
            self.preview.request(0)  # without a pause
        self.preview.when_planned(lambda: self._hand_over(then))

    def _hand_over(self, then: Callable[[SheetRequest], object]) -> None:
        problem = self.preview.planned.problem or next(
            (page.problem for page in self.preview.in_view() if page.problem), ""
        )
        try:
            if problem:
                raise UsageError(problem)
            request = self.request()
            self.draft.keep()
            self.apply_page()
        except UsageError as wrong:
            self._services.ui.dialogs.show_error(str(wrong))
            return
        then(request)

    def used(self) -> Callable[[], None]:
        """Return what is to be called once a sheet was printed as it is now."""
        choice = self.draft.state.value
        return lambda: self._forms.forget(SHEET, choice)

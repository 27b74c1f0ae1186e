"""The pages of a book as they will be printed, planned and drawn in the background; one is chosen.

::

    change ---> plan: read, count, put in order ---> draw the pages in view
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from mazeeditor.app.books.draft import BookDraft, BookRequest
from mazeeditor.app.jobs import Background
from mazeeditor.app.printing.page_previews import USUAL_RATIO, DrawnPage, PagePreviews, drawn_page
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.listeners import Listeners
from mazeeditor.core.translation import _, count
from mazeeditor.sheets.books.book_files import BookPrinting
from mazeeditor.sheets.books.book_mazes import BookMaze, Known
from mazeeditor.sheets.books.book_pages import BookPage
from mazeeditor.sheets.pages.puzzle_page import PagePlan

if TYPE_CHECKING:
    from mazeeditor.sheets.books.book import BookStyle

MOST_KNOWN = 50_000  # mazes whose figures are kept


@dataclass(frozen=True, eq=False)
class PlannedBook:
    """The pages of a book, or what is wrong with it."""

    printing: BookPrinting | None = None
    problem: str = ""

    @property
    def pages(self) -> Sequence[BookPage]:
        return self.printing.pages if self.printing else ()

    @property
    def count(self) -> int:
        return len(self.pages)

    @property
    def ratio(self) -> float:
        """How high a page is, in widths."""
        width, height = self.printing.pages[0].paper if self.printing else (1.0, USUAL_RATIO)
        return height / width

    @property
    def _style(self) -> BookStyle | None:
        return self.printing.book.style if self.printing else None

    @property
    def facing(self) -> bool:
        """Whether the pages of two places, from an even one on, lie side by side in the book."""
        return bool(self._style and self._style.facing)

    def place(self, number: int) -> int:
        """Return where a page stands in rows of pages, from 0: before the first there is none."""
        if not self.facing:
            return number - 1
        return number ^ 1 if self._style and self._style.bound_right else number

    def label(self, number: int) -> str:
        """Return what stands below a page: its number, and the mazes on it."""
        numbers = self.numbers_on(number)
        text = str(number)
        if len(numbers) == 1:
            text = _("{page}  ·  Maze {maze}").format(page=number, maze=numbers[0])
        elif numbers:
            known = {"page": number, "first": numbers[0], "last": numbers[-1]}
            text = _("{page}  ·  Mazes {first} to {last}").format(**known)
        return text

    @property
    def summary(self) -> str:
        """How much there is of it: "104 pages, 40 mazes", and the way where these are one."""
        if self.printing is None:
            return ""
        pages = count(self.count, _("page"), _("pages"))
        mazes = count(len(self.printing.mazes), _("maze"), _("mazes"))
        text, whole = f"{pages}, {mazes}", self.printing.whole
        if whole and whole.is_one:
            text = _("{text}: one way through {visited} of them").format(
                text=text, visited=whole.visited
            )
        return text

    @property
    def wrong(self) -> list[str]:
        """What is wrong with the one maze that all mazes are, the worst first."""
        return self.printing.wrong_with_whole if self.printing else []

    @property
    def verdict(self) -> str:
        """Why all mazes are not the one that they should be, "" where nothing is wrong."""
        return self.printing.verdict_on_whole if self.printing else ""

    # Single mazes

    def numbers_on(self, number: int) -> list[int]:
        """Return the numbers of the mazes of a page; answers have none of their own."""
        return _numbers_on(self.printing.pages[number - 1]) if self.printing else []

    @cached_property
    def first_page(self) -> int:
        """The first page with a maze: with one whose file cannot be read, where there is any."""
        if self.printing is None:
            return 1
        wrong = {maze.puzzle.number for maze in self.printing.mazes if maze.problem}
        pages = list(enumerate(map(_numbers_on, self.printing.pages), 1))
        found = [number for number, mazes in pages if wrong.intersection(mazes)]
        return next(iter(found or [number for number, mazes in pages if mazes]), 1)

    def page_of(self, chapter: int) -> int:
        """Return the first page with mazes of a chapter, by its place from 0."""
        mazes = self.printing.mazes if self.printing else ()
        numbers = {maze.puzzle.number for maze in mazes if maze.chapter == chapter}
        pages = range(1, self.count + 1)
        return next((page for page in pages if numbers.intersection(self.numbers_on(page))), 1)

    def draw(self, number: int, width: int, job: Job) -> DrawnPage:
        """Draw a page so many px wide; called by a worker."""
        assert self.printing
        page = self.printing.pages[number - 1]
        return drawn_page(page, width, job, _problems_on(page, self.printing))


class BookPreview:
    """The ``pages`` of a book; ``changed`` is notified where another one is chosen, or planned.

    ``number`` is the page that is chosen, whose mazes can be replaced. ``report`` gets internal
    errors.
    """

    def __init__(
        self,
        draft: BookDraft,
        background: Background,
        report: Callable[[Exception], object],
    ) -> None:
        self._draft, self._book = draft, draft.state.value
        self.changed: Listeners[[]] = Listeners()
        self.number, self._maze = 1, 0
        self._known = Known()
        self._begun = False  # there was a plan
        self.pages: PagePreviews[BookRequest, PlannedBook] = PagePreviews(
            background, self._take, self._plan, PlannedBook(), report
        )
        self._ends = [
            draft.changed.subscribe(self._follow),
            self.pages.changed.subscribe(self._planned),
        ]
        self.pages.request(0)

    def close(self) -> None:
        """Follow the draft no longer."""
        for end in self._ends:
            end()
        self.pages.stop()

    def _follow(self) -> None:
        """Plan again, unless no more than another chapter is selected."""
        before, now = self._book, self._draft.state.value
        self._book = now
        if before is now or before != replace(now, selected=before.selected):
            self.pages.request()

    def look_again(self) -> None:
        """Plan again where the mazes of files are printed, which may have changed."""
        if any(isinstance(each, Path) for each in self._draft.state.value.replacements):
            self.pages.request(0)

    @property
    def planned(self) -> PlannedBook:
        """The pages as they were planned last."""
        return self.pages.planned

    # Planning

    def _take(self) -> BookRequest | None:
        try:
            return self._draft.request()
        except UsageError as problem:
            self.pages.show(PlannedBook(problem=str(problem)))
            return None

    def _plan(self, request: BookRequest, job: Job) -> PlannedBook:
        if len(self._known) > MOST_KNOWN:
            self._known = Known()
        try:
            return PlannedBook(request.printing(job, self._known, lenient=True))
        except MazeError as problem:
            return PlannedBook(problem=str(problem))

    def _planned(self) -> None:
        if self.planned.printing:
            number = self.number if self._begun else self.planned.first_page
            self.number = min(number, self.planned.count)
            self._begun = True
        self.changed.notify()

    # The page that is chosen

    def choose(self, number: int) -> None:
        number = min(max(number, 1), max(self.planned.count, 1))
        if number != self.number:
            self.number = number
            self.changed.notify()

    @property
    def maze(self) -> int:
        """The number of the maze that is chosen on the page, 0 where it has none.

        At first it is one whose file cannot be read, where there is any.
        """
        mazes = {maze.puzzle.number: maze for maze in self.mazes()}
        missing = [number for number, maze in mazes.items() if maze.problem]
        return self._maze if self._maze in mazes else next(iter([*missing, *mazes]), 0)

    def choose_maze(self, number: int) -> None:
        self._maze = number
        self.changed.notify()

    def mazes(self) -> list[BookMaze]:
        """Return the numbered mazes on the page that is chosen, not their answers."""
        printing = self.planned.printing
        if not printing:
            return []
        return [printing.mazes[number - 1] for number in self.planned.numbers_on(self.number)]


def _numbers_on(page: BookPage) -> list[int]:
    if not isinstance(page, PagePlan) or page.kind != "puzzles":
        return []
    return [puzzle.number for puzzle in page.puzzles if puzzle.number]


def _problems_on(page: BookPage, printing: BookPrinting) -> list[str]:
    """Return which files of the mazes of a page cannot be read, and what to do."""
    text = _("Maze {number}: {reason} Locate its file below, or put the first maze back.")
    numbers = _numbers_on(page)
    problems = [(number, printing.mazes[number - 1].problem) for number in numbers]
    texts = [text.format(number=number, reason=reason) for number, reason in problems if reason]
    whole = printing.whole
    if whole and {whole.cut, whole.parts}.intersection(numbers):
        texts.append(printing.wrong_with_whole[0])
    return texts

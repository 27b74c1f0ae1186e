"""The pages of a book as they will be printed: planned and drawn in the background, turned.

::

    change ---> plan: read, count, put in order ---> draw the page in view, or two that face
                                                       ^
    turn ----------------------------------------------+
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mazeeditor.app.books.draft import BookDraft, BookRequest
from mazeeditor.app.jobs import Background, Latest
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.listeners import Listeners
from mazeeditor.core.translation import _
from mazeeditor.sheets.books.book_files import BookPrinting
from mazeeditor.sheets.books.book_mazes import BookMaze, Known
from mazeeditor.sheets.books.book_pages import BookPage
from mazeeditor.sheets.pages.puzzle_page import PagePlan

if TYPE_CHECKING:
    from PIL.Image import Image

PAUSE = 250  # ms without a change after which the book is planned again
RESIZED = 120  # ms without another size after which pages are drawn again
GAP = 1 / 60  # of the width of the view: between two pages, and around them
MOST_KNOWN = 50_000  # mazes whose figures are kept
Size = tuple[int, int]  # width and height in px


@dataclass(frozen=True, eq=False)
class PlannedBook:
    """The pages of a book, or what is wrong with it."""

    printing: BookPrinting | None = None
    problem: str = ""

    @property
    def count(self) -> int:
        """The number of pages."""
        return len(self.printing.pages) if self.printing else 0


@dataclass(frozen=True, eq=False)
class DrawnPages:
    """Pages by their numbers, 0 where there is none; or what is wrong with one of them.

    ``scale`` is px a mm. ``warning`` says what is too thin to print or hard to see, and which
    characters are left out, ``advice`` for whom the mazes are of the right size.
    """

    numbers: tuple[int, ...] = ()
    images: tuple[Image | None, ...] = ()
    problem: str = ""
    warning: str = ""
    advice: str = ""
    scale: float = 1.0


class BookPreview:
    """The pages in view; ``changed`` is notified where others are shown or planned.

    ``number`` is the page in view, with ``facing`` together with the one that faces it; ``box`` is
    the room for them. ``report`` gets internal errors.
    """

    def __init__(
        self,
        draft: BookDraft,
        background: Background,
        report: Callable[[Exception], object],
    ) -> None:
        self._draft = draft
        self.changed: Listeners[[]] = Listeners()
        self.planned, self.drawn = PlannedBook(), DrawnPages()
        self.number, self.facing = 1, True
        self.box: Size = 1, 1
        self._known: Known = {}
        self._planning = Latest(
            *(background, self._take, self._plan, self._show_plan, report), delay=PAUSE
        )
        self._drawing = Latest(
            *(background, self._take_pages, _draw, self._show, report), delay=RESIZED
        )
        self._subscription = draft.changed.subscribe(self._planning.request)
        self._planning.request(delay=0)

    def close(self) -> None:
        """Follow the draft no longer."""
        self._subscription()
        self._planning.stop()
        self._drawing.stop()

    @property
    def settled(self) -> bool:
        """Whether the pages in view are those of the book as it is."""
        return self._planning.settled and self._drawing.settled

    @property
    def updating(self) -> bool:
        """Whether another plan of the book is on its way."""
        return not self._planning.settled

    # Planning

    def _take(self) -> BookRequest | None:
        try:
            return self._draft.request()
        except UsageError as problem:
            self._show_plan(PlannedBook(problem=str(problem)))
            return None

    def _plan(self, request: BookRequest, job: Job) -> PlannedBook:
        if len(self._known) > MOST_KNOWN:
            self._known = {}
        try:
            return PlannedBook(request.printing(job, self._known, lenient=True))
        except MazeError as problem:
            return PlannedBook(problem=str(problem))

    def _show_plan(self, planned: PlannedBook) -> None:
        if self.planned.printing is None:
            self.number = _first_problem(planned) or self.number
        self.planned = planned
        self.number = min(self.number, max(planned.count, 1))
        if planned.problem:
            self._drawing.stop()
            self.drawn = DrawnPages(problem=planned.problem)
        else:
            self._drawing.request(delay=0)
        self.changed.notify()

    # The pages in view

    @property
    def spread(self) -> tuple[int, ...]:
        """The numbers of the pages in view, from left to right, 0 where there is none.

        The first page of a book has nothing before it.
        """
        style = self.planned.printing.book.style if self.planned.printing else None
        if not (self.facing and style and style.facing):
            return (self.number,)
        before = self.number - self.number % 2
        pages = before, before + 1 if before < self.planned.count else 0
        return pages[::-1] if style.bound_right else pages

    def _in_view(self) -> list[int]:
        return sorted(number for number in self.spread if number)

    def turn(self, step: int) -> None:
        """Show the next pages, or those before."""
        pages = self._in_view()
        self.show(pages[0] - 1 if step < 0 else pages[-1] + 1)

    def show(self, number: int) -> None:
        """Show a page."""
        number = min(max(number, 1), max(self.planned.count, 1))
        if number != self.number:
            self.number = number
            self._drawing.request(delay=0)
            self.changed.notify()

    def show_facing(self, facing: bool) -> None:
        """Show two pages that face each other, or one."""
        self.facing = facing
        self._drawing.request(delay=0)
        self.changed.notify()

    def resize(self, box: Size) -> None:
        """Draw the pages for another room."""
        if box != self.box:
            self.box = box
            self._drawing.request()

    def place(self) -> str:
        """Return which pages are in view: ``Pages 4–5 of 80``."""
        pages = self._in_view()
        if not self.planned.count:
            return _("Reading…") if self.updating else ""
        text = _("Page {pages} of {count}") if len(pages) == 1 else _("Pages {pages} of {count}")
        return text.format(pages="–".join(map(str, pages)), count=self.planned.count)

    @property
    def ends(self) -> tuple[bool, bool]:
        """Whether the first, and the last page are in view."""
        pages = self._in_view()
        return pages[0] <= 1, pages[-1] >= self.planned.count

    def mazes(self) -> list[BookMaze]:
        """Return the numbered mazes on the pages in view, not their answers."""
        printing = self.planned.printing
        if not printing:
            return []
        plans = [printing.pages[number - 1] for number in self._in_view()]
        numbers = [number for plan in plans for number in _numbers_on(plan)]
        return [printing.mazes[number - 1] for number in numbers]

    def _take_pages(self) -> tuple[BookPrinting, tuple[int, ...], Size] | None:
        printing = self.planned.printing
        return (printing, self.spread, self.box) if printing else None

    def _show(self, drawn: DrawnPages) -> None:
        self.drawn = drawn
        self.changed.notify()


def _first_problem(planned: PlannedBook) -> int:
    """Return the number of the first page with a maze whose file cannot be read, 0 for none."""
    if planned.printing is None:
        return 0
    wrong = {maze.puzzle.number for maze in planned.printing.mazes if maze.problem}
    pages = enumerate(planned.printing.pages, 1)
    return next((number for number, page in pages if wrong.intersection(_numbers_on(page))), 0)


def _numbers_on(page: BookPage) -> list[int]:
    """Return the numbers of the mazes of a page; answers have none of their own."""
    if not isinstance(page, PagePlan) or page.kind != "puzzles":
        return []
    return [puzzle.number for puzzle in page.puzzles if puzzle.number]


def _problems_on(page: BookPage, printing: BookPrinting) -> list[str]:
    """Return which files of the mazes of a page cannot be read, and what to do."""
    text = _("Maze {number}: {reason} Locate its file below, or put the first maze back.")
    problems = [(number, printing.mazes[number - 1].problem) for number in _numbers_on(page)]
    return [text.format(number=number, reason=reason) for number, reason in problems if reason]


def _draw(taken: tuple[BookPrinting, tuple[int, ...], Size], job: Job) -> DrawnPages:
    """Draw pages side by side, as large as they fit."""
    from mazeeditor.page.print_warnings import warnings_about_colours
    from mazeeditor.page.raster import raster
    from mazeeditor.sheets.pages.page_files import PageWarnings

    printing, numbers, box = taken
    shown = PageWarnings()
    gap = GAP * box[0]
    width, height = printing.pages[0].paper
    room = (box[0] - gap * (len(numbers) + 1)) / len(numbers), box[1] - 2 * gap
    scale = min(room[0] / width, room[1] / height)
    images: list[Image | None] = []
    warnings: list[str] = []
    for number in numbers:
        if not number:
            images.append(None)
            continue
        page = printing.pages[number - 1]
        try:
            scene = page.composed(job)
        except MazeError as problem:
            text = _("Page {number}: {reason}").format(number=number, reason=problem)
            return DrawnPages(problem=text)
        if isinstance(page, PagePlan):
            warnings += warnings_about_colours(page.page, routed=page.kind == "answers")
        own = PageWarnings.of(scene)
        shown.add(own)
        warnings += [*_problems_on(page, printing), *own.texts]
        images.append(raster.draw(scene, max(1, int(scene.width * scale)), job=job))
    return DrawnPages(
        numbers,
        tuple(images),
        warning="\n".join(dict.fromkeys(warnings)),
        advice=shown.sizes.advice if shown.sizes else "",
        scale=scale,
    )

"""Many pages, planned, drawn and judged in the background; only those in view are drawn.

::

    change ---> plan: which pages there are ---> draw the next page in view that is outdated
                          |                        ^           |
                          |   look at others ------+-----------+
                          +---> (pause) ---> judge all pages: ``check``
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from mazeeditor.app.jobs import Background, Latest
from mazeeditor.app.printing.page_check import PageCheck
from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.listeners import Listeners

if TYPE_CHECKING:
    from PIL.Image import Image

    from mazeeditor.page.scene import Scene
    from mazeeditor.sheets.pages.page_files import PrintablePage

PAUSE_MS = 200  # ms without a change after which the pages are planned again
MOST_PIXELS = 24_000_000  # of the pictures that are kept beside those in view
USUAL_RATIO = 2**0.5  # of a page, as long as nothing is planned
# times: pages are drawn larger than they are shown, so that small letters are read
OVERSAMPLING = 2


@dataclass(frozen=True, eq=False)
class DrawnPage:
    """A page as it will be printed; or what is wrong with it.

    ``warning`` says what is hard to print or left out, ``advice`` for whom its mazes are.
    """

    image: Image | None = None
    problem: str = ""
    warning: str = ""
    advice: str = ""


class PlannedPages(Protocol):
    """Pages that can be drawn, numbered from 1; or what is wrong with all of them."""

    @property
    def problem(self) -> str:
        """What is wrong, "" where nothing is."""

    @property
    def pages(self) -> Sequence[PrintablePage]:
        """All of them, as they will be printed."""

    @property
    def count(self) -> int:
        """How many pages there are."""

    @property
    def ratio(self) -> float:
        """How high a page is, in widths."""

    @property
    def facing(self) -> bool:
        """Whether the pages of two places, from an even one on, lie side by side when printed."""

    def place(self, number: int) -> int:
        """Return where a page stands in rows of pages, counted from 0."""

    def label(self, number: int) -> str:
        """Return what stands below a page."""

    def draw(self, number: int, width: int, job: Job) -> DrawnPage:
        """Draw a page so many px wide; called by a worker."""


P = TypeVar("P", bound=PlannedPages)
Taken = TypeVar("Taken")


@dataclass(frozen=True, eq=False)
class _Kept:
    """A drawn page, of which plan it is, and how wide it was to be."""

    plan: Any
    width: int
    page: DrawnPage


class PagePreviews(Generic[Taken, P]):
    """The pages of the newest plan, which ``plan`` makes in a worker of what ``take`` returns.

    ``outdated`` is notified where what is shown is not the newest any more, ``changed`` of another
    plan, ``drawn`` of each page with its number. A page of an older plan stays until it is drawn
    again. ``check`` is what is wrong with the pages, which are judged while they are ``watched``.
    ``report`` gets internal errors. ``planned`` is the ``nothing`` of the beginning until there is
    a plan.
    """

    def __init__(
        self,
        background: Background,
        take: Callable[[], Taken | None],
        plan: Callable[[Taken, Job], P],
        nothing: P,
        report: Callable[[Exception], object],
    ) -> None:
        self.changed: Listeners[[]] = Listeners()
        self.drawn: Listeners[[int]] = Listeners()
        self.outdated: Listeners[[]] = Listeners()
        self.planned = nothing
        self._pages: dict[int, _Kept] = {}  # the one drawn last at the end
        self._numbers: Sequence[int] = ()  # of the pages in view
        self._width = 0
        self._number = 0  # of the page that is being drawn
        self._report = report
        self._then: Callable[[], object] | None = None  # waits for the newest plan
        self.watched = True
        self.check = PageCheck(background, lambda: self.planned.pages, report)
        self._planning = Latest(background, take, plan, self.show, self._fail, delay=PAUSE_MS)
        self._drawing = Latest(background, self._next, _draw, self._show_page, report, delay=0)

    def request(self, delay: int | None = None) -> None:
        """Plan again soon."""
        self._planning.request(delay)
        self.check.forget()
        self.outdated.notify()

    def stop(self) -> None:
        """Plan and draw nothing until the next request."""
        self._planning.stop()
        self._drawing.stop()
        self.check.stop()

    def watch(self, watched: bool) -> None:
        """Judge the pages, or no longer: nobody sees them."""
        self.watched = watched
        if not watched:
            self.check.stop()
        elif self.planned.count and self.check.findings is None and not self.planning:
            self.check.begin()

    @property
    def settled(self) -> bool:
        """Whether all pages in view are those of the newest plan."""
        return self._planning.settled and self._drawing.settled

    @property
    def planning(self) -> bool:
        return not self._planning.settled

    def when_planned(self, then: Callable[[], object]) -> None:
        """Call ``then`` once the newest plan is there, at once where it is.

        It takes the place of another that waits.
        """
        if self._planning.settled:
            then()
        else:
            self._then = then

    def wait_no_longer(self) -> None:
        """Call nothing once the plan is there: nobody wants it any more."""
        self._then = None

    def show(self, planned: P) -> None:
        self.planned = planned
        self._pages = {n: kept for n, kept in self._pages.items() if n <= planned.count}
        self.changed.notify()
        if self.watched and planned.count:
            self.check.begin()
        self._draw_next()
        then, self._then = self._then, None
        if then:
            then()

    def _fail(self, problem: Exception) -> None:
        """Report that there is no plan; what waited for it would come with another one."""
        self._then = None
        self._report(problem)

    def look_at(self, numbers: Sequence[int], width: int) -> None:
        """Draw these pages, so many px wide."""
        self._numbers, self._width = numbers, width
        if not (self._drawing.running and self._is_due(self._number)):
            self._draw_next()

    def page(self, number: int) -> DrawnPage | None:
        """Return a page as it was drawn last, None where it never was."""
        kept = self._pages.get(number)
        return kept.page if kept else None

    def in_view(self) -> list[DrawnPage]:
        return [page for number in self._numbers if (page := self.page(number))]

    # Drawing

    def _is_due(self, number: int) -> bool:
        kept = self._pages.get(number)
        if number not in self._numbers or number > self.planned.count:
            return False
        return kept is None or kept.plan is not self.planned or kept.width != self._width

    def _draw_next(self) -> None:
        if self._width and any(map(self._is_due, self._numbers)):
            self._drawing.request()
        else:
            self._drawing.stop()

    def _next(self) -> tuple[P, int, int] | None:
        due = list(filter(self._is_due, self._numbers))
        missing = [number for number in due if number not in self._pages]
        self._number = next(iter(missing or due), 0)
        return (self.planned, self._number, self._width) if self._number else None

    def _show_page(self, drawn: tuple[P, int, int, DrawnPage]) -> None:
        plan, number, width, page = drawn
        self._pages.pop(number, None)
        self._pages[number] = _Kept(plan, width, page)
        self._drop()
        self.drawn.notify(number)
        self._draw_next()

    def _drop(self) -> None:
        """Keep no more pictures than have room, the newest ones."""
        room = MOST_PIXELS
        for number, kept in reversed(tuple(self._pages.items())):
            image = kept.page.image
            room -= image.width * image.height if image else 0
            if room < 0 and number not in self._numbers:
                del self._pages[number]


def drawn_page(plan: PrintablePage, width: int, job: Job, further: Iterable[str] = ()) -> DrawnPage:
    """Draw a page so many px wide, with what is wrong with it after ``further``; for a worker."""
    from mazeeditor.sheets.pages.page_files import PageWarnings

    try:
        scene = plan.composed(job)
    except MazeError as problem:
        return DrawnPage(problem=str(problem))
    warnings = PageWarnings.of(plan, scene)
    advice = warnings.sizes.advice if warnings.sizes else ""
    text = "\n".join([*further, *warnings.general])
    return DrawnPage(_picture_of(scene, width, job), warning=text, advice=advice)


def _picture_of(scene: Scene, width: int, job: Job) -> Image:
    from PIL.Image import Resampling

    from mazeeditor.page.raster import raster

    image = raster.draw(scene, OVERSAMPLING * width, job=job)
    return image.resize((width, max(round(image.height / OVERSAMPLING), 1)), Resampling.BOX)


def _draw(taken: tuple[P, int, int], job: Job) -> tuple[P, int, int, DrawnPage]:
    plan, number, width = taken
    return plan, number, width, plan.draw(number, width, job)

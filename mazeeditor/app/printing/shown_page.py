"""The page of the document while Page is shown: how it will come out, and what is wrong with it.

::

    change ---> (pause) ---> plan it, draw it as well if it is in sight ---> what is wrong
                                                                                  |
                                                        sign at the lower left <--+--> panel
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from mazeeditor.app.jobs import Latest
from mazeeditor.app.parts.services import Services
from mazeeditor.app.printing.snapshot import Print, PrintPreview, draw, plan
from mazeeditor.app.shown.chosen_workspace import PAGE, ChosenWorkspace
from mazeeditor.app.shown.verdict import Verdict
from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.listeners import Listeners
from mazeeditor.editing.content import Change
from mazeeditor.editing.document import Document
from mazeeditor.editing.followers import Follower

PAUSE_MS = 250  # ms without a change after which it is looked at again
MOST_CELLS = 250_000  # pages of larger mazes would take seconds for each edit

Box = tuple[int, int]  # px


class _Taken(NamedTuple):
    """A page to be drawn in px, or (None) only checked; one that is ``large`` is only planned."""

    print: Print
    box: Box | None
    large: bool


class ShownPage:
    """The page that will be printed, as it was ``shown`` last; ``changed`` is notified of another.

    It is looked at while the workspace is shown, and the verdict says if nobody can solve the maze
    on it. ``room`` returns how large a page is drawn, None while no picture of it is in sight;
    front ends with pictures set it.
    """

    def __init__(
        self,
        document: Document,
        services: Services,
        workspaces: ChosenWorkspace,
        verdict: Verdict,
    ) -> None:
        self._document, self._services = document, services
        self._workspaces, self._verdict = workspaces, verdict
        self.shown = PrintPreview()
        self.changed: Listeners[[]] = Listeners()
        self.room: Callable[[], Box | None] = out_of_sight
        self._outdated = True
        self._only_checked = False  # as no picture was in sight
        self._requested = False  # whether a large maze is to be drawn too
        self._drawing = Latest(
            services.background, self._take, _draw, self._show, self._fail, delay=PAUSE_MS
        )
        document.changed.follow(Follower.SHOWN_PAGE, self._follow)
        workspaces.changed.subscribe(self._follow_workspace)
        self._follow_workspace()

    @property
    def settled(self) -> bool:
        """Whether ``shown`` is the page of the document as it is."""
        return not self._outdated

    @property
    def large(self) -> bool:
        """Whether the maze is so large that its page is drawn only if it is asked for."""
        return self._document.maze.lattice.cells > MOST_CELLS

    def renew(self) -> None:
        """Look at the page again soon: it, the maze or its picture is another one."""
        self._outdated, self._requested = True, False
        self._judge()
        self._drawing.request()

    def come_into_sight(self) -> None:
        """Draw what is missing of the pictures, which are in sight now."""
        missing = self._only_checked and self.room() is not None
        if (self._outdated or missing) and self._drawing.settled:
            self.renew()

    def draw_now(self) -> None:
        """Draw the page, however large the maze is."""
        self._requested = True
        self._drawing.request(delay=0)

    def _follow(self, change: Change) -> None:
        routed = self._document.page.solution != "none"
        if change.page or change.passages or change.file or (change.solution and routed):
            self.renew()

    def _follow_workspace(self) -> None:
        self._judge()
        self.come_into_sight()

    def _judge(self) -> None:
        """Let the verdict say, while the page is shown, why it is not fit for use."""
        shown = self._workspaces.name == PAGE
        unfit = self.shown.unfit if shown else None
        self._verdict.judge_page(unfit, known=not (shown and self._outdated))

    def _take(self) -> _Taken | None:
        """Return the page to look at, None while it is not shown."""
        if self._workspaces.name != PAGE:
            return None
        box = self.room()
        self._only_checked = box is None
        return _Taken(Print.of(self._document), box, self.large and not self._requested)

    def _show(self, shown: PrintPreview) -> None:
        self._outdated, self.shown = False, shown
        self._judge()
        self.changed.notify()

    def _fail(self, problem: Exception) -> None:
        if isinstance(problem, MazeError):
            self._services.report(problem)


def out_of_sight() -> None:
    """Return that there is no room for a picture."""


def _draw(taken: _Taken, job: Job) -> PrintPreview:
    """Return the pages, or only their size if drawing them takes seconds."""
    return plan(taken.print) if taken.large else draw(taken.print, taken.box, job)

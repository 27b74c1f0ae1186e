"""What is highlighted in the maze: a route, all routes, sealed cells; until Escape or an edit.

To add one, write a function that finds it and an entry of ``HIGHLIGHTS``: the popup of the verdict
and the Solve menu offer it where it applies.
``ShownHighlight`` is what one window shows, found in the background.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.app.jobs import Background, Latest
from mazeeditor.app.ui import Ui
from mazeeditor.core.job import Job
from mazeeditor.core.listeners import Listeners
from mazeeditor.core.translation import _, count
from mazeeditor.editing.content import Change
from mazeeditor.editing.document import Document
from mazeeditor.editing.followers import Follower, Subscription
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.solvers import Solution
from mazeeditor.screen.pixel_colours import LEFT, ROUTE, TINTED

if TYPE_CHECKING:
    from mazeeditor.maze.facts.facts import Facts
    from mazeeditor.maze.geometry import Ids


NO_CELLS = np.empty(0, np.int64)
MarkedCells = tuple[Solution, tuple[tuple[int, str], ...]]  # with a text for each mark
MOST_RINGS = 12  # cells that are pointed at one by one, where they are too small to be seen


@dataclass(frozen=True, eq=False)
class Highlighted:
    """The cells found, as a ``solution`` whose marks are classes of cells, and what they are.

    ``captions`` pairs each class with a text. ``few`` int64[k] are the cells with a mark where
    they are so few that the user might not see them, else none. ``walls`` pairs walls int64[k]
    with their colour in the palette; ``stops`` int64[k] are cells to go to, one after the other.
    """

    name: str
    solution: Solution
    captions: tuple[tuple[int, str], ...]
    few: Ids
    walls: tuple[tuple[Ids, str], ...] = ()
    stops: Ids = field(default_factory=lambda: NO_CELLS)


class Highlight(NamedTuple):
    """Something to highlight: ``applies`` to a maze with these facts, and is found in a worker.

    One that is ``lasting`` is found again after an edit, others end with it.
    """

    name: str
    label: str
    summary: str
    applies: Callable[[Facts], bool]
    find: Callable[[Maze, Job], MarkedCells | Highlighted]
    lasting: bool = False

    def highlighted(self, maze: Maze, job: Job) -> Highlighted:
        """Return the cells; raises ``CancelledError``, and ``MazeError`` where memory is short."""
        result = self.find(maze, job)
        if isinstance(result, Highlighted):
            return result
        solution, captions = result
        marked = np.flatnonzero(solution.marks)
        few = marked if len(marked) <= MOST_RINGS else marked[:0]
        return Highlighted(self.name, solution, captions, few)


def mark_cells(maze: Maze, cells: NDArray[np.bool_], text: str) -> MarkedCells:
    """Return ``cells`` bool[n] as marks; ``text`` has a place for their number."""
    marks = cells * np.uint8(TINTED)
    return Solution(maze.lattice, "", NO_CELLS, marks), (
        (TINTED, text.format(number=int(np.count_nonzero(cells)))),
    )


def _route(maze: Maze, job: Job) -> MarkedCells:
    from mazeeditor.maze.search.search import shortest_route, without_gaps

    lattice, route = maze.lattice, NO_CELLS
    if maze.entrance:
        job.phase(lattice.cells)
        exits = {opening.cell for opening in maze.exits}
        route = shortest_route(lattice, without_gaps(maze), maze.entrance.cell, exits, job)
    solution = Solution(lattice, "", route, np.zeros(lattice.size, np.uint8))
    text = _("A shortest route: {cells}").format(cells=count(len(route), "cell", "cells"))
    return solution, ((ROUTE, text),)


def _filled_route(maze: Maze, job: Job) -> MarkedCells:
    """Return the cells of a shortest route, as solvers fill them in who are to see a picture."""
    solution, _captions = _route(maze, job)
    cells = np.zeros(maze.lattice.size, np.bool_)
    cells[solution.route] = True
    return mark_cells(maze, cells, _("Cells of a shortest route, filled in: {number:,}"))


def _all_routes(maze: Maze, job: Job) -> MarkedCells:
    from mazeeditor.maze.search.blocks import cells_on_routes

    return mark_cells(maze, cells_on_routes(maze, job), _("Cells on some route: {number:,}"))


def _second_route(maze: Maze, job: Job) -> MarkedCells:
    """Return a shortest route, and one that differs from it, as marks."""
    from mazeeditor.maze.search.search import shortest_route, without_gaps

    with job.part(0.3):
        first, captions = _route(maze, job)
    route, lattice = first.route, maze.lattice
    other = NO_CELLS
    if maze.entrance and len(route) > 1:
        walls = without_gaps(maze)
        with job.part(0.4):
            cell, slot = _step_to_avoid(maze, walls, route, job)
        walls[cell] |= np.uint8(1 << slot)
        walls[lattice.neighbour(cell, slot)] |= np.uint8(1 << lattice.back(cell, slot))
        job.phase(lattice.cells)
        exits = {opening.cell for opening in maze.exits}
        other = shortest_route(lattice, walls, maze.entrance.cell, exits, job)
    first.marks[other] = TINTED
    first.marks[route] = 0
    own = count(int(np.count_nonzero(first.marks)), "cell", "cells")
    text = _("A second route: {cells}, {own} beside the first")
    text = text.format(cells=count(len(other), "cell", "cells"), own=own)
    return Solution(lattice, "", route, first.marks), (*captions, (TINTED, text))


def _step_to_avoid(maze: Maze, walls: NDArray[np.uint8], route: Ids, job: Job) -> tuple[int, int]:
    """Return a passage of a route, as cell and slot, without which there is still a route.

    That is one on a loop. Without any, there is another exit, to which the last one does not lead.
    """
    from mazeeditor.maze.search.loops import passages_on_loops

    lattice, loops = maze.lattice, passages_on_loops(maze.lattice, walls, job)
    step = int(np.argmax(loops[route[:-1]] & _slots_along(maze, route) != 0))
    bits = int(loops[route[step]] & _slots_along(maze, route)[step])
    if not bits:
        step = len(route) - 2
    return int(route[step]), lattice.slot_between(int(route[step]), int(route[step + 1]))


def _slots_along(maze: Maze, route: Ids) -> NDArray[np.uint8]:
    """Return uint8[k - 1], the bit of the slot that leads from each cell to the next."""
    lattice, bits = maze.lattice, np.zeros(len(route) - 1, np.uint8)
    for slot in range(lattice.degree):
        others, _backs = lattice.beyond(route[:-1], slot)
        bits[others == route[1:]] = 1 << slot
    return bits


def _loops(maze: Maze, job: Job) -> MarkedCells:
    from mazeeditor.maze.search.loops import passages_on_loops
    from mazeeditor.maze.search.search import without_gaps

    on_loops = passages_on_loops(maze.lattice, without_gaps(maze), job) != 0
    return mark_cells(maze, on_loops, _("Cells on loops: {number:,}"))


def _mark_unreached(maze: Maze, job: Job) -> MarkedCells:
    """Return what lies beyond the walls: what is joined with an exit, and the rest."""
    from mazeeditor.maze.search.search import reached_from, sealed_cells

    with job.part(0.5):
        sealed = sealed_cells(maze, job)
    exits = [opening.cell for opening in maze.exits if sealed[opening.cell]]
    from_exit = reached_from(maze, exits, job)
    solution, captions = mark_cells(
        maze, sealed & ~from_exit, _("Reached from neither: {number:,}")
    )
    solution.marks[from_exit] = LEFT
    number = int(np.count_nonzero(from_exit))
    own = (LEFT, _("Reached from an exit only: {number:,}").format(number=number))
    more_captions = captions if (solution.marks == TINTED).any() else ()
    return solution, (own, *more_captions)


def _mark_sealed(maze: Maze, job: Job) -> MarkedCells:
    from mazeeditor.maze.search.search import sealed_cells

    return mark_cells(maze, sealed_cells(maze, job), _("Sealed cells: {number:,}"))


HIGHLIGHTS = (
    Highlight(
        "route",
        _("Highlight a shortest route"),
        _("Draw a shortest route from the entrance to an exit, until Escape or the next edit."),
        lambda facts: facts.routes in ("one", "many"),
        _route,
    ),
    Highlight(
        "routes",
        _("Highlight all routes"),
        _("Tint every cell that lies on some route, until Escape or the next edit."),
        lambda facts: facts.routes == "many",
        _all_routes,
    ),
    Highlight(
        "second",
        _("Highlight a second route"),
        _("Draw a shortest route and tint another one, until Escape or the next edit."),
        lambda facts: facts.routes == "many" and not facts.one_each,
        _second_route,
    ),
    Highlight(
        "unreached",
        _("Highlight what cannot be reached"),
        _("Tint the cells to which nothing leads from the entrance, until Escape or an edit."),
        lambda facts: facts.routes == "none",
        _mark_unreached,
    ),
    Highlight(
        "sealed",
        _("Highlight sealed cells"),
        _("Tint the cells that cannot be reached, until Escape or the next edit."),
        lambda facts: facts.sealed > 0 and facts.routes != "none",
        _mark_sealed,
    ),
    Highlight(
        "loops",
        _("Highlight loops"),
        _("Tint the cells on loops, until Escape or the next edit."),
        lambda facts: facts.loops > 0,
        _loops,
    ),
    Highlight(
        "filled",
        _("Fill in a shortest route"),
        _("Tint the cells of a shortest route: a picture in it shows. Until Escape or an edit."),
        lambda facts: facts.routes == "one",
        _filled_route,
    ),
)


class ShownHighlight:
    """What is highlighted in the maze of a document: ``result``, or None.

    ``requested`` is the entry being found, or shown. ``changed`` is notified of another result.
    """

    def __init__(self, document: Document, background: Background, ui: Ui) -> None:
        self._document, self._ui = document, ui
        self.requested: Highlight | None = None
        self.result: Highlighted | None = None
        self.changed: Listeners[[]] = Listeners()
        self._latest: Latest[tuple[Maze, Highlight], Highlighted] = Latest(
            background, self._take, _find_highlight, self._set, self._fail, delay=0
        )
        self._following = Subscription(document.changed, Follower.HIGHLIGHT, self._follow)

    @property
    def active(self) -> bool:
        return self.requested is not None

    def show(self, highlight: Highlight) -> None:
        """Highlight something else."""
        self.requested = highlight
        self._following.switch(True)
        self._latest.request()

    def hide(self) -> None:
        self._latest.stop()
        self.requested = None
        self._following.switch(False)
        self._set(None)

    def _follow(self, change: Change) -> None:
        if self.requested and self.requested.lasting:
            if change.maze:
                self._set(None)  # its cells may not be those of this maze
            if change.passages or change.openings:
                self._latest.request()
        elif change.passages:
            self.hide()

    def _take(self) -> tuple[Maze, Highlight] | None:
        return (self._document.maze.copy(), self.requested) if self.requested else None

    def _fail(self, problem: Exception) -> None:
        self.hide()
        self._ui.show_status(str(problem) or _("unknown"))

    def _set(self, result: Highlighted | None) -> None:
        if result is not self.result:
            self.result = result
            self.changed.notify()


def _find_highlight(taken: tuple[Maze, Highlight], job: Job) -> Highlighted:
    maze, highlight = taken
    return highlight.highlighted(maze, job)

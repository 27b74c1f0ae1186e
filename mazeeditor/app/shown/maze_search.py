"""The search for mazes that meet a goal, in the window: its fields, its candidates, its result.

::

    fields ---- start ----> worker ----> all cores
                              | candidates, whenever better ones are found
    pick ---> one step        v
    of the document  <---- candidates shown as pictures
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from mazeeditor.app.drafts.field_values import FieldValues
from mazeeditor.app.jobs import Background, Task
from mazeeditor.app.shown.selection import Selection
from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.listeners import Listeners
from mazeeditor.core.options import Advanced, Option
from mazeeditor.core.translation import _
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import Edit, ReplaceMaze
from mazeeditor.editing.work import Work, changing, step
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.random import new_seed
from mazeeditor.maze.recipe import Recipe, outline_of
from mazeeditor.maze.walls import free_walls
from mazeeditor.sheets.search import FARTHEST, GIVEN, RANDOM, Candidate, Search
from mazeeditor.sheets.search_goal import KINDS, SearchGoal

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image

POLL_MS = 100  # ms between two looks at what the worker has found
NEW, CHANGES = "new", "changes"
MAX_MAZES = 1_000_000
WORDS = {  # of the fields, below the pictures
    "route": _("Route"),
    "decisions": _("Choices"),
    "shortest_dead_end": _("Shortest dead end"),
    "distance": _("Start to goal"),
}
START_AND_GOAL = _("Start and goal")
MET = _("Everything you asked for is met.")
MARGIN = 3.0  # mm around the mazes of pictures
ROUTE = _("share of the cells on the shortest route, in percent")
DECISIONS = _("least number of choices on the shortest route; 0: any number")
DEAD_END = _("least length of the shortest dead end; 0: any length")
APART_LABEL = _("least distance from start to goal in a straight line; 0: any distance")
ALSO = _(
    "further figures that the maze must have, for experts, such as loops=0 turns<=90; known are "
)
CELLS, OF_MAZE, ON_ROUTE = _("cells"), _("% of the cells"), _("on the route")
OPTIONS = (
    Option(
        "look_at", str, NEW, _("source of the mazes that are looked at"), own_label=_("Look among")
    ).offering({NEW: _("New mazes"), CHANGES: _("Small changes of this one")}),
    Option(
        "mazes",
        int,
        200,
        _("number of mazes to look at"),
        1,
        MAX_MAZES,
        own_label=_("Mazes to try"),
    ),
    Option("openings", str, GIVEN, _("place of start and goal"), own_label=START_AND_GOAL).offering(
        {GIVEN: _("As they are"), RANDOM: _("Anywhere"), FARTHEST: _("Farthest apart")}
    ),
    Option("route_from", int, 0, ROUTE, 0, 100, OF_MAZE, own_label=_("Route at least")),
    Option("route_to", int, 100, ROUTE, 0, 100, OF_MAZE, own_label=_("Route at most")),
    Option("decisions", int, 12, DECISIONS, 0, 10**6, ON_ROUTE, own_label=_("Choices at least")),
    Option(
        "dead_end",
        int,
        0,
        DEAD_END,
        0,
        10**6,
        CELLS,
        own_label=_("Dead ends at least"),
        rare=Advanced(),
    ),
    Option(
        "apart",
        int,
        0,
        APART_LABEL,
        0,
        10**6,
        CELLS,
        own_label=_("Start to goal at least"),
        rare=Advanced(),
    ),
    Option("also", str, "", ALSO + ", ".join(KINDS), own_label=_("Other figures"), rare=Advanced()),
)


def wants_of(values: Mapping[str, Any]) -> list[str]:
    low, high = values["route_from"], values["route_to"]
    wants = [f"route={low}%..{high}%"] if (low, high) != (0, 100) else []
    for field, name in (
        ("decisions", "decisions"),
        ("dead_end", "shortest_dead_end"),
        ("apart", "distance"),
    ):
        if values[field]:
            wants.append(f"{name}>={values[field]}")
    return wants + (values["also"] or "").split()


@dataclass(frozen=True)
class CandidatePicture:
    """A candidate with its picture and its figures, to be picked."""

    candidate: Candidate

    @property
    def name(self) -> str:
        """The figures, one a line; a mark where the goal is met."""
        candidate = self.candidate
        met = "✓ " if not candidate.distance else ""
        lines = [
            f"{WORDS.get(name) or KINDS[name].label} {KINDS[name].shown(value)}"
            for name, value in candidate.figures.items()
        ]
        return met + "\n".join(lines)

    @property
    def description(self) -> str:
        """The figures with their names, one a line, and then what the goal asks for."""
        candidate = self.candidate
        lines = [
            f"{WORDS.get(name) or KINDS[name].label}: {KINDS[name].shown(value)}"
            for name, value in candidate.figures.items()
        ]
        figures = candidate.figures
        wants = candidate.search.goal.wants
        missed = [want.in_words for want in wants if want.distance(figures[want.name])]
        lines.append(_("Missed: {wants}").format(wants=", ".join(missed)) if missed else MET)
        return "\n".join(lines)

    def picture(self, side: int) -> Image:
        """Return the maze on white paper that fits into a square of ``side`` px."""
        from mazeeditor.app.printing.snapshot import picture_of_maze

        return picture_of_maze(self.candidate.maze(), side, MARGIN)


class MazeSearch:
    """A search of one window; ``changed`` is notified of its candidates and of its end.

    ``problem`` is what is wrong with the fields, or went wrong.
    """

    def __init__(
        self,
        document: Document,
        selection: Selection,
        background: Background,
        recipe: Callable[[], Recipe],
    ) -> None:
        """Search for a document; ``recipe`` returns that of new mazes, with a seed."""
        self._document, self._selection = document, selection
        self._background, self._recipe = background, recipe
        self.fields = FieldValues(OPTIONS)
        self.candidates: list[Candidate] = []
        self.problem = ""
        self.changed: Listeners[[]] = Listeners()
        self._found: list[Candidate] = []  # by the worker: replaced as a whole, never changed
        self._task: Task | None = None
        self._look_id: str | None = None

    @property
    def running(self) -> bool:
        return self._task is not None

    @property
    def progress(self) -> float:
        """The share of the mazes that were looked at, 0 to 1."""
        return self._task.job.progress if self._task else 0.0

    def start(self) -> None:
        """Search for what the fields say; what is wrong with them becomes ``problem``."""
        self.cancel()
        self.problem, self.candidates, self._found = "", [], []
        try:
            search = self._search()
        except UsageError as problem:
            self.problem = str(problem)
        else:
            maze = self._document.maze.copy()
            run = partial(self._run, search, maze, self._selection.cells)
            self._task = self._background.run(run, self._end, self._fail)
            self._look()
        self.changed.notify()

    def cancel(self) -> None:
        """Search no longer; what was found stays."""
        if self._task:
            self._task.cancel()
            self._stop()

    def _stop(self) -> None:
        self._task = None
        if self._look_id is not None:
            self._background.timer.after_cancel(self._look_id)
            self._look_id = None
        self.changed.notify()

    def _search(self) -> Search:
        """Return the search of the fields; raises ``UsageError``."""
        values, document = self.fields.read(), self._document
        goal = SearchGoal.of(wants_of(values))
        number = values["mazes"]
        if values["look_at"] == CHANGES:
            maze = document.maze.copy()
            return Search(goal, document.recipe, number, new_seed(), maze=maze)
        recipe = self._recipe()
        first, places = recipe.seed or 0, values["openings"]
        return Search(goal, recipe, number, first, places=places)

    def _run(
        self, search: Search, maze: Maze, cells: NDArray[np.bool_] | None, job: Job
    ) -> list[Candidate]:
        """Search in a worker; ``maze`` is that of the document.

        A maze is changed only between ``cells`` bool[n] (None: anywhere).
        """
        if search.maze is None:
            search = _with_outline(search, maze, job)
        else:
            free = free_walls(search.maze.lattice, cells, search.maze.locks, job)
            search = replace(search, free=free)
        return search.run(job, self._take)

    def _take(self, candidates: list[Candidate]) -> None:
        """Keep what the worker has found for the next look of the event loop."""
        self._found = list(candidates)

    def _look(self) -> None:
        self._look_id = self._background.timer.after(POLL_MS, self._look)
        if self._found is not self.candidates:
            self.candidates = self._found
        self.changed.notify()

    def _end(self, candidates: list[Candidate]) -> None:
        self.candidates = candidates
        self._stop()

    def _fail(self, problem: Exception) -> None:
        self.problem = str(problem) or _("unknown")
        self._stop()

    def picking(self, candidate: Candidate) -> Work[Edit | None]:
        """Make a candidate the maze of the document, as one step."""
        recipe = self._document.recipe

        def run(before: Maze, job: Job) -> Edit | None:
            maze = candidate.maze(job)
            if candidate.search.maze:
                return step(_("Search"), before, maze, recipe)
            return ReplaceMaze(_("Search"), maze, candidate.recipe)

        return changing(self._document, run)


def _with_outline(search: Search, maze: Maze, job: Job) -> Search:
    """Return a search with its lattice, and the openings of ``maze`` where that has the same."""
    recipe = search.recipe.kept()
    lattice = outline_of(recipe, maze.lattice, job).lattice
    given = (maze.entrance, maze.exits) if lattice is maze.lattice else None
    return replace(search, recipe=recipe, lattice=lattice, openings=given)

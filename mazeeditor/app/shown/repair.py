"""Which changes of walls are shown before they are applied: found in the background.

Of a repair, or of any other fix (``fixing.py``); the next edit ends them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from mazeeditor.app.jobs import Background, Latest
from mazeeditor.app.shown.selection import Selection
from mazeeditor.app.shown.verdict import Kind, chip, figures
from mazeeditor.app.ui import Ui
from mazeeditor.core.listeners import Listeners
from mazeeditor.core.translation import _, ngettext
from mazeeditor.editing.content import Change
from mazeeditor.editing.document import Document
from mazeeditor.editing.followers import Follower, Subscription

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from mazeeditor.app.shown.highlights import MarkedCells, ShownHighlight
    from mazeeditor.core.job import Job
    from mazeeditor.editing.edits import Edit
    from mazeeditor.editing.work import Work
    from mazeeditor.maze.geometry import Ids
    from mazeeditor.maze.maze import Maze
    from mazeeditor.maze.repairs import Goal, Repair
    from mazeeditor.maze.transforms.symmetry.group import SymmetryGroup

Find = Callable[["Maze", "NDArray[np.bool_] | None", "Job"], "Repair"]
Start = Callable[[str, "Work[Edit | None]"], None]


class RequestedRepair(NamedTuple):
    """What finds the walls, in a worker; one that is ``proposed`` is changed wall by wall.

    With a ``symmetry`` it is said where the maze would break that.
    """

    name: str
    label: str
    find: Find
    proposed: bool = False
    symmetry: str | None = None


class Outcome(NamedTuple):
    """The maze as it would be: its verdict, figures before and after, what breaks a symmetry."""

    kind: Kind
    verdict: str
    figures: str
    before: Figures
    after: Figures
    breaks: str


FIGURES = {  # of each slider of Tweak: what the section shows before and after
    "route": "shortest",
    "straight": "straights",
    "dead_ends": "dead_ends",
    "loops": "loops",
}
Figures = dict[str, "float | None"]
DELAY_MS = 20  # ms without another move of a slider
Input = tuple["Maze", "NDArray[np.bool_] | None", RequestedRepair]
Judged = tuple["Maze", "Repair", "str | None", int]  # the last: fake exits


class ShownRepair:
    """The repair of a document that is shown: ``result``, or None.

    ``requested`` is being found, or shown; ``left_out`` are walls of it that stay as they are;
    ``current`` is the wall that is pointed at, or None. ``changed`` is notified of all four. Only
    walls between selected cells change, where any are selected. What stands against a goal is
    highlighted. ``outcome`` is the maze with the walls changed, None until that is known.
    ``ended_by`` is why the last one ended by itself, "" where it was left, applied or edited.
    """

    def __init__(
        self,
        document: Document,
        background: Background,
        ui: Ui,
        highlight: ShownHighlight,
        selection: Selection,
    ) -> None:
        self._document, self._ui = document, ui
        self._highlight, self._selection = highlight, selection
        self.requested: RequestedRepair | None = None
        self.result: Repair | None = None
        self.outcome: Outcome | None = None
        self.ended_by = ""
        self.left_out: frozenset[int] = frozenset()
        self.current: int | None = None
        self.changed: Listeners[[]] = Listeners()
        self._group: SymmetryGroup | None = None  # by which walls are proposed
        self._changing = False  # whether the edit being done is one of its own walls
        self._latest: Latest[Input, Repair] = Latest(
            background, self._take, _find, self._found, self._fail, delay=DELAY_MS
        )
        self._judging: Latest[Judged, Outcome] = Latest(
            background, self._take_outcome, _judge, self._judged, self._not_judged, delay=0
        )
        self._following = Subscription(document.changed, Follower.REPAIR, self._follow)

    @property
    def active(self) -> bool:
        return self.requested is not None

    @property
    def settled(self) -> bool:
        return self._latest.settled

    @property
    def progress(self) -> float:
        """The share done of what is requested, 0 to 1."""
        return self._latest.progress

    def preview(self, requested: RequestedRepair) -> None:
        """Find walls that are to change, and show them."""
        self._request(requested)
        self._highlight.hide()
        self._latest.request()

    def propose(self, goal: Goal, group: SymmetryGroup | None = None) -> None:
        """Find a repair and show it beside what is highlighted, to be changed wall by wall.

        By a symmetry walls are found, and changed, together with their images.
        """
        reach, self._group = reaching(goal.name, group.name if group else None, {}), group

        def find(maze: Maze, cells: NDArray[np.bool_] | None, job: Job) -> Repair:
            return reach(maze, with_images(cells, group), job)

        self._request(RequestedRepair(goal.name, goal.label, find, proposed=True))
        self._latest.request()

    def _request(self, requested: RequestedRepair | None) -> None:
        self.requested, self.ended_by = requested, ""
        self._following.switch(requested is not None)

    @property
    def proposed(self) -> bool:
        """Whether the repair is one whose walls are changed one by one."""
        return self.requested is not None and self.requested.proposed

    def hide(self) -> None:
        self._end()

    def _end(self, reason: str = "") -> None:
        self._latest.stop()
        active = self.active or bool(self.ended_by)
        self._request(None)
        self.ended_by = reason
        self._following.switch(bool(reason))  # until the next edit it is so
        if active:
            self._show(None)

    def _show(self, result: Repair | None) -> None:
        self.result, self.left_out, self.current = result, frozenset(), None
        self._judge()
        self.changed.notify()

    def _judge(self) -> None:
        """Find out what the maze would be, where it is not changed wall by wall."""
        self.outcome = None
        self._judging.stop()
        if self.result is not None and not self.proposed:
            self._judging.request()

    def point_at(self, wall: int | None) -> None:
        if wall != self.current:
            self.current = wall
            self.changed.notify()

    def together(self, wall: int) -> Ids:
        """Return the walls int64[k] that change with a proposed one: it and its images."""
        import numpy as np  # the first window does without

        assert self.result
        ids = np.array([wall], np.int64)
        if self._group is None:
            return ids
        closed = bool(np.isin(wall, self.result.closed))
        return self._group.walls_to_change(self._document.maze, ids, closed)

    def change(self, wall: int) -> None:
        """Change a wall of the repair now, as a step of its own; the others stay shown."""
        from mazeeditor.editing.edits import ToggleWalls

        assert self.result
        ids = self.together(wall)
        rest = self.result.after(*ids.tolist())
        self._changing = True
        try:
            self._document.apply(ToggleWalls.of(self._document.maze, ids))
        finally:
            self._changing = False
        if len(rest):
            self._show(rest)
        else:
            self.hide()

    def toggle(self, wall: int) -> None:
        """Leave a wall of the repair as it is, or change it after all."""
        self.left_out ^= {wall}
        self._judge()
        self.changed.notify()

    @property
    def walls(self) -> Ids:
        """The walls int64[k] that change when it is applied; there must be a ``result``."""
        import numpy as np  # the first window does without

        assert self.result
        left_out = np.array(sorted(self.left_out), np.int64)
        return self.result.without(left_out).walls

    def accept(self, start: Start) -> None:
        """Change the walls, as one step; ``start`` runs what takes a while as a job."""
        from mazeeditor.editing.work import FEW_WALLS, changing, toggling

        if self.result is None or self.requested is None or not self.settled:
            return
        label, walls, text = self.requested.label, self.walls, self._done(self.requested)
        stays = self.result.stays
        self.hide()
        recipe = self._document.recipe

        def find(maze: Maze, job: Job) -> Edit | None:
            job.check()
            return toggling(label, maze, walls, recipe)

        def done(_edit: Edit | None) -> None:
            self._ui.show_status(text)
            if stays:
                self._mark(stays[1], "stays", label, stays[0])

        start(label, changing(self._document, find, done, small=len(walls) <= FEW_WALLS))

    def _done(self, requested: RequestedRepair) -> str:
        """Return what is said once the walls are changed."""
        assert self.result
        number = len(self.walls)
        text = ngettext("{number:,} wall has changed", "{number:,} walls have changed", number)
        text = f"{requested.label}: {text.format(number=number)}"
        reasons = [self.result.stays[0]] if self.result.stays else []
        if self.outcome and self.outcome.breaks:
            reasons.append(self.outcome.breaks)
        return ". ".join([text, *reasons])

    def _follow(self, _change: Change) -> None:
        if not self._changing:
            self.hide()

    def _take(self) -> Input | None:
        if self.requested is None:
            return None
        return self._document.maze.copy(), self._selection.cells, self.requested

    def _found(self, result: Repair) -> None:
        assert self.requested
        requested = self.requested
        if len(result):
            self._show(result)
            if result.stays:
                self._mark(result.stays[1], "stays", requested.label, result.stays[0])
            return
        reasons = [result.stays[0]] if result.stays else []
        text = _("{goal}: nothing has to change.").format(goal=requested.label)
        text = " ".join([text, *reasons])
        self._end(text)
        if not requested.proposed:
            self._ui.show_status(text)
        if result.stays:
            self._mark(result.stays[1], "stays", requested.label, result.stays[0])

    def _fail(self, problem: Exception) -> None:
        from mazeeditor.maze.repairs import RepairError

        requested = self.requested
        message = str(problem) or _("unknown")
        self._end(message)
        self._ui.show_status(message)
        if requested and isinstance(problem, RepairError) and len(problem.cells):
            self._mark(problem.cells, f"repair-{requested.name}", requested.label, message)

    def _mark(self, cells: NDArray[Any], name: str, label: str, text: str) -> None:
        """Tint cells, bool[n] or int64[k], until the next edit."""
        from mazeeditor.app.shown.highlights import Highlight

        find = partial(_tinted_cells, cells, text)
        self._highlight.show(Highlight(name, label, text, lambda _facts: True, find))

    # What the maze would be

    def _take_outcome(self) -> Judged | None:
        if self.result is None or self.requested is None:
            return None
        import numpy as np  # the first window does without

        left_out = np.array(sorted(self.left_out), np.int64)
        maze = self._document.maze.copy()
        fakes = self._document.recipe.fakes
        return maze, self.result.without(left_out), self.requested.symmetry, fakes

    def _judged(self, outcome: Outcome) -> None:
        self.outcome = outcome
        self.changed.notify()

    def _not_judged(self, problem: Exception) -> None:
        self._ui.show_status(str(problem) or _("unknown"))


def _find(taken: Input, job: Job) -> Repair:
    maze, cells, requested = taken
    result = requested.find(maze, cells, job)
    assert len(result.middles) == len(result), "in the worker, as it takes a while"
    return result


def reaching(goal: str, symmetry: str | None, options: dict[str, Any]) -> Find:
    """Return what finds the walls by which a goal is reached, with a symmetry or without."""

    def find(maze: Maze, cells: NDArray[np.bool_] | None, job: Job) -> Repair:
        from mazeeditor.maze.repairs import find_repair
        from mazeeditor.maze.walls import free_walls

        free = free_walls(maze.lattice, cells, maze.locks, job)
        if symmetry is None:
            return find_repair(maze, goal, free, job, **options)
        from mazeeditor.maze.transforms.symmetry.keeping import find_symmetric_repair

        return find_symmetric_repair(maze, goal, symmetry, free, job, **options)

    return find


def with_images(
    cells: NDArray[np.bool_] | None, group: SymmetryGroup | None
) -> NDArray[np.bool_] | None:
    """Return selected cells bool[n] with their images; None for all."""
    if cells is None or group is None:
        return cells
    import numpy as np  # the first window does without

    result = np.zeros(len(cells), np.bool_)
    result[group.orbits(np.flatnonzero(cells))] = True
    return result


def _judge(taken: Judged, job: Job) -> Outcome:
    """Count in a worker."""
    from mazeeditor.maze.facts.facts import facts
    from mazeeditor.sheets.search_goal import figures_of

    maze, repair, symmetry, fakes = taken
    after = repair.applied(maze)
    with job.part(0.3):
        counted = facts(after, job)
    both = []
    for each in (maze, after):
        with job.part(0.3):
            found = figures_of(each, FIGURES.values(), job)
        both.append({name: found[figure] for name, figure in FIGURES.items()})
    breaks = ""
    if symmetry is not None:
        from mazeeditor.maze.transforms.symmetry.symmetric_maze import breaking_report

        breaks = breaking_report(after, symmetry, job)
    kind, verdict = chip(after, counted, fakes)
    return Outcome(kind, verdict, figures(counted), both[0], both[1], breaks)


def _tinted_cells(cells: NDArray[Any], text: str, maze: Maze, _job: Job) -> MarkedCells:
    """Return ``cells`` int64[k] as marks, with a text."""
    import numpy as np

    from mazeeditor.app.shown.highlights import mark_cells

    chosen = np.zeros(maze.lattice.size, np.bool_)
    chosen[cells] = True
    return mark_cells(maze, chosen, text)

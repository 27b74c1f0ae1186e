"""Which repair is shown before it is accepted: found in the background, until the next edit."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from mazeeditor.editing.content import Change
from mazeeditor.editing.document import Document
from mazeeditor.listeners import Listeners
from mazeeditor.translation import _, count
from mazeeditor.workspace.jobs import Threads
from mazeeditor.workspace.latest import Latest
from mazeeditor.workspace.selection import Selection
from mazeeditor.workspace.ui import Timer, Ui

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from mazeeditor.editing.edits import Edit
    from mazeeditor.editing.work import Work
    from mazeeditor.job import Job
    from mazeeditor.maze.geometry import Ids
    from mazeeditor.maze.maze import Maze
    from mazeeditor.repairs import Goal, Repair
    from mazeeditor.workspace.highlights import MarkedCells
    from mazeeditor.workspace.shown_highlight import ShownHighlight

FEW = 10_000  # walls that are changed without a worker
Start = Callable[[str, "Work[Edit | None]"], None]


class RequestedRepair(NamedTuple):
    """A goal and its options."""

    goal: Goal
    options: dict[str, Any]


Input = tuple["Maze", "NDArray[np.bool_] | None", RequestedRepair]


class ShownRepair:
    """The repair of a document that is shown: ``result``, or None.

    ``requested`` is being found, or shown; ``left_out`` are walls of it that stay as they are.
    ``changed`` is notified of all three. Only walls between selected cells change, where any are
    selected. What stands against a goal is highlighted.
    """

    def __init__(
        self,
        document: Document,
        threads: Threads,
        timer: Timer,
        ui: Ui,
        highlight: ShownHighlight,
        selection: Selection,
    ) -> None:
        self._document, self._ui = document, ui
        self._highlight, self._selection = highlight, selection
        self.requested: RequestedRepair | None = None
        self.result: Repair | None = None
        self.left_out: frozenset[int] = frozenset()
        self.changed: Listeners[[]] = Listeners()
        self._latest: Latest[Input, Repair] = Latest(
            threads, timer, self._take, _find, self._found, self._fail, delay=0
        )
        document.changed.subscribe(self._follow)

    @property
    def active(self) -> bool:
        """Whether a repair is shown, or will be."""
        return self.requested is not None

    def show(self, goal: Goal, **options: Any) -> None:
        """Find a repair and show it; the same again may find other walls."""
        self.requested = RequestedRepair(goal, options)
        self._highlight.hide()
        self._latest.request()

    def hide(self) -> None:
        """Show none."""
        self._latest.stop()
        self.requested = None
        if self.result is not None:
            self.result, self.left_out = None, frozenset()
            self.changed.notify()

    def toggle(self, wall: int) -> None:
        """Leave a wall of the repair as it is, or change it after all."""
        self.left_out ^= {wall}
        self.changed.notify()

    @property
    def walls(self) -> Ids:
        """The walls int64[k] that change when it is accepted; there must be a ``result``."""
        import numpy as np  # the first window does without

        assert self.result
        left_out = np.array(sorted(self.left_out), np.int64)
        return self.result.without(left_out).walls

    @property
    def text(self) -> str:
        """What it changes, "" where none is shown."""
        if self.result is None or self.requested is None:
            return ""
        text = f"{self.requested.goal.label}: {self.result.text()}"
        if self.left_out:
            text += _("; {walls} left out").format(walls=count(len(self.left_out), "wall", "walls"))
        return text

    def accept(self, start: Start) -> None:
        """Change the walls, as one step; ``start`` runs what takes a while as a job."""
        from mazeeditor.editing.edits import ToggleWalls
        from mazeeditor.editing.work import changing, step

        if self.result is None or self.requested is None:
            return
        label, walls = self.requested.goal.label, self.walls
        self.hide()
        if len(walls) <= FEW:
            if len(walls):
                self._document.apply(ToggleWalls(walls, label))
            return
        maze, recipe = self._document.maze.copy(), self._document.recipe

        def run(job: Job) -> Edit | None:
            job.check()
            after = maze.copy()
            after.toggle(walls)
            return step(label, maze, after, recipe)

        start(label, changing(self._document, run))

    def _follow(self, change: Change) -> None:
        if self.active and (change.passages or change.locks):
            self.hide()

    def _take(self) -> Input | None:
        if self.requested is None:
            return None
        return self._document.maze.copy(), self._selection.cells, self.requested

    def _found(self, result: Repair) -> None:
        assert self.requested
        if not len(result):
            label = self.requested.goal.label
            self.hide()
            self._ui.show_status(_("{goal}: nothing has to change.").format(goal=label))
            return
        self.result, self.left_out = result, frozenset()
        self.changed.notify()

    def _fail(self, problem: Exception) -> None:
        from mazeeditor.repairs import RepairError
        from mazeeditor.workspace.highlights import Highlight

        requested = self.requested
        self.hide()
        message = str(problem) or _("unknown")
        self._ui.show_status(message)
        if requested and isinstance(problem, RepairError) and len(problem.cells):
            find = partial(_tinted_cells, problem.cells, message)
            goal = requested.goal
            self._highlight.show(
                Highlight(f"repair-{goal.name}", goal.label, message, lambda _facts: True, find)
            )


def _find(taken: Input, job: Job) -> Repair:
    from mazeeditor.maze.locks import free_walls
    from mazeeditor.repairs import find_repair

    maze, cells, (goal, options) = taken
    free = free_walls(maze.lattice, cells, maze.locks)
    result = find_repair(maze, goal.name, free, job, **options)
    assert len(result.middles) == len(result), "in the worker, as it takes a while"
    return result


def _tinted_cells(cells: Ids, text: str, maze: Maze, _job: Job) -> MarkedCells:
    """Return ``cells`` int64[k] as marks, with a text."""
    import numpy as np

    from mazeeditor.workspace.highlights import tinted

    chosen = np.zeros(maze.lattice.size, np.bool_)
    chosen[cells] = True
    return tinted(maze, chosen, text)

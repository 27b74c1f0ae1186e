"""Which repair is shown before it is accepted: found in the background, until the next edit."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from mazeeditor.app.jobs import Background, Latest, ignore
from mazeeditor.app.shown.selection import Selection
from mazeeditor.app.ui import Ui
from mazeeditor.core.listeners import Listeners
from mazeeditor.core.translation import _, count
from mazeeditor.editing.content import Change
from mazeeditor.editing.document import Document
from mazeeditor.editing.followers import Follower, Following

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

Start = Callable[[str, "Work[Edit | None]"], None]


class RequestedRepair(NamedTuple):
    """What finds the walls, in a worker; one that is ``proposed`` is changed wall by wall.

    Where it is accepted and no wall left out, ``accept`` is called instead of changing them; also
    where there are none. ``found`` is called once it is shown.
    """

    name: str
    label: str
    find: Callable[[Maze, NDArray[np.bool_] | None, Job], Repair]
    proposed: bool = False
    accept: Callable[[], object] | None = None
    found: Callable[[], object] = ignore


Input = tuple["Maze", "NDArray[np.bool_] | None", RequestedRepair]


class ShownRepair:
    """The repair of a document that is shown: ``result``, or None.

    ``requested`` is being found, or shown; ``left_out`` are walls of it that stay as they are;
    ``current`` is the wall that is pointed at, or None. ``changed`` is notified of all four. Only
    walls between selected cells change, where any are selected. What stands against a goal is
    highlighted.
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
        self.left_out: frozenset[int] = frozenset()
        self.current: int | None = None
        self.changed: Listeners[[]] = Listeners()
        self._changing = False  # whether the edit being done is one of its own walls
        self._latest: Latest[Input, Repair] = Latest(
            background, self._take, _find, self._found, self._fail, delay=0
        )
        self._following = Following(document.changed, Follower.REPAIR, self._follow)

    @property
    def active(self) -> bool:
        """Whether a repair is shown, or will be."""
        return self.requested is not None

    def show(self, goal: Goal, **options: Any) -> None:
        """Find a repair and show it; the same again may find other walls."""
        self.preview(RequestedRepair(goal.name, goal.label, _finder(goal, options)))

    def preview(self, requested: RequestedRepair) -> None:
        """Find walls that are to change, and show them."""
        self._request(requested)
        self._highlight.hide()
        self._latest.request()

    def propose(self, goal: Goal) -> None:
        """Find a repair and show it beside what is highlighted, to be changed wall by wall."""
        find = _finder(goal, {})
        self._request(RequestedRepair(goal.name, goal.label, find, proposed=True))
        self._latest.request()

    def _request(self, requested: RequestedRepair | None) -> None:
        self.requested = requested
        self._following.switch(requested is not None)

    @property
    def proposed(self) -> bool:
        """Whether the repair is one whose walls are changed one by one."""
        return self.requested is not None and self.requested.proposed

    def hide(self) -> None:
        """Show none."""
        self._latest.stop()
        self._request(None)
        if self.result is not None:
            self._show(None)

    def _show(self, result: Repair | None) -> None:
        self.result, self.left_out, self.current = result, frozenset(), None
        self.changed.notify()

    def point_at(self, wall: int | None) -> None:
        """Point at a wall of the repair, or at none."""
        if wall != self.current:
            self.current = wall
            self.changed.notify()

    def change(self, wall: int) -> None:
        """Change a wall of the repair now, as a step of its own; the others stay shown."""
        import numpy as np  # the first window does without

        from mazeeditor.editing.edits import ToggleWalls

        assert self.result
        ids = np.array([wall], np.int64)
        rest = self.result.after(wall)
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
        text = f"{self.requested.label}: {self.result.text()}"
        if self.left_out:
            text += _("; {walls} left out").format(walls=count(len(self.left_out), "wall", "walls"))
        return text

    def accept(self, start: Start) -> None:
        """Change the walls, as one step; ``start`` runs what takes a while as a job."""
        from mazeeditor.editing.work import FEW, changing, toggling

        if self.result is None or self.requested is None:
            return
        (_name, label, *_rest), walls = self.requested, self.walls
        accept = None if self.left_out else self.requested.accept
        self.hide()
        if accept:
            accept()
            return
        recipe = self._document.recipe

        def find(maze: Maze, job: Job) -> Edit | None:
            job.check()
            return toggling(label, maze, walls, recipe)

        start(label, changing(self._document, find, small=len(walls) <= FEW))

    def _follow(self, _change: Change) -> None:
        if not self._changing:
            self.hide()

    def _take(self) -> Input | None:
        if self.requested is None:
            return None
        return self._document.maze.copy(), self._selection.cells, self.requested

    def _found(self, result: Repair) -> None:
        assert self.requested
        if not len(result):
            requested = self.requested
            self.hide()
            if requested.accept:
                requested.accept()
            elif not requested.proposed:
                text = _("{goal}: nothing has to change.")
                self._ui.show_status(text.format(goal=requested.label))
            return
        self._show(result)
        self.requested.found()

    def _fail(self, problem: Exception) -> None:
        from mazeeditor.app.shown.highlights import Highlight
        from mazeeditor.maze.repairs import RepairError

        requested = self.requested
        self.hide()
        message = str(problem) or _("unknown")
        self._ui.show_status(message)
        if requested and isinstance(problem, RepairError) and len(problem.cells):
            find = partial(_tinted_cells, problem.cells, message)
            name, label = f"repair-{requested.name}", requested.label
            self._highlight.show(Highlight(name, label, message, lambda _facts: True, find))


def _find(taken: Input, job: Job) -> Repair:
    maze, cells, requested = taken
    result = requested.find(maze, cells, job)
    assert len(result.middles) == len(result), "in the worker, as it takes a while"
    return result


def _finder(
    goal: Goal, options: dict[str, Any]
) -> Callable[[Maze, NDArray[np.bool_] | None, Job], Repair]:
    """Return what finds the repair of a goal, between selected cells bool[n] or all."""

    def find(maze: Maze, cells: NDArray[np.bool_] | None, job: Job) -> Repair:
        from mazeeditor.maze.repairs import find_repair
        from mazeeditor.maze.walls import free_walls

        free = free_walls(maze.lattice, cells, maze.locks, job)
        return find_repair(maze, goal.name, free, job, **options)

    return find


def _tinted_cells(cells: Ids, text: str, maze: Maze, _job: Job) -> MarkedCells:
    """Return ``cells`` int64[k] as marks, with a text."""
    import numpy as np

    from mazeeditor.app.shown.highlights import tinted

    chosen = np.zeros(maze.lattice.size, np.bool_)
    chosen[cells] = True
    return tinted(maze, chosen, text)

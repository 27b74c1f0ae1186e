"""How far every cell is from the entrance, the exits or a cell: counted after every change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mazeeditor.app.jobs import Background, Latest
from mazeeditor.app.ui import Ui
from mazeeditor.core.errors import UsageError
from mazeeditor.core.listeners import Listeners
from mazeeditor.core.translation import _
from mazeeditor.editing.cursor import in_words
from mazeeditor.editing.document import Document
from mazeeditor.editing.followers import Follower, Subscription
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze

if TYPE_CHECKING:
    from mazeeditor.core.job import Job
    from mazeeditor.screen.cell_paint import DistanceLevels


ENTRANCE, EXIT, CELL = "entrance", "exit", "cell"


@dataclass(frozen=True, eq=False)
class DistanceStart:
    """Where to begin: ``kind`` is ENTRANCE, EXIT (the nearest of several) or CELL.

    ``cell`` is the one chosen, in a maze on ``lattice``; only CELL has both.
    """

    kind: str = ENTRANCE
    lattice: Lattice | None = None
    cell: int = 0

    def starts(self, maze: Maze) -> list[int]:
        """Return the cells to begin at; raises ``UsageError`` where there are none."""
        if self.kind == CELL:
            return [self.cell]
        openings = maze.exits if self.kind == EXIT else (maze.entrance,)
        cells = sorted({opening.cell for opening in openings if opening})
        if cells:
            return cells
        if self.kind == EXIT:
            raise UsageError(_("There is no exit to measure the distances from."))
        raise UsageError(_("There is no entrance to measure the distances from."))

    def title(self, maze: Maze) -> str:
        """Return a description of what is measured."""
        if self.kind == CELL:
            return _("Steps from {place}").format(place=in_words(maze.lattice, self.cell))
        if self.kind == EXIT:
            many = len(maze.exits) > 1
            return _("Steps from the nearest exit") if many else _("Steps from the exit")
        return _("Steps from the entrance")

    def in_maze(self, lattice: Lattice) -> DistanceStart:
        """Return the same place in another maze; the entrance where there is no such cell."""
        if self.kind != CELL or lattice is self.lattice:
            return self
        assert self.lattice
        return (
            DistanceStart(CELL, lattice, self.cell)
            if lattice.same(self.lattice)
            else DistanceStart()
        )


DELAY_MS = 40  # ms without a change before counting begins
Input = tuple["Maze", DistanceStart]


class ShownDistances:
    """The distances in the maze of a document from ``origin``, counted while they are ``shown``.

    ``levels`` is None where they are not known for the maze as it is, ``counting`` whether they
    will be. ``changed`` is notified of both.
    """

    def __init__(self, document: Document, background: Background, ui: Ui) -> None:
        self._document, self._ui = document, ui
        self.shown = False
        self._origin = DistanceStart()
        self.levels: DistanceLevels | None = None
        self.changed: Listeners[[]] = Listeners()
        self._held = False
        self._latest: Latest[Input, DistanceLevels] = Latest(
            background, self._take, count_distances, self._show, self._fail, delay=DELAY_MS
        )
        self._following = Subscription(
            document.changed, Follower.DISTANCES, lambda _change: self._renew()
        )

    @property
    def origin(self) -> DistanceStart:
        """The place, in the present maze."""
        return self._origin.in_maze(self._document.maze.lattice)

    @property
    def counting(self) -> bool:
        """Whether the distances are being counted, or will be soon."""
        return not self._latest.settled

    def show(self, shown: bool) -> None:
        """Show the distances or no longer; raises ``UsageError`` where there is no such place."""
        if shown:
            self.origin.starts(self._document.maze)
        self.shown = shown
        self._following.switch(shown)
        self._renew()

    def measure_from(self, origin: DistanceStart) -> None:
        """Show the distances from another place; raises ``UsageError`` where there is none."""
        origin.starts(self._document.maze)
        self._origin = origin
        self.show(True)

    def hold(self, held: bool) -> None:
        """Hide the distances during a game: they would reveal the route."""
        if held != self._held:
            self._held = held
            self._renew()

    def _renew(self) -> None:
        """Count again the distances to show, or show none."""
        self._latest.stop()
        self.levels = None
        if self._has_start():
            self._latest.request()
        self.changed.notify()

    def _has_start(self) -> bool:
        """Whether there is anything to count; where the place is gone the status is the reason."""
        if self.shown and not self._held:
            try:
                return bool(self.origin.starts(self._document.maze))
            except UsageError as reason:
                self._ui.show_status(str(reason))
        return False

    def _take(self) -> Input:
        return self._document.maze.copy(), self.origin

    def _show(self, levels: DistanceLevels) -> None:
        self.levels = levels
        self.changed.notify()

    def _fail(self, problem: Exception) -> None:
        self.changed.notify()
        self._ui.show_status(str(problem) or _("unknown"))


def count_distances(taken: Input, job: Job) -> DistanceLevels:
    """Return the distances in a maze; the first window starts without the modules imported here."""
    from mazeeditor.maze.search.distances import Sweep
    from mazeeditor.maze.search.search import without_gaps
    from mazeeditor.screen.cell_paint import DistanceLevels

    maze, origin = taken
    job.phase(maze.lattice.cells)
    sweep = Sweep(maze.lattice, without_gaps(maze))
    sweep.run(origin.starts(maze), job)
    return DistanceLevels.of(maze.lattice, sweep.distance, origin.title(maze), job)

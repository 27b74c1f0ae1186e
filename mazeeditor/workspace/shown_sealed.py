"""Which cells are sealed, shown without being asked for: found after each verdict that has any."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazeeditor.listeners import Listeners
from mazeeditor.workspace.jobs import Threads
from mazeeditor.workspace.latest import Latest
from mazeeditor.workspace.settings import Settings
from mazeeditor.workspace.shown_distances import ShownDistances
from mazeeditor.workspace.ui import Timer
from mazeeditor.workspace.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from mazeeditor.job import Job
    from mazeeditor.maze.maze import Maze


class ShownSealed:
    """``cells`` bool[n] are the sealed cells of the maze as it is, None where there are none.

    Or where ``settings.sealed`` is off, or distances are shown, which have a colour for them.
    ``changed`` is notified of others.
    """

    def __init__(
        self,
        threads: Threads,
        timer: Timer,
        verdict: Verdict,
        distances: ShownDistances,
        settings: Settings,
        maze: Callable[[], Maze],
    ) -> None:
        self._verdict, self._distances = verdict, distances
        self._settings, self._maze = settings, maze
        self.cells: NDArray[np.bool_] | None = None
        self.changed: Listeners[[]] = Listeners()
        self._latest: Latest[Maze, NDArray[np.bool_]] = Latest(
            threads,
            timer,
            lambda: maze().copy(),
            _find_sealed,
            self._set,
            lambda _problem: self._set(None),
            delay=0,
            wait_for_pause=False,
        )
        verdict.changed.subscribe(self.follow)
        distances.changed.subscribe(self._follow_distances)

    @property
    def settled(self) -> bool:
        """Whether ``cells`` are those of the verdict."""
        return self._latest.settled

    def follow(self) -> None:
        """Find the cells of a new verdict; those of an outdated one stay until then."""
        facts = self._verdict.facts
        if self._verdict.outdated:
            return
        shown = self._settings.sealed and not self._distances.shown
        if facts is None or not facts.sealed or not shown:
            self._latest.stop()
            self._set(None)
        else:
            self._latest.request()

    def _follow_distances(self) -> None:
        if self._distances.shown == (self.cells is not None):  # they take turns
            self.follow()

    def _set(self, cells: NDArray[np.bool_] | None) -> None:
        if cells is not None and len(cells) != self._maze().lattice.size:
            return  # of another maze: its verdict comes
        if cells is not None or self.cells is not None:
            self.cells = cells
            self.changed.notify()


def _find_sealed(maze: Maze, job: Job) -> NDArray[np.bool_]:
    from mazeeditor.maze.reach import sealed_cells

    return sealed_cells(maze, job)

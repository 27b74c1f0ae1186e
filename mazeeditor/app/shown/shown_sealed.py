"""Which cells are sealed, shown without being asked for: those that the verdict has found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazeeditor.app.settings import Settings
from mazeeditor.app.shown.shown_distances import ShownDistances
from mazeeditor.app.shown.verdict import Verdict
from mazeeditor.core.listeners import Listeners

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from mazeeditor.maze.maze import Maze


class ShownSealed:
    """``cells`` bool[n] are the sealed cells of the maze as it is, None where there are none.

    Or where ``settings.sealed`` is off, or distances are shown, which have a colour for them.
    ``changed`` is notified of others.
    """

    def __init__(
        self,
        verdict: Verdict,
        distances: ShownDistances,
        settings: Settings,
        maze: Callable[[], Maze],
    ) -> None:
        self._verdict, self._distances = verdict, distances
        self._settings, self._maze = settings, maze
        self.cells: NDArray[np.bool_] | None = None
        self.changed: Listeners[[]] = Listeners()
        verdict.changed.subscribe(self.follow)
        distances.changed.subscribe(self._follow_distances)

    def follow(self) -> None:
        """Show the cells of a new verdict; those of an outdated one stay until then."""
        if self._verdict.outdated:
            return
        shown = self._settings.sealed and not self._distances.shown
        cells = self._verdict.sealed if shown else None
        if cells is not None and len(cells) != self._maze().lattice.size:
            return  # of another maze: its verdict comes
        if cells is not self.cells:
            self.cells = cells
            self.changed.notify()

    def _follow_distances(self) -> None:
        if self._distances.shown == (self.cells is not None):  # they take turns
            self.follow()

"""The layout of a lattice of any shape: where its cells and walls are, the same for all mazes.

If there is not enough memory for it, the overview is shown at every zoom.
"""

from __future__ import annotations

from threading import Lock
from weakref import WeakSet

from mazeeditor.job import Job
from mazeeditor.maze.lattice import Lattice
from mazeeditor.memory import free_bytes
from mazeeditor.screen.sample_grid import PointGrid
from mazeeditor.screen.wall_index import WallIndex, reach_of
from mazeeditor.translation import _

TURN = 0.02  # s between two checks whether a waiting thread was cancelled
BYTES = 320  # a cell, measured: the peak for a fine picture of hexagons


class LatticeLayout:
    """Sample points for the overview and, once it is built, the index of walls for close-ups."""

    def __init__(self, lattice: Lattice) -> None:
        self.lattice = lattice
        self.samples = PointGrid(lattice)
        self.index: WallIndex | None = None
        self.coarse = False
        self._building = Lock()

    @property
    def built(self) -> bool:
        """Whether ``build`` has nothing left to do."""
        return self.index is not None or self.coarse

    def build(self, job: Job) -> str:
        """Build what is missing; may run in any thread, raises ``CancelledError``.

        One thread builds at a time. The others wait; if it is cancelled, one of them builds.
        Returns a message for the user if the picture must remain coarse, else "".
        """
        while not self._building.acquire(timeout=TURN):
            job.check()
        try:
            return "" if self.built else self._build(job)
        finally:
            self._building.release()

    def _build(self, job: Job) -> str:
        free, needed = free_bytes(), self.lattice.cells * BYTES
        if free is not None and free < needed:
            self.samples.reach = reach_of(self.lattice)
            self.coarse = True
            return _(
                "This maze of {cells:,} cells is shown coarsely: a fine picture takes {needed:.1f} "
                "GB of memory, and {free:.1f} GB are free. What is exported is as fine as ever."
            ).format(cells=self.lattice.cells, needed=needed / 1e9, free=free / 1e9)
        walls = WallIndex(self.lattice, job)
        self.samples.build(walls.reach, job)
        self.index = walls
        return ""


_in_use: WeakSet[LatticeLayout] = WeakSet()


def layout_of(lattice: Lattice) -> LatticeLayout:
    """Return the layout of a lattice: one in use if it has the same cells, else a new one.

    Another maze of the same size is then shown at once.
    """
    for layout in _in_use:
        if layout.lattice.same(lattice):
            return layout
    layout = LatticeLayout(lattice)
    _in_use.add(layout)
    return layout

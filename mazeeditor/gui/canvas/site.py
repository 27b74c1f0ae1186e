"""Where the cells and walls of a lattice of any shape lie: the same for all mazes on it.

Where memory is too short for that, the maze is shown as from afar, however near one goes.
"""

from __future__ import annotations

from weakref import WeakSet

from mazeeditor.gui.canvas.bins import Bins
from mazeeditor.gui.canvas.survey import reach_of
from mazeeditor.gui.canvas.wallmap import WallMap
from mazeeditor.job import Job
from mazeeditor.maze.lattice import Lattice
from mazeeditor.memory import free_bytes
from mazeeditor.words import _

BYTES = 320  # a cell, measured: what a fine picture of hexagons takes while it is made


class Site:
    """The grid of points for afar, and for near the map of the walls, once ``build`` made it."""

    def __init__(self, lattice: Lattice) -> None:
        self.lattice = lattice
        self.bins = Bins(lattice)
        self.map: WallMap | None = None
        self.coarse = False

    @property
    def built(self) -> bool:
        """Whether all is there that there will be."""
        return self.map is not None or self.coarse

    def build(self, job: Job) -> str:
        """Make what is not there yet; may run in any thread, raises ``CancelledError``.

        Returns what a person should hear when that must remain coarse, else "".
        """
        if self.built:
            return ""
        free, needed = free_bytes(), self.lattice.cells * BYTES
        if free is not None and free < needed:
            self.bins.reach = reach_of(self.lattice)
            self.coarse = True
            return _(
                "This maze of {cells:,} cells is shown coarsely: a fine picture takes {needed:.1f} "
                "GB of memory, and {free:.1f} GB are free. What is exported is as fine as ever."
            ).format(cells=self.lattice.cells, needed=needed / 1e9, free=free / 1e9)
        walls = WallMap(self.lattice, job)
        self.bins.build(walls.reach, job)
        self.map = walls
        return ""


_in_use: WeakSet[Site] = WeakSet()


def site_of(lattice: Lattice) -> Site:
    """Return the site of a lattice, one that is in use if it has the same cells.

    Who makes another maze of the same size then sees it at once.
    """
    for site in _in_use:
        if site.lattice.same(lattice):
            return site
    site = Site(lattice)
    _in_use.add(site)
    return site

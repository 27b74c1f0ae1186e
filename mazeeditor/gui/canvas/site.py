"""Where the cells and walls of a lattice of any shape lie: the same for all mazes on it."""

from __future__ import annotations

from weakref import WeakSet

from mazeeditor.gui.canvas.bins import Bins
from mazeeditor.gui.canvas.wallmap import WallMap
from mazeeditor.job import Job
from mazeeditor.maze.lattice import Lattice


class Site:
    """The grid of points for afar, and for near the map of the walls, once ``build`` made it."""

    def __init__(self, lattice: Lattice) -> None:
        self.lattice = lattice
        self.bins = Bins(lattice)
        self.map: WallMap | None = None

    def build(self, job: Job) -> None:
        """Make what is not there yet; may run in any thread, raises ``CancelledError``."""
        if self.map is None:
            walls = WallMap(self.lattice, job)
            self.bins.build(walls.reach, job)
            self.map = walls


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

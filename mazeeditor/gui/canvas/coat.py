"""The paint of all cells, kept for near and for afar, and changed cell by cell at once."""

from __future__ import annotations

from typing import Any

import numpy as np

from mazeeditor.gui.canvas.grid import Places
from mazeeditor.gui.canvas.paint import Paint, lead_out
from mazeeditor.gui.canvas.pyramid import Pyramid, Values, largest
from mazeeditor.gui.canvas.shades import CLASS
from mazeeditor.job import Job
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice


class Coat:
    """The ``paint`` uint16[n] of all cells, and the ``tint`` that it has from afar.

    The paint is kept, not copied; before it is shown ``build`` has to be called. Without it
    nothing is painted yet, and that is at once ready.
    """

    def __init__(self, lattice: Lattice, places: Places, paint: Paint | None = None) -> None:
        self._lattice, self._places = lattice, places
        self.paint = np.zeros(lattice.size, np.uint16) if paint is None else paint
        read = places.read(self.paint)

        def kinds(rows: Any, columns: Any) -> Values:
            return (read(rows, columns) & np.uint16(CLASS)).astype(np.uint8)

        self.tint = Pyramid(kinds, *places.shape, largest)
        if paint is None:
            self.tint.blank()

    def build(self, job: Job) -> None:
        """Make what is seen from afar; raises ``CancelledError``."""
        self.tint.build(job)

    def change(self, cells: Ids, paint: Paint) -> None:
        """Paint ``cells`` int64[k] of the inside with uint16[k]."""
        self.paint[cells] = paint
        lead_out(self.paint, self._lattice, cells)
        if self.tint.are_many(len(cells)):
            self.tint.build()
        else:
            self.tint.update(*self._places.of(cells))

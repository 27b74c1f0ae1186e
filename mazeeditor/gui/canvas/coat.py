"""The paint on a grid of square cells, kept for near and for afar, changed cell by cell at once."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from mazeeditor.gui.canvas.paint import Paint, lead_out
from mazeeditor.gui.canvas.pyramid import Pyramid, Values, largest
from mazeeditor.gui.canvas.shades import CLASS
from mazeeditor.job import Job
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice


def as_grid(flat: NDArray[Any], lattice: Lattice) -> NDArray[Any]:
    """Return a view (rows + 2, columns + 2) of an array over cells, the rim included.

    The outside cell after a row is the one before the next: both stand in the view.
    """
    stride = lattice.columns + 1
    shape = (lattice.rows + 2, lattice.columns + 2)
    step = flat.itemsize
    return as_strided(flat, shape, (stride * step, step), writeable=False)


class Coat:
    """The paint of all cells: ``grid`` uint16[rows + 2, columns + 2] and the ``tint`` from afar.

    ``paint`` uint16[n] is kept, not copied; before it is shown ``build`` has to be called. Without
    it nothing is painted yet, and that is at once ready.
    """

    def __init__(self, lattice: Lattice, paint: Paint | None = None) -> None:
        self._lattice = lattice
        self._paint = np.zeros(lattice.size, np.uint16) if paint is None else paint
        self.grid = as_grid(self._paint, lattice)
        self.tint = Pyramid(self._kinds, lattice.rows, lattice.columns, largest)
        if paint is None:
            self.tint.blank()

    def build(self, job: Job) -> None:
        """Make what is seen from afar; raises ``CancelledError``."""
        self.tint.build(job)

    def change(self, cells: Ids, paint: Paint) -> None:
        """Paint ``cells`` int64[k] of the inside with uint16[k]."""
        self._paint[cells] = paint
        lead_out(self._paint, self._lattice, cells)
        rows, columns = np.divmod(cells, self._lattice.columns + 1)
        self.tint.update(rows - 1, columns - 1)

    def _kinds(self, rows: Any, columns: Any) -> Values:
        inner = self.grid[1:-1, 1:-1]
        return (inner[rows, columns] & np.uint16(CLASS)).astype(np.uint8)

"""Which cells are selected: what the commands on cells work on. Neither undone nor saved."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mazeeditor.app.ui import Ui
from mazeeditor.core.listeners import Listeners
from mazeeditor.core.translation import _, ngettext
from mazeeditor.editing.content import Change
from mazeeditor.editing.document import Document
from mazeeditor.editing.followers import Follower

if TYPE_CHECKING:
    from mazeeditor.editing.tools import Selected
    from mazeeditor.maze.lattice import Lattice


class Selection:
    """The selected cells of the maze of a document.

    ``cells`` is bool[n], read only, or None where no cell is selected: then commands work on all
    cells. ``changed`` is notified of every change. A maze with the same places keeps the
    selection, without cells that are no longer inside; where rows or columns are added or removed
    it moves along with those that stay.
    """

    def __init__(self, document: Document, ui: Ui) -> None:
        self._document, self._ui = document, ui
        self._lattice: Lattice = document.maze.lattice
        self.cells: NDArray[np.bool_] | None = None
        self.count = 0
        self._stroke: object = None  # the one that changed the selection last
        self._before: NDArray[np.bool_] | None = None  # what was selected before it
        self.changed: Listeners[[]] = Listeners()
        document.changed.follow(Follower.SELECTION, self._follow)

    @property
    def active(self) -> bool:
        return self.cells is not None

    @property
    def cells_or_all(self) -> NDArray[np.bool_]:
        """The selected cells bool[n], or all inside cells where none is."""
        return self._document.maze.lattice.inside if self.cells is None else self.cells

    def select(self, cells: NDArray[np.bool_]) -> None:
        """Select ``cells`` bool[n] and no others, as far as they are inside; report how many."""
        self._set(cells)
        if self.active:
            text = ngettext(
                "{number:,} cell is selected", "{number:,} cells are selected", self.count
            )
            self._ui.show_status(text.format(number=self.count))
        else:
            self._ui.show_status(_("No cell is selected"))

    def take(self, selected: Selected) -> None:
        """Select the cells of a gesture, add them, or take them away."""
        if selected.stroke is not self._stroke:
            self._stroke, self._before = selected.stroke, self.cells
        before = self._before
        chosen = np.zeros(self._document.maze.lattice.size, np.bool_)
        chosen[selected.cells] = True
        if before is None or len(before) != len(chosen):
            before = np.zeros(len(chosen), np.bool_)
        if selected.removes:
            chosen = before & ~chosen
        elif selected.adds:
            chosen |= before
        self.select(chosen)

    def clear(self) -> None:
        if self.active:
            self.select(np.zeros(self._document.maze.lattice.size, np.bool_))

    def _set(self, cells: NDArray[np.bool_]) -> None:
        cells = cells & self._document.maze.lattice.inside
        self.count = int(np.count_nonzero(cells))
        cells.flags.writeable = False
        self._lattice = self._document.maze.lattice
        self.cells = cells if self.count else None
        self.changed.notify()

    def _follow(self, change: Change) -> None:
        if not change.maze or self.cells is None:
            return
        before, lattice = self._lattice, self._document.maze.lattice
        if (before.shape, dict(before.parameters)) == (lattice.shape, dict(lattice.parameters)):
            self._set(self.cells)
        elif change.lines:
            self._set(change.lines.cells(before, self.cells, lattice))
        else:
            self._set(np.zeros(lattice.size, np.bool_))

"""The tool that takes cells out of the maze, and gives them back."""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.editing.changes.blanking import (
    LOCKED,
    blanking,
    cells_to_switch,
    name_cells,
    removed_openings,
)
from mazeeditor.editing.changes.cell_areas import SIZES, Path, swept
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import ChangeMaze
from mazeeditor.editing.tool_options import SYMMETRY, WIDTH
from mazeeditor.editing.tools import Gesture, Patch, Preview, mode
from mazeeditor.editing.work import changing
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe

MANY_CELLS = 100_000  # cells that are not changed at once


@mode(
    "blank",
    _("Blank cells"),
    tool="cells",
    short=_("Blank"),
    key="B",
    icon="tool-blank",
    hint=_("Click or drag to blank cells, or give blank ones back; [ and ] size the brush"),
    enter=_("Enter blanks the cell; [ and ] size the brush"),
    order=6,
    shift=_("Give back"),
    shows=(WIDTH, SYMMETRY),
)
class Blank(Gesture):
    """The first cell decides whether the stroke blanks cells or gives back; Shift gives back.

    The maze changes when the button is let go: until then the cells are shown as they will be.
    """

    def __init__(self) -> None:
        self._place = 0
        self._taking: bool | None = None  # None for no stroke
        self._at = (0.0, 0.0)
        self._cells: Ids = np.empty(0, np.int64)
        self._stroke: object = None
        self._lattice: Lattice | None = None  # of the stroke
        self._taken: NDArray[np.bool_] = np.empty(0, np.bool_)  # the cells of the stroke

    @property
    def busy(self) -> bool:
        return self._taking is not None

    @property
    def size(self) -> int:
        """The width of the brush, in cells."""
        return SIZES[self._place]

    def resize(self, steps: int) -> bool:
        """Take a wider brush (``steps`` > 0) or a narrower one."""
        self._place = max(0, min(self._place + steps, len(SIZES) - 1))
        return True

    def hover(
        self, document: Document, x: float, y: float, *, extend: bool = False
    ) -> Preview | None:
        """Return which cells a click would take out or give back."""
        if self._taking is not None:
            return self._shown(document, self._cells, self._taking, self._stroke)
        taking = self._direction(document, x, y, extend)
        if taking is None:
            return None
        cells = self._fresh(document, (x, y, x, y), taking)
        return self._shown(document, cells, taking, object())

    def _shown(self, document: Document, cells: Ids, taking: bool, stroke: object) -> Preview:
        if not len(cells):
            return Preview(
                hint=LOCKED
                if taking
                else _("Nothing is blank here: there is nothing to give back.")
            )
        if taking and len(cells) == document.maze.lattice.cells:
            return Preview.refusal(_("One cell must be left: a maze needs at least one."))
        hint = name_cells(len(cells), taking=taking)
        return Preview(patch=Patch(cells, taking, stroke), hint=hint)

    def press(self, document: Document, x: float, y: float, *, extend: bool = False) -> None:
        """Begin a stroke, where there is a cell or was one."""
        taking = self._direction(document, x, y, extend)
        # a stroke may begin outside the maze: then it blanks
        self._taking = not extend if taking is None else taking
        self._at, self._cells, self._stroke = (x, y), np.empty(0, np.int64), object()
        self._lattice = document.maze.lattice
        self._taken = np.zeros(self._lattice.size, np.bool_)
        self.move(document, x, y)

    def move(self, document: Document, x: float, y: float) -> None:
        """Take in the cells on the path here."""
        if self._taking is None or document.maze.lattice is not self._lattice:
            return
        fresh = self._fresh(document, (*self._at, x, y), self._taking)
        fresh = fresh[~self._taken[fresh]]
        self._at, self._taken[fresh] = (x, y), True
        self._cells = np.concatenate([self._cells, fresh])

    def release(self, document: Document, x: float, y: float) -> None:
        """Make it one step."""
        self.move(document, x, y)
        cells, before, taking = self._cells, document.maze, self._taking
        fresh = before.lattice is self._lattice
        self.cancel(document)
        if taking is None or not fresh or not len(cells):
            return
        work = changing(
            document,
            partial(_blanking, recipe=document.recipe, cells=cells),
            lambda _edit: self._after(before, document.maze),
            small=len(cells) <= MANY_CELLS,
        )
        try:
            self.do(name_cells(len(cells), taking=taking), work)
        except UsageError as reason:
            self.report = str(reason)

    def _after(self, before: Maze, after: Maze) -> None:
        self.report = removed_openings(before, after)

    def cancel(self, document: Document) -> None:  # noqa: ARG002 - nothing has changed
        self._taking, self._cells, self._stroke = None, np.empty(0, np.int64), None

    def enter(self, document: Document, cell: int, *, extend: bool = False) -> bool:
        """Blank the cell of the cursor, or what the brush covers around it."""
        x, y = document.maze.lattice.geometry.centres(np.array([cell], np.int64))[0].tolist()
        self.press(document, x, y, extend=extend)
        self.release(document, x, y)
        return True

    # Which cells

    def _direction(self, document: Document, x: float, y: float, extend: bool) -> bool | None:
        """Return whether a stroke from here blanks cells; None where there is no place for one."""
        lattice = document.maze.lattice
        cell = lattice.geometry.all_under(np.array(x), np.array(y)).reshape(1)
        if not lattice.are_places(cell)[0]:
            return None
        return bool(lattice.inside[cell[0]]) and not extend

    def _fresh(self, document: Document, path: Path, taking: bool) -> Ids:
        """Return the cells int64[k] on a path that are inside (``taking``), or were once."""
        cells = swept(document.maze.lattice, path, self.size)
        return cells_to_switch(document, cells, taking=taking)


def _blanking(maze: Maze, job: Job, recipe: Recipe, cells: Ids) -> ChangeMaze:
    """Return the step; it cannot be cancelled once it has started."""
    job.check()
    return blanking(maze, recipe, cells)

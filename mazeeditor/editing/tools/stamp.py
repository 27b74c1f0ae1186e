"""The tool that drops a piece of maze: what was copied, or a stamp of the library."""

from __future__ import annotations

import numpy as np

from mazeeditor.editing.clips import MIRRORED, Landing, desired_walls, landing, motions
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import ToggleWalls
from mazeeditor.editing.gesture import Gesture, Preview, Selected
from mazeeditor.editing.tools import tool
from mazeeditor.errors import UsageError
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.transforms.symmetry import Motion
from mazeeditor.translation import _, ngettext

SHOWN = 600  # walls that are shown one by one; of more the tinted cells are enough
NOTHING = _("Copy some cells first, or choose a stamp from the Select menu.")


@tool(
    "stamp",
    _("Stamp"),
    key="T",
    icon="tool-stamp",
    hint=_("Click to drop the piece; [ and ] turn it, / mirrors it, Shift leaves its border out"),
    enter=_("Enter drops the piece; Shift+Enter leaves its border out; [ and ] turn it"),
    order=54,
    escape_to="select",
)
class Stamp(Gesture):
    """Drops ``clip`` where the pointer is, as often as wanted; one that is moved only once."""

    def __init__(self) -> None:
        self.clip: Maze | None = None
        self._turned = 0
        self._mirrored = False
        self._leaves: Ids | None = None  # the cells that a piece is moved away from
        self._from: Lattice | None = None
        self._held = False
        self._without_border = False

    def take(self, clip: Maze | None, leaves: Ids | None = None, of: Lattice | None = None) -> None:
        """Drop ``clip`` from now on; it leaves cells int64[k], ascending, of a lattice."""
        self.clip, self._leaves, self._from = clip, leaves, of
        self._turned, self._mirrored = 0, False

    def cancel(self, document: Document) -> None:  # noqa: ARG002 - nothing has changed
        """Let a piece that is moved stay where it was."""
        if self._leaves is not None:
            self.take(None)
        self._held = False

    def resize(self, steps: int) -> bool:
        """Turn the piece clockwise (``steps`` > 0) or back."""
        self._turned += steps
        return self.clip is not None

    def mirror(self) -> bool:
        """Mirror the piece; returns whether there is one."""
        self._mirrored = not self._mirrored
        return self.clip is not None

    def _motion(self, clip: Maze) -> Motion:
        turns = motions(clip.lattice)
        matrix = turns[self._turned % len(turns)].matrix
        if self._mirrored:
            matrix = MIRRORED.matrix @ matrix
        (a, b), (c, d) = matrix.tolist()
        return Motion((a, b), (c, d))

    def _landing(self, document: Document, x: float, y: float) -> Landing:
        """Return where the piece lands; raises ``UsageError`` with a reason."""
        if self.clip is None:
            raise UsageError(NOTHING)
        where = landing(self.clip, document.maze.lattice, self._motion(self.clip), x, y)
        if not len(where.landed):
            raise UsageError(_("No cell of the maze is under the piece."))
        return where

    def _changes(self, document: Document, where: Landing, *, border: bool) -> Ids:
        leaves = self._leaves if self._from is document.maze.lattice else None
        closed, opened = desired_walls(document.maze, where, border=border, leaves=leaves)
        return document.walls_to_set(closed, opened)

    def hover(
        self, document: Document, x: float, y: float, *, extend: bool = False
    ) -> Preview | None:
        """Return which walls would be added and erased, and which cells the piece covers."""
        try:
            where = self._landing(document, x, y)
        except UsageError as reason:
            return Preview(hint=str(reason))
        walls = self._changes(document, where, border=not extend)
        landed = where.landed
        if document.symmetry:
            landed = document.symmetry.orbits(landed)
        cells = tuple(landed.tolist()) if len(landed) <= SHOWN else ()
        if not len(walls) or len(walls) > SHOWN:
            hint = _name(len(where.landed)) if len(walls) else _("It is there already.")
            return Preview(cells=cells, hint=hint)
        closed = document.maze.is_closed(walls)
        added, erased = (tuple(some.tolist()) for some in (walls[~closed], walls[closed]))
        return Preview(walls=added, erased=erased, cells=cells, hint=_name(len(where.landed)))

    def press(self, document: Document, x: float, y: float, *, extend: bool = False) -> None:  # noqa: ARG002
        """Note whether the border is left out."""
        self._held, self._without_border = True, extend

    def release(self, document: Document, x: float, y: float) -> None:
        """Drop the piece, and select its cells."""
        if not self._held:
            return
        self._held = False
        try:
            where = self._landing(document, x, y)
        except UsageError as reason:
            self.report = str(reason)
            return
        walls = self._changes(document, where, border=not self._without_border)
        if len(walls):
            document.apply(ToggleWalls(walls, _name(len(where.landed))))
        else:
            self.report = _("It is there already.")
        self.selected = Selected(np.unique(where.landed), object())
        if self._leaves is not None:
            self.take(self.clip)

    def enter(self, document: Document, cell: int, *, extend: bool = False) -> bool:
        """Drop the piece at the cell of the cursor."""
        x, y = document.maze.lattice.geometry.centres(np.array([cell], np.int64))[0].tolist()
        self.press(document, x, y, extend=extend)
        self.release(document, x, y)
        return True


def _name(cells: int) -> str:
    """Return what menus call the step that drops a piece."""
    text = ngettext("Drop a piece of {number:,} cell", "Drop a piece of {number:,} cells", cells)
    return text.format(number=cells)

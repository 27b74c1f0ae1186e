"""The tool that drops a piece of maze: what was copied, or a stamp of the library."""

from __future__ import annotations

import numpy as np

from mazeeditor.core.distinct import distinct
from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _, ngettext
from mazeeditor.editing.changes.clips import MIRRORED, FloatingClip, Landing, desired_walls, motions
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import Edit
from mazeeditor.editing.tool_options import SYMMETRY, Button
from mazeeditor.editing.tools import Gesture, Preview, Selected, mode, tool
from mazeeditor.editing.work import Work, changing, toggling
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.transforms.symmetry.motions import Motion

SHOWN = 600  # walls or cells that are shown one by one; around more there is a line
# cells of a piece: where a larger one lands is found by a worker when it is dropped
MANY_CELLS = 5000
NO_PIECE = _("Copy some cells first, or choose a stamp from the Select menu.")


@tool("stamp", _("Stamp"), order=12, icon="tool-stamp")
@mode(
    "stamp",
    _("Stamp"),
    tool="stamp",
    short=_("Stamp"),
    key="T",
    icon="tool-stamp",
    hint=_("Click to drop the piece; [ and ] turn it, / mirrors it, Shift leaves its border out"),
    enter=_("Enter drops the piece; Shift+Enter leaves its border out; [ and ] turn it"),
    order=14,
    shift=_("Without its border"),
    shows=(
        Button("brush-narrower", _("Turn left"), "turn-left"),
        Button("brush-wider", _("Turn right"), "turn-right"),
        Button("mirror-piece", _("Mirror"), "mirror"),
        Button("stamps", _("Choose…"), "tool-stamp"),
        SYMMETRY,
    ),
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
        self._floating: FloatingClip | None = None  # the clip, turned and mirrored as it is now

    def take(self, clip: Maze | None, leaves: Ids | None = None, of: Lattice | None = None) -> None:
        """Drop ``clip`` from now on; it leaves cells int64[k], ascending, of a lattice."""
        self.clip, self._leaves, self._from = clip, leaves, of
        self._turned, self._mirrored, self._floating = 0, False, None

    def cancel(self, document: Document) -> None:  # noqa: ARG002 - nothing has changed
        """Let a piece that is moved stay where it was."""
        if self._leaves is not None:
            self.take(None)
        self._held = False

    def resize(self, steps: int) -> bool:
        """Turn the piece clockwise (``steps`` > 0) or back."""
        if steps:
            self._turned, self._floating = self._turned + steps, None
        return self.clip is not None

    def mirror(self) -> bool:
        """Mirror the piece; returns whether there is one."""
        self._mirrored, self._floating = not self._mirrored, None
        return self.clip is not None

    def _motion(self, clip: Maze) -> Motion:
        turns = motions(clip.lattice)
        matrix = turns[self._turned % len(turns)].matrix
        if self._mirrored:
            matrix = MIRRORED.matrix @ matrix
        (a, b), (c, d) = matrix.tolist()
        return Motion((a, b), (c, d))

    def _float(self) -> FloatingClip:
        """Return the piece as it is turned now; raises ``UsageError`` where there is none."""
        if self.clip is None:
            raise UsageError(NO_PIECE)
        if self._floating is None:
            self._floating = FloatingClip(self.clip, self._motion(self.clip))
        return self._floating

    def _changes(
        self, document: Document, where: Landing, *, border: bool, maze: Maze | None = None
    ) -> Ids:
        """Return the walls to toggle for the piece to be there, in the document or a copy of it."""
        leaves = self._leaves if self._from is where.target else None
        maze = maze or document.maze
        closed, opened = desired_walls(maze, where, border=border, leaves=leaves)
        return document.walls_to_set(closed, opened, maze=maze)

    def hover(
        self, document: Document, x: float, y: float, *, extend: bool = False
    ) -> Preview | None:
        """Return which walls would be added and erased, and which cells the piece covers.

        Of a large one only a line around it.
        """
        maze = document.maze
        try:
            floating = self._float()
            outline = floating.outline(maze.lattice, x, y)
            if floating.cells > MANY_CELLS:
                block = tuple((float(x), float(y)) for x, y in outline)
                return Preview(closing=False, block=block, hint=_name(floating.cells))
            where = _landing(floating, maze, x, y)
        except UsageError as reason:
            return Preview(hint=str(reason))
        walls = self._changes(document, where, border=not extend)
        landed = where.landed
        if document.symmetry:
            landed = document.symmetry.orbits(landed)
        cells = tuple(landed.tolist()) if len(landed) <= SHOWN else ()
        hint = _name(len(where.landed)) if len(walls) else _("It is there already.")
        if not len(walls) or len(walls) > SHOWN:
            block = () if cells else tuple((float(x), float(y)) for x, y in outline)
            return Preview(closing=False, cells=cells, block=block, hint=hint)
        closed = maze.is_closed(walls)
        added, erased = (tuple(some.tolist()) for some in (walls[~closed], walls[closed]))
        return Preview(walls=added, erased=erased, cells=cells, hint=hint)

    def press(self, document: Document, x: float, y: float, *, extend: bool = False) -> None:  # noqa: ARG002
        self._held, self._without_border = True, extend

    def release(self, document: Document, x: float, y: float) -> None:
        """Drop the piece, and select its cells."""
        if not self._held:
            return
        self._held = False
        try:
            floating = self._float()
            floating.outline(document.maze.lattice, x, y)  # where it cannot land, that is known now
            self.do(_("Dropping the piece"), self._dropping(document, floating, x, y))
        except UsageError as reason:
            self.report = str(reason)

    def _dropping(
        self, document: Document, floating: FloatingClip, x: float, y: float
    ) -> Work[Edit | None]:
        """Return what drops the piece at a point, and selects its cells."""
        recipe, moved = document.recipe, self._leaves
        border, landed = not self._without_border, np.empty(0, np.int64)

        def find(maze: Maze, job: Job) -> Edit | None:
            nonlocal landed
            job.check()
            where = _landing(floating, maze, x, y)
            landed = distinct(where.landed)
            walls = self._changes(document, where, border=border, maze=maze)
            job.check()
            return toggling(_name(len(where.landed)), maze, walls, recipe)

        def done(edit: Edit | None) -> None:
            if edit is None:
                self.report = _("It is there already.")
            self.selected = Selected(landed, object())
            if moved is not None and moved is self._leaves:  # it has been moved
                self.take(self.clip)

        return changing(document, find, done, small=floating.cells <= MANY_CELLS)

    def enter(self, document: Document, cell: int, *, extend: bool = False) -> bool:
        """Drop the piece at the cell of the cursor."""
        x, y = document.maze.lattice.geometry.centres(np.array([cell], np.int64))[0].tolist()
        self.press(document, x, y, extend=extend)
        self.release(document, x, y)
        return True


def _landing(floating: FloatingClip, maze: Maze, x: float, y: float) -> Landing:
    """Return where a piece lands; raises ``UsageError`` with a reason."""
    where = floating.landing(maze.lattice, x, y)
    if not len(where.landed):
        raise UsageError(_("No cell of the maze is under the piece."))
    return where


def _name(cells: int) -> str:
    """Return what menus call the step that drops a piece."""
    text = ngettext("Drop a piece of {number:,} cell", "Drop a piece of {number:,} cells", cells)
    return text.format(number=cells)

"""The tool that makes a block of cells one open room."""

from __future__ import annotations

from functools import partial

import numpy as np

from mazeeditor.core.job import Job
from mazeeditor.core.translation import _, ngettext
from mazeeditor.editing.changes.cell_areas import MANY_MOVED_CELLS, CellBlock, block, walls_within
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import Edit
from mazeeditor.editing.tool_options import SYMMETRY
from mazeeditor.editing.tools import Gesture, Preview, mode, tool
from mazeeditor.editing.work import changing, toggling
from mazeeditor.maze.geometry import Ids, Points
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe

SHOWN = 400  # walls that are shown one by one; of a larger room the border is enough


@tool("cells", _("Cells"), order=3, icon="tool-cells")
@mode(
    "room",
    _("Room"),
    tool="cells",
    short=_("Room"),
    key="M",
    icon="tool-room",
    hint=_("Drag over a block of cells to make it an open room"),
    enter=_("Enter begins a room, and ends it in another corner"),
    order=5,
    shows=(SYMMETRY,),
)
class Room(Gesture):
    """Letting go opens all walls between the cells of the block."""

    def __init__(self) -> None:
        self._start: Points | None = None

    @property
    def busy(self) -> bool:
        """Whether a block is being drawn."""
        return self._start is not None

    def hover(
        self,
        document: Document,
        x: float,
        y: float,
        *,
        extend: bool = False,  # noqa: ARG002
    ) -> Preview | None:
        """Return which walls letting go here would open, or why none."""
        if self._start is None:
            return None
        target = block(document.maze.lattice, self._start, np.array([x, y]))
        if target.area > MANY_MOVED_CELLS:
            return Preview(block=target.outline, hint=_("Let go to make this large block a room"))
        walls = _walls_to_open(document, document.maze, target.cells)
        if not len(walls):
            return Preview(block=target.outline, hint=_why_none(target))
        shown = tuple(walls.tolist()) if len(walls) <= SHOWN else ()
        return Preview(
            shown, closing=False, block=target.outline, hint=name_room(len(target.cells))
        )

    def press(self, document: Document, x: float, y: float, *, extend: bool = False) -> None:  # noqa: ARG002
        self._start = np.array([x, y])

    def release(self, document: Document, x: float, y: float) -> None:
        """Open the walls of the block."""
        if self._start is None:
            return
        target = block(document.maze.lattice, self._start, np.array([x, y]))
        self._start = None
        find = partial(_room, document, document.recipe, target)
        done = partial(self._after, target)
        work = changing(document, find, done, small=target.area <= MANY_MOVED_CELLS)
        self.do(_("Make a large room"), work)

    def _after(self, target: CellBlock, edit: Edit | None) -> None:
        self.report = "" if edit else _why_none(target)

    def cancel(self, document: Document) -> None:  # noqa: ARG002 - nothing has changed
        self._start = None

    def enter(self, document: Document, cell: int, *, extend: bool = False) -> bool:  # noqa: ARG002
        """Begin a block at the cell of the cursor; the second time, open it."""
        x, y = document.maze.lattice.geometry.centres(np.array([cell], np.int64))[0].tolist()
        if self._start is None:
            self.press(document, x, y)
            self.report = _("Go to another corner of the room and press Enter again.")
        else:
            self.release(document, x, y)
        return True


def _room(
    document: Document, recipe: Recipe, target: CellBlock, maze: Maze, job: Job
) -> Edit | None:
    """Return the step that makes a block of ``maze``, the document's or a copy, one room.

    A large room is built by the worker: showing it takes no time then.
    """
    walls = _walls_to_open(document, maze, target.cells)
    job.check()
    return toggling(name_room(len(target.cells)), maze, walls, recipe)


def _walls_to_open(document: Document, maze: Maze, cells: Ids) -> Ids:
    """Return the walls int64[k] that making a room of ``cells`` int64[m] opens.

    They part two of the cells, or two of their images.
    """
    walls = walls_within(maze.lattice, cells)
    return document.walls_to_change(walls, closed=False, maze=maze)


def name_room(cells: int) -> str:
    """Return the name in menus of making a room."""
    text = ngettext("Make a room of {number:,} cell", "Make a room of {number:,} cells", cells)
    return text.format(number=cells)


def _why_none(target: CellBlock) -> str:
    if not len(target.cells):
        return _("There is no cell here.")
    if len(target.cells) == 1:
        return _("Drag over two cells or more to make them a room.")
    return _("There is no wall between these cells that may be opened.")

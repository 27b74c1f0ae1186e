"""The tool that makes a block of cells one open room."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from mazeeditor.editing.blocks import Block, block
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import Edit, ReplaceMaze, ToggleWalls
from mazeeditor.editing.gesture import Gesture
from mazeeditor.editing.preview import Preview
from mazeeditor.editing.tools import tool
from mazeeditor.editing.transforming import changing
from mazeeditor.job import Job
from mazeeditor.maze.geometry import Ids, Points
from mazeeditor.maze.maze import Maze
from mazeeditor.words import _, ngettext

SHOWN = 400  # walls that are shown one by one; of a larger room the border tells enough
LARGE = 20_000  # cells, about, that are not looked for with every motion, and not at once


@tool(
    "room",
    _("Room"),
    key="M",
    icon="tool-room",
    hint=_("Drag over a block of cells to make it an open room"),
    order=4,
)
class Room(Gesture):
    """Letting go opens all walls between the cells of the block."""

    def __init__(self) -> None:
        self._start: Points | None = None
        self._by_keys = False

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
        found = block(document.maze.lattice, self._start, np.array([x, y]))
        if found.area > LARGE:
            return Preview(block=found.outline, hint=_("Let go to make this large block a room"))
        walls = closed_between(document.maze, found.cells)
        if not len(walls):
            return Preview(block=found.outline, hint=_why_none(found))
        shown = tuple(walls.tolist()) if len(walls) <= SHOWN else ()
        return Preview(shown, closing=False, block=found.outline, hint=name_room(len(found.cells)))

    def press(self, document: Document, x: float, y: float, *, extend: bool = False) -> None:  # noqa: ARG002
        """Begin the block."""
        self._start, self._by_keys = np.array([x, y]), False

    def release(self, document: Document, x: float, y: float) -> None:
        """Open the walls of the block."""
        if self._start is None:
            return
        found = block(document.maze.lattice, self._start, np.array([x, y]))
        self._start = None
        work = changing(document, making_room(document, found), partial(self._after, found))
        if found.area > LARGE:
            self.work = _("Make a large room"), work
        else:
            work.deliver(work.run(Job()))

    def _after(self, found: Block, edit: Edit | None) -> None:
        self.news = "" if edit else _why_none(found)

    def cancel(self, document: Document) -> None:  # noqa: ARG002 - nothing has changed
        """Forget the block."""
        self._start = None

    def enter(self, document: Document, cell: int, *, extend: bool = False) -> bool:  # noqa: ARG002
        """Begin a block at the cell of the cursor; the second time, open it."""
        x, y = document.maze.lattice.geometry.centres(np.array([cell], np.int64))[0].tolist()
        if self._start is None:
            self.press(document, x, y)
            self.news = _("Go to another corner of the room and press Enter again.")
        else:
            self.release(document, x, y)
        return True


def closed_between(maze: Maze, cells: Ids) -> Ids:
    """Return the closed walls int64[k] that part two of ``cells`` int64[m], which ascend."""
    lattice, found = maze.lattice, [np.empty(0, np.int64)]
    walls = maze.walls[cells]
    for slot in range(lattice.degree):
        ahead = cells[walls >> np.uint8(slot) & 1 != 0]
        others = ahead + lattice.offsets[lattice.rows_of(ahead), slot]
        ahead, others = ahead[others > ahead], others[others > ahead]
        at = np.searchsorted(cells, others).clip(max=max(0, len(cells) - 1))
        found.append(ahead[cells[at] == others] * lattice.degree + slot)
    return np.concatenate(found)


def making_room(document: Document, found: Block) -> Callable[[Job], Edit | None]:
    """Return what finds the step that makes a block of the maze as it is now one room.

    It may run in a thread. Many walls are another maze, which changes places in no time.
    """
    large = found.area > LARGE
    maze = document.maze.copy() if large else document.maze
    recipe = dict(document.recipe)

    def run(job: Job) -> Edit | None:
        walls = closed_between(maze, found.cells)
        job.check()
        name = name_room(len(found.cells))
        if not large:
            return ToggleWalls(walls, name) if len(walls) else None
        maze.toggle(walls)
        return ReplaceMaze(name, maze, recipe) if len(walls) else None

    return run


def name_room(cells: int) -> str:
    """Return what menus call the making of a room."""
    text = ngettext("Make a room of {number:,} cell", "Make a room of {number:,} cells", cells)
    return text.format(number=cells)


def _why_none(found: Block) -> str:
    if not len(found.cells):
        return _("There is no cell here.")
    if len(found.cells) == 1:
        return _("Drag over two cells or more to make them a room.")
    return _("There is no wall between these cells.")

"""The tool that sets stops to visit, and moves them, keys and doors."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _
from mazeeditor.editing.changes.stops import (
    Grip,
    add_stop,
    grip_at,
    move_thing,
    passage_at,
    remove_thing,
    things_of,
)
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import SetPage
from mazeeditor.editing.tools import Gesture, Preview, mode


class _Drag(NamedTuple):
    """What a drag took hold of, None where it began on nothing."""

    grip: Grip | None


@mode(
    "stop",
    _("Stop to visit"),
    tool="openings",
    short=_("Stop"),
    key="I",
    icon="tool-stop",
    hint=_(
        "Click a cell to add a stop, a stop or key to remove it; drag stops, keys and doors to "
        "move them"
    ),
    enter=_("Enter adds a stop or removes it, Delete removes a stop or key"),
    order=9,
    closeup=True,
)
class Stop(Gesture):
    """A click adds a stop or removes what is there; a drag moves a stop, a key or a door."""

    def __init__(self) -> None:
        self._drag: _Drag | None = None

    @property
    def busy(self) -> bool:
        return self._drag is not None

    def hover(
        self,
        document: Document,
        x: float,
        y: float,
        *,
        extend: bool = False,  # noqa: ARG002 - Shift does nothing
    ) -> Preview | None:
        """Return which stop would be added, removed or moved, or why none."""
        maze = document.maze
        try:
            edit = self._edit(document, x, y)
        except UsageError as reason:
            return Preview.refusal(str(reason))
        if edit is None:
            return None
        grip = self._drag.grip if self._drag else None
        if grip and grip.door and (passage := passage_at(maze, x, y)):
            lattice = maze.lattice
            wall = lattice.wall(passage[0], lattice.slot_between(*passage))
            return Preview(walls=(wall,), closing=True, hint=edit.name)
        cell = maze.lattice.geometry.cell_at(x, y)
        return Preview(cells=() if cell is None else (cell,), hint=edit.name)

    def press(self, document: Document, x: float, y: float, *, extend: bool = False) -> None:  # noqa: ARG002 - Shift does nothing
        """Begin; nothing is changed yet."""
        self._drag = _Drag(self._grip(document, x, y))

    def release(self, document: Document, x: float, y: float) -> None:
        """Add, remove or move what the press was on."""
        if self._drag is None:
            return
        try:
            edit = self._edit(document, x, y)
        except UsageError as reason:
            self.report, edit = str(reason), None
        self._drag = None
        if edit:
            document.apply(edit)

    def cancel(self, document: Document) -> None:  # noqa: ARG002 - nothing was changed
        self._drag = None

    def enter(self, document: Document, cell: int, *, extend: bool = False) -> bool:  # noqa: ARG002 - Shift does nothing
        """Add a stop at the cell cursor, or remove what is there."""
        x, y = document.maze.lattice.geometry.centres(np.array([cell]))[0].tolist()
        self.press(document, x, y)
        self.release(document, x, y)
        return True

    def delete(self, document: Document, cell: int) -> bool:
        """Remove the stop or key in a cell."""
        x, y = document.maze.lattice.geometry.centres(np.array([cell]))[0].tolist()
        grip = self._grip(document, x, y)
        if grip is None:
            return False
        document.apply(remove_thing(document.maze, document.page, grip))
        return True

    def _grip(self, document: Document, x: float, y: float) -> Grip | None:
        try:
            _page, things = things_of(document.maze, document.page)
        except UsageError:
            return None
        return grip_at(document.maze.lattice, things, x, y)

    def _edit(self, document: Document, x: float, y: float) -> SetPage | None:
        """Return the step that letting go here would be, None for none; raises ``UsageError``."""
        maze, page = document.maze, document.page
        here = self._grip(document, x, y)
        grip = self._drag.grip if self._drag else here
        cell = maze.lattice.geometry.cell_at(x, y)
        if grip is None:
            return None if cell is None else add_stop(maze, page, cell)
        if self._drag is None or here == grip:
            return remove_thing(maze, page, grip)
        to = passage_at(maze, x, y) if grip.door else cell
        return None if to is None else move_thing(maze, page, grip, to)

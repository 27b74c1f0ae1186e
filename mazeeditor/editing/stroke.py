"""A drag with a tool: the walls change at once, and the whole of it is one step."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from mazeeditor.editing.change import Change
from mazeeditor.editing.content import Content
from mazeeditor.editing.edits import ToggleWalls, name_walls
from mazeeditor.maze.geometry import Ids


class Stroke:
    """The walls that a drag has toggled so far; made by ``Document.begin``.

    Parts merge by XOR: a wall toggled twice is as it was. The stroke ends with ``finish`` or
    ``cancel``, or when anything else changes the document (Undo in the middle of a drag undoes the
    drag); after that it does nothing any more.
    """

    def __init__(
        self, content: Content, tell: Callable[[Change], None], end: Callable[[Stroke], None]
    ) -> None:
        self.open = True
        self._content, self._tell, self._end = content, tell, end
        self._closed: dict[int, bool] = {}  # the walls that differ, and whether they are closed

    @property
    def void(self) -> bool:
        """Whether no wall differs from before."""
        return not self._closed

    @property
    def name(self) -> str:
        """What menus call the step that the stroke makes."""
        added = sum(self._closed.values())
        return name_walls(added, len(self._closed) - added)

    @property
    def edit(self) -> ToggleWalls:
        """The step that the stroke makes."""
        return ToggleWalls(np.array(sorted(self._closed), np.int64), self.name)

    def toggle(self, walls: Ids) -> None:
        """Toggle ``walls`` int64[k] now, each given once; raises ``UsageError`` for outer walls."""
        if not self.open or not len(walls):
            return
        maze = self._content.maze
        maze.toggle(walls)
        for wall, closed in zip(walls.tolist(), maze.is_closed(walls).tolist(), strict=True):
            if self._closed.pop(wall, None) is None:
                self._closed[wall] = closed
        self._tell(Change(walls=walls))

    def finish(self) -> None:
        """Make it a step of the history, unless nothing differs."""
        if self.open:
            self.open = False
            self._end(self)

    def cancel(self) -> None:
        """Put every wall back; the history is as if nothing had happened."""
        if not self.open:
            return
        change = self.edit.swap(self._content)
        self._closed.clear()
        self.finish()
        if change:
            self._tell(change)

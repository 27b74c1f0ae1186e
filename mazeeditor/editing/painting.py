"""Painting walls with the pointer: a click changes one wall, a drag all those it touches."""

from __future__ import annotations

from itertools import pairwise
from math import hypot

import numpy as np

from mazeeditor.editing.document import Document
from mazeeditor.editing.gesture import Gesture
from mazeeditor.editing.preview import Preview
from mazeeditor.editing.stroke import Stroke
from mazeeditor.editing.zones import touched, touches
from mazeeditor.maze.geometry import Ids
from mazeeditor.words import _

STILL = 1 / 8  # cells: a hand that trembles less than this clicks and does not drag


class Painter(Gesture):
    """What the tools Wall, Add and Erase share.

    ``closing`` says whether walls are added; None leaves that to the first wall touched. A press
    in the zone of a wall (see ``zones``) changes it at once. A press farther from all walls waits:
    let go there, it changes the nearest; dragged away, only walls that the drag touches. So a drag
    may begin in the middle of a cell and cut a passage.
    """

    closing: bool | None = None

    def __init__(self) -> None:
        self._stroke: Stroke | None = None
        self._closing: bool | None = None
        self._path: list[tuple[float, float]] = []  # what is not painted yet
        self._moving = False

    @property
    def busy(self) -> bool:
        """Whether a drag is going on."""
        return self._stroke is not None

    def hover(self, document: Document, x: float, y: float, **_modifiers: bool) -> Preview | None:
        """Return which wall a click would change, or why none."""
        maze = document.maze
        wall = maze.lattice.geometry.wall_at(x, y)
        if wall is None or self.busy:
            return None
        if not maze.lattice.is_inner(wall):
            return Preview(hint=_("The outer wall opens only by an entrance or an exit."))
        closing = not maze.is_closed(np.array([wall]))[0]
        if self.closing not in (None, closing):
            return Preview(
                hint=_("There is no wall here.") if closing else _("There is a wall here already.")
            )
        return Preview(walls=(wall,), closing=closing)

    def press(self, document: Document, x: float, y: float, **_modifiers: bool) -> None:
        """Begin to paint."""
        self._stroke = document.begin()
        self._closing, self._path, self._moving = self.closing, [(x, y)], False
        wall = _nearest(document, x, y)
        if len(wall) and touches(document.maze.lattice, int(wall[0]), x, y):
            self._paint(document, wall)

    def move(self, document: Document, x: float, y: float) -> None:
        """Paint what the way here touches."""
        if self._stroke is None:
            return
        self._path.append((x, y))
        start = self._path[0]
        self._moving = self._moving or hypot(x - start[0], y - start[1]) > STILL
        if self._moving:
            for (x0, y0), (x1, y1) in pairwise(self._path):
                self._paint(document, touched(document.maze.lattice, (x0, y0, x1, y1)))
            del self._path[:-1]

    def release(self, document: Document, x: float, y: float) -> None:
        """Paint the rest of the way, or the wall nearest to the click."""
        if self._stroke is None:
            return
        self.move(document, x, y)
        if not self._moving:
            self._paint(document, _nearest(document, *self._path[0]))
        self._stroke.finish()
        self._stroke = None

    def cancel(self, document: Document) -> None:  # noqa: ARG002 - the stroke knows its own
        """Put back what the drag has painted."""
        if self._stroke:
            self._stroke.cancel()
        self._stroke = None

    def _paint(self, document: Document, walls: Ids) -> None:
        if not self._stroke or not len(walls):
            return
        closed = document.maze.is_closed(walls)
        if self._closing is None:
            self._closing = not closed[0]
        self._stroke.toggle(walls[closed != self._closing])


def _nearest(document: Document, x: float, y: float) -> Ids:
    """Return the wall that a click changes, int64[1], or int64[0] where it changes none."""
    lattice = document.maze.lattice
    wall = lattice.geometry.wall_at(x, y)
    inner = wall is not None and lattice.is_inner(wall)
    return np.array([wall] if inner else [], np.int64)

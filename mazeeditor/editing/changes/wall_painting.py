"""Painting walls with the pointer: a click changes one wall, a drag all those that it touches.

A drag touches the walls that it runs along and those that it crosses, and no others.

A wall has a zone: the middle half of its length, and on either side (15/32, just under) half the
distance to the middle of the cell. A drag touches a wall where it meets the zone::

      o----=======----o----=======----o      =  H  the middle half of a wall
      |    :     :    |    :     :    |
    a -----@-----:---------@-----:------->   :  .  the border of a zone; those of the
      |    :.....:    |    :.....:    |            upright walls are not drawn
      H               H               H
    b @---------------@---------------@-->   @  a wall that the drag touches
      H               H               H
      |               |               |
      o----=======----o----=======----o

A drag (a) along a line of walls touches each of them, and none of the walls that stand at right
angles to it: it passes these near their ends. A drag (b) through the middle of cells touches each
wall that it crosses, and none of those beside it. It is the one or the other, whichever is nearer,
and neither has holes. Halfway between the two, 1/4 of a cell off, an unsteady drag may do both.

The zones lie within the triangles of points that are nearest to their wall, so no two meet, and
what hover shows is what a drag paints. The path is met exactly (separating axes), not sampled:
where the path is the same, so are the walls, however few motion events there are.
"""

from __future__ import annotations

from itertools import pairwise
from math import ceil, hypot

import numpy as np

from mazeeditor.core.distinct import distinct
from mazeeditor.core.translation import _
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import Stroke
from mazeeditor.editing.tools import LOCKED_IMAGE, Gesture, Preview
from mazeeditor.maze.geometry import Ids, Points
from mazeeditor.maze.lattice import Lattice

ALONG = 1 / 4  # half the length of a zone, in lengths of its wall
ACROSS = 15 / 32  # half its depth, from the wall to the middle of the nearer cell
SPACING = 1 / 4  # cells between the points whose cells are looked at
OUTSIDE = 1.0  # cells around the maze beyond which a path touches nothing

Path = tuple[float, float, float, float]  # x, y to x, y, in cells


def touched(lattice: Lattice, path: Path) -> Ids:
    """Return the walls int64[k] between inside cells that a straight path touches, in its order."""
    short = _clip(lattice, path)
    if short is None:
        return np.empty(0, np.int64)
    walls = _candidates(lattice, short)
    if not len(walls):
        return walls
    entries = _entries(lattice, walls, path)
    hit = np.isfinite(entries)
    return walls[hit][np.argsort(entries[hit], kind="stable")]


def touches(lattice: Lattice, wall: int, x: float, y: float) -> bool:
    """Whether a point lies in the zone of a wall."""
    return bool(np.isfinite(_entries(lattice, np.array([wall], np.int64), (x, y, x, y)))[0])


def _clip(lattice: Lattice, path: Path) -> Path | None:
    """Return the part of a path that is near the maze (Liang and Barsky, 1984)."""
    x0, y0, x1, y1 = path
    first, last = 0.0, 1.0
    geometry = lattice.geometry
    for start, step, size in ((x0, x1 - x0, geometry.width), (y0, y1 - y0, geometry.height)):
        low, high = -OUTSIDE - start, size + OUTSIDE - start
        if step == 0:
            if low > 0 or high < 0:
                return None
            continue
        enter, leave = sorted((low / step, high / step))
        first, last = max(first, enter), min(last, leave)
    if first > last:
        return None
    dx, dy = x1 - x0, y1 - y0
    return x0 + first * dx, y0 + first * dy, x0 + last * dx, y0 + last * dy


def _candidates(lattice: Lattice, path: Path) -> Ids:
    """Return the inner walls int64[k] of the cells at close points of the path.

    No zone is missed between two points: in a cell that has neither of them the path runs within
    1/8 of its border, and there only zones of the border lie, which belong to the other cell too.
    """
    x0, y0, x1, y1 = path
    pieces = max(1, ceil(hypot(x1 - x0, y1 - y0) / SPACING))
    xs, ys = np.linspace(x0, x1, pieces + 1).tolist(), np.linspace(y0, y1, pieces + 1).tolist()
    under = {lattice.geometry.cell_at(x, y) for x, y in zip(xs, ys, strict=True)}
    cells = np.array([cell for cell in under if cell is not None], np.int64)
    slots = np.arange(lattice.degree)
    walls = distinct(lattice.wall_ids(*(grid.ravel() for grid in np.meshgrid(cells, slots))))
    lower, _slots, upper, _backs = lattice.sides_of(walls)
    return walls[lattice.inside[lower] & lattice.inside[upper]]


def _entries(lattice: Lattice, walls: Ids, path: Path) -> Points:
    """Return float64[k]: where (0..1) a path comes into the zone of each wall, infinite if never.

    In the frame of a zone, x along the wall and y across, the zone is -a..a by -b..b.
    """
    ends, along, across, half = _frames(lattice, walls)
    points = np.array(path, np.float64).reshape(2, 1, 2) - ends.mean(axis=1)
    local = np.stack([(points * along).sum(-1), (points * across).sum(-1)], axis=-1)
    start, step = local[0], local[1] - local[0]
    apart = (np.maximum(local[0], local[1]) < -half) | (np.minimum(local[0], local[1]) > half)
    offset = np.abs(start[:, 0] * step[:, 1] - start[:, 1] * step[:, 0])
    reach = half[:, 0] * np.abs(step[:, 1]) + half[:, 1] * np.abs(step[:, 0])
    moves = step != 0
    enter = np.where(moves, -np.sign(step) * half - start, 0.0) / np.where(moves, step, 1.0)
    return np.where(apart.any(axis=1) | (offset > reach), np.inf, enter.max(axis=1).clip(0.0, 1.0))


def _frames(lattice: Lattice, walls: Ids) -> tuple[Points, Points, Points, Points]:
    """Return, for each wall, its ends, the unit vectors along and across it, and half its zone."""
    geometry = lattice.geometry
    ends = geometry.post_positions(geometry.posts(walls))
    vectors = ends[:, 1] - ends[:, 0]
    lengths = np.hypot(vectors[:, 0], vectors[:, 1])
    along = vectors / lengths[:, None]
    across = np.stack([-along[:, 1], along[:, 0]], axis=-1)
    lower, _slots, upper, _backs = lattice.sides_of(walls)
    depths = [
        np.abs(((geometry.centres(cells) - ends.mean(axis=1)) * across).sum(-1))
        for cells in (lower, upper)
    ]
    half = np.stack([ALONG * lengths, ACROSS * np.minimum(*depths)], axis=-1)
    return ends, along, across, half


STILL = 1 / 8  # cells: a pointer that moves less than this clicks and does not drag


class WallPainter(Gesture):
    """What the tools Wall, Add and Erase share.

    ``closing`` is whether walls are added; None leaves that to the first wall touched. A press
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
        if maze.is_locked(np.array([wall]))[0]:
            return Preview(hint=_("This wall is locked: it stays until you unlock it."))
        differs = self.closing in (None, not maze.is_closed(np.array([wall]))[0])
        closing = not maze.is_closed(np.array([wall]))[0] if differs else bool(self.closing)
        walls = document.walls_to_change(np.array([wall]), closed=closing)
        if len(walls):
            return Preview(walls=tuple(walls.tolist()), closing=closing)
        if differs:
            return Preview(hint=LOCKED_IMAGE)
        return Preview(
            hint=_("There is a wall here already.") if closing else _("There is no wall here.")
        )

    def press(self, document: Document, x: float, y: float, **_modifiers: bool) -> None:
        """Begin to paint."""
        self._stroke = document.begin()
        self._closing, self._path, self._moving = self.closing, [(x, y)], False
        wall = _nearest(document, x, y)
        if len(wall) and touches(document.maze.lattice, int(wall[0]), x, y):
            self._paint(document, wall)

    def move(self, document: Document, x: float, y: float) -> None:
        """Paint what the path here touches."""
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
        """Paint the rest of the path, or the wall nearest to the click."""
        if self._stroke is None:
            return
        self.move(document, x, y)
        if not self._moving:
            self._paint(document, _nearest(document, *self._path[0]))
        self._stroke.finish()
        self._stroke = None

    def cancel(self, document: Document) -> None:  # noqa: ARG002 - the stroke has its own
        """Put back what the drag has painted."""
        if self._stroke:
            self._stroke.cancel()
        self._stroke = None

    def _paint(self, document: Document, walls: Ids) -> None:
        walls = walls[~document.maze.is_locked(walls)]
        if not self._stroke or not len(walls):
            return
        if self._closing is None:
            self._closing = not document.maze.is_closed(walls[:1])[0]
        self._stroke.toggle(document.walls_to_change(walls, closed=self._closing))


def _nearest(document: Document, x: float, y: float) -> Ids:
    """Return the wall that a click changes, int64[1], or int64[0] where it changes none."""
    lattice = document.maze.lattice
    wall = lattice.geometry.wall_at(x, y)
    inner = wall is not None and lattice.is_inner(wall)
    return np.array([wall] if inner else [], np.int64)

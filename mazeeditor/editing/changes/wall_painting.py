"""Painting walls with the pointer: a click changes one wall, a drag draws a line or erases.

A drag that adds walls draws one connected line of them from post to post, see ``wall_lines.py``;
one that erases takes away all walls that it touches: those that it runs along and those that it
crosses, and no others, so that it can cut a passage through cells.

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

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import ceil, hypot

import numpy as np

from mazeeditor.core.distinct import distinct
from mazeeditor.core.translation import _, ngettext
from mazeeditor.editing.changes.wall_lines import DrawnLine, Posts, join
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import Stroke
from mazeeditor.editing.tools import LOCKED_IMAGE, Gesture, Preview
from mazeeditor.maze.geometry import Ids, Points
from mazeeditor.maze.lattice import Lattice

ZONE_HALF_LENGTH = 1 / 4  # half the length of a zone, in lengths of its wall
ZONE_HALF_DEPTH = 15 / 32  # half its depth, from the wall to the middle of the nearer cell
SPACING = 1 / 4  # cells between the points whose cells are looked at
OUTSIDE_CELLS = 1.0  # cells around the maze beyond which a path touches nothing

Path = tuple[float, float, float, float]  # x, y to x, y, in cells


def touched_walls(lattice: Lattice, path: Path) -> Ids:
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
        low, high = -OUTSIDE_CELLS - start, size + OUTSIDE_CELLS - start
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
    half = np.stack([ZONE_HALF_LENGTH * lengths, ZONE_HALF_DEPTH * np.minimum(*depths)], axis=-1)
    return ends, along, across, half


STILL = 1 / 8  # cells: a pointer that moves less than this clicks and does not drag
LONGEST_SHOWN = 60  # cells: the line between two points is shown wall by wall up to here

Point = tuple[float, float]


@dataclass(eq=False)
class _Chunk:
    """Walls that were toggled together, ``changed``, to show the first ``end`` of some walls."""

    end: int
    changed: Ids


class PaintedWalls:
    """The walls that one drag has added (``closing``) or erased in a stroke."""

    def __init__(self, document: Document, stroke: Stroke, *, closing: bool) -> None:
        self._document, self._stroke, self.closing = document, stroke, closing
        self._walls: list[int] = []
        self._chunks: list[_Chunk] = []

    def show(self, walls: Sequence[int]) -> None:
        """Change these walls alone, in their order: what was shown of others is taken back."""
        same = 0
        for one, other in zip(self._walls, walls, strict=False):
            if one != other:
                break
            same += 1
        back = [np.empty(0, np.int64)]
        while self._chunks and self._chunks[-1].end > same:
            back.append(self._chunks.pop().changed)
        self._toggle(np.concatenate(back))
        done = self._chunks[-1].end if self._chunks else 0
        self._walls = list(walls)
        if done < len(walls):
            inner = inner_of(self._document, walls[done:])
            changed = self._document.walls_to_change(inner, closed=self.closing)
            self._toggle(changed)
            self._chunks.append(_Chunk(len(walls), changed))

    def add(self, walls: Ids) -> None:
        """Change more walls int64[k], for good."""
        self._toggle(self._document.walls_to_change(walls, closed=self.closing))

    def keep(self) -> None:
        """Let what is shown stay, whatever is shown next."""
        self._walls, self._chunks = [], []

    def _toggle(self, walls: Ids) -> None:
        if len(walls):
            self._stroke.toggle(walls)


class WallPainter(Gesture):
    """What the modes of the tool Wall share.

    ``closing`` is whether walls are added; None leaves that to the first wall touched. Alt turns it
    round. A press in the zone of a wall changes it at once; a press farther from all walls waits:
    let go there, it changes the nearest, unless it is at a post. A click at a post marks it, and
    Shift+click at another joins the two by a line.

    A drag that adds draws a line from post to post, with Shift a straight one from where Shift was
    pressed (see ``straight``). One that erases takes away what it touches, with Shift along the
    nearest of the directions of the walls of its cell, and of its neighbours: on squares in its row
    or column.
    """

    closing: bool | None = None

    def __init__(self) -> None:
        self._posts: Posts | None = None
        self._marked: int | None = None  # the post from which Shift+click draws a line
        self._stroke: Stroke | None = None
        self._begin(None, (0.0, 0.0))

    def _begin(self, lattice: Lattice | None, at: Point) -> None:
        self._lattice = lattice  # that of the drag
        self._painted: PaintedWalls | None = None  # once it is known whether walls are added
        self._trail = [at]  # the path of the pointer; of an eraser from where it is up to
        self._moving = self._joins = self._turned = False
        self._pressed: int | None = None  # the wall that the press has changed
        self._line: DrawnLine | None = None
        self._from: Point | None = None  # where an eraser was when Shift was pressed

    @property
    def busy(self) -> bool:
        return self._stroke is not None

    @property
    def marks(self) -> bool:
        return self._marked is not None

    def _of(self, document: Document) -> Posts:
        """Return the posts of the maze; what was marked in another one is forgotten."""
        if self._posts is None or self._posts.lattice is not document.maze.lattice:
            self._posts, self._marked = Posts(document.maze.lattice), None
        return self._posts

    # What a click would do

    def hover(
        self, document: Document, x: float, y: float, *, extend: bool = False
    ) -> Preview | None:
        """Return which walls a click would change, or why none; or which post it would mark."""
        posts = self._of(document)
        if self.busy:
            return self._hover_drag(posts)
        if extend and self._marked is not None:
            return self._hover_line(document, posts, x, y)
        marked = () if self._marked is None else (posts.place(self._marked),)
        post = posts.at(x, y)
        if post is not None:
            return Preview(points=(*marked, posts.place(post)), hint=AT_POST)
        shown = self._hover_wall(document, x, y)
        return replace(shown, points=marked) if shown and marked else shown

    def _hover_drag(self, posts: Posts) -> Preview | None:
        if not (self._line and len(self._line.shown) > 1):
            return None
        line = self._line.shown
        return Preview(points=(posts.place(line[-1]),), hint=_name_line(len(line) - 1))

    def _hover_wall(self, document: Document, x: float, y: float) -> Preview | None:
        maze = document.maze
        wall = maze.lattice.geometry.wall_at(x, y)
        if wall is None:
            return None
        if not maze.lattice.is_inner(wall):
            return Preview.refusal(_("The outer wall opens only by an entrance or an exit."))
        if maze.is_locked(np.array([wall]))[0]:
            return Preview.refusal(_("This wall is locked: it stays until you unlock it."))
        closed = bool(maze.is_closed(np.array([wall]))[0])
        closing = self._direction(closed, turned=self.removes)
        walls = document.walls_to_change(np.array([wall]), closed=closing)
        if len(walls):
            return Preview(walls=tuple(walls.tolist()), closing=closing)
        if closing != closed:
            return Preview.refusal(LOCKED_IMAGE)
        return Preview.refusal(
            _("There is a wall here already.") if closing else _("There is no wall here.")
        )

    def _hover_line(self, document: Document, posts: Posts, x: float, y: float) -> Preview | None:
        """Return the line that Shift+click would draw from the marked post."""
        assert self._marked is not None
        end = posts.nearest(x, y)
        if end is None:
            return None
        ends = posts.place(self._marked), posts.place(end)
        if posts.distance(self._marked, *ends[1]) > LONGEST_SHOWN:
            return Preview(closing=False, block=ends, points=ends, hint=_("Join the two points"))
        walls = posts.walls_along(join(posts, self._marked, end))
        changed = self._joining(document, walls)
        if not len(changed):
            return Preview(points=ends, hint=self._why_none(document, walls))
        closing = self._adds_lines
        name = _name_line(len(walls)) if closing else _name_erased(len(changed))
        return Preview(walls=tuple(changed.tolist()), closing=closing, points=ends, hint=name)

    def _direction(self, closed: bool, *, turned: bool) -> bool:
        """Return whether walls are added where the first of them is ``closed``."""
        return (not closed if self.closing is None else self.closing) != turned

    @property
    def _adds_lines(self) -> bool:
        """Whether two points are joined by walls, and not by a passage along the grid."""
        return (self.closing is not False) != self.removes

    def _joining(self, document: Document, walls: Sequence[int]) -> Ids:
        """Return what to toggle int64[k] for a line of walls to be there, or to be erased."""
        return document.walls_to_change(inner_of(document, walls), closed=self._adds_lines)

    def _why_none(self, document: Document, walls: Sequence[int]) -> str:
        """Return why a line between two points changes nothing."""
        inner = inner_of(document, walls)
        if not walls:
            return _("Shift+click at another point joins the two by a line of walls.")
        if len(inner) and document.maze.is_locked(inner).any():
            return _("The walls between these points are locked: they stay until you unlock them.")
        if self._adds_lines:
            return _("There are walls between these points already; Alt erases them.")
        return _("There are no walls between these points.")

    # The drag

    def press(self, document: Document, x: float, y: float, *, extend: bool = False) -> None:
        posts = self._of(document)
        self._stroke = document.begin()
        self._begin(document.maze.lattice, (x, y))
        self._turned, self.extends = self.removes, extend
        self._joins = extend and self._marked is not None
        if self.closing is not None:
            self._decide(document, closing=self.closing != self._turned)
        wall = _nearest(document, x, y)
        zone = len(wall) and touches(document.maze.lattice, int(wall[0]), x, y)
        if zone and not self._joins:
            self._paint_pressed(document, wall)
        self._line = DrawnLine(posts, (x, y), self._pressed)

    def _paint_pressed(self, document: Document, wall: Ids) -> None:
        self._decide_by(document, wall)
        if self._painted and not document.maze.is_locked(wall)[0]:
            self._pressed = int(wall[0])
            self._painted.show([self._pressed])

    def _decide(self, document: Document, *, closing: bool) -> None:
        assert self._stroke
        self._painted = PaintedWalls(document, self._stroke, closing=closing)

    def _decide_by(self, document: Document, walls: Ids) -> None:
        """Let the first wall touched decide whether walls are added, where that is open."""
        free = walls[~document.maze.is_locked(walls)]
        if self._painted is None and len(free):
            closed = bool(document.maze.is_closed(free[:1])[0])
            self._decide(document, closing=self._direction(closed, turned=self._turned))

    def move(self, document: Document, x: float, y: float) -> None:
        """Draw the line on to here, or erase what the path here touches."""
        if self._stroke is None or self._lattice is not document.maze.lattice:
            return
        assert self._line
        self._trail.append((x, y))
        self._line.note(x, y)
        start = self._trail[0]
        self._moving = self._moving or hypot(x - start[0], y - start[1]) > STILL
        if self._moving:
            self._joins = False
            self._go_on(document)

    def _go_on(self, document: Document, *, last: bool = False) -> None:
        for (x0, y0), (x1, y1) in pairwise(self._trail):
            if self._painted:
                break
            self._decide_by(document, touched_walls(document.maze.lattice, (x0, y0, x1, y1)))
        assert self._line
        if self._painted is None and self.extends:  # a straight line may run beside all zones
            walls = self._of(document).walls_along(self._line.lead(straight=True))
            self._decide_by(document, inner_of(document, walls))
        if self._painted and self._painted.closing:
            line = self._line.lead(straight=self.extends, last=last)
            if line:
                self._painted.show(self._of(document).walls_along(line))
        elif self._painted:
            self._erase(document, self._painted)

    def _erase(self, document: Document, painted: PaintedWalls) -> None:
        """Erase what the path of the pointer touches."""
        lattice = document.maze.lattice
        if self.extends:
            if self._from is None:
                painted.keep()
                self._from = self._trail[0]
            x, y = _snap_direction(lattice, self._from, self._trail[-1])
            painted.show(touched_walls(lattice, (*self._from, x, y)).tolist())
        else:
            if self._from is not None:
                painted.keep()
                self._from, self._trail = None, self._trail[-1:]
            for (x0, y0), (x1, y1) in pairwise(self._trail):
                painted.add(touched_walls(lattice, (x0, y0, x1, y1)))
            del self._trail[:-1]

    def release(self, document: Document, x: float, y: float) -> None:
        """Paint the rest of the path, or what the click means."""
        if self._stroke is None:
            return
        self.move(document, x, y)
        posts = self._of(document)
        fresh = self._lattice is document.maze.lattice
        if fresh and self._moving:
            self._go_on(document, last=True)
            self._end_line(document)
        elif fresh and self._joins:
            self._join(document, posts, *self._trail[0])
        elif fresh and self._pressed is None:
            self._click(document, posts, *self._trail[0])
        self._stroke.finish()
        self._stroke = None

    def _end_line(self, document: Document) -> None:
        """Mark the end of the line, and say what of it is locked."""
        if not (self._line and len(self._line.shown) > 1 and self._painted):
            return
        self._marked = self._line.shown[-1]
        walls = inner_of(document, self._of(document).walls_along(self._line.shown))
        self._report_locked(document, walls, closing=True)

    def _report_locked(self, document: Document, walls: Ids, *, closing: bool) -> None:
        maze = document.maze
        number = int((maze.is_locked(walls) & (maze.is_closed(walls) != closing)).sum())
        if number:
            text = ngettext(
                "{number:,} wall of the line is locked: it stays until you unlock it.",
                "{number:,} walls of the line are locked: they stay until you unlock them.",
                number,
            )
            self.report = text.format(number=number)

    def _click(self, document: Document, posts: Posts, x: float, y: float) -> None:
        """Mark the post that is clicked, or change the wall nearest to the click."""
        post = posts.at(x, y)
        if post is not None:
            self._marked = post
            self.report = _("Shift+click at another point joins the two by a line of walls.")
            return
        wall = _nearest(document, x, y)
        self._decide_by(document, wall)
        if self._painted:
            self._painted.add(wall)

    def _join(self, document: Document, posts: Posts, x: float, y: float) -> None:
        """Join the marked post and the one nearest to a point by a line, or erase that."""
        end = posts.nearest(x, y)
        if end is None or self._marked is None or self._stroke is None:
            return
        walls = posts.walls_along(join(posts, self._marked, end))
        changed = self._joining(document, walls)
        if not walls and end != self._marked:
            self.report = _("No line of walls leads from one point to the other.")
            return
        if len(changed):
            self._stroke.toggle(changed)
            self._report_locked(document, inner_of(document, walls), closing=self._adds_lines)
        else:
            self.report = self._why_none(document, walls)
        self._marked = end

    def cancel(self, document: Document) -> None:  # noqa: ARG002 - the stroke has its own
        """Put back what the drag has painted; with no drag, forget the marked post."""
        if self._stroke:
            self._stroke.cancel()
        else:
            self._marked = None
        self._stroke = None


AT_POST = _("Click, then Shift+click at another point to join the two; or drag from here")


def _name_line(walls: int) -> str:
    """Return how long a line is, for the status bar."""
    text = ngettext("Line of {number:,} wall", "Line of {number:,} walls", walls)
    return text.format(number=walls)


def _name_erased(walls: int) -> str:
    text = ngettext("Erase {number:,} wall", "Erase {number:,} walls", walls)
    return text.format(number=walls)


def inner_of(document: Document, walls: Sequence[int]) -> Ids:
    """Return those of some walls that lie between two inside cells, int64[k]."""
    all_walls = np.array(walls, np.int64)
    lattice = document.maze.lattice
    lower, _slots, upper, _backs = lattice.sides_of(all_walls)
    return all_walls[lattice.inside[lower] & lattice.inside[upper]]


def _nearest(document: Document, x: float, y: float) -> Ids:
    """Return the wall that a click changes, int64[1], or int64[0] where it changes none."""
    lattice = document.maze.lattice
    wall = lattice.geometry.wall_at(x, y)
    inner = wall is not None and lattice.is_inner(wall)
    return np.array([wall] if inner else [], np.int64)


def _snap_direction(lattice: Lattice, start: Point, end: Point) -> Point:
    """Return the point nearest to ``end`` in one of the directions that Shift keeps at ``start``.

    These are along the walls of the cell there and across them, to the middles of its neighbours.
    """
    geometry = lattice.geometry
    cell = geometry.cell_at(*start)
    if cell is None:
        return end
    _cells, walls = lattice.walls_of(np.array([cell], np.int64))
    ends = geometry.post_positions(geometry.posts(walls))
    lower, _slots, upper, _backs = lattice.sides_of(walls)
    inner = lattice.inside[lower] & lattice.inside[upper]
    across = geometry.centres(upper[inner]) - geometry.centres(lower[inner])
    axes = np.concatenate([ends[:, 1] - ends[:, 0], across])
    axes /= np.hypot(axes[:, 0], axes[:, 1])[:, None]
    moved = np.array(end) - start
    lengths = axes @ moved
    best = int(np.abs(lengths).argmax())
    x, y = (np.array(start) + lengths[best] * axes[best]).tolist()
    return x, y

r"""Lines of walls between posts, the points of the grid: which way a drag or two clicks lead.

::

      o   o   o   o   o        a drag leads from post to post along walls, to whichever the pointer
      |          ..pointer     is nearer by far: so a line through the middle of a row stays on one
      o---o---o---o   o        of the two lines of the grid beside it, and has no teeth

      o   o   o   o---o        two posts are joined by the shortest line of walls of those that
      |   |   |   |   |        keep nearest to the straight line between them
      o   o---o---o   o

Walls are those that have an inside cell on a side at least: lines can run along the outer wall,
which stays as it is, and never through what lies outside.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import pairwise
from math import atan2, hypot, pi

import numpy as np

from mazeeditor.core.distinct import distinct
from mazeeditor.editing.changes.cell_areas import swept
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice

Point = tuple[float, float]
NEARER = 0.4  # lengths of a wall by which a neighbouring post is nearer before a drag leads there
FAR_NEARER = 0.8  # ... and by which any other post is
AT = 1 / 4  # lengths of a wall around a post within which the pointer is at it
BESIDE_WALLS = 0.3  # lengths of a wall beside it within which the pointer still follows it
FOLLOWED = 0.3  # of a wall: where the pointer has come so far along it, it belongs to the line
ALONG_COSINE = 0.8  # cosine of the angle to a wall within which the pointer moves along it
TURNED = 0.35  # cells from a press on a wall after which a drag runs along the wall or leaves it
EVERY = 1 / 8  # cells of the path of the pointer between the points that lead a line on
POINTS_BACK = 3  # of these points: how far back one looks for where the pointer goes
SIDES = 12  # directions around a post in which its cells are looked for: six cells at most meet
NEAR_POST = 0.05  # cells from a post at which they are
MAX_DISTANCES = 1.6  # distances to the pointer that a straight line is long: half a ring is
BENT = 75 * pi / 180  # a line that turns by more does not go straight on
CORRIDOR = 4  # cells: the width in which a line is looked for at first
WIDENING = 3  # times as wide it is looked for next
STRAY = 1e-3  # lengths that a cell off the straight line costs: less than any detour


@dataclass(frozen=True)
class PostWall:
    """A wall seen from one of its posts: the ``post`` at its other end, where that is."""

    wall: int
    post: int
    x: float
    y: float
    length: float


@dataclass(eq=False)
class Posts:
    """The posts of a lattice and the walls between them; what was looked up once is kept."""

    lattice: Lattice
    _places: dict[int, Point] = field(default_factory=dict)
    _walls: dict[int, tuple[PostWall, ...]] = field(default_factory=dict)
    _of_cells: dict[int, tuple[int, ...]] = field(default_factory=dict)

    def place(self, post: int) -> Point:
        """Return where a post is, x and y in cells."""
        if post not in self._places:
            x, y = self.lattice.geometry.post_positions(np.array([post], np.int64))[0].tolist()
            self._places[post] = x, y
        return self._places[post]

    def walls(self, post: int) -> tuple[PostWall, ...]:
        if post not in self._walls:
            x, y = self.place(post)
            turns = (np.arange(SIDES) + 0.5) * (2 * pi / SIDES)
            geometry = self.lattice.geometry
            cells = geometry.all_under(x + NEAR_POST * np.cos(turns), y + NEAR_POST * np.sin(turns))
            found = _walls_of(self.lattice, distinct(cells))
            self._walls[post] = tuple(wall for wall in found.get(post, ()))
        return self._walls[post]

    def length(self, post: int) -> float:
        return min((wall.length for wall in self.walls(post)), default=1.0)

    def nearest(self, x: float, y: float) -> int | None:
        """Return the post nearest to a point; None farther than half a cell from the maze."""
        geometry = self.lattice.geometry
        cell = geometry.cell_at(x, y)
        if cell is None:
            around = geometry.around(x, y)
            cells = around[self.lattice.inside[around]].tolist()
        else:
            cells = [cell]
        posts = {post for cell in cells for post in self._posts_of(cell)}
        return min(posts, key=lambda post: (self.distance(post, x, y), post), default=None)

    def _posts_of(self, cell: int) -> tuple[int, ...]:
        if cell not in self._of_cells:
            _cells, walls = self.lattice.walls_of(np.array([cell], np.int64))
            posts = distinct(self.lattice.geometry.posts(walls))
            self._of_cells[cell] = tuple(posts.tolist())
        return self._of_cells[cell]

    def distance(self, post: int, x: float, y: float) -> float:
        """Return how far a post is from a point, in cells."""
        at = self.place(post)
        return hypot(at[0] - x, at[1] - y)

    def at(self, x: float, y: float) -> int | None:
        """Return the post that a click means: one within a quarter of a wall; None for none."""
        post = self.nearest(x, y)
        if post is None or self.distance(post, x, y) >= AT * self.length(post):
            return None
        return post

    def between(self, one: int, other: int) -> int:
        return next(wall.wall for wall in self.walls(one) if wall.post == other)

    def walls_along(self, posts: Sequence[int]) -> list[int]:
        walls = (self.between(one, other) for one, other in pairwise(posts))
        return list(dict.fromkeys(walls))


def _walls_of(lattice: Lattice, cells: Ids) -> dict[int, list[PostWall]]:
    """Return the walls of the inside ones of some cells int64[k], by the posts where they meet."""
    geometry = lattice.geometry
    _cells, walls = lattice.walls_of(cells[lattice.inside[cells]])
    walls = distinct(walls)
    posts = geometry.posts(walls)
    ends = geometry.post_positions(posts)
    lengths = np.hypot(*(ends[:, 1] - ends[:, 0]).T)
    found: dict[int, list[PostWall]] = {}
    rows = zip(walls.tolist(), posts.tolist(), ends.tolist(), lengths.tolist(), strict=True)
    for wall, (one, other), (at_one, at_other), length in rows:
        found.setdefault(one, []).append(PostWall(wall, other, at_other[0], at_other[1], length))
        found.setdefault(other, []).append(PostWall(wall, one, at_one[0], at_one[1], length))
    return found


# A drag


def follow(posts: Posts, line: list[int], x: float, y: float) -> None:
    """Lead a line of posts on to where the pointer is now, or back; most points leave it.

    It goes from post to post along walls, each time to the neighbour that is nearest to the
    pointer, where that is ``NEARER``; back to the post before, it gets shorter. Where no neighbour
    is nearer but another post is by far, as across a hexagon, it is led there.
    """
    while True:
        here = line[-1]
        distance, length = posts.distance(here, x, y), posts.length(here)
        walls = posts.walls(here)
        best = min(walls, key=lambda wall: hypot(wall.x - x, wall.y - y), default=None)
        if best is None:
            return
        nearer = hypot(best.x - x, best.y - y)
        if nearer < distance - NEARER * length or nearer < AT * best.length <= distance:
            _step(line, best.post)
            continue
        goal = posts.nearest(x, y)
        if goal is None or goal == here:
            return
        to_goal = posts.distance(goal, x, y)
        if to_goal < distance - FAR_NEARER * length or to_goal < AT * length:
            for post in join(posts, here, goal, most=1)[1:]:
                _step(line, post)
        return


def _step(line: list[int], post: int) -> None:
    if len(line) > 1 and line[-2] == post:
        line.pop()
    else:
        line.append(post)


def tip(posts: Posts, line: Sequence[int], x: float, y: float, ahead: Point) -> int | None:
    """Return the post to which the wall leads that the pointer is following; None for none.

    ``ahead`` is how far the pointer has moved just now: across a wall it does not follow it.
    """
    moved = hypot(*ahead)
    if not moved:
        return None
    here_x, here_y = posts.place(line[-1])
    for wall in posts.walls(line[-1]):
        along = (wall.x - here_x) / wall.length, (wall.y - here_y) / wall.length
        forth = (x - here_x) * along[0] + (y - here_y) * along[1]
        aside = abs((x - here_x) * along[1] - (y - here_y) * along[0])
        cosine = (ahead[0] * along[0] + ahead[1] * along[1]) / moved
        near = (
            aside <= BESIDE_WALLS * wall.length and FOLLOWED * wall.length <= forth <= wall.length
        )
        if near and cosine >= ALONG_COSINE:
            return wall.post
    return None


class DrawnLine:
    """The line of posts that a drag draws: ``shown`` is what it is now.

    ``pressed`` is the wall on which the drag began, if any. The line begins with that wall where
    the pointer then goes along it, else at the post nearest to the press. It depends on the path
    of the pointer alone, not on how many motions that was reported in.
    """

    def __init__(self, posts: Posts, press: Point, pressed: int | None) -> None:
        self._posts, self._pressed = posts, pressed
        self._at = press  # the pointer
        self._samples = [press]  # of its path, ``EVERY`` apart
        self._rest = 0.0  # cells of the path since the last of them
        self._led = 0  # how many of them have led the line on
        self._line: list[int] = []  # as far as it is certain
        self._kept: int | None = None  # how many posts there were when Shift was pressed
        self.shown: list[int] = []

    def note(self, x: float, y: float) -> None:
        """Note that the pointer has come here in a straight line."""
        (x0, y0), length = self._at, hypot(x - self._at[0], y - self._at[1])
        along = EVERY - self._rest
        while along <= length:
            share = along / length
            self._samples.append((x0 + (x - x0) * share, y0 + (y - y0) * share))
            along += EVERY
        self._rest = length - (along - EVERY)
        self._at = x, y

    def lead(self, *, straight: bool, last: bool = False) -> list[int]:
        """Return the line to where the pointer is; empty where none has begun.

        ``straight`` keeps it straight from here on; with ``last`` the pointer is let go.
        """
        if last:
            self._samples.append(self._at)
        if not self._line and not self._begin(straight=straight):
            return self.shown
        if straight:
            self._kept = self._kept or max(1, len(self.shown))
            before = (self.shown or self._line)[: self._kept]
            self.shown = before + _straight(self._posts, before[-1], *self._at)[1:]
            self._line, self._led = list(self.shown), len(self._samples)
            return self.shown
        self._kept = None
        for sample in self._samples[self._led :]:
            follow(self._posts, self._line, *sample)
        self._led = len(self._samples)
        shown = list(self._line)
        follow(self._posts, shown, *self._at)
        self._add_tip(shown)
        self.shown = shown
        return shown

    def _begin(self, *, straight: bool) -> bool:
        """Begin the line where its beginning is certain; returns whether it is."""
        posts, (x0, y0) = self._posts, self._samples[0]
        for number in range(self._led, len(self._samples)):
            x, y = self._samples[number]
            if self._pressed is None:
                start = posts.nearest(x, y)
                self._line = [] if start is None else [start]
            elif hypot(x - x0, y - y0) >= TURNED:
                self._line = self._ends_of(self._pressed, (x0, y0), (x - x0, y - y0))
            if self._line:
                self._led = number
                del self._line[1 if straight else 2 :]
                return True
        return False

    def _ends_of(self, wall: int, press: Point, moved: Point) -> list[int]:
        """Return how a line begins at a wall: along it, or at its nearer end."""
        posts = self._posts
        one, other = posts.lattice.geometry.posts(np.array([wall], np.int64))[0].tolist()
        (x0, y0), (x1, y1) = posts.place(one), posts.place(other)
        along = moved[0] * (x1 - x0) + moved[1] * (y1 - y0)
        across = moved[0] * (y1 - y0) - moved[1] * (x1 - x0)
        if abs(along) >= abs(across):
            return [one, other] if along > 0 else [other, one]
        return [min((one, other), key=lambda post: posts.distance(post, *press))]

    def _add_tip(self, shown: list[int]) -> None:
        """Add the wall that the pointer is following."""
        back = self._samples[-POINTS_BACK:][0]
        x, y = self._at
        post = tip(self._posts, shown, x, y, (x - back[0], y - back[1]))
        if post is not None and (len(shown) < 2 or post != shown[-2]):
            shown.append(post)


# Straight on


def _straight(posts: Posts, start: int, x: float, y: float) -> list[int]:
    """Return the straight line of posts from ``start`` that comes nearest to a point.

    It begins with one of the walls at the start, and at each post goes on with the wall that turns
    least: so on squares and triangles it is straight, in a round maze it follows a ring or a
    spoke, and among hexagons, where nothing is straight, it turns left and right in turns. Where
    each wall would turn by more than 75 degrees, as at the inner end of a spoke, it ends.
    """
    reach = posts.distance(start, x, y)
    here_x, here_y = posts.place(start)
    best, nearest = [start], reach
    for first in posts.walls(start):
        if (first.x - here_x) * (x - here_x) + (first.y - here_y) * (y - here_y) < 0:
            continue  # it leads away
        for side in (1, -1):
            line, gone, length = [start], 0.0, 1
            for post, step in _straight_on(posts, start, first, side):
                line.append(post)
                gone += step
                distance = posts.distance(post, x, y)
                if distance < nearest - 1e-9:
                    best, nearest, length = line, distance, len(line)
                if gone > MAX_DISTANCES * reach + 1 or post == start:
                    break
            best = best[:length] if best is line else best
    return best


def _straight_on(
    posts: Posts, start: int, first: PostWall, side: int
) -> Iterator[tuple[int, float]]:
    """Yield the posts of a straight line with the lengths of its walls.

    ``side`` is where its first bend leads, of two that are equal: 1 clockwise, -1 anticlockwise.
    """
    before, wall = start, first
    while True:
        yield wall.post, wall.length
        x, y = posts.place(before)
        turned = [
            (_turn((wall.x - x, wall.y - y), (other.x - wall.x, other.y - wall.y)), other)
            for other in posts.walls(wall.post)
            if other.post != before
        ]
        turned = [(turn, other) for turn, other in turned if abs(turn) <= BENT]
        if not turned:
            return
        turn, ahead = min(turned, key=lambda each: (round(abs(each[0]), 6), -side * each[0]))
        if abs(turn) > 1e-6:
            side = -1 if turn > 0 else 1
        before, wall = wall.post, ahead


def _turn(before: Point, after: Point) -> float:
    """Return the angle from one direction to another, clockwise as seen, -pi to pi."""
    turn = atan2(after[1], after[0]) - atan2(before[1], before[0])
    return (turn + pi) % (2 * pi) - pi


# From one post to another


def join(posts: Posts, one: int, other: int, *, most: int = 8) -> list[int]:
    """Return the line of posts from one to another; ``[one]`` where there is none.

    It is the shortest of the walls near the straight line between the two, of several such lines
    the one that keeps nearest to it. Where none leads there, it is looked for farther and farther
    to the sides, ``most`` times.
    """
    start, end = posts.place(one), posts.place(other)
    lattice, width = posts.lattice, CORRIDOR
    for _attempt in range(most):
        cells = swept(lattice, (*start, *end), width)
        line = _shortest(posts, _walls_of(lattice, cells), one, other)
        if line:
            return line
        if width > 2 * (lattice.geometry.width + lattice.geometry.height):
            break
        width *= WIDENING
    return [one]


def _shortest(posts: Posts, walls: dict[int, list[PostWall]], one: int, other: int) -> list[int]:
    """Return the shortest line by some walls (A*); empty where there is none."""
    (x0, y0), (x1, y1) = posts.place(one), posts.place(other)
    chord = hypot(x1 - x0, y1 - y0) or 1.0
    across = (y0 - y1) / chord, (x1 - x0) / chord
    costs, before = {one: 0.0}, {one: one}
    heap, done = [(chord, 0.0, one)], set()
    while heap:
        _estimate, cost, post = heappop(heap)
        if post == other:
            return _back(before, other)
        if post in done:
            continue
        done.add(post)
        for wall in walls.get(post, ()):
            off = abs((wall.x - x0) * across[0] + (wall.y - y0) * across[1])
            total = cost + wall.length * (1 + STRAY * off)
            if total < costs.get(wall.post, np.inf) - 1e-12:
                costs[wall.post], before[wall.post] = total, post
                rest = hypot(wall.x - x1, wall.y - y1)
                heappush(heap, (total + rest, total, wall.post))
    return []


def _back(before: dict[int, int], post: int) -> list[int]:
    line = [post]
    while before[post] != post:
        post = before[post]
        line.append(post)
    return line[::-1]

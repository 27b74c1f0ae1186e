"""The closed walls of any shape as a graph of posts: which walls meet at each post.

Each wall has two ends, ``2 * wall`` and ``2 * wall + 1``; ``end ^ 1`` is its other end::

    post a  o-- 2w ------ 2w+1 --o  post b        ends[2w] = a, ends[2w + 1] = b

A path leaves a post from an end, and arrives at a post at an end. Seen from ``2w + 1`` an arc
bulges to the opposite side than seen from ``2w``.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import atan
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.kernels.compiled import F64, I32, I64, U8, kernel
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.tiling import Tiling

STRAIGHT = np.zeros(0)  # the bulges where no wall is an arc
ALIKE = np.zeros(0, np.uint8)  # the steps where all walls have one colour
BLOCK_WALLS = 1 << 18  # walls or posts computed at once: all together take several times the memory


class WallLines(NamedTuple):
    """What kernels need to follow walls, as one argument: fields of ``WallGraph``."""

    ends: I32
    x: F64
    y: F64
    bulges: F64
    steps: U8


@dataclass(frozen=True, eq=False)
class WallGraph:
    """Walls and posts as flat arrays.

    ``ends`` int32[2w] are the posts of the ends. The ends at post ``p`` are
    ``at[first[p]:first[p + 1]]``; ``at`` int32[2w], ``first`` int64[p + 1]. ``x`` and ``y``
    float64[p] are where the posts are, in cells. ``bulges`` float64[w] as in ``Tiling``,
    or float64[0] where every wall is straight. ``steps`` uint8[w] is the number of the colour of
    each wall, or uint8[0]. ``whole`` is the graph that this one has some of the walls of.
    """

    ends: I32
    first: I64
    at: I32
    x: F64
    y: F64
    bulges: F64 = field(default_factory=STRAIGHT.copy)
    steps: U8 = field(default_factory=ALIKE.copy)
    whole: WallGraph | None = None

    @property
    def lines(self) -> WallLines:
        return WallLines(self.ends, self.x, self.y, self.bulges, self.steps)

    @property
    def lengths(self) -> F64:
        """How long walls are in cells, float64[w], along arcs."""
        one, other = self.ends.reshape(-1, 2).T
        chords = np.hypot(self.x[other] - self.x[one], self.y[other] - self.y[one])
        if not len(self.bulges):
            return chords
        result: F64 = chords / np.sinc(2 * np.arctan(self.bulges) / np.pi)
        return result

    @property
    def joined(self) -> NDArray[np.bool_]:
        """Whether just two walls meet at a post, bool[p]: of all walls, where these are a part."""
        result: NDArray[np.bool_] = np.diff((self.whole or self).first) == 2
        return result


def graph_of(maze: Maze) -> WallGraph:
    return graph_between(maze.lattice.geometry, maze.closed_walls())


def graph_between(geometry: Tiling, walls: Ids) -> WallGraph:
    """Return the graph of ``walls`` int64[w], each a line or an arc between its two posts."""
    ends, bulges = np.empty(2 * len(walls), np.int32), STRAIGHT
    for first in range(0, len(walls), BLOCK_WALLS):
        here = slice(first, first + BLOCK_WALLS)
        ends[2 * first : 2 * (first + BLOCK_WALLS)] = geometry.posts(walls[here]).ravel()
        curved = geometry.bulges(walls[here])
        if curved.any() and not len(bulges):
            bulges = np.zeros(len(walls))
        if len(bulges):
            bulges[here] = curved
    posts = int(ends.max(initial=-1)) + 1
    x, y = np.empty(posts), np.empty(posts)
    for first in range(0, posts, BLOCK_WALLS):
        here = slice(first, min(first + BLOCK_WALLS, posts))
        places = geometry.post_positions(np.arange(here.start, here.stop, dtype=np.int64))
        x[here], y[here] = places.reshape(-1, 2).T
    return graph_at(ends, x, y, bulges)


def part_of(graph: WallGraph, walls: Ids) -> WallGraph:
    """Return the graph of some of the walls int64[w] of another, with all its posts."""
    ends = graph.ends.reshape(-1, 2)[walls].ravel()
    bulges = graph.bulges[walls] if len(graph.bulges) else graph.bulges
    return replace(graph_at(ends, graph.x, graph.y, bulges), whole=graph)


def graph_at(ends: I32, x: F64, y: F64, bulges: F64) -> WallGraph:
    """Return the graph of lines between posts; the arrays are those of ``WallGraph``."""
    first = np.zeros(len(x) + 2, np.int64)
    at = np.empty(len(ends), np.int32)
    _gather(ends, first, at)
    return WallGraph(ends, first[:-1], at, x, y, bulges)


@kernel
def _gather(ends: I32, first: I64, at: I32) -> int:
    """Sort the ends by post, counting."""
    for end in range(len(ends)):
        first[ends[end] + 2] += 1
    for post in range(2, len(first)):
        first[post] += first[post - 1]
    for end in range(len(ends)):
        place = first[ends[end] + 1]
        at[place] = end
        first[ends[end] + 1] = place + 1
    return len(ends)


@kernel
def is_straight(lines: WallLines, before: int, post: int, after: int) -> bool:
    """Whether the line from one post over another to a third is straight."""
    x, y = lines.x, lines.y
    ux, uy = x[post] - x[before], y[post] - y[before]
    vx, vy = x[after] - x[post], y[after] - y[post]
    cross, dot = ux * vy - uy * vx, ux * vx + uy * vy
    return abs(cross) <= 1e-9 * dot


@kernel
def bulge_from(lines: WallLines, end: int) -> float:
    bulges = lines.bulges
    if len(bulges) == 0:
        return 0.0
    return bulges[end >> 1] if end & 1 == 0 else -bulges[end >> 1]


@kernel
def angle_from(lines: WallLines, end: int) -> float:
    """Return the angle in radians of the anticlockwise turn along a wall from an end."""
    return 4.0 * atan(bulge_from(lines, end))


@kernel
def leaving(lines: WallLines, end: int) -> tuple[float, float, float]:
    """Return the unit vector in which a wall leaves an end, and how curved it is, 1 / radius.

    The curve is more than 0 where the wall turns anticlockwise, as seen.
    """
    ends, x, y = lines.ends, lines.x, lines.y
    post, other = ends[end], ends[end ^ 1]
    dx, dy = x[other] - x[post], y[other] - y[post]
    chord = (dx * dx + dy * dy) ** 0.5
    dx, dy = dx / chord, dy / chord
    bulge = bulge_from(lines, end)
    square = 1.0 + bulge * bulge
    # the tangent is the chord, turned by half of the arc's angle
    cosine, sine = (1.0 - bulge * bulge) / square, 2.0 * bulge / square
    return dx * cosine - dy * sine, dx * sine + dy * cosine, 2.0 * sine / chord


@kernel
def goes_on(lines: WallLines, arrive: int, leave: int) -> bool:
    """Whether the line that arrives at an end continues from another on the same line or circle."""
    if len(lines.bulges) == 0:
        ends = lines.ends
        return is_straight(lines, ends[arrive ^ 1], ends[arrive], ends[leave ^ 1])
    ux, uy, back = leaving(lines, arrive)
    vx, vy, curve = leaving(lines, leave)
    if abs(ux * vy - uy * vx) > 1e-7 or ux * vx + uy * vy > 0.0:
        return False
    return abs(back + curve) <= 1e-6 * (abs(back) + abs(curve))

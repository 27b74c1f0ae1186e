"""The closed walls as a graph of posts: which walls meet where, whatever the shape.

Each wall has two ends, ``2 * wall`` and ``2 * wall + 1``; ``end ^ 1`` is its other end::

    post a  o-- 2w ------ 2w+1 --o  post b        ends[2w] = a, ends[2w + 1] = b
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mazeeditor.compiled import F64, I32, I64, kernel
from mazeeditor.maze.geometry import Geometry, Ids
from mazeeditor.maze.maze import Maze


@dataclass(frozen=True, eq=False)
class WallGraph:
    """Walls and posts as flat arrays.

    ``ends`` int32[2w] are the posts of the ends. The ends at post ``p`` are
    ``at[first[p]:first[p + 1]]``; ``at`` int32[2w], ``first`` int64[p + 1]. ``x`` and ``y``
    float64[p] are where the posts are, in cells.
    """

    ends: NDArray[np.int32]
    first: NDArray[np.int64]
    at: NDArray[np.int32]
    x: NDArray[np.float64]
    y: NDArray[np.float64]


def graph_of(maze: Maze) -> WallGraph:
    """Return the graph of the closed walls of a maze."""
    return graph_between(maze.lattice.geometry, maze.closed_walls())


def graph_between(geometry: Geometry, walls: Ids) -> WallGraph:
    """Return the graph of ``walls`` int64[w], each a straight line between its two posts."""
    ends = geometry.posts(walls).astype(np.int32).ravel()
    posts = int(ends.max(initial=-1)) + 1
    places = geometry.post_positions(np.arange(posts, dtype=np.int64))
    first = np.zeros(posts + 2, np.int64)
    at = np.empty(len(ends), np.int32)
    _gather(ends, first, at)
    x, y = places.reshape(-1, 2).T
    return WallGraph(ends, first[:-1], at, np.ascontiguousarray(x), np.ascontiguousarray(y))


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
def is_straight(x: F64, y: F64, before: int, post: int, after: int) -> bool:
    """Whether the way from one post over another to a third does not bend."""
    ux, uy = x[post] - x[before], y[post] - y[before]
    vx, vy = x[after] - x[post], y[after] - y[post]
    cross, dot = ux * vy - uy * vx, ux * vx + uy * vy
    return abs(cross) <= 1e-9 * dot

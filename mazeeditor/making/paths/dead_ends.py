r"""Dead ends of a graph, taken off until loops are left, and the longest paths in what they were.

::

            o  a post of a loop, or the last one of a tree
           / \
          o   o     the longest path in a tree leads up from one of its ends to a post, and from
         / \   \    there down to the other
        o   o   o
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from mazeeditor.core.kernels.compiled import F64, I32, I64, U8, kernel
from mazeeditor.page.scene import Ids, Numbers
from mazeeditor.page.walls.wall_graph import WallGraph


class Left(NamedTuple):
    """What is not decided: ``kept`` uint8[w] lines, ``degree`` int32[p], ``odd`` uint8[p] posts."""

    kept: U8
    degree: I32
    odd: U8


class Reach(NamedTuple):
    """The best path from each post down its tree, and the best between two posts of that.

    ``height`` float64[p] is what the one to ``tip`` int32[p] is worth, ``best`` float64[p] the one
    from ``one`` to ``other`` int32[p], which are the same post where that is 0. ``up`` int32[p] is
    the end of the line by which a post was taken off, -1 for those that stayed.
    """

    height: F64
    tip: I32
    best: F64
    one: I32
    other: I32
    up: I32


def take_off(graph: WallGraph, left: Left, twice: U8) -> I32:
    """Take off dead ends until only loops are left; mark ``twice`` uint8[w] where posts are odd.

    Return int32[k], the ends of lines at the posts that were taken off, in this order.
    """
    taken = np.zeros(len(twice), np.int32)
    return taken[: _take_off(graph.ends, graph.first, graph.at, left, twice, taken)]


def reach_of(graph: WallGraph, taken: I32, worth: Numbers, of_ends: Numbers) -> Reach:
    """Return the best paths in what was ``taken`` off.

    ``worth`` float64[w] is that of lines, which may be negative, ``of_ends`` float64[p] what it
    adds that a path ends at a post, at least 0.
    """
    posts = np.arange(len(of_ends), dtype=np.int32)
    up = np.full(len(posts), -1, np.int32)
    up[graph.ends[taken]] = taken
    none = np.zeros(len(posts))
    reach = Reach(of_ends.copy(), posts.copy(), none, posts.copy(), posts.copy(), up)
    _reach(graph.ends, taken, worth, reach)
    return reach


def change_upwards(graph: WallGraph, reach: Reach, posts: Ids, changed: U8) -> None:
    """Flip ``changed`` uint8[w] of the lines from each of ``posts`` int64[k] as far up as it goes.

    For two posts of a tree those are flipped twice that are not between them.
    """
    _change_upwards(graph.ends, reach.up, posts.astype(np.int32), changed)


@kernel
def _take_off(ends: I32, first: I64, at: I32, left: Left, twice: U8, taken: I32) -> int:
    count = 0
    for start in range(len(left.degree)):
        post = start
        while left.degree[post] == 1:
            i = first[post]
            while not left.kept[at[i] >> 1]:
                i += 1
            line, other = at[i] >> 1, ends[at[i] ^ 1]
            left.kept[line] = 0
            left.degree[post] = 0
            left.degree[other] -= 1
            if left.odd[post]:
                twice[line] = 1
                left.odd[post] = 0
                left.odd[other] ^= 1
            taken[count] = at[i]
            count += 1
            post = other
    return count


@kernel
def _reach(ends: I32, taken: I32, worth: F64, reach: Reach) -> None:
    height, best = reach.height, reach.best
    for i in range(len(taken)):
        post, above = ends[taken[i]], ends[taken[i] ^ 1]
        branch = height[post] + worth[taken[i] >> 1]
        if best[post] > best[above]:
            best[above] = best[post]
            reach.one[above] = reach.one[post]
            reach.other[above] = reach.other[post]
        if height[above] + branch > best[above]:
            best[above] = height[above] + branch
            reach.one[above] = reach.tip[above]
            reach.other[above] = reach.tip[post]
        if branch > height[above]:
            height[above] = branch
            reach.tip[above] = reach.tip[post]


@kernel
def _change_upwards(ends: I32, up: I32, posts: I32, changed: U8) -> None:
    for i in range(len(posts)):
        post = posts[i]
        while up[post] >= 0:
            changed[up[post] >> 1] ^= 1
            post = ends[up[post] ^ 1]

"""The order of strokes: a pen or laser goes on at the nearest end, so it travels little.

The ends of the strokes lie in squares of a spatial index. From where the last stroke ended, these
are searched ring by ring; if all close ones are empty, the next is found in serpentine order::

    2 2 2 2 2        > > > > v
    2 1 1 1 2        v < < < <
    2 1 0 1 2        > > > > >
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import F64, I32, I64, TICK, U8, kernel
from mazeeditor.core.spatial_index import SpatialIndex, add, square_at
from mazeeditor.page.scene import Numbers
from mazeeditor.page.walls.pen_strokes import Chains
from mazeeditor.page.walls.wall_graph import WallGraph

RINGS = 12  # of squares, searched before going on in serpentine order
CROWD = 2  # ends in a square, about


class Places(NamedTuple):
    """Where posts lie: post ``p`` at ``x[place]``, ``y[row * lines + line[place]]``.

    ``row, place = divmod(p - origin, period)``; posts in no pattern are one long row.
    """

    origin: int
    period: int
    lines: int
    x: F64
    line: I32
    y: F64


def listed(x: Numbers, y: Numbers) -> Places:
    """Return the places of posts that lie at ``x`` and ``y`` float64[p]."""
    return Places(0, len(x), len(x), x, np.arange(len(x), dtype=np.int32), y)


def in_order(chains: Chains, graph: WallGraph, job: Job | None = None) -> Chains:
    """Return the strokes in the order to draw them, turned round where that saves travel.

    The nearest neighbour of each end, in linear time.
    """
    job = job or Job()
    if len(chains.closed) < 2:
        return chains
    heads = chains.posts[chains.starts[:-1]]
    tails = np.where(chains.closed, heads, chains.posts[chains.starts[1:] - 1])
    tips = np.concatenate([heads, tails])
    return _rearranged(chains, *nearest_order(tips, listed(graph.x, graph.y), job))


def nearest_order(
    tips: NDArray[np.int32], places: Places, job: Job
) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
    """Return int32[k], the order of k strokes, and uint8[k], 1 where one is begun at its tail.

    ``tips`` int32[2k] are the posts of their heads, then those of their tails. Raises
    ``CancelledError``.
    """
    strokes = len(tips) // 2
    order, turned = np.empty(strokes, np.int32), np.zeros(strokes, np.uint8)
    ends = Ends(*places, tips)
    squares = _in_squares(ends)
    left, done = np.diff(squares.first), np.zeros(strokes, np.uint8)
    _visit(ends, squares, Left(left, done), order, turned, job.signal)
    job.check()
    return order, turned


def _in_squares(ends: Ends) -> SpatialIndex:
    """Return the ends in an index, whose squares are counted from the top left one."""
    box = np.empty(4)
    _measure(ends, box)
    left, top, right, bottom = box.tolist()
    width, height, count = right - left, bottom - top, len(ends.tips)
    side = max(1.0, sqrt(width * height * CROWD / count), (width + height) * CROWD / count)
    empty = SpatialIndex.over((left, top, right, bottom), side)
    _add_ends(ends, empty)
    squares = empty.counted()
    _add_ends(ends, squares)
    return squares


def _rearranged(chains: Chains, order: NDArray[np.int32], turned: NDArray[np.uint8]) -> Chains:
    posts, bulges = np.empty_like(chains.posts), np.empty_like(chains.bulges)
    starts = np.zeros_like(chains.starts)
    _rearrange(
        Drawn(chains.posts, chains.starts, chains.bulges), order, turned, posts, starts, bulges
    )
    return Chains(posts, starts, chains.closed[order], bulges)


class Drawn(NamedTuple):
    """Fields of ``Chains``, for kernels."""

    posts: I32
    starts: I64
    bulges: F64


@kernel
def _rearrange(chains: Drawn, order: I32, turned: U8, posts: I32, starts: I64, bulges: F64) -> int:
    """Write the strokes in their order; turned round, bulges to the other side."""
    used = 0
    for n in range(len(order)):
        begin, end = chains.starts[order[n]], chains.starts[order[n] + 1]
        length = end - begin
        for step in range(length):
            posts[used + step] = chains.posts[end - 1 - step if turned[n] else begin + step]
            if len(bulges) and turned[n]:
                # the line from a point is the line to it
                bulges[used + step] = 0.0 - chains.bulges[begin + (2 * length - 2 - step) % length]
            elif len(bulges):
                bulges[used + step] = chains.bulges[begin + step] + 0.0
        used += length
        starts[n + 1] = used
    return used


class Ends(NamedTuple):
    """The ends of strokes: stroke ``s`` of k has its head at tip ``s`` and its tail at ``k + s``.

    The first six fields are those of ``Places``; ``tips`` int32[2k] are posts.
    """

    origin: int
    period: int
    lines: int
    x: F64
    line: I32
    y: F64
    tips: I32


class Left(NamedTuple):
    """What is not drawn yet; ``done`` uint8[k] is 1 for strokes drawn.

    Square ``b`` of an index holds ``ends[b]`` tips of strokes not drawn yet, and perhaps some of
    strokes drawn: ``at[first[b]:first[b] + ends[b]]``. The others of it lie behind them.
    """

    ends: I32
    done: U8


@kernel
def _place(ends: Ends, tip: int) -> tuple[float, float]:
    """Return where a tip lies, in cells."""
    post = ends.tips[tip] - ends.origin
    row = post // ends.period
    place = post - row * ends.period
    return ends.x[place], ends.y[row * ends.lines + ends.line[place]]


@kernel
def _measure(ends: Ends, box: F64) -> int:
    """Write the lowest x and y and the highest x and y of the ends."""
    for tip in range(len(ends.tips)):
        x, y = _place(ends, tip)
        if tip == 0:
            box[0], box[1], box[2], box[3] = x, y, x, y
        box[0], box[1] = min(box[0], x), min(box[1], y)
        box[2], box[3] = max(box[2], x), max(box[3], y)
    return len(ends.tips)


@kernel
def _add_ends(ends: Ends, squares: SpatialIndex) -> int:
    """Add all ends to their squares."""
    for back in range(len(ends.tips)):
        tip = len(ends.tips) - 1 - back
        x, y = _place(ends, tip)
        add(squares, square_at(squares, x, y), tip)
    return len(ends.tips)


@kernel
def _in_sides(ends: Ends, squares: SpatialIndex, tip: int) -> tuple[float, float]:
    """Return how many sides of a square a tip lies to the right, and down."""
    x, y = _place(ends, tip)
    return (x - squares.left) / squares.side, (y - squares.top) / squares.side


@kernel
def _apart(ends: Ends, squares: SpatialIndex, tip: int, there_x: float, there_y: float) -> float:
    """Return the square of the distance from a tip to a point, in sides of a square."""
    x, y = _in_sides(ends, squares, tip)
    return (x - there_x) ** 2 + (y - there_y) ** 2


@kernel
def _nearest_in(
    ends: Ends,
    squares: SpatialIndex,
    left: Left,
    square: int,
    here_x: float,
    here_y: float,
    best: int,
) -> int:
    """Return the nearest of ``best`` and the tips in a square; remove tips of strokes done."""
    at, count, done = squares.at, left.ends, left.done
    i, end = squares.first[square], squares.first[square] + count[square]
    while i < end:
        tip = at[i]
        if done[tip % len(done)]:
            end -= 1
            at[i] = at[end]
            continue
        nearer = best < 0 or _apart(ends, squares, tip, here_x, here_y) < _apart(
            ends, squares, best, here_x, here_y
        )
        if nearer:
            best = tip
        i += 1
    count[square] = end - squares.first[square]
    return best


@kernel
def _nearest(ends: Ends, squares: SpatialIndex, left: Left, here_x: float, here_y: float) -> int:
    """Return the tip nearest to a point, -1 where there is none within ``RINGS``."""
    across, down, count = squares.across, squares.down, left.ends
    column, row = int(here_x), int(here_y)
    best = -1
    for ring in range(RINGS + 1):
        for r in range(max(0, row - ring), min(down, row + ring + 1)):
            rim = r == row - ring or r == row + ring
            step = 1 if rim or ring == 0 else 2 * ring
            for c in range(column - ring, column + ring + 1, step):
                if 0 <= c < across and count[r * across + c]:
                    best = _nearest_in(ends, squares, left, r * across + c, here_x, here_y, best)
        if best >= 0 and _apart(ends, squares, best, here_x, here_y) <= ring * ring:
            return best
    return best


@kernel
def _visit(
    ends: Ends, squares: SpatialIndex, left: Left, order: I32, turned: U8, signal: I64
) -> int:
    """Write the order of the strokes and which of them are drawn from their tail."""
    across, done = squares.across, left.done
    strokes = len(done)
    here_x, here_y = 0.0, 0.0
    scan = 0
    for n in range(strokes):
        tip = _nearest(ends, squares, left, here_x, here_y)
        while tip < 0:
            row, column = scan // across, scan % across
            if row & 1:
                column = across - 1 - column
            tip = _nearest_in(ends, squares, left, row * across + column, here_x, here_y, -1)
            scan += 1 if tip < 0 else 0
        order[n] = tip % strokes
        turned[n] = 1 if tip >= strokes else 0
        done[order[n]] = 1
        tip = tip - strokes if tip >= strokes else tip + strokes
        here_x, here_y = _in_sides(ends, squares, tip)
        if n & TICK == 0:
            signal[0] = n
            if signal[1] != 0:
                return n
    return strokes

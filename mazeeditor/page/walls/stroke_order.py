"""The order of strokes: a pen or laser goes on at the nearest end, so it travels little.

The ends of the strokes lie in square buckets. From where the last stroke ended, the buckets are
searched ring by ring; if all close ones are empty, the next is found in serpentine order::

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
from mazeeditor.page.scene import Numbers
from mazeeditor.page.walls.pen_strokes import Chains
from mazeeditor.page.walls.wall_graph import WallGraph

RINGS = 12  # of buckets, searched before going on in serpentine order
CROWD = 2  # ends in a bucket, about


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
    _visit(_in_buckets(tips, places), order, turned, job.signal)
    job.check()
    return order, turned


def _in_buckets(tips: NDArray[np.int32], places: Places) -> Buckets:
    """Return tips in buckets, counted from the top left one."""
    edges = np.empty(4)
    _edges(places, tips, edges)
    left, top, right, bottom = edges.tolist()
    width, height = right - left, bottom - top
    side = max(1.0, sqrt(width * height * CROWD / len(tips)), (width + height) * CROWD / len(tips))
    across, down = int(width / side) + 1, int(height / side) + 1
    first, count = np.zeros(across * down, np.int32), np.zeros(across * down, np.int32)
    at, done = np.empty(len(tips), np.int32), np.zeros(len(tips) // 2, np.uint8)
    grid = *places, tips, left, top, side, across, down
    buckets = Buckets(*grid, first, count, at, done)
    _fill(buckets)
    return buckets


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


class Buckets(NamedTuple):
    """The tips of strokes in ``across`` by ``down`` square buckets of some ``side``, in cells.

    The first six fields are those of ``Places``. Stroke ``s`` of k has its head at tip ``s`` and
    its tail at tip ``k + s``; ``tips`` int32[2k] are their posts, ``left_edge`` and ``top_edge``
    where the buckets begin. Bucket ``b`` holds ``left[b]`` tips of strokes not drawn yet, and
    perhaps some of strokes drawn: ``at[first[b]:first[b] + left[b]]``. ``done`` uint8[k] is 1 for
    strokes drawn.
    """

    origin: int
    period: int
    lines: int
    x: F64
    line: I32
    y: F64
    tips: I32
    left_edge: float
    top_edge: float
    side: float
    across: int
    down: int
    first: I32
    left: I32
    at: I32
    done: U8


@kernel
def _edges(places: Places, tips: I32, edges: F64) -> int:
    """Write the lowest x and y and the highest x and y of some posts."""
    x, line, y = places.x, places.line, places.y
    for tip in range(len(tips)):
        post = tips[tip] - places.origin
        place = post % places.period
        across = x[place]
        down = y[post // places.period * places.lines + line[place]]
        if tip == 0:
            edges[0], edges[1], edges[2], edges[3] = across, down, across, down
        edges[0], edges[1] = min(edges[0], across), min(edges[1], down)
        edges[2], edges[3] = max(edges[2], across), max(edges[3], down)
    return len(tips)


@kernel
def _x_of(buckets: Buckets, tip: int) -> float:
    """Return how many sides of a bucket a tip lies to the right."""
    x = buckets.x[(buckets.tips[tip] - buckets.origin) % buckets.period]
    return (x - buckets.left_edge) / buckets.side


@kernel
def _y_of(buckets: Buckets, tip: int) -> float:
    """Return how many sides of a bucket a tip lies down."""
    post = buckets.tips[tip] - buckets.origin
    row = post // buckets.period
    y = buckets.y[row * buckets.lines + buckets.line[post - row * buckets.period]]
    return (y - buckets.top_edge) / buckets.side


@kernel
def _fill(buckets: Buckets) -> int:
    """Put the tips into their buckets, in their order."""
    first, left, at, across = buckets.first, buckets.left, buckets.at, buckets.across
    for tip in range(len(at)):
        left[int(_y_of(buckets, tip)) * across + int(_x_of(buckets, tip))] += 1
    used = 0
    for bucket in range(len(first)):
        first[bucket] = used
        used += left[bucket]
        left[bucket] = 0
    for tip in range(len(at)):
        bucket = int(_y_of(buckets, tip)) * across + int(_x_of(buckets, tip))
        at[first[bucket] + left[bucket]] = tip
        left[bucket] += 1
    return used


@kernel
def _apart(buckets: Buckets, tip: int, there_x: float, there_y: float) -> float:
    """Return the square of the distance from a tip to a point."""
    return (_x_of(buckets, tip) - there_x) ** 2 + (_y_of(buckets, tip) - there_y) ** 2


@kernel
def _nearest_in(buckets: Buckets, bucket: int, here_x: float, here_y: float, best: int) -> int:
    """Return the nearest of ``best`` and the tips in a bucket; remove tips of strokes done."""
    first, left, at, done = buckets.first, buckets.left, buckets.at, buckets.done
    i, end = first[bucket], first[bucket] + left[bucket]
    while i < end:
        tip = at[i]
        if done[tip % len(done)]:
            end -= 1
            at[i] = at[end]
            continue
        nearer = best < 0 or _apart(buckets, tip, here_x, here_y) < _apart(
            buckets, best, here_x, here_y
        )
        if nearer:
            best = tip
        i += 1
    left[bucket] = end - first[bucket]
    return best


@kernel
def _nearest(buckets: Buckets, here_x: float, here_y: float) -> int:
    """Return the tip nearest to a point, -1 where there is none within ``RINGS``."""
    across, down, left = buckets.across, buckets.down, buckets.left
    column, row = int(here_x), int(here_y)
    best = -1
    for ring in range(RINGS + 1):
        for r in range(max(0, row - ring), min(down, row + ring + 1)):
            rim = r == row - ring or r == row + ring
            step = 1 if rim or ring == 0 else 2 * ring
            for c in range(column - ring, column + ring + 1, step):
                if 0 <= c < across and left[r * across + c]:
                    best = _nearest_in(buckets, r * across + c, here_x, here_y, best)
        if best >= 0 and _apart(buckets, best, here_x, here_y) <= ring * ring:
            return best
    return best


@kernel
def _visit(buckets: Buckets, order: I32, turned: U8, signal: I64) -> int:
    """Write the order of the strokes and which of them are drawn from their tail."""
    across, done = buckets.across, buckets.done
    strokes = len(done)
    here_x, here_y = 0.0, 0.0
    scan = 0
    for n in range(strokes):
        tip = _nearest(buckets, here_x, here_y)
        while tip < 0:
            row, column = scan // across, scan % across
            if row & 1:
                column = across - 1 - column
            tip = _nearest_in(buckets, row * across + column, here_x, here_y, -1)
            scan += 1 if tip < 0 else 0
        order[n] = tip % strokes
        turned[n] = 1 if tip >= strokes else 0
        done[order[n]] = 1
        tip = tip - strokes if tip >= strokes else tip + strokes
        here_x, here_y = _x_of(buckets, tip), _y_of(buckets, tip)
        if n & TICK == 0:
            signal[0] = n
            if signal[1] != 0:
                return n
    return strokes

"""Walls as the fewest pen strokes, without drawing anything twice: short files, quick cuts.

At each post the ends of walls are paired, straight on where that goes; following the pairs gives
the strokes. Only where an odd number of walls meet is an end left over, so each piece of wall
takes half as many strokes as it has such posts, which is the least there can be (Euler)::

      |                                 |
    --+--   two pairs: two strokes    --+--   one pair and one end: a stroke passes,
      |     cross                             another begins

Closed strokes that touch another stroke are then spliced into it (Hierholzer).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mazeeditor.compiled import F64, I32, I64, TICK, U8, kernel
from mazeeditor.drawing.graph import WallGraph, is_straight
from mazeeditor.job import Job


@dataclass(frozen=True, eq=False)
class Chains:
    """Strokes through posts, bends and ends only.

    Stroke ``s`` goes through ``posts[starts[s]:starts[s + 1]]``, and back to its first where
    ``closed[s]``. ``posts`` int32[m], ``starts`` int64[k + 1], ``closed`` bool[k].
    """

    posts: NDArray[np.int32]
    starts: NDArray[np.int64]
    closed: NDArray[np.bool_]


def chains_of(graph: WallGraph, job: Job | None = None) -> Chains:
    """Return the fewest strokes that draw each wall once, in linear time."""
    job = job or Job()
    walls = len(graph.ends) // 2
    mate = np.full(len(graph.ends), -1, np.int32)
    trail = np.arange(walls, dtype=np.int32)
    is_open = np.zeros(walls, np.uint8)
    loose = _pair(graph.ends, graph.first, graph.at, graph.x, graph.y, mate)
    _join(mate, trail, is_open)
    _splice(graph.first, graph.at, mate, trail, is_open)
    job.check()
    circuits = _circuits(trail, is_open)
    strokes = loose // 2 + circuits
    posts = np.empty(walls + strokes, np.int32)
    starts = np.zeros(strokes + 1, np.int64)
    seen = np.zeros(walls, np.uint8)
    used = _walk(graph.ends, graph.x, graph.y, mate, seen, posts, starts, job.signal)
    job.check()
    return Chains(posts[:used].copy(), starts, np.arange(strokes) >= loose // 2)


@kernel
def _pair(ends: I32, first: I64, at: I32, x: F64, y: F64, mate: I32) -> int:
    """Pair the ends at each post, straight ones first; return how many ends are left over."""
    loose = 0
    for post in range(len(x)):
        low, high = first[post], first[post + 1]
        for i in range(low, high):
            one = at[i]
            j = i + 1
            while mate[one] < 0 and j < high:
                other = at[j]
                if mate[other] < 0 and is_straight(x, y, ends[one ^ 1], post, ends[other ^ 1]):
                    mate[one] = other
                    mate[other] = one
                j += 1
        left = -1
        for i in range(low, high):
            one = at[i]
            if mate[one] < 0 and left < 0:
                left = one
            elif mate[one] < 0:
                mate[one] = left
                mate[left] = one
                left = -1
        if left >= 0:
            loose += 1
    return loose


@kernel
def _find(trail: I32, wall: int) -> int:
    """Return the wall that stands for the trail of ``wall`` (union-find, path halving)."""
    while trail[wall] != wall:
        trail[wall] = trail[trail[wall]]
        wall = trail[wall]
    return wall


@kernel
def _join(mate: I32, trail: I32, is_open: U8) -> int:
    """Join paired walls to trails, and mark those that have ends."""
    for end in range(len(mate)):
        if mate[end] >= 0:
            trail[_find(trail, end >> 1)] = _find(trail, mate[end] >> 1)
    for end in range(len(mate)):
        if mate[end] < 0:
            is_open[_find(trail, end >> 1)] = 1
    return len(mate)


@kernel
def _splice(first: I64, at: I32, mate: I32, trail: I32, is_open: U8) -> int:
    """Lead at each post one trail through all closed ones that pass there.

    With a-b a pair of the trail and c-d one of the closed trail, a-c and d-b lead through both.
    """
    spliced = 0
    for post in range(len(first) - 1):
        low, high = first[post], first[post + 1]
        if low == high:
            continue
        one = at[low]
        for i in range(low, high):
            if is_open[_find(trail, at[i] >> 1)]:
                one = at[i]
                break
        home = _find(trail, one >> 1)
        for i in range(low, high):
            third = at[i]
            guest = _find(trail, third >> 1)
            if guest != home and not is_open[guest]:
                second, fourth = mate[one], mate[third]
                mate[one] = third
                mate[third] = one
                mate[fourth] = second
                if second >= 0:
                    mate[second] = fourth
                trail[guest] = home
                spliced += 1
    return spliced


@kernel
def _circuits(trail: I32, is_open: U8) -> int:
    """Return the number of closed trails."""
    count = 0
    for wall in range(len(trail)):
        if trail[wall] == wall and not is_open[wall]:
            count += 1
    return count


@kernel
def _follow(
    ends: I32, x: F64, y: F64, mate: I32, seen: U8, posts: I32, used: int, start: int
) -> int:
    """Write the bends of the stroke that leaves from the end ``start``; return the new ``used``."""
    posts[used] = ends[start]
    used += 1
    end = start
    while True:
        seen[end >> 1] = 1
        post, onward = ends[end ^ 1], mate[end ^ 1]
        if onward == start:
            return used
        if onward < 0 or not is_straight(x, y, ends[end], post, ends[onward ^ 1]):
            posts[used] = post
            used += 1
        if onward < 0:
            return used
        end = onward


@kernel
def _walk(
    ends: I32, x: F64, y: F64, mate: I32, seen: U8, posts: I32, starts: I64, signal: I64
) -> int:
    """Write the strokes with ends, then the closed ones; return the number of posts written."""
    used, stroke = 0, 0
    for start in range(len(ends)):
        if mate[start] < 0 and not seen[start >> 1]:
            used = _follow(ends, x, y, mate, seen, posts, used, start)
            stroke += 1
            starts[stroke] = used
        if start & TICK == 0:
            signal[0] = start
            if signal[1] != 0:
                return used
    for wall in range(len(ends) // 2):
        if seen[wall]:
            continue
        start = 2 * wall  # a closed stroke begins at a bend
        while is_straight(x, y, ends[mate[start] ^ 1], ends[start], ends[start ^ 1]):
            start = mate[start ^ 1]
            if start == 2 * wall:
                break
        used = _follow(ends, x, y, mate, seen, posts, used, start)
        stroke += 1
        starts[stroke] = used
    return used

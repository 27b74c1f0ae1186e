r"""Walls as the fewest pen strokes, without drawing anything twice: short files, quick cuts.

At each post the ends of walls are paired, straight on or along the circle where possible, else
with the smallest bend; following the pairs gives the strokes. So corners are as blunt as possible,
and an end without a partner lies within a corner::

       |             \ | /
     --+--            \|/    the outer two are a pair, the middle one is left over
       |               +

Only where an odd number of walls meet is an end left over, so each piece of wall takes half as many
strokes as it has such posts, which is the least there can be (Euler)::

      |                                 |
    --+--   two pairs: two strokes    --+--   one pair and one end: a stroke passes,
      |     cross                             another begins

Closed strokes that touch another stroke are then spliced into it (Hierholzer).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import pi, tan

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import F64, I32, I64, TICK, U8, kernel
from mazeeditor.page.walls.wall_graph import WallGraph, WallLines, angle_from, goes_on, leaving


@kernel
def pair(lines: WallLines, first: I64, at: I32, mate: I32) -> int:
    """Pair the ends at each post; return how many ends are left over, one at a post at the most."""
    loose = 0
    for post in range(len(lines.x)):
        low, high = first[post], first[post + 1]
        for i in range(low, high):
            one = at[i]
            j = i + 1
            while mate[one] < 0 and j < high:
                other = at[j]
                if mate[other] < 0 and goes_on(lines, one, other):
                    mate[one] = other
                    mate[other] = one
                j += 1
        loose += _pair_bent(lines, at, mate, low, high)
    return loose


@kernel
def _pair_bent(lines: WallLines, at: I32, mate: I32, low: int, high: int) -> int:
    """Pair the ends of a post that are left, always the two that bend least; 1 if one is over."""
    left = 0
    for i in range(low, high):
        if mate[at[i]] < 0:
            left += 1
    while left > 1:
        one, other, least = -1, -1, 2.0
        for i in range(low, high):
            for j in range(i + 1, high):
                if mate[at[i]] < 0 and mate[at[j]] < 0:
                    bend = _bend(lines, at[i], at[j])
                    if bend < least - 1e-9:
                        one, other, least = at[i], at[j], bend
        mate[one] = other
        mate[other] = one
        left -= 2
    return left


@kernel
def _bend(lines: WallLines, one: int, other: int) -> float:
    """Return how sharply the line turns from one end to another: -1 straight on to 1 right back."""
    ux, uy, _ = leaving(lines, one)
    vx, vy, _ = leaving(lines, other)
    return ux * vx + uy * vy


@kernel
def find_trail(trail: I32, wall: int) -> int:
    """Return the wall that stands for the trail of ``wall`` (union-find, path halving)."""
    while trail[wall] != wall:
        trail[wall] = trail[trail[wall]]
        wall = trail[wall]
    return wall


@kernel
def join(mate: I32, trail: I32, is_open: U8) -> int:
    """Join paired walls to trails, and mark those that have ends."""
    for end in range(len(mate)):
        if mate[end] >= 0:
            trail[find_trail(trail, end >> 1)] = find_trail(trail, mate[end] >> 1)
    for end in range(len(mate)):
        if mate[end] < 0:
            is_open[find_trail(trail, end >> 1)] = 1
    return len(mate)


@kernel
def _bends_more(lines: WallLines, a: int, b: int, c: int, d: int) -> bool:
    """Whether the pairs a-c and d-b are sharper than a-d and c-b; b may be -1, the end of all."""
    straight, crossed = _bend(lines, a, c), _bend(lines, a, d)
    if b >= 0:
        straight = max(straight, _bend(lines, d, b))
        crossed = max(crossed, _bend(lines, c, b))
    return crossed < straight - 1e-9


@kernel
def splice(lines: WallLines, first: I64, at: I32, mate: I32, trail: I32, is_open: U8) -> int:
    """Lead at each post one trail through all closed ones that pass there.

    With a-b a pair of the trail and c-d one of the closed trail, a-c and d-b lead through both, and
    so do a-d and c-b: whichever bends less.
    """
    spliced = 0
    for post in range(len(first) - 1):
        low, high = first[post], first[post + 1]
        if low == high:
            continue
        one = at[low]
        for i in range(low, high):
            if is_open[find_trail(trail, at[i] >> 1)]:
                one = at[i]
                break
        home = find_trail(trail, one >> 1)
        for i in range(low, high):
            third = at[i]
            guest = find_trail(trail, third >> 1)
            if guest != home and not is_open[guest]:
                second, fourth = mate[one], mate[third]
                if _bends_more(lines, one, second, third, fourth):
                    third, fourth = fourth, third
                mate[one] = third
                mate[third] = one
                mate[fourth] = second
                if second >= 0:
                    mate[second] = fourth
                trail[guest] = home
                spliced += 1
    return spliced


@dataclass(frozen=True, eq=False)
class Chains:
    """Strokes through posts, bends and ends only.

    Stroke ``s`` goes through ``posts[starts[s]:starts[s + 1]]``, and back to its first where
    ``closed[s]``. ``posts`` int32[m], ``starts`` int64[k + 1], ``closed`` bool[k]. ``bulges``
    float64[m] specify how the line on from each post is curved, float64[0] that all is straight.
    """

    posts: NDArray[np.int32]
    starts: NDArray[np.int64]
    closed: NDArray[np.bool_]
    bulges: NDArray[np.float64]


def chains_of(graph: WallGraph, job: Job | None = None) -> Chains:
    """Return the fewest strokes that draw each wall once, in linear time."""
    job = job or Job()
    walls = len(graph.ends) // 2
    mate = np.full(len(graph.ends), -1, np.int32)
    trail = np.arange(walls, dtype=np.int32)
    is_open = np.zeros(walls, np.uint8)
    loose = pair(graph.lines, graph.first, graph.at, mate)
    join(mate, trail, is_open)
    splice(graph.lines, graph.first, graph.at, mate, trail, is_open)
    job.check()
    circuits = _circuits(trail, is_open)
    del trail, is_open  # five bytes a wall
    strokes = loose // 2 + circuits
    posts = np.empty(walls + strokes, np.int32)
    bulges = np.zeros(len(posts) if len(graph.bulges) else 0)
    starts = np.zeros(strokes + 1, np.int64)
    seen = np.zeros(walls, np.uint8)
    used = _walk(graph.lines, mate, seen, posts, bulges, starts, job.signal)
    job.check()
    closed = np.arange(strokes) >= loose // 2
    return Chains(posts[:used].copy(), starts, closed, bulges[:used].copy())


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
    lines: WallLines, mate: I32, seen: U8, posts: I32, bulges: F64, used: int, start: int
) -> int:
    """Write the bends of the stroke that leaves from the end ``start``; return the new ``used``.

    Arcs on one circle become one, but none of more than half a circle.
    """
    ends = lines.ends
    posts[used] = ends[start]
    used += 1
    end, angle = start, 0.0
    while True:
        seen[end >> 1] = 1
        post, onward = ends[end ^ 1], mate[end ^ 1]
        if len(lines.bulges):
            angle += angle_from(lines, end)
            bulges[used - 1] = tan(angle / 4.0)
        if onward == start:
            return used
        ends_here = onward < 0 or not goes_on(lines, end ^ 1, onward)
        if not ends_here and len(lines.bulges):
            ends_here = abs(angle + angle_from(lines, onward)) > pi + 1e-6
        if ends_here:
            posts[used] = post
            used += 1
            angle = 0.0
        if onward < 0:
            return used
        end = onward


@kernel
def _walk(
    lines: WallLines, mate: I32, seen: U8, posts: I32, bulges: F64, starts: I64, signal: I64
) -> int:
    """Write the strokes with ends, then the closed ones; return the number of posts written."""
    used, stroke = 0, 0
    for start in range(len(mate)):
        if mate[start] < 0 and not seen[start >> 1]:
            used = _follow(lines, mate, seen, posts, bulges, used, start)
            stroke += 1
            starts[stroke] = used
        if start & TICK == 0:
            signal[0] = start
            if signal[1] != 0:
                return used
    for wall in range(len(seen)):
        if seen[wall]:
            continue
        start = 2 * wall  # a closed stroke begins at a bend
        while goes_on(lines, mate[start], start):
            start = mate[start ^ 1]
            if start == 2 * wall:
                break
        used = _follow(lines, mate, seen, posts, bulges, used, start)
        stroke += 1
        starts[stroke] = used
    return used

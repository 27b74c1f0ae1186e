"""Walls as the fewest pen strokes, without drawing anything twice: short files, quick cuts.

At each post the ends of walls are paired, straight on where that goes or along the circle, else
with as little of a bend as can be; following the pairs gives the strokes. Only where an odd number
of walls meet is an end left over, so each piece of wall takes half as many strokes as it has such
posts, which is the least there can be (Euler)::

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

from mazeeditor.compiled import F64, I32, I64, TICK, U8, kernel
from mazeeditor.drawing.graph import WallGraph, angle_from, goes_on
from mazeeditor.drawing.pairing import join, pair, splice
from mazeeditor.job import Job


@dataclass(frozen=True, eq=False)
class Chains:
    """Strokes through posts, bends and ends only.

    Stroke ``s`` goes through ``posts[starts[s]:starts[s + 1]]``, and back to its first where
    ``closed[s]``. ``posts`` int32[m], ``starts`` int64[k + 1], ``closed`` bool[k]. ``bulges``
    float64[m] tell how the way on from each post is curved, float64[0] that all is straight.
    """

    posts: NDArray[np.int32]
    starts: NDArray[np.int64]
    closed: NDArray[np.bool_]
    bulges: NDArray[np.float64]


def chains_of(graph: WallGraph, job: Job | None = None) -> Chains:
    """Return the fewest strokes that draw each wall once, in linear time."""
    job = job or Job()
    ends, first, at, x, y = graph.ends, graph.first, graph.at, graph.x, graph.y
    curves = graph.bulges
    walls = len(ends) // 2
    mate = np.full(len(graph.ends), -1, np.int32)
    trail = np.arange(walls, dtype=np.int32)
    is_open = np.zeros(walls, np.uint8)
    loose = pair(ends, first, at, x, y, curves, mate)
    join(mate, trail, is_open)
    splice(ends, first, at, x, y, curves, mate, trail, is_open)
    job.check()
    circuits = _circuits(trail, is_open)
    strokes = loose // 2 + circuits
    posts = np.empty(walls + strokes, np.int32)
    bulges = np.zeros(len(posts) if len(curves) else 0)
    starts = np.zeros(strokes + 1, np.int64)
    seen = np.zeros(walls, np.uint8)
    used = _walk(ends, x, y, curves, mate, seen, posts, bulges, starts, job.signal)
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
    ends: I32,
    x: F64,
    y: F64,
    curves: F64,
    mate: I32,
    seen: U8,
    posts: I32,
    bulges: F64,
    used: int,
    start: int,
) -> int:
    """Write the bends of the stroke that leaves from the end ``start``; return the new ``used``.

    Arcs on one circle become one, but none of more than half a circle.
    """
    posts[used] = ends[start]
    used += 1
    end, angle = start, 0.0
    while True:
        seen[end >> 1] = 1
        post, onward = ends[end ^ 1], mate[end ^ 1]
        if len(curves):
            angle += angle_from(curves, end)
            bulges[used - 1] = tan(angle / 4.0)
        if onward == start:
            return used
        ends_here = onward < 0 or not goes_on(ends, x, y, curves, end ^ 1, onward)
        if not ends_here and len(curves):
            ends_here = abs(angle + angle_from(curves, onward)) > pi + 1e-6
        if ends_here:
            posts[used] = post
            used += 1
            angle = 0.0
        if onward < 0:
            return used
        end = onward


@kernel
def _walk(
    ends: I32,
    x: F64,
    y: F64,
    curves: F64,
    mate: I32,
    seen: U8,
    posts: I32,
    bulges: F64,
    starts: I64,
    signal: I64,
) -> int:
    """Write the strokes with ends, then the closed ones; return the number of posts written."""
    used, stroke = 0, 0
    for start in range(len(ends)):
        if mate[start] < 0 and not seen[start >> 1]:
            used = _follow(ends, x, y, curves, mate, seen, posts, bulges, used, start)
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
        while goes_on(ends, x, y, curves, mate[start], start):
            start = mate[start ^ 1]
            if start == 2 * wall:
                break
        used = _follow(ends, x, y, curves, mate, seen, posts, bulges, used, start)
        stroke += 1
        starts[stroke] = used
    return used

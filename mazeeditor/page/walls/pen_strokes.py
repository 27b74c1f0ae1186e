r"""Walls as the fewest pen strokes, nothing drawn twice, in an order with little travel between.

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

Closed strokes that touch another stroke are then spliced into it (Hierholzer). At last they are put
in order: a pen or laser goes on at the nearest end. The ends lie in squares of a spatial index,
searched ring by ring from where the last stroke ended; if all close ones are empty, the next is
found in serpentine order::

    2 2 2 2 2        > > > > v
    2 1 1 1 2        v < < < <
    2 1 0 1 2        > > > > >
"""

from __future__ import annotations

from dataclasses import dataclass
from math import floor, pi, sqrt, tan
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import F64, I32, I64, TICK, U8, kernel
from mazeeditor.core.spatial_index import SpatialIndex, add, square_at
from mazeeditor.page.walls.wall_graph import WallGraph, WallLines, angle_from, goes_on, leaving


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


@kernel
def _circuits(trail: I32, is_open: U8) -> int:
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


RINGS = 12  # of squares, searched before going on in serpentine order
CROWD = 2  # ends in a square, about
# Cells: sines have another last digit on another system, and of two ends at the same distance that
# would decide. Places are rounded to this, so the order is the same everywhere.
GRAIN = 2.0**-20


class Ends(NamedTuple):
    """The ends of strokes: stroke ``s`` of k has its head at tip ``s`` and its tail at ``k + s``.

    ``tips`` int32[2k] are posts. Post ``p`` lies at ``x[place]``, ``y[row * lines + line[place]]``;
    ``row, place = divmod(p - origin, period)``. Posts in no pattern are one long row.
    """

    origin: int
    period: int
    lines: int
    x: F64
    line: I32
    y: F64
    tips: I32


def in_order(chains: Chains, graph: WallGraph, job: Job | None = None) -> Chains:
    """Return the strokes in the order to draw them, turned round where that saves travel.

    The nearest neighbour of each end, in linear time.
    """
    job = job or Job()
    if len(chains.closed) < 2:
        return chains
    heads = chains.posts[chains.starts[:-1]]
    tails = np.where(chains.closed, heads, chains.posts[chains.starts[1:] - 1])
    posts = len(graph.x)
    row = np.arange(posts, dtype=np.int32)
    ends = Ends(0, posts, posts, graph.x, row, graph.y, np.concatenate([heads, tails]))
    return _reorder_chains(chains, *nearest_order(ends, job))


def nearest_order(ends: Ends, job: Job) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
    """Return int32[k], the order of k strokes, and uint8[k], 1 where one is begun at its tail.

    Raises ``CancelledError``.
    """
    strokes = len(ends.tips) // 2
    order, turned = np.arange(strokes, dtype=np.int32), np.zeros(strokes, np.uint8)
    if strokes < 2:
        return order, turned
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


def _reorder_chains(chains: Chains, order: NDArray[np.int32], turned: NDArray[np.uint8]) -> Chains:
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


class Left(NamedTuple):
    """What is not drawn yet; ``done`` uint8[k] is 1 for strokes drawn.

    Square ``b`` of an index holds ``ends[b]`` tips of strokes not drawn yet, and perhaps some of
    strokes drawn: ``at[first[b]:first[b] + ends[b]]``. The others of it lie behind them.
    """

    ends: I32
    done: U8


@kernel
def _place(ends: Ends, tip: int) -> tuple[float, float]:
    """Return where a tip lies, in cells, to a ``GRAIN``."""
    post = ends.tips[tip] - ends.origin
    row = post // ends.period
    place = post - row * ends.period
    x, y = ends.x[place], ends.y[row * ends.lines + ends.line[place]]
    return floor(x / GRAIN + 0.5) * GRAIN, floor(y / GRAIN + 0.5) * GRAIN


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

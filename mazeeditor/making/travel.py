r"""The order of tool paths: improved from the nearest next one until no small change saves travel.

Two changes are tried, always beside tips of paths that lie close (Croes 1958; Or 1976)::

    turn a row of paths round (2-opt)          move up to three paths elsewhere (Or-opt)

      a   c       a---c                          a-->b         a   b
       \ /    =>                                        =>      \ / \
       / \                                       s---s           s---s
      b   d       b---d

The tour is a circle through a path without a place, which lies before the first and after the
last one; so the shorter of two rows can be turned round instead of the longer.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from mazeeditor.compiled import F64, I32, I64, TICK, U8, kernel
from mazeeditor.job import Job

NEAREST = 8  # tips beside which a path is tried
LONGEST_SEGMENT = 3  # paths that are moved at once
EVERYWHERE = 50_000  # paths: among more, long rows stay as they are
LONG = 10_000  # paths: how long a row may be then
LEAST = 1e-7  # mm: what a change must save
LOOKS = 255  # paths from one look at Cancel to the next
LOOKING = 0.4  # of the work: finding the nearest tips, about
FIRST = 0.8  # of improving: the first time that all paths are tried, about


class PathTips(NamedTuple):
    """Where paths can begin: at their heads ``t < k`` and at their tails, tips ``k`` and more.

    ``x`` and ``y`` float64[2k] in mm. The ``NEAREST`` tips of other paths that lie around tip ``t``
    are ``near[NEAREST * t]`` and those that follow, the nearest first, -1 where there are no more;
    ``near`` int32[2k * NEAREST].
    """

    x: F64
    y: F64
    near: I32


class PathTour(NamedTuple):
    """Paths in a circle: ``enter`` int32[k + 1] is the tip where the path of each position begins.

    ``position`` int32[k + 1] is where each path is in ``enter``. Path ``k`` is the one without a
    place; its tips are ``2 k`` and ``2 k + 1``.
    """

    enter: I32
    position: I32


def shorten_travel(x: F64, y: F64, order: I32, turned: U8, job: Job | None = None) -> None:
    """Improve the order of k paths in place.

    ``x`` and ``y`` float64[2k] in mm are heads, then tails. ``order`` int32[k] are the paths as
    they come, ``turned`` uint8[k] is 1 where one begins at its tail. Raises ``CancelledError``.
    """
    job = job or Job()
    count = len(order)
    if count < 3:
        return
    tips = PathTips(x, y, neighbours(x, y, job))
    enter = np.append(np.where(turned, order + count, order), 2 * count).astype(np.int32)
    position = np.empty(count + 1, np.int32)
    position[np.append(order, count)] = np.arange(count + 1, dtype=np.int32)
    job.phase(count)
    row, fresh = count if count <= EVERYWHERE else LONG, np.ones(count, np.uint8)
    _improve(tips, PathTour(enter, position), fresh, row, job.signal)
    job.check()
    enter = np.roll(enter, -1 - int(position[count]))[:-1]
    order[:], turned[:] = enter % count, enter >= count


def neighbours(x: F64, y: F64, job: Job | None = None) -> I32:
    """Return int32[2k * NEAREST], the nearest tips of other paths, as ``PathTips`` has them.

    It takes ``LOOKING`` of the part of a job; raises ``CancelledError``.
    """
    job = job or Job()
    tips = len(x)
    width, height = float(np.ptp(x)), float(np.ptp(y))
    side = max((2 * width * height / tips) ** 0.5, 2 * (width + height) / tips, 1e-9)
    across, down = int(width / side) + 1, int(height / side) + 1
    column = ((x - x.min()) / side).astype(np.int64)
    row = ((y - y.min()) / side).astype(np.int64)
    bucket = row * across + column
    at = np.argsort(bucket, kind="stable").astype(np.int32)
    first = np.searchsorted(bucket[at], np.arange(across * down + 1)).astype(np.int64)
    near = np.full(tips * NEAREST, -1, np.int32)
    grid = Grid(at, first, column, row, across, down, side)
    job.phase(tips, LOOKING)
    _find_near(x, y, grid, near, np.empty(NEAREST), job.signal)
    job.check()
    return near


class Grid(NamedTuple):
    """Tips in square buckets of ``side`` mm: ``at[first[b]:first[b + 1]]`` are those of one.

    ``at`` int32[2k], ``first`` int64[b + 1]; ``column`` and ``row`` int64[2k] are those of tips.
    """

    at: I32
    first: I64
    column: I64
    row: I64
    across: int
    down: int
    side: float


@kernel
def _find_near(x: F64, y: F64, grid: Grid, near: I32, away: F64, signal: I64) -> int:
    """Write the nearest tips, looking through the buckets around each tip ring by ring."""
    for tip in range(len(x)):
        if tip & TICK & LOOKS == 0:
            signal[0] = tip
            if signal[1] != 0:
                return tip
        count, ring = 0, 0
        column, row = grid.column[tip], grid.row[tip]
        while ring <= max(grid.across, grid.down):
            if count == NEAREST and away[NEAREST - 1] <= (ring - 1) * grid.side:
                break
            for r in range(max(0, row - ring), min(grid.down, row + ring + 1)):
                rim = r == row - ring or r == row + ring
                step = 1 if rim or ring == 0 else 2 * ring
                for c in range(column - ring, column + ring + 1, step):
                    if 0 <= c < grid.across:
                        count = _insert(x, y, grid, r * grid.across + c, tip, near, away, count)
            ring += 1
    return len(x)


@kernel
def _insert(
    x: F64, y: F64, grid: Grid, bucket: int, tip: int, near: I32, away: F64, count: int
) -> int:
    """Sort the tips of a bucket in among the nearest of a tip; return how many there are."""
    paths, base = len(x) // 2, NEAREST * tip
    for i in range(grid.first[bucket], grid.first[bucket + 1]):
        other = grid.at[i]
        if other % paths == tip % paths:
            continue
        far = ((x[other] - x[tip]) ** 2 + (y[other] - y[tip]) ** 2) ** 0.5
        if count == NEAREST and far >= away[NEAREST - 1]:
            continue
        place = min(count, NEAREST - 1)
        while place > 0 and away[place - 1] > far:
            away[place] = away[place - 1]
            near[base + place] = near[base + place - 1]
            place -= 1
        away[place] = far
        near[base + place] = other
        count = min(count + 1, NEAREST)
    return count


@kernel
def _away(tips: PathTips, one: int, other: int) -> float:
    """Return how far two tips are apart, 0 to those of the path without a place."""
    count = len(tips.x)
    if one >= count or other >= count:
        return 0.0
    return ((tips.x[one] - tips.x[other]) ** 2 + (tips.y[one] - tips.y[other]) ** 2) ** 0.5


@kernel
def _other(tips: PathTips, tip: int) -> int:
    """Return the other tip of a path."""
    count = len(tips.x)
    if tip >= count:
        return 2 * count + 1 - tip
    return tip + count // 2 if tip < count // 2 else tip - count // 2


@kernel
def _path(tips: PathTips, tip: int) -> int:
    """Return the path of a tip."""
    half = len(tips.x) // 2
    return half if tip >= 2 * half else tip % half


@kernel
def _at(tour: PathTour, position: int) -> int:
    """Return the position in the circle, which may be given beyond its ends."""
    count = len(tour.enter)
    return position - count if position >= count else position + count if position < 0 else position


@kernel
def _reverse(tips: PathTips, tour: PathTour, first: int, length: int) -> int:
    """Turn round ``length`` paths from a position on."""
    last = _at(tour, first + length - 1)
    for _step in range(length // 2):
        one, other = tour.enter[first], tour.enter[last]
        tour.enter[first], tour.enter[last] = _other(tips, other), _other(tips, one)
        tour.position[_path(tips, other)] = first
        tour.position[_path(tips, one)] = last
        first, last = _at(tour, first + 1), _at(tour, last - 1)
    if length & 1:
        tour.enter[first] = _other(tips, tour.enter[first])
    return length


@kernel
def _turn(tips: PathTips, tour: PathTour, first: int, last: int) -> int:
    """Turn round the row of paths from one position to another; return its length.

    Of the circle the other row may be turned round instead, which gives the same tour.
    """
    count = len(tour.enter)
    length = _at(tour, last - first) + 1
    if 2 * length > count:
        first, length = _at(tour, last + 1), count - length
    return _reverse(tips, tour, first, length)


@kernel
def _is_short(tour: PathTour, first: int, last: int, most: int) -> bool:
    """Whether a row from one position to another, or the rest of the circle, has ``most`` paths."""
    length = _at(tour, last - first) + 1
    return min(length, len(tour.enter) - length) <= most


@kernel
def _try_again(tips: PathTips, fresh: U8, tip: int) -> bool:
    """Mark the path of a tip whose neighbour has changed; False for that without a place."""
    if tip >= len(tips.x):
        return False
    fresh[_path(tips, tip)] = 1
    return True


@kernel
def _facing(tips: PathTips, tour: PathTour, position: int, side: int) -> int:
    """Return the tip of the path at a position where the tour leaves it (side 1) or enters it."""
    enter = tour.enter[_at(tour, position)]
    return _other(tips, enter) if side == 1 else enter


@kernel
def _try_turns(tips: PathTips, tour: PathTour, path: int, most: int, fresh: U8) -> bool:
    """Turn a row round that begins or ends at a path where that saves travel."""
    here = tour.position[path]
    for side in (-1, 1):
        inner, outer = _facing(tips, tour, here, side), _facing(tips, tour, here + side, -side)
        now = _away(tips, inner, outer)
        for n in range(NEAREST):
            tip = tips.near[NEAREST * inner + n]
            if tip < 0 or _away(tips, inner, tip) >= now:
                break
            there = tour.position[_path(tips, tip)]
            if _facing(tips, tour, there, side) != tip:
                continue  # the two would be joined the same way round: that is no turn
            end = _facing(tips, tour, there + side, -side)
            saved = now + _away(tips, tip, end) - _away(tips, inner, tip) - _away(tips, outer, end)
            following = _at(tour, here + side)
            first, last = (following, there) if side == 1 else (there, following)
            if saved > LEAST and _is_short(tour, first, last, most):
                _turn(tips, tour, first, last)
                _try_again(tips, fresh, tip)
                _try_again(tips, fresh, outer)
                _try_again(tips, fresh, end)
                return True
    return False


@kernel
def _try_moves(tips: PathTips, tour: PathTour, path: int, most: int, fresh: U8) -> bool:
    """Move a path with up to two that follow or precede it beside another where that saves travel.

    The segment runs from the path away in the direction of the tour (``step`` 1), or against it.
    """
    for step in (-1, 1):
        for length in range(1, LONGEST_SEGMENT + 1):
            last = _at(tour, tour.position[path] + step * (length - 1))
            if length + 2 >= len(tour.enter) or tour.enter[last] >= len(tips.x):
                break  # the path without a place stays
            if _try_segment(tips, tour, path, step, length, most, fresh):
                return True
    return False


@kernel
def _try_segment(
    tips: PathTips, tour: PathTour, path: int, step: int, length: int, most: int, fresh: U8
) -> bool:
    """Move a segment where that saves travel.

    ``inner`` is the tip of its first path that is joined to its new neighbour ``tip``; it goes
    between that and what is beyond it::

        before   inner ... outer   after          tip  beyond
             <----        ---->                      <->
    """
    here = tour.position[path]
    last = _at(tour, here + step * (length - 1))
    inner, before = _facing(tips, tour, here, -step), _facing(tips, tour, here - step, step)
    outer, after = _facing(tips, tour, last, step), _facing(tips, tour, last + step, -step)
    gone = _away(tips, before, inner) + _away(tips, outer, after) - _away(tips, before, after)
    if gone <= LEAST:
        return False
    for n in range(NEAREST):
        tip = tips.near[NEAREST * inner + n]
        if tip < 0 or _away(tips, inner, tip) >= gone:
            break
        there = tour.position[_path(tips, tip)]
        side = -1 if tour.enter[there] == tip else 1  # where the tip lies on its path
        other = _at(tour, there + side)
        if min(_at(tour, step * (there - here)), _at(tour, step * (other - here))) < length:
            continue  # within the segment, or there already
        beyond = _facing(tips, tour, other, -side)
        added = _away(tips, tip, inner) + _away(tips, outer, beyond) - _away(tips, tip, beyond)
        if gone - added > LEAST:
            first, final = (here, last) if step == 1 else (last, here)
            low, high = (there, other) if side == 1 else (other, there)
            if _move(tips, tour, first, final, low, high, most, side == step):
                _try_again(tips, fresh, before)
                _try_again(tips, fresh, after)
                _try_again(tips, fresh, outer)
                _try_again(tips, fresh, tip)
                _try_again(tips, fresh, beyond)
                return True
    return False


@kernel
def _move(
    tips: PathTips,
    tour: PathTour,
    first: int,
    last: int,
    low: int,
    high: int,
    most: int,
    same: bool,
) -> bool:
    """Move the row from ``first`` to ``last`` between two neighbours; False where that is too far.

    It keeps its direction where ``same``. A row changes places with the next one by turning round
    both together, and then each again; one of them is short, so the other decides.
    """
    forward = _at(tour, low - last) <= _at(tour, first - high)  # the shorter way round the circle
    between = _at(tour, low - last) if forward else _at(tour, first - high)
    length = _at(tour, last - first) + 1
    if between > most or between + length >= len(tour.enter):
        return False
    begin = first if forward else high
    end = low if forward else last
    _rotate(tips, tour, begin, end, length if forward else between)
    if not same:
        place = _at(tour, begin + between) if forward else begin
        _reverse(tips, tour, place, length)
    return True


@kernel
def _rotate(tips: PathTips, tour: PathTour, begin: int, end: int, length: int) -> int:
    """Exchange the first ``length`` paths of a row with the others of it."""
    whole = _at(tour, end - begin) + 1
    _reverse(tips, tour, begin, whole)
    _reverse(tips, tour, begin, whole - length)
    _reverse(tips, tour, _at(tour, begin + whole - length), length)
    return whole


@kernel
def _improve(tips: PathTips, tour: PathTour, fresh: U8, most: int, signal: I64) -> int:
    """Try changes beside each path until none saves travel; return how many were made.

    ``fresh`` uint8[k] are the paths whose neighbours have changed since they were tried.
    """
    count, changes, waiting = len(fresh), 0, 1
    left = 1.0  # of the work: what is tried becomes less each time
    while waiting:
        waiting = 0
        for n in range(count + 1):
            path = _path(tips, tour.enter[n])
            if n & TICK & LOOKS == 0:
                signal[0] = int(count * (1.0 - left + left * FIRST * n / (count + 1)))
                if signal[1] != 0:
                    return changes
            if path == count or not fresh[path]:
                continue
            fresh[path] = 0
            while _try_turns(tips, tour, path, most, fresh) or _try_moves(
                tips, tour, path, most, fresh
            ):
                changes += 1
                waiting += 1
        left *= 1.0 - FIRST
    return changes

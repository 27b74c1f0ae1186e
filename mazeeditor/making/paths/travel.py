r"""The order of tool paths: improved until no small change saves travel.

Two changes are tried, always at tips of paths that lie close (Croes 1958; Or 1976)::

    turn a row of paths round (2-opt)          move up to three paths elsewhere (Or-opt)

      a   c       a---c                          a-->b         a   b
       \ /    =>                                        =>      \ / \
       / \                                       s---s           s---s
      b   d       b---d

The tour is a circle through a path without a place, which lies before the first and after the
last one; so the shorter of two rows can be turned round instead of the longer.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

import numpy as np

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import F64, I32, I64, TICK, U8, kernel, kernel_over
from mazeeditor.maze.random import below, seeded

NEIGHBOURS = 8  # tips that are sought around each
LONGEST_SEGMENT = 3  # paths that are moved at once
EVERYWHERE = 50_000  # paths: among more, long rows stay as they are
MAX_ROW_PATHS = 10_000  # paths: how long a row may be then
FEW_PATHS = 600  # paths: among so few, rows are exchanged
EXCHANGED = 15  # paths in a row, at most
MAX_EXCHANGES = 60  # exchanges that are tried
MIN_SAVING_MM = 1e-7  # mm: what a change must save
CHECK_MASK = 255  # a mask: paths from one check for Cancel to the next
FIRST_SHARE = 0.8  # of improving: the first time that all paths are tried, about


class PathTips(NamedTuple):
    """Where paths can begin: path ``p`` of k has its head at tip ``2 p``, its tail at ``2 p + 1``.

    ``x`` and ``y`` float64[2k] in mm. The ``NEIGHBOURS`` tips of other paths that lie around tip
    ``t`` are ``near[NEAREST * t]`` and those that follow, the nearest first, -1 where there are no
    more; ``near`` int32[2k * NEAREST].
    """

    x: F64
    y: F64
    near: I32


class PathTour(NamedTuple):
    """Paths in a circle: ``enter`` int32[k + 1] is the tip where the path of each position begins.

    ``position`` int32[k + 1] is where each path is in ``enter``. Path ``k`` is the one without a
    place.
    """

    enter: I32
    position: I32


def shorten_travel(tips: PathTips, order: I32, job: Job, tries: int = MAX_EXCHANGES) -> I32:
    """Return int32[k], the tips at which k paths are begun, improved from those in ``order``.

    Where there are few, ``tries`` exchanges are tried as well. A phase of k steps has begun.
    Raises ``CancelledError``.
    """
    count = len(order)
    if count < 3:
        return order
    enter = np.append(order, np.int32(2 * count))
    position = np.empty(count + 1, np.int32)
    position[enter >> 1] = np.arange(count + 1, dtype=np.int32)
    row, fresh = count if count <= EVERYWHERE else MAX_ROW_PATHS, np.ones(count, np.uint8)
    tour = PathTour(enter, position)
    _improve(tips, tour, fresh, row, job.signal)
    job.check()
    if 2 * EXCHANGED < count <= FEW_PATHS:
        tour = _exchange(tips, tour, job, tries)
    return np.roll(tour.enter, -1 - int(tour.position[count]))[:-1]


def _exchange(tips: PathTips, tour: PathTour, job: Job, tries: int) -> PathTour:
    """Return the best of tours in which two rows have changed places, and that are improved again.

    No single change leads from one to the other (iterated local search: O. Martin, S. Otto,
    E. Felten 1991). Where paths are few, the same travel is a larger share of the whole.
    """
    count, state = len(tour.enter), seeded(len(tour.enter))
    least = _length(tips, tour)
    for _number in range(tries):
        tried = PathTour(tour.enter.copy(), tour.position.copy())
        begin = below(state, count)
        first, second = 1 + below(state, EXCHANGED), 1 + below(state, EXCHANGED)
        ends = begin + np.array([-1, 0, second - 1, second, first + second - 1, first + second])
        _rotate(tried, begin, int(ends[4]) % count, first)
        fresh = np.zeros(count, np.uint8)
        fresh[tried.enter[ends % count] >> 1] = 1
        _improve(tips, tried, fresh[:-1], count, job.signal)
        job.check()
        length = _length(tips, tried)
        if length < least - MIN_SAVING_MM:
            tour, least = tried, length
    return tour


def _length(tips: PathTips, tour: PathTour) -> float:
    """Return the travel in mm, without that to and from the path without a place."""
    x, y = np.append(tips.x, [np.nan, np.nan]), np.append(tips.y, [np.nan, np.nan])
    tails = np.roll(tour.enter, 1) ^ 1
    return float(np.nansum(np.hypot(x[tour.enter] - x[tails], y[tour.enter] - y[tails])))


@kernel
def _away(tips: PathTips, one: int, other: int) -> float:
    """Return how far two tips are apart, 0 to those of the path without a place."""
    x, y = tips.x, tips.y
    if one >= len(x) or other >= len(x):
        return 0.0
    across, down = x[one] - x[other], y[one] - y[other]
    return sqrt(across * across + down * down)


@kernel
def _at(tour: PathTour, position: int) -> int:
    """Return the position in the circle, which may be given beyond its ends."""
    count = len(tour.enter)
    return position - count if position >= count else position + count if position < 0 else position


@kernel
def _reverse(tour: PathTour, first: int, length: int) -> int:
    """Turn round ``length`` paths from a position on."""
    enter, position, end = tour.enter, tour.position, len(tour.enter) - 1
    last = _at(tour, first + length - 1)
    for _step in range(length // 2):
        one, other = enter[first], enter[last]
        enter[first], enter[last] = other ^ 1, one ^ 1
        position[other >> 1], position[one >> 1] = first, last
        first = first + 1 if first < end else 0
        last = last - 1 if last > 0 else end
    if length & 1:
        enter[first] ^= 1
    return length


@kernel
def _turn(tour: PathTour, first: int, last: int) -> int:
    """Turn round the row of paths from one position to another; return its length.

    Of the circle the other row may be turned round instead, which gives the same tour.
    """
    count = len(tour.enter)
    length = _at(tour, last - first) + 1
    if 2 * length > count:
        first, length = _at(tour, last + 1), count - length
    return _reverse(tour, first, length)


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
    fresh[tip >> 1] = 1
    return True


@kernel
def _facing(tour: PathTour, position: int, side: int) -> int:
    """Return the tip of the path at a position where the tour leaves it (side 1) or enters it."""
    enter = tour.enter[_at(tour, position)]
    return enter ^ 1 if side == 1 else enter


@kernel
def _try_turns(tips: PathTips, tour: PathTour, path: int, most: int, fresh: U8) -> bool:
    """Turn a row round that begins or ends at a path where that saves travel."""
    near, here = tips.near, tour.position[path]
    for side in (-1, 1):
        inner, outer = _facing(tour, here, side), _facing(tour, here + side, -side)
        now = _away(tips, inner, outer)
        for place in range(NEIGHBOURS * inner, NEIGHBOURS * inner + NEIGHBOURS):
            tip = near[place]
            if tip < 0:
                break
            away = _away(tips, inner, tip)
            if away >= now:
                break
            there = tour.position[tip >> 1]
            if _facing(tour, there, side) != tip:
                continue  # the two would be joined the same way round: that is no turn
            end = _facing(tour, there + side, -side)
            saved = now + _away(tips, tip, end) - away - _away(tips, outer, end)
            following = _at(tour, here + side)
            first, last = (following, there) if side == 1 else (there, following)
            if saved > MIN_SAVING_MM and _is_short(tour, first, last, most):
                _turn(tour, first, last)
                _try_again(tips, fresh, tip)
                _try_again(tips, fresh, outer)
                _try_again(tips, fresh, end)
                return True
    return False


@kernel
def _try_moves(tips: PathTips, tour: PathTour, path: int, most: int, fresh: U8) -> bool:
    """Move a path with up to two that follow or precede it next to another where that saves travel.

    The segment runs from the path away in the direction of the tour (``step`` 1), or against it.
    ``inner`` is the tip of its first path that is joined to its new neighbour::

        before   inner ... outer   after          tip  beyond
             <----        ---->                      <->
    """
    here = tour.position[path]
    for step in (-1, 1):
        inner, before = _facing(tour, here, -step), _facing(tour, here - step, step)
        now, last = _away(tips, before, inner), here
        for length in range(1, LONGEST_SEGMENT + 1):
            if length + 2 >= len(tour.enter) or tour.enter[last] >= len(tips.x):
                break  # the path without a place stays
            outer, after = _facing(tour, last, step), _facing(tour, last + step, -step)
            gone = now + _away(tips, outer, after) - _away(tips, before, after)
            if gone > MIN_SAVING_MM and _try_segment(
                tips, tour, here, last, step, gone, most, fresh
            ):
                _try_again(tips, fresh, before)
                _try_again(tips, fresh, after)
                return True
            last = _at(tour, last + step)
    return False


@kernel
def _try_segment(
    tips: PathTips,
    tour: PathTour,
    here: int,
    last: int,
    step: int,
    gone: float,
    most: int,
    fresh: U8,
) -> bool:
    """Move the segment from position ``here`` to ``last`` where that saves travel.

    Without it the tour is ``gone`` mm shorter; it goes between a tip near it and what is beyond.
    """
    inner, outer = _facing(tour, here, -step), _facing(tour, last, step)
    length = _at(tour, step * (last - here)) + 1
    for place in range(NEIGHBOURS * inner, NEIGHBOURS * inner + NEIGHBOURS):
        tip = tips.near[place]
        if tip < 0:
            break
        away = _away(tips, inner, tip)
        if away >= gone:
            break
        there = tour.position[tip >> 1]
        side = -1 if tour.enter[there] == tip else 1  # where the tip lies on its path
        other = _at(tour, there + side)
        if min(_at(tour, step * (there - here)), _at(tour, step * (other - here))) < length:
            continue  # within the segment, or there already
        beyond = _facing(tour, other, -side)
        added = away + _away(tips, outer, beyond) - _away(tips, tip, beyond)
        if gone - added > MIN_SAVING_MM:
            first, final = (here, last) if step == 1 else (last, here)
            low, high = (there, other) if side == 1 else (other, there)
            if _move(tour, first, final, low, high, most, side == step):
                _try_again(tips, fresh, outer)
                _try_again(tips, fresh, tip)
                _try_again(tips, fresh, beyond)
                return True
    return False


@kernel
def _move(
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
    _rotate(tour, begin, end, length if forward else between)
    if not same:
        place = _at(tour, begin + between) if forward else begin
        _reverse(tour, place, length)
    return True


@kernel
def _rotate(tour: PathTour, begin: int, end: int, length: int) -> int:
    """Exchange the first ``length`` paths of a row with the others of it."""
    whole = _at(tour, end - begin) + 1
    _reverse(tour, begin, whole)
    _reverse(tour, begin, whole - length)
    _reverse(tour, _at(tour, begin + whole - length), length)
    return whole


@kernel_over(NEIGHBOURS)
def _improve(tips: PathTips, tour: PathTour, fresh: U8, most: int, signal: I64) -> int:
    """Try changes at each path until none saves travel; return how many were made.

    ``fresh`` uint8[k] are the paths whose neighbours have changed since they were tried.
    """
    count, changes, waiting = len(fresh), 0, 1
    left = 1.0  # of the work: what is tried becomes less each time
    while waiting:
        waiting = 0
        for n in range(count + 1):
            path = tour.enter[n] >> 1
            if n & TICK & CHECK_MASK == 0:
                done = int(count * (1.0 - left + left * FIRST_SHARE * n / (count + 1)))
                signal[0] = max(signal[0], done)
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
        left *= 1.0 - FIRST_SHARE
    return changes

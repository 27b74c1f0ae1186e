r"""The tips of tool paths that lie nearest to each tip: where a path may be joined to another.

Tips lie in squares of a spatial index, so what is around a tip is a run in each row of these.
Where few are sought, numpy compares the runs of all tips at once; a kernel would have to be
compiled, or take ten times as long interpreted. Of many, each is compared as it is found, ring by
ring. Both find the same tips, in the same order.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import F64, I32, I64, TICK, kernel
from mazeeditor.core.spatial_index import SpatialIndex
from mazeeditor.page.scene import Ids

NEAREST = 8  # tips that are sought around each
CROWD = 4  # tips in a square, about
FEW = 1 << 14  # tips that numpy compares
AT_ONCE = 1 << 14  # distances, about
BETWEEN_CHECKS = 255  # a mask: tips from one check for Cancel to the next


class SortedTips(NamedTuple):
    """Tips in the order of their squares.

    ``x`` and ``y`` float64[2k] in mm, ``path``, ``column`` and ``row`` int32[2k].
    """

    x: F64
    y: F64
    path: I32
    column: I32
    row: I32


def near_tips(x: F64, y: F64, job: Job) -> I32:
    """Return int32[2k * NEAREST]: the nearest tips of other paths of each tip, the nearest first.

    ``x`` and ``y`` float64[2k] in mm are the head and tail of each of k paths; -1 where there are
    no more. A phase of 2k steps has begun. Raises ``CancelledError``.
    """
    tips = len(x)
    sorted_tips, squares = _in_squares(x, y)
    at = squares.at
    near = np.full(tips * NEAREST, -1, np.int32)
    if tips <= FEW and not _find_near.ready:
        _compare(sorted_tips, squares, near.reshape(-1, NEAREST), job)
    else:
        _find_near(sorted_tips, squares, near, np.empty(NEAREST), job.signal)
        job.check()
    found = np.full(tips * NEAREST, -1, np.int32).reshape(-1, NEAREST)
    found[at] = np.append(at, np.int32(-1))[near].reshape(-1, NEAREST)
    return found.ravel()


def _in_squares(x: F64, y: F64) -> tuple[SortedTips, SpatialIndex]:
    tips = len(x)
    width, height = float(np.ptp(x)), float(np.ptp(y))
    side = max((CROWD * width * height / tips) ** 0.5, CROWD * (width + height) / tips, 1e-9)
    box = float(x.min()), float(y.min()), float(x.max()), float(y.max())
    empty = SpatialIndex.over(box, side)
    numbers = empty.squares_of(x, y)
    squares = empty.with_points(numbers)
    at = squares.at
    row, column = np.divmod(numbers[at], np.int32(empty.across))
    return SortedTips(x[at], y[at], at >> 1, column, row), squares


def _compare(tips: SortedTips, squares: SpatialIndex, near: NDArray[np.int32], job: Job) -> None:
    """Write the nearest tips in rows of ``near``, going farther for those that have too few."""
    left = np.arange(len(near), dtype=np.int32)
    reach = 1
    while len(left):
        begin, count = _runs(tips, squares, left, reach)
        others = count.sum(axis=1)
        order = np.argsort(others, kind="stable")  # so that those together have as many
        parts = np.cumsum(others[order]) // AT_ONCE
        done = len(near) - len(left)
        enough = np.zeros(len(left), np.bool_)
        for some in np.split(order, np.flatnonzero(np.diff(parts)) + 1):
            job.step(done)
            done += len(some)
            away = _compare_with(tips, left[some], begin[some], count[some], near)
            # nothing beyond the squares compared is nearer than their reach
            enough[some] = away < (reach * squares.side) ** 2
        if reach >= max(squares.across, squares.down):
            break
        left = left[~enough]
        reach += 1


def _runs(tips: SortedTips, squares: SpatialIndex, some: I32, reach: int) -> tuple[Ids, Ids]:
    """Return the runs of tips around some: where each begins, and how many it has.

    Both are int64[n, 2 * reach + 1], one for each row of squares.
    """
    rows = tips.row[some, None] + np.arange(-reach, reach + 1)
    there = np.clip(rows, 0, squares.down - 1) * squares.across
    left = np.maximum(tips.column[some, None] - reach, 0)
    right = np.minimum(tips.column[some, None] + reach + 1, squares.across)
    begin = squares.first[there + left].astype(np.int64)
    count = squares.first[there + right] - begin
    return begin, np.where((rows >= 0) & (rows < squares.down), count, 0)


def _compare_with(
    tips: SortedTips, some: I32, begin: Ids, count: Ids, near: NDArray[np.int32]
) -> NDArray[np.float64]:
    """Write the nearest of the runs of some tips; return the square of how far the last one is."""
    others = count.sum(axis=1)
    step = np.arange(int(others.sum()))
    before = (np.cumsum(count) - count.ravel()).reshape(count.shape)
    other = step + np.repeat((begin - before).ravel(), count.ravel())
    one, column = np.repeat(np.arange(len(some)), others), step - np.repeat(before[:, 0], others)
    candidates = np.zeros((len(some), int(others.max()) + NEAREST), np.int32)
    away = np.full(candidates.shape, np.inf)
    x, y = tips.x[other] - tips.x[some][one], tips.y[other] - tips.y[some][one]
    candidates[one, column] = other
    away[one, column] = np.where(tips.path[other] == tips.path[some][one], np.inf, x * x + y * y)
    order = np.argsort(away, axis=1, kind="stable")[:, :NEAREST]
    away = np.take_along_axis(away, order, axis=1)
    near[some] = np.where(away < np.inf, np.take_along_axis(candidates, order, axis=1), -1)
    result: NDArray[np.float64] = away[:, -1]
    return result


@kernel
def _find_near(tips: SortedTips, squares: SpatialIndex, near: I32, away: F64, signal: I64) -> int:
    """Write the nearest tips, looking through the squares around each tip ring by ring."""
    for tip in range(len(tips.x)):
        if tip & TICK & BETWEEN_CHECKS == 0:
            signal[0] = tip
            if signal[1] != 0:
                return tip
        count, ring = 0, 0
        column, row = tips.column[tip], tips.row[tip]
        while ring <= max(squares.across, squares.down):
            if count == NEAREST and away[NEAREST - 1] < (max(ring - 1, 0) * squares.side) ** 2:
                break
            for r in range(max(0, row - ring), min(squares.down, row + ring + 1)):
                rim = r == row - ring or r == row + ring
                step = 1 if rim or ring == 0 else 2 * ring
                for c in range(column - ring, column + ring + 1, step):
                    if 0 <= c < squares.across:
                        begin = squares.first[r * squares.across + c]
                        end = squares.first[r * squares.across + c + 1]
                        count = _insert(tips, begin, end, tip, near, away, count)
            ring += 1
    return len(tips.x)


@kernel
def _insert(
    tips: SortedTips, begin: int, end: int, tip: int, near: I32, away: F64, count: int
) -> int:
    """Sort the tips of a square in among the nearest of a tip; return how many there are.

    Of those that are equally far the first in the order of squares comes first.
    """
    base = NEAREST * tip
    for other in range(begin, end):
        if tips.path[other] == tips.path[tip]:
            continue
        x, y = tips.x[other] - tips.x[tip], tips.y[other] - tips.y[tip]
        far = x * x + y * y
        place = min(count, NEAREST - 1)
        if count == NEAREST and _is_before(near, away, base + place, place, far, other):
            continue
        while place > 0 and not _is_before(near, away, base + place - 1, place - 1, far, other):
            away[place] = away[place - 1]
            near[base + place] = near[base + place - 1]
            place -= 1
        away[place] = far
        near[base + place] = other
        count = min(count + 1, NEAREST)
    return count


@kernel
def _is_before(near: I32, away: F64, at: int, place: int, far: float, other: int) -> bool:
    """Whether the tip at a place is nearer than another, or as near and before it in order."""
    return away[place] < far or (away[place] == far and near[at] < other)

"""Tool paths in the order and direction in which the head travels least between them.

At first the ends that lie closest are joined (greedy edges)::

      o--o   o--o  o--o         each join makes one row of two; the ends for which no near one is
        1   3    2              left are joined in the next round, until all are one row

That travels a tenth less than going on at the nearest end each time, which leaves some paths behind
(Bentley 1992), so there is less to improve. Then the order is improved (``travel.py``), and rings
begin where that saves travel.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import F64, I32, I64, TICK, U8, kernel
from mazeeditor.core.spatial_index import SpatialIndex
from mazeeditor.making.paths.tool_paths import ToolPaths
from mazeeditor.making.paths.travel import MIN_SAVING_MM, NEIGHBOURS, PathTips, shorten_travel
from mazeeditor.maze.pieces import find
from mazeeditor.maze.search.joining import lowest_cells
from mazeeditor.page.scene import Ids

LOOKING, IMPROVING = 0.3, 0.3  # of the work, about
POINTS = 4096  # of rings from one check for Cancel to the next
JOINED = 3  # of the nearest tips: with which one may be joined
SHARE = 0.2  # of the work of ordering paths, about
CHECK_MASK = 4095  # a mask: joins from one check for Cancel to the next


def in_order(paths: ToolPaths, job: Job | None = None) -> ToolPaths:
    """Return the same paths, ordered, turned round and rings begun where that saves travel.

    Raises ``CancelledError``.
    """
    job = job or Job()
    if len(paths) < 2:
        return paths
    ends = np.stack([paths.heads, paths.tails], axis=1).reshape(-1, 2)
    x, y = np.ascontiguousarray(ends[:, 0]), np.ascontiguousarray(ends[:, 1])
    job.phase(len(x), LOOKING)
    tips = PathTips(x, y, near_tips(x, y, job))
    order = greedy_order(tips, job)
    job.phase(len(paths), IMPROVING)
    order = shorten_travel(tips, order, job)
    # a ring is never turned round: the side of its cut that is kept stays where it is
    path, turned = (order >> 1).astype(np.int64), order & 1 > 0
    paths = paths.chosen(path, turned & ~paths.closed[path])
    if not paths.closed.any():
        return paths
    begin = paths.starts[:-1].copy()
    px, py = np.ascontiguousarray(paths.points[:, 0]), np.ascontiguousarray(paths.points[:, 1])
    left = 1 - LOOKING - SHARE - IMPROVING
    saves = True
    while saves:
        job.phase(len(paths), left)
        closed = paths.closed.view(np.uint8)
        saves = _begin_rings(px, py, paths.starts, closed, begin, job.signal) > 0
        job.check()
        left = 0.0  # rounds after the first find little
    return paths.begun_at(begin)


def travel_of(paths: ToolPaths) -> float:
    """Return how far the head travels between paths, in mm."""
    away = paths.heads[1:] - paths.tails[:-1]
    return float(np.hypot(away[:, 0], away[:, 1]).sum())


@kernel
def _away(x: F64, y: F64, starts: I64, closed: U8, begin: I64, path: int, point: int) -> float:
    """Return the travel before and after a ring that begins at a point."""
    away = 0.0
    if path > 0:
        end = begin[path - 1] if closed[path - 1] else starts[path] - 1
        away += ((x[point] - x[end]) ** 2 + (y[point] - y[end]) ** 2) ** 0.5
    if path + 1 < len(closed):
        next_ = begin[path + 1]
        away += ((x[point] - x[next_]) ** 2 + (y[point] - y[next_]) ** 2) ** 0.5
    return away


@kernel
def _begin_rings(x: F64, y: F64, starts: I64, closed: U8, begin: I64, signal: I64) -> int:
    """Let rings begin where that saves travel; return how many begin elsewhere now."""
    changed, looked = 0, 0
    for path in range(len(closed)):
        if starts[path] - looked > TICK & POINTS:
            looked = starts[path]
            signal[0] = path
            if signal[1] != 0:
                return changed
        if not closed[path]:
            continue
        best = begin[path]
        least = _away(x, y, starts, closed, begin, path, best)
        for point in range(starts[path], starts[path + 1]):
            away = _away(x, y, starts, closed, begin, path, point)
            if away < least - MIN_SAVING_MM:
                best, least = point, away
        changed += best != begin[path]
        begin[path] = best
    return changed


def greedy_order(tips: PathTips, job: Job) -> I32:
    """Return int32[k]: the tips at which k paths are begun, in their order.

    It takes ``SHARE`` of the part of a job. Raises ``CancelledError``.
    """
    count = len(tips.x) // 2
    mate, row = np.full(2 * count, -1, np.int32), np.arange(count, dtype=np.int32)
    free, near = np.arange(2 * count), tips.near
    share = SHARE
    while True:
        share /= 2  # each round leaves half of the ends, or fewer
        job.phase(len(free), share)
        _join_tips(
            _joins(tips, free, near.reshape(-1, NEIGHBOURS)[:, :JOINED]), mate, row, job.signal
        )
        job.check()
        free = np.flatnonzero(mate < 0)
        if len(free) == 2:
            break
        free = free[np.argsort(lowest_cells(row)[free >> 1], kind="stable")]  # the ends of each row
        near = near_tips(tips.x[free], tips.y[free], job)
    order = np.empty(count, np.int32)
    _walk_row(mate, int(free[(tips.x[free] + tips.y[free]).argmin()]), order)
    return order


def _joins(tips: PathTips, free: NDArray[np.int64], near: NDArray[np.int32]) -> I32:
    """Return int32[2j], pairs of tips that are near each other, the nearest first."""
    one, other = np.repeat(np.arange(len(free)), near.shape[1]), near.ravel()
    # a pair that each of the two would give is given once
    used = (other >= 0) & ((one < other) | ~(near[other] == one[:, None]).any(axis=1))
    one, other = free[one[used]], free[other[used]]
    away = np.hypot(tips.x[one] - tips.x[other], tips.y[one] - tips.y[other])
    pairs = np.stack([one, other], axis=1)[np.argsort(away, kind="stable")]
    return pairs.astype(np.int32).ravel()


@kernel
def _join_tips(joins: I32, mate: I32, row: I32, signal: I64) -> int:
    """Join pairs of tips that are free and of different rows, one after the other."""
    count = 0
    for n in range(len(joins) // 2):
        if n & TICK & CHECK_MASK == 0 and signal[1] != 0:
            return count
        one, other = joins[2 * n], joins[2 * n + 1]
        if mate[one] >= 0 or mate[other] >= 0:
            continue
        first, second = find(row, one >> 1), find(row, other >> 1)
        if first != second:
            row[max(first, second)] = min(first, second)
            mate[one], mate[other] = other, one
            count += 1
    return count


@kernel
def _walk_row(mate: I32, begin: int, order: I32) -> int:
    """Write the tips at which the paths of a row are begun, from one of its ends on."""
    tip = begin
    for n in range(len(order)):
        order[n] = tip
        tip = mate[tip ^ 1]
    return tip


# The tips that lie nearest to each tip, where a path may be joined to another

CROWD = 4  # tips in a square, about
FEW_TIPS = 1 << 14  # tips that numpy compares
DISTANCES_AT_ONCE = 1 << 14  # distances, about
TIPS_BETWEEN_CHECKS = 255  # a mask: tips from one check for Cancel to the next


class SortedTips(NamedTuple):
    """Tips in the order of their squares.

    ``x`` and ``y`` float64[2k] in mm, ``path``, ``column`` and ``row`` int32[2k].
    """

    x: F64
    y: F64
    path: I32
    column: I32
    row: I32


def near_tips(x: F64, y: F64, job: Job, few: int = FEW_TIPS) -> I32:
    """Return int32[2k * NEAREST]: the nearest tips of other paths of each tip, the nearest first.

    ``x`` and ``y`` float64[2k] in mm are the head and tail of each of k paths; -1 where there are
    no more. Up to ``few`` tips are compared without a kernel until that is compiled. A phase of 2k
    steps has begun. Raises ``CancelledError``.
    """
    tips = len(x)
    sorted_tips, squares = _in_squares(x, y)
    at = squares.at
    near = np.full(tips * NEIGHBOURS, -1, np.int32)
    if tips <= few and not _find_near.ready:
        _compare(sorted_tips, squares, near.reshape(-1, NEIGHBOURS), job)
    else:
        _find_near(sorted_tips, squares, near, np.empty(NEIGHBOURS), job.signal)
        job.check()
    found = np.full(tips * NEIGHBOURS, -1, np.int32).reshape(-1, NEIGHBOURS)
    found[at] = np.append(at, np.int32(-1))[near].reshape(-1, NEIGHBOURS)
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
        parts = np.cumsum(others[order]) // DISTANCES_AT_ONCE
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
    candidates = np.zeros((len(some), int(others.max()) + NEIGHBOURS), np.int32)
    away = np.full(candidates.shape, np.inf)
    x, y = tips.x[other] - tips.x[some][one], tips.y[other] - tips.y[some][one]
    candidates[one, column] = other
    away[one, column] = np.where(tips.path[other] == tips.path[some][one], np.inf, x * x + y * y)
    order = np.argsort(away, axis=1, kind="stable")[:, :NEIGHBOURS]
    away = np.take_along_axis(away, order, axis=1)
    near[some] = np.where(away < np.inf, np.take_along_axis(candidates, order, axis=1), -1)
    result: NDArray[np.float64] = away[:, -1]
    return result


@kernel
def _find_near(tips: SortedTips, squares: SpatialIndex, near: I32, away: F64, signal: I64) -> int:
    """Write the nearest tips, looking through the squares around each tip ring by ring."""
    for tip in range(len(tips.x)):
        if tip & TICK & TIPS_BETWEEN_CHECKS == 0:
            signal[0] = tip
            if signal[1] != 0:
                return tip
        count, ring = 0, 0
        column, row = tips.column[tip], tips.row[tip]
        while ring <= max(squares.across, squares.down):
            if (
                count == NEIGHBOURS
                and away[NEIGHBOURS - 1] < (max(ring - 1, 0) * squares.side) ** 2
            ):
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
    base = NEIGHBOURS * tip
    for other in range(begin, end):
        if tips.path[other] == tips.path[tip]:
            continue
        x, y = tips.x[other] - tips.x[tip], tips.y[other] - tips.y[tip]
        far = x * x + y * y
        place = min(count, NEIGHBOURS - 1)
        if count == NEIGHBOURS and _is_before(near, away, base + place, place, far, other):
            continue
        while place > 0 and not _is_before(near, away, base + place - 1, place - 1, far, other):
            away[place] = away[place - 1]
            near[base + place] = near[base + place - 1]
            place -= 1
        away[place] = far
        near[base + place] = other
        count = min(count + 1, NEIGHBOURS)
    return count


@kernel
def _is_before(near: I32, away: F64, at: int, place: int, far: float, other: int) -> bool:
    """Whether the tip at a place is nearer than another, or as near and before it in order."""
    return away[place] < far or (away[place] == far and near[at] < other)

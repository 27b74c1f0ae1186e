"""Tool paths in the order and direction in which the head travels least between them.

At first the ends that lie closest are joined (greedy edges)::

      o--o   o--o  o--o         each join makes one row of two; the ends for which no near one is
        1   3    2              left are joined in the next round, until all are one row

That travels a tenth less than going on at the nearest end each time, which leaves some paths behind
(Bentley 1992), so there is less to improve. Then the order is improved (``travel.py``), and rings
begin where that saves travel.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import F64, I32, I64, TICK, U8, kernel
from mazeeditor.making.paths.near_tips import NEAREST, near_tips
from mazeeditor.making.paths.tool_paths import ToolPaths
from mazeeditor.making.paths.travel import LEAST, PathTips, shorten_travel
from mazeeditor.maze.pieces import find
from mazeeditor.maze.search.joining import lowest_cells

LOOKING, IMPROVING = 0.3, 0.3  # of the work, about
POINTS = 4096  # of rings from one check for Cancel to the next
JOINED = 3  # of the nearest tips: with which one may be joined
SHARE = 0.2  # of the work of ordering paths, about
BETWEEN_CHECKS = 4095  # a mask: joins from one check for Cancel to the next


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
            if away < least - LEAST:
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
        _join_tips(_joins(tips, free, near.reshape(-1, NEAREST)[:, :JOINED]), mate, row, job.signal)
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
        if n & TICK & BETWEEN_CHECKS == 0 and signal[1] != 0:
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

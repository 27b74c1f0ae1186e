r"""A first order of tool paths: the ends that lie closest are joined first (greedy edges).

::

      o--o   o--o  o--o         each join makes one row of two; the ends for which no near one is
        1   3    2              left are joined in the next round, until all are one row

It travels a tenth less than going on at the nearest end each time, which leaves some paths behind
(Bentley 1992), so there is less to improve.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import I32, I64, TICK, kernel
from mazeeditor.making.paths.near_tips import NEAREST, near_tips
from mazeeditor.making.paths.travel import PathTips
from mazeeditor.maze.pieces import find
from mazeeditor.maze.search.joining import lowest_cells

JOINED = 3  # of the nearest tips: with which one may be joined
SHARE = 0.2  # of the work of ordering paths, about
LOOKS = 4095  # joins from one look at Cancel to the next


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
    _follow(mate, int(free[(tips.x[free] + tips.y[free]).argmin()]), order)
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
        if n & TICK & LOOKS == 0 and signal[1] != 0:
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
def _follow(mate: I32, begin: int, order: I32) -> int:
    """Write the tips at which the paths of a row are begun, from one of its ends on."""
    tip = begin
    for n in range(len(order)):
        order[n] = tip
        tip = mate[tip ^ 1]
    return tip

r"""The tips of tool paths that lie nearest to each tip: where a path may be joined to another.

Tips lie in square buckets, sorted by rows of these, so what is around a tip is a run in each row.
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
from mazeeditor.page.scene import Ids

NEAREST = 8  # tips that are sought around each
CROWD = 4  # tips in a bucket, about
FEW = 1 << 14  # tips that numpy compares
AT_ONCE = 1 << 14  # distances, about
BETWEEN_CHECKS = 255  # a mask: tips from one check for Cancel to the next


class Grid(NamedTuple):
    """Tips in square buckets of ``side`` mm, sorted by bucket, the buckets of a row one by one.

    ``x`` and ``y`` float64[2k] in mm, ``path``, ``column`` and ``row`` int32[2k] are those of the
    sorted tips; those in bucket ``b`` begin at ``first[b]``, int64[across * down + 1].
    """

    x: F64
    y: F64
    path: I32
    column: I32
    row: I32
    first: I64
    across: int
    down: int
    side: float


def near_tips(x: F64, y: F64, job: Job) -> I32:
    """Return int32[2k * NEAREST]: the nearest tips of other paths of each tip, the nearest first.

    ``x`` and ``y`` float64[2k] in mm are the head and tail of each of k paths; -1 where there are
    no more. A phase of 2k steps has begun. Raises ``CancelledError``.
    """
    tips = len(x)
    at, grid = _in_buckets(x, y)
    near = np.full(tips * NEAREST, -1, np.int32)
    if tips <= FEW and not _find_near.ready:
        _compare(grid, near.reshape(-1, NEAREST), job)
    else:
        _find_near(grid, near, np.empty(NEAREST), job.signal)
        job.check()
    found = np.full(tips * NEAREST, -1, np.int32).reshape(-1, NEAREST)
    found[at] = np.append(at, np.int32(-1))[near].reshape(-1, NEAREST)
    return found.ravel()


def _in_buckets(x: F64, y: F64) -> tuple[I32, Grid]:
    tips = len(x)
    width, height = float(np.ptp(x)), float(np.ptp(y))
    side = max((CROWD * width * height / tips) ** 0.5, CROWD * (width + height) / tips, 1e-9)
    across, down = int(width / side) + 1, int(height / side) + 1
    column, row = ((x - x.min()) / side).astype(np.int32), ((y - y.min()) / side).astype(np.int32)
    bucket = row.astype(np.int64) * across + column
    at = np.argsort(bucket, kind="stable").astype(np.int32)
    first = np.zeros(across * down + 1, np.int64)
    np.cumsum(np.bincount(bucket, minlength=across * down), out=first[1:])
    grid = Grid(x[at], y[at], at >> 1, column[at], row[at], first, across, down, side)
    return at, grid


def _compare(grid: Grid, near: NDArray[np.int32], job: Job) -> None:
    """Write the nearest tips in rows of ``near``, going farther for those that have too few."""
    left = np.arange(len(near), dtype=np.int32)
    reach = 1
    while len(left):
        begin, count = _runs(grid, left, reach)
        others = count.sum(axis=1)
        order = np.argsort(others, kind="stable")  # so that those together have as many
        parts = np.cumsum(others[order]) // AT_ONCE
        done = len(near) - len(left)
        enough = np.zeros(len(left), np.bool_)
        for some in np.split(order, np.flatnonzero(np.diff(parts)) + 1):
            job.step(done)
            done += len(some)
            enough[some] = _compare_with(grid, left[some], begin[some], count[some], near, reach)
        if reach >= max(grid.across, grid.down):
            break
        left = left[~enough]
        reach += 1


def _runs(grid: Grid, tips: I32, reach: int) -> tuple[Ids, Ids]:
    """Return the runs of tips around some: where each begins, and how many it has.

    Both are int64[n, 2 * reach + 1], one for each row of buckets.
    """
    rows = grid.row[tips, None] + np.arange(-reach, reach + 1)
    there = np.clip(rows, 0, grid.down - 1) * grid.across
    left = np.maximum(grid.column[tips, None] - reach, 0)
    right = np.minimum(grid.column[tips, None] + reach + 1, grid.across)
    begin = grid.first[there + left]
    count = np.where((rows >= 0) & (rows < grid.down), grid.first[there + right] - begin, 0)
    return begin, count


def _compare_with(
    grid: Grid, tips: I32, begin: Ids, count: Ids, near: NDArray[np.int32], reach: int
) -> NDArray[np.bool_]:
    """Write the nearest of the runs of each tip; return which can have no nearer ones."""
    others = count.sum(axis=1)
    step = np.arange(int(others.sum()))
    before = (np.cumsum(count) - count.ravel()).reshape(count.shape)
    other = step + np.repeat((begin - before).ravel(), count.ravel())
    one, column = np.repeat(np.arange(len(tips)), others), step - np.repeat(before[:, 0], others)
    candidates = np.zeros((len(tips), int(others.max()) + NEAREST), np.int32)
    away = np.full(candidates.shape, np.inf)
    x, y = grid.x[other] - grid.x[tips][one], grid.y[other] - grid.y[tips][one]
    candidates[one, column] = other
    away[one, column] = np.where(grid.path[other] == grid.path[tips][one], np.inf, x * x + y * y)
    order = np.argsort(away, axis=1, kind="stable")[:, :NEAREST]
    away = np.take_along_axis(away, order, axis=1)
    near[tips] = np.where(away < np.inf, np.take_along_axis(candidates, order, axis=1), -1)
    return away[:, -1] < (reach * grid.side) ** 2


@kernel
def _find_near(grid: Grid, near: I32, away: F64, signal: I64) -> int:
    """Write the nearest tips, looking through the buckets around each tip ring by ring."""
    for tip in range(len(grid.x)):
        if tip & TICK & BETWEEN_CHECKS == 0:
            signal[0] = tip
            if signal[1] != 0:
                return tip
        count, ring = 0, 0
        column, row = grid.column[tip], grid.row[tip]
        while ring <= max(grid.across, grid.down):
            if count == NEAREST and away[NEAREST - 1] < (max(ring - 1, 0) * grid.side) ** 2:
                break
            for r in range(max(0, row - ring), min(grid.down, row + ring + 1)):
                rim = r == row - ring or r == row + ring
                step = 1 if rim or ring == 0 else 2 * ring
                for c in range(column - ring, column + ring + 1, step):
                    if 0 <= c < grid.across:
                        count = _insert(grid, r * grid.across + c, tip, near, away, count)
            ring += 1
    return len(grid.x)


@kernel
def _insert(grid: Grid, bucket: int, tip: int, near: I32, away: F64, count: int) -> int:
    """Sort the tips of a bucket in among the nearest of a tip; return how many there are.

    Of those that are equally far the first in the grid comes first.
    """
    base = NEAREST * tip
    for other in range(grid.first[bucket], grid.first[bucket + 1]):
        if grid.path[other] == grid.path[tip]:
            continue
        x, y = grid.x[other] - grid.x[tip], grid.y[other] - grid.y[tip]
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
    """Whether the tip at a place is nearer than another, or as near and before it in the grid."""
    return away[place] < far or (away[place] == far and near[at] < other)

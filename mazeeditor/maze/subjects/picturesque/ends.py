"""Where the route enters the cover from outside, and where it leaves it.

From each side of the maze a straight line leads in to the first pixel of the cover. What counts is
how short both lines are, and that they divide the ground: all of it on one side of the route would
be explored by one hand on the wall, and nothing by the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import I32, I64, TICK, kernel
from mazeeditor.maze.random import below
from mazeeditor.maze.subjects.picturesque.passages import STEPS
from mazeeditor.maze.subjects.picturesque.source import Grid

MAX_ENDS = 12  # ends that are looked at on each side
SPARE_PIXELS = 2  # pixels by which a line may be longer than the shortest from that side
MIN_GROUND_SHARE = 0.42  # of the ground, that should lie on either side of the route
UNEVEN = 80.0  # pixels of lines that a share of 1 below that is worth
NEAR_PIXELS = 6.0  # pixels of lines that ends beside each other are worth


class End(NamedTuple):
    """Where a line from a side of the maze (the slot of a square) meets the cover, in pixels.

    ``away`` pixels of ground lie between.
    """

    side: int
    row: int
    column: int
    away: int

    @property
    def line(self) -> list[tuple[int, int]]:
        """The pixels of ground on the line, from the border on."""
        rows, columns = STEPS[self.side]
        return [
            (self.row + rows * step, self.column + columns * step)
            for step in range(self.away, 0, -1)
        ]


def pairs_of_ends(cover: Grid, random: I64, job: Job) -> Iterator[tuple[tuple[End, End], float]]:
    """Yield pairs of ends, the best first, and the smaller share of the ground beside the route.

    The entrance is the end that is nearer to the top left.
    """
    ends = [end for side in range(4) for end in _ends(cover, side, random)]
    shares = _Shares(cover, job)
    rated = []
    for number, first in enumerate(ends):
        for second in ends[number + 1 :]:
            if first == second or not _apart(first, second):
                continue
            distance = abs(first.row - second.row) + abs(first.column - second.column)
            near = max(0.0, 1 - 2 * distance / sum(cover.shape))
            share = shares.smaller(first, second)
            uneven = max(0.0, MIN_GROUND_SHARE - share)
            rating = first.away + second.away + UNEVEN * uneven + NEAR_PIXELS * near
            rated.append((rating, first, second, share))
    rated.sort()
    for _rating, first, second, share in rated:
        turned = first.row + first.column > second.row + second.column
        yield ((second, first) if turned else (first, second)), share


def end_at(cover: Grid, side: int, at: int) -> End | None:
    """Return the end of a side in row or column ``at``, None where the cover is not met there."""
    rows, columns = cover.shape
    line = cover[:, at] if side in (0, 2) else cover[at]
    if side in (1, 2):
        line = line[::-1]
    if not line.any():
        return None
    away = int(line.argmax())
    row, column = [(away, at), (at, columns - 1 - away), (rows - 1 - away, at), (at, away)][side]
    return End(side, row, column, away)


def _ends(cover: Grid, side: int, random: I64) -> list[End]:
    count = cover.shape[1] if side in (0, 2) else cover.shape[0]
    ends = [end for at in range(count) if (end := end_at(cover, side, at))]
    nearest = min(end.away for end in ends)
    ends = [end for end in ends if end.away <= nearest + SPARE_PIXELS]
    shift = below(random, len(ends))
    count = min(MAX_ENDS, len(ends))
    places = [shift + place * len(ends) // count for place in range(count)]
    return [ends[place % len(ends)] for place in places]


def _apart(first: End, second: End) -> bool:
    """Whether two lines have no pixel in common and none leads through the end of the other."""
    one, two = first.line, second.line
    both = {*one, (first.row, first.column)}
    return both.isdisjoint(two) and (second.row, second.column) not in one


class _Shares:
    """How the lines of two ends divide the ground: each pixel belongs to its place at the border.

    Ground that is cut off from the border is left out.
    """

    def __init__(self, cover: Grid, job: Job) -> None:
        rows, columns = cover.shape
        self._shape = rows, columns
        ring = _ring(rows, columns)
        owner = np.where(cover.ravel(), -2, -1).astype(np.int32)
        queue = np.empty(owner.size, np.int32)
        ground = owner[ring] == -1
        owner[ring[ground]] = np.flatnonzero(ground)
        start = np.flatnonzero(owner >= 0)
        queue[: len(start)] = start
        _flood(owner, queue, len(start), rows, columns, job.signal)
        job.check()
        counts = np.bincount(owner[owner >= 0], minlength=len(ring))
        self._sums: NDArray[np.int64] = np.concatenate([[0], np.cumsum(counts)])

    def smaller(self, first: End, second: End) -> float:
        """Return the share of the ground on the side that has less, 0.5 where there is none."""
        low, high = sorted((self._place(first), self._place(second)))
        total = int(self._sums[-1])
        between = int(self._sums[high] - self._sums[low])
        return min(between, total - between) / total if total else 0.5

    def _place(self, end: End) -> int:
        """Return the place of an end's line at the border, clockwise from the top left."""
        rows, columns = self._shape
        place = (
            end.column,
            columns + end.row - 1,
            columns + rows - 1 + columns - 1 - end.column,
            2 * columns + rows - 2 + rows - 1 - end.row,
        )[end.side]
        return min(place, len(self._sums) - 1)  # of one row or column the border is all


def _ring(rows: int, columns: int) -> NDArray[np.int64]:
    """Return the pixels of the border, clockwise from the top left, corners once."""
    grid = np.arange(rows * columns, dtype=np.int64).reshape(rows, columns)
    if rows == 1 or columns == 1:
        return grid.ravel()
    return np.concatenate([grid[0], grid[1:, -1], grid[-1, -2::-1], grid[-2:0:-1, 0]])


@kernel
def _flood(owner: I32, queue: I32, end: int, rows: int, columns: int, signal: I64) -> None:
    """Let each pixel of ground (-1) belong to the place of the border that is nearest."""
    done = 0
    while done < end:
        if done & TICK == 0 and signal[1] != 0:
            return
        place = int(queue[done])
        done += 1
        row = place // columns
        column = place % columns
        for side in range(4):
            other = -1
            if side == 0 and row > 0:
                other = place - columns
            if side == 1 and column < columns - 1:
                other = place + 1
            if side == 2 and row < rows - 1:
                other = place + columns
            if side == 3 and column > 0:
                other = place - 1
            if other >= 0 and owner[other] == -1:
                owner[other] = owner[place]
                queue[end] = other
                end += 1

"""What a tool leaves of a sheet once all is cut: pieces that hang together, as runs of samples.

The tool takes a strip as wide as it is along every path. The samples that no strip covers are
joined where they lie side by side or above each other, never by their corners alone: so two pieces
may be taken for more than there are, and never for one.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.making.paths.tool_paths import ToolPaths
from mazeeditor.maze.search.joining import join_pairs, lowest_cells
from mazeeditor.page.curves import flatten
from mazeeditor.page.raster.filling import Areas, fill_areas
from mazeeditor.page.scene import Ids, Numbers, Points

SAMPLES_ACROSS = 6  # samples across the strip of a tool, at least
COARSEST = 0.2  # mm of a sample
MAX_SAMPLES = 400_000_000  # samples: of more it is not asked what hangs together
SWEPT = -1  # the piece where the tool has been
ARC_ERROR_SAMPLES = 0.05  # of a sample: how far lines may be from arcs
SHARE = 0.5  # of a part of a job: sweeping


@dataclass(frozen=True, eq=False)
class Pieces:
    """The pieces of a sheet, numbered from 0.

    Row by row, material is in the samples from ``starts`` int64[r] up to ``ends``, which belong to
    the piece ``numbers`` int64[r]. There are ``scale`` samples in a mm, ``size`` of them. ``boxes``
    float64[p, 4] are left, top, right and bottom in mm; ``fixed`` bool[p], which reach the edge of
    the sheet, where that is clamped.
    """

    scale: float
    size: tuple[int, int]
    starts: Ids
    ends: Ids
    numbers: Ids
    boxes: Numbers
    fixed: NDArray[np.bool_]

    @property
    def sample(self) -> float:
        """How large a sample is, in mm."""
        return 1 / self.scale

    @property
    def longest(self) -> Numbers:
        """float64[p], the longer side of the box of each piece, in mm."""
        left, top, right, bottom = self.boxes.T
        result: Numbers = np.maximum(right - left, bottom - top)
        return result

    def at(self, points: Points) -> Ids:
        """Return int64[k], the pieces at ``points`` float64[k, 2], ``SWEPT`` without one."""
        column, row = np.floor(points * self.scale).astype(np.int64).T
        width, height = self.size
        on_sheet = (column >= 0) & (column < width) & (row >= 0) & (row < height)
        place = row * width + column
        run = np.searchsorted(self.starts, place, side="right") - 1
        known = on_sheet & (run >= 0) & (place < self.ends[run])
        return np.where(known, self.numbers[run], SWEPT)


def can_sample(size: tuple[float, float], kerf: float) -> bool:
    """Whether a tool is wide enough for a sheet of ``size`` mm to be asked what it leaves."""
    if kerf <= 0:
        return False
    scale = _scale(kerf)
    return size[0] * scale * size[1] * scale <= MAX_SAMPLES


def _scale(kerf: float) -> float:
    return max(SAMPLES_ACROSS / kerf, 1 / COARSEST)


def pieces_left(
    paths: ToolPaths, kerf: float, size: tuple[float, float], job: Job, share: float = 1.0
) -> Pieces:
    """Return what a tool ``kerf`` mm wide leaves of a sheet; raises ``CancelledError``.

    It is a ``share`` of the work of the job.
    """
    scale = _scale(kerf)
    width, height = (max(1, ceil(length * scale)) for length in size)
    lines = flatten(paths.drawn(kerf, ""), ARC_ERROR_SAMPLES / scale)
    begins, stops = [], []
    below = 0
    for cover in fill_areas(Areas(lines, kerf), scale, (width, height), 1, job, share * SHARE):
        begun, ended = _whole_rows(below, cover.top, width)
        rows = len(cover.grey)
        solid = np.ones((rows, width + 2), np.int8)
        solid[:, 0] = solid[:, -1] = 0
        solid[:, 1 + cover.left : 1 + cover.left + cover.grey.shape[1]] = cover.grey == 0
        change = np.diff(solid, axis=1)
        row, column = np.nonzero(change > 0)
        end_row, end_column = np.nonzero(change < 0)
        begins += [begun, (cover.top + row) * width + column]
        stops += [ended, (cover.top + end_row) * width + end_column]
        below = cover.top + rows
    begun, ended = _whole_rows(below, height, width)
    starts = np.concatenate([*begins, begun]).astype(np.int64)
    ends = np.concatenate([*stops, ended]).astype(np.int64)
    numbers = _number(starts, ends, width)
    job.check()
    return _measure(starts, ends, numbers, scale, (width, height))


def _whole_rows(first: int, end: int, width: int) -> tuple[Ids, Ids]:
    """Return where runs begin and end in rows that no tool comes to."""
    rows = np.arange(first, max(first, end), dtype=np.int64) * width
    return rows, rows + width


def _number(starts: Ids, ends: Ids, width: int) -> Ids:
    """Return the piece of each run: those that lie above each other are of one."""
    first = np.searchsorted(ends, starts + width, side="right")
    last = np.searchsorted(starts, ends + width, side="left")
    counts = np.maximum(last - first, 0)
    one = np.repeat(np.arange(len(starts)), counts)
    other = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts - first, counts)
    parent = np.arange(len(starts), dtype=np.int32)
    join_pairs(np.stack([one, other], axis=1).astype(np.int32), parent)
    return np.unique(lowest_cells(parent), return_inverse=True)[1].astype(np.int64).ravel()


def _measure(starts: Ids, ends: Ids, numbers: Ids, scale: float, size: tuple[int, int]) -> Pieces:
    width, height = size
    count = int(numbers.max(initial=-1)) + 1
    row, left, right = starts // width, starts % width, (ends - 1) % width + 1
    boxes = np.zeros((count, 4))
    if count:
        order = np.argsort(numbers, kind="stable")
        firsts = np.searchsorted(numbers[order], np.arange(count))
        boxes[:, 0] = np.minimum.reduceat(left[order], firsts)
        boxes[:, 1] = np.minimum.reduceat(row[order], firsts)
        boxes[:, 2] = np.maximum.reduceat(right[order], firsts)
        boxes[:, 3] = np.maximum.reduceat(row[order] + 1, firsts)
    fixed = (boxes[:, 0] <= 0) | (boxes[:, 1] <= 0)
    fixed |= (boxes[:, 2] >= width) | (boxes[:, 3] >= height)
    return Pieces(scale, size, starts, ends, numbers, boxes / scale, fixed)

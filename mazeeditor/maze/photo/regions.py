r"""The regions of a photo: parts of about one tone, found by their edges.

P. F. Felzenszwalb and D. P. Huttenlocher (2004): each cell begins as a region; neighbours are
gone through by how much they differ, least first, and their regions are united where they differ no
more than what is within each of them, plus an allowance that shrinks as a region grows::

    1 1 2 9        1-1-2 9         within the left region neighbours differ by 1 at the most, and
    1 2 2 9   -->  | | |  |   -->  the right one begins 7 away: an edge
    1 1 2 8        1-1-2 8
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.distinct import distinct
from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import F64, I32, I64, TICK, InF64, InI32, kernel
from mazeeditor.maze.photo.tones import Tones, blur_tones
from mazeeditor.maze.pieces import find

SMOOTHED = 0.8  # cells: the blur before, as the paper has it
ALLOWANCE = 1 / 40  # of the tones from white to black, for each cell of the smallest regions


def regions_of(tones: Tones, least: int, job: Job) -> NDArray[np.int32]:
    """Return int32[rows, columns], the region of each cell, numbered from 0.

    ``tones`` float64[rows, columns]; regions have ``least`` cells or more, where all have as many.
    Raises ``CancelledError``.
    """
    smooth = blur_tones(tones, SMOOTHED)
    ids = np.arange(tones.size, dtype=np.int32).reshape(tones.shape)
    pairs = [(ids[:, :-1], ids[:, 1:]), (ids[:-1], ids[1:])]
    one = np.concatenate([first.ravel() for first, _second in pairs])
    other = np.concatenate([second.ravel() for _first, second in pairs])
    steps = np.abs(smooth.ravel()[one] - smooth.ravel()[other])
    order = np.argsort(steps, kind="stable")
    one, other, steps = one[order], other[order], steps[order]
    areas = ids.ravel().copy()
    sizes, within = np.ones(tones.size, np.int64), np.zeros(tones.size)
    job.phase(len(one))
    _unite(one, other, steps, areas, sizes, within, ALLOWANCE * least, job.signal)
    job.check()
    _unite_small(one, other, areas, sizes, least, job.signal)
    job.check()
    while True:
        ahead = areas[areas]
        if np.array_equal(ahead, areas):
            break
        areas = ahead
    result = np.searchsorted(distinct(areas), areas).astype(np.int32)
    return result.reshape(tones.shape)


@kernel
def _unite(
    one: InI32,
    other: InI32,
    steps: InF64,
    areas: I32,
    sizes: I64,
    within: F64,
    allowance: float,
    signal: I64,
) -> None:
    """Unite the areas of neighbours that differ no more than what is in each of them."""
    for pair in range(len(one)):
        if pair & TICK == 0:
            signal[0] = pair
            if signal[1] != 0:
                return
        first, second = find(areas, one[pair]), find(areas, other[pair])
        if first == second:
            continue
        step = steps[pair]
        if step <= within[first] + allowance / sizes[first] and (
            step <= within[second] + allowance / sizes[second]
        ):
            low, high = min(first, second), max(first, second)
            areas[high] = low
            sizes[low] += sizes[high]
            within[low] = step  # the largest so far, as they come by size


@kernel
def _unite_small(one: InI32, other: InI32, areas: I32, sizes: I64, least: int, signal: I64) -> None:
    """Unite what is too small with the neighbour from which it differs least."""
    for pair in range(len(one)):
        if pair & TICK == 0 and signal[1] != 0:
            return
        first, second = find(areas, one[pair]), find(areas, other[pair])
        if first != second and (sizes[first] < least or sizes[second] < least):
            low, high = min(first, second), max(first, second)
            areas[high] = low
            sizes[low] += sizes[high]

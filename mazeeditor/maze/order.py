"""Sorts millions of places by size, in a few passes that can be cancelled."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import I32, I64, TICK, InI32, kernel

DIGIT = 14  # bits looked at in a pass: the counts of their values fit into the cache
ALL_BITS = 31


def by_size(sizes: NDArray[np.int32], job: Job) -> NDArray[np.int32]:
    """Return the places int32[k] of ``sizes`` int32[k], 0 or more, the smallest first.

    Equal ones keep their order. A radix sort from the lowest digit up (H. H. Seward, 1954): unlike
    numpy's it is linear, and can be cancelled. Raises ``CancelledError``.
    """
    largest = int(sizes.max(initial=0))
    order = np.arange(len(sizes), dtype=np.int32)
    for shift in range(0, ALL_BITS, DIGIT):
        if largest >> shift:
            dealt, ends = np.empty_like(order), np.zeros(1 << DIGIT, np.int64)
            _deal(sizes, order, dealt, ends, shift, job.signal)
            job.check()
            order = dealt
    return order


@kernel
def _deal(sizes: InI32, order: InI32, dealt: I32, ends: I64, shift: int, signal: I64) -> None:
    """Deal the places into heaps by one digit of their sizes, each heap in the order before."""
    last = len(ends) - 1
    for place in range(len(sizes)):
        if place & TICK == 0 and signal[1] != 0:
            return
        ends[(sizes[place] >> shift) & last] += 1
    start = 0
    for digit in range(len(ends)):
        start += ends[digit]
        ends[digit] = start - ends[digit]  # where the next one of the heap goes
    for place in range(len(order)):
        if place & TICK == 0 and signal[1] != 0:
            return
        digit = (sizes[order[place]] >> shift) & last
        dealt[ends[digit]] = order[place]
        ends[digit] += 1

"""Joins the many small areas that changed into a few that are painted at once."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from mazeeditor.gui.canvas.area import Area

BLOCK = 96  # px


def joined(areas: NDArray[np.int64]) -> Iterator[Area]:
    """Yield a few areas, none over another, that hold all ``areas`` int64[k, 4]; none is empty.

    ::

        . . # . .    The picture is parted into square blocks, at least as large as any area, so
        . # # # .    that an area meets the blocks its corners lie in and no others. Blocks met in a
        . . . . #    row make one area, and the same again in the row below makes it higher.
    """
    size = max(BLOCK, int((areas[:, 2:] - areas[:, :2]).max()))
    first, last = areas[:, :2] // size, (areas[:, 2:] - 1) // size
    origin = first.min(axis=0)
    first, last = first - origin, last - origin
    met = np.zeros((last.max(axis=0) + 1)[::-1], np.bool_)
    for columns, rows in ((first, first), (first, last), (last, first), (last, last)):
        met[rows[:, 1], columns[:, 0]] = True
    left, top = (origin * size).tolist()
    above: dict[tuple[int, int], int] = {}
    for row in range(len(met) + 1):
        here = _runs(met[row]) if row < len(met) else []
        for run in [run for run in above if run not in here]:
            begin, end = run
            rows_from = above.pop(run)
            yield Area(
                left + begin * size, top + rows_from * size, left + end * size, top + row * size
            )
        above = {run: above.get(run, row) for run in here}


def _runs(met: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Return where runs of True begin and end."""
    ends = np.flatnonzero(np.diff(met.astype(np.int8), prepend=0, append=0))
    return [(int(begin), int(end)) for begin, end in ends.reshape(-1, 2)]

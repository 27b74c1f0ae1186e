r"""Panels that are joined by fingers, and outlines of what is made of rectangles.

::

     +--+  +--+  +--+       along an edge the fingers of two panels alternate; each panel has an odd
     |  |  |  |  |  |       number of stretches, so both its ends are alike
    -+  +--+  +--+  +-
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from mazeeditor.making.kerf import half_kerf
from mazeeditor.making.paths.tool_paths import ToolPaths, paths_of
from mazeeditor.page.scene import Box, Points

TOLERANCE_MM = 1e-7  # mm
Span = tuple[float, float]


def fingers(low: float, high: float, wide: float, least: float) -> list[Span]:
    """Return the stretches of an edge, an odd number of them about ``wide`` mm each.

    Where there is room for one alone at that width, three of ``least`` mm or more are better.
    """
    count = int((high - low) / wide + TOLERANCE_MM)
    count -= count % 2 == 0
    if count < 3:
        count = 3 if (high - low) / 3 >= least - TOLERANCE_MM else 1
    ends = np.linspace(low, high, count + 1).tolist()
    return list(pairwise(ends))


def outline_of(boxes: Sequence[Box], kerf: float) -> ToolPaths:
    """Return the paths around rectangles that touch or overlap, which keep their size, in mm.

    Rings run clockwise as seen, those of holes anticlockwise. Raises nothing; boxes that touch at
    one corner alone are to be avoided.
    """
    across, down = (_ends(boxes, axis) for axis in (0, 1))
    filled = np.zeros((len(down) + 1, len(across) + 1), np.bool_)  # with an empty margin
    for left, top, right, bottom in boxes:
        columns = slice(_at(across, left) + 1, _at(across, right) + 1)
        filled[_at(down, top) + 1 : _at(down, bottom) + 1, columns] = True
    rings = [_offset(ring, half_kerf(kerf)) for ring in _rings(filled, across, down)]
    starts = np.cumsum([0, *map(len, rings)]).astype(np.int64)
    return paths_of(np.concatenate(rings), starts, None, closed=True)


def _ends(boxes: Iterable[Box], axis: int) -> NDArray[np.float64]:
    values = np.sort([box[side] for box in boxes for side in (axis, axis + 2)])
    kept = np.concatenate([[True], np.diff(values) > TOLERANCE_MM])
    result: NDArray[np.float64] = values[kept]
    return result


def _at(ends: NDArray[np.float64], value: float) -> int:
    return int(np.searchsorted(ends, value - TOLERANCE_MM))


def _rings(
    filled: NDArray[np.bool_], across: NDArray[np.float64], down: NDArray[np.float64]
) -> Iterable[Points]:
    """Yield the corners of rings with what is filled on their right, as seen."""
    onward: dict[tuple[int, int], tuple[int, int]] = {}
    for row, column in np.argwhere(filled).tolist():
        x, y = column - 1, row - 1
        if not filled[row - 1, column]:
            onward[x, y] = (x + 1, y)
        if column + 1 == filled.shape[1] or not filled[row, column + 1]:
            onward[x + 1, y] = (x + 1, y + 1)
        if row + 1 == filled.shape[0] or not filled[row + 1, column]:
            onward[x + 1, y + 1] = (x, y + 1)
        if not filled[row, column - 1]:
            onward[x, y + 1] = (x, y)
    while onward:
        first = min(onward)
        ring, at = [], first
        while at in onward:
            ring.append(at)
            at = onward.pop(at)
        points = np.array([(across[x], down[y]) for x, y in ring])
        before, after = np.roll(points, 1, axis=0), np.roll(points, -1, axis=0)
        turns = ((points - before)[:, 0] * (after - points)[:, 1] != 0) | (
            (points - before)[:, 1] * (after - points)[:, 0] != 0
        )
        yield points[turns]


def _offset(ring: Points, distance: float) -> Points:
    """Return corners of a ring moved outwards: to the left of its edges, as seen."""
    along = np.roll(ring, -1, axis=0) - ring
    unit = along / np.hypot(*along.T)[:, None]
    left = np.stack([unit[:, 1], -unit[:, 0]], axis=1)  # y goes down
    result: Points = ring + distance * (left + np.roll(left, 1, axis=0))
    return result

r"""What the pixels between edges are, when it is known what changes at each of the edges.

::

         +3 / \ -3     where a row of pixels crosses an edge, what is on its right is added, and
           /   \       what is on its left taken away; each pixel is the sum of all that stands
       ---+-----+---   left of it in its row: whatever edges meet in a pixel, in any order
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.gui.canvas.area import Area
from mazeeditor.maze.geometry import Ids, Points


def sums(edges: Points, changes: Ids, area: Area) -> NDArray[np.uint8]:
    """Return uint8[height, width], the sums (modulo 256) for the pixels of an area.

    ``edges`` float64[k, 2, 2] are ends in world px; who goes from the first to the second, down,
    has what ``changes`` int64[k] tells to the left of the screen and behind him to the right.
    """
    (x0, y0), (x1, y1) = (np.ascontiguousarray(edges[:, end].T) for end in (0, 1))
    upward = y0 > y1
    x0, x1 = np.where(upward, x1, x0), np.where(upward, x0, x1)
    y0, y1 = np.where(upward, y1, y0), np.where(upward, y0, y1)
    changes = np.where(upward, -changes, changes)
    slope = np.divide(x1 - x0, y1 - y0, out=np.zeros_like(x0), where=y1 > y0)
    first = np.maximum(np.ceil(y0 - 0.5), area.top).astype(np.int64)
    counts = np.maximum(np.minimum(np.ceil(y1 - 0.5), area.bottom).astype(np.int64) - first, 0)
    steps = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    x0, y0, slope, first = (np.repeat(each, counts) for each in (x0, y0, slope, first))
    rows = first + steps
    columns = np.ceil(x0 + (rows + 0.5 - y0) * slope - 0.5).astype(np.int64)
    columns = np.maximum(columns, area.left)
    seen = columns < area.right
    places = ((rows - area.top) * area.width + columns - area.left)[seen]
    weights = np.repeat(changes, counts)[seen]
    found = np.bincount(places, weights, minlength=area.height * area.width)
    steps_of_rows = found.astype(np.int64).astype(np.uint8).reshape(area.height, area.width)
    result: NDArray[np.uint8] = np.cumsum(steps_of_rows, axis=1, dtype=np.uint8)
    return result

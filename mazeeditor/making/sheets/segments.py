"""Many straight lines in mm, of which those within a box are found at once.

Lines that follow each other on a path lie near each other, so blocks of them have small boxes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from mazeeditor.making.paths.tool_paths import ToolPaths
from mazeeditor.page.curves import flattened
from mazeeditor.page.marks.free_ground import Box
from mazeeditor.page.scene import Ids, Points

BLOCK = 1024  # points
Corners = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Segments:
    """Paths of straight lines; ``points`` float32[m, 2], path ``p`` from ``starts[p]`` on.

    ``starts`` int64[k + 1]. A path that is closed ends with its first point.
    """

    points: Corners
    starts: Ids

    @classmethod
    def of(cls, paths: ToolPaths, error: float) -> Segments:
        """Return tool paths as lines, nowhere farther than ``error`` mm from their arcs."""
        lines = flattened(paths.drawn(1.0, ""), error)
        lasts, back = lines.starts[1:], lines.closed
        firsts = lines.points[lines.starts[:-1][back]]
        points = np.insert(lines.points.astype(np.float32), lasts[back], firsts, axis=0)
        return cls(points, lines.starts + np.concatenate([[0], np.cumsum(back)]))

    @cached_property
    def leads_on(self) -> NDArray[np.bool_]:
        """bool[m], whether a line begins at each point: at the last of a path none does."""
        result = np.ones(len(self.points), np.bool_)
        result[self.starts[1:] - 1] = False
        return result

    @cached_property
    def _boxes(self) -> NDArray[np.float32]:
        """float32[4, b]: left, top, right and bottom of each block of lines."""
        firsts = np.arange(0, len(self.points), BLOCK)
        # the last line of a block leads to the first point of the next
        nexts = self.points[np.minimum(firsts + BLOCK, len(self.points) - 1)].T
        left, top, right, bottom = boxes_of(self.points, firsts)
        low, high = np.minimum((left, top), nexts), np.maximum((right, bottom), nexts)
        return np.concatenate([low, high])

    def within(self, box: Box) -> Ids:
        """Return int64[j], the points from which lines lead that may reach into a box in mm."""
        if not len(self.points):
            return np.zeros(0, np.int64)
        blocks = np.flatnonzero(meet(self._boxes, box))
        ids = (blocks[:, None] * BLOCK + np.arange(BLOCK)).ravel()
        ids = ids[ids < len(self.points)]
        ids = ids[self.leads_on[ids]]
        one, other = self.points[ids], self.points[ids + 1]
        boxes = np.concatenate([np.minimum(one, other), np.maximum(one, other)], axis=1).T
        return ids[meet(boxes, box)]

    def ends(self, ids: Ids) -> tuple[Points, Points]:
        """Return float64[j, 2] twice: where lines begin and where they end."""
        return self.points[ids].astype(np.float64), self.points[ids + 1].astype(np.float64)


def boxes_of(points: Corners, firsts: Ids) -> NDArray[np.float32]:
    """Return float32[4, b]: left, top, right and bottom of the points from each of ``firsts`` on.

    One coordinate at a time: so numpy lets other threads run meanwhile, and otherwise does not.
    """
    if not len(firsts):
        return np.zeros((4, 0), np.float32)
    low, high = (
        [reduced.reduceat(points[:, axis], firsts) for axis in (0, 1)]
        for reduced in (np.minimum, np.maximum)
    )
    return np.stack([*low, *high])


def meet(boxes: NDArray[np.float32], box: Box) -> NDArray[np.bool_]:
    """Return bool[k], which of boxes float32[4, k] touch one."""
    left, top, right, bottom = box
    result: NDArray[np.bool_] = boxes[0] <= right
    result &= boxes[1] <= bottom
    result &= boxes[2] >= left
    result &= boxes[3] >= top
    return result

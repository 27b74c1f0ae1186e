r"""Solids of triangles: walls of a height on a floor, watertight, for printers.

::

        top of the walls     the areas seen from above are filled with triangles between the corners
       +---+      +-----     of their outlines alone, so each edge there is an edge of the wall
       |   |      |          below or above it: nothing has to be joined, and nothing is open
    ---+   +------+          floor between the walls
    |                        sides: two triangles for each edge of an outline
    +---------------------   below

Corners are where a file can say that they are: a number of four bytes, as STL has them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.memory import check_free
from mazeeditor.core.translation import _
from mazeeditor.making.paths.tool_paths import ToolPaths, areas_of, paths_of
from mazeeditor.making.solids.filled_areas import FLOOR, Corners, filled
from mazeeditor.page.curves import flattened, onward
from mazeeditor.page.marks.free_ground import Box
from mazeeditor.page.scene import Ids

FLAT = 0.01  # mm: how far triangles are from arcs at most
MEMORY = 300  # bytes at most for each corner of outlines, those of the library among them
BLOCK = 1 << 13  # triangles written together


@dataclass(frozen=True, eq=False)
class Solid:
    """A closed surface, z up: ``points`` float32[v, 3] in mm, ``triangles`` int32[t, 3] of them.

    Seen from outside the corners of a triangle go anticlockwise. ``volume`` is what is enclosed, in
    mm³.
    """

    points: NDArray[np.float32]
    triangles: Corners
    volume: float

    def blocks(self) -> Iterator[NDArray[np.float64]]:
        """Yield float64[k, 3, 3], the corners of triangles, some of them at a time."""
        for first in range(0, len(self.triangles), BLOCK):
            yield self.points[self.triangles[first : first + BLOCK]].astype(np.float64)

    @property
    def summary(self) -> tuple[str, str]:
        """How large it is, in two lines for people."""
        width, depth, height = np.ptp(self.points, axis=0).tolist()
        size = _("{width:.1f} × {depth:.1f} × {height:.1f} mm")
        amount = _("{volume:.1f} cm³ · {triangles:,} triangles")
        return (
            size.format(width=width, depth=depth, height=height),
            amount.format(volume=self.volume / 1000, triangles=len(self.triangles)),
        )


def walls_on_floor(
    outlines: ToolPaths, box: Box, floor: float, height: float, job: Job | None = None
) -> Solid:
    """Return walls ``height`` mm high on a rectangular floor, ``floor`` mm thick.

    ``outlines`` are the rings of the walls, in mm, y down, with the walls on their right as seen;
    ``box`` is the floor, which reaches beyond them. Raises ``MazeError`` and ``CancelledError``.
    """
    job = job or Job()
    corners, starts = _straight(outlines, box)
    count = len(corners)
    check_free(_("A solid of {corners:,} corners").format(corners=2 * count), MEMORY * count)
    rings = paths_of(corners.astype(np.float64), starts, None, closed=True)
    areas = areas_of(rings)  # of holes below 0
    volume = floor * float(areas[0]) + height * float(areas[1:].sum())
    after = onward(rings.starts, rings.closed)
    tops, grounds = filled(rings.points, after, job)
    job.check()
    # of each corner a lower point, then an upper one: of the floor itself, or of walls on it
    of_floor = np.arange(count) < FLOOR
    low, high = np.where(of_floor, 0.0, floor), np.where(of_floor, floor, floor + height)
    points = np.empty((2 * count, 3), np.float32)
    points[:, :2] = np.tile(corners, (2, 1))
    points[:, 2] = np.concatenate([low, high])
    on_floor = np.arange(count, dtype=np.int32) + np.where(of_floor, count, 0).astype(np.int32)
    here, there = np.arange(count, dtype=np.int32), after.astype(np.int32)
    triangles = [
        np.stack([here, there, there + count], axis=1),
        np.stack([here, there + count, here + count], axis=1),
        tops + count,
        on_floor[grounds],
        np.array([[0, 2, 1], [0, 3, 2]], np.int32),
    ]
    job.check()
    return Solid(points, np.concatenate(triangles, dtype=np.int32), volume)


def _straight(outlines: ToolPaths, box: Box) -> tuple[NDArray[np.float32], Ids]:
    """Return the corners float32[n, 2] of rings of lines, y up, and where each ring starts.

    Walls are on their left. The first ring is the floor; (0, 0) is its left lower corner.
    """
    left, top, right, bottom = box
    drawn = flattened(outlines.drawn(1.0, ""), FLAT)
    width, height = right - left, bottom - top
    floor = np.array([(0, 0), (width, 0), (width, height), (0, height)])
    # backwards, as what was right of a ring is to be on its left
    points = np.concatenate([floor, ((drawn.points - (left, bottom)) * (1, -1))[::-1]])
    starts = np.concatenate([[0], FLOOR + drawn.starts[-1] - drawn.starts[::-1]])
    return _distinct(points.astype(np.float32), starts)


def _distinct(points: NDArray[np.float32], starts: Ids) -> tuple[NDArray[np.float32], Ids]:
    """Return rings, and where each starts, without points that lie where the next one does."""
    after = onward(starts, np.ones(len(starts) - 1, np.bool_))
    kept = (points != points[after]).any(axis=1)
    lengths = np.add.reduceat(kept, starts[:-1], dtype=np.int64)
    kept &= np.repeat(lengths > 2, np.diff(starts))  # a ring of two encloses nothing
    return points[kept], np.concatenate([[0], np.cumsum(lengths[lengths > 2])])

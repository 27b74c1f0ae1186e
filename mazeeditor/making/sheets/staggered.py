r"""Copies of one part in rows, every other of which is moved by half a part: circles lie closer so.

::

     ( )( )( )( )       rows are as close as the hulls of outlines allow, a gap apart; every other
      ( )( )( )         one may be turned by half a turn too, so that triangles lie close
     ( )( )( )( )
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, floor

import numpy as np

from mazeeditor.core.job import Job
from mazeeditor.making.parts import CutPart
from mazeeditor.making.paths.tool_paths import Operation, ToolPaths
from mazeeditor.page.curves import flatten
from mazeeditor.page.scene import Points

# mm: how far lines may be from arcs where distances between outlines are measured
ARC_ERROR_MM = 0.005
WORTH, EXACT = 0.1, 1e-3  # mm: rows that are so much closer are worth it; how exact that is
TOLERANCE_MM = 1e-6  # mm
MAX_PARTS = 200  # parts in a row that are tried
Size = tuple[float, float]


@dataclass(frozen=True)
class Rows:
    """How copies lie in rows, in mm: ``along`` between those of a row, ``down`` between rows.

    ``half`` is whether every other row is turned by half a turn; ``size`` is that of a part.
    """

    size: Size
    along: float
    down: float
    half: bool

    def in_room(self, count: int, room: Size) -> StaggeredCopies | None:
        """Return places for so many copies on sheets that have ``room``, None where none fits."""
        width, height = self.size
        if width > room[0] + TOLERANCE_MM or height > room[1] + TOLERANCE_MM:
            return None
        even = 1 + _steps(room[0] - width, self.along, count)
        odd = max(0, 1 + _steps(room[0] - width - self.along / 2, self.along, count))
        if odd == 0:
            return None
        return self._placed(count, even, odd, 1 + _steps(room[1] - height, self.down, count))

    def open_ended(self, count: int, room: Size) -> Iterator[StaggeredCopies]:
        """Yield places on one sheet with rows of each length, within a room."""
        for even in range(1, min(count, MAX_PARTS) + 1):
            for odd in {even, even - 1} - {0}:
                placed = self._placed(count, even, odd, count)
                if (
                    placed.width <= room[0] + TOLERANCE_MM
                    and placed.height <= room[1] + TOLERANCE_MM
                ):
                    yield placed

    def _placed(self, count: int, even: int, odd: int, rows: int) -> StaggeredCopies:
        places: list[tuple[int, float, float, bool]] = []
        sheet = 0
        while len(places) < count:
            for row in range(rows):
                in_row = odd if row % 2 else even
                for column in range(min(in_row, count - len(places))):
                    x = column * self.along + (self.along / 2 if row % 2 else 0.0)
                    places.append((sheet, x, row * self.down, self.half and row % 2 == 1))
            sheet += 1
        last = [place for place in places if place[0] == sheet - 1]
        width = max(place[1] for place in last) + self.size[0]
        height = max(place[2] for place in last) + self.size[1]
        return StaggeredCopies(tuple(places), sheet, width, height)


@dataclass(frozen=True)
class StaggeredCopies:
    """Places of copies: sheet, x, y in mm, turned by half a turn; and what the last sheet takes."""

    places: tuple[tuple[int, float, float, bool], ...]
    sheets: int
    width: float
    height: float


def _steps(length: float, step: float, most: int) -> int:
    return -1 if length < -TOLERANCE_MM else min(most, floor((length + TOLERANCE_MM) / step))


def rows_of(part: CutPart, gap: float, job: Job, *, turn: bool) -> list[Rows]:
    """Return the ways in which copies of a part lie in rows; none where boxes are as good.

    Raises ``CancelledError``.
    """
    edge = part.paths.get(Operation.OUTER_CUT)
    if edge is None or len(edge) != 1 or not _same_box(edge, part):
        return []
    left, top, right, bottom = edge.box
    width, height = right - left, bottom - top
    outline = hull_of(flatten(edge.drawn(1.0, ""), ARC_ERROR_MM).points)
    upside = np.array([left + right, top + bottom]) - outline
    along, result = width + gap, []
    for half, other in ((False, outline), (True, upside)) if turn else ((False, outline),):
        job.check()
        down = max(
            _rows_apart(outline, other, along, height + gap, gap + 2 * ARC_ERROR_MM),
            (height + gap) / 2,
        )
        if down < height + gap - WORTH:
            result.append(Rows((width, height), along, down, half))
    return result


def hull_of(points: Points) -> Points:
    """Return the corners of the convex hull of points, in their order around it."""
    ordered = points[np.lexsort([points[:, 1], points[:, 0]])].tolist()
    hull: list[list[float]] = []
    for way in (ordered, ordered[::-1]):
        base = len(hull)
        for point in way:
            while len(hull) >= base + 2 and not _turns(hull[-2], hull[-1], point):
                hull.pop()
            hull.append(point)
        hull.pop()
    return np.array(hull)


def _turns(one: list[float], other: list[float], third: list[float]) -> bool:
    cross = (other[0] - one[0]) * (third[1] - one[1]) - (other[1] - one[1]) * (third[0] - one[0])
    return cross > 0


def _same_box(edge: ToolPaths, part: CutPart) -> bool:
    return all(abs(a - b) < TOLERANCE_MM for a, b in zip(edge.box, part.box, strict=True))


def _rows_apart(outline: Points, other: Points, along: float, most: float, gap: float) -> float:
    """Return how far apart two rows must be at least, up to ``most``, for a gap between parts."""
    low, high = 0.0, most
    while high - low > EXACT:
        down = (low + high) / 2
        moved = [(other, outline), (outline, other)]
        sides = along / 2, -along / 2
        clear = all(
            _is_apart(below + np.array([side, down]), above, gap)
            for below, above in moved
            for side in sides
        )
        low, high = (low, down) if clear else (down, high)
    return ceil(high * 1000) / 1000


def _is_apart(one: Points, other: Points, gap: float) -> bool:
    """Whether convex outlines are a gap apart, along a normal or between the nearest corners."""
    edges = np.concatenate([np.roll(one, -1, axis=0) - one, np.roll(other, -1, axis=0) - other])
    between = one[:, None] - other
    nearest = between.reshape(-1, 2)[int((between**2).sum(axis=-1).argmin())]
    ways = np.concatenate([np.stack([-edges[:, 1], edges[:, 0]], axis=1), nearest[None]])
    length = np.hypot(*ways.T)
    normals = (ways[length > 0] / length[length > 0, None]).T
    a, b = one @ normals, other @ normals
    apart = np.maximum(b.min(axis=0) - a.max(axis=0), a.min(axis=0) - b.max(axis=0))
    return bool(apart.max() >= gap - TOLERANCE_MM)

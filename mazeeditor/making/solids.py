r"""Solids of triangles: walls of a height on a floor, watertight, for printers.

::

        top of the walls     the areas seen from above are filled with triangles between the corners
       +---+      +-----     of their outlines alone, so each edge there is an edge of the wall
       |   |      |          below or above it: nothing has to be joined, and nothing is open
    ---+   +------+          floor between the walls
    |                        sides: two triangles for each edge of an outline
    +---------------------   below
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.compiled import F64, I64, kernel
from mazeeditor.drawing.curves import flattened, onward
from mazeeditor.drawing.free_ground import Box
from mazeeditor.drawing.scene import Ids, Numbers, Points
from mazeeditor.errors import MazeError
from mazeeditor.job import Job
from mazeeditor.making.own_process import run_apart
from mazeeditor.making.tool_paths import ToolPaths, areas_of, paths_of
from mazeeditor.translation import _

FLAT = 0.01  # mm: how far triangles are from arcs at most
ASIDE = 1e-6  # mm: no three corners lie on a line where areas are filled, none would be left out
SLICES = 4096  # at most, of the edges by height
AT_ONCE = 4_000  # corners: up to here this takes 20 ms
NOTHING = -1


@dataclass(frozen=True, eq=False)
class Solid:
    """A closed surface, z up: ``points`` float64[v, 3] in mm, ``triangles`` int64[t, 3] of them.

    Seen from outside the corners of a triangle go anticlockwise.
    """

    points: NDArray[np.float64]
    triangles: Ids

    @property
    def corners(self) -> NDArray[np.float64]:
        """float64[t, 3, 3], the corners of each triangle."""
        result: NDArray[np.float64] = self.points[self.triangles]
        return result

    @property
    def volume(self) -> float:
        """What is enclosed, in mm³."""
        first, second, third = np.moveaxis(self.corners, 1, 0)
        return float((first * np.cross(second, third)).sum() / 6)

    @property
    def summary(self) -> tuple[str, str]:
        """How large it is, in two lines for people."""
        width, depth, height = (self.points.max(axis=0) - self.points.min(axis=0)).tolist()
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

    ``outlines`` are the rings of the walls, in mm, y down; ``box`` is the floor, which reaches
    beyond them. Raises ``MazeError`` and ``CancelledError``.
    """
    job = job or Job()
    rings = _straight(outlines, box)
    count, sides = len(rings.points), len(rings.points) - 4
    regions = _Regions(rings)
    job.check()
    # in one go the triangles of many corners hold Python's lock
    tops, grounds = regions.fill(job) if count < AT_ONCE else run_apart(job, _fill, regions)
    low = np.where(np.arange(count) < sides, floor, 0.0)
    high = np.where(np.arange(count) < sides, floor + height, floor)
    points = np.concatenate(
        [np.column_stack([rings.points, low]), np.column_stack([rings.points, high])]
    )
    # what lies on the floor has the lower points of walls, and the upper ones of the floor itself
    on_floor = np.arange(count) + np.where(np.arange(count) < sides, 0, count)
    after = onward(rings.starts, rings.closed)
    here = np.arange(count)
    below = sides + np.array([[0, 2, 1], [0, 3, 2]])
    triangles = [
        np.stack([here, after, after + count], axis=1),
        np.stack([here, after + count, here + count], axis=1),
        tops + count,
        on_floor[grounds],
        below,
    ]
    return Solid(points, np.concatenate(triangles).astype(np.int64))


def _straight(outlines: ToolPaths, box: Box) -> ToolPaths:
    """Return rings of lines alone, y up, with what is kept on their left; the floor's is last.

    (0, 0) is the left lower corner of the floor.
    """
    left, top, right, bottom = box
    drawn = flattened(outlines.drawn(1.0, ""), FLAT)
    points = (drawn.points - (left, bottom)) * (1, -1)
    rings = paths_of(points, drawn.starts, None, closed=True)
    turned = np.ones(len(rings), np.bool_)  # mirrored rings run the other way
    rings = rings.chosen(np.arange(len(rings)), turned)
    width, height = right - left, bottom - top
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)])
    starts = np.append(rings.starts, rings.starts[-1] + 4)
    return paths_of(np.concatenate([rings.points, corners]), starts, None, closed=True)


class _Regions:
    """Which rings lie right inside which: tops of walls and the ground between them."""

    def __init__(self, rings: ToolPaths) -> None:
        self._after = onward(rings.starts, rings.closed)
        noise = np.random.default_rng(1).uniform(-ASIDE, ASIDE, rings.points.shape)
        self._points = rings.points + noise
        self._starts = rings.starts
        self._areas = areas_of(paths_of(self._points, rings.starts, None, closed=True))
        self._on_wall = self._areas > 0  # right inside of the ring; else the ground
        self._on_wall[-1] = False
        self._parents = self._enclosing()

    def fill(self, job: Job) -> tuple[Ids, Ids]:
        """Return the triangles int64[t, 3] of the tops of walls, and of the ground."""
        holes: list[list[int]] = [[] for _ring in self._parents]
        for ring, parent in enumerate(self._parents[:-1]):
            holes[parent].append(ring)
        none = np.zeros((0, 3), np.int64)
        tops, grounds = [none], [none]
        job.phase(len(holes))
        for ring, inner in enumerate(holes):
            job.step(ring)
            part = tops if self._on_wall[ring] else grounds
            part.append(self._triangles(ring, inner))
        return np.concatenate(tops), np.concatenate(grounds)

    def _triangles(self, ring: int, holes: Sequence[int]) -> Ids:
        """Return the triangles int64[t, 3], anticlockwise, between a ring and what lies in it."""
        import mapbox_earcut  # here: few files need it

        parts = [np.arange(*self._starts[one : one + 2]) for one in (ring, *holes)]
        corners = np.concatenate(parts)
        ends = np.cumsum([len(part) for part in parts]).astype(np.uint32)
        flat = mapbox_earcut.triangulate_float64(self._points[corners], ends)
        triangles: Ids = corners[flat.astype(np.int64).reshape(-1, 3)]
        areas = _areas(self._points, triangles)
        filled = np.abs(self._areas[ring]) - np.abs(self._areas[list(holes)]).sum()
        complete = len(triangles) == len(corners) + 2 * len(holes) - 2
        if not complete or not np.isclose(np.abs(areas).sum(), filled):
            raise MazeError(_("The walls overlap: make them thinner, or the cells larger."))
        return triangles if areas.sum() > 0 else triangles[:, ::-1]

    def _enclosing(self) -> list[int]:
        """Return for each ring the one right around it; that of the floor is around the rest."""
        count = len(self._starts) - 1
        x, y = (np.ascontiguousarray(axis) for axis in self._points.T)
        sides = RingSides(x, y, self._after, *_sliced(y, self._after, count))
        spans = zip(self._starts[:-1], self._starts[1:], strict=True)
        leftmost = np.array([low + x[low:high].argmin() for low, high in spans], np.int64)
        beside = np.full(count, NOTHING, np.int64)
        _look_left(sides, leftmost, beside)
        ring_of = np.repeat(np.arange(count), np.diff(self._starts))
        parents = [count - 1] * count
        for ring in np.argsort(x[leftmost]).tolist():  # what is farther left is known then
            if ring == count - 1:
                continue
            other = int(ring_of[beside[ring]])
            within = self._on_wall[other] != self._on_wall[ring]
            parents[ring] = other if within else parents[other]
        return parents


def _fill(regions: _Regions) -> tuple[Ids, Ids]:
    return regions.fill(Job())


class RingSides(NamedTuple):
    """The sides of all rings, each from a point to the one ``after`` it; ``x`` and ``y`` in mm.

    Those that lie in slice ``s`` of the height, from ``low`` on, ``1 / per_mm`` mm high, are
    ``sides[first[s]:first[s + 1]]``.
    """

    x: F64
    y: F64
    after: I64
    first: I64
    sides: I64
    low: float
    per_mm: float


def _sliced(y: Numbers, after: Ids, rings: int) -> tuple[Ids, Ids, float, float]:
    """Return ``first``, ``sides``, ``low`` and ``per_mm`` of ``RingSides``."""
    low, count = float(y.min()), min(SLICES, rings + 1)
    per_mm = count / (float(y.max()) - low + 2 * ASIDE)
    begin, end = (((y[part] - low) * per_mm).astype(np.int64) for part in (slice(None), after))
    begin, end = np.minimum(begin, end), np.maximum(begin, end)
    spans = end - begin + 1
    sides = np.repeat(np.arange(len(y)), spans)
    slices = (
        np.repeat(begin, spans) + np.arange(len(sides)) - np.repeat(np.cumsum(spans) - spans, spans)
    )
    order = np.argsort(slices, kind="stable")
    first = np.searchsorted(slices[order], np.arange(count + 1)).astype(np.int64)
    return first, sides[order], low, per_mm


@kernel
def _look_left(rings: RingSides, leftmost: I64, beside: I64) -> int:
    """Write which side lies next to the left of each ring; return how many have one."""
    x, y, count = rings.x, rings.y, 0
    for ring in range(len(leftmost)):
        at_x, at_y, nearest = x[leftmost[ring]], y[leftmost[ring]], 0.0
        piece = int((at_y - rings.low) * rings.per_mm)
        for i in range(rings.first[piece], rings.first[piece + 1]):
            here = rings.sides[i]
            there = rings.after[here]
            if (y[here] > at_y) == (y[there] > at_y):
                continue
            across = x[here] + (at_y - y[here]) / (y[there] - y[here]) * (x[there] - x[here])
            if across < at_x - 1e-9 and (beside[ring] < 0 or across > nearest):
                nearest = across
                beside[ring] = here
        count += beside[ring] >= 0
    return count


def _areas(points: Points, triangles: Ids) -> Numbers:
    """Return float64[t], the areas of triangles, < 0 where they go clockwise."""
    first, second, third = np.moveaxis(points[triangles], 1, 0)
    u, v = second - first, third - first
    result: Numbers = (u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]) / 2
    return result

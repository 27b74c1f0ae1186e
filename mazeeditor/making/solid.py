"""A solid of triangles: walls of a height on a floor, watertight, for printers.

::

        top of the walls     the areas seen from above are filled with triangles between the corners
       +---+      +-----     of their outlines alone, so each edge there is an edge of the wall
       |   |      |          below or above it: nothing has to be joined, and nothing is open
    ---+   +------+          floor between the walls
    |                        sides: two triangles for each edge of an outline
    +---------------------   below

The floor is a ring of lines, and may have holes. Corners are where a file can say that they are: a
number of four bytes, as STL has them.

The whole floor is triangulated once, with the edges of all rings among those of its triangles::

    +-------------------------+      the floor: one ring around all others
    |     +---->----+         |
    |     | wall    |  ground |      walls lie on the left of the edges of their rings,
    |     +----<----+         |      the ground on the right
    +-------------------------+

Whether a triangle is wall or ground follows from its edges; where none is of a ring, from its
neighbours. What lies beyond the edges of the floor, in its holes too, is outside.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.memory import check_free
from mazeeditor.core.processes.workers import STEPS, run_apart
from mazeeditor.core.translation import _
from mazeeditor.making.paths.tool_paths import ToolPaths, areas_of, paths_of, rectangle
from mazeeditor.page.curves import flatten, onward
from mazeeditor.page.scene import Box, Ids, Points

if TYPE_CHECKING:
    from pythoncdt import Triangulation

ARC_ERROR_MM = 0.01  # mm: how far triangles are from arcs at most
BYTES_PER_CORNER = 300  # bytes at most for each corner of outlines, those of the library among them
BLOCK_TRIANGLES = 1 << 13  # triangles written together
FREED_CORNERS = 100_000  # corners that are freed within 20 ms
CORNERS_AT_ONCE = 200_000  # corners that take 0.2 s
PORTIONS = 32  # of more corners, and of edges: each copies all that is there
CLASSIFIED = 1 << 14  # triangles classified together
LIBRARY_CORNERS = 3  # corners that the library puts around all others, before them
FIRST_CORNERS = 4  # corners of the first one, at least
CORNERS, EDGES = 0.55, 0.3  # of the work, about
UNKNOWN, GROUND, WALL, OUTSIDE = range(4)
Corners = NDArray[np.int32]
Kinds = NDArray[np.uint8]
Numbered = NDArray[np.uint32]  # corners as the library counts them


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
        for first in range(0, len(self.triangles), BLOCK_TRIANGLES):
            yield self.points[self.triangles[first : first + BLOCK_TRIANGLES]].astype(np.float64)

    def walls_and_floor(self) -> tuple[Corners, Corners]:
        """Return triangles of the walls and of the floor, each closed: the walls stand on it.

        The first half of ``points`` are lower corners, of which the others stand right above.
        """
        half = len(self.points) // 2
        height = self.points[:, 2]
        at_top = height[self.triangles] == height.max()
        is_wall = at_top.any(axis=1)
        below = self.triangles[at_top.all(axis=1)] - half
        walls = np.concatenate([self.triangles[is_wall], below[:, ::-1]])
        return walls, np.concatenate([self.triangles[~is_wall], below])

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
    outlines: ToolPaths,
    ground: Box | ToolPaths,
    floor: float,
    height: float,
    job: Job | None = None,
) -> Solid:
    """Return walls ``height`` mm high on a floor, ``floor`` mm thick.

    ``outlines`` are the rings of the walls, in mm, y down, with the walls on their right as seen;
    ``ground`` is the floor, which reaches beyond them: a box, or rings that have it on their right
    too. Raises ``MazeError`` and ``CancelledError``.
    """
    job = job or Job()
    rings_of_floor = ground if isinstance(ground, ToolPaths) else rectangle(*ground)
    corners, starts, of_ground = straight(outlines, rings_of_floor)
    count = len(corners)
    check_free(
        _("A solid of {corners:,} corners").format(corners=2 * count), BYTES_PER_CORNER * count
    )
    rings = paths_of(corners.astype(np.float64), starts, None, closed=True)
    areas = areas_of(rings)  # of holes below 0
    on_ground = np.arange(len(areas)) < np.searchsorted(starts, of_ground)
    volume = floor * float(areas[on_ground].sum()) + height * float(areas[~on_ground].sum())
    after = onward(rings.starts, rings.closed)
    tops, grounds = fill_walls(rings.points, after, job, floor=of_ground)
    if of_ground == FIRST_CORNERS:
        below = np.array([[0, 2, 1], [0, 3, 2]], np.int32)
    else:
        some = slice(0, of_ground)
        _none, below = fill_walls(rings.points[some], after[some], job, floor=of_ground)
        below = below[:, ::-1]
    job.check()
    # of each corner a lower point, then an upper one: of the floor itself, or of walls on it
    of_floor = np.arange(count) < of_ground
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
        below,
    ]
    job.check()
    return Solid(points, np.concatenate(triangles, dtype=np.int32), volume)


def straight(outlines: ToolPaths, ground: ToolPaths) -> tuple[NDArray[np.float32], Ids, int]:
    """Return the corners float32[n, 2] of rings of lines, y up, and where each ring starts.

    Walls are on their left. The first rings are those of the floor, of as many corners as the last
    number says; (0, 0) is its left lower corner.
    """
    left, _top, _right, bottom = ground.box
    parts: list[NDArray[np.float32]] = []
    all_starts, counts = [np.zeros(1, np.int64)], list[int]()
    for item in (ground, outlines):
        drawn = flatten(item.drawn(1.0, ""), ARC_ERROR_MM)
        # backwards, as what was right of a ring is to be on its left
        points = ((drawn.points - (left, bottom)) * (1, -1))[::-1].astype(np.float32)
        some, starts = _distinct(points, drawn.starts[-1] - drawn.starts[::-1])
        parts.append(some)
        all_starts.append(starts[1:] + sum(counts))
        counts.append(len(some))
    return np.concatenate(parts), np.concatenate(all_starts), counts[0]


def _distinct(points: NDArray[np.float32], starts: Ids) -> tuple[NDArray[np.float32], Ids]:
    """Return rings, and where each starts, without points that lie where the next one does."""
    after = onward(starts, np.ones(len(starts) - 1, np.bool_))
    kept = (points != points[after]).any(axis=1)
    lengths = np.add.reduceat(kept, starts[:-1], dtype=np.int64)
    kept &= np.repeat(lengths > 2, np.diff(starts))  # a ring of two encloses nothing
    return points[kept], np.concatenate([[0], np.cumsum(lengths[lengths > 2])])


class Filled(NamedTuple):
    """Triangles int32[t, 3] of corners, anticlockwise where y goes up."""

    tops: Corners
    grounds: Corners


def fill_walls(
    points: Points, after: Ids, job: Job | None = None, *, floor: int = FIRST_CORNERS
) -> Filled:
    """Return the triangles of walls and of the ground between them.

    ``points`` float64[n, 2] are joined to rings by ``after`` int64[n], the point that follows each
    one, with walls on the left. The first ``floor`` are those of the ground, which is on their
    left too: a ring around the others, and its holes. Without holes there are ``2 * (n - 3)``
    triangles where the floor is a rectangle. Their only corners are the points: areas that share
    an edge share its ends. Raises ``MazeError`` where rings touch or cross, and
    ``CancelledError``.

    A constrained Delaunay triangulation by the library CDT, whose predicates are exact. It lets
    other threads run, but for as long as it frees what it took.
    """
    job = job or Job()
    if len(points) <= FREED_CORNERS:
        return _fill(points, after, floor, job)
    job.phase(STEPS)
    return run_apart(job, _fill, points, after, floor, job)


def _fill(points: Points, after: Ids, floor: int, job: Job) -> Filled:
    """Return the triangles, made in this process."""
    edges = np.stack([np.arange(len(after)), after], axis=1).astype(np.uintc)
    try:
        found = _triangulate(points, edges, floor, job).triangles_array(copy=False)
    except RuntimeError as problem:
        if type(problem) is not RuntimeError:
            raise
        raise _overlap() from None  # corners in the same place, or edges that cross
    corners, neighbours = found["vertices"], found["neighbors"]
    kinds = _kinds(corners, neighbours, after, floor, job)
    return Filled(*(_number(corners, kinds == kind, job) for kind in (WALL, GROUND)))


def _number(corners: Numbered, chosen: NDArray[np.bool_], job: Job) -> Corners:
    """Return the chosen triangles, their corners without those that the library added."""
    result = np.empty((int(np.count_nonzero(chosen)), 3), np.int32)
    used = 0
    for first in range(0, len(corners), CLASSIFIED):
        job.check()
        some = corners[first : first + CLASSIFIED][chosen[first : first + CLASSIFIED]]
        result[used : used + len(some)] = some.astype(np.int32) - LIBRARY_CORNERS
        used += len(some)
    return result


def _triangulate(points: Points, edges: Numbered, floor: int, job: Job) -> Triangulation:
    """Return a triangulation with all edges; it goes on to three corners around the points."""
    from pythoncdt import (  # here: few files need it
        IntersectingConstraintEdges,
        Triangulation,
        VertexInsertionOrder,
    )

    large = len(points) > CORNERS_AT_ONCE
    order = VertexInsertionOrder.AS_PROVIDED if large else VertexInsertionOrder.AUTO
    result = Triangulation(order, IntersectingConstraintEdges.NOT_ALLOWED, 0.0)
    # the first portion holds the floor: all others are to lie within it
    portion = max(floor, -(-len(points) // PORTIONS)) if large else len(points)
    job.phase(len(points), CORNERS)
    for first in range(0, len(points), portion):
        job.step(first)
        result.insert_vertices(points[first : first + portion].ravel().data)
    job.phase(len(edges), EDGES)
    for first in range(0, len(edges), portion):
        job.step(first)
        result.insert_edges(edges[first : first + portion].ravel().data)
    return result


def _kinds(corners: Numbered, neighbours: Numbered, after: Ids, floor: int, job: Job) -> Kinds:
    """Return uint8[t], whether triangles are ``GROUND``, ``WALL`` or ``OUTSIDE`` of the floor.

    ``neighbours`` uint32[t, 3] lie beyond the edges from each corner to the next one.
    """
    count = len(corners)
    following = np.full(len(after) + LIBRARY_CORNERS, -1, np.int64)
    following[LIBRARY_CORNERS:] = after + LIBRARY_CORNERS
    kinds, on_rings = np.zeros(count, np.uint8), np.zeros((count, 3), np.bool_)
    blocks = [slice(first, first + CLASSIFIED) for first in range(0, count, CLASSIFIED)]
    job.phase(2 * count)
    edges = 0
    for block in blocks:
        job.step(block.start)
        kinds[block], on_rings[block] = _by_edges(corners[block], following, floor)
        edges += int(np.count_nonzero(on_rings[block]))
    if edges != 2 * len(after):  # an edge passes through a corner of another ring
        raise _overlap()
    _follow_neighbours(kinds, neighbours, job)
    for block in blocks:
        job.step(count + block.start)
        same = (kinds[neighbours[block] % count] == kinds[block, None]) | on_rings[block]
        if not (same.all(axis=1) | (kinds[block] == OUTSIDE)).all():  # rings within their own walls
            raise _overlap()
    return kinds


def _by_edges(corners: Numbered, following: Ids, floor: int) -> tuple[Kinds, NDArray[np.bool_]]:
    """Return what triangles are by their edges, bool[t, 3] whether those are edges of rings."""
    here, there = corners, corners[:, [1, 2, 0]]
    ahead, back = following[here] == there, following[there] == here
    of_floor = here < LIBRARY_CORNERS + floor
    wall = (ahead & ~of_floor).any(axis=1)
    ground = ((back & ~of_floor) | (ahead & of_floor)).any(axis=1)
    outside = (here < LIBRARY_CORNERS).any(axis=1) | (back & of_floor).any(axis=1)
    if (wall & ground).any() or (outside & (wall | ground)).any():
        raise _overlap()
    kinds = np.select([outside, wall, ground], [OUTSIDE, WALL, GROUND], UNKNOWN)
    return kinds.astype(np.uint8), ahead | back


def _follow_neighbours(kinds: Kinds, neighbours: Numbered, job: Job) -> None:
    """Let triangles without an edge of a ring be what is around them."""
    unknown = np.flatnonzero(kinds == UNKNOWN)
    while len(unknown):
        job.check()
        kinds[unknown] = kinds[neighbours[unknown]].max(axis=1)
        left = unknown[kinds[unknown] == UNKNOWN]
        assert len(left) < len(unknown)  # the floor has edges
        unknown = left


def _overlap() -> MazeError:
    return MazeError(_("The walls overlap: make them thinner, or the cells larger."))

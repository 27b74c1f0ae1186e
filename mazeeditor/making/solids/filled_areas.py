r"""Areas between rings as triangles: the tops of walls, and the ground between them.

::

    +-------------------------+      the floor: one ring around all others
    |     +---->----+         |
    |     | wall    |  ground |      walls lie on the left of the edges of their rings,
    |     +----<----+         |      the ground on the right
    +-------------------------+

The whole floor is triangulated once, with the edges of all rings among those of its triangles.
Which of the two a triangle is, its edges tell; where it has none of a ring, its neighbours do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.processes.workers import STEPS, run_apart
from mazeeditor.core.translation import _
from mazeeditor.page.scene import Ids, Points

if TYPE_CHECKING:
    from pythoncdt import Triangulation

APART = 100_000  # corners that are freed within 20 ms
AT_ONCE = 200_000  # corners that take 0.2 s
PORTIONS = 32  # of more corners, and of edges: each copies all that is there
BLOCK = 1 << 14  # triangles looked at together
AROUND = 3  # corners that the library puts around all others, before them
FLOOR = 4  # corners
CORNERS, EDGES = 0.55, 0.3  # of the work, about
UNKNOWN, GROUND, WALL, OUTSIDE = range(4)
Corners = NDArray[np.int32]
Kinds = NDArray[np.uint8]
Numbered = NDArray[np.uint32]  # corners as the library counts them


class Filled(NamedTuple):
    """Triangles int32[t, 3] of corners, anticlockwise where y goes up."""

    tops: Corners
    grounds: Corners


def filled(points: Points, after: Ids, job: Job | None = None) -> Filled:
    """Return the triangles of walls and of the ground between them.

    ``points`` float64[n, 2] are joined to rings by ``after`` int64[n], the point that follows each
    one, with walls on the left. The first four are the floor, a rectangle around the others,
    anticlockwise. There are ``2 * (n - 3)`` triangles, whose only corners are the points: areas
    that share an edge share its ends. Raises ``MazeError`` where rings touch or cross, and
    ``CancelledError``.

    A constrained Delaunay triangulation by the library CDT, whose predicates are exact. It lets
    other threads run, but for as long as it frees what it took.
    """
    job = job or Job()
    if len(points) <= APART:
        return _filled(points, after, job)
    job.phase(STEPS)
    return run_apart(job, _filled, points, after, job)


def _filled(points: Points, after: Ids, job: Job) -> Filled:
    """Return the triangles, made in this process."""
    edges = np.stack([np.arange(len(after)), after], axis=1).astype(np.uintc)
    try:
        found = _triangulated(points, edges, job).triangles_array(copy=False)
    except RuntimeError as problem:
        if type(problem) is not RuntimeError:
            raise
        raise _overlap() from None  # corners in the same place, or edges that cross
    corners, neighbours = found["vertices"], found["neighbors"]
    kinds = _kinds(corners, neighbours, after, job)
    return Filled(*(_numbered(corners, kinds == kind, job) for kind in (WALL, GROUND)))


def _numbered(corners: Numbered, chosen: NDArray[np.bool_], job: Job) -> Corners:
    """Return the chosen triangles, their corners without those that the library added."""
    result = np.empty((int(np.count_nonzero(chosen)), 3), np.int32)
    used = 0
    for first in range(0, len(corners), BLOCK):
        job.check()
        some = corners[first : first + BLOCK][chosen[first : first + BLOCK]]
        result[used : used + len(some)] = some.astype(np.int32) - AROUND
        used += len(some)
    return result


def _triangulated(points: Points, edges: Numbered, job: Job) -> Triangulation:
    """Return a triangulation with all edges; it goes on to three corners around the points."""
    from pythoncdt import (  # here: few files need it
        IntersectingConstraintEdges,
        Triangulation,
        VertexInsertionOrder,
    )

    large = len(points) > AT_ONCE
    order = VertexInsertionOrder.AS_PROVIDED if large else VertexInsertionOrder.AUTO
    result = Triangulation(order, IntersectingConstraintEdges.NOT_ALLOWED, 0.0)
    # the first portion holds the floor: all others are to lie within it
    portion = max(FLOOR, -(-len(points) // PORTIONS)) if large else len(points)
    job.phase(len(points), CORNERS)
    for first in range(0, len(points), portion):
        job.step(first)
        result.insert_vertices(points[first : first + portion].ravel().data)
    job.phase(len(edges), EDGES)
    for first in range(0, len(edges), portion):
        job.step(first)
        result.insert_edges(edges[first : first + portion].ravel().data)
    return result


def _kinds(corners: Numbered, neighbours: Numbered, after: Ids, job: Job) -> Kinds:
    """Return uint8[t], whether triangles are ``GROUND``, ``WALL`` or ``OUTSIDE`` of the floor.

    ``neighbours`` uint32[t, 3] lie beyond the edges from each corner to the next one.
    """
    count = len(corners)
    following = np.full(len(after) + AROUND, -1, np.int64)
    following[AROUND:] = after + AROUND
    kinds, on_rings = np.zeros(count, np.uint8), np.zeros((count, 3), np.bool_)
    blocks = [slice(first, first + BLOCK) for first in range(0, count, BLOCK)]
    job.phase(2 * count)
    edges = 0
    for block in blocks:
        job.step(block.start)
        kinds[block], on_rings[block] = _by_edges(corners[block], following)
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


def _by_edges(corners: Numbered, following: Ids) -> tuple[Kinds, NDArray[np.bool_]]:
    """Return what triangles are by their edges, bool[t, 3] whether those are edges of rings."""
    here, there = corners, corners[:, [1, 2, 0]]
    ahead, back = following[here] == there, following[there] == here
    of_floor = here < AROUND + FLOOR
    wall = (ahead & ~of_floor).any(axis=1)
    ground = (back | (ahead & of_floor)).any(axis=1)
    outside = (here < AROUND).any(axis=1)
    if (wall & ground).any():
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

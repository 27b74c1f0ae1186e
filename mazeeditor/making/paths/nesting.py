"""Which closed paths lie in which others: what is inside is cut before what is around it.

What has been cut out may move or fall. So a ring within a ring comes first, also where both are
cuts of the same kind, and where a loose piece lies within what is cut out of another.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np

from mazeeditor.core.distinct import distinct
from mazeeditor.core.job import Job
from mazeeditor.making.paths.offset import inside
from mazeeditor.making.paths.tool_paths import (
    Operation,
    ToolPaths,
    areas_of,
    join_paths,
    no_paths,
)
from mazeeditor.page.curves import flatten
from mazeeditor.page.scene import Ids, Numbers, Points
from mazeeditor.page.wall_styles import Bools

ARC_ERROR_MM = 0.01  # mm: how far lines may be from arcs where it is asked what lies inside
NO_RING = -1
RINGS_AT_ONCE = 1 << 10  # rings that are compared with all others together
MAX_RINGS = 5000  # rings of a sheet: more are those of mazes that tabs hold together


class Nested(NamedTuple):
    """How rings lie in each other: their areas > 0, the ring right around each, how many are."""

    areas: Numbers
    parent: Ids
    depth: Ids

    @classmethod
    def of(cls, rings: ToolPaths, job: Job) -> Nested:
        """Return how closed paths lie in each other; raises ``CancelledError``."""
        areas = np.abs(areas_of(rings))
        drawn = flatten(rings.drawn(1.0, ""), ARC_ERROR_MM)
        low, high = drawn.starts[:-1], drawn.starts[1:]
        left, top = np.minimum.reduceat(drawn.points, low).T
        right, bottom = np.maximum.reduceat(drawn.points, low).T
        polygons = [drawn.points[a:b] for a, b in zip(low, high, strict=True)]
        parent = np.full(len(rings), NO_RING)
        for first in range(0, len(rings), RINGS_AT_ONCE):
            job.check()
            some = np.arange(first, min(first + RINGS_AT_ONCE, len(rings)))
            around = (left[None] <= left[some, None]) & (right[None] >= right[some, None])
            around &= (top[None] <= top[some, None]) & (bottom[None] >= bottom[some, None])
            around &= areas[None] > areas[some, None]
            for ring, row in zip(some.tolist(), around, strict=True):
                known = np.flatnonzero(row)
                for other in known[np.argsort(areas[known])].tolist():
                    if inside(polygons[other], polygons[ring][:1])[0]:
                        parent[ring] = other
                        break
        depth = np.zeros(len(rings), np.int64)
        for ring in np.argsort(-areas).tolist():
            if parent[ring] != NO_RING:
                depth[ring] = depth[parent[ring]] + 1
        return cls(areas, parent, depth)


def enclosed_points(
    points: Points, rings: ToolPaths, job: Job, fine: float = ARC_ERROR_MM
) -> Bools:
    """Return which points float64[k, 2] lie in any of some closed paths: bool[k].

    Lines may be ``fine`` mm from arcs. Raises ``CancelledError``.
    """
    result = np.zeros(len(points), np.bool_)
    drawn = flatten(rings.drawn(1.0, ""), fine)
    for low, high in zip(drawn.starts[:-1], drawn.starts[1:], strict=True):
        job.check()
        if result.all():
            break
        result[~result] = inside(drawn.points[low:high], points[~result])
    return result


def within_frame(cuts: Mapping[Operation, ToolPaths], job: Job) -> dict[Operation, ToolPaths]:
    """Return cuts around walls that are part of a frame: without the outermost rings.

    Where these would be, the frame goes on to its edge. Raises ``CancelledError``.
    """
    holes, walls = cuts[Operation.INNER_CUT], cuts[Operation.OUTER_CUT]
    alone = enclosed_points(walls.points[walls.starts[:-1]], holes, job)
    return {
        Operation.INNER_CUT: holes,
        Operation.OUTER_CUT: walls.chosen(np.flatnonzero(alone)),
    }


def inner_first(
    paths: Mapping[Operation, ToolPaths], job: Job
) -> Iterator[tuple[Operation, list[ToolPaths]]]:
    """Yield the paths of each operation in groups, each of which must be done before the next.

    What lies within an inner cut is one too. Raises ``CancelledError``.
    """
    cuts = {one: some for one, some in paths.items() if one.cuts}
    rings = join_paths([some.chosen(np.flatnonzero(some.closed)) for some in cuts.values()])
    if not 1 < len(rings) <= MAX_RINGS:
        yield from ((one, [some]) for one, some in paths.items())
        return
    nested = Nested.of(rings, job)
    kinds = [np.full(int(some.closed.sum()), one.value) for one, some in cuts.items()]
    within = _within(nested, np.concatenate(kinds) == Operation.INNER_CUT.value)
    for one, some in paths.items():
        if not one.cuts:
            yield one, [some]
    is_inner = (np.concatenate(kinds) == Operation.INNER_CUT.value) | within
    for one in (one for one in Operation if one.cuts):
        mine = np.flatnonzero(is_inner == (one is Operation.INNER_CUT))
        groups = [
            rings.chosen(mine[nested.depth[mine] == depth])
            for depth in distinct(nested.depth[mine])[::-1].tolist()
        ]
        every = cuts.get(one, no_paths())
        lines = every.chosen(np.flatnonzero(~every.closed))
        if len(lines):  # single lines cut what rings cut out afterwards
            groups.insert(0, lines)
        if groups:
            yield one, groups


def _within(nested: Nested, inner: Bools) -> Bools:
    """Return bool[k], which rings lie within an inner cut."""
    result = np.zeros(len(inner), np.bool_)
    for ring in np.argsort(nested.depth, kind="stable").tolist():
        parent = nested.parent[ring]
        if parent != NO_RING:
            result[ring] = inner[parent] or result[parent]
    return result


def kept_on_right(paths: Mapping[Operation, ToolPaths], job: Job) -> dict[Operation, ToolPaths]:
    """Return paths with rings turned so that what is kept lies on the right of each, as seen.

    Around the outermost rings it lies within, of slots without a part around them beyond; of rings
    within rings by turns. Raises ``CancelledError``.
    """
    cuts = [one for one, some in paths.items() if one.cuts and len(some)]
    rings = join_paths([paths[one].chosen(np.flatnonzero(paths[one].closed)) for one in cuts])
    if not len(rings):
        return dict(paths)
    nested = Nested.of(rings, job)
    counts = [int(paths[one].closed.sum()) for one in cuts]
    is_inner = np.repeat([one is Operation.INNER_CUT for one in cuts], counts)
    kept = np.zeros(len(rings), np.bool_)
    for ring in np.argsort(nested.depth, kind="stable").tolist():
        parent = nested.parent[ring]
        kept[ring] = not is_inner[ring] if parent == NO_RING else not kept[parent]
    turned = kept != (areas_of(rings) > 0)
    result = dict(paths)
    for one, some in zip(cuts, np.split(turned, np.cumsum(counts)[:-1]), strict=True):
        which = np.zeros(len(paths[one]), np.bool_)
        which[paths[one].closed] = some
        result[one] = paths[one].chosen(np.arange(len(which)), which)
    return result

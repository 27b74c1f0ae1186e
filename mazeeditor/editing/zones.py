"""Which walls a drag touches: those it runs along and those it crosses, and no others.

A wall has a zone: the middle half of its length, and on either side (15/32, just under) half the
way to the middle of the cell. A drag touches a wall where it meets the zone::

      o----=======----o----=======----o      =  H  the middle half of a wall
      |    :     :    |    :     :    |
    a -----@-----:---------@-----:------->   :  .  the border of a zone; those of the
      |    :.....:    |    :.....:    |            upright walls are not drawn
      H               H               H
    b @---------------@---------------@-->   @  a wall that the drag touches
      H               H               H
      |               |               |
      o----=======----o----=======----o

A drag (a) along a line of walls touches each of them, and none of the walls that stand at right
angles to it: it passes these near their ends. A drag (b) through the middle of cells touches each
wall that it crosses, and none of those beside it. It is the one or the other, whichever is nearer,
and neither has holes. Half way between the two, 1/4 of a cell off, a shaking hand may do both.

The zones lie within the triangles of points that are nearest to their wall, so no two meet, and
what hover shows is what a drag paints. The path is met exactly (separating axes), not sampled:
where the path is the same, so are the walls, however few motion events tell of it.
"""

from __future__ import annotations

from math import ceil, hypot

import numpy as np

from mazeeditor.maze.geometry import Ids, Points
from mazeeditor.maze.lattice import Lattice

ALONG = 1 / 4  # half the length of a zone, in lengths of its wall
ACROSS = 15 / 32  # half its depth, from the wall to the middle of the nearer cell
SPACING = 1 / 4  # cells between the points whose cells are looked at
OUTSIDE = 1.0  # cells around the maze beyond which a path touches nothing

Path = tuple[float, float, float, float]  # x, y to x, y, in cells


def touched(lattice: Lattice, path: Path) -> Ids:
    """Return the walls int64[k] between inside cells that a straight path touches, in its order."""
    short = _clip(lattice, path)
    if short is None:
        return np.empty(0, np.int64)
    walls = _candidates(lattice, short)
    if not len(walls):
        return walls
    entries = _entries(lattice, walls, path)
    hit = np.isfinite(entries)
    return walls[hit][np.argsort(entries[hit], kind="stable")]


def touches(lattice: Lattice, wall: int, x: float, y: float) -> bool:
    """Whether a point lies in the zone of a wall."""
    return bool(np.isfinite(_entries(lattice, np.array([wall], np.int64), (x, y, x, y)))[0])


def _clip(lattice: Lattice, path: Path) -> Path | None:
    """Return the part of a path that is near the maze (Liang and Barsky, 1984)."""
    x0, y0, x1, y1 = path
    first, last = 0.0, 1.0
    geometry = lattice.geometry
    for start, step, size in ((x0, x1 - x0, geometry.width), (y0, y1 - y0, geometry.height)):
        low, high = -OUTSIDE - start, size + OUTSIDE - start
        if step == 0:
            if low > 0 or high < 0:
                return None
            continue
        enter, leave = sorted((low / step, high / step))
        first, last = max(first, enter), min(last, leave)
    if first > last:
        return None
    dx, dy = x1 - x0, y1 - y0
    return x0 + first * dx, y0 + first * dy, x0 + last * dx, y0 + last * dy


def _candidates(lattice: Lattice, path: Path) -> Ids:
    """Return the inner walls int64[k] of the cells at close points of the path.

    No zone is missed between two points: in a cell that has neither of them the path runs within
    1/8 of its border, and there lies no zone but those of the border, which the other cell has.
    """
    x0, y0, x1, y1 = path
    pieces = max(1, ceil(hypot(x1 - x0, y1 - y0) / SPACING))
    xs, ys = np.linspace(x0, x1, pieces + 1).tolist(), np.linspace(y0, y1, pieces + 1).tolist()
    found = {lattice.geometry.cell_at(x, y) for x, y in zip(xs, ys, strict=True)}
    cells = np.array([cell for cell in found if cell is not None], np.int64)
    slots = np.arange(lattice.degree)
    walls = np.unique(lattice.wall_ids(*(each.ravel() for each in np.meshgrid(cells, slots))))
    lower, _slots, upper, _backs = lattice.sides_of(walls)
    return walls[lattice.inside[lower] & lattice.inside[upper]]


def _entries(lattice: Lattice, walls: Ids, path: Path) -> Points:
    """Return float64[k]: where (0..1) a path comes into the zone of each wall, infinite if never.

    In the frame of a zone, x along the wall and y across, the zone is -a..a by -b..b.
    """
    ends, along, across, half = _frames(lattice, walls)
    points = np.array(path, np.float64).reshape(2, 1, 2) - ends.mean(axis=1)
    local = np.stack([(points * along).sum(-1), (points * across).sum(-1)], axis=-1)
    start, step = local[0], local[1] - local[0]
    apart = (np.maximum(local[0], local[1]) < -half) | (np.minimum(local[0], local[1]) > half)
    beside = np.abs(start[:, 0] * step[:, 1] - start[:, 1] * step[:, 0])
    reach = half[:, 0] * np.abs(step[:, 1]) + half[:, 1] * np.abs(step[:, 0])
    moves = step != 0
    enter = np.where(moves, -np.sign(step) * half - start, 0.0) / np.where(moves, step, 1.0)
    return np.where(apart.any(axis=1) | (beside > reach), np.inf, enter.max(axis=1).clip(0.0, 1.0))


def _frames(lattice: Lattice, walls: Ids) -> tuple[Points, Points, Points, Points]:
    """Return, for each wall, its ends, the unit vectors along and across it, and half its zone."""
    geometry = lattice.geometry
    ends = geometry.post_positions(geometry.posts(walls))
    vectors = ends[:, 1] - ends[:, 0]
    lengths = np.hypot(vectors[:, 0], vectors[:, 1])
    along = vectors / lengths[:, None]
    across = np.stack([-along[:, 1], along[:, 0]], axis=-1)
    lower, _slots, upper, _backs = lattice.sides_of(walls)
    depths = [
        np.abs(((geometry.centres(cells) - ends.mean(axis=1)) * across).sum(-1))
        for cells in (lower, upper)
    ]
    half = np.stack([ALONG * lengths, ACROSS * np.minimum(*depths)], axis=-1)
    return ends, along, across, half

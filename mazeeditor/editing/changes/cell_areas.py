r"""Which cells lie in an area that is drawn: a block between two points, a lasso, a brush stroke.

::

    +---------------+          ____
    | o   o   o   o |        .'    '.         from any cell to any other: all cells whose middles
    |   o   o   o   |       |   __   |        lie between theirs, or at most half a cell beyond
    | o   o   o   o |       |  '  '--+
    +---------------+        '.__'           in a round maze the shorter way around

      .--~~--.
     / o  o  o\       a lasso takes the cells whose middles lie within it; its ends are joined by a
    |  o  o  o/       straight line
     \_o__o_/
     ___________
    /  o  o  o  \       a brush of several cells takes those whose middles it covers, and in any
   (  o  o  o  o )      case those that the pointer goes through: so a brush of one cell paints a
    \__o__o__o__/       line without holes
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, singledispatch
from math import ceil, hypot, pi

import numpy as np
from numpy.typing import NDArray

from mazeeditor.editing.tools import Outline
from mazeeditor.maze.geometry import Ids, Points
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import NOWHERE
from mazeeditor.maze.shapes.polar import Rings
from mazeeditor.maze.tiling import Tiling

BORDER_CELLS = 1 / 2  # cells beyond the middles at the border: less than to the next row of squares
CELLS_AT_ONCE = 1 << 20  # cells that are looked at together
NEARLY = 1e-6  # cells and turns, for what is equal but for rounding
STEP = pi / 48  # of an arc that is drawn as chords
# cells, about, that are not looked for with every motion, and not at once
MANY_MOVED_CELLS = 20_000


@dataclass(frozen=True, eq=False)
class CellBlock:
    """The ``outline`` of a block in cells, its ``area``, and what finds the cells in it.

    The area is about the number of cells: enough to decide whether to look for them.
    """

    outline: Outline
    area: float
    find: Callable[[], Ids]

    @cached_property
    def cells(self) -> Ids:
        """The inside cells int64[k], lowest first."""
        return self.find()


def block(lattice: Lattice, one: Points, other: Points) -> CellBlock:
    """Return the block between the cells at two points float64[2], outside the maze or not."""
    return _between(lattice.geometry, lattice, one, other)


@singledispatch
def _between(
    geometry: Tiling,  # noqa: ARG001 - its kind decides
    lattice: Lattice,
    one: Points,
    other: Points,
) -> CellBlock:
    ends = np.array([_middle(lattice, one), _middle(lattice, other)])
    low, high = ends.min(axis=0) - BORDER_CELLS, ends.max(axis=0) + BORDER_CELLS
    corners = (low[0], low[1]), (high[0], low[1]), (high[0], high[1]), (low[0], high[1])
    outline = tuple((float(x), float(y)) for x, y in corners)
    area = float(np.prod(high - low))
    return CellBlock(outline, area, lambda: _within(lattice, low, high))


def _within(lattice: Lattice, low: Points, high: Points) -> Ids:
    """Return the inside cells whose middles lie in a rectangle."""
    geometry, starts = lattice.geometry, lattice.row_starts
    # triangles of one row lie at two heights: the first two cells of a row have both
    second = starts + (lattice.row_lengths > 1)
    heights = np.stack([geometry.centres(cells)[:, 1] for cells in (starts, second)])
    within = (heights.min(axis=0) <= high[1] + NEARLY) & (heights.max(axis=0) >= low[1] - NEARLY)
    rows = np.flatnonzero(within)
    parts = [np.empty(0, np.int64)]
    many = max(1, CELLS_AT_ONCE // lattice.columns)
    for start in range(0, len(rows), many):
        some = rows[start : start + many]
        reach = lattice.row_lengths[some]
        cells = np.repeat(lattice.row_starts[some] - (np.cumsum(reach) - reach), reach)
        cells = cells + np.arange(len(cells), dtype=np.int64)
        cells = cells[lattice.inside[cells]]
        points = lattice.geometry.centres(cells)
        parts.append(cells[((points >= low - NEARLY) & (points <= high + NEARLY)).all(axis=1)])
    return np.concatenate(parts)


def _middle(lattice: Lattice, point: Points) -> Points:
    """Return the middle of the cell at a point; outside the maze, the nearest point of its box."""
    geometry = lattice.geometry
    near = point.clip([NEARLY, NEARLY], [geometry.width - NEARLY, geometry.height - NEARLY])
    cell = int(geometry.all_under(near[0], near[1]))
    return geometry.centres(np.array([cell], np.int64))[0] if cell else near


@_between.register
def _rings(geometry: Rings, lattice: Lattice, one: Points, other: Points) -> CellBlock:
    """Return the cells from ring to ring and from spoke to spoke, the shorter way around."""
    plan = geometry.plan
    (ring_1, low_1, high_1), (ring_2, low_2, high_2) = (
        _sector(geometry, point) for point in (one, other)
    )
    turns = (low_2 - low_1 + 0.5) % 1.0 - 0.5  # from the one to the other, -0.5 to 0.5
    first, last = min(low_1, low_1 + turns), max(high_1, low_1 + turns + high_2 - low_2)
    rings = range(min(ring_1, ring_2), max(ring_1, ring_2) + 1)
    radii = plan.hole + rings[0], plan.hole + rings[-1] + 1
    outline = _ring_outline(plan.radius, radii, first, min(last, first + 1))
    area = pi * (radii[1] ** 2 - radii[0] ** 2) * min(last - first, 1.0)
    return CellBlock(outline, area, lambda: _in_sector(geometry, lattice, rings, first, last))


def _in_sector(geometry: Rings, lattice: Lattice, rings: range, first: float, last: float) -> Ids:
    """Return the inside cells of some rings whose middles lie between two angles, in turns."""
    plan, parts = geometry.plan, []
    for ring in rings:
        count = int(plan.counts[ring])
        past = ((np.arange(count) + 0.5) / count - first + NEARLY) % 1.0
        taken = (past <= last - first + 2 * NEARLY) | (last - first >= 1 - NEARLY) | (count == 1)
        parts.append(plan.starts[ring + 1] + np.flatnonzero(taken))
    cells = np.concatenate(parts).astype(np.int64)
    return cells[lattice.inside[cells]]


def _sector(geometry: Rings, point: Points) -> tuple[int, float, float]:
    """Return the ring nearest to a point, and from where to where its cell there goes, in turns."""
    plan = geometry.plan
    right, up = point[0] - plan.radius, plan.radius - point[1]
    ring = int(np.hypot(right, up)) - plan.hole
    ring = max(0, min(ring, len(plan.counts) - 1))
    count = int(plan.counts[ring])
    turns = float(np.arctan2(right, up)) / (2 * pi) % 1.0
    if count == 1:  # the middle cell lies at every angle
        return ring, turns, turns
    place = min(int(turns * count), count - 1)
    return ring, place / count, (place + 1) / count


def _ring_outline(middle: float, radii: tuple[int, int], first: float, last: float) -> Outline:
    number = max(1, ceil((last - first) * 2 * pi / STEP))
    angles = 2 * pi * np.linspace(first, last, number + 1)
    out = np.stack([np.sin(angles), -np.cos(angles)], axis=-1)
    points = middle + np.concatenate([out * radii[1], out[::-1] * radii[0]])
    return tuple((float(x), float(y)) for x, y in points)


def walls_within(lattice: Lattice, cells: Ids) -> Ids:
    """Return the walls int64[k] between two of ``cells`` int64[m], which ascend.

    It looks at no other cell, so that a few cells of a large maze take no time.
    """
    parts = [np.empty(0, np.int64)]
    for slot in range(lattice.degree):
        others = lattice.beyond(cells, slot)[0]
        ahead, others = cells[others > cells], others[others > cells]
        at = np.searchsorted(cells, others).clip(max=max(0, len(cells) - 1))
        parts.append(ahead[cells[at] == others] * lattice.degree + slot)
    return np.concatenate(parts)


def within(lattice: Lattice, line: Points) -> Ids:
    """Return the inside cells int64[k] whose middles lie within a closed line float64[m, 2].

    Where the line crosses itself, a point is within that is surrounded an odd number of times.
    """
    low, high = line.min(axis=0), line.max(axis=0)
    cells = lattice.inside_cells()
    points = lattice.geometry.centres(cells)
    near = ((points >= low) & (points <= high)).all(axis=1)
    cells, points = cells[near], points[near]
    order = np.argsort(points[:, 1], kind="stable")
    across, down = points[order].T
    odd = np.zeros(len(cells), np.bool_)
    for (x0, y0), (x1, y1) in zip(line.tolist(), np.roll(line, -1, axis=0).tolist(), strict=True):
        first, last = np.searchsorted(down, sorted((y0, y1)))
        if first < last:  # only these points have the edge on one side
            slope = (x1 - x0) / (y1 - y0)
            odd[first:last] ^= across[first:last] < x0 + (down[first:last] - y0) * slope
    return np.sort(cells[order[odd]])


SIZES = (1, 2, 3, 5, 7, 9, 13, 19, 25, 35, 49)  # cells across


SAMPLE_CELLS = 1 / 8  # cells between the points of the path that are looked at


COARSE = 0.7  # ... and of the brush: a circle as wide as a cell holds one in any case


Path = tuple[float, float, float, float]  # x, y to x, y, in cells


def swept(lattice: Lattice, path: Path, size: int) -> Ids:
    """Return the cells int64[k], inside or not, that a brush ``size`` cells wide goes over."""
    points = points_of(path, SAMPLE_CELLS)
    cells = lattice.geometry.all_under(points[:, 0], points[:, 1])
    if size > 1:
        cells = np.concatenate([cells, _cover(lattice, path, size / 2)])
    return _once(cells)


def points_of(path: Path, spacing: float) -> Points:
    """Return float64[k, 2], points of a path, both ends included."""
    x0, y0, x1, y1 = path
    number = max(1, ceil(hypot(x1 - x0, y1 - y0) / spacing))
    return np.stack([np.linspace(x0, x1, number + 1), np.linspace(y0, y1, number + 1)], axis=-1)


def _cover(lattice: Lattice, path: Path, radius: float) -> Ids:
    r"""Return the cells int64[k] whose middles are within ``radius`` of a path.

    ::

          . . . . . . . .       points around the path, so close that each cell has one; what has
          . a---------b .       its middle too far off is dropped
          . . . . . . . .
    """
    reach = radius + 1  # from the path to a point in a cell whose middle is covered
    (x0, y0), (x1, y1) = path[:2], path[2:]
    length = hypot(x1 - x0, y1 - y0)
    ahead = np.array([x1 - x0, y1 - y0]) / length if length else np.array([1.0, 0.0])
    along = _steps(-reach, length + reach)[:, None] * ahead
    across = _steps(-reach, reach)[:, None] * [-ahead[1], ahead[0]]
    x, y = (along[:, None] + across + (x0, y0)).reshape(-1, 2).T
    cells = lattice.geometry.all_under(x, y)
    cells = cells[np.diff(cells, prepend=-1) != 0]  # most of those that are twice follow each other
    cells = _once(cells[cells != NOWHERE])
    return cells[_distances(lattice.geometry.centres(cells), path) <= radius]


def _once(cells: Ids) -> Ids:
    """Return each of some cells once, the lowest first; ``np.unique`` takes ten times as long."""
    cells = np.sort(cells.astype(np.int32))
    return cells[np.diff(cells, prepend=-1) != 0].astype(np.int64)


def _steps(first: float, last: float) -> NDArray[np.float64]:
    """Return float64[k], numbers at most ``COARSE`` apart, both ends included."""
    return np.linspace(first, last, ceil((last - first) / COARSE) + 1)


def _distances(points: Points, path: Path) -> Points:
    """Return how far points float64[k, 2] are from a path, float64[k]."""
    start = np.array(path[:2])
    along = np.array(path[2:]) - start
    length = float(along @ along)
    share = ((points - start) @ along / length).clip(0, 1) if length else np.zeros(len(points))
    away: Points = np.hypot(*(points - start - share[:, None] * along).T)
    return away

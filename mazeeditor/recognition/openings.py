r"""Where a maze in a picture is entered and left: gaps of the outer wall, marked cells, arrows.

An arrow beside a gap is widest at its head::

         |               widest near the wall: it points in, here is the entrance
      --+| >             widest far from it: it points out
         |
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.recognition.grid_map import GridMap
from mazeeditor.recognition.ink import Darkness
from mazeeditor.recognition.outlines import Bools
from mazeeditor.recognition.wall_samples import bilinear

MARK = 0.26  # cells from the middle of a cell within which a sign may stand
LEAST, MOST = 0.05, 0.85  # of that in ink
MOST_MARKS = 6  # marked cells: more are drawings, numbers or a route
ARROW = (0.12, 1.5)  # cells from a gap within which an arrow stands
INWARD, NOTHING, OUTWARD = 1, 0, -1


@dataclass(frozen=True)
class FoundOpenings:
    """Entrance and exits, and whether it was read which is which or only taken for it."""

    entrance: Opening | None
    exits: tuple[Opening, ...]
    certain: bool


def openings_of(
    darkness: Darkness, lattice: Lattice, grid: GridMap, walls: Ids, closed: Bools
) -> FoundOpenings:
    """Return the openings of a maze whose ``walls`` int64[k] are ``closed`` bool[k]."""
    gaps = _gaps(lattice, walls, closed)
    points = [_middle(lattice, gap) for gap in gaps]
    arrows = [
        arrow_at(darkness, grid, point, lattice.geometry.outward(gap.cell, gap.slot or 0))
        for gap, point in zip(gaps, points, strict=True)
    ]
    if len(gaps) < 2:
        gaps += _marks(darkness, lattice, grid, len(gaps))
        points = [_middle(lattice, gap) for gap in gaps]
        arrows += [NOTHING] * (len(gaps) - len(arrows))
    if not gaps:
        return FoundOpenings(None, (), certain=False)
    inward = [i for i, arrow in enumerate(arrows) if arrow == INWARD]
    outward = [i for i, arrow in enumerate(arrows) if arrow == OUTWARD]
    certain = len(inward) == 1 or (len(gaps) == 2 and len(outward) == 1)
    order = sorted(
        range(len(gaps)),
        key=lambda i: (
            arrows[i] != INWARD,
            arrows[i] == OUTWARD,
            gaps[i].slot is None,
            round(float(points[i].sum()), 3),
        ),
    )
    sorted_gaps = [gaps[i] for i in order]
    if len(sorted_gaps) == 1 and (outward or gaps[0].slot is None):
        return FoundOpenings(None, tuple(sorted_gaps), certain)
    return FoundOpenings(sorted_gaps[0], tuple(sorted_gaps[1:]), certain)


def _gaps(lattice: Lattice, walls: Ids, closed: Bools) -> list[Opening]:
    """Return the outer walls that are open."""
    lower, slots, upper, backs = lattice.sides_of(walls)
    one, other = lattice.inside[lower], lattice.inside[upper]
    places = np.flatnonzero((one != other) & ~closed)
    return [
        Opening(int(lower[i]), int(slots[i])) if one[i] else Opening(int(upper[i]), int(backs[i]))
        for i in places.tolist()
    ]


def _middle(lattice: Lattice, opening: Opening) -> NDArray[np.float64]:
    """Return where an opening is, as shares of the width and the height."""
    geometry = lattice.geometry
    if opening.slot is None:
        point = geometry.centres(np.array([opening.cell], np.int64))[0]
    else:
        wall = np.array([lattice.wall(opening.cell, opening.slot)], np.int64)
        point = geometry.post_positions(geometry.posts(wall))[0].mean(axis=0)
    return np.asarray(point / [geometry.width, geometry.height], np.float64)


def arrow_at(
    darkness: Darkness,
    grid: GridMap,
    place: NDArray[np.float64],
    outward: tuple[float, float],
) -> int:
    """Return which direction an arrow beside a gap points in, ``NOTHING`` where there is none."""
    middle = place * [grid.width, grid.height]
    normal = np.array(outward)
    across = np.array([-normal[1], normal[0]])
    distances, sides = np.linspace(*ARROW, 57), np.linspace(-0.45, 0.45, 37)
    points = middle + distances[:, None, None] * normal + sides[:, None] * across
    ink = bilinear(darkness, grid.pixels(points)) > 0.5
    widths = ink.sum(axis=1)
    filled = np.flatnonzero(widths)
    if len(filled) < 8 or widths.max() < 4:
        return NOTHING
    first, last = int(filled[0]), int(filled[-1])
    if len(filled) < 0.7 * (last - first + 1) or last - first < 10:
        return NOTHING
    head = float(np.flatnonzero(widths >= 0.9 * widths.max()).mean() - first) / (last - first)
    if widths.max() < 1.5 * np.median(widths[filled]):
        return NOTHING
    if head < 0.42:
        # the point is beyond the widest place: what lies nearer to the wall is the shorter part
        return INWARD
    return OUTWARD if head > 0.58 else NOTHING


def _marks(darkness: Darkness, lattice: Lattice, grid: GridMap, gaps: int) -> list[Opening]:
    """Return the cells in which a sign stands, at most two less the gaps there are."""
    cells = lattice.inside_cells()
    steps = np.linspace(-MARK, MARK, 9)
    cross = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    shares = np.empty(len(cells))
    for start in range(0, len(cells), 8192):
        part = cells[start : start + 8192]
        points = lattice.geometry.centres(part)[:, None] + cross
        shares[start : start + 8192] = (bilinear(darkness, grid.pixels(points)) > 0.5).mean(axis=1)
    marked = np.flatnonzero((shares >= LEAST) & (shares <= MOST))
    if len(marked) > MOST_MARKS:
        return []
    best = marked[np.argsort(-shares[marked], kind="stable")][: max(0, 2 - gaps)]
    return [Opening(int(cell)) for cell in cells[best].tolist()]

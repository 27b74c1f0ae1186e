"""Where a logo goes: as large as it can be in the hole in the middle of a maze."""

from __future__ import annotations

import numpy as np

from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _
from mazeeditor.maze.lattice import Lattice
from mazeeditor.page.curves import flattened
from mazeeditor.page.extent import rim_of
from mazeeditor.page.marks.free_ground import Box
from mazeeditor.page.page_layout import PageLayout
from mazeeditor.page.scene import Numbers, Points

FREE = 0.25  # cells between wall and picture
LEAST = 0.5  # mm: smaller pictures are not visible
ROUGH = 0.001  # mm: the largest error of flattened arcs
NEAR = 1e-6  # cells around the middle: a post of the maze may stand there


def place_in_hole(lattice: Lattice, layout: PageLayout, aspect: float, signs: list[Box]) -> Box:
    """Return left, top, right and bottom in mm of a picture ``aspect`` times as wide as high.

    ``signs`` are the boxes of marks in the hole. Raises ``UsageError`` where there is none.
    """
    geometry, cell = lattice.geometry, layout.scale.cell
    middle: Points = np.array([geometry.width / 2, geometry.height / 2])
    origin = np.array([layout.x, layout.y])
    if not _is_free(lattice, middle):
        raise UsageError(_no_hole())
    walls = _rim(lattice) * cell + origin
    paper = (layout.x, layout.y, *(origin + 2 * middle * cell).tolist())
    sides = np.concatenate([walls, *(_border(box) for box in (paper, *signs))])
    centre, half = middle * cell + origin, np.array([aspect, 1.0]) / 2
    free = layout.scale.outer / 2 + FREE * cell
    half *= float(_reach((sides - centre) / half, free / half).min())
    if half.min() * 2 < LEAST:
        raise UsageError(_no_hole())
    return (*(centre - half).tolist(), *(centre + half).tolist())


def _no_hole() -> str:
    return _(
        "This maze has no hole in its middle for the logo: "
        "make a maze with one (mask: hole), or remove the logo."
    )


def _is_free(lattice: Lattice, middle: Points) -> bool:
    return not any(
        lattice.geometry.cell_at(middle[0] + x, middle[1] + y) is not None
        for x in (-NEAR, NEAR)
        for y in (-NEAR, NEAR)
    )


def _rim(lattice: Lattice) -> Points:
    """Return float64[k, 2, 2], straight pieces of the outer walls and of their gaps, in cells."""
    flat = flattened(rim_of(lattice), ROUGH)
    begins = np.ones(len(flat.points), np.bool_)
    begins[flat.starts[1:] - 1] = False
    first = np.flatnonzero(begins)
    return np.stack([flat.points[first], flat.points[first + 1]], axis=1)


def _border(box: Box) -> Points:
    """Return the four sides of a box, float64[4, 2, 2]."""
    left, top, right, bottom = box
    corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
    return np.stack([corners, np.roll(corners, -1, axis=0)], axis=1)


def _reach(sides: Points, free: Points) -> Numbers:
    """Return float64[k], half of the square around (0, 0) that comes as near as ``free`` to a side.

    ``free`` float64[2] is how near, across and down. Along a side the larger of ``|x| - free[0]``
    and ``|y| - free[1]`` is least at an end, where x or y is 0, or where both are alike.
    """
    start, step = sides[:, 0], sides[:, 1] - sides[:, 0]
    lines = np.array([(1, 0, 0), (0, 1, 0), *((1, s, t) for s in (1, -1) for t in (1, -1))])
    ahead = start @ lines[:, :2].T - lines[:, 2] * (free[0] - free[1]) * (lines[:, 1] != 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        shares = np.nan_to_num(-ahead / (step @ lines[:, :2].T)).clip(0, 1)
    shares = np.concatenate([shares, np.tile([0.0, 1.0], (len(sides), 1))], axis=1)
    points = start[:, None] + shares[..., None] * step[:, None]
    result: Numbers = (np.abs(points) - free).max(axis=2).min(axis=1)
    return result

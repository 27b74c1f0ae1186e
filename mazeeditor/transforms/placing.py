r"""Finds whether a turn or a mirror brings all cells of a maze onto places for cells.

No shape has rules of its own here: the geometry says where a moved cell lies, and what is there.
Where a tiling comes to lie beside itself, the smallest step aside that helps is taken too: the rows
of hexagons are moved in turns, so that their mirror image stands half a cell off::

    | 0 | 1 | 2 |          | 2 | 1 | 0 |      a maze that fills its outline has no room for that
     \ / \ / \ / \    ->  / \ / \ / \ /       step; one with a mask mostly has
      | 3 | 4 | 5 |      | 5 | 4 | 3 |
"""

from __future__ import annotations

from math import gcd

import numpy as np

from mazeeditor.errors import UsageError
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import NOWHERE
from mazeeditor.shapes import build
from mazeeditor.transforms.motion import SAME, Motion, Placing, turn

MIDDLES = 1 / 2, 2 / 3  # of the height: where most mazes have their middle, and where triangles


def placing(lattice: Lattice, motion: Motion) -> Placing | None:
    """Return where a motion brings the cells of a maze; None where one would have no place.

    Looks at the ends of the rows alone: between them cells fill straight lines, or rings around the
    middle. What has a mask may stand aside.
    """
    target = _target(lattice, motion)
    if target is None:
        return None
    ends = np.concatenate([lattice.row_starts, lattice.row_starts + lattice.row_lengths - 1])
    for height in MIDDLES:
        found = _around(lattice, motion, target, height)
        if _alike(found, *_middle(found)) and found.fits(ends):
            return found
    if lattice.whole:
        return None
    aside = _aside(_around(lattice, motion, target, MIDDLES[0]))
    return aside if aside and aside.fits(lattice.row_ends) else None


def one_step(lattice: Lattice) -> float | None:
    """Return the angle in degrees from a cell of the innermost ring to the next; None for no rings.

    Other rings have as many cells, or twice as many: so each of them comes onto itself.
    """
    around = gcd(*(int(length) for length in np.unique(lattice.row_lengths) if length > 1))
    return 360 / around if around > 1 and placing(lattice, turn(360 / around)) else None


def _target(lattice: Lattice, motion: Motion) -> Lattice | None:
    """Return the lattice for what is moved: this, or one of as many rows as there are columns."""
    sizes = dict(lattice.parameters)
    if motion.exchanges and {"rows", "columns"} <= set(sizes):
        sizes["rows"], sizes["columns"] = sizes["columns"], sizes["rows"]
    if sizes == dict(lattice.parameters):
        return lattice
    try:
        return build(lattice.shape, **sizes)
    except UsageError:  # an outline that asks for more columns
        return None


def _around(lattice: Lattice, motion: Motion, target: Lattice, height: float) -> Placing:
    """Return the motion around the middle of a maze, which is at this share of its height."""
    share = np.array([1 / 2, height])
    start, end = (share * [each.geometry.width, each.geometry.height] for each in (lattice, target))
    return Placing(lattice, motion, target, start, end)


def _middle(place: Placing) -> tuple[int, int]:
    """Return a cell in the middle of the maze, and the one to which it comes, or near to it."""
    lattice = place.lattice
    row = lattice.rows // 2
    cell = int(lattice.row_starts[row]) + int(lattice.row_lengths[row]) // 2
    x, y = place.points(np.array([cell]))[0]
    return cell, int(place.target.geometry.all_under(x, y))


def _alike(place: Placing, cell: int, to: int) -> bool:
    """Whether the sides of a cell become those of the cell ``to``."""
    if to == NOWHERE:
        return False
    ways, others = (
        each.geometry.all_outward(np.array([one], np.int64))[0]
        for each, one in ((place.lattice, cell), (place.target, to))
    )
    same = np.abs((ways @ place.motion.matrix)[:, None] - others).max(axis=-1) <= SAME
    return bool(same.any(axis=0).all() and same.any(axis=1).all())


def _aside(place: Placing) -> Placing | None:
    """Return the motion with the smallest step aside after which cells lie on cells.

    The step of a mirror goes straight away from it, so that twice the same is nothing.
    """
    cell, near = _middle(place)
    point = place.points(np.array([cell]))[0]
    target, found = place.target, []
    for to in _near(target, near):
        step = target.geometry.centres(np.array([to]))[0] - point
        back = np.abs(step @ place.motion.matrix + step).max() <= SAME
        if (back or not place.motion.mirrors) and _alike(place, cell, to):
            away = round(float(np.hypot(*step)), 6)
            found.append((away, *(-round(float(each), 6) for each in step)))
    if not found:
        return None
    _away, left, up = min(found)
    end = place.end - np.array([left, up])
    return Placing(place.lattice, place.motion, target, place.start, end)


def _near(lattice: Lattice, cell: int) -> set[int]:
    """Return the cells up to two steps from one, inside or not, as far as there are."""
    found = {cell} - {NOWHERE}
    for _step in range(2):
        found |= {lattice.neighbour(one, slot) for one in found for slot in range(lattice.degree)}
    cells = np.array(sorted(found), np.int64)
    return set(cells[lattice.are_places(cells)].tolist())

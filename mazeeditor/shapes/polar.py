r"""Round mazes: rings of cells around a middle cell or a hole.

A ring has twice as many cells as the one inside it where these would become wider than 1.5 rings::

          _______
        /    |    \        rings are rows, counted from the middle; places in a ring are columns,
       |\   _|_   /|       counted clockwise from the top
       |  \/   \/  |
       |--| mid |--|       cell 0 is nowhere, then come the cells inside the hole, those of each
       |  /\___/\  |       ring, and those around the outermost
       |/    |    \|
        \____|____/
"""

from __future__ import annotations

from math import pi
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from mazeeditor.errors import UsageError
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.links import NOWHERE, Links
from mazeeditor.options import Between
from mazeeditor.shapes import shape
from mazeeditor.shapes.rings import (
    ANTICLOCKWISE,
    CLOCKWISE,
    INWARD,
    OUTWARD,
    OUTWARD_2,
    SPOKES,
    RingPlan,
    Rings,
)
from mazeeditor.words import _

MOST_RINGS = 2500
LARGEST_POLAR = 2 * 10**7  # cells: each has its own neighbours in a table, 30 bytes
WIDEST = 1.5  # cells along the inside of a ring, beyond which the ring has twice as many
# Of the middle cell these are the walls clockwise from the top, whatever their names say.
SIDES = ("inward", "anticlockwise", "outward", "outward-2", "clockwise", "outward-3")


@shape("polar", _("Round"), order=4, axes=(_("ring"), _("place")))
def polar(
    *,
    rings: Annotated[int, Between(1, MOST_RINGS), _("rings from the inside to the rim")] = 18,
    hole: Annotated[
        int,
        Between(0, MOST_RINGS),
        _("rings left out in the middle; 0 makes the middle one round cell"),
    ] = 0,
) -> Lattice:
    """Rings of cells that part in two outward, around a middle cell or a hole."""
    plan = RingPlan.of(hole, ring_sizes(hole + rings)[hole:])
    check_cells(int(plan.counts.sum()))
    links = _links(plan)
    rim = int(plan.starts[-2])  # the first cell of the outermost ring
    opposite = Opening(rim + int(plan.counts[-1]) // 2, OUTWARD)
    return Lattice(
        *links.fields(),
        shape="polar",
        parameters={"rings": rings, "hole": hole},
        row_starts=plan.starts[1:-1].copy(),
        row_lengths=plan.counts,
        side_names=(SIDES[: links.degree],),
        norms=np.array([[1, 0]], np.int64),  # a step crosses one ring at most
        first=Opening(rim, OUTWARD if hole or rings > 1 else INWARD),
        last=opposite if hole else Opening(int(plan.starts[1])),
        geometry=Rings(links, plan),
    )


def ring_sizes(rings: int) -> list[int]:
    """Return the cells of each ring from the middle: 1, 6, 12, 24, 24, 24, 48 ..."""
    counts = [1, SPOKES]
    for inside in range(2, rings):
        wide = 2 * pi * inside / counts[-1] >= WIDEST
        counts.append(counts[-1] * 2 if wide else counts[-1])
    return counts[:rings]


def check_cells(cells: int) -> None:
    """Raise ``UsageError`` where the table of neighbours would take too much memory."""
    if cells > LARGEST_POLAR:
        raise UsageError(
            _("{cells:,} cells are too many for a round maze: {largest:,} at most.").format(
                cells=cells, largest=LARGEST_POLAR
            )
        )


def _links(plan: RingPlan) -> Links:
    """Return what each cell is joined to."""
    degree = SPOKES if plan.has_middle else SPOKES - 1
    size = plan.size
    offsets = np.empty((size, degree), np.int32)
    offsets[:] = NOWHERE - np.arange(size, dtype=np.int64)[:, None]
    opposite = np.zeros((size, degree), np.uint8)
    table = offsets, opposite
    inside = np.zeros(size, np.bool_)
    inside[plan.starts[1] : plan.starts[-1]] = True
    for ring, count in enumerate(plan.counts.tolist()):
        cells = plan.starts[ring + 1] + np.arange(count, dtype=np.int64)
        if count > 1:
            after = np.roll(cells, -1)
            _join(table, cells, CLOCKWISE, after, ANTICLOCKWISE)
        outer = plan.starts[ring + 2] + np.arange(plan.points[ring + 1], dtype=np.int64)
        if count == 1:
            for slot in range(SPOKES):
                _join(table, cells, slot, outer[slot : slot + 1], INWARD)
        elif len(outer) == count:
            _join(table, cells, OUTWARD, outer, INWARD)
        else:
            _join(table, cells, OUTWARD, outer[0::2], INWARD)
            _join(table, cells, OUTWARD_2, outer[1::2], INWARD)
    if not plan.has_middle:
        first = plan.starts[1] + np.arange(plan.counts[0], dtype=np.int64)
        _join(table, first, INWARD, first - plan.counts[0], OUTWARD)
    return Links(offsets, opposite, -1, inside)


def _join(
    table: tuple[NDArray[np.int32], NDArray[np.uint8]],
    cells: Ids,
    slot: int,
    others: Ids,
    back: int,
) -> None:
    """Make ``others`` int64[k] the neighbours of ``cells`` int64[k], and the reverse."""
    offsets, opposite = table
    offsets[cells, slot], offsets[others, back] = others - cells, cells - others
    opposite[cells, slot], opposite[others, back] = back, slot

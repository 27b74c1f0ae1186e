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
from mazeeditor.maze.links import UNUSED, Links
from mazeeditor.options import Between
from mazeeditor.shapes import shape
from mazeeditor.shapes.rings import (
    ANTICLOCKWISE,
    CLOCKWISE,
    INWARD,
    OUTWARD,
    SPOKES,
    RingPlan,
    Rings,
)
from mazeeditor.words import _

MOST_RINGS = 2500
LARGEST_POLAR = 2 * 10**7  # cells: up to here MOST_ROWS are enough; those without a hole have less
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
    """Raise ``UsageError`` where there are more cells than a round maze can have."""
    if cells > LARGEST_POLAR:
        raise UsageError(
            _("{cells:,} cells are too many for a round maze: {largest:,} at most.").format(
                cells=cells, largest=LARGEST_POLAR
            )
        )


def _links(plan: RingPlan) -> Links:
    """Return what each cell is joined to.

    The cells of a ring lie alike, but for its first and last and where cells part in two.
    """
    degree = SPOKES if plan.has_middle else SPOKES - 1
    nowhere = np.zeros((1, degree, 2), np.int64)
    nowhere[..., 1] = UNUSED
    tables, rows, which = [nowhere], 1, np.zeros(plan.size, np.uint16)
    sizes = _sizes(plan)
    for number, count in enumerate(sizes):
        table = _block(plan.starts, sizes, number, degree)
        of_cell = np.arange(count)
        if count > 3 and (table[2:-1] == table[1]).all():
            of_cell = np.minimum(of_cell, 1) + (of_cell == count - 1)
            table = table[[0, 1, -1]]
        start = int(plan.starts[number])
        which[start : start + count] = rows + of_cell
        tables.append(table)
        rows += len(table)
    table = np.concatenate(tables)
    inside = np.zeros(plan.size, np.bool_)
    inside[plan.starts[1] : plan.starts[-1]] = True
    return Links(table[..., 0].astype(np.int32), table[..., 1].astype(np.uint8), which, inside)


def _sizes(plan: RingPlan) -> list[int]:
    """Return the cells inside the hole, those of each ring, and those around the outermost."""
    return [int(plan.points[0]), *plan.counts.tolist(), int(plan.points[-1])]


def _block(starts: Ids, sizes: list[int], number: int, degree: int) -> NDArray[np.int64]:
    """Return int64[count, degree, 2], the offsets and slots back of a ring, or of what is beside.

    Block 0 is inside the hole, the last one around the rings. There slots lead that are unused:
    from all cells of a ring by the same offset.
    """
    count, places = sizes[number], np.arange(sizes[number])
    cells = starts[number] + places
    table = np.empty((count, degree, 2), np.int64)
    table[:] = starts[-1] - starts[number], UNUSED

    def join(slot: int | NDArray[np.int64], others: Ids, back: int | Ids) -> None:
        table[places, slot, 0], table[places, slot, 1] = others - cells, back

    if count > 1 and 0 < number < len(sizes) - 1:
        join(CLOCKWISE, starts[number] + (places + 1) % count, ANTICLOCKWISE)
        join(ANTICLOCKWISE, starts[number] + (places - 1) % count, CLOCKWISE)
    if number > 0 and (inner := sizes[number - 1]):
        each = count // inner
        back = places % each + OUTWARD * (inner > 1)
        join(INWARD, starts[number - 1] + places // each, back)
    if number < len(sizes) - 1 and count:
        each = sizes[number + 1] // count
        for slot in range(each):
            join(slot + OUTWARD * (count > 1), starts[number + 1] + places * each + slot, INWARD)
    return table

r"""Joins the pieces of a mask by bridges: chains of cells that are added to it.

Cells spread from all pieces at once, until the shape is full; where two territories meet there is
a shortest path between their pieces::

    A A . . B B        A A a b B B        the bridge a b: two cells
    A . . . . B   ->   A a a b b B

The shortest of these paths come first; one between pieces already joined is left out
(K. Mehlhorn, "A faster approximation algorithm for the Steiner problem in graphs", 1988). Each
bridge is as short as possible; all together have nearly the fewest cells. To find the minimum is
NP-hard.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import DEGREE, I32, I64, TICK, U8, InI32, InI64, InU8, kernel
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import Tables, row_of
from mazeeditor.maze.pieces import count_borders, find, pieces_of

NO_PIECE = -1  # no piece has reached the cell


def bridge_pieces(whole: Lattice, part: Lattice, job: Job | None = None) -> NDArray[np.bool_]:
    """Return bool[n]: the inside cells of ``part`` and those of ``whole`` that join its pieces.

    ``part`` is ``whole`` with a mask. Raises ``CancelledError``.
    """
    job = job or Job()
    pieces = pieces_of(part, job)
    inside = part.inside.copy()
    if pieces.count == 1:
        return inside
    owner, parents = pieces.numbers, np.zeros(whole.size, np.uint8)
    distance = np.zeros(whole.size, np.int32)
    tables = whole.tables
    queue = np.empty(whole.cells, np.int32)
    queue[: part.cells] = part.inside_cells()
    job.phase(whole.cells)
    degree = whole.degree
    _spread[degree](owner, parents, distance, queue, part.cells, tables, job.signal)
    job.check()
    borders = count_borders[degree](owner, tables, job.signal)
    walls, lengths = np.empty(borders, np.int64), np.empty(borders, np.int32)
    _list[degree](walls, lengths, owner, distance, tables, job.signal)
    job.check()
    walls = walls[np.argsort(lengths, kind="stable")]
    areas = np.arange(pieces.count, dtype=np.int32)
    _join[degree](inside.view(np.uint8), walls, areas, owner, parents, tables, job.signal)
    job.check()
    return inside


@kernel
def _spread(
    owner: I32, parents: U8, distance: I32, queue: I32, end: int, tables: Tables, signal: I64
) -> None:
    """Give each cell its nearest piece, the distance to it, and the slot that leads there."""
    offsets, opposite, inside = tables.offsets, tables.opposite, tables.inside
    place = 0
    while place < end:
        if place & TICK == 0:
            signal[0] = place
            if signal[1] != 0:
                return
        cell = int(queue[place])
        place += 1
        row = row_of(tables, cell)
        for slot in range(DEGREE):
            other = cell + offsets[row, slot]
            if inside[other] and owner[other] == NO_PIECE:
                owner[other] = owner[cell]
                distance[other] = distance[cell] + 1
                parents[other] = opposite[row, slot]
                queue[end] = other
                end += 1


@kernel
def _list(
    walls: I64, lengths: I32, owner: InI32, distance: InI32, tables: Tables, signal: I64
) -> None:
    """List the walls between two territories, and the cells of the bridge through each."""
    offsets, inside = tables.offsets, tables.inside
    count = 0
    for cell in range(len(inside)):
        if cell & TICK == 0 and signal[1] != 0:
            return
        if inside[cell]:
            row = row_of(tables, cell)
            for slot in range(DEGREE):
                step = offsets[row, slot]
                if step > 0 and inside[cell + step] and owner[cell] != owner[cell + step]:
                    walls[count] = cell * DEGREE + slot
                    lengths[count] = distance[cell] + distance[cell + step]
                    count += 1


@kernel
def _join(
    inside: U8, walls: InI64, areas: I32, owner: InI32, parents: InU8, tables: Tables, signal: I64
) -> None:
    """Add the bridges, the shortest first, that join two areas."""
    offsets = tables.offsets
    for place in range(len(walls)):
        if place & TICK == 0 and signal[1] != 0:
            return
        cell = walls[place] // DEGREE
        other = cell + offsets[row_of(tables, cell), walls[place] % DEGREE]
        one, two = find(areas, owner[cell]), find(areas, owner[other])
        if one != two:
            areas[max(one, two)] = min(one, two)
            for end in (cell, other):
                step = end
                while inside[step] == 0:
                    inside[step] = 1
                    step += offsets[row_of(tables, step), parents[step]]

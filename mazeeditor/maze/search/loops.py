r"""Which passages lie on loops: exact, in time linear in the cells.

A depth-first search leaves passages that lead back to a cell on the path to the root. Each spans a
part of that path; a passage is on a loop where it leads back, or where one that does spans it. All
others are bridges: without one of them, the maze would be in two parts.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import I32, I64, TICK, U8, InU8, kernel
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import NTH, Tables, row_of
from mazeeditor.maze.search.search import NEW, START, fresh

LOOPS_BYTES_PER_CELL = 10  # bytes a cell


def passages_on_loops(
    lattice: Lattice, walls: NDArray[np.uint8], job: Job | None = None
) -> NDArray[np.uint8]:
    """Return uint8[n]: the bits of the passages on loops, on both sides, like those of ``walls``.

    ``walls`` uint8[n] must have no gaps. Raises ``CancelledError``.
    """
    job = job or Job()
    loops, parents = np.zeros(lattice.size, np.uint8), fresh(lattice)
    order, times = np.empty(lattice.cells, np.int32), np.zeros(lattice.size, np.int32)
    job.phase(lattice.cells)
    _search(walls, parents, order, times, lattice.tables, job.signal)
    job.check()
    spans = times.copy()
    _mark(walls, parents, order, times, spans, loops, lattice.tables, job.signal)
    job.check()
    return loops


@kernel
def _search(walls: InU8, parents: U8, order: I32, times: I32, tables: Tables, signal: I64) -> None:
    """Search depth first from each cell that is new; ``times`` are the places in the ``order``."""
    offsets, opposite = tables.offsets, tables.opposite
    shut = (1 << offsets.shape[1]) - 1
    number = 0
    steps = 0
    for root in range(len(parents)):
        if root & TICK == 0 and signal[1] != 0:
            return
        if parents[root] != NEW:
            continue
        parents[root] = START
        cell = root
        order[number] = cell
        times[cell] = number
        number += 1
        slots = walls[cell] ^ shut
        while slots != 0 or parents[cell] != START:
            steps += 1
            if steps & TICK == 0:
                signal[0] = number
                if signal[1] != 0:
                    return
            row = row_of(tables, cell)
            if slots != 0:
                slot = int(NTH[slots * 8])
                slots &= slots - 1
                other = cell + offsets[row, slot]
                if parents[other] == NEW:
                    parents[other] = opposite[row, slot]
                    cell = other
                    order[number] = cell
                    times[cell] = number
                    number += 1
                    slots = walls[cell] ^ shut
            else:
                back = int(parents[cell])
                slot = int(opposite[row, back])
                cell += offsets[row, back]
                slots = (walls[cell] ^ shut) & (254 << slot)


@kernel
def _mark(
    walls: InU8,
    parents: InU8,
    order: I32,
    times: I32,
    spans: I32,
    loops: U8,
    tables: Tables,
    signal: I64,
) -> None:
    """Pass up, from the last cell to the first, how far back the cells below it lead."""
    offsets, opposite = tables.offsets, tables.opposite
    shut = (1 << offsets.shape[1]) - 1
    for place in range(len(order) - 1, -1, -1):
        if place & TICK == 0 and signal[1] != 0:
            return
        cell = int(order[place])
        row = row_of(tables, cell)
        back = int(parents[cell])
        slots = walls[cell] ^ shut
        while slots != 0:
            slot = int(NTH[slots * 8])
            slots &= slots - 1
            other = cell + offsets[row, slot]
            if slot != back and times[other] < times[cell]:
                spans[cell] = min(spans[cell], times[other])
                loops[cell] |= 1 << slot
                loops[other] |= 1 << opposite[row, slot]
        if back != START:
            above = cell + offsets[row, back]
            if spans[cell] < times[cell]:
                loops[cell] |= 1 << back
                loops[above] |= 1 << opposite[row, back]
            spans[above] = min(spans[above], spans[cell])

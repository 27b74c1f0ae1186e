"""Whether a maze has one route or many: exact, in time linear in its cells."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from mazeeditor.compiled import I64, TICK, U8, InU8, kernel
from mazeeditor.job import Job
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import Tables, row_of
from mazeeditor.maze.search import GOAL, NONE, START, fresh
from mazeeditor.maze.traversal import explore

Routes = Literal["none", "one", "many"]


def count_routes(
    lattice: Lattice,
    walls: NDArray[np.uint8],
    parents: NDArray[np.uint8],
    goal: int,
    goals: Iterable[int],
    job: Job,
) -> Routes:
    """Return how many simple routes lead to ``goals``; ``parents`` uint8[n] leads back from one.

    ``goal`` is that one, or ``NONE``. Closes the passages of the route in ``walls`` uint8[n], which
    must have no gaps. Raises ``CancelledError``.
    """
    if goal == NONE:
        return "none"
    job.phase(lattice.cells)
    flood = fresh(lattice, goals)
    detour = _has_detour(walls, parents, flood, lattice.tables, goal, job.signal)
    job.check()
    return "many" if detour else "one"


@kernel
def _has_detour(
    walls: U8, parents: InU8, flood: U8, tables: Tables, goal: int, signal: I64
) -> bool:
    r"""Whether there is a second route.

    ::

        entrance -- a ---- b ---- c -- exit      the detour a..b makes a second route,
                    |      |      |              the loop that hangs on c does not
                    o--oo--o      o--o
                                  |  |
                                  o--o

    There is one exactly where a path leaves a cell of the route (not the last) by a passage that
    is not part of the route and reaches another cell of the route, or any exit, passing neither in
    between. For such a path, in one direction or the other, replaces the part of the route between
    its ends, or the rest of the route. And a second route runs along with the first at the
    beginning; from where it leaves it to where it next meets the route or an exit, it is such a
    path. So the passages of the route are closed, its cells and the exits are goals, and each of
    its cells but the last floods what hangs on it. A cell reached from one of them is reached from
    no other, or the search had ended: the whole is linear.
    """
    offsets, opposite = tables.offsets, tables.opposite
    cell = goal
    steps = 0
    while parents[cell] != START:
        steps += 1
        if steps & TICK == 0 and signal[1] != 0:
            return False
        row = row_of(tables, cell)
        slot = int(parents[cell])
        flood[cell] = GOAL
        walls[cell] |= 1 << slot
        cell += offsets[row, slot]
        walls[cell] |= 1 << opposite[row, slot]
    flood[cell] = GOAL
    cell = goal
    while parents[cell] != START and signal[1] == 0:
        cell += offsets[row_of(tables, cell), parents[cell]]
        flood[cell] = START
        if explore(walls, flood, tables, cell, signal, signal) != NONE:
            return True
    return False

r"""Every cell that lies on some route: the block of the maze that a route passes through.

::

    entrance -- a ---- b ---- e -- exit      a route visits no cell twice, so the cells around a
                |      |      |              loop belong to one (a, b, o) and those of a loop that
                o------o      c -- d         hangs on one cell (e: c, d, i) do not
                              |    |
                              +--- i

All exits count as one goal, at which a route ends. If entrance and goal were neighbours, the cells
on the routes would be those of one block, the part of a graph that no single cell disconnects,
which holds both. A depth-first search from the goal finds it (J. Hopcroft, R. Tarjan, "Algorithm
447: efficient algorithms for graph manipulation", 1973): a cell belongs to the block of the one
before it, unless all that is reached from it comes back no further than to that one.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.compiled import I32, I64, TICK, U8, InI32, InI64, InU8, kernel
from mazeeditor.job import Job
from mazeeditor.maze.bits import NTH
from mazeeditor.maze.links import Tables, row_of
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search import NEW, START, fresh, without_gaps
from mazeeditor.memory import check_free
from mazeeditor.translation import _

MEMORY = 20  # bytes a cell: the most that is taken at a time


def cells_on_routes(maze: Maze, job: Job | None = None) -> NDArray[np.bool_]:
    """Return bool[n], the cells on a path from the entrance to the first exit that it reaches.

    Such a path visits no cell twice. None where entrance, exit or route is missing. Linear in the
    cells. Safe in a thread while nothing writes to ``maze``. Raises ``CancelledError``, and
    ``MazeError`` where there is too little memory.
    """
    job, lattice = job or Job(), maze.lattice
    on_route = np.zeros(lattice.size, np.uint8)
    exits = np.unique(np.array([opening.cell for opening in maze.exits], np.int64))
    if maze.entrance is None or not len(exits):
        return on_route.view(np.bool_)
    start = maze.entrance.cell
    on_route[start] = 1
    if start in exits:
        return on_route.view(np.bool_)
    check_free(_("Finding all routes"), lattice.size * MEMORY)
    walls, parents = without_gaps(maze), fresh(lattice)
    parents[exits] = START
    number, low = np.zeros(lattice.size, np.int32), np.zeros(lattice.size, np.int32)
    order = np.empty(lattice.cells + 1, np.int32)
    job.phase(lattice.cells, 0.8)
    count = _number_cells(walls, parents, number, low, order, exits, lattice.tables, job.signal)
    job.check()
    if number[start] == 0:  # no exit is connected with the entrance
        on_route[start] = 0
        return on_route.view(np.bool_)
    job.phase(count)
    found = order[1 : count + 1]
    _mark_block(on_route, parents, number, low, found, start, lattice.tables, job.signal)
    job.check()
    _mark_exits(on_route, walls, exits, lattice.tables)
    return on_route.view(np.bool_)


@kernel
def _number_cells(
    walls: InU8,
    parents: U8,
    number: I32,
    low: I32,
    order: I32,
    exits: InI64,
    tables: Tables,
    signal: I64,
) -> int:
    """Number cells from 1 on as they are reached depth first from ``exits``, which have 0.

    ``low`` is the lowest number of a neighbour of the cell or of any reached from it, and
    ``order`` holds the cell of each number. Return the largest number.
    """
    offsets, opposite = tables.offsets, tables.opposite
    shut = (1 << offsets.shape[1]) - 1
    count = 0
    steps = 0
    for place in range(len(exits)):
        cell = int(exits[place])
        slots = walls[cell] ^ shut
        while True:
            steps += 1
            if steps & TICK == 0:
                signal[0] = count
                if signal[1] != 0:
                    return count
            row = row_of(tables, cell)
            if slots != 0:
                slot = int(NTH[slots * 8])
                slots &= slots - 1
                other = cell + offsets[row, slot]
                if parents[other] < NEW:
                    low[cell] = min(low[cell], number[other])
                    continue
                count += 1
                parents[other] = opposite[row, slot]
                number[other] = low[other] = count
                order[count] = other
                cell = other
                slots = walls[cell] ^ shut
            else:
                back = int(parents[cell])
                if back == START:
                    break
                least = low[cell]
                slot = int(opposite[row, back])
                cell += offsets[row, back]
                low[cell] = min(low[cell], least)
                slots = (walls[cell] ^ shut) & (254 << slot)
    return count


@kernel
def _mark_block(
    on_route: U8,
    parents: InU8,
    number: InI32,
    low: InI32,
    order: InI32,
    start: int,
    tables: Tables,
    signal: I64,
) -> None:
    """Mark the path from ``start`` to the exit, and all in its block; ``order`` begins with 1."""
    offsets = tables.offsets
    cell = start
    steps = 0
    while parents[cell] != START:  # all of it belongs to the block that holds both of its ends
        steps += 1
        if steps & TICK == 0 and signal[1] != 0:
            return
        on_route[cell] = 1
        cell += offsets[row_of(tables, cell), parents[cell]]
    for place in range(len(order)):
        if place & TICK == 0:
            signal[0] = place
            if signal[1] != 0:
                return
        cell = int(order[place])
        before = cell + offsets[row_of(tables, cell), parents[cell]]
        if on_route[before] != 0 and low[cell] < number[before]:
            on_route[cell] = 1


@kernel
def _mark_exits(on_route: U8, walls: InU8, exits: InI64, tables: Tables) -> None:
    """Mark the exits that a path of marked cells leads to, none of which is an exit yet."""
    offsets = tables.offsets
    degree = offsets.shape[1]
    for place in range(len(exits)):
        cell = int(exits[place])
        for slot in range(degree):
            other = cell + offsets[row_of(tables, cell), slot]
            if walls[cell] >> slot & 1 == 0 and on_route[other] == 1:
                on_route[cell] = 2
    for place in range(len(exits)):
        cell = int(exits[place])
        on_route[cell] = min(on_route[cell], 1)

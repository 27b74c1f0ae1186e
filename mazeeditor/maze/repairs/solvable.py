r"""Solvable: a route from the entrance to an exit, with the fewest walls opened.

All cells that need no opened wall are reached first, then those that need one, and so on (0-1
breadth-first search)::

    S 0 0 | 1 1 | 2 G        two walls to open: each level begins behind the walls of the one
    0 0 0 | 1 1 | 2 2        before it
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import DEGREE, I32, I64, TICK, U8, InU8, kernel
from mazeeditor.core.translation import _
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import Tables, row_of
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.repairs import RepairError, goal
from mazeeditor.maze.search.search import GOAL, NEW, NOT_FOUND, START, fresh, route_to
from mazeeditor.maze.walls import set_bits


@goal("solvable", _("Make solvable"), order=1, offered=lambda facts: facts.routes == "none")
def solvable(maze: Maze, walls: NDArray[np.uint8], free: NDArray[np.uint8], job: Job) -> int:
    """Open the walls of the path that crosses the fewest, and of those one of the shortest."""
    entrance, exits = ends_of(maze)
    lattice = maze.lattice
    parents = fresh(lattice, exits)
    if parents[entrance] == GOAL:
        return 0
    job.phase(lattice.cells)
    parents[entrance] = START
    queue = np.empty(lattice.cells, np.int32)
    reached = _reach[lattice.degree](
        walls, free, parents, queue, entrance, lattice.tables, job.signal
    )
    job.check()
    if reached == NOT_FOUND:
        text = _(
            "Walls that may not change, or the outline, separate the entrance from every exit."
        )
        raise RepairError(text, parents <= START)
    return _open_along(lattice, walls, route_to(lattice, parents, reached, job))


def ends_of(maze: Maze) -> tuple[int, list[int]]:
    """Return the cells of the entrance and of the exits; raises ``MazeError`` without them."""
    if maze.entrance is None:
        raise MazeError(_("The maze has no entrance: set one first."))
    if not maze.exits:
        raise MazeError(_("The maze has no exit: set one first."))
    return maze.entrance.cell, sorted({opening.cell for opening in maze.exits})


def _open_along(lattice: Lattice, walls: NDArray[np.uint8], path: NDArray[np.int64]) -> int:
    """Open the closed walls along a path; return how many there were."""
    cells = path[:-1]
    ids = lattice.wall_ids(cells, lattice.slots_between(cells, path[1:]))
    shut = ids[walls[ids // lattice.degree] >> ids % lattice.degree & 1 != 0]
    set_bits(walls, lattice.sides_of(shut), False)
    return len(shut)


@kernel
def _reach(
    walls: InU8, free: InU8, parents: U8, queue: I32, start: int, tables: Tables, signal: I64
) -> int:
    """Reach cells level by level, until a goal; return it, or ``NOT_FOUND``."""
    offsets, opposite = tables.offsets, tables.opposite
    queue[0] = start
    tail = 1
    first = 0  # of the level
    steps = 0
    while first < tail:
        place = first
        while place < tail:
            steps += 1
            if steps & TICK == 0:
                signal[0] = place
                if signal[1] != 0:
                    return NOT_FOUND
            cell = int(queue[place])
            place += 1
            row = row_of(tables, cell)
            for slot in range(DEGREE):
                if (walls[cell] >> slot) & 1 == 0:
                    other = cell + offsets[row, slot]
                    seen = parents[other]
                    if seen >= NEW:
                        parents[other] = opposite[row, slot]
                        if seen == GOAL:
                            return other
                        queue[tail] = other
                        tail += 1
        end = tail
        tail, hit = _cross(walls, free, parents, queue, first, end, tables, signal)
        if hit != NOT_FOUND:
            return hit
        first = end
    return NOT_FOUND


@kernel
def _cross(
    walls: InU8,
    free: InU8,
    parents: U8,
    queue: I32,
    first: int,
    end: int,
    tables: Tables,
    signal: I64,
) -> tuple[int, int]:
    """Reach cells behind walls that may be opened; return the end of the queue, and a goal."""
    offsets, opposite = tables.offsets, tables.opposite
    tail = end
    hit = NOT_FOUND
    for place in range(first, end):
        if place & TICK == 0 and signal[1] != 0:
            return end, NOT_FOUND
        cell = int(queue[place])
        row = row_of(tables, cell)
        for slot in range(DEGREE):
            if (walls[cell] & free[cell]) >> slot & 1 != 0:
                other = cell + offsets[row, slot]
                seen = parents[other]
                if seen >= NEW:
                    parents[other] = opposite[row, slot]
                    if seen == GOAL and hit == NOT_FOUND:
                        hit = other
                    queue[tail] = other
                    tail += 1
    return tail, hit

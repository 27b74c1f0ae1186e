"""The facts of a maze: how many passages, loops and dead ends, and whether it has one route."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from mazeeditor.compiled import I64, TICK, U8, InBool, InU8, kernel
from mazeeditor.job import Job
from mazeeditor.maze.bits import COUNT
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import Tables, row_of
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search import (
    GOAL,
    NEW,
    NONE,
    START,
    breadth_first,
    explore,
    fresh,
    length_to,
    without_gaps,
)


@dataclass(frozen=True)
class Facts:
    """The figures of one maze; counts are of cells and of the passages between them.

    A passage joins two cells; openings are not passages. ``loops = passages - cells + components``.
    A dead end has one passage. ``sealed`` cells cannot be reached from the entrance (without an
    entrance: from the largest component). ``routes`` counts the routes from the entrance to the
    first exit they reach, visiting no cell twice; ``shortest`` is the number of cells on a shortest
    one, both ends counted. ``solvable``, ``routes`` and ``shortest`` are None where entrance or
    exit is missing, and ``shortest`` is where there is no route.
    """

    cells: int
    passages: int
    components: int
    loops: int
    dead_ends: int
    sealed: int
    solvable: bool | None
    routes: Routes | None
    shortest: int | None


def facts(maze: Maze, job: Job | None = None) -> Facts:
    """Return the facts of ``maze``, exactly, in time linear in its cells.

    Safe in a thread while nothing writes to ``maze``. Raises ``CancelledError``.
    """
    job = job or Job()
    lattice = maze.lattice
    walls = without_gaps(maze)
    job.phase(lattice.cells, 0.05)
    ends, dead_ends = _count(lattice, walls, job)
    goals = {opening.cell for opening in maze.exits} if maze.entrance else set()
    parents = fresh(lattice, goals)
    goal, main = NONE, 0  # the nearest exit, and the number of cells that are not sealed
    if maze.entrance:
        job.phase(lattice.cells, 0.45)
        goal, main = breadth_first(lattice, walls, parents, maze.entrance.cell, job, whole=True)
    job.phase(lattice.cells, 0.1 if maze.entrance else 1)
    others, largest = _components(lattice, walls, parents, goals, main, job)
    components = others + (main > 0)
    passages = ends // 2
    return Facts(
        cells=lattice.cells,
        passages=passages,
        components=components,
        loops=passages - lattice.cells + components,
        dead_ends=dead_ends,
        sealed=lattice.cells - (main or largest),
        solvable=goal != NONE if goals else None,
        routes=count_routes(lattice, walls, parents, goal, goals, job) if goals else None,
        shortest=length_to(lattice, parents, goal, job) or None,
    )


def _count(lattice: Lattice, walls: NDArray[np.uint8], job: Job) -> tuple[int, int]:
    """Return the ends of passages, two each, and the dead ends."""
    totals = np.zeros(2, np.int64)
    _count_ends(walls, lattice.inside, lattice.degree, totals, job.signal)
    job.check()
    return int(totals[0]), int(totals[1])


@kernel
def _count_ends(walls: InU8, inside: InBool, degree: int, totals: I64, signal: I64) -> int:
    ends = 0
    dead = 0
    for cell in range(len(walls)):
        if cell & TICK == 0:
            signal[0] = cell
            if signal[1] != 0:
                return ends
        if inside[cell]:
            passages = degree - COUNT[walls[cell]]
            ends += passages
            dead += passages == 1
    totals[0] = ends
    totals[1] = dead
    return ends


def _components(
    lattice: Lattice,
    walls: NDArray[np.uint8],
    parents: NDArray[np.uint8],
    goals: set[int],
    known: int,
    job: Job,
) -> tuple[int, int]:
    """Return the number of components not reached in ``parents``, and the size of the largest.

    ``known`` cells are reached already.
    """
    if known == lattice.cells:
        return 0, 0
    for goal in goals:
        if parents[goal] == GOAL:
            parents[goal] = NEW
    totals = np.array([known, 0], np.int64)
    count = _flood_all(walls, parents, lattice.tables, totals, job.signal)
    job.check()
    return count, int(totals[1])


@kernel
def _flood_all(walls: InU8, parents: U8, tables: Tables, totals: I64, signal: I64) -> int:
    """Reach every cell that is new; ``totals`` are the cells reached and the largest component."""
    count = 0
    for cell in range(len(parents)):
        if cell & TICK == 0 and signal[1] != 0:
            return count
        if parents[cell] == NEW:
            parents[cell] = START
            before = totals[0]
            totals[0] += 1
            explore(walls, parents, tables, cell, totals, signal)
            totals[1] = max(totals[1], totals[0] - before)
            count += 1
            if signal[1] != 0:
                return count
    return count


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

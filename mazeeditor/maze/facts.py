"""What is true of a maze: how many passages, loops and dead ends, and whether it has one route."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from mazeeditor.compiled import I64, U8, InBool, InI64, InSlots, InTable, InU8, kernel
from mazeeditor.job import Job
from mazeeditor.maze import search
from mazeeditor.maze.bits import COUNT
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search import GOAL, NEW, NONE, START, explore

Routes = Literal["none", "one", "many"]


@dataclass(frozen=True)
class Facts:
    """The figures of one maze; counts are of cells and of the passages between them.

    A passage joins two cells; openings are none. ``loops = passages - cells + components``. A dead
    end has one passage. ``sealed`` cells cannot be reached from the entrance (without an entrance:
    from the largest component). ``routes`` counts the routes from the entrance to the first exit
    they reach, no cell twice; ``shortest`` is the number of cells on a shortest one, both ends
    counted. ``solvable``, ``routes`` and ``shortest`` are None where entrance or exit is missing,
    and ``shortest`` is where there is no route.
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

    Safe in a thread while nobody writes ``maze``. Raises ``CancelledError``.
    """
    job = job or Job()
    lattice = maze.lattice
    walls = search.without_gaps(maze)
    ends, dead_ends = (int(number) for number in _count(lattice, walls, job))
    goals = {opening.cell for opening in maze.exits} if maze.entrance else set()
    way = search.fresh(lattice, goals)
    route = np.empty(0, np.int64)
    main = 0  # the cells that are not sealed
    if maze.entrance:
        job.phase(lattice.cells, 0.4)
        start = maze.entrance.cell
        goal, main = search.breadth_first(lattice, walls, way, start, job, whole=True)
        route = search.route_to(lattice, way, goal)
    job.phase(lattice.cells, 0.5)
    others, largest = _components(lattice, walls, way, goals, main, job)
    components = others + (main > 0)
    passages = ends // 2
    asked = bool(maze.entrance and maze.exits)
    return Facts(
        cells=lattice.cells,
        passages=passages,
        components=components,
        loops=passages - lattice.cells + components,
        dead_ends=dead_ends,
        sealed=lattice.cells - (main or largest),
        solvable=len(route) > 0 if asked else None,
        routes=_routes(lattice, walls, route, goals, job) if asked else None,
        shortest=len(route) or None,
    )


def _count(lattice: Lattice, walls: NDArray[np.uint8], job: Job) -> Ids:
    """Return int64[2]: the ends of passages (two each) and the dead ends."""
    job.phase(lattice.cells, 0.1)
    totals = np.zeros(2, np.int64)
    _count_ends(walls, lattice.inside, lattice.degree, totals)
    return totals


@kernel
def _count_ends(walls: InU8, inside: InBool, degree: int, totals: I64) -> int:
    ends = 0
    dead = 0
    for cell in range(len(walls)):
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
    way: NDArray[np.uint8],
    goals: set[int],
    known: int,
    job: Job,
) -> tuple[int, int]:
    """Return the number of components that ``way`` has not reached, and the size of the largest.

    ``known`` cells are reached already.
    """
    if known == lattice.cells:
        return 0, 0
    for goal in goals:
        if way[goal] == GOAL:
            way[goal] = NEW
    totals = np.array([known, 0], np.int64)
    count = _flood_all(walls, way, *lattice.tables, totals, job.signal)
    job.check()
    return count, int(totals[1])


@kernel
def _flood_all(
    walls: InU8,
    way: U8,
    offsets: InTable,
    opposite: InSlots,
    mask: int,
    totals: I64,
    signal: I64,
) -> int:
    """Reach every cell that is new; ``totals`` are the cells reached and the largest component."""
    count = 0
    for cell in range(len(way)):
        if way[cell] == NEW:
            way[cell] = START
            before = totals[0]
            totals[0] += 1
            explore(walls, way, offsets, opposite, mask, cell, totals, signal)
            totals[1] = max(totals[1], totals[0] - before)
            count += 1
            if signal[1] != 0:
                return count
    return count


def _routes(
    lattice: Lattice, walls: NDArray[np.uint8], route: Ids, goals: set[int], job: Job
) -> Routes:
    """Say how many routes there are, given one: see ``_has_detour``. Changes ``walls``."""
    if len(route) == 0:
        return "none"
    job.phase(lattice.cells)
    way = search.fresh(lattice, goals)
    found = _has_detour(walls, way, *lattice.tables, route, job.signal)
    job.check()
    return "many" if found else "one"


@kernel
def _has_detour(
    walls: U8,
    way: U8,
    offsets: InTable,
    opposite: InSlots,
    mask: int,
    route: InI64,
    signal: I64,
) -> int:
    r"""Whether there is a second route; 0 or 1.

    ::

        entrance -- a ---- b ---- c -- exit      the detour a..b makes a second route,
                    |      |      |              the loop that hangs on c does not
                    o--oo--o      o--o
                                  |  |
                                  o--o

    There is one exactly where a path leaves a cell of the route (not the last) by a passage that
    is none of the route's and comes to another cell of the route, or to any exit, meeting neither
    on its way. For such a path, run there or back, takes the place of the route's part between its
    ends, or of the rest of the route. And a second route runs along with the first at the
    beginning; from where it leaves it to where it next meets the route or an exit, it is such a
    path. So the passages of the route are closed, its cells and the exits are goals, and each of
    its cells but the last floods what hangs on it. A cell reached from one of them is reached from
    no other, or the search had ended: the whole is linear.
    """
    last = len(route) - 1
    for place in range(last):
        cell = route[place]
        row = cell & mask
        slot = 0
        while cell + offsets[row, slot] != route[place + 1] or (walls[cell] >> slot) & 1:
            slot += 1
        walls[cell] |= 1 << slot
        walls[route[place + 1]] |= 1 << opposite[row, slot]
        way[cell] = GOAL
    way[route[last]] = GOAL
    for place in range(last):
        cell = route[place]
        way[cell] = START
        if explore(walls, way, offsets, opposite, mask, cell, signal, signal) != NONE:
            return 1
        if signal[1] != 0:
            return 0
    return 0

"""The facts of a maze: how many passages, loops and dead ends, and whether it has one route."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import DEGREE, I32, I64, TICK, InBool, InI64, InU8, kernel
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import COUNT, NTH, Tables, row_of
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search.search import (
    GOAL,
    NEW,
    NONE,
    START,
    breadth_first,
    fresh,
    length_to,
    reach_all,
    sealed_cells,
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
    return _counted(maze, job or Job())[0]


def facts_and_sealed(maze: Maze, job: Job) -> tuple[Facts, NDArray[np.bool_] | None]:
    """Return the facts, and which cells bool[n] are sealed, None where none is: as ``facts``.

    One search of the maze finds both.
    """
    counted, unreached = _counted(maze, job)
    if not counted.sealed:
        return counted, None
    return counted, sealed_cells(maze, job) if unreached is None else unreached


def _counted(maze: Maze, job: Job) -> tuple[Facts, NDArray[np.bool_] | None]:
    """Return the facts, and which cells bool[n] cannot be reached from the entrance.

    ``None`` where there is no entrance, or no such cell.
    """
    lattice = maze.lattice
    walls = without_gaps(maze)
    job.phase(lattice.cells, 0.05)
    ends, dead_ends = _count(lattice, walls, job)
    goals = {opening.cell for opening in maze.exits} if maze.entrance else set()
    parents = fresh(lattice, goals)
    goal, main = NONE, 0  # the nearest exit, and the number of cells that are not sealed
    unreached = None
    if maze.entrance:
        job.phase(lattice.cells, 0.45)
        goal, main = breadth_first(lattice, walls, parents, maze.entrance.cell, job, whole=True)
        unreached = parents >= NEW if main < lattice.cells else None
    job.phase(lattice.cells, 0.1 if maze.entrance else 1)
    others, largest = _components(lattice, walls, parents, goals, main, job)
    components = others + (main > 0)
    passages = ends // 2
    loops = passages - lattice.cells + components
    routes: Routes | None = None
    if goal != NONE and not loops and len(goals) == 1:
        routes = "one"  # as in any tree: half of the time
    elif goals:
        routes = count_routes(lattice, walls, parents, goal, goals, job)
    counted = Facts(
        cells=lattice.cells,
        passages=passages,
        components=components,
        loops=loops,
        dead_ends=dead_ends,
        sealed=lattice.cells - (main or largest),
        solvable=goal != NONE if goals else None,
        routes=routes,
        shortest=length_to(lattice, parents, goal, job) or None,
    )
    return counted, unreached


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
    count, largest, _first = reach_all(lattice, walls, parents, known, job)
    return count, largest


Routes = Literal["none", "one", "many"]


def count_routes(
    lattice: Lattice,
    walls: NDArray[np.uint8],
    parents: NDArray[np.uint8],
    goal: int,
    goals: Iterable[int],
    job: Job,
) -> Routes:
    """Return how many simple routes lead to ``goals``; ``parents`` uint8[n] leads back from them.

    ``goal`` is the nearest one, or ``NONE``; every cell leads back to the start of its component.
    ``walls`` uint8[n] must have no gaps. Raises ``CancelledError``.
    """
    if goal == NONE:
        return "none"
    job.phase(lattice.cells)
    places = np.zeros(lattice.size, np.int32)
    ends = np.array(sorted(goals), np.int64)
    step = _has_detour[lattice.degree]
    detour = step(walls, parents, places, lattice.tables, goal, ends, job.signal)
    job.check()
    return "many" if detour else "one"


APART = -1  # the place of a cell of another component


@kernel
def _has_detour(
    walls: InU8, parents: InU8, places: I32, tables: Tables, goal: int, goals: InI64, signal: I64
) -> bool:
    r"""Whether there is a second route.

    ::

        entrance -- a ---- b ---- c -- exit      the passage x - y makes a second route, as x hangs
                    |      |      |              on a and y on b; the one that closes the loop
                    o--xy--o      o--o           below c does not: both of its ends hang on c
                                  |  |
                                  o--o

    ``parents`` is a tree that contains the route, so each cell hangs on one cell of the route,
    whose number is its place. Each other passage closes a loop. Where its ends have different
    places, a part of the route can be replaced by the way over it. Where no such passage has, each
    cell of the route cuts off all that hangs on it, so nothing leads around a part of the route.
    Another exit is a second route too, unless it hangs on the exit where the route ends.
    ``places`` int32[n] are found for the ends of such passages only: zeros at first.
    """
    offsets, opposite = tables.offsets, tables.opposite
    shut = (1 << DEGREE) - 1
    cell = goal
    number = 1
    places[cell] = number
    while parents[cell] != START:
        cell += offsets[row_of(tables, cell), parents[cell]]
        number += 1
        places[cell] = number
        if number & TICK == 0 and signal[1] != 0:
            return False
    for place in range(len(goals)):
        if _place(parents, places, tables, goals[place], signal) > 1:
            return True
    for cell in range(len(walls)):
        if cell & TICK == 0:
            signal[0] = cell
            if signal[1] != 0:
                return False
        back = int(parents[cell])
        if back > START:
            continue
        row = row_of(tables, cell)
        slots = (walls[cell] ^ shut) & ~(1 << back)
        while slots != 0:
            slot = int(NTH[slots * 8])
            slots &= slots - 1
            other = cell + offsets[row, slot]
            if other > cell and parents[other] != opposite[row, slot]:
                one = _place(parents, places, tables, cell, signal)
                if one != _place(parents, places, tables, other, signal):
                    return signal[1] == 0
    return False


@kernel
def _place(parents: InU8, places: I32, tables: Tables, start: int, signal: I64) -> int:
    """Return the place on the route of a cell, and note it for all cells on the way there."""
    offsets = tables.offsets
    cell = start
    steps = 0
    while places[cell] == 0 and parents[cell] != START:
        cell += offsets[row_of(tables, cell), parents[cell]]
        steps += 1
        if steps & TICK == 0 and signal[1] != 0:
            return APART
    place = places[cell] if places[cell] != 0 else APART
    end = cell
    cell = start
    steps = 0
    while cell != end:
        places[cell] = place
        cell += offsets[row_of(tables, cell), parents[cell]]
        steps += 1
        if steps & TICK == 0 and signal[1] != 0:
            return APART
    places[end] = place
    return place

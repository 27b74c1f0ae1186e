"""The facts of a maze: how many passages, loops and dead ends, and whether it has one route."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import DEGREE, I32, I64, TICK, InBool, InI64, InU8, kernel
from mazeeditor.maze.facts.route_count import FEW_LOOPS, MOST_ROUTES, route_lengths
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import COUNT, NTH, Tables, row_of
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search.search import (
    GOAL,
    NEW,
    NOT_FOUND,
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
    first exit they reach, visiting no cell twice; ``route_count`` is their number up to 99, None
    beyond, and ``route_lengths`` are the cells of each of these, both ends counted, the shortest
    first; ``shortest`` is the number of cells on a shortest one. ``exits_reachable`` of ``exits``
    can be reached, and ``one_each`` is true where one route leads to each of all exits, past
    others too. Where entrance or exit is missing, all that asks for routes is None; ``shortest``
    is where there is no route.
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
    exits: int = 0
    exits_reachable: int | None = None
    one_each: bool | None = None
    route_count: int | None = None
    route_lengths: tuple[int, ...] | None = None


def facts(maze: Maze, job: Job | None = None) -> Facts:
    """Return the facts of ``maze``, exactly, in time linear in its cells.

    Safe in a thread while nothing writes to ``maze``. Raises ``CancelledError``.
    """
    return count_whole(maze, job or Job())[0]


def facts_and_sealed(maze: Maze, job: Job) -> tuple[Facts, NDArray[np.bool_] | None]:
    """Return the facts, and which cells bool[n] are sealed, None where none is: as ``facts``.

    One search of the maze finds both.
    """
    counted, unreached, _forest = count_whole(maze, job)
    if not counted.sealed:
        return counted, None
    return counted, sealed_cells(maze, job) if unreached is None else unreached


class Forest(NamedTuple):
    """What a search of a maze has found, read only.

    ``walls`` uint8[n] have no gaps, ``parents`` uint8[n] lead back from each cell to the start of
    its component, that with the entrance to it. ``chords`` int64[k] are the passages that are not
    among these ways, as walls: each closes a loop.
    """

    walls: NDArray[np.uint8]
    parents: NDArray[np.uint8]
    chords: Ids


def count_whole(maze: Maze, job: Job) -> tuple[Facts, NDArray[np.bool_] | None, Forest | None]:
    """Return the facts, which cells bool[n] cannot be reached from the entrance, and the forest.

    No such cells where there is no entrance, or none; no forest where there are more than
    ``FEW_LOOPS``. Raises ``CancelledError``.
    """
    lattice = maze.lattice
    walls = without_gaps(maze)
    job.phase(lattice.cells, 0.05)
    ends, dead_ends = count_ends(lattice, walls, job)
    goals = {opening.cell for opening in maze.exits} if maze.entrance else set()
    parents = fresh(lattice, goals)
    goal, main = NOT_FOUND, 0  # the nearest exit, and the number of cells that are not sealed
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
    reachable = _reachable(maze, unreached)
    shortest = length_to(lattice, parents, goal, job) or None
    chords = _chords(lattice, walls, parents, loops, job) if loops <= FEW_LOOPS else None
    found = Routing(None, None, None)
    if goals:
        reached = [cell for cell in goals if unreached is None or not unreached[cell]]
        reachable_ends = [goal, *sorted({*reached} - {goal})]
        found = routing(maze, walls, parents, reachable_ends, job, chords=chords)
    lengths = found.lengths
    counted = Facts(
        cells=lattice.cells,
        passages=passages,
        components=components,
        loops=loops,
        dead_ends=dead_ends,
        sealed=lattice.cells - (main or largest),
        solvable=goal != NOT_FOUND if goals else None,
        routes=found.routes,
        shortest=shortest,
        exits=len(maze.exits),
        exits_reachable=reachable,
        one_each=found.one_each and reachable == len(maze.exits),
        route_count=None if lengths is None else len(lengths),
        route_lengths=lengths,
    )
    return counted, unreached, None if chords is None else Forest(walls, parents, chords)


class Routing(NamedTuple):
    """Whether there are routes, the cells of each, and whether one leads to each exit reached."""

    routes: Routes | None
    lengths: tuple[int, ...] | None
    one_each: bool | None


def _reachable(maze: Maze, unreached: NDArray[np.bool_] | None) -> int | None:
    """Return how many exits can be reached, None without entrance or exit."""
    if not (maze.entrance and maze.exits):
        return None
    if unreached is None:
        return len(maze.exits)
    return sum(not unreached[opening.cell] for opening in maze.exits)


def routing(
    maze: Maze,
    walls: NDArray[np.uint8],
    parents: NDArray[np.uint8],
    ends: list[int],
    job: Job,
    *,
    chords: Ids | None,
) -> Routing:
    """Return what is known of the routes to ``ends``, the exits reached, the nearest one first.

    ``parents`` lead back to the entrance, ``chords`` are as in ``Forest``, None for many.
    """
    lattice = maze.lattice
    if NOT_FOUND in ends:
        return Routing("none", (), one_each=False)
    if chords is not None and not len(chords) and len(ends) == 1:
        return Routing("one", (length_to(lattice, parents, ends[0], job),), one_each=True)
    number = detours(lattice, walls, parents, ends[:1], ends, job, chords=chords)
    one_each = number == 0
    if len(ends) > 1:
        one_each = detours(lattice, walls, parents, ends, (), job, chords=chords) == 0
    if number == 0:
        return Routing("one", (length_to(lattice, parents, ends[0], job),), one_each)
    lengths = None
    if number - len(ends) < MOST_ROUTES and maze.entrance:
        tree = None if chords is None else (parents, chords)
        lengths = route_lengths(lattice, walls, maze.entrance.cell, ends, job, tree=tree)
    return Routing("many", lengths, one_each)


def _chords(
    lattice: Lattice, walls: NDArray[np.uint8], parents: NDArray[np.uint8], number: int, job: Job
) -> Ids:
    """Return the ``number`` passages that ``parents`` of all components do not use, as walls."""
    chords = np.empty(number, np.int64)
    if number:
        job.phase(lattice.cells, 0.2)
        _find_chords[lattice.degree](walls, parents, lattice.tables, chords, job.signal)
        job.check()
    return chords


@kernel
def _find_chords(walls: InU8, parents: InU8, tables: Tables, chords: I64, signal: I64) -> None:
    """Find the passages off a forest until ``chords`` is full."""
    offsets, opposite = tables.offsets, tables.opposite
    shut = (1 << DEGREE) - 1
    found = 0
    for cell in range(len(walls)):
        if cell & TICK == 0:
            signal[0] = cell
            if signal[1] != 0:
                return
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
                chords[found] = cell * DEGREE + slot
                found += 1
                if found == len(chords):
                    return


def count_ends(lattice: Lattice, walls: NDArray[np.uint8], job: Job) -> tuple[int, int]:
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
    found = biggest = 0
    for goal in goals:  # large, where the only route was just lost: half of the time of reach_all
        if parents[goal] == NEW:
            _goal, number = breadth_first(lattice, walls, parents, goal, job, whole=True)
            found, biggest, known = found + 1, max(biggest, number), known + number
    if known == lattice.cells:
        return found, biggest
    count, largest, _first = reach_all(lattice, walls, parents, known, job)
    return found + count, max(biggest, largest)


Routes = Literal["none", "one", "many"]


def detours(
    lattice: Lattice,
    walls: NDArray[np.uint8],
    parents: NDArray[np.uint8],
    ends: Iterable[int],
    goals: Iterable[int],
    job: Job,
    last: NDArray[np.int64] | None = None,
    *,
    chords: Ids | None = None,
) -> int:
    """Return how many passages and ``goals`` make another route to ``ends``: up to 99 passages.

    ``parents`` uint8[n] lead back from every cell to the start of its component, that of ``ends``
    being the entrance. Each such passage makes a route of its own: there is one route to each of
    ``ends`` exactly where there is none. ``last`` int64[1] becomes the wall id of the last one.
    ``walls`` must have no gaps. Where the ``chords`` are known, as in ``Forest``, only these are
    looked at. Raises ``CancelledError``.
    """
    job.phase(lattice.cells)
    places = np.zeros(lattice.size, np.int32)
    first, others = np.array(list(ends), np.int64), np.array(sorted(goals), np.int64)
    last = np.zeros(1, np.int64) if last is None else last
    most = MOST_ROUTES + len(others)
    if chords is None:
        step = _count_detours[lattice.degree]
        number = step(walls, parents, places, lattice.tables, first, others, most, last, job.signal)
    else:
        lower, _slots, upper, _backs = lattice.sides_of(chords)
        ends_of_chords = np.concatenate([lower, upper])
        number = _count_detours_among(
            parents, places, lattice.tables, first, others, ends_of_chords, job.signal
        )
    job.check()
    return number


UNCONNECTED = -1  # the place of a cell of another component


@kernel
def _count_detours(
    walls: InU8,
    parents: InU8,
    places: I32,
    tables: Tables,
    ends: InI64,
    goals: InI64,
    most: int,
    last: I64,
    signal: I64,
) -> int:
    r"""Count what makes a second route.

    ::

        entrance -- a ---- b ---- c -- exit      the passage x - y makes a second route, as x hangs
                    |      |      |              on a and y on b; the one that closes the loop
                    o--xy--o      o--o           below c does not: both of its ends hang on c
                                  |  |
                                  o--o

    ``parents`` is a tree that contains the routes to ``ends``, so each cell hangs on one cell of
    these, whose number is its place. Each other passage closes a loop. Where its ends have
    different places, a part of a route can be replaced by the way over it. Where no such passage
    has, each cell of a route cuts off all that hangs on it, so nothing leads around a part of it.
    Another exit is a second route too, unless it hangs on the first of ``ends``.
    ``places`` int32[n] are found for the ends of such passages only: zeros at first.
    """
    offsets, opposite = tables.offsets, tables.opposite
    shut = (1 << DEGREE) - 1
    found = _number_routes(parents, places, tables, ends, goals, signal)
    for cell in range(len(walls)):
        if cell & TICK == 0:
            signal[0] = cell
            if signal[1] != 0:
                return found
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
                    last[0] = cell * DEGREE + slot
                    found += 1
                    if found >= most:
                        return found
    return found


@kernel
def _count_detours_among(
    parents: InU8,
    places: I32,
    tables: Tables,
    ends: InI64,
    goals: InI64,
    chords: InI64,
    signal: I64,
) -> int:
    """Count what makes a second route among few passages: ``chords`` are first and last ends."""
    found = _number_routes(parents, places, tables, ends, goals, signal)
    half = len(chords) // 2
    for chord in range(half):
        one = _place(parents, places, tables, int(chords[chord]), signal)
        found += one != _place(parents, places, tables, int(chords[half + chord]), signal)
    return found


@kernel
def _number_routes(
    parents: InU8, places: I32, tables: Tables, ends: InI64, goals: InI64, signal: I64
) -> int:
    """Number the cells of the routes to ``ends``; count which of ``goals`` hang elsewhere."""
    offsets = tables.offsets
    number = 0
    for end in range(len(ends)):
        cell = int(ends[end])
        while places[cell] == 0:
            number += 1
            places[cell] = number
            if parents[cell] == START or (number & TICK == 0 and signal[1] != 0):
                break
            cell += int(offsets[row_of(tables, cell), parents[cell]])
    found = 0
    for place in range(len(goals)):
        found += _place(parents, places, tables, int(goals[place]), signal) > 1
    return found


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
            return UNCONNECTED
    place = places[cell] if places[cell] != 0 else UNCONNECTED
    end = cell
    cell = start
    steps = 0
    while cell != end:
        places[cell] = place
        cell += offsets[row_of(tables, cell), parents[cell]]
        steps += 1
        if steps & TICK == 0 and signal[1] != 0:
            return UNCONNECTED
    places[end] = place
    return place

"""The structure of a maze: kinds of cells, corridors, decisions on its route, hallways.

::

    --+     +--      a straight has two passages, opposite each other, a turn two others;
      |  J  |        a junction J has three passages, a crossing four or more;
    --+     +-- T    a corridor is a path of straights and turns, without a choice

    E---+   +---X      a hallway leads from one junction or end to the next; it turns by an angle
        |   |          after a straight piece of so many steps
        J---+          J is where a branch leaves the route: here a hallway of 3 steps with a turn
        |              after 2 of them, to a dead end
        +-- d

Only mazes without loops have figures of hallways: else a branch would be a matter of taste.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import log, pi
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import (
    F64,
    I32,
    I64,
    TICK,
    U8,
    InF64,
    InI64,
    InSlots,
    InU8,
    kernel,
)
from mazeeditor.maze.braid import dead_end_corridors, dead_ends
from mazeeditor.maze.facts.random_walk import expected_steps
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import COUNT, NTH, Tables, row_of
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search.distances import Longest, longest_path
from mazeeditor.maze.search.search import NEW, START, fresh, shortest_route, without_gaps

DEAD_END, STRAIGHT, TURN, JUNCTION, CROSSING = range(1, 6)  # places in count_kinds, 0: closed in
OPPOSITE = -0.86  # two directions at more than 150 degrees, as cosine, are opposite each other
SLIGHT = 0.17  # of half a turn, just above 30 degrees: less is none, as for straights
ALL, TRAIL, DIFFICULTY, HALL, ENDS = range(5)  # places of the sums; HALL: of the last one
MANY_CELLS = 1 << 16  # cells
MOST_WALKED = 20_000  # cells on loops and between them: more take seconds


def across(lattice: Lattice) -> NDArray[np.uint8]:
    """Return uint8[r, degree]: the slots that lie opposite each slot, as bits.

    The rows are those of ``lattice.offsets``: cells of one row have equal directions. Squares and
    hexagons have opposite sides, triangles none; in rings a side may have two, or none.
    """
    table = np.zeros(lattice.opposite.shape, np.uint8)
    for rows, cosines in lattice.side_cosines():
        table[rows] = np.packbits(cosines < OPPOSITE, axis=2, bitorder="little")[..., 0]
    return table


def count_kinds(lattice: Lattice, walls: NDArray[np.uint8], job: Job) -> NDArray[np.int64]:
    """Return int64[6]: cells closed in, dead ends, straights, turns, junctions, crossings."""
    kinds = np.zeros(6, np.int64)
    _count_kinds(walls, across(lattice), lattice.tables, kinds, job.signal)
    job.check()
    return kinds


@kernel
def _count_kinds(walls: InU8, facing: InSlots, tables: Tables, kinds: I64, signal: I64) -> int:
    inside = tables.inside
    degree = facing.shape[1]
    shut = (1 << degree) - 1
    for cell in range(len(walls)):
        if cell & TICK == 0:
            signal[0] = cell
            if signal[1] != 0:
                return cell
        if not inside[cell]:
            continue
        slots = walls[cell] ^ shut
        passages = int(COUNT[slots])
        kind = min(passages, 1)
        if passages == 2:
            straight = facing[row_of(tables, cell), NTH[slots * 8]] >> NTH[slots * 8 + 1] & 1 == 1
            kind = STRAIGHT if straight else TURN
        elif passages > 2:
            kind = JUNCTION if passages == 3 else CROSSING
        kinds[kind] += 1
    return len(walls)


def dead_end_lengths(lattice: Lattice, walls: NDArray[np.uint8], job: Job) -> NDArray[np.int32]:
    """Return int32[k]: how many cells each dead end is deep, lowest cell first.

    Counted from its last cell up to the next junction, which does not count; where there is none,
    up to the other end of the path.
    """
    ends = dead_ends(lattice, walls, job)
    job.phase(len(ends), 0.3)
    lengths, last = dead_end_corridors(lattice, walls, ends, job)
    return lengths - (COUNT[walls[last]] != lattice.degree - 1)


def longest_corridor(lattice: Lattice, walls: NDArray[np.uint8], job: Job) -> int:
    """Return the cells of the longest path of cells with two passages each, rings included."""
    longest = _longest_corridor(
        walls, (~lattice.inside).astype(np.uint8), lattice.tables, job.signal
    )
    job.check()
    return longest


@kernel
def _longest_corridor(walls: InU8, seen: U8, tables: Tables, signal: I64) -> int:
    offsets, opposite = tables.offsets, tables.opposite
    shut = (1 << offsets.shape[1]) - 1
    longest = 0
    steps = 0
    for start in range(len(walls)):
        if seen[start] != 0 or COUNT[walls[start] ^ shut] != 2:
            continue
        seen[start] = 1
        length = 1
        for turn in range(2):
            cell = start
            slot = int(NTH[(walls[start] ^ shut) * 8 + turn])
            while True:
                row = row_of(tables, cell)
                back = int(opposite[row, slot])
                cell += offsets[row, slot]
                slots = walls[cell] ^ shut
                if seen[cell] != 0 or COUNT[slots] != 2:
                    break
                seen[cell] = 1
                length += 1
                slot = int(NTH[(slots ^ (1 << back)) * 8])
                steps += 1
                if steps & TICK == 0:
                    signal[0] = steps
                    if signal[1] != 0:
                        return longest
        longest = max(longest, length)
    return longest


@dataclass(frozen=True)
class Structure:
    """The figures of one maze; ``maze/facts/measures.py`` describes each.

    Openings are no passages. ``dead_end_lengths`` pairs each length with the number of dead ends
    so deep, the shortest first. ``shortest``, ``decisions`` and ``route_share`` (0..1) are of a
    shortest route and None where there is none. ``walk`` is the mean number of steps of a random
    walk to an exit, None where it is not known. ``hallways`` is None where the maze has loops, or
    no route. ``longest`` is None where it was not requested.
    """

    cells: int
    dead_ends: int
    straights: int
    turns: int
    junctions: int
    crossings: int
    longest_corridor: int
    dead_end_lengths: tuple[tuple[int, int], ...] = field(repr=False)
    shortest: int | None
    decisions: int | None
    walk: float | None = None
    hallways: Hallways | None = None
    longest: Longest | None = None

    @property
    def dead_end_length(self) -> float | None:
        """The mean length of the dead ends, in cells; None where there are none."""
        total = sum(length * number for length, number in self.dead_end_lengths)
        return total / self.dead_ends if self.dead_ends else None

    @property
    def route_share(self) -> float | None:
        """The share of the cells that a shortest route passes."""
        return None if self.shortest is None else self.shortest / self.cells


def structure(
    maze: Maze, job: Job | None = None, *, longest: bool = False, walk: bool = True
) -> Structure:
    """Return the figures of ``maze``, in time linear in its cells.

    ``longest`` requests the longest shortest path too, which may take much longer; without
    ``walk`` the random walk is left out, which takes long in mazes with loops. Safe in a thread
    while nothing writes to ``maze``. Raises ``CancelledError``.
    """
    job = job or Job()
    lattice, walls = maze.lattice, without_gaps(maze)
    with job.part(0.1 if longest else 1.0):
        job.phase(lattice.size, 0.1)
        kinds = count_kinds(lattice, walls, job)
        lengths = _histogram(dead_end_lengths(lattice, walls, job))
        job.phase(lattice.cells, 0.3)
        corridor = longest_corridor(lattice, walls, job)
        route = _route(maze, lattice, walls, job)
        of_hallways = steps = None
        if len(route):
            of_hallways = hallways(lattice, walls, route, int(kinds[DEAD_END]), job)
            steps = expected_steps(maze, job, MOST_WALKED) if walk else None
    return Structure(
        cells=lattice.cells,
        dead_ends=int(kinds[DEAD_END]),
        straights=int(kinds[STRAIGHT]),
        turns=int(kinds[TURN]),
        junctions=int(kinds[JUNCTION]),
        crossings=int(kinds[CROSSING]),
        longest_corridor=corridor,
        dead_end_lengths=lengths,
        shortest=len(route) or None,
        decisions=decisions_on(lattice, walls, route) if len(route) else None,
        walk=steps,
        hallways=of_hallways,
        longest=longest_path(maze, job) if longest else None,
    )


def _histogram(lengths: NDArray[np.int32]) -> tuple[tuple[int, int], ...]:
    """Pair each length with its number, the shortest first.

    ``np.unique`` sorts them all, which takes long where there are millions. Few can be long ones.
    """
    short = np.bincount(lengths[lengths < MANY_CELLS])
    longer, numbers = np.unique(lengths[lengths >= MANY_CELLS], return_counts=True)
    pairs = [(length, number) for length, number in enumerate(short.tolist()) if number]
    return (*pairs, *zip(longer.tolist(), numbers.tolist(), strict=True))


def _route(maze: Maze, lattice: Lattice, walls: NDArray[np.uint8], job: Job) -> Ids:
    """Return the cells of a shortest route; none where there is no route."""
    job.phase(lattice.cells, 0.15)
    if not (maze.entrance and maze.exits):
        return np.empty(0, np.int64)
    exits = {opening.cell for opening in maze.exits}
    return shortest_route(lattice, walls, maze.entrance.cell, exits, job)


def decisions_on(lattice: Lattice, walls: NDArray[np.uint8], route: Ids) -> int:
    """Return how many cells of a route have a choice of direction; its last cell has none.

    ``walls`` have no gaps to the outside. A walker does not go back.
    """
    onward = lattice.degree - COUNT[walls[route[:-1]]].astype(np.int64) - 1
    onward[:1] += 1
    return int(np.count_nonzero(onward >= 2))


@dataclass(frozen=True)
class Hallways:
    """The figures of what can be reached from the entrance of a maze without loops.

    A hallway h of D steps, which turns by the angle t after a straight piece of d steps (for each
    of its turns), has the complexity ``g(h) = D * sum(t / (pi * d))``: 0 without a turn.
    ``complexity`` is the logarithm of the sum of g over all hallways, ``difficulty`` that of
    ``g(route) * product(sum of g in a branch + 1)`` over all branches of the route; None where
    there is no turn to speak of. M. S. McClendon, "The Complexity and Difficulty of a Maze",
    Bridges 2001; steps are counted away from the entrance.

    Dead ends off the route: an alcove is straight, so that it is seen whole from the route; others
    are forward where they end nearer to the exit, as the crow flies, than they leave the route,
    else backward. P. H. Kim and R. Crawfis, "The quest for the perfect perfect-maze", CGAMES 2015.
    """

    complexity: float | None
    difficulty: float | None
    alcoves: int
    forward_dead_ends: int
    backward_dead_ends: int


def hallways(
    lattice: Lattice, walls: NDArray[np.uint8], route: Ids, dead_ends: int, job: Job
) -> Hallways | None:
    """Return the figures of a maze with the only ``route`` int64[k]; None where it has loops.

    ``walls`` uint8[n] have no gaps to the outside. Raises ``CancelledError``.
    """
    job.phase(lattice.cells, 0.1)
    parents = fresh(lattice)
    parents[route] = START
    sums = np.zeros(5, np.float64)
    ends, roots = np.zeros(dead_ends, np.int32), np.zeros(dead_ends, np.int32)
    alcoves = np.zeros(dead_ends, np.uint8)
    fixed = turning_angles(lattice).ravel(), lattice.tables, job.signal
    branches = _Branches(parents, ends, roots, alcoves)
    is_tree = _walk_route(walls, route, sums, *fixed) and _tour(
        walls, route, branches, sums, *fixed
    )
    job.check()
    if not is_tree:
        return None
    number = int(sums[ENDS])
    alcove = alcoves[:number] != 0
    goal = lattice.geometry.centres(route[-1:])
    ends_away, roots_away = (
        ((lattice.geometry.centres(cells[:number].astype(np.int64)) - goal) ** 2).sum(axis=1)
        for cells in (ends, roots)
    )
    forward = int(np.count_nonzero(~alcove & (ends_away < roots_away - 1e-9)))
    straight = int(np.count_nonzero(alcove))
    trail = float(sums[TRAIL])
    return Hallways(
        complexity=log(sums[ALL]) if sums[ALL] > 0 else None,
        difficulty=log(trail) + float(sums[DIFFICULTY]) if trail > 0 else None,
        alcoves=straight,
        forward_dead_ends=forward,
        backward_dead_ends=number - straight - forward,
    )


def turning_angles(lattice: Lattice) -> NDArray[np.float64]:
    """Return float64[r, degree, degree]: how far one turns who comes through a slot and leaves.

    As a share of half a turn, 0 up to 30 degrees. The rows are those of
    ``lattice.offsets``: cells of one row have equal directions.
    """
    degree = lattice.degree
    table = np.zeros((len(lattice.offsets), degree, degree))
    for rows, cosines in lattice.side_cosines():
        angles = np.arccos(np.clip(-cosines, -1, 1)) / pi
        table[rows] = np.where(angles < SLIGHT, 0, angles)
    return table


@kernel
def _walk_route(
    walls: InU8, route: InI64, sums: F64, angles: InF64, tables: Tables, signal: I64
) -> bool:
    """Sum up the turns of the route, as one hallway and as those between junctions."""
    offsets, opposite = tables.offsets, tables.opposite
    degree = offsets.shape[1]
    shut = (1 << degree) - 1
    back = -1
    total = 0.0  # of the hallway
    length = 0
    piece = 0
    whole = 0.0  # of the route
    straight = 0
    for place in range(len(route)):
        if place & TICK == 0 and signal[1] != 0:
            return False
        cell = int(route[place])
        row = row_of(tables, cell)
        ahead = -1
        if place + 1 < len(route):
            for slot in range(degree):
                leads_on = cell + offsets[row, slot] == route[place + 1]
                if leads_on and (walls[cell] >> slot) & 1 == 0:
                    ahead = slot
        angle = 0.0
        if back >= 0 and ahead >= 0:
            angle = angles[(row * degree + back) * degree + ahead]
        if angle > 0:
            whole += angle / straight
            straight = 0
        if ahead < 0 or (COUNT[walls[cell] ^ shut] > 2 and place > 0):
            sums[ALL] += length * total
            total = 0.0
            length = 0
            piece = 0
        elif angle > 0:
            total += angle / piece
            piece = 0
        length += 1
        piece += 1
        straight += 1
        if ahead >= 0:
            back = int(opposite[row, ahead])
    sums[TRAIL] = (len(route) - 1) * whole
    return True


class _Branches(NamedTuple):
    """What a tour fills: the dead ends of all branches.

    ``ends`` int32[k] are their cells, ``roots`` int32[k] the cells of the route from which they are
    reached, ``alcoves`` uint8[k] whether one hallway without a turn leads there. ``parents``
    uint8[n] are as in ``search.py``, the cells of the route being starts.
    """

    parents: U8
    ends: I32
    roots: I32
    alcoves: U8


@kernel
def _tour(
    walls: InU8,
    route: InI64,
    branches: _Branches,
    sums: F64,
    angles: InF64,
    tables: Tables,
    signal: I64,
) -> bool:
    """Go through all branches of the route; returns False where there is a loop."""
    for place in range(len(route)):
        before = int(route[place - 1]) if place > 0 else -1
        after = int(route[place + 1]) if place + 1 < len(route) else -1
        root = int(route[place])
        shut = (1 << tables.offsets.shape[1]) - 1
        slots = walls[root] ^ shut
        row = row_of(tables, root)
        while slots != 0:
            slot = int(NTH[slots * 8])
            slots &= slots - 1
            other = root + tables.offsets[row, slot]
            if other == before:
                before = -1  # only once: cells that are joined twice are a loop
            elif other == after:
                after = -1
            elif not _branch(walls, root, slot, branches, sums, angles, tables, signal):
                return False
    return True


@kernel
def _branch(
    walls: InU8,
    root: int,
    slot: int,
    branches: _Branches,
    sums: F64,
    angles: InF64,
    tables: Tables,
    signal: I64,
) -> bool:
    """Go through the branch behind a slot of a cell of the route, depth first."""
    parents = branches.parents
    shut = (1 << tables.offsets.shape[1]) - 1
    whole = 0.0
    first = True
    cell = root
    while True:
        sums[HALL] = 0.0
        cell = _hallway(walls, parents, cell, slot, sums, angles, tables, signal)
        if cell < 0:
            return False
        whole += sums[HALL]
        slots = (walls[cell] ^ shut) & ~(1 << int(parents[cell]))
        if slots == 0:
            number = int(sums[ENDS])
            sums[ENDS] += 1
            branches.ends[number] = cell
            branches.roots[number] = root
            branches.alcoves[number] = first and sums[HALL] == 0
        first = False
        while slots == 0:  # back to a junction from which a hallway is left
            signal[0] += 1
            if signal[0] & TICK == 0 and signal[1] != 0:
                return False
            row = row_of(tables, cell)
            back = int(parents[cell])
            came = int(tables.opposite[row, back])
            cell += int(tables.offsets[row, back])
            if cell == root:
                sums[ALL] += whole
                sums[DIFFICULTY] += log(whole + 1)
                return True
            slots = (walls[cell] ^ shut) & (254 << came) & ~(1 << int(parents[cell]))
        slot = int(NTH[slots * 8])


@kernel
def _hallway(
    walls: InU8,
    parents: U8,
    cell: int,
    slot: int,
    sums: F64,
    angles: InF64,
    tables: Tables,
    signal: I64,
) -> int:
    """Walk through a slot to the next junction or dead end; return that cell, -1 at a loop."""
    offsets, opposite = tables.offsets, tables.opposite
    degree = offsets.shape[1]
    shut = (1 << degree) - 1
    total = 0.0
    length = 0
    piece = 0
    while True:
        signal[0] += 1
        if signal[0] & TICK == 0 and signal[1] != 0:
            return -1
        row = row_of(tables, cell)
        back = int(opposite[row, slot])
        cell += int(offsets[row, slot])
        if parents[cell] < NEW:
            return -1
        parents[cell] = back
        length += 1
        piece += 1
        slots = (walls[cell] ^ shut) & ~(1 << back)
        if COUNT[slots] != 1:
            sums[HALL] = length * total
            return cell
        slot = int(NTH[slots * 8])
        angle = angles[(row_of(tables, cell) * degree + back) * degree + slot]
        if angle > 0:
            total += angle / piece
            piece = 0

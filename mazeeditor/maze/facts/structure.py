"""The structure of a maze: kinds of cells, corridors, and how many decisions its route requires.

::

    --+     +--      a straight has two passages, opposite each other, a turn two others;
      |  J  |        a junction J has three passages, a crossing four or more;
    --+     +-- T    a corridor is a path of straights and turns, without a choice
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import I64, TICK, U8, InSlots, InU8, kernel
from mazeeditor.maze.bits import COUNT, NTH
from mazeeditor.maze.facts.hallways import Hallways, hallways
from mazeeditor.maze.facts.random_walk import expected_steps
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import Tables, row_of
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search.longest import Longest, longest_path
from mazeeditor.maze.search.search import shortest_route, without_gaps

DEAD_END, STRAIGHT, TURN, JUNCTION, CROSSING = range(1, 6)  # places in count_kinds, 0: closed in
OPPOSITE = -0.86  # two directions at more than 150 degrees, as cosine, are opposite each other


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


def dead_end_lengths(
    lattice: Lattice, walls: NDArray[np.uint8], number: int, job: Job
) -> NDArray[np.int64]:
    """Return int64[number]: how many cells each dead end is deep, lowest cell first.

    Counted from its last cell up to the next junction, which does not count; where there is none,
    up to the other end of the path.
    """
    lengths = np.zeros(number, np.int64)
    _walk_back(walls, lattice.tables, lengths, job.signal)
    job.check()
    return lengths


@kernel
def _walk_back(walls: InU8, tables: Tables, lengths: I64, signal: I64) -> int:
    offsets, opposite, inside = tables.offsets, tables.opposite, tables.inside
    shut = (1 << offsets.shape[1]) - 1
    steps = 0
    place = 0
    for end in range(len(walls)):
        if not inside[end] or COUNT[walls[end] ^ shut] != 1:
            continue
        cell = end
        slots = walls[cell] ^ shut
        length = 0
        while COUNT[slots] == 1:
            length += 1
            slot = int(NTH[slots * 8])
            row = row_of(tables, cell)
            back = int(opposite[row, slot])
            cell += offsets[row, slot]
            slots = walls[cell] ^ shut
            if slots == 1 << back:  # the other end of a path without junctions
                length += 1
            slots ^= 1 << back
            steps += 1
            if steps & TICK == 0:
                signal[0] = steps
                if signal[1] != 0:
                    return steps
        lengths[place] = length
        place += 1
    return steps


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


LONG = 1 << 16  # cells
MOST_WALKED = 20_000  # cells on loops and between them: more take seconds


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
        job.phase(lattice.cells, 0.3)
        lengths = _histogram(dead_end_lengths(lattice, walls, int(kinds[DEAD_END]), job))
        job.phase(lattice.cells, 0.3)
        corridor = longest_corridor(lattice, walls, job)
        route = _route(maze, lattice, walls, job)
        of_hallways = _hallways(lattice, walls, route, int(kinds[DEAD_END]), job)
        steps = expected_steps(maze, job, MOST_WALKED) if walk and len(route) else None
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


def _histogram(lengths: NDArray[np.int64]) -> tuple[tuple[int, int], ...]:
    """Pair each length with its number, the shortest first.

    ``np.unique`` sorts them all, which takes long where there are millions. Few can be long ones.
    """
    short = np.bincount(lengths[lengths < LONG])
    longer, numbers = np.unique(lengths[lengths >= LONG], return_counts=True)
    pairs = [(length, number) for length, number in enumerate(short.tolist()) if number]
    return (*pairs, *zip(longer.tolist(), numbers.tolist(), strict=True))


def _route(maze: Maze, lattice: Lattice, walls: NDArray[np.uint8], job: Job) -> Ids:
    """Return the cells of a shortest route; none where there is no route."""
    job.phase(lattice.cells, 0.15)
    if not (maze.entrance and maze.exits):
        return np.empty(0, np.int64)
    exits = {opening.cell for opening in maze.exits}
    return shortest_route(lattice, walls, maze.entrance.cell, exits, job)


def _hallways(
    lattice: Lattice, walls: NDArray[np.uint8], route: Ids, dead_ends: int, job: Job
) -> Hallways | None:
    if not len(route):
        return None
    job.phase(lattice.cells, 0.1)
    return hallways(lattice, walls, route, dead_ends, job)


def decisions_on(lattice: Lattice, walls: NDArray[np.uint8], route: Ids) -> int:
    """Return how many cells of a route have a choice of direction; its last cell has none.

    ``walls`` have no gaps to the outside. A walker does not go back.
    """
    onward = lattice.degree - COUNT[walls[route[:-1]]].astype(np.int64) - 1
    onward[:1] += 1
    return int(np.count_nonzero(onward >= 2))

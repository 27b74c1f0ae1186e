"""The walls of a maze that change together under a symmetry, and which of them may."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import I32, I64, TICK, U8, InI32, InI64, kernel
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.pieces import find
from mazeeditor.maze.search.joining import write_walls
from mazeeditor.maze.transforms.symmetry.group import SymmetryGroup
from mazeeditor.maze.transforms.symmetry.symmetric_maze import CellOrbits, sides_of_walls
from mazeeditor.maze.walls import free_walls

Bits = NDArray[np.uint8]
Chosen = NDArray[np.bool_]
# which orbits are opened: those of which all walls join, most, or any
ALL_JOIN, MOST_JOIN, ANY_JOINS = 2, 1, 0


@dataclass(frozen=True, eq=False)
class WallOrbits:
    """The orbits of the inner walls of a lattice under a symmetry.

    ``walls`` int64[m, k] has a column for each orbit, in which a wall stands several times where it
    is its own image. ``domain`` bool[n] has one cell of each orbit of cells, and the first row
    its walls. ``roots`` bool[k] are orbits on an axis, of which a motion keeps both sides of each
    wall; of those ``across`` bool[k] both sides are images of each other.
    """

    group: SymmetryGroup
    walls: NDArray[np.int64]
    domain: Chosen
    roots: Chosen
    across: Chosen
    lower: NDArray[np.int32] = field(repr=False)  # the cells of the walls, int32[m * k]
    upper: NDArray[np.int32] = field(repr=False)

    @classmethod
    def of(cls, group: SymmetryGroup, job: Job) -> WallOrbits:
        """Return the orbits of a symmetry; raises ``CancelledError``."""
        lattice = group.lattice
        with job.part(0.1):
            orbits = CellOrbits.of(group, job)
        own = free_walls(lattice, job=job)
        own[~orbits.domain] = 0
        first = sides_of_walls(lattice, own)
        walls = np.stack([first, *orbits.images(first)])
        walls = np.ascontiguousarray(walls[:, _firsts(lattice, walls.min(axis=0))])
        lower, _slots, upper, _backs = lattice.sides_of(walls.ravel())
        own_lower, slots, own_upper, _backs = lattice.sides_of(walls[0])
        roots = orbits.roots[own_lower] >> slots.astype(np.uint8) & 1 != 0
        across = orbits.lowest[own_lower] == orbits.lowest[own_upper]
        sides = lower.astype(np.int32), upper.astype(np.int32)
        return cls(group, walls, orbits.domain, roots, across, *sides)

    @property
    def lattice(self) -> Lattice:
        return self.group.lattice

    @property
    def number(self) -> int:
        return self.walls.shape[1]

    def having(self, bits: Bits) -> Chosen:
        """Return bool[m, k]: which walls have their bit in ``bits`` uint8[n]."""
        cells, slots = np.divmod(self.walls, self.lattice.degree)
        result: Chosen = bits[cells] >> slots.astype(np.uint8) & 1 != 0
        return result

    def sizes(self, chosen: Chosen) -> Ids:
        """Return int64[k]: how many walls of each orbit are among ``chosen`` bool[m, k]."""
        result = np.zeros(self.number, np.int64)
        for row, walls in enumerate(self.walls):
            fresh = chosen[row].copy()
            for before in self.walls[:row]:
                fresh &= before != walls
            result += fresh
        return result

    def bits_of(self, orbits: Chosen, job: Job) -> Bits:
        """Return uint8[n]: the bits of all walls of ``orbits`` bool[k]."""
        bits: Bits = np.zeros(self.lattice.size, np.uint8)
        self.write(bits, orbits, job, closed=True)
        return bits

    def write(self, walls: Bits, orbits: Chosen, job: Job, *, closed: bool) -> None:
        """Close or open all walls of ``orbits`` bool[k] in ``walls`` uint8[n]."""
        ids = self.walls[:, orbits].ravel().astype(np.int32)
        write_walls(self.lattice, walls, ids, job, closed=closed)

    def join(self, areas: I32, order: Ids, share: int, job: Job) -> Chosen:
        """Unite the areas beside the walls of orbits int64[j], one orbit after the other.

        ``areas`` int32[n] are as in ``maze/search/joining.py``. An orbit is taken where all of its
        walls join two areas (``ALL_JOIN``), more than half (``MOST_JOIN``) or one at least
        (``ANY_JOINS``). Returns bool[m, k]: the walls that joined two. Raises ``CancelledError``.
        """
        joined = np.zeros(self.walls.size, np.uint8)
        rows, columns = self.walls.shape
        job.phase(len(order), 0.1)
        room = np.zeros(3 * rows, np.int64)
        _join_orbits(self.lower, self.upper, rows, order, areas, share, room, joined, job.signal)
        job.check()
        return joined.view(np.bool_).reshape(rows, columns)

    def evened(self, before: Maze, after: Maze, job: Job) -> Maze:
        """Return ``after`` without the changes of orbits that are not all open or all closed."""
        were, are = self.having(before.walls), self.having(after.walls)
        broken = some(are) & ~every(are) & some(were != are)
        if not broken.any():
            return after
        walls, ids = without_openings(after), self.walls[:, broken]
        for closed in (True, False):
            own = ids[were[:, broken] == closed].astype(np.int32)
            write_walls(self.lattice, walls, own, job, closed=closed)
        return with_walls(after, walls)


def _firsts(lattice: Lattice, ids: Ids) -> Ids:
    """Return the places int64[j] at which ids int64[k] of walls stand for the first time."""
    place = np.zeros(lattice.size * lattice.degree, np.int32)  # a sort cannot be cancelled
    order = np.arange(len(ids), dtype=np.int32)
    place[ids[::-1]] = order[::-1]
    return np.flatnonzero(place[ids] == order)


def every(rows: Chosen) -> Chosen:
    """Return bool[k]: of which columns of bool[m, k] all are true."""
    result: Chosen = np.logical_and.reduce(rows, axis=0)
    return result


def some(rows: Chosen) -> Chosen:
    """Return bool[k]: of which columns of bool[m, k] any is true."""
    result: Chosen = np.logical_or.reduce(rows, axis=0)
    return result


def without_openings(maze: Maze) -> Bits:
    """Return a copy of the walls uint8[n] with every outer wall closed, on both sides."""
    copy = maze.copy()
    copy.set_openings(None, ())
    return copy.walls.copy()


def with_walls(maze: Maze, walls: Bits) -> Maze:
    """Return a maze with other walls, and the openings and locks of ``maze``."""
    result = Maze(maze.lattice, walls, maze.entrance, maze.exits)
    result.set_locks(maze.locks)
    return result


@kernel
def _join_orbits(
    lower: InI32,
    upper: InI32,
    rows: int,
    order: InI64,
    areas: I32,
    share: int,
    room: I64,
    joined: U8,
    signal: I64,
) -> None:
    """Take the orbits in ``order``; ``share`` is WHOLE, MOST or ANY.

    ``room`` int64[3 * rows] is for the pairs of areas that an orbit would unite, and the row of
    each.
    """
    columns = len(lower) // rows
    for step in range(len(order)):
        if step & TICK == 0:
            signal[0] = step
            if signal[1] != 0:
                return
        orbit = order[step]
        different = 0
        joins = 0
        for row in range(rows):
            place = row * columns + orbit
            known = False
            for other in range(row):
                before = other * columns + orbit
                if lower[before] == lower[place] and upper[before] == upper[place]:
                    known = True
            if known:
                continue
            different += 1
            one = find(areas, lower[place])
            two = find(areas, upper[place])
            for pair in range(joins):
                if one == room[2 * pair]:
                    one = int(room[2 * pair + 1])
                if two == room[2 * pair]:
                    two = int(room[2 * pair + 1])
            if one != two:
                room[2 * joins] = max(one, two)
                room[2 * joins + 1] = min(one, two)
                room[2 * rows + joins] = row
                joins += 1
        if share == 2 and joins < different:
            continue
        if share == 1 and 2 * joins <= different:
            continue
        for pair in range(joins):
            areas[room[2 * pair]] = room[2 * pair + 1]
            joined[room[2 * rows + pair] * columns + orbit] = 1

"""How much the hallways of a maze turn, and where its dead ends lead, seen from the route.

::

    E---+   +---X      a hallway leads from one junction or end to the next; it turns by an angle
        |   |          after a straight piece of so many steps
        J---+          J is where a branch leaves the route: here a hallway of 3 steps with a turn
        |              after 2 of them, to a dead end
        +-- d

Mazes without loops alone have these figures: else a branch would be a matter of taste.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log, pi
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import F64, I32, I64, TICK, U8, InF64, InI64, InU8, kernel
from mazeeditor.maze.bits import COUNT, NTH
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import Tables, row_of
from mazeeditor.maze.search.search import NEW, START, fresh

STRAIGHT = 0.17  # of half a turn, just above 30 degrees: less is none, as for straights
ALL, TRAIL, DIFFICULTY, HALL, ENDS = range(5)  # places of the sums; HALL: of the last one


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
        table[rows] = np.where(angles < STRAIGHT, 0, angles)
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

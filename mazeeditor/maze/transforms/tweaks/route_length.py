"""A longer or shorter route by few changes, with all else connected as it is.

Each cell hangs on a cell of the route, so many steps away. Opening the wall between two that hang
on different ones, and closing the route between those, leads the route through both::

    E---o---p===q---o---X       p and q are 1 apart on the route, a and b 2 and 2 away from it:
            |   |               opening a | b and closing p - q makes the route 2 + 2 + 1 - 1
            o   o               steps longer
            |   |
            a | b
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import DEGREE, I32, I64, TICK, U8, InI32, InI64, InU8, kernel
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import NTH, Tables, row_of
from mazeeditor.maze.order import by_size
from mazeeditor.maze.random import below
from mazeeditor.maze.search.search import shortest_route
from mazeeditor.maze.walls import inner_walls_by_slot

ROUNDS = 200  # at most
LITTLE = 0.002  # of what is wanted: a round that brings no more is the last one
MAX_WALLS = 20_000  # walls looked at in a round, those that bring most
STEPS = 1 << 22  # cells of the route looked at in a round
NOWHERE = -1  # the place of a cell that hangs on no cell of the route


class Hanging(NamedTuple):
    """Where on the ``route`` int64[k] each cell hangs, and how many steps away from it, int32[n].

    ``used`` uint8[k] are the cells of stretches of the route that have been changed.
    """

    places: I32
    heights: I32
    route: I64
    used: U8


def change_route(
    lattice: Lattice,
    walls: NDArray[np.uint8],
    free: NDArray[np.uint8],
    ends: tuple[int, set[int]],
    change: int,
    random: I64,
    job: Job,
) -> int:
    """Make the route in ``walls`` uint8[n] longer by ``change`` steps, or as far as that goes.

    Shorter where it is negative. Returns what is missing. ``ends`` are the entrance and the exits,
    which are joined; walls are changed only where ``free`` uint8[n] has their bit. Raises
    ``CancelledError``.
    """
    rest = change
    route = shortest_route(lattice, walls, *ends, job)
    for _number in range(ROUNDS):
        if rest == 0:
            break
        job.phase(lattice.size, 1 / ROUNDS)
        before = walls.copy()
        if not _one_round(lattice, walls, free, route, rest, random, job):
            break
        after = shortest_route(lattice, walls, *ends, job)
        gained = len(after) - len(route)
        if abs(rest - gained) >= abs(rest):  # there were loops: another route has become shorter
            walls[:] = before
            break
        rest, route = rest - gained, after
        job.phase(1, max(0.0, abs(gained) / abs(change) - 1 / ROUNDS))  # so much nearer
        if abs(gained) <= LITTLE * abs(change):
            break
    return rest


def _one_round(
    lattice: Lattice,
    walls: NDArray[np.uint8],
    free: NDArray[np.uint8],
    route: Ids,
    rest: int,
    random: I64,
    job: Job,
) -> bool:
    """Change the route in places that are apart from each other; returns whether in any."""
    hanging = hanging_on(lattice, walls, route, job)
    ids = inner_walls_by_slot(lattice, walls & free, job)
    cells, _slots, others, _backs = lattice.sides_of(ids)
    one, two = hanging.places[cells], hanging.places[others]
    gains = hanging.heights[cells] + hanging.heights[others] + 1 - np.abs(one - two)
    useful = (one != two) & (one != NOWHERE) & (two != NOWHERE)
    # nothing that would lead farther beyond what is wanted than it is short of it now
    useful &= (gains > 0) & (gains < 2 * rest) if rest > 0 else (gains < 0) & (gains > 2 * rest)
    ids, gains = ids[useful], np.abs(gains[useful])
    job.check()
    best = by_size(np.abs(abs(rest) - gains).astype(np.int32), job)[:MAX_WALLS]
    ids = np.ascontiguousarray(ids[best])
    state = np.array([abs(rest), 0, 1 if rest > 0 else -1], np.int64)
    fixed = hanging, free, lattice.tables, random, job.signal
    _lead[lattice.degree](walls, ids, state, *fixed)
    job.check()
    return bool(state[1])


def hanging_on(lattice: Lattice, walls: NDArray[np.uint8], route: Ids, job: Job) -> Hanging:
    """Return where each cell that can be reached from the ``route`` int64[k] hangs on it."""
    hanging = Hanging(
        np.full(lattice.size, NOWHERE, np.int32),
        np.zeros(lattice.size, np.int32),
        route,
        np.zeros(len(route), np.uint8),
    )
    queue = np.empty(lattice.cells, np.int32)
    queue[: len(route)] = route
    hanging.places[route] = np.arange(len(route))
    _hang[lattice.degree](walls, hanging, queue, len(route), lattice.tables, job.signal)
    job.check()
    return hanging


@kernel
def _hang(
    walls: InU8, hanging: Hanging, queue: I32, tail: int, tables: Tables, signal: I64
) -> None:
    """Go through the cells breadth first, those of the route first."""
    shut = (1 << DEGREE) - 1
    places, heights = hanging.places, hanging.heights
    head = 0
    while head < tail:
        if head & TICK == 0 and signal[1] != 0:
            return
        cell = int(queue[head])
        head += 1
        row = row_of(tables, cell)
        slots = walls[cell] ^ shut
        while slots != 0:
            slot = int(NTH[slots * 8])
            slots &= slots - 1
            other = int(cell + tables.offsets[row, slot])
            if tables.inside[other] and places[other] == NOWHERE:
                places[other] = places[cell]
                heights[other] = heights[cell] + 1
                queue[tail] = other
                tail += 1


@kernel
def _lead(
    walls: U8,
    ids: InI32,
    state: I64,
    hanging: Hanging,
    free: InU8,
    tables: Tables,
    random: I64,
    signal: I64,
) -> None:
    """Lead the route through walls in their order, as long as these are on free stretches of it.

    ``state`` int64[3] are the steps that are missing, the number of walls opened, and 1 for a
    longer route, -1 for a shorter one.
    """
    places, heights, used = hanging.places, hanging.heights, hanging.used
    steps = 0
    for place in range(len(ids)):
        if state[0] == 0 or (place & TICK == 0 and signal[1] != 0):
            return
        cell = int(ids[place]) // DEGREE
        slot = int(ids[place]) % DEGREE
        row = row_of(tables, cell)
        other = int(cell + tables.offsets[row, slot])
        low = min(places[cell], places[other])
        high = max(places[cell], places[other])
        gain = int(state[2]) * (heights[cell] + heights[other] + 1 - high + low)
        if gain >= 2 * state[0] or used[low] != 0 or used[high] != 0:
            continue
        steps += high - low
        if steps > STEPS or signal[1] != 0:
            return
        if _close_between(walls, hanging, free, low, high, tables, random, signal):
            _toggle(walls, cell, slot, tables)
            state[0] -= gain
            state[1] += 1


@kernel
def _close_between(
    walls: U8,
    hanging: Hanging,
    free: InU8,
    low: int,
    high: int,
    tables: Tables,
    random: I64,
    signal: I64,
) -> bool:
    """Close a passage of the route between two places, at random; the stretch is used then.

    Returns False where a part of it was used before, or none of its passages may be closed.
    """
    route, used = hanging.route, hanging.used
    number = 0  # of passages that may be closed
    for at in range(low, high):
        if used[at] != 0 or (at & TICK == 0 and signal[1] != 0):
            return False
        number += _ahead(walls, route, free, at, tables) >= 0
    if number == 0:
        return False
    chosen = below(random, number)
    for at in range(low, high):
        if at & TICK == 0 and signal[1] != 0:
            return False
        used[at] = 1
        ahead = _ahead(walls, route, free, at, tables)
        if ahead >= 0:
            if chosen == 0:
                _toggle(walls, int(route[at]), ahead, tables)
            chosen -= 1
    used[high] = 1
    return True


@kernel
def _ahead(walls: InU8, route: InI64, free: InU8, place: int, tables: Tables) -> int:
    """Return the slot in which the route goes on, -1 where that passage may not be closed."""
    cell = int(route[place])
    row = row_of(tables, cell)
    for slot in range(DEGREE):
        passage = (free[cell] & ~walls[cell]) >> slot & 1 != 0
        if passage and cell + tables.offsets[row, slot] == route[place + 1]:
            return slot
    return -1


@kernel
def _toggle(walls: U8, cell: int, slot: int, tables: Tables) -> None:
    """Open or close a wall on both sides."""
    row = row_of(tables, cell)
    walls[cell] ^= 1 << slot
    walls[cell + tables.offsets[row, slot]] ^= 1 << int(tables.opposite[row, slot])

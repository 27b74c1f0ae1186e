"""How many steps a random walk takes on average from the entrance to an exit: exactly.

In each cell every passage is as likely, back to where it came from too. With ``passages`` counted
for each cell, the expected steps h solve, for every cell but the exits, where h is 0::

    passages(cell) * h(cell) - sum of h(next cells) = passages(cell)

A dead end is solved at once: h is that of its only next cell and what it adds. So all blind alleys
go first, in whole numbers; in a tree that leaves the route, of which each edge takes 2 * (edges
behind it) + 1 steps. With loops the rest is eliminated cell by cell, those with the fewest passages
first (Doyle and Snell, Random Walks and Electric Networks, 1984: star-mesh).
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heapify, heappop, heappush

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import I64, TICK, U8, InBool, kernel
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import COUNT, NTH, Tables, row_of
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search.search import without_gaps

OFTEN = 1 << 5  # cells between two checks of Cancel
Weights = dict[int, dict[int, float]]  # of the passages from a cell to the next ones


def expected_steps(maze: Maze, job: Job | None = None, most: int | None = None) -> float | None:
    """Return the mean number of steps until an exit is reached, None where there is no route.

    Steps lead from cell to cell; the walk does not leave by the entrance. Where the maze is a tree
    with one exit the result is a whole number. It is None too where more than ``most`` cells lie
    on loops or between them: the time grows faster than their number. Raises ``CancelledError``.
    """
    job = job or Job()
    if not (maze.entrance and maze.exits):
        return None
    start, goals = maze.entrance.cell, {opening.cell for opening in maze.exits}
    if start in goals:
        return 0.0
    lattice, walls = maze.lattice, without_gaps(maze)
    shut = (1 << lattice.degree) - 1
    steps = COUNT[walls ^ shut].astype(np.int64)
    kept = np.zeros(lattice.size, np.bool_)
    kept[[start, *goals]] = True
    job.phase(lattice.size)
    _remove_dead_ends(walls, kept, steps, lattice.tables, job.signal)
    start, total = _follow_corridor(walls, kept, steps, lattice.tables, start, job.signal)
    job.check()
    if start in goals:
        return float(total)
    weights = _core(lattice, walls, start, goals, most, job)
    if not goals & weights.keys():
        return None
    means = {cell: float(steps[cell]) for cell in weights}
    _eliminate(weights, means, {start, *goals}, job)
    return total + means[start] / sum(weights[start].values())


@kernel
def _follow_corridor(
    walls: U8, kept: InBool, steps: I64, tables: Tables, start: int, signal: I64
) -> tuple[int, int]:
    """Walk from ``start`` while there is one direction; return where that ends and the steps."""
    offsets, opposite = tables.offsets, tables.opposite
    shut = (1 << offsets.shape[1]) - 1
    total = 0
    cell = start
    number = 0
    while COUNT[walls[cell] ^ shut] == 1 and (cell == start or not kept[cell]):
        number += 1
        if number & TICK == 0 and signal[1] != 0:
            return cell, total
        slot = int(NTH[(walls[cell] ^ shut) * 8])
        row = row_of(tables, cell)
        back = int(opposite[row, slot])
        following = cell + offsets[row, slot]
        total += steps[cell]
        steps[following] += steps[cell]
        walls[cell] = shut
        walls[following] |= 1 << back
        cell = int(following)
    return cell, total


@kernel
def _remove_dead_ends(walls: U8, kept: InBool, steps: I64, tables: Tables, signal: I64) -> int:
    """Close all blind alleys but cells that are ``kept``, and add their steps to the next cell."""
    offsets, opposite, inside = tables.offsets, tables.opposite, tables.inside
    shut = (1 << offsets.shape[1]) - 1
    for start in range(len(walls)):
        if start & TICK == 0:
            signal[0] = start
            if signal[1] != 0:
                return start
        cell = start
        while inside[cell] and not kept[cell] and COUNT[walls[cell] ^ shut] == 1:
            slot = int(NTH[(walls[cell] ^ shut) * 8])
            row = row_of(tables, cell)
            back = int(opposite[row, slot])
            following = cell + offsets[row, slot]
            walls[cell] = shut
            walls[following] |= 1 << back
            steps[following] += steps[cell]
            cell = following
    return len(walls)


def _core(
    lattice: Lattice,
    walls: NDArray[np.uint8],
    start: int,
    goals: Iterable[int],
    most: int | None,
    job: Job,
) -> Weights:
    """Return the cells that can be reached from ``start`` without passing a goal; {} for many."""
    weights: Weights = {}
    waiting, goals = [start], set(goals)
    while waiting:
        if most is not None and len(weights) > most:
            return {}
        if len(weights) % OFTEN == 0:
            job.check()
        cell = waiting.pop()
        if cell in weights:
            continue
        if cell in goals:
            weights[cell] = {}
            continue
        slots = [slot for slot in range(lattice.degree) if not int(walls[cell]) >> slot & 1]
        passages = weights[cell] = {}
        for other in (lattice.neighbour(cell, slot) for slot in slots):
            passages[other] = passages.get(other, 0.0) + 1  # small rings are joined twice
        waiting += passages
    for number, (cell, others) in enumerate(list(weights.items())):  # passages from both ends
        if number % OFTEN == 0:
            job.check()
        for other, weight in others.items():
            weights[other][cell] = weight
    return weights


def _eliminate(weights: Weights, steps: dict[int, float], kept: set[int], job: Job) -> None:
    """Remove all cells but those ``kept`` so that the steps of these stay as they are."""
    order = [(len(others), cell) for cell, others in weights.items() if cell not in kept]
    heapify(order)
    done = 0
    while order:
        degree, cell = heappop(order)
        if cell not in weights or len(weights[cell]) != degree:
            continue  # it has been removed, or is in the order once more
        done += 1
        if done % OFTEN == 0:
            job.check()
        others = weights.pop(cell)
        total = sum(others.values())
        for other, weight in others.items():
            share = weight / total
            steps[other] += share * steps[cell]
            joined = weights[other]
            del joined[cell]
            for third, far in others.items():
                if third != other:
                    joined[third] = joined.get(third, 0.0) + share * far
        for other in others:
            if other not in kept:
                heappush(order, (len(weights[other]), other))

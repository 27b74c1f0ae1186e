"""Prim's algorithm on weighted walls: a maze like Kruskal's, but it grows from one cell."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import DEGREE, I32, I64, TICK, U8, kernel
from mazeeditor.core.translation import _
from mazeeditor.maze.generators import generator
from mazeeditor.maze.generators.kruskal import by_rounds, lightest_tree
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import Tables, row_of
from mazeeditor.maze.random import WORD, draw, random_cell, weight

OUTSIDE, NEW, DONE = range(3)  # values of ``state`` for a cell
# places in ``counts``: walls in the heap, waiting walls, the level, the progress, and the cell
LENGTH, WAITING, LEVEL, DONE_CELLS, STEPS, CELL = range(6)
FIRST_CAPACITY = 1024  # walls that fit heap and list at first
STEP = 4  # the level rises by a 16th of what is above it
HEAVIEST = 1 << 31  # more than any weight


class Frontier(NamedTuple):
    """The walls between the maze and new cells: a heap of keys, a list, and ``counts`` int64[6]."""

    heap: I64
    waiting: I32
    counts: I64


@generator(
    "prim-weights",
    _("Prim (weighted walls)"),
    order=5,
    memory=80,
    texture=_("branching evenly, many short dead ends"),
    code=_(
        "Give each wall a random weight\n"
        "Begin in a cell\n"
        "Repeat:\n"
        "    The cell is in the maze: put its walls to new cells into the frontier\n"
        "    Take the lightest wall out of the frontier, until one leads to a new cell\n"
        "    Open it, and go on with that cell"
    ),
)
def prim_weights(lattice: Lattice, walls: NDArray[np.uint8], random: I64, job: Job) -> None:
    """Give each wall a random weight; open the lightest between the maze and a new cell each time.

    R. Prim (1957), V. Jarník (1930). The weights are hashes as in Kruskal's algorithm, which would
    make the same maze of the same weights; other keys are drawn for them here, so one seed gives
    two mazes. Large ones are made by the rounds that make Kruskal's, in half the time. Of the
    frontier only the walls lighter than a level that rises are kept in a heap; the heavier ones,
    most of which are never opened, wait in a list without order.
    """
    draw(random), draw(random)  # the keys of Kruskal's weights
    keys = draw(random), draw(random)  # line 1
    start = random_cell(lattice.inside, random)
    if by_rounds(lattice):
        lightest_tree(lattice, walls, *keys, job)
        return
    state = lattice.inside.astype(np.uint8)  # OUTSIDE or NEW
    frontier = Frontier(
        np.empty(FIRST_CAPACITY, np.int64),
        np.empty(FIRST_CAPACITY, np.int32),
        np.zeros(6, np.int64),
    )
    frontier.counts[CELL] = start
    grow, fixed = _grow[lattice.degree], (lattice.tables, *keys, job.signal)
    while grow(walls, state, frontier, *fixed):
        frontier = _double(frontier)


def _double(frontier: Frontier) -> Frontier:
    """Return a frontier with room for twice as many walls."""
    heap, waiting, counts = frontier
    return Frontier(
        np.concatenate([heap, np.empty_like(heap)]),
        np.concatenate([waiting, np.empty_like(waiting)]),
        counts,
    )


@kernel
def _grow(
    walls: U8,
    state: U8,
    frontier: Frontier,
    tables: Tables,
    first: int,
    second: int,
    signal: I64,
) -> bool:
    """Go on until all cells are in; return whether the heap must grow before that."""
    heap, waiting, counts = frontier.heap, frontier.waiting, frontier.counts
    offsets, opposite = tables.offsets, tables.opposite
    done, steps, cell = counts[DONE_CELLS], counts[STEPS], counts[CELL]  # line 2
    while True:  # line 3
        if counts[LENGTH] + counts[WAITING] + DEGREE > len(heap):
            counts[DONE_CELLS], counts[STEPS], counts[CELL] = done, steps, cell
            return True
        # line 4
        state[cell] = DONE
        done += 1
        row = row_of(tables, cell)
        for slot in range(DEGREE):
            step = offsets[row, slot]
            if state[cell + step] == NEW:
                wall = cell * DEGREE + slot
                if step < 0:
                    wall = (cell + step) * DEGREE + opposite[row, slot]
                heavy = weight(wall, first, second)
                if heavy < counts[LEVEL]:
                    _push(frontier, heavy << 32 | wall)
                else:
                    waiting[counts[WAITING]] = wall
                    counts[WAITING] += 1
        # line 5
        while state[cell] != NEW:
            while counts[LENGTH] == 0:
                if counts[WAITING] == 0 or signal[1] != 0:
                    return False
                _raise_level(state, frontier, tables, first, second, signal)
            steps += 1
            if steps & TICK == 0:
                signal[0] = done
                if signal[1] != 0:
                    return False
            wall = _pop(frontier) & WORD
            near, slot = wall // DEGREE, wall % DEGREE
            row = row_of(tables, near)
            cell = near if state[near] == NEW else near + offsets[row, slot]
        # line 6
        walls[near] &= 255 ^ (1 << slot)
        walls[near + offsets[row, slot]] &= 255 ^ (1 << opposite[row, slot])


@kernel
def _raise_level(
    state: U8, frontier: Frontier, tables: Tables, first: int, second: int, signal: I64
) -> None:
    """Move the walls below the next level into the heap and discard those between done cells."""
    offsets, waiting, counts = tables.offsets, frontier.waiting, frontier.counts
    counts[LEVEL] += ((HEAVIEST - counts[LEVEL]) >> STEP) + 1
    kept = 0
    for place in range(counts[WAITING]):
        if place & TICK == 0 and signal[1] != 0:
            return
        wall = int(waiting[place])
        near = wall // DEGREE
        other = near + offsets[row_of(tables, near), wall % DEGREE]
        if state[near] == NEW or state[other] == NEW:
            heavy = weight(wall, first, second)
            if heavy < counts[LEVEL]:
                _push(frontier, heavy << 32 | wall)
            else:
                waiting[kept] = wall
                kept += 1
    counts[WAITING] = kept


@kernel
def _push(frontier: Frontier, key: int) -> None:
    """Put a key into the heap: none is less than the one above it, at ``(place - 1) // 2``."""
    heap, counts = frontier.heap, frontier.counts
    place = counts[LENGTH]
    counts[LENGTH] += 1
    while place > 0 and heap[(place - 1) >> 1] > key:
        heap[place] = heap[(place - 1) >> 1]
        place = (place - 1) >> 1
    heap[place] = key


@kernel
def _pop(frontier: Frontier) -> int:
    """Take the least key out of the heap and return it."""
    heap, counts = frontier.heap, frontier.counts
    least = heap[0]
    counts[LENGTH] -= 1
    length = counts[LENGTH]
    key = heap[length]
    place, below = 0, 1
    while below < length:
        if below + 1 < length and heap[below + 1] < heap[below]:
            below += 1
        if heap[below] >= key:
            break
        heap[place] = heap[below]
        place, below = below, 2 * below + 1
    heap[place] = key
    return least

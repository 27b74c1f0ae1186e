"""Prim's algorithm on weighted walls: a maze like Kruskal's, but it grows from one cell."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.compiled import DEGREE, I32, I64, TICK, U8, kernel
from mazeeditor.generators import generator
from mazeeditor.job import Job
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import Tables, row_of
from mazeeditor.maze.random import WORD, draw, random_cell, weight
from mazeeditor.translation import _

OUTSIDE, NEW, DONE = range(3)  # values of ``state`` for a cell
# places in ``count``: walls in the heap, waiting walls, the level, the progress, and the cell
LENGTH, WAITING, LEVEL, DONE_CELLS, STEPS, CELL = range(6)
ROOM = 1024  # walls that fit heap and list at first
STEP = 4  # the level rises by a 16th of what is above it
HEAVIEST = 1 << 31  # more than any weight


@generator("prim-weights", _("Prim (weighted walls)"), order=5)
def prim_weights(lattice: Lattice, walls: NDArray[np.uint8], random: I64, job: Job) -> None:
    """Give each wall a random weight; open the lightest between the maze and a new cell each time.

    R. Prim (1957), V. Jarník (1930). The weights are hashes as in Kruskal's algorithm, which would
    make the same maze of the same weights; other keys are drawn for them here, so one seed gives
    two mazes. Of the frontier only the walls lighter than a level that rises are kept in a heap;
    the heavier ones, most of which are never opened, wait in a list without order.
    """
    draw(random), draw(random)  # the keys of Kruskal's weights
    keys = draw(random), draw(random)
    state = lattice.inside.astype(np.uint8)  # OUTSIDE or NEW
    heap, waiting = np.empty(ROOM, np.int64), np.empty(ROOM, np.int32)
    count = np.zeros(6, np.int64)
    count[CELL] = random_cell(lattice.inside, random)
    grow, fixed = _grow[lattice.degree], (lattice.tables, *keys, job.signal)
    while grow(walls, state, heap, waiting, count, *fixed):
        heap = np.concatenate([heap, np.empty_like(heap)])
        waiting = np.concatenate([waiting, np.empty_like(waiting)])


@kernel
def _grow(
    walls: U8,
    state: U8,
    heap: I64,
    waiting: I32,
    count: I64,
    tables: Tables,
    first: int,
    second: int,
    signal: I64,
) -> bool:
    """Go on until all cells are in; return whether the heap must grow before that."""
    offsets, opposite = tables.offsets, tables.opposite
    done, steps, cell = count[DONE_CELLS], count[STEPS], count[CELL]
    while True:
        if count[LENGTH] + count[WAITING] + DEGREE > len(heap):
            count[DONE_CELLS], count[STEPS], count[CELL] = done, steps, cell
            return True
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
                if heavy < count[LEVEL]:
                    _push(heap, count, heavy << 32 | wall)
                else:
                    waiting[count[WAITING]] = wall
                    count[WAITING] += 1
        while state[cell] != NEW:
            while count[LENGTH] == 0:
                if count[WAITING] == 0 or signal[1] != 0:
                    return False
                _raise_level(state, heap, waiting, count, tables, first, second, signal)
            steps += 1
            if steps & TICK == 0:
                signal[0] = done
                if signal[1] != 0:
                    return False
            wall = _pop(heap, count) & WORD
            near, slot = wall // DEGREE, wall % DEGREE
            row = row_of(tables, near)
            cell = near if state[near] == NEW else near + offsets[row, slot]
        walls[near] &= 255 ^ (1 << slot)
        walls[near + offsets[row, slot]] &= 255 ^ (1 << opposite[row, slot])


@kernel
def _raise_level(
    state: U8,
    heap: I64,
    waiting: I32,
    count: I64,
    tables: Tables,
    first: int,
    second: int,
    signal: I64,
) -> None:
    """Move the walls below the next level into the heap and discard those between done cells."""
    offsets = tables.offsets
    count[LEVEL] += ((HEAVIEST - count[LEVEL]) >> STEP) + 1
    kept = 0
    for place in range(count[WAITING]):
        if place & TICK == 0 and signal[1] != 0:
            return
        wall = int(waiting[place])
        near = wall // DEGREE
        other = near + offsets[row_of(tables, near), wall % DEGREE]
        if state[near] == NEW or state[other] == NEW:
            heavy = weight(wall, first, second)
            if heavy < count[LEVEL]:
                _push(heap, count, heavy << 32 | wall)
            else:
                waiting[kept] = wall
                kept += 1
    count[WAITING] = kept


@kernel
def _push(heap: I64, count: I64, key: int) -> None:
    """Put a key into the heap: none is less than the one above it, at ``(place - 1) // 2``."""
    place = count[LENGTH]
    count[LENGTH] += 1
    while place > 0 and heap[(place - 1) >> 1] > key:
        heap[place] = heap[(place - 1) >> 1]
        place = (place - 1) >> 1
    heap[place] = key


@kernel
def _pop(heap: I64, count: I64) -> int:
    """Take the least key out of the heap and return it."""
    least = heap[0]
    count[LENGTH] -= 1
    length = count[LENGTH]
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

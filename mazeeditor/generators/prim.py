"""Prim's algorithm: many short dead ends that spread from one cell like frost."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.compiled import DEGREE, I32, I64, TICK, U8, InSlots, InTable, InU16, kernel
from mazeeditor.generators import generator
from mazeeditor.generators.start import Start, start_cell
from mazeeditor.job import Job
from mazeeditor.maze.bits import COUNT, NTH
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import row_of
from mazeeditor.maze.random import below
from mazeeditor.words import _

OUTSIDE, NEW, FRONTIER, DONE = range(4)  # what ``state`` says of a cell
LENGTH, STEPS, CELL = range(3)  # what ``count`` says: of the frontier, of the work, where it is
ROOM = 1024  # cells or walls that fit the frontier at first; its edge is short beside the maze


@generator("prim", _("Prim (frontier cells)"), order=2)
def prim(
    lattice: Lattice, walls: NDArray[np.uint8], random: I64, job: Job, *, start: Start = "random"
) -> None:
    """Join a random cell of the frontier to a random neighbour in the maze, until all are in."""
    state = np.where(lattice.inside, np.uint8(NEW), np.uint8(OUTSIDE))
    cell = start_cell(lattice, start, random)
    state[cell] = FRONTIER
    frontier = np.empty(ROOM, np.int32)
    frontier[0] = cell
    count = np.array([1, 0, cell], np.int64)
    grow = _grow_cells[lattice.degree]
    while grow(walls, state, frontier, count, *lattice.tables, random, job.signal):
        frontier = np.concatenate([frontier, np.empty_like(frontier)])


@kernel
def _grow_cells(
    walls: U8,
    state: U8,
    frontier: I32,
    count: I64,
    offsets: InTable,
    opposite: InSlots,
    which: InU16,
    random: I64,
    signal: I64,
) -> bool:
    """Go on until all cells are in; return whether the frontier needs more room before that."""
    length, steps = count[LENGTH], count[STEPS]
    while length > 0:
        if length + DEGREE > len(frontier):
            count[LENGTH], count[STEPS] = length, steps
            return True
        drawn = below(random, length)
        cell = int(frontier[drawn])
        length -= 1
        frontier[drawn] = frontier[length]
        state[cell] = DONE
        row = row_of(which, cell)
        done = 0
        for slot in range(DEGREE):
            other = cell + offsets[row, slot]
            if state[other] == NEW:
                state[other] = FRONTIER
                frontier[length] = other
                length += 1
            elif state[other] == DONE:
                done |= 1 << slot
        if done != 0:
            slot = NTH[done * 8 + below(random, int(COUNT[done]))]
            walls[cell] &= 255 ^ (1 << slot)
            walls[cell + offsets[row, slot]] &= 255 ^ (1 << opposite[row, slot])
        steps += 1
        if steps & TICK == 0:
            signal[0] = steps
            if signal[1] != 0:
                return False
    return False


@generator("prim-walls", _("Prim (frontier walls)"), order=3)
def prim_walls(
    lattice: Lattice, walls: NDArray[np.uint8], random: I64, job: Job, *, start: Start = "random"
) -> None:
    """Open a random wall between the maze and a new cell, until all cells are in."""
    state = np.where(lattice.inside, np.uint8(NEW), np.uint8(OUTSIDE))
    frontier = np.empty(ROOM, np.int32)
    count = np.array([0, 0, start_cell(lattice, start, random)], np.int64)
    grow = _grow_walls[lattice.degree]
    while grow(walls, state, frontier, count, *lattice.tables, random, job.signal):
        frontier = np.concatenate([frontier, np.empty_like(frontier)])


@kernel
def _grow_walls(
    walls: U8,
    state: U8,
    frontier: I32,
    count: I64,
    offsets: InTable,
    opposite: InSlots,
    which: InU16,
    random: I64,
    signal: I64,
) -> bool:
    """Keep in ``frontier`` the walls between DONE and NEW cells, as seen from the NEW ones.

    Each is ``cell * degree + slot`` and enters once at most: when its second cell is done, the
    first is no longer NEW. Returns whether the frontier needs more room before all cells are in.
    """
    length, steps, cell = count[LENGTH], count[STEPS], count[CELL]
    while True:
        if length + DEGREE > len(frontier):
            count[LENGTH], count[STEPS], count[CELL] = length, steps, cell
            return True
        state[cell] = DONE
        row = row_of(which, cell)
        for slot in range(DEGREE):
            beyond = cell + offsets[row, slot]
            if state[beyond] == NEW:
                frontier[length] = beyond * DEGREE + opposite[row, slot]
                length += 1
        wall = 0
        joined = False
        while not joined:
            if length == 0:
                return False
            steps += 1
            if steps & TICK == 0:
                signal[0] = steps * 2 // DEGREE  # each wall is drawn once, half of them a cell
                if signal[1] != 0:
                    return False
            drawn = below(random, length)
            wall = int(frontier[drawn])
            length -= 1
            frontier[drawn] = frontier[length]
            cell = wall // DEGREE
            joined = state[cell] == NEW
        slot = wall % DEGREE
        row = row_of(which, cell)
        walls[cell] &= 255 ^ (1 << slot)
        walls[cell + offsets[row, slot]] &= 255 ^ (1 << opposite[row, slot])

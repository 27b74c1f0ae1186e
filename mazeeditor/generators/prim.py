"""Prim's algorithm: many short dead ends that spread from one cell like frost."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.compiled import DEGREE, I32, I64, TICK, U8, InSlots, InTable, kernel
from mazeeditor.generators import generator
from mazeeditor.generators.start import Start, start_cell
from mazeeditor.job import Job
from mazeeditor.maze.bits import COUNT, NTH
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.random import below
from mazeeditor.words import _

OUTSIDE, NEW, FRONTIER, DONE = range(4)  # what ``state`` says of a cell


@generator("prim", _("Prim (frontier cells)"), order=2)
def prim(
    lattice: Lattice, walls: NDArray[np.uint8], random: I64, job: Job, *, start: Start = "random"
) -> None:
    """Join a random cell of the frontier to a random neighbour in the maze, until all are in."""
    state = np.where(lattice.inside, np.uint8(NEW), np.uint8(OUTSIDE))
    frontier = np.empty(lattice.cells, np.int32)
    cell = start_cell(lattice, start, random)
    _grow_cells[lattice.degree](walls, state, frontier, *lattice.tables, cell, random, job.signal)


@kernel
def _grow_cells(
    walls: U8,
    state: U8,
    frontier: I32,
    offsets: InTable,
    opposite: InSlots,
    mask: int,
    start: int,
    random: I64,
    signal: I64,
) -> None:
    frontier[0] = start
    state[start] = FRONTIER
    length = 1
    steps = 0
    while length > 0:
        drawn = below(random, length)
        cell = int(frontier[drawn])
        length -= 1
        frontier[drawn] = frontier[length]
        state[cell] = DONE
        row = cell & mask
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
                return


@generator("prim-walls", _("Prim (frontier walls)"), order=3)
def prim_walls(
    lattice: Lattice, walls: NDArray[np.uint8], random: I64, job: Job, *, start: Start = "random"
) -> None:
    """Open a random wall between the maze and a new cell, until all cells are in."""
    state = np.where(lattice.inside, np.uint8(NEW), np.uint8(OUTSIDE))
    frontier = np.empty(lattice.cells * lattice.degree // 2 + lattice.degree, np.int32)
    cell = start_cell(lattice, start, random)
    _grow_walls[lattice.degree](walls, state, frontier, *lattice.tables, cell, random, job.signal)


@kernel
def _grow_walls(
    walls: U8,
    state: U8,
    frontier: I32,
    offsets: InTable,
    opposite: InSlots,
    mask: int,
    start: int,
    random: I64,
    signal: I64,
) -> None:
    """Keep in ``frontier`` the walls, ``cell * degree + slot``, that were seen from a DONE cell.

    Each wall enters once at most: when its second cell is done, the first is no longer NEW.
    """
    length = 0
    steps = 0
    cell = start
    while True:
        state[cell] = DONE
        row = cell & mask
        for slot in range(DEGREE):
            if state[cell + offsets[row, slot]] == NEW:
                frontier[length] = cell * DEGREE + slot
                length += 1
        joined = False
        while not joined:
            if length == 0:
                return
            steps += 1
            if steps & TICK == 0:
                signal[0] = steps * 2 // DEGREE  # each wall is drawn once, half of them a cell
                if signal[1] != 0:
                    return
            drawn = below(random, length)
            wall = int(frontier[drawn])
            length -= 1
            frontier[drawn] = frontier[length]
            near = wall // DEGREE
            slot = wall % DEGREE
            cell = near + offsets[near & mask, slot]
            joined = state[cell] == NEW
        walls[near] &= 255 ^ (1 << slot)
        walls[cell] &= 255 ^ (1 << opposite[near & mask, slot])

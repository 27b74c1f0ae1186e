"""Prim's algorithm: many short dead ends that spread from one cell."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import DEGREE, I32, I64, TICK, U8, kernel
from mazeeditor.core.translation import _
from mazeeditor.maze.generators import Start, generator, start_cell, state_of_cells
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import Tables, choose, row_of
from mazeeditor.maze.random import advance, below, drawn_below, scramble

# prim: the state of a cell, above its walls where both share a byte; 0 is a new cell. OUT is both
# bits, so a cell outside is neither new nor in the maze.
WAITS, IN, OUT = 1, 2, 3
STATES = 2  # bits
OUTSIDE, NEW, DONE = range(3)  # prim-walls: the state of a cell
LENGTH, STEPS, CELL = range(3)  # places in ``count``: of the frontier, of the work, of the cell
# cells or walls that fit the frontier at first; its edge is short compared with the maze
FIRST_CAPACITY = 1024


@generator(
    "prim",
    _("Prim (frontier cells)"),
    order=2,
    texture=_("many short dead ends, a short route"),
    code=_(
        "Put a cell into the frontier\n"
        "Until the frontier is empty:\n"
        "    Take a random cell out of the frontier\n"
        "    Put its new neighbours into the frontier\n"
        "    Open a random wall between it and the maze: it is in the maze now"
    ),
)
def prim(
    lattice: Lattice, walls: NDArray[np.uint8], random: I64, job: Job, *, start: Start = "random"
) -> None:
    """Join a random cell of the frontier to a random neighbour in the maze, until all are in.

    The state of a cell is in the free bits of its walls while the maze grows.
    """
    low = lattice.degree if lattice.degree + STATES <= 8 else 0
    cell = start_cell(lattice, start, random)
    frontier = np.empty(FIRST_CAPACITY, np.int32)
    frontier[0] = cell
    count = np.array([1, 0, cell], np.int64)
    grow = _grow_cells[lattice.degree]
    with state_of_cells(lattice, walls, OUT << low, STATES) as state:
        state[cell] |= WAITS << low  # line 1
        while grow(walls, state, frontier, count, lattice.tables, random, job.signal):
            frontier = np.concatenate([frontier, np.empty_like(frontier)])


@kernel
def _grow_cells(
    walls: U8,
    state: U8,
    frontier: I32,
    count: I64,
    tables: Tables,
    random: I64,
    signal: I64,
) -> bool:
    """Go on until all cells are in; return whether the frontier needs more room before that.

    ``state`` may be ``walls``: it uses other bits.
    """
    low = DEGREE if DEGREE + STATES <= 8 else 0
    length, steps = count[LENGTH], count[STEPS]
    first, second = random[0], random[1]
    room = len(frontier) - DEGREE  # each neighbour is written there, counted only where it is new
    while 0 < length <= room:  # line 2
        # line 3
        # two draws of one state, a word each: the cell, and the wall that will be opened
        drawn, first, second = drawn_below(length, first, second)
        bits = scramble(second)
        first, second = advance(first, second)
        cell = int(frontier[drawn])
        length -= 1
        frontier[drawn] = frontier[length]
        # line 4
        joined, length = _look_around(state, frontier, length, tables, cell)
        # line 5
        if joined != 0:
            _open(walls, tables, cell, choose(joined, bits))
        state[cell] ^= OUT << low  # from WAITS to IN
        steps += 1
        if steps & TICK == 0:
            signal[0] = steps
            if signal[1] != 0:
                return False
    count[LENGTH], count[STEPS] = length, steps
    random[0], random[1] = first, second
    return length > 0


@kernel
def _look_around(
    state: U8, frontier: I32, length: int, tables: Tables, cell: int
) -> tuple[int, int]:
    """Add the new neighbours of a cell to the frontier; return the slots that lead into the maze.

    These are bits; the second value is the new length of the frontier. There are no branches, as no
    processor predicts which neighbours are new.
    """
    offsets = tables.offsets
    low = DEGREE if DEGREE + STATES <= 8 else 0
    row = row_of(tables, cell)
    joined = 0
    for slot in range(DEGREE):
        other = cell + offsets[row, slot]
        seen = int(state[other])
        new = int(seen >> low & OUT == 0)
        state[other] = seen | new << low
        frontier[length] = other
        length += new
        joined |= int(seen >> low & OUT == IN) << slot
    return joined, length


@kernel
def _open(walls: U8, tables: Tables, cell: int, slot: int) -> None:
    row = row_of(tables, cell)
    walls[cell] &= 255 ^ (1 << slot)
    walls[cell + tables.offsets[row, slot]] &= 255 ^ (1 << tables.opposite[row, slot])


@generator(
    "prim-walls",
    _("Prim (frontier walls)"),
    order=3,
    texture=_("many short dead ends, a little longer"),
    code=_(
        "Begin in a cell\n"
        "Repeat:\n"
        "    The cell is in the maze: put its walls to new cells into the frontier\n"
        "    Take random walls out of the frontier, until one leads to a new cell\n"
        "    Open it, and go on with that cell"
    ),
)
def prim_walls(
    lattice: Lattice, walls: NDArray[np.uint8], random: I64, job: Job, *, start: Start = "random"
) -> None:
    """Open a random wall between the maze and a new cell, until all cells are in."""
    state = lattice.inside.astype(np.uint8)  # OUTSIDE or NEW
    frontier = np.empty(FIRST_CAPACITY, np.int32)
    count = np.array([0, 0, start_cell(lattice, start, random)], np.int64)
    grow = _grow_walls[lattice.degree]
    while grow(walls, state, frontier, count, lattice.tables, random, job.signal):
        frontier = np.concatenate([frontier, np.empty_like(frontier)])


@kernel
def _grow_walls(
    walls: U8, state: U8, frontier: I32, count: I64, tables: Tables, random: I64, signal: I64
) -> bool:
    """Keep in ``frontier`` the walls between DONE and NEW cells, as seen from the NEW ones.

    Each is ``cell * degree + slot`` and enters once at most: when its second cell is done, the
    first is no longer NEW. Returns whether the frontier needs more room before all cells are in.
    """
    offsets, opposite = tables.offsets, tables.opposite
    length, steps, cell = count[LENGTH], count[STEPS], count[CELL]  # line 1
    while True:  # line 2
        if length + DEGREE > len(frontier):
            count[LENGTH], count[STEPS], count[CELL] = length, steps, cell
            return True
        # line 3
        state[cell] = DONE
        row = row_of(tables, cell)
        for slot in range(DEGREE):
            beyond = cell + offsets[row, slot]
            if state[beyond] == NEW:
                frontier[length] = beyond * DEGREE + opposite[row, slot]
                length += 1
        # line 4
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
        _open(walls, tables, cell, wall % DEGREE)  # line 5

"""Dead-end filling: fills every dead end until only routes and loops are left."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import I64, TICK, U8, kernel
from mazeeditor.core.translation import _
from mazeeditor.maze.links import COUNT, NTH, Tables, row_of
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search import search
from mazeeditor.maze.search.search import breadth_first as flood
from mazeeditor.maze.solvers import Mark, SearchResult, ends_of, solver

FILLED = int(Mark.FILLED)
LEFT = int(Mark.LEFT)
KEPT_FLAG = 4  # the entrance and the exits: left, however many passages they have


@solver(
    "dead-end-filling",
    _("Dead-end filling"),
    order=1,
    shortest=True,
    code=_(
        "For each cell:\n"
        "    While it is a dead end, neither entrance nor exit:\n"
        "        Fill it, and go on to the cell beside it\n"
        "Search a shortest route among the cells that are left"
    ),
)
def dead_end_filling(maze: Maze, job: Job) -> SearchResult:
    """Fill dead ends until none is left; the route leads through what remains.

    Entrance and exits are kept. In a perfect maze with one exit the route alone remains. Loops
    remain too, and the route is then a shortest one among the cells left, which is a shortest of
    all: no route leads into a dead end and out again. Without a route the entrance, the exits,
    loops and the corridors between them remain. It tests each cell once and follows the corridor
    back from each dead end, so it needs no list of cells.
    """
    lattice = maze.lattice
    start, goals = ends_of(maze)
    walls = search.without_gaps(maze)
    marks: NDArray[np.uint8] = np.where(lattice.inside, np.uint8(LEFT), np.uint8(Mark.UNSEEN))
    marks[[start, *goals]] = KEPT_FLAG
    job.phase(lattice.size, 0.5)
    _fill(walls, marks, lattice.tables, job.signal)
    marks[[start, *goals]] = LEFT
    job.phase(lattice.cells)
    parents = search.fresh(lattice, goals)
    goal, _reached = flood(lattice, walls, parents, start, job)  # line 4
    return SearchResult(search.route_to(lattice, parents, goal, job), marks)


@kernel
def _fill(walls: U8, marks: U8, tables: Tables, signal: I64) -> int:
    """Fill each cell with one passage or none, then those that this leaves with one; count them."""
    offsets, opposite = tables.offsets, tables.opposite
    degree = offsets.shape[1]
    shut = (1 << degree) - 1
    filled = 0
    for first in range(len(walls)):  # line 1
        cell = first
        while marks[cell] == LEFT and COUNT[walls[cell]] >= degree - 1:  # line 2
            # line 3
            slots = walls[cell] ^ shut
            walls[cell] = shut
            marks[cell] = FILLED
            filled += 1
            if filled & TICK == 0 and signal[1] != 0:
                return filled
            if slots != 0:
                row = row_of(tables, cell)
                slot = int(NTH[slots * 8])
                cell += offsets[row, slot]
                walls[cell] |= 1 << opposite[row, slot]
        if first & TICK == 0:
            signal[0] = first
            if signal[1] != 0:
                break
    return filled

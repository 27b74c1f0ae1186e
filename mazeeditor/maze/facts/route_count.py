r"""How many simple routes there are, up to 99, and how long each is: exact, in linear time.

Only what lies on some route matters (``on_route``), and of that only its junctions: a corridor is
one step of a small graph with as many loops as the maze has on its routes::

    S--o--o--o--o--G        S ==== a ---- G      the loop of 6 cells between S and a is two steps
    |     |                 (3 and 5 cells long): two routes
    o--o--o

A graph between two cells in which every passage is on a path from one to the other has at least as
many such paths as loops, and one: it can be built from one path by adding ears, and each ear
(oriented along a numbering from the first cell to the last) adds a path at least. So more than 98
loops are more than 99 routes, and nothing need be walked; with fewer, the graph is small. There
routes are walked one after the other, and no step is taken from which the goal cannot be reached
any more, so each costs at most the square of the graph.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import DEGREE, I64, TICK, U8, InU8, kernel
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import NTH, Tables, row_of
from mazeeditor.maze.search.blocks import on_route
from mazeeditor.maze.search.search import START

MOST_ROUTES = 99  # that are counted
FEW_LOOPS = 64
GOAL_NODE = -1  # all goals are one node of the graph
Steps = dict[int, list[tuple[int, int]]]  # from each node: to which other, and how many cells on

# What a cell is for the walk along corridors:
OFF, CORRIDOR, NODE, END = range(4)


def route_lengths(
    lattice: Lattice,
    walls: NDArray[np.uint8],
    start: int,
    goals: Iterable[int],
    job: Job,
    *,
    tree: tuple[NDArray[np.uint8], NDArray[np.int64]] | None = None,
) -> tuple[int, ...] | None:
    """Return the cells of each simple route from ``start`` to the first goal it reaches.

    Shortest first, both ends counted; none where there is no route, None for more than
    ``MOST_ROUTES``. ``walls`` uint8[n] must have no gaps. In a maze with ``FEW_LOOPS`` at most,
    a ``tree`` may be given: ``parents`` uint8[n], which lead back from each goal and each cell of a
    loop to ``start``, and the passages int64[k] off it, as walls. Then only the loops and what
    leads to them is looked at, in a third of the time. Raises ``CancelledError``.
    """
    goals = set(goals)
    if start in goals:
        return (1,)
    if tree is None:
        with job.part(0.8):
            kinds = on_route(lattice, walls, start, goals, job).view(np.uint8).copy()
    else:
        kinds = np.zeros(lattice.size, np.uint8)
        parents, chords = tree
        lower, _slots, upper, _backs = lattice.sides_of(chords)
        job.phase(lattice.size, 0.2)
        for cell in (*goals, *lower.tolist(), *upper.tolist()):
            if _leads_to(parents, kinds, cell, start, lattice.tables, job.signal):
                _mark_back(parents, kinds, cell, lattice.tables, job.signal)
            job.check()
    ends = [goal for goal in goals if kinds[goal]]
    kinds[ends] = END
    kinds[start] = NODE
    if not ends:
        return ()
    nodes = np.empty(4 * MOST_ROUTES, np.int64)
    totals = np.zeros(2, np.int64)
    job.phase(lattice.size)
    _sort_cells[lattice.degree](walls, kinds, nodes, totals, lattice.tables, job.signal)
    job.check()
    number, loops = int(totals[0]), int(totals[1]) + 1
    if tree is None and loops >= MOST_ROUTES:
        return None
    assert number <= len(nodes), "each loop has two junctions at most"
    graph: Steps = {}
    for node in nodes[:number].tolist():
        steps = graph[node] = []
        for slot in range(lattice.degree):
            if walls[node] >> slot & 1 == 0:
                end, length = _walk[lattice.degree](
                    walls, kinds, node, slot, lattice.tables, job.signal
                )
                job.check()
                if length:
                    steps.append((GOAL_NODE if kinds[end] == END else end, length))
    return walked_routes(graph, start, GOAL_NODE, MOST_ROUTES, job)


@kernel
def _leads_to(
    parents: InU8, kinds: InU8, cell: int, start: int, tables: Tables, signal: I64
) -> bool:
    """Whether a cell leads back to ``start``: a loop in another part is on no route."""
    steps = 0
    while kinds[cell] == OFF and parents[cell] != START:
        cell += int(tables.offsets[row_of(tables, cell), parents[cell]])
        steps += 1
        if steps & TICK == 0 and signal[1] != 0:
            return False
    return kinds[cell] != OFF or cell == start


@kernel
def _mark_back(parents: InU8, kinds: U8, start: int, tables: Tables, signal: I64) -> None:
    """Mark what leads back from a cell, up to what is marked already."""
    cell = start
    steps = 0
    while kinds[cell] == OFF:
        kinds[cell] = CORRIDOR
        if parents[cell] == START:
            return
        cell += int(tables.offsets[row_of(tables, cell), parents[cell]])
        steps += 1
        if steps & TICK == 0 and signal[1] != 0:
            return


@kernel
def _sort_cells(
    walls: InU8, kinds: U8, nodes: I64, totals: I64, tables: Tables, signal: I64
) -> None:
    """Find the nodes, which become ``NODE``, and the loops less one; stop where they are too many.

    ``totals`` int64[2] becomes the number of nodes, and passages less cells, the goals being one.
    """
    offsets = tables.offsets
    shut = (1 << DEGREE) - 1
    ends = 0  # of passages
    cells = 1  # the goals
    for cell in range(len(walls)):
        if cell & TICK == 0:
            signal[0] = cell
            if signal[1] != 0:
                return
        kind = kinds[cell]
        if kind == OFF:
            continue
        row = row_of(tables, cell)
        slots = walls[cell] ^ shut
        passages = 0
        while slots != 0:
            slot = int(NTH[slots * 8])
            slots &= slots - 1
            other = cell + offsets[row, slot]
            passages += kinds[other] != OFF and (kind != END or kinds[other] != END)
        ends += passages
        if kind == END:
            continue
        cells += 1
        if kind == NODE or passages > 2:
            kinds[cell] = NODE
            if totals[0] < len(nodes):
                nodes[totals[0]] = cell
            totals[0] += 1
    totals[1] = ends // 2 - cells


@kernel
def _walk(
    walls: InU8, kinds: InU8, start: int, first: int, tables: Tables, signal: I64
) -> tuple[int, int]:
    """Walk a corridor to a node or goal; return that and the cells passed, 0 if off all routes."""
    offsets, opposite = tables.offsets, tables.opposite
    shut = (1 << DEGREE) - 1
    cell = start
    slot = first
    length = 0
    while True:
        row = row_of(tables, cell)
        back = int(opposite[row, slot])
        cell += int(offsets[row, slot])
        if kinds[cell] == OFF:
            return cell, 0
        length += 1
        if kinds[cell] != CORRIDOR or (length & TICK == 0 and signal[1] != 0):
            return cell, length
        row = row_of(tables, cell)
        slots = (walls[cell] ^ shut) & ~(1 << back)
        while slots != 0:
            slot = int(NTH[slots * 8])
            slots &= slots - 1
            if kinds[cell + offsets[row, slot]] != OFF:
                break


def walked_routes(
    graph: Steps, start: int, goal: int, most: int, job: Job
) -> tuple[int, ...] | None:
    """Return the lengths of all simple paths of a graph, shortest first; None for more than that.

    Lengths count the node ``start`` too. Raises ``CancelledError``.
    """
    into: dict[int, list[int]] = {}
    for node, steps in graph.items():
        for other, _length in steps:
            into.setdefault(other, []).append(node)
    lengths: list[int] = []
    path, lengths_so_far = [start], [1]
    branches = [iter(_leading(graph, into, {start}, start, goal))]
    while branches:
        job.check()
        step = next(branches[-1], None)
        if step is None:
            branches.pop()
            path.pop()
            lengths_so_far.pop()
            continue
        node, length = step
        total = lengths_so_far[-1] + length
        if node == goal:
            lengths.append(total)
            if len(lengths) > most:
                return None
            continue
        path.append(node)
        lengths_so_far.append(total)
        branches.append(iter(_leading(graph, into, set(path), node, goal)))
    return tuple(sorted(lengths))


def _leading(
    graph: Steps, into: dict[int, list[int]], path: set[int], node: int, goal: int
) -> list[tuple[int, int]]:
    """Return the steps from a node from which the goal can be reached without cells of the path."""
    steps = [step for step in graph.get(node, ()) if step[0] not in path]
    reached, pending = {goal}, [goal]
    while pending:
        for other in into.get(pending.pop(), ()):
            if other not in reached and other not in path:
                reached.add(other)
                pending.append(other)
    return [step for step in steps if step[0] in reached]

r"""One route: exactly one path from the entrance to an exit, by closing few passages.

A route is the only one exactly where, without its own passages, each of its cells is in a part of
its own. So a path is chosen, and what hangs on several of its cells is cut off from all but one::

    S---a---b---G        a path S a b G with what hangs on it: k touches a and b, so one of the
        |   |            passages a-k, b-k is closed; a part that touches t cells of the path
        +-k-+            needs t - 1 closed passages at least

Which path needs the fewest is found by trying all of them in each block, the part between two cells
that every route passes, where that has few cells; elsewhere the path that passes the fewest side
passages is taken. To find the fewest is hard in general: it is a multiway cut (E. Dahlhaus and
others, "The complexity of multiterminal cuts", 1994). So there is a bound: a path with j cells that
have side passages needs j / 2 closed passages at least, as each of these hangs on something that
touches another one, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import DEGREE, I32, I64, TICK, U8, InU8, kernel
from mazeeditor.core.translation import _
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import Tables, row_of
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.pieces import find
from mazeeditor.maze.repairs import RepairError, goal
from mazeeditor.maze.repairs.solvable import ends_of, solvable
from mazeeditor.maze.search.blocks import on_route
from mazeeditor.maze.search.joining import lowest_cells
from mazeeditor.maze.search.search import START, route_to

TRIED_PATHS = 16  # paths that are tried where walls are locked
FEW_CELLS = 400  # cells of a block in which all paths are tried, where the steps suffice:
STEPS, STEPS_OF_BLOCK = 400_000, 50_000
NO_CELL = -1
BUCKETS = 16  # a power of two, more than the largest weight
MOST_SIDES, FIXED = 7, 8  # the largest weight for side passages; added where some are locked
CHECK_EVERY = 32  # blocks or cells, for Cancel
Graph = Mapping[int, tuple[int, ...]]  # the cells, and with which each is joined


@goal(
    "one-route",
    _("Make one route"),
    order=2,
    offered=lambda facts: facts.routes == "many" and not facts.one_each,
    only_closes=True,
)
def one_route(maze: Maze, walls: NDArray[np.uint8], free: NDArray[np.uint8], job: Job) -> int:
    """Close few passages so that one route is left; open the fewest walls where there is none.

    Where there is a route no wall is opened, and the bound is that of closing alone.
    """
    entrance, exits = ends_of(maze)
    if entrance in exits:
        return 0
    with job.part(0.2):
        opened = solvable(maze, walls, free, job)
    with job.part(0.2):
        left = on_route(maze.lattice, walls, entrance, exits, job)
    search = PathSearch(maze.lattice, walls, free, left, entrance, exits)
    closed = search.close(job)
    return opened or closed  # other walls to open may spare some to close


class RouteBlock(NamedTuple):
    """The part between two places of the path that all routes pass: its cost and its bound."""

    first: int
    final: int
    cost: int
    bound: int


class PathSearch:
    """The path that becomes the only route; ``left`` bool[n] are the cells on some route."""

    def __init__(
        self,
        lattice: Lattice,
        walls: NDArray[np.uint8],
        free: NDArray[np.uint8],
        left: NDArray[np.bool_],
        start: int,
        exits: list[int],
    ) -> None:
        self._lattice, self._walls, self._free = lattice, walls, free
        self._left = left.view(np.uint8).copy()
        self._start = start
        self._exits = np.array([cell for cell in exits if left[cell]], np.int64)
        self._goals = np.zeros(lattice.size, np.uint8)
        self._goals[self._exits] = 1
        self._before, self._allowed = walls.copy(), self._left.copy()  # for the path
        self._conflict = NO_CELL

    def close(self, job: Job) -> int:
        """Close passages; return how many are needed at least.

        Raises ``RepairError`` and ``CancelledError``.
        """
        sides, weights = (np.zeros(self._lattice.size, np.uint8) for _part in range(2))
        self._run(weigh, self._before, self._free, self._left, sides, weights, job=job)
        weights[self._exits] = 0
        path, parts, reach = self._first_path(weights, job)
        junctions = (sides > 2).view(np.uint8)
        junctions[self._exits] = 0
        blocks = list(self._blocks(path, parts, reach, junctions, job))
        better, bound = self._improved(path, parts, blocks, job)
        if better is not None:
            path = better
            joined = self._parts(path, job)
            assert joined  # nothing is locked here
            parts, reach = joined
        costs = np.zeros(len(path), np.int32)
        self._run(cut_all, self._walls, self._left, parts, costs, int(path[-1]), True, job=job)
        return bound

    def _run(self, kernel: Any, *args: Any, job: Job) -> Any:
        """Run a kernel as a phase; raises ``CancelledError``."""
        job.phase(self._lattice.size, 0.1)
        result = kernel[self._lattice.degree](*args, self._lattice.tables, job.signal)
        job.check()
        return result

    def _first_path(
        self, weights: NDArray[np.uint8], job: Job
    ) -> tuple[Ids, Parts, NDArray[np.int32]]:
        """Return the cheapest path that locked passages allow, with its parts."""
        for _try in range(TRIED_PATHS):
            _distance, path = self._cheapest(weights, job)
            joined = self._parts(path, job) if len(path) else None
            if joined:
                return path, *joined
            if not len(path) or self._conflict in (self._start, *self._exits.tolist()):
                break
            self._allowed[self._conflict] = 0
        text = _("Passages that may not change leave several routes: unlock or select some.")
        raise RepairError(text, self._fixed())

    def _fixed(self) -> NDArray[np.bool_]:
        """Return bool[n]: the cells of passages on some route that may not change."""
        lattice, left = self._lattice, self._left.view(np.bool_)
        passages = ~self._before & ~self._free & np.uint8(lattice.closed)
        cells = np.flatnonzero(left & (passages != 0))
        result = np.zeros(lattice.size, np.bool_)
        for slot in range(lattice.degree):
            ahead = left[lattice.beyond(cells, slot)[0]]
            result[cells[ahead & (passages[cells] >> np.uint8(slot) & 1 != 0)]] = True
        return result

    def _cheapest(self, weights: NDArray[np.uint8], job: Job) -> tuple[NDArray[np.int32], Ids]:
        """Return the weights int32[n] on the way to each cell, and the cells of a cheapest path."""
        size = self._lattice.size
        distance, parents = np.full(size, NO_CELL, np.int32), np.full(size, START, np.uint8)
        following, buckets = np.empty(size, np.int32), np.full(BUCKETS, NO_CELL, np.int32)
        state = Reached(distance, parents, following, buckets)
        fixed = self._before, self._allowed, self._goals, weights
        goal = self._run(reach_cheapest, *fixed, state, self._start, job=job)
        return distance, route_to(self._lattice, parents, goal, job)

    def _parts(self, path: Ids, job: Job) -> tuple[Parts, NDArray[np.int32]] | None:
        """Return what hangs on a path; None where locked passages lead from it back to it.

        ``_conflict`` is a cell where they do, then.
        """
        size, last = self._lattice.size, len(path) - 1
        labels, areas = np.full(size, NO_CELL, np.int32), np.arange(size, dtype=np.int32)
        labels[self._exits] = last
        labels[path] = np.arange(len(path))
        others = self._exits[self._exits != path[-1]]
        nothing = np.full((4, size), NO_CELL, np.int32)  # owners, chosen, first, final
        counts = np.zeros(size, np.uint8)
        cells = np.concatenate([path, others])
        parts = Parts(cells, labels, areas, nothing[0], nothing[1], counts, nothing[2], nothing[3])
        self._walls[:] = self._before
        end = int(path[-1])
        self._conflict = self._run(
            join_all, self._walls, self._free, self._left, parts, end, job=job
        )
        if self._conflict != NO_CELL:
            return None
        reach = np.arange(len(path), dtype=np.int32)
        self._run(choose_all, self._walls, self._left, parts, reach, end, job=job)
        return parts, np.maximum.accumulate(reach)

    def _blocks(
        self,
        path: Ids,
        parts: Parts,
        reach: NDArray[np.int32],
        junctions: NDArray[np.uint8],
        job: Job,
    ) -> Iterator[RouteBlock]:
        """Yield the blocks in which there are several routes.

        ``reach`` int32[k] is the highest place joined with each place of the path or one before it.
        """
        costs = np.zeros(len(path), np.int32)
        end = int(path[-1])
        self._run(cut_all, self._walls, self._left, parts, costs, end, False, job=job)
        distance, _route = self._cheapest(junctions, job)
        passed = np.concatenate([[True], reach[:-1] <= np.arange(1, len(path))])
        sums = np.concatenate([[0], np.cumsum(costs)])
        for number, (first, final) in enumerate(pairwise(np.flatnonzero(passed).tolist())):
            if number % CHECK_EVERY == 0:
                job.check()
            if reach[first] <= first:
                continue
            between = int(distance[path[final]] - distance[path[first]] - junctions[path[final]])
            bound = max(1, (2 + between + 1) // 2)
            yield RouteBlock(first, final, int(sums[final] - sums[first]), bound)

    def _improved(
        self, path: Ids, parts: Parts, blocks: list[RouteBlock], job: Job
    ) -> tuple[Ids | None, int]:
        """Return a better path, if there is one, and the bound of all blocks together."""
        bounds = sum(block.bound for block in blocks)
        doubtful = [block for block in blocks if block.cost > block.bound]
        if not doubtful or self._fixed().any():
            return None, bounds
        graphs = self._graphs(path, parts, doubtful, job)
        total, pieces, place = Budget(STEPS, job), [], 0
        for block, graph in zip(doubtful, graphs, strict=True):
            if not graph or total.left <= 0:
                continue
            steps = min(STEPS_OF_BLOCK, total.left)
            budget = Budget(steps, job)
            final = block.final == len(path) - 1
            ends = self._exits.tolist() if final else [int(path[block.final])]
            best = best_path(graph, int(path[block.first]), frozenset(ends), budget)
            total.left -= steps - budget.left
            if best is None:
                continue
            cells, cost, bound = best
            bounds += max(0, bound - block.bound)
            if cost < block.cost:
                pieces += [path[place : block.first], np.array(cells[:-1], np.int64)]
                place = block.final
                if final:
                    pieces.append(np.array(cells[-1:], np.int64))
                    place = len(path)
        return (np.concatenate([*pieces, path[place:]]) if pieces else None), bounds

    def _graphs(
        self, path: Ids, parts: Parts, blocks: list[RouteBlock], job: Job
    ) -> list[dict[int, tuple[int, ...]]]:
        """Return the cells of each block and with which each is joined; none of a large block."""
        at = np.full(len(path), NO_CELL, np.int32)
        for number, block in enumerate(blocks):
            at[block.first : block.final] = number
            if number % CHECK_EVERY == 0:
                job.check()
        cells = np.flatnonzero(self._left.view(np.bool_) & (parts.labels == NO_CELL))
        owners = at[parts.first[lowest_cells(parts.areas)[cells]]]
        sizes = np.bincount(owners[owners >= 0], minlength=len(blocks))
        small = (sizes <= FEW_CELLS) & (np.cumsum(sizes) <= STEPS)
        chosen = (owners >= 0) & small[owners]
        members: list[list[int]] = [
            path[block.first : block.final + 1].tolist() if small[number] else []
            for number, block in enumerate(blocks)
        ]
        for number, (cell, owner) in enumerate(
            zip(cells[chosen].tolist(), owners[chosen].tolist(), strict=True)
        ):
            members[owner].append(cell)
            if number % CHECK_EVERY == 0:
                job.check()
        if members and blocks[-1].final == len(path) - 1 and members[-1]:
            members[-1] = list({*members[-1], *self._exits.tolist()})
        return [self._graph(block, job) for block in members]

    def _graph(self, cells: list[int], job: Job) -> dict[int, tuple[int, ...]]:
        lattice, inside, graph = self._lattice, set(cells), {}
        for number, cell in enumerate(cells):
            if number % CHECK_EVERY == 0:
                job.check()
            slots = [slot for slot in range(lattice.degree) if not self._before[cell] >> slot & 1]
            others = [lattice.neighbour(cell, slot) for slot in slots]
            graph[cell] = tuple(other for other in others if other in inside)
        return graph


class Parts(NamedTuple):
    """The path and what hangs on it.

    ``labels`` int32[n] are places on the path, ``last`` for every exit, else -1; ``cells`` int64[k]
    have a label, and ``end`` is the exit of the path. ``areas`` int32[n] are the parts that hang on
    it, as a union-find, ``owners`` the only label that passages which may not change leave them,
    ``chosen`` the one with the most passages, ``most``; ``first`` and ``final`` are the lowest and
    the highest label that they touch.
    """

    cells: I64
    labels: I32
    areas: I32
    owners: I32
    chosen: I32
    most: U8
    first: I32
    final: I32


class Reached(NamedTuple):
    """How far a search has come.

    ``distance`` int32[n] are the weights on the way to each cell, -1 where it was not reached, and
    ``parents`` uint8[n] the slots that lead back. Each of the ``buckets`` int32[BUCKETS] is a cell,
    or -1, and ``following`` int32[n] the next one in the same bucket.
    """

    distance: I32
    parents: U8
    following: I32
    buckets: I32


@kernel
def weigh(
    walls: InU8, free: InU8, left: InU8, sides: U8, weights: U8, tables: Tables, signal: I64
) -> None:
    """Count the passages between cells that are ``left``, and weigh the cells by them."""
    offsets = tables.offsets
    for cell in range(len(left)):
        if cell & TICK == 0:
            signal[0] = cell
            if signal[1] != 0:
                return
        if left[cell] == 0:
            continue
        row = row_of(tables, cell)
        number = 0
        fixed = 0
        for slot in range(DEGREE):
            if (walls[cell] >> slot) & 1 == 0 and left[cell + offsets[row, slot]] != 0:
                number += 1
                fixed |= (free[cell] >> slot & 1) ^ 1
        sides[cell] = number
        if number > 2:
            weights[cell] = min(MOST_SIDES, number - 2) + FIXED * fixed


@kernel
def reach_cheapest(
    walls: InU8,
    left: InU8,
    goals: InU8,
    weights: InU8,
    state: Reached,
    start: int,
    tables: Tables,
    signal: I64,
) -> int:
    """Reach cells in the order of the weights on the path to them; return the first goal.

    A cell that is reached first is reached by a cheapest path, as only entering it has a weight;
    so each is put into one of the buckets once (R. Dial, 1969).
    """
    offsets, opposite = tables.offsets, tables.opposite
    distance, parents = state.distance, state.parents
    following, buckets = state.following, state.buckets
    distance[start] = 0
    buckets[0] = start
    following[start] = NO_CELL
    total = 0
    empty = 0
    steps = 0
    while empty < BUCKETS:
        cell = int(buckets[total & (BUCKETS - 1)])
        if cell == NO_CELL:
            total += 1
            empty += 1
            continue
        empty = 0
        buckets[total & (BUCKETS - 1)] = following[cell]
        if goals[cell] != 0:
            return cell
        steps += 1
        if steps & TICK == 0:
            signal[0] = steps
            if signal[1] != 0:
                return NO_CELL
        row = row_of(tables, cell)
        for slot in range(DEGREE):
            other = cell + offsets[row, slot]
            if (walls[cell] >> slot) & 1 == 0 and left[other] != 0 and distance[other] == NO_CELL:
                cost = total + weights[other]
                distance[other] = cost
                parents[other] = opposite[row, slot]
                following[other] = buckets[cost & (BUCKETS - 1)]
                buckets[cost & (BUCKETS - 1)] = other
    return NO_CELL


@kernel
def join_all(
    walls: U8, free: InU8, left: InU8, parts: Parts, end: int, tables: Tables, signal: I64
) -> int:
    """Join what hangs on the path; return a cell where locked passages join two labels, or NONE.

    Closes passages between parts that such passages join with different labels.
    """
    offsets, opposite = tables.offsets, tables.opposite
    labels, areas, owners = parts.labels, parts.areas, parts.owners
    for task in range(4):  # 0 and 1 by locked passages, 2 between parts without, 3 with an owner
        for cell in range(len(left)):
            if cell & TICK == 0:
                signal[0] = cell
                if signal[1] != 0:
                    return NO_CELL
            if left[cell] == 0 or (labels[cell] == NO_CELL) == (task == 1):
                continue
            row = row_of(tables, cell)
            for slot in range(DEGREE):
                other = cell + offsets[row, slot]
                if (walls[cell] >> slot) & 1 != 0 or left[other] == 0:
                    continue
                fixed = (free[cell] >> slot) & 1 == 0
                if fixed != (task < 2):
                    continue
                if task == 1:
                    if _clash(parts, cell, other, end):
                        return cell
                    continue
                if labels[other] != NO_CELL or other < cell:
                    continue
                one = find(areas, cell)
                two = find(areas, other)
                if one == two:
                    continue
                owned = owners[one] != NO_CELL or owners[two] != NO_CELL
                if owned and task == 2:
                    continue
                if owners[one] != NO_CELL and owners[two] != NO_CELL and owners[one] != owners[two]:
                    walls[cell] |= 1 << slot
                    walls[other] |= 1 << opposite[row, slot]
                    continue
                owner = max(owners[one], owners[two])
                areas[max(one, two)] = min(one, two)
                owners[min(one, two)] = owner
    return NO_CELL


@kernel
def _clash(parts: Parts, cell: int, other: int, end: int) -> bool:
    """Whether a locked passage of a cell with a label leads to another label; note the owner."""
    labels, owners = parts.labels, parts.owners
    if labels[other] != NO_CELL:
        return labels[cell] != labels[other] and not is_step(labels, cell, other, end)
    part = find(parts.areas, other)
    if owners[part] == NO_CELL:
        owners[part] = labels[cell]
    return owners[part] != labels[cell]


@kernel
def is_step(labels: I32, cell: int, other: int, end: int) -> bool:
    """Whether a passage between two cells with labels is one of the path."""
    if labels[cell] > labels[other]:
        cell, other = other, cell
    last = labels[end]
    return labels[cell] + 1 == labels[other] and (labels[other] != last or other == end)


@kernel
def choose_all(
    walls: InU8, left: InU8, parts: Parts, reach: I32, end: int, tables: Tables, signal: I64
) -> None:
    """Choose the label that each part stays joined with.

    ``reach`` int32[k], a range, becomes the highest label joined with each without the path.
    """
    offsets = tables.offsets
    cells, labels, areas = parts.cells, parts.labels, parts.areas
    owners, chosen, most = parts.owners, parts.chosen, parts.most
    first, final = parts.first, parts.final
    for task in range(2):
        for place in range(len(cells)):
            if place & TICK == 0 and signal[1] != 0:
                return
            cell = cells[place]
            row = row_of(tables, cell)
            label = labels[cell]
            for slot in range(DEGREE):
                other = cell + offsets[row, slot]
                if (walls[cell] >> slot) & 1 != 0 or left[other] == 0:
                    continue
                if labels[other] != NO_CELL:
                    if labels[other] > label and not is_step(labels, cell, other, end):
                        reach[label] = max(reach[label], labels[other])
                    continue
                part = find(areas, other)
                if task == 1:
                    low = first[part]
                    reach[low] = max(reach[low], final[part])
                    continue
                first[part] = label if first[part] == NO_CELL else min(first[part], label)
                final[part] = max(final[part], label)
                number = 0
                for again in range(DEGREE):
                    near = cell + offsets[row, again]
                    joined = (walls[cell] >> again) & 1 == 0 and left[near] != 0
                    if joined and labels[near] == NO_CELL and find(areas, near) == part:
                        number += 1
                if number > most[part]:
                    most[part] = number
                    chosen[part] = label
                if owners[part] != NO_CELL:
                    chosen[part] = owners[part]


@kernel
def cut_all(
    walls: U8,
    left: InU8,
    parts: Parts,
    costs: I32,
    end: int,
    really: bool,
    tables: Tables,
    signal: I64,
) -> None:
    """Close what joins parts with other labels than theirs, or only count: ``costs`` int32[k]."""
    offsets, opposite = tables.offsets, tables.opposite
    cells, labels, areas = parts.cells, parts.labels, parts.areas
    for place in range(len(cells)):
        if place & TICK == 0 and signal[1] != 0:
            return
        cell = cells[place]
        row = row_of(tables, cell)
        label = labels[cell]
        for slot in range(DEGREE):
            other = cell + offsets[row, slot]
            if (walls[cell] >> slot) & 1 != 0 or left[other] == 0:
                continue
            if labels[other] != NO_CELL:
                if labels[other] <= label or is_step(labels, cell, other, end):
                    continue
                costs[label] += 1
            else:
                part = find(areas, other)
                if parts.chosen[part] == label:
                    continue
                costs[parts.first[part]] += 1
            if really:
                walls[cell] |= 1 << slot
                walls[other] |= 1 << opposite[row, slot]


@dataclass
class Budget:
    """How many steps may be made; ``left`` is 0 or less once they are used up."""

    left: int
    job: Job = field(default_factory=Job)

    def spend(self, steps: int) -> bool:
        """Make steps; returns whether there are any left. Raises ``CancelledError``."""
        self.left -= steps
        self.job.check()
        return self.left > 0


def best_path(
    graph: Graph, start: int, ends: frozenset[int], budget: Budget
) -> tuple[list[int], int, int] | None:
    """Return the path from ``start`` to one of ``ends`` that needs the fewest closed passages.

    And how many it needs at most, and how many any path needs at least; None where the budget is
    too small to try all paths. The ends are one cell here.
    """
    best: tuple[int, list[int]] | None = None
    bound = len(graph) * 8
    for path in _paths(graph, start, ends, budget):
        cost, least = _cost(graph, path, ends, budget)
        bound = min(bound, least)
        if best is None or cost < best[0]:
            best = cost, list(path)
    return (best[1], best[0], bound) if best and budget.left > 0 else None


def _paths(graph: Graph, start: int, ends: frozenset[int], budget: Budget) -> Iterator[list[int]]:
    """Yield every path; the list is the same, changed."""
    path, seen = [start], {start}
    branches = [iter(graph[start])]
    while branches and budget.spend(1):
        step = next(branches[-1], None)
        if step is None:
            branches.pop()
            seen.discard(path.pop())
        elif step in ends:
            path.append(step)
            yield path
            path.pop()
        elif step not in seen:
            path.append(step)
            seen.add(step)
            branches.append(iter(graph[step]))


def _cost(graph: Graph, path: list[int], ends: frozenset[int], budget: Budget) -> tuple[int, int]:
    """Return how many closed passages make a path the only one, and the fewest possible for it."""
    last = len(path) - 1
    labels = {cell: place for place, cell in enumerate(path)} | dict.fromkeys(ends, last)
    steps = {frozenset(step) for step in pairwise(path)}
    chords = {
        frozenset((cell, other))
        for cell in labels
        for other in graph[cell]
        if other in labels and labels[other] != labels[cell]
    } - steps
    cost = least = len(chords)
    seen = set(labels)
    for first in graph:
        if first in seen:
            continue
        seen.add(first)
        part, touched = [first], dict[int, int]()
        for cell in part:
            for other in graph[cell]:
                if other in labels:
                    touched[labels[other]] = touched.get(labels[other], 0) + 1
                elif other not in seen:
                    seen.add(other)
                    part.append(other)
            if len(part) % CHECK_EVERY == 0 and not budget.spend(CHECK_EVERY):
                return cost, least
        cost += sum(touched.values()) - max(touched.values(), default=0)
        least += max(0, len(touched) - 1)
    budget.spend(len(path))
    return cost, least

r"""One route: exactly one path from the entrance to an exit, by closing few passages.

A route is the only one exactly where, without its own passages, each of its cells is in a part of
its own. So a path is chosen, and what hangs on several of its cells is cut off from all but one::

    S---a---b---G        a path S a b G with what hangs on it: k touches a and b, so one of the
        |   |            passages a-k, b-k is closed; a part that touches t cells of the path
        +-k-+            needs t - 1 closed passages at least

Which path needs the fewest is found where the part between two cells that every route passes is
small; else the path that passes the fewest side passages is taken. That to find the fewest is
hard in general: it is a multiway cut (E. Dahlhaus and others, "The complexity of multiterminal
cuts", 1994). So there is a bound: a path with j cells that have side passages needs j / 2 closed
passages at least, as each of these hangs on something that touches another one, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.repairs import RepairError, goal
from mazeeditor.maze.repairs.block_paths import Budget, best_path
from mazeeditor.maze.repairs.growing_areas import as_ids
from mazeeditor.maze.repairs.route_kernels import (
    BUCKETS,
    NONE,
    Parts,
    Reached,
    choose_all,
    cut_all,
    join_all,
    reach_cheapest,
    weigh,
)
from mazeeditor.maze.repairs.solvable import ends_of, solvable
from mazeeditor.maze.search.blocks import on_route
from mazeeditor.maze.search.joining import lowest_cells
from mazeeditor.maze.search.search import START, route_to

TRIES = 16  # paths that are tried where walls are locked
SMALL = 400  # cells of a block in which all paths are tried, where the steps suffice:
STEPS, STEPS_OF_BLOCK = 400_000, 50_000
LOOK = 32  # blocks or cells between two looks at Cancel


@goal(
    "one-route",
    _("Make One Route"),
    order=2,
    offered=lambda facts: facts.routes == "many",
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
        self._conflict = NONE

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
        for _try in range(TRIES):
            _distance, path = self._cheapest(weights, job)
            joined = self._parts(path, job) if len(path) else None
            if joined:
                return path, *joined
            if not len(path) or self._conflict in (self._start, *self._exits.tolist()):
                break
            self._allowed[self._conflict] = 0
        text = _("Passages that may not change leave several routes: unlock or select some.")
        raise RepairError(text, as_ids(self._fixed()))

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
        distance, parents = np.full(size, NONE, np.int32), np.full(size, START, np.uint8)
        following, buckets = np.empty(size, np.int32), np.full(BUCKETS, NONE, np.int32)
        state = Reached(distance, parents, following, buckets)
        fixed = self._before, self._allowed, self._goals, weights
        goal = self._run(reach_cheapest, *fixed, state, self._start, job=job)
        return distance, route_to(self._lattice, parents, goal, job)

    def _parts(self, path: Ids, job: Job) -> tuple[Parts, NDArray[np.int32]] | None:
        """Return what hangs on a path; None where locked passages lead from it back to it.

        ``_conflict`` is a cell where they do, then.
        """
        size, last = self._lattice.size, len(path) - 1
        labels, areas = np.full(size, NONE, np.int32), np.arange(size, dtype=np.int32)
        labels[self._exits] = last
        labels[path] = np.arange(len(path))
        others = self._exits[self._exits != path[-1]]
        nothing = np.full((4, size), NONE, np.int32)  # owners, chosen, first, final
        counts = np.zeros(size, np.uint8)
        cells = np.concatenate([path, others])
        parts = Parts(cells, labels, areas, nothing[0], nothing[1], counts, nothing[2], nothing[3])
        self._walls[:] = self._before
        end = int(path[-1])
        self._conflict = self._run(
            join_all, self._walls, self._free, self._left, parts, end, job=job
        )
        if self._conflict != NONE:
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
            if number % LOOK == 0:
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
        at = np.full(len(path), NONE, np.int32)
        for number, block in enumerate(blocks):
            at[block.first : block.final] = number
            if number % LOOK == 0:
                job.check()
        cells = np.flatnonzero(self._left.view(np.bool_) & (parts.labels == NONE))
        owners = at[parts.first[lowest_cells(parts.areas)[cells]]]
        sizes = np.bincount(owners[owners >= 0], minlength=len(blocks))
        small = (sizes <= SMALL) & (np.cumsum(sizes) <= STEPS)
        chosen = (owners >= 0) & small[owners]
        members: list[list[int]] = [
            path[block.first : block.final + 1].tolist() if small[number] else []
            for number, block in enumerate(blocks)
        ]
        for number, (cell, owner) in enumerate(
            zip(cells[chosen].tolist(), owners[chosen].tolist(), strict=True)
        ):
            members[owner].append(cell)
            if number % LOOK == 0:
                job.check()
        if members and blocks[-1].final == len(path) - 1 and members[-1]:
            members[-1] = list({*members[-1], *self._exits.tolist()})
        return [self._graph(block, job) for block in members]

    def _graph(self, cells: list[int], job: Job) -> dict[int, tuple[int, ...]]:
        lattice, inside, graph = self._lattice, set(cells), {}
        for number, cell in enumerate(cells):
            if number % LOOK == 0:
                job.check()
            slots = [slot for slot in range(lattice.degree) if not self._before[cell] >> slot & 1]
            others = [lattice.neighbour(cell, slot) for slot in slots]
            graph[cell] = tuple(other for other in others if other in inside)
        return graph

"""Which path through a block needs the fewest closed passages: all of them are tried.

A block is the part of a maze between two cells that every route passes. Its cells are few.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from mazeeditor.core.job import Job

Graph = Mapping[int, tuple[int, ...]]  # the cells, and with which each is joined
LOOK = 32  # steps between two looks at Cancel


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
            if len(part) % LOOK == 0 and not budget.spend(LOOK):
                return cost, least
        cost += sum(touched.values()) - max(touched.values(), default=0)
        least += max(0, len(touched) - 1)
    budget.spend(len(path))
    return cost, least

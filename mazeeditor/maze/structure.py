"""The structure of a maze, and how many decisions its route requires."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from mazeeditor.job import Job
from mazeeditor.maze import corridors
from mazeeditor.maze.bits import COUNT
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.longest import Longest, longest_path
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search import fresh, route_to, without_gaps
from mazeeditor.maze.traversal import breadth_first

LONG = 1 << 16  # cells


@dataclass(frozen=True)
class Structure:
    """The figures of one maze; ``maze/measures.py`` describes each.

    Openings are no passages. ``dead_end_lengths`` pairs each length with the number of dead ends
    so deep, the shortest first. ``shortest``, ``decisions`` and ``route_share`` (0..1) are of a
    shortest route and None where there is none. ``longest`` is None where it was not requested.
    """

    cells: int
    dead_ends: int
    straights: int
    turns: int
    junctions: int
    crossings: int
    longest_corridor: int
    dead_end_lengths: tuple[tuple[int, int], ...] = field(repr=False)
    shortest: int | None
    decisions: int | None
    longest: Longest | None = None

    @property
    def dead_end_length(self) -> float | None:
        """The mean length of the dead ends, in cells; None where there are none."""
        total = sum(length * number for length, number in self.dead_end_lengths)
        return total / self.dead_ends if self.dead_ends else None

    @property
    def route_share(self) -> float | None:
        """The share of the cells that a shortest route passes."""
        return None if self.shortest is None else self.shortest / self.cells


def structure(maze: Maze, job: Job | None = None, *, longest: bool = False) -> Structure:
    """Return the figures of ``maze``, in time linear in its cells.

    ``longest`` requests the longest shortest path too, which may take much longer. Safe in a
    thread while nothing writes to ``maze``. Raises ``CancelledError``.
    """
    job = job or Job()
    lattice, walls = maze.lattice, without_gaps(maze)
    with job.part(0.1 if longest else 1.0):
        job.phase(lattice.size, 0.1)
        kinds = corridors.count_kinds(lattice, walls, job)
        job.phase(lattice.cells, 0.3)
        lengths = _histogram(
            corridors.dead_end_lengths(lattice, walls, int(kinds[corridors.DEAD_END]), job)
        )
        job.phase(lattice.cells, 0.3)
        corridor = corridors.longest_corridor(lattice, walls, job)
        shortest, decisions = _route(maze, lattice, walls, job)
    return Structure(
        cells=lattice.cells,
        dead_ends=int(kinds[corridors.DEAD_END]),
        straights=int(kinds[corridors.STRAIGHT]),
        turns=int(kinds[corridors.TURN]),
        junctions=int(kinds[corridors.JUNCTION]),
        crossings=int(kinds[corridors.CROSSING]),
        longest_corridor=corridor,
        dead_end_lengths=lengths,
        shortest=shortest,
        decisions=decisions,
        longest=longest_path(maze, job) if longest else None,
    )


def _histogram(lengths: NDArray[np.int64]) -> tuple[tuple[int, int], ...]:
    """Pair each length with its number, the shortest first.

    ``np.unique`` sorts them all, which takes long where there are millions. Few can be long ones.
    """
    short = np.bincount(lengths[lengths < LONG])
    longer, numbers = np.unique(lengths[lengths >= LONG], return_counts=True)
    pairs = [(length, number) for length, number in enumerate(short.tolist()) if number]
    return (*pairs, *zip(longer.tolist(), numbers.tolist(), strict=True))


def _route(
    maze: Maze, lattice: Lattice, walls: NDArray[np.uint8], job: Job
) -> tuple[int | None, int | None]:
    """Return how many cells a shortest route has, and how many with a choice of direction."""
    job.phase(lattice.cells)
    if not (maze.entrance and maze.exits):
        return None, None
    parents = fresh(lattice, {opening.cell for opening in maze.exits})
    goal, _cells = breadth_first(lattice, walls, parents, maze.entrance.cell, job)
    route = route_to(lattice, parents, goal, job)
    if not len(route):
        return None, None
    # a walker does not go back, and the search ends with the route
    onward = lattice.degree - COUNT[walls[route[:-1]]].astype(np.int64) - 1
    onward[:1] += 1
    return len(route), int(np.count_nonzero(onward >= 2))

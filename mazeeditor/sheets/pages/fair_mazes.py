r"""Mazes of a class that are alike in difficulty: their routes lie within a band around the usual.

::

    16 mazes of the sheet ---> median of route and decisions ---> band: a quarter less or more
                                                                    ^
    seed, and seeds derived from it, one after the other -----------+---> the first that lies in it

The band follows from the first seed alone, and each maze from its own seed and the band, so any
worker makes the same one. If none of the tries lies in the band, the nearest one is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

from mazeeditor.core.job import Job
from mazeeditor.maze.facts.structure import decisions_on
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.random import LARGEST_SEED
from mazeeditor.maze.search.search import shortest_route, without_gaps

SAMPLES = 16  # mazes, of which the usual is the median
# of the median, above and below; cells or decisions, if that is less
MEDIAN_SHARE, MIN_DIFFERENCE = 0.25, 2
TRIED_SEEDS = 40  # seeds
STEP = 1_000_003  # between them: mazes of one sheet have successive ones
ALONG_BORDER = 0.75  # of a route: it is seen at a glance
BEYOND, CROWDED = 1.0, 0.5  # how far off such a route counts as, and a crowded maze


class Measured(NamedTuple):
    """How hard a maze is: cells and decisions on its route, and the share of it at the border.

    It is ``crowded`` where what stands in it has no cell of its own everywhere.
    """

    route: int
    decisions: int
    border: float
    crowded: bool = False


class Band(NamedTuple):
    """The least and the largest number of cells and of decisions on a route."""

    route: tuple[float, float]
    decisions: tuple[float, float]

    def distance(self, measured: Measured) -> float:
        """Return how far off a maze is, in shares of the bounds; 0 in the band."""
        both = (measured.route, self.route), (measured.decisions, self.decisions)
        away = sum(max(low - value, value - high, 0) / max(high, 1) for value, (low, high) in both)
        return away + BEYOND * (measured.border >= ALONG_BORDER) + CROWDED * measured.crowded


def band_of(samples: Sequence[Measured]) -> Band | None:
    """Return the band around what is usual, None if no maze has a route."""
    if not samples:
        return None
    routes, decisions = ([each[place] for each in samples] for place in (0, 1))
    return Band(_around(median(routes)), _around(median(decisions)))


def _around(usual: float) -> tuple[float, float]:
    room = max(MEDIAN_SHARE * usual, MIN_DIFFERENCE)
    return usual - room, usual + room


def measured_of(maze: Maze, job: Job) -> Measured | None:
    """Return how hard a maze is, None if it has no route; raises ``CancelledError``."""
    if not (maze.entrance and maze.exits):
        return None
    lattice, walls = maze.lattice, without_gaps(maze)
    exits = {opening.cell for opening in maze.exits}
    route = shortest_route(lattice, walls, maze.entrance.cell, exits, job)
    if not len(route):
        return None
    border = sum(_is_at_border(lattice, cell) for cell in route.tolist()) / len(route)
    return Measured(len(route), decisions_on(lattice, walls, route), border)


def _is_at_border(lattice: Lattice, cell: int) -> bool:
    others = (lattice.neighbour(cell, slot) for slot in range(lattice.degree))
    return not all(other >= 0 and lattice.inside[other] for other in others)


def seeds_from(seed: int) -> list[int]:
    """Return a seed, then those that are tried in its place."""
    return [(seed + number * STEP) % (LARGEST_SEED + 1) for number in range(TRIED_SEEDS)]

"""Which walls somebody has drawn by hand since the maze was made; the steps of the history say so.

A maze that no generator has made was drawn as a whole. Where cells have moved since, as in a maze
that was turned, its walls count as made.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import ReplaceMaze, ToggleWalls
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.walls import free_walls, set_bits

Walls = NDArray[np.uint8]
NO_WALLS: Ids = np.empty(0, np.int64)


@dataclass(frozen=True, eq=False)
class DrawnWalls:
    """Walls drawn by hand: those of ``toggled`` int64[k] that are closed; None for all closed."""

    toggled: Ids | None

    @classmethod
    def of(cls, document: Document) -> DrawnWalls:
        recipe, steps = document.recipe, reversed(document.history.done)
        if not recipe.generator and not recipe.parts:
            return cls(None)
        since = takewhile(lambda edit: not isinstance(edit, ReplaceMaze), steps)
        toggled = [e.walls for e in since if isinstance(e, ToggleWalls) and e.by_hand]
        walls, times = np.unique(np.concatenate([NO_WALLS, *toggled]), return_counts=True)
        return cls(walls[times % 2 == 1])  # what was drawn and erased again is as it was made

    def bits(self, maze: Maze, job: Job) -> Walls:
        """Return them as bits uint8[n], on both sides; called by a worker."""
        inner = free_walls(maze.lattice, job=job)
        if self.toggled is None:
            return maze.walls & inner
        drawn = np.zeros_like(inner)
        set_bits(drawn, maze.lattice.sides_of(self.toggled))
        return drawn & maze.walls & inner

    def crossed(self, maze: Maze, route: Ids) -> Ids:
        """Return those int64[m] that a route int64[k] crosses."""
        cells = route[:-1]
        slots = maze.lattice.slots_between(cells, route[1:])
        closed = (maze.walls[cells] >> slots & 1).astype(np.bool_)
        walls = maze.lattice.wall_ids(cells[closed], slots[closed])
        return walls if self.toggled is None else walls[np.isin(walls, self.toggled)]


def count_lost(drawn: Walls, maze: Maze) -> int:
    """Return how many walls of ``drawn`` uint8[n] are open in a maze."""
    lost = drawn & ~maze.walls
    return sum(int(np.count_nonzero(lost >> slot & 1)) for slot in range(maze.lattice.degree)) // 2

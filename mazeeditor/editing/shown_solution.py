"""The route that is shown over the maze: removed as soon as an edit makes it invalid.

::

    +   +---+---+         an edit away from the route keeps it; what the solver found of
    | # | . . . |         the other cells (.) may be wrong by then and is no longer shown
    + # +---+   +
    | # # # . . |         closing a wall on the route, or moving entrance or exit to
    +---+   +---+         another cell, removes it
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from mazeeditor.editing.content import Change
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.solution import Solution


class ShownSolution:
    """A solution and whether it still fits the maze.

    ``stale`` means that the maze was edited after the solver ran: the route is still a route, but
    maybe not the shortest, and the marks are those of another maze.
    """

    def __init__(self, solution: Solution) -> None:
        """Note what the route passes; with a million cells that is work for a worker.

        ``_passed`` uint8[n] has bit ``slot`` of a cell set that the route leaves by that slot.
        """
        self.solution = solution
        self.stale = False
        self._passed = np.zeros(solution.lattice.size, np.uint8)
        for cells, slot in _steps(solution):
            self._passed[cells] = 1 << slot

    def fits(self, maze: Maze) -> bool:
        """Whether the route is one in ``maze``; "no route" fits as long as it is not stale."""
        if self.solution.lattice is not maze.lattice:
            return False
        if not self.solution.solved:
            return not self.stale
        return self._ends_fit(maze) and not any(
            (maze.walls[cells] >> np.uint8(slot) & 1).any() for cells, slot in _steps(self.solution)
        )

    def survives(self, change: Change, maze: Maze) -> bool:
        """Whether the route is valid in ``maze`` after ``change``; call it after each change."""
        if not change.passages:
            return True
        self.stale = True
        if change.walls is None or not self._ends_fit(maze):
            return False
        closed = change.walls[maze.is_closed(change.walls)]
        lower, slots, upper, backs = maze.lattice.sides_of(closed)
        return not (self._passed[lower] >> slots & 1 | self._passed[upper] >> backs & 1).any()

    def _ends_fit(self, maze: Maze) -> bool:
        route = self.solution.route
        return (
            self.solution.solved
            and maze.entrance is not None
            and maze.entrance.cell == route[0]
            and any(gap.cell == route[-1] for gap in maze.exits)
        )


def _steps(solution: Solution) -> Iterator[tuple[Ids, int]]:
    """Yield each slot with the cells int64[k] that the route leaves through it."""
    lattice, cells = solution.lattice, solution.route[:-1]
    steps, rows = np.diff(solution.route), lattice.rows_of(cells)
    for slot in range(lattice.degree):
        yield cells[lattice.offsets[rows, slot] == steps], slot

"""The route that is shown over the maze: it goes as soon as an edit makes it a lie.

::

    +   +---+---+         an edit away from the route keeps it; what the solver said of
    | # | . . . |         the other cells (.) may be wrong by then and is no longer shown
    + # +---+   +
    | # # # . . |         closing a wall on the route, or moving entrance or exit to
    +---+   +---+         another cell, removes it
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.editing.change import Change
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.solution import Solution


class Shown:
    """A solution and whether it still fits the maze.

    ``stale`` says that the maze was edited after the solver ran: the route is still a route, but
    maybe not the shortest, and the marks are those of another maze.
    """

    def __init__(self, solution: Solution, *, stale: bool = False) -> None:
        self.solution = solution
        self.stale = stale
        self._steps = _steps(solution)

    def fits(self, maze: Maze) -> bool:
        """Whether the route leads through open walls from the entrance to an exit of ``maze``.

        The answer "no route" fits until the maze is edited.
        """
        route = self.solution.route
        if self.solution.lattice is not maze.lattice:
            return False
        if not len(route):
            return not self.stale
        return self._ends_fit(maze) and not (self._steps[route] & maze.walls[route]).any()

    def survives(self, change: Change, maze: Maze) -> bool:
        """Whether the route still fits after ``change``; to be asked after every change."""
        if not change.passages:
            return True
        self.stale = True
        if change.walls is None or not self._ends_fit(maze):
            return False
        cells, slots, _others, _backs = maze.lattice.sides_of(change.walls)
        on_route = self._steps[cells] >> slots.astype(np.uint8) & 1
        return not (maze.is_closed(change.walls) & (on_route == 1)).any()

    def _ends_fit(self, maze: Maze) -> bool:
        route = self.solution.route
        return (
            len(route) > 0
            and maze.entrance is not None
            and maze.entrance.cell == route[0]
            and any(each.cell == route[-1] for each in maze.exits)
        )


def _steps(solution: Solution) -> NDArray[np.uint8]:
    """Return uint8[n]: bit ``slot`` of a cell is set where the route passes that wall."""
    lattice, route = solution.lattice, solution.route
    steps = np.zeros(lattice.size, np.uint8)
    for here, there in ((route[:-1], route[1:]), (route[1:], route[:-1])):
        rows = here & lattice.mask
        for slot in range(lattice.degree):
            taken = here[here + lattice.offsets[rows, slot] == there]
            steps[taken] |= np.uint8(1 << slot)
    return steps

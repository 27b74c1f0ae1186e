"""The result of a solver: the route, the cells it looked at, and how long it took."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice


class Mark(IntEnum):
    """The mark that a solver gives a cell."""

    UNSEEN = 0
    VISITED = 1  # the solver was there
    FILLED = 2  # the solver closed it off: no route leads through it
    LEFT = 3  # not closed off by a solver that fills: a route may lead through it


@dataclass(frozen=True, eq=False)
class Solution:
    """The result of a solver.

    ``route`` int64[k] are the cells from entrance to exit, both included, each a neighbour of the
    one before; empty where there is no route. ``marks`` uint8[n] holds a ``Mark`` for each cell.
    ``note`` is a message for the user where there is one: why the solver gave up. ``visited``
    is the number of cells that the solver looked at; it is counted at once, in the thread that
    solved, because counting takes a while for large mazes.
    """

    lattice: Lattice
    solver: str
    route: Ids
    marks: NDArray[np.uint8]
    seconds: float = 0.0
    note: str = ""
    visited: int = field(init=False)

    def __post_init__(self) -> None:
        seen = self.marks - np.uint8(Mark.VISITED) <= Mark.FILLED - Mark.VISITED  # either of them
        object.__setattr__(self, "visited", int(np.count_nonzero(seen)))

    @property
    def solved(self) -> bool:
        """Whether there is a route."""
        return len(self.route) > 0

    @property
    def path(self) -> list[tuple[int, int]]:
        """The route as (row, column), both counted from 0."""
        return [(int(row), int(column)) for row, column in self.lattice.places(self.route)]

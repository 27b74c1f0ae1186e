"""Solves mazes: the route, the cells looked at, the time; each file registers one algorithm."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.memory import check_free
from mazeeditor.core.options import check_all
from mazeeditor.core.registry import Algorithm, Registry
from mazeeditor.core.translation import _
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze


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
        return len(self.route) > 0

    @property
    def path(self) -> list[tuple[int, int]]:
        """The route as (row, column), both counted from 0."""
        return [(int(row), int(column)) for row, column in self.lattice.places(self.route)]


class SearchResult(NamedTuple):
    """What a search returns: ``route`` int64[k], ``marks`` uint8[n] and ``note``, see ``Solution``.

    A solver that is not ``sure`` gives a note wherever it gives no route.
    """

    route: Ids
    marks: NDArray[np.uint8]
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class Solver(Algorithm[Callable[..., SearchResult]]):
    """A registered algorithm.

    ``run(maze, job, **options)`` returns its result without changing the maze, which has an
    entrance and an exit. ``shortest`` is whether its route is always a shortest one, ``sure``
    whether it finds a route wherever there is one. ``shapes`` names those it can solve, empty means
    all; ``elsewhere`` is the reason why it cannot solve others, with ``{shape}`` in it.
    ``memory`` is how many bytes a cell it takes at most.
    """

    shortest: bool = False
    sure: bool = True
    shapes: tuple[str, ...] = ()
    elsewhere: str = ""
    memory: float = 7

    def why_not(self, shape: str) -> str:
        """Return why it cannot solve mazes of a shape; "" where it can."""
        if not self.shapes or shape in self.shapes:
            return ""
        return self.elsewhere.format(shape=shape)


SOLVERS: Registry[Solver] = Registry("solver", __name__)
solver = SOLVERS.decorator(Solver)


def ends_of(maze: Maze) -> tuple[int, list[int]]:
    """Return the cells of the entrance and of the exits of a maze that has both."""
    assert maze.entrance is not None
    return maze.entrance.cell, [opening.cell for opening in maze.exits]


def check_ends(maze: Maze) -> None:
    """Raise ``MazeError`` where the entrance or the exit is missing."""
    if maze.entrance is None:
        raise MazeError(_("This maze has no entrance: set one, then solve."))
    if not maze.exits:
        raise MazeError(_("This maze has no exit: set one, then solve."))


def solve(name: str, maze: Maze, *, job: Job | None = None, **options: Any) -> Solution:
    """Return the solution of a maze; that there is no route is a result, not an error.

    Raises ``UsageError`` for an unknown name, option or shape, ``MazeError`` where the entrance or
    the exit is missing or more memory is needed than is free, and ``CancelledError``.
    """
    entry = SOLVERS[name]
    if reason := entry.why_not(maze.lattice.shape):
        raise UsageError(reason)
    chosen = check_all(entry.options, options)
    check_ends(maze)
    what = _("{name} with {cells:,} cells").format(name=entry.label, cells=maze.lattice.cells)
    check_free(what, maze.lattice.size * entry.memory)
    started = perf_counter()
    route, marks, note = entry.run(maze, job or Job(), **chosen)
    return Solution(maze.lattice, name, route, marks, perf_counter() - started, note)

"""The ways to solve a maze; each file registers one algorithm or family."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from mazeeditor.errors import MazeError, UsageError
from mazeeditor.job import Job
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.solution import Solution
from mazeeditor.options import Option, check_all, options_of
from mazeeditor.registry import Registry
from mazeeditor.words import _


class Found(NamedTuple):
    """What a search returns: ``route`` int64[k], ``marks`` uint8[n] and ``note``, see ``Solution``.

    A solver that is not ``sure`` gives a note wherever it gives no route.
    """

    route: Ids
    marks: NDArray[np.uint8]
    note: str = ""


F = TypeVar("F", bound=Callable[..., Found])


@dataclass(frozen=True)
class Solver:
    """A registered algorithm.

    ``search(maze, job, **options)`` returns what it found, without changing the maze; both
    openings are there when it is called. ``shortest`` says whether its route is always a shortest
    one, ``sure`` whether it finds a route wherever there is one. ``shapes`` names those it can do,
    empty means all; ``elsewhere`` says of the others, as ``{shape}``, why it cannot.
    """

    name: str
    label: str
    search: Callable[..., Found]
    order: int = 100
    shortest: bool = False
    sure: bool = True
    shapes: tuple[str, ...] = ()
    elsewhere: str = ""

    def why_not(self, shape: str) -> str:
        """Return why it cannot solve mazes of a shape; "" where it can."""
        if not self.shapes or shape in self.shapes:
            return ""
        return self.elsewhere.format(shape=shape)

    @property
    def options(self) -> tuple[Option, ...]:
        """What can be chosen."""
        return options_of(self.search)

    @property
    def summary(self) -> str:
        """One line for people."""
        return (self.search.__doc__ or "").strip().partition("\n")[0]


SOLVERS: Registry[Solver] = Registry("solver", __name__)


def solver(
    name: str,
    label: str,
    *,
    order: int = 100,
    shortest: bool = False,
    sure: bool = True,
    shapes: tuple[str, ...] = (),
    elsewhere: str = "",
) -> Callable[[F], F]:
    """Register a search function under ``name``; the rest as in ``Solver``."""

    def register(search: F) -> F:
        SOLVERS.add(Solver(name, label, search, order, shortest, sure, shapes, elsewhere))
        return search

    return register


def ends_of(maze: Maze) -> tuple[int, list[int]]:
    """Return the cells of the entrance and of the exits of a maze that has both."""
    assert maze.entrance is not None
    return maze.entrance.cell, [each.cell for each in maze.exits]


def check_ends(maze: Maze) -> None:
    """Raise ``MazeError`` where the entrance or the exit is missing."""
    if maze.entrance is None:
        raise MazeError(_("This maze has no entrance: set one, then solve."))
    if not maze.exits:
        raise MazeError(_("This maze has no exit: set one, then solve."))


def solve(name: str, maze: Maze, *, job: Job | None = None, **options: Any) -> Solution:
    """Return what the solver finds; no route is an answer, not an error.

    Raises ``UsageError`` for an unknown name, option or shape, ``MazeError`` where the entrance or
    the exit is missing, and ``CancelledError``.
    """
    found = SOLVERS[name]
    if reason := found.why_not(maze.lattice.shape):
        raise UsageError(reason)
    chosen = check_all(found.options, options)
    check_ends(maze)
    started = perf_counter()
    route, marks, note = found.search(maze, job or Job(), **chosen)
    return Solution(maze.lattice, name, route, marks, perf_counter() - started, note)

"""Compiles in the background what the next commands need, so that they seldom wait for it.

::

    window seen     verdict, offered wall, the maze's generator, the chosen solver
    draft changed   |-pause-| the generator chosen now, and the same for the cells of its shape

A kernel that is needed earlier is compiled at its first call with much work, which then takes up
to a second longer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import sleep
from typing import Any, NamedTuple

from mazeeditor.app.jobs import Background, Latest, ignore
from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import available, kernels_of
from mazeeditor.core.kernels.jit import load_compiler

DELAY_MS = 100  # ms without a change before a choice is compiled
PAUSE_S = 0.005  # s


class Choice(NamedTuple):
    """What the next commands work on and with: names, and sizes as in a recipe."""

    degree: int  # of the maze as it is
    generator: str
    shape: str
    sizes: tuple[tuple[str, Any], ...]
    braid: bool
    solver: str


class Precompiler:
    """Compiles what is chosen, in a worker, until another choice.

    ``choose()`` returns the choice; the event loop calls it. While ``busy()`` with work that the
    user waits for, the worker leaves the processor to that.
    """

    def __init__(
        self,
        background: Background,
        choose: Callable[[], Choice],
        busy: Callable[[], bool],
    ) -> None:
        self._choose, self._busy = choose, busy
        self._begun = False
        self._compiled: Choice | None = None
        self._latest = Latest(
            background, self._take, self._compile, self._finish, ignore, delay=DELAY_MS
        )

    def begin(self) -> None:
        """Compile, or load from the cache, what is chosen now and from now on.

        Does nothing where kernels are interpreted. Until it is called nothing is compiled in the
        background: not before the window is seen.
        """
        self._begun = available()
        self.follow(0)

    def follow(self, delay: int = DELAY_MS) -> None:
        """Compile what is chosen now, after a pause."""
        if self._begun:
            self._latest.request(delay)

    def _take(self) -> Choice | None:
        choice = self._choose()
        return None if choice == self._compiled else choice

    def _finish(self, choice: Choice) -> None:
        self._compiled = choice

    def _compile(self, choice: Choice, job: Job) -> Choice:
        compile_all(choice, job, self._busy)
        return choice


def compile_all(choice: Choice, job: Job, busy: Callable[[], bool]) -> None:
    """Compile the kernels of a choice, where they are not; in a worker.

    Raises ``UsageError`` where there is no such shape or size, and ``CancelledError``.
    """
    if not load_compiler():
        return
    for function, degree in _functions(choice):
        for kernel in kernels_of(function):
            while busy() and not job.cancelled:
                sleep(PAUSE_S)
            job.check()
            kernel[degree].compile()


def _functions(choice: Choice) -> Iterator[tuple[Callable[..., Any], int]]:
    """Yield what the next commands call, and the degree of the lattice, soonest needed first."""
    from mazeeditor.maze.braid import braid_walls
    from mazeeditor.maze.facts.one_wall import one_wall
    from mazeeditor.maze.facts.recount import count_again
    from mazeeditor.maze.generators import GENERATORS
    from mazeeditor.maze.shapes import degree_of
    from mazeeditor.maze.solvers import SOLVERS

    degree = choice.degree
    yield count_again, degree
    yield one_wall, degree
    after = degree_of(choice.shape, dict(choice.sizes)) if choice.shape else degree
    if choice.generator in GENERATORS.names():
        yield GENERATORS[choice.generator].run, after
        if choice.braid:
            yield braid_walls, after
    solver = SOLVERS[choice.solver] if choice.solver else next(iter(SOLVERS))
    for slots in dict.fromkeys((degree, after)):
        yield solver.run, slots
    yield count_again, after

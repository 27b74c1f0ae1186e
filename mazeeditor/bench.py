"""Measures every generator and solver: nanoseconds a cell, beside a copy of the same bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import perf_counter

from mazeeditor.generators import GENERATORS, generate
from mazeeditor.job import Job
from mazeeditor.maze.facts import facts
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.shapes import build
from mazeeditor.solvers import SOLVERS, solve

SIZES = (100, 1000, 4000)
LOOPS = 0.05  # the share of dead ends opened in the mazes that are solved


@dataclass(frozen=True)
class Row:
    """One measurement; ``seconds`` is None where it was left out because it would take too long."""

    kind: str
    name: str
    size: int
    seconds: float | None
    copy_seconds: float

    @property
    def ns_a_cell(self) -> float | None:
        """Nanoseconds a cell."""
        return None if self.seconds is None else self.seconds / self.size**2 * 1e9

    @property
    def copies(self) -> float | None:
        """How many copies of the walls would take as long."""
        return None if self.seconds is None else self.seconds / self.copy_seconds

    def as_json(self) -> dict[str, object]:
        """Return the object that ``--json`` prints."""
        return {
            "kind": self.kind,
            "name": self.name,
            "size": self.size,
            "seconds": self.seconds,
            "ns_a_cell": self.ns_a_cell,
            "copies": self.copies,
        }


def measure(sizes: tuple[int, ...], seed: int, limit: float, job: Job) -> Iterator[Row]:
    """Yield a row for each algorithm at each size (rows and columns of a square).

    Each is the best of several runs within a second. What would take more than ``limit`` seconds,
    going by the size before, is left out and says so. Raises ``CancelledError``.
    """
    expected: dict[tuple[str, str], float] = {}  # seconds a cell
    for size in sizes:
        lattice = build("rectangular", rows=size, columns=size)
        maze = generate("backtracker", lattice, seed, braid=LOOPS, job=job)
        copying = best(maze.walls.copy)
        for kind, name, run in _runs(lattice, maze, seed, job):
            seconds = None
            if expected.get((kind, name), 0.0) * size**2 <= limit:
                seconds = best(run)
                expected[kind, name] = seconds / size**2
            yield Row(kind, name, size, seconds, copying)


def _runs(
    lattice: Lattice, maze: Maze, seed: int, job: Job
) -> Iterator[tuple[str, str, Callable[[], object]]]:
    def search(name: str) -> Callable[[], object]:
        return lambda: solve(name, maze, job=job)

    def make(name: str) -> Callable[[], object]:
        return lambda: generate(name, lattice, seed, job=job)

    for generator in GENERATORS:
        if not generator.shapes or lattice.shape in generator.shapes:
            yield "generator", generator.name, make(generator.name)
    for solver in SOLVERS:
        yield "solver", solver.name, search(solver.name)
    yield "facts", "facts", lambda: facts(maze, job)


def best(run: Callable[[], object], patience: float = 1.0) -> float:
    """Return the seconds of the fastest run: of two at least, of more within ``patience``."""
    started = perf_counter()
    times: list[float] = []
    while len(times) < 2 or (perf_counter() - started < patience and len(times) < 1000):
        before = perf_counter()
        run()
        times.append(perf_counter() - before)
    return min(times)

"""Measures generators and solvers: nanoseconds and bytes a cell, and relative to a copy."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from time import perf_counter

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.kernels.jit import compiling
from mazeeditor.core.memory import free_bytes, peak_of
from mazeeditor.core.translation import _, quote_value
from mazeeditor.maze.facts.facts import facts
from mazeeditor.maze.generators import GENERATORS, generate
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import build
from mazeeditor.maze.solvers import SOLVERS, solve

SIZES = (100, 1000, 4000, 10_000)
LOOPS = 0.05  # the share of dead ends opened in the mazes that are solved
BASE_BYTES_PER_CELL = 8  # bytes a cell to generate the maze that is solved; two of them stay
PROBE = 100  # rows and columns of the maze from which the memory of the first size is estimated
REPEATED_BELOW_S = 0.5  # s: runs that take longer are not repeated


@dataclass(frozen=True)
class Measurement:
    """One measurement of ``kind`` and ``name`` on about ``size`` x ``size`` cells: on ``cells``.

    ``bytes`` are the peak of memory in addition to the maze itself, its walls and its inside
    cells, two bytes a cell. ``seconds`` and ``bytes`` are None where it was skipped, with the
    reason in ``left_out``: "time", "memory", or "size" where there is no such maze.
    """

    kind: str
    name: str
    size: int
    cells: int
    copy_seconds: float
    seconds: float | None = None
    bytes: int | None = None
    left_out: str | None = None

    @property
    def ns_a_cell(self) -> float | None:
        return None if self.seconds is None else self.seconds / self.cells * 1e9

    @property
    def bytes_a_cell(self) -> float | None:
        return None if self.bytes is None else self.bytes / self.cells

    @property
    def copies(self) -> float | None:
        """The number of copies of the walls that take as long."""
        return None if self.seconds is None else self.seconds / self.copy_seconds

    def as_json(self) -> dict[str, object]:
        """Return the object that ``--json`` prints."""
        names = ("kind", "name", "size", "cells", "seconds", "ns_a_cell", "copies", "bytes_a_cell")
        return {name: getattr(self, name) for name in (*names, "left_out")}


def square(size: int) -> Lattice:
    return build("rectangular", rows=size, columns=size)


@dataclass
class Bench:
    """Measures ``only`` these algorithms, or all where it is empty.

    ``make`` returns the lattice of about ``size`` x ``size`` cells to measure them on; algorithms
    that cannot use it are skipped, or refused where ``only`` names them.

    What would take more than ``limit`` seconds, estimated from the size before, is skipped, and so
    is what would need more memory than the machine has free: ``free()`` bytes.
    """

    seed: int = 1
    limit: float = 60.0
    only: Collection[str] = ()
    job: Job = field(default_factory=Job)
    free: Callable[[], int | None] = free_bytes
    make: Callable[[int], Lattice] = square

    def __post_init__(self) -> None:
        known = [*GENERATORS.names(), *SOLVERS.names(), "facts"]
        for name in self.only:
            if name not in known:
                message = _("There is no algorithm named {name}. Choose one of: {known}.")
                raise UsageError(message.format(name=quote_value(name), known=", ".join(known)))
        self._seconds: dict[str, float] = {}  # a cell, of the size before
        self.bytes_a_cell: dict[str, float] = {}

    def measure(self, sizes: Sequence[int]) -> Iterator[Measurement]:
        """Yield a measurement of each algorithm at each size; raises ``CancelledError``."""
        if sizes[0] > PROBE:
            with suppress(UsageError):  # a mask may leave nothing of so small a maze
                list(self.measure_at(PROBE))
            self._seconds.clear()  # small mazes do not predict the speed of large ones
        for size in sizes:
            yield from self.measure_at(size)

    def measure_at(self, size: int) -> Iterator[Measurement]:
        """Measure all algorithms on a maze of one size."""
        if self._too_much(BASE_BYTES_PER_CELL * size**2):
            yield from self._skipped(size, "memory")
            return
        try:
            lattice = self.make(size)
        except UsageError:
            if not self._seconds:  # the reason is not its size
                raise
            yield from self._skipped(size, "size")
            return
        chosen = list(self._chosen(lattice))  # refuses what it cannot measure before a long run
        maze = generate("backtracker", lattice, self.seed, braid=LOOPS, job=self.job)
        copying, cells = best(maze.walls.copy, []), lattice.cells
        for kind, name in chosen:
            if self._seconds.get(name, 0.0) * cells > self.limit:
                yield Measurement(kind, name, size, cells, copying, left_out="time")
            elif self._too_much(self.bytes_a_cell.get(name, 0.0) * cells):
                yield Measurement(kind, name, size, cells, copying, left_out="memory")
            else:
                yield self._measure(kind, name, size, maze, copying)

    def _skipped(self, size: int, reason: str) -> Iterator[Measurement]:
        for kind, name in self._requested():
            yield Measurement(kind, name, size, size**2, 0.0, left_out=reason)

    def _chosen(self, lattice: Lattice) -> Iterator[tuple[str, str]]:
        for kind, name in self._requested():
            if not (reason := _why_not(kind, name, lattice)):
                yield kind, name
            elif self.only:
                raise UsageError(reason)

    def _requested(self) -> Iterator[tuple[str, str]]:
        """Yield kind and name of those in ``only``, or of all."""
        kinds = {"generator": GENERATORS.names(), "solver": SOLVERS.names(), "facts": ["facts"]}
        for kind, names in kinds.items():
            yield from ((kind, name) for name in names if not self.only or name in self.only)

    def _too_much(self, needed: float) -> bool:
        free = self.free()
        return free is not None and needed > free

    def _measure(self, kind: str, name: str, size: int, maze: Maze, copying: float) -> Measurement:
        lattice = maze.lattice
        runs: dict[str, Callable[[], object]] = {
            "generator": lambda: generate(name, lattice, self.seed, job=self.job),
            "solver": lambda: solve(name, maze, job=self.job),
            "facts": lambda: facts(maze, self.job),
        }
        run, cells = runs[kind], lattice.cells
        once, peak = _measure_run(run, known=name in self.bytes_a_cell)
        seconds = best(run, [once] if once > REPEATED_BELOW_S else [])
        peak -= lattice.size if kind == "generator" else 0  # the walls of the maze it made
        self._seconds[name], self.bytes_a_cell[name] = seconds / cells, peak / cells
        return Measurement(kind, name, size, cells, copying, seconds, max(0, peak))


def _why_not(kind: str, name: str, lattice: Lattice) -> str:
    """Return why an algorithm cannot use a lattice, "" where it can."""
    if kind == "generator":
        return GENERATORS[name].why_not(lattice.shape, whole=lattice.whole)
    return SOLVERS[name].why_not(lattice.shape) if kind == "solver" else ""


def _measure_run(run: Callable[[], object], *, known: bool) -> tuple[float, int]:
    """Return what ``peak_of`` does, of a run in which nothing is compiled.

    A run that is not ``known`` is repeated once: compiling takes 3.5 times as long while memory
    is measured. Kernels that only larger mazes need are compiled in the first of the two.
    """
    with compiling() as fresh:
        if not known:
            run()
            fresh.clear()
        measured = peak_of(run)
        return peak_of(run) if fresh else measured


def best(run: Callable[[], object], times: list[float]) -> float:
    """Return the seconds of the fastest run: of two at least, of more within ``REPEATED_BELOW_S``.

    ``times`` are the seconds of earlier runs.
    """
    started = perf_counter()
    while len(times) < 2 or (perf_counter() - started < REPEATED_BELOW_S and len(times) < 1000):
        before = perf_counter()
        run()
        times.append(perf_counter() - before)
    return min(times)

"""Measures generators and solvers: nanoseconds and bytes a cell, beside a copy of the walls."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from time import perf_counter

from mazeeditor.errors import UsageError
from mazeeditor.generators import GENERATORS, generate
from mazeeditor.jit import compiling
from mazeeditor.job import Job
from mazeeditor.maze.facts import facts
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.memory import free_bytes, peak_of
from mazeeditor.shapes import build
from mazeeditor.solvers import SOLVERS, solve
from mazeeditor.words import _, quoted

SIZES = (100, 1000, 4000, 10_000)
LOOPS = 0.05  # the share of dead ends opened in the mazes that are solved
BASE = 8  # bytes a cell to make the maze that is solved; two of them stay
PROBE = 100  # rows and columns of the maze that tells how much memory the first size takes
PATIENCE = 0.5  # s: what takes longer is not measured again and again


@dataclass(frozen=True)
class Row:
    """One measurement of ``kind`` and ``name`` on about ``size`` x ``size`` cells: on ``cells``.

    ``bytes`` are the most that were held at any moment beside the maze itself: its walls and the
    places of its cells, two bytes a cell. ``seconds`` and ``bytes`` are None where it was left
    out, with the reason in ``left_out``: "time", "memory", or "size" where there is no such maze.
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
        """Nanoseconds a cell."""
        return None if self.seconds is None else self.seconds / self.cells * 1e9

    @property
    def bytes_a_cell(self) -> float | None:
        """Bytes a cell."""
        return None if self.bytes is None else self.bytes / self.cells

    @property
    def copies(self) -> float | None:
        """How many copies of the walls would take as long."""
        return None if self.seconds is None else self.seconds / self.copy_seconds

    def as_json(self) -> dict[str, object]:
        """Return the object that ``--json`` prints."""
        names = ("kind", "name", "size", "cells", "seconds", "ns_a_cell", "copies", "bytes_a_cell")
        return {name: getattr(self, name) for name in (*names, "left_out")}


def square(size: int) -> Lattice:
    """Return the lattice that is measured where no other is asked for."""
    return build("rectangular", rows=size, columns=size)


@dataclass
class Bench:
    """What is measured: ``only`` these algorithms, or all where it is empty.

    ``make`` returns the lattice of about ``size`` x ``size`` cells to measure them on; those that
    are not for it are left out, or refused where they are asked for.

    What would take more than ``limit`` seconds, going by the size before, is left out, and so is
    what would need more memory than the machine has free. ``free`` returns that, in bytes.
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
                words = _("There is no algorithm named {name}. Known are: {known}.")
                raise UsageError(words.format(name=quoted(name), known=", ".join(known)))
        self._seconds: dict[str, float] = {}  # a cell, of the size before
        self._bytes: dict[str, float] = {}

    def measure(self, sizes: Sequence[int]) -> Iterator[Row]:
        """Yield a row for each algorithm at each size; raises ``CancelledError``."""
        if sizes[0] > PROBE:
            with suppress(UsageError):  # a mask may leave nothing of so small a maze
                list(self._at(PROBE))
            self._seconds.clear()  # a small maze does not tell how fast a large one is
        for size in sizes:
            yield from self._at(size)

    def _at(self, size: int) -> Iterator[Row]:
        if self._too_much(BASE * size**2):
            yield from self._none(size, "memory")
            return
        try:
            lattice = self.make(size)
        except UsageError:
            if not self._seconds:  # it is not for its size
                raise
            yield from self._none(size, "size")
            return
        wanted = list(self._wanted(lattice))  # what is refused is refused before time is spent
        maze = generate("backtracker", lattice, self.seed, braid=LOOPS, job=self.job)
        copying, cells = best(maze.walls.copy, []), lattice.cells
        for kind, name in wanted:
            if self._seconds.get(name, 0.0) * cells > self.limit:
                yield Row(kind, name, size, cells, copying, left_out="time")
            elif self._too_much(self._bytes.get(name, 0.0) * cells):
                yield Row(kind, name, size, cells, copying, left_out="memory")
            else:
                yield self._row(kind, name, size, maze, copying)

    def _none(self, size: int, reason: str) -> Iterator[Row]:
        for kind, name, _why_not in _algorithms():
            if not self.only or name in self.only:
                yield Row(kind, name, size, size**2, 0.0, left_out=reason)

    def _wanted(self, lattice: Lattice) -> Iterator[tuple[str, str]]:
        for kind, name, why_not in _algorithms():
            if self.only and name not in self.only:
                continue
            if not (reason := why_not(lattice)):
                yield kind, name
            elif self.only:
                raise UsageError(reason)

    def _too_much(self, wanted: float) -> bool:
        free = self.free()
        return free is not None and wanted > free

    def _row(self, kind: str, name: str, size: int, maze: Maze, copying: float) -> Row:
        lattice = maze.lattice
        runs: dict[str, Callable[[], object]] = {
            "generator": lambda: generate(name, lattice, self.seed, job=self.job),
            "solver": lambda: solve(name, maze, job=self.job),
            "facts": lambda: facts(maze, self.job),
        }
        run, cells = runs[kind], lattice.cells
        once, peak = _measured(run, known=name in self._bytes)
        seconds = best(run, [once] if once > PATIENCE else [])
        peak -= lattice.size if kind == "generator" else 0  # the walls of the maze it made
        self._seconds[name], self._bytes[name] = seconds / cells, peak / cells
        return Row(kind, name, size, cells, copying, seconds, max(0, peak))


def _algorithms() -> Iterator[tuple[str, str, Callable[[Lattice], str]]]:
    """Yield kind and name of all, and what says why one is not for a lattice, "" where it is."""
    for generator in GENERATORS:
        why_not = generator.why_not
        yield "generator", generator.name, lambda of, why=why_not: why(of.shape, whole=of.whole)  # type: ignore[misc]
    for solver in SOLVERS:
        yield "solver", solver.name, lambda of, why=solver.why_not: why(of.shape)  # type: ignore[misc]
    yield "facts", "facts", lambda _of: ""


def _measured(run: Callable[[], object], *, known: bool) -> tuple[float, int]:
    """Return what ``peak_of`` does, of a run in which nothing has to be compiled any more.

    One that is not ``known`` runs once before: compiling takes 3.5 times as long while memory is
    watched. Kernels that only larger mazes need are found by the second look.
    """
    with compiling() as fresh:
        if not known:
            run()
            fresh.clear()
        found = peak_of(run)
        return peak_of(run) if fresh else found


def best(run: Callable[[], object], times: list[float]) -> float:
    """Return the seconds of the fastest run: of two at least, of more within ``PATIENCE``.

    ``times`` are those of runs before.
    """
    started = perf_counter()
    while len(times) < 2 or (perf_counter() - started < PATIENCE and len(times) < 1000):
        before = perf_counter()
        run()
        times.append(perf_counter() - before)
    return min(times)

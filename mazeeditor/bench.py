"""Measures every generator and solver: nanoseconds and bytes a cell, beside a copy of the walls."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from time import perf_counter

from mazeeditor.errors import UsageError
from mazeeditor.generators import GENERATORS, generate
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
    """One measurement of ``kind`` and ``name`` on a square of ``size`` rows and columns.

    ``bytes`` are the most that were held at any moment beside the maze itself: its walls and the
    places of its cells, two bytes a cell. ``seconds`` and ``bytes`` are None where it was left
    out, with the reason in ``left_out``: "time" or "memory".
    """

    kind: str
    name: str
    size: int
    copy_seconds: float
    seconds: float | None = None
    bytes: int | None = None
    left_out: str | None = None

    @property
    def ns_a_cell(self) -> float | None:
        """Nanoseconds a cell."""
        return None if self.seconds is None else self.seconds / self.size**2 * 1e9

    @property
    def bytes_a_cell(self) -> float | None:
        """Bytes a cell."""
        return None if self.bytes is None else self.bytes / self.size**2

    @property
    def copies(self) -> float | None:
        """How many copies of the walls would take as long."""
        return None if self.seconds is None else self.seconds / self.copy_seconds

    def as_json(self) -> dict[str, object]:
        """Return the object that ``--json`` prints."""
        names = ("kind", "name", "size", "seconds", "ns_a_cell", "copies", "bytes_a_cell")
        return {name: getattr(self, name) for name in (*names, "left_out")}


@dataclass
class Bench:
    """What is measured: ``only`` these algorithms, or all where it is empty.

    What would take more than ``limit`` seconds, going by the size before, is left out, and so is
    what would need more memory than the machine has free. ``free`` returns that, in bytes.
    """

    seed: int = 1
    limit: float = 60.0
    only: Collection[str] = ()
    job: Job = field(default_factory=Job)
    free: Callable[[], int | None] = free_bytes

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
            list(self._at(PROBE))
            self._seconds.clear()  # a small maze does not tell how fast a large one is
        for size in sizes:
            yield from self._at(size)

    def _at(self, size: int) -> Iterator[Row]:
        if self._too_much(BASE * size**2):
            for kind, name in self._wanted():
                yield Row(kind, name, size, 0.0, left_out="memory")
            return
        lattice = build("rectangular", rows=size, columns=size)
        maze = generate("backtracker", lattice, self.seed, braid=LOOPS, job=self.job)
        copying = best(maze.walls.copy, [])
        for kind, name in self._wanted():
            if self._seconds.get(name, 0.0) * size**2 > self.limit:
                yield Row(kind, name, size, copying, left_out="time")
            elif self._too_much(self._bytes.get(name, 0.0) * size**2):
                yield Row(kind, name, size, copying, left_out="memory")
            else:
                yield self._row(kind, name, lattice, maze, copying)

    def _wanted(self) -> Iterator[tuple[str, str]]:
        for kind, names in (
            ("generator", GENERATORS.names()),
            ("solver", SOLVERS.names()),
            ("facts", ["facts"]),
        ):
            yield from ((kind, name) for name in names if not self.only or name in self.only)

    def _too_much(self, wanted: float) -> bool:
        free = self.free()
        return free is not None and wanted > free

    def _row(self, kind: str, name: str, lattice: Lattice, maze: Maze, copying: float) -> Row:
        runs: dict[str, Callable[[], object]] = {
            "generator": lambda: generate(name, lattice, self.seed, job=self.job),
            "solver": lambda: solve(name, maze, job=self.job),
            "facts": lambda: facts(maze, self.job),
        }
        run = runs[kind]
        once, peak = peak_of(run)
        seconds = best(run, [once] if once > PATIENCE else [])
        peak -= lattice.size if kind == "generator" else 0  # the walls of the maze it made
        size = lattice.rows
        self._seconds[name], self._bytes[name] = seconds / size**2, peak / size**2
        return Row(kind, name, size, copying, seconds, max(0, peak))


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

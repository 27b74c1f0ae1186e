"""Whatever runs as a job looks at Cancel all the time, stops when cancelled, and changes nothing.

The work is counted, not timed: in interpreted kernels, by the lines of the program executed.
"""

from __future__ import annotations

import pkgutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from itertools import groupby
from random import Random
from types import FrameType
from typing import Any

import numpy as np
import pytest

from mazeeditor import maze
from mazeeditor.core.errors import CancelledError
from mazeeditor.core.job import CANCEL, Job
from mazeeditor.core.kernels import compiled
from mazeeditor.core.kernels.compiled import KERNELS
from mazeeditor.maze import braid, order, repairs, transforms, walls
from mazeeditor.maze.generators import kruskal
from mazeeditor.maze.search import distances
from mazeeditor.maze.solvers import SOLVERS, solve
from tests.breadth import stress
from tests.kernels import interpreted
from tests.oracle import open_field
from tests.work import all_work, sample

SIZE = 30  # rows and columns: 900 cells
TICK = 0x07  # steps between two looks: a kernel that never looks takes 900 steps and more
FEW = 3000  # lines: a kernel has up to 220 of them for a step
LOOKS = 10 if stress() else 1  # at any place in the work that find Cancel pressed
SORTED = 100  # elements that numpy may sort at once, as sorting cannot be cancelled
WORK = all_work(SIZE)  # of all generators, solvers, transforms and edits
KINDS = {
    kind: list(titles) for kind, titles in groupby(sorted(WORK), lambda title: title.split(",")[0])
}


class Signal(list[int]):
    """The signal of a job, which counts the looks at it and the lines executed between them.

    ``cancel_at`` is the look that finds Cancel pressed; all that comes then is one stretch, of
    which alone the lines are counted: those of the stretches before are known from a whole run.
    """

    def __init__(self, cancel_at: int = sys.maxsize) -> None:
        super().__init__([0, 0])
        self.cancel_at = cancel_at
        self.looks = self.lines = self.most = self.sorted = 0

    def __getitem__(self, place: Any) -> Any:
        if place == CANCEL:
            self.looks += 1
            if self.looks <= self.cancel_at:
                self.pause()
            if self.looks == self.cancel_at:
                self.begin_here()
            return int(self.looks >= self.cancel_at)
        return super().__getitem__(place)

    def pause(self) -> None:
        """A stretch of work ends here."""
        self.most, self.lines = max(self.most, self.lines), 0

    def begin(self) -> None:
        """Count the lines of the program from now on, in functions that are called."""
        sys.settrace(self.called)

    def begin_here(self) -> None:
        """Count the lines of the program in functions that run already as well."""
        frame: FrameType | None = sys._getframe(1)
        while frame is not None:
            if is_of_the_program(frame):
                frame.f_trace = self.traced
            frame = frame.f_back
        self.begin()

    def called(self, frame: FrameType, _event: str, _arg: object) -> Any:
        """Count the lines of a function of the program, but not of its libraries and tests."""
        return self.traced if is_of_the_program(frame) else None

    def traced(self, _frame: FrameType, event: str, _arg: object) -> Any:
        """Count a line."""
        self.lines += event == "line"
        return self.traced

    def profile(self, _frame: FrameType, event: str, function: Any) -> None:
        """Note the most that is sorted at once."""
        owner = getattr(function, "__self__", None)
        if event == "c_call" and isinstance(owner, np.ndarray) and "sort" in function.__name__:
            self.sorted = max(self.sorted, owner.size)


def is_of_the_program(frame: FrameType) -> bool:
    """Whether a function is one of the package."""
    return "mazeeditor" in frame.f_globals.get("__name__", "")


@contextmanager
def watched(signal: Signal) -> Iterator[Job]:
    """Yield a job with this signal, and count while the ``with`` lasts."""
    job = Job()
    job.signal = signal  # type: ignore[assignment]
    before = sys.gettrace()  # of coverage
    if signal.cancel_at == sys.maxsize:
        signal.begin()
        sys.setprofile(signal.profile)
    try:
        yield job
    finally:
        sys.setprofile(None)
        sys.settrace(before)
        signal.pause()


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Interpret all kernels, with looks as frequent as a small maze needs; let pieces be small."""
    for package in (maze, repairs, transforms):  # those of a file imported later would be compiled
        for file in pkgutil.iter_modules(package.__path__):
            import_module(f"{package.__name__}.{file.name}")
    monkeypatch.setattr(compiled, "INTERPRETED_TICK", TICK)
    for kernel in KERNELS:
        monkeypatch.setattr(kernel, "_interpreted", None)
        monkeypatch.setattr(kernel, "_variants", {})
    monkeypatch.setattr(kruskal, "BUCKET", SORTED // 3)
    monkeypatch.setattr(braid, "CELLS_AT_ONCE", SIZE)
    monkeypatch.setattr(walls, "BLOCK_CELLS", SORTED // 4)
    monkeypatch.setattr(order, "DIGIT", 5)
    monkeypatch.setattr(distances, "STEPS", SIZE**2)
    with interpreted(monkeypatch):
        yield


@pytest.mark.sample(4, 14)
@pytest.mark.parametrize("kind", KINDS)
def test_cancel(kind: str) -> None:
    titles = KINDS[kind]
    for title in dict.fromkeys((titles[0], titles[-1])):
        check(title)


@pytest.mark.slow(5)
@pytest.mark.parametrize("kind", [kind for kind, titles in KINDS.items() if len(titles) > 2])
def test_cancel_with_other_options(kind: str) -> None:
    for title in KINDS[kind][1:-1]:
        check(title)


@pytest.mark.slow
def test_a_long_route() -> None:
    maze = open_field(1, SIZE**2)
    maze.set_openings(maze.lattice.first, (maze.lattice.last,))
    for solver in SOLVERS.names():
        signal = Signal()
        with watched(signal) as job:
            assert len(solve(solver, maze, job=job).route) == SIZE**2, solver
        assert signal.most < FEW, solver


def check(title: str) -> None:
    """Run work to its end, then cancel it at its first looks and at any other."""
    work, before = WORK[title], sample(SIZE, 0.0).walls.copy()
    whole = Signal()
    with watched(whole) as job:
        work(job)
    assert whole.most < FEW, f"{title}: so many lines run between two looks at Cancel"
    assert whole.sorted <= SORTED, f"{title}: so many elements are sorted at once"
    looks = range(1, whole.looks + 1)
    anywhere = Random(title).sample(looks, min(LOOKS, len(looks)))
    for look in {*looks[:2], *anywhere}:
        signal = Signal(look)
        with watched(signal) as job, pytest.raises(CancelledError):
            work(job)
        assert signal.most < FEW, f"{title}: goes on when it is cancelled at look {look}"
    assert np.array_equal(sample(SIZE, 0.0).walls, before), f"{title} changes the maze"

"""Several threads that need the same layout: one builds it, the others wait for that."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from mazeeditor.errors import CancelledError
from mazeeditor.job import Job
from mazeeditor.maze.lattice import Lattice
from mazeeditor.screen import shape_raster
from mazeeditor.screen.shape_raster import LatticeLayout
from mazeeditor.screen.wall_index import WallIndex
from mazeeditor.shapes import build

THREADS = 4
SECONDS = 20.0


class SlowBuild:
    """Counts the builds of wall maps; each waits until it may go on or is cancelled."""

    def __init__(self) -> None:
        self.jobs: list[Job] = []
        self.started, self.go_on = threading.Event(), threading.Event()

    def __call__(self, lattice: Lattice, job: Job) -> WallIndex:
        self.jobs.append(job)
        self.started.set()
        while not self.go_on.wait(0.005):
            job.check()
        return WallIndex(lattice, job)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> SlowBuild:
    slow = SlowBuild()
    monkeypatch.setattr(shape_raster, "WallIndex", slow)
    return slow


class Builder(threading.Thread):
    """Builds a layout in a thread of its own; keeps how that ended."""

    def __init__(self, layout: LatticeLayout) -> None:
        super().__init__(daemon=True)
        self.layout, self.job = layout, Job()
        self.outcome: object = None
        self.start()

    def run(self) -> None:
        try:
            self.outcome = self.layout.build(self.job)
        except CancelledError as error:
            self.outcome = error


def finish(builders: list[Builder]) -> list[object]:
    for builder in builders:
        builder.join(SECONDS)
    return [builder.outcome for builder in builders]


def test_one_thread_builds_and_the_others_wait(slow: SlowBuild) -> None:
    layout = LatticeLayout(build("hexagonal", rows=6, columns=7))
    builders = [Builder(layout) for _ in range(THREADS)]
    assert slow.started.wait(SECONDS)
    assert not layout.built
    slow.go_on.set()
    assert finish(builders) == [""] * THREADS
    assert layout.built
    assert len(slow.jobs) == 1


def cancelled(outcome: object) -> bool:
    return isinstance(outcome, CancelledError)


@pytest.mark.parametrize(
    "chosen",
    [
        pytest.param(lambda slow, builder: builder.job in slow.jobs, id="the one that builds"),
        pytest.param(lambda slow, builder: builder.job not in slow.jobs, id="one that waits"),
    ],
)
def test_cancelling_one_thread_does_not_hurt_the_others(
    slow: SlowBuild, chosen: Callable[[SlowBuild, Builder], bool]
) -> None:
    layout = LatticeLayout(build("triangular", rows=6, columns=7))
    builders = [Builder(layout) for _ in range(THREADS)]
    assert slow.started.wait(SECONDS)
    builder = next(each for each in builders if chosen(slow, each))
    builder.job.cancel()
    builder.join(SECONDS)
    assert cancelled(builder.outcome)
    slow.go_on.set()
    outcomes = finish(builders)
    assert [outcome for outcome in outcomes if not cancelled(outcome)] == [""] * (THREADS - 1)
    assert layout.built

"""Several threads that need the same layout: one builds it, the others wait for that."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest

from mazeeditor.core.errors import CancelledError
from mazeeditor.core.job import Job
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.shapes import build
from mazeeditor.screen.raster import shape_raster
from mazeeditor.screen.raster.shape_raster import LatticeLayout
from mazeeditor.screen.wall_index import WallIndex

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


def test_threads_that_ask_at_once_get_one_layout(monkeypatch: pytest.MonkeyPatch) -> None:
    lattice = build("hexagonal", rows=3, columns=4)
    begun = threading.Barrier(THREADS)

    class SlowLayout(LatticeLayout):
        def __init__(self, lattice: Lattice) -> None:
            time.sleep(0.05)  # the others look for one meanwhile
            super().__init__(lattice)

    monkeypatch.setattr(shape_raster, "LatticeLayout", SlowLayout)
    layouts: list[LatticeLayout] = []

    def ask() -> None:
        begun.wait(SECONDS)
        layouts.append(shape_raster.layout_of(lattice))

    join([threading.Thread(target=ask, daemon=True) for _number in range(THREADS)])
    assert len(layouts) == THREADS
    assert len(set(map(id, layouts))) == 1


def test_a_thread_may_ask_for_another_layout_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking through the layouts in use failed where another thread added one."""
    held = [shape_raster.layout_of(build("hexagonal", rows=4, columns=n)) for n in (2, 3)]
    others = [build("hexagonal", rows=4, columns=number) for number in range(5, 15)]
    thread = threading.Thread(
        target=lambda: held.extend(map(shape_raster.layout_of, others)), daemon=True
    )
    same = Lattice.same

    def same_meanwhile(self: Lattice, lattice: Lattice) -> bool:
        if threading.current_thread() is not thread and thread.ident is None:
            thread.start()
            thread.join(0.3)  # or it waits until all layouts are looked through
        return same(self, lattice)

    monkeypatch.setattr(Lattice, "same", same_meanwhile)
    held.append(shape_raster.layout_of(build("hexagonal", rows=4, columns=4)))
    thread.join(SECONDS)
    assert {layout.lattice.columns for layout in held} == set(range(2, 15))


def join(threads: list[threading.Thread]) -> None:
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SECONDS)
        assert not thread.is_alive()

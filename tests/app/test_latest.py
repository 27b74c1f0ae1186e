"""Latest: one worker at a time, and no result that is outdated when it arrives."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from mazeeditor.app.jobs import Background
from mazeeditor.app.latest import Latest
from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from tests.timers import ManualTimer

DELAY = 50


class Bench:
    """A value that changes, and the results delivered for it."""

    def __init__(self, *, wait_for_pause: bool = True) -> None:
        self.timer = ManualTimer()
        self.background = Background(self.timer)
        self.value: int | None = 1
        self.go_on = threading.Event()
        self.go_on.set()
        self.running = self.most = 0
        self.results: list[int] = []
        self.problems: list[str] = []
        self.latest = Latest(
            self.background,
            lambda: self.value,
            self.work,
            self.results.append,
            lambda problem: self.problems.append(str(problem)),
            delay=DELAY,
            wait_for_pause=wait_for_pause,
        )

    def work(self, value: int, _job: Job) -> int:
        self.running += 1
        self.most = max(self.most, self.running)
        self.go_on.wait(20)
        self.running -= 1
        if value < 0:
            raise MazeError("negative")
        if value == 0:
            raise ZeroDivisionError
        return 10 * value

    def settle(self) -> None:
        self.timer.advance_until(lambda: self.latest.settled and not self.background.busy)
        self.timer.advance()


@pytest.fixture
def bench() -> Iterator[Bench]:
    bench = Bench()
    yield bench
    bench.go_on.set()
    bench.background.close()


def test_many_requests_give_one_result(bench: Bench) -> None:
    for value in range(1, 6):
        bench.value = value
        bench.latest.request()
        assert not bench.latest.settled
        bench.timer.advance(DELAY - 1)
    assert not bench.background.busy, "there was no pause yet"
    bench.settle()
    assert bench.results == [50]


def test_without_waiting_for_a_pause_it_begins_after_the_first_request() -> None:
    bench = Bench(wait_for_pause=False)
    bench.latest.request()
    bench.timer.advance(DELAY - 1)
    bench.latest.request()
    bench.timer.advance(1)
    assert bench.background.busy
    bench.settle()
    assert bench.results == [10]


def test_an_outdated_result_is_discarded_and_only_one_worker_runs(bench: Bench) -> None:
    bench.go_on.clear()
    bench.latest.request(0)
    bench.timer.advance()
    assert bench.background.busy
    bench.value = 2
    bench.latest.request(0)
    bench.timer.advance(DELAY)
    bench.go_on.set()
    bench.settle()
    assert bench.results == [20]
    assert bench.most == 1


def test_nothing_is_delivered_after_stop(bench: Bench) -> None:
    bench.go_on.clear()
    bench.latest.request(0)
    bench.timer.advance()
    bench.latest.stop()
    assert bench.latest.settled
    bench.go_on.set()
    bench.settle()
    assert bench.results == []
    bench.latest.request()
    bench.latest.stop()
    bench.timer.advance(DELAY)
    assert not bench.background.busy
    bench.latest.request()
    bench.settle()
    assert bench.results == [10]


def test_without_an_input_nothing_runs(bench: Bench) -> None:
    bench.value = None
    bench.latest.request()
    bench.settle()
    assert bench.results == []


def test_errors_are_delivered_and_internal_ones_raised_too(bench: Bench) -> None:
    bench.value = -1
    bench.latest.request()
    bench.settle()
    assert bench.problems == ["negative"]
    bench.value = 0
    bench.latest.request()
    with pytest.raises(ZeroDivisionError):
        bench.settle()
    assert len(bench.problems) == 2

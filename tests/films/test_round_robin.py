"""Films recorded at the same time: one job runs at a time, none starves, all can be cancelled."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from mazeeditor.core.errors import CancelledError
from mazeeditor.core.job import Job
from mazeeditor.films.round_robin import POLL_S, RoundRobin, RoundRobinJob


class Worker(threading.Thread):
    """Counts its steps until it is cancelled, and notes where two run at the same time."""

    def __init__(self, robin: RoundRobin, running: list[Worker]) -> None:
        super().__init__(daemon=True)
        self.job = RoundRobinJob(robin, Job().signal)
        self.steps = 0
        self.alone = True
        self._running = running

    def run(self) -> None:
        try:
            with self.job as job:
                while True:
                    self._running.append(self)
                    self.alone &= self._running == [self]
                    self._running.remove(self)
                    self.steps += 1
                    job.check()
        except CancelledError:
            pass


@pytest.fixture
def robin() -> RoundRobin:
    return RoundRobin(0.0)  # each check ends a turn


@pytest.fixture
def workers(robin: RoundRobin) -> Iterator[list[Worker]]:
    running: list[Worker] = []
    workers = [Worker(robin, running) for _each in range(4)]
    for worker in workers:
        worker.start()
    yield workers
    for worker in workers:
        worker.job.cancel()
        worker.join(10)
        assert not worker.is_alive()


def wait_for(steps: int, *workers: Worker) -> None:
    event = threading.Event()
    for _look in range(10_000):
        if all(worker.steps >= steps for worker in workers):
            return
        event.wait(0.001)
    raise AssertionError([worker.steps for worker in workers])


def settled(workers: list[Worker]) -> list[int]:
    """Let the running job check, then return the steps of all."""
    threading.Event().wait(2 * POLL_S)
    return [worker.steps for worker in workers]


def test_all_advance_and_one_runs_at_a_time(robin: RoundRobin, workers: list[Worker]) -> None:
    wait_for(1, *workers)
    with robin.drawing():
        first = settled(workers)
    wait_for(max(first) + 50, workers[0])
    with robin.drawing():
        last = settled(workers)
    rounds = [after - before for before, after in zip(first, last, strict=True)]
    assert max(rounds) - min(rounds) <= 2, "the turns go round"
    assert all(worker.alone for worker in workers)


@pytest.mark.slow
def test_they_pause_while_the_window_draws(robin: RoundRobin, workers: list[Worker]) -> None:
    wait_for(5, *workers)
    with robin.drawing():
        before = settled(workers)
        assert settled(workers) == before
    wait_for(max(before) + 5, *workers)


def test_the_others_go_on_after_one_ends(workers: list[Worker]) -> None:
    wait_for(5, *workers)
    workers[0].job.cancel()
    workers[0].join(10)
    wait_for(workers[1].steps + 20, *workers[1:])


def test_a_paused_job_can_be_cancelled(robin: RoundRobin, workers: list[Worker]) -> None:
    wait_for(5, *workers)
    with robin.drawing():
        for worker in workers:
            worker.job.cancel()
            worker.join(10)
            assert not worker.is_alive()

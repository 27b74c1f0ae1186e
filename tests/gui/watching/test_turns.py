"""Films that are recorded at the same time: one works at a time, none starves, all can stop."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from mazeeditor.errors import CancelledError
from mazeeditor.gui.watching import turns
from mazeeditor.gui.watching.turns import Turn, Turns
from mazeeditor.job import Job


class Worker(threading.Thread):
    """Counts its steps until it is cancelled, and notes where two work at the same time."""

    def __init__(self, queue: Turns, at_work: list[Worker]) -> None:
        super().__init__(daemon=True)
        self.turn = Turn(queue, Job().signal)
        self.steps = 0
        self.alone = True
        self._at_work = at_work

    def run(self) -> None:
        try:
            with self.turn as turn:
                while True:
                    self._at_work.append(self)
                    self.alone &= self._at_work == [self]
                    self._at_work.remove(self)
                    self.steps += 1
                    turn.check()
        except CancelledError:
            pass


@pytest.fixture
def queue(monkeypatch: pytest.MonkeyPatch) -> Turns:
    monkeypatch.setattr(turns, "SLICE", 0.0)  # each look at the queue ends a turn
    return Turns()


@pytest.fixture
def workers(queue: Turns) -> Iterator[list[Worker]]:
    at_work: list[Worker] = []
    found = [Worker(queue, at_work) for _each in range(4)]
    for worker in found:
        worker.start()
    yield found
    for worker in found:
        worker.turn.cancel()
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
    """Let whoever works look at the queue, then return the steps of all."""
    threading.Event().wait(2 * turns.LOOK)
    return [worker.steps for worker in workers]


def test_all_get_on_and_one_works_at_a_time(queue: Turns, workers: list[Worker]) -> None:
    wait_for(1, *workers)
    with queue.drawing():
        first = settled(workers)
    wait_for(max(first) + 50, workers[0])
    with queue.drawing():
        last = settled(workers)
    rounds = [after - before for before, after in zip(first, last, strict=True)]
    assert max(rounds) - min(rounds) <= 2, "the turns go round"
    assert all(worker.alone for worker in workers)


def test_they_rest_while_the_window_draws(queue: Turns, workers: list[Worker]) -> None:
    wait_for(5, *workers)
    with queue.drawing():
        before = settled(workers)
        assert settled(workers) == before
    wait_for(max(before) + 5, *workers)


def test_one_that_ends_leaves_its_turns_to_the_others(workers: list[Worker]) -> None:
    wait_for(5, *workers)
    workers[0].turn.cancel()
    workers[0].join(10)
    wait_for(workers[1].steps + 20, *workers[1:])


def test_a_resting_film_can_be_cancelled(queue: Turns, workers: list[Worker]) -> None:
    wait_for(5, *workers)
    with queue.drawing():
        for worker in workers:
            worker.turn.cancel()
            worker.join(10)
            assert not worker.is_alive()

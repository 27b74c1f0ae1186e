"""Work in a process of its own: results and errors come back, and Cancel ends it."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest

import mazeeditor
from mazeeditor.core.errors import CancelledError, MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.processes.workers import STEPS, run_apart
from mazeeditor.making.jobs import JOBS
from mazeeditor.making.paths import postman
from tests.making.designs import design_of, maze_of


def test_large_arguments_and_results_come_back() -> None:
    numbers = np.arange(2_000_000)
    assert np.array_equal(run_apart(Job(), np.flip, numbers), numbers[::-1])


def slowly(steps: int, job: Job) -> int:
    """Do nothing, step by step."""
    job.phase(steps)
    for step in range(steps):
        job.step(step)
        time.sleep(0.03)
    return steps


def test_progress_comes_back() -> None:
    job, seen, done = Job(), {0.0}, threading.Event()

    def look() -> None:
        while not done.wait(0.01):
            seen.add(job.progress)

    watcher = threading.Thread(target=look)
    watcher.start()
    try:
        job.phase(STEPS)
        assert run_apart(job, slowly, 30, job) == 30
    finally:
        done.set()
        watcher.join()
    assert len(seen) > 4


def test_error_comes_back() -> None:
    with pytest.raises(MazeError, match="machine"):
        run_apart(Job(), mazeeditor.load, "no such machine")


def test_an_internal_error_comes_back_with_its_place() -> None:
    with pytest.raises(ValueError, match="no number") as raised:
        run_apart(Job(), int, "no number")
    assert "in carried_out" in str(raised.value.__cause__)


def test_cancel_ends_the_process() -> None:
    job, started = Job(), time.monotonic()
    threading.Timer(0.2, job.cancel).start()
    with pytest.raises(CancelledError):
        run_apart(job, time.sleep, 60)
    assert time.monotonic() - started < 10


def test_results_are_the_same_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    maze = maze_of("hexagonal", braid=1.0)

    def made() -> object:
        return JOBS["path"].run(design_of(maze, job="path", continuous=True), Job()).details

    here = made()
    monkeypatch.setattr(postman, "AT_ONCE", 0)
    assert made() == here

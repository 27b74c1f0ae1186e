"""Pages by several processes: in order, whatever worker makes them, and whatever happens to it."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeoutError
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import psutil
import pytest

from mazeeditor.core.errors import CancelledError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.kernels import jit
from mazeeditor.core.processes import isolated
from mazeeditor.core.processes import workers as processes_of_ours
from mazeeditor.core.processes.pool import ATTEMPTS, KilledError, ProcessPool
from mazeeditor.core.processes.workers import (
    EACH_CORE,
    HERE,
    STEPS,
    Workers,
    do_all,
    run_apart,
    usual_workers,
)
from mazeeditor.making.jobs import JOBS
from mazeeditor.making.paths import postman
from tests.core.processes.tasks import (
    dying_always,
    dying_once,
    failing,
    slowly,
    squared,
)
from tests.making.designs import design_of, maze_of
from tests.signal_masks import wait_for

pytestmark = pytest.mark.skipif(os.name == "nt", reason="kills by signals")


class Threads(ThreadPoolExecutor):
    """A pool of threads."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.count = count


def of_threads(count: int) -> Workers:
    return Workers(cluster=partial(Threads, count))


class EndsMeanwhile(Future[int]):
    """Has its result right after somebody has waited for it in vain."""

    def result(self, timeout: float | None = None) -> int:
        if not self.done():
            self.set_result(7)
            raise FutureTimeoutError
        return super().result(timeout)


class WithOne(Threads):
    """Gives each task a future that ends meanwhile."""

    def submit(self, *_anything: Any, **_named: Any) -> Any:
        return EndsMeanwhile()


def test_a_task_that_ends_when_the_wait_does_has_its_result() -> None:
    workers = Workers(cluster=partial(WithOne, 1))
    assert list(do_all(squared, [1, 2, 3], Job(), workers=workers)) == [7, 7, 7]


def raising(number: int, _job: Job) -> int:
    if number == 3:
        raise FutureTimeoutError  # in newer Pythons an OSError, which a broken pipe is too
    return number


@pytest.mark.parametrize("tasks", [[3], [3, 4], [1, 2, 3, 4, 5]])
def test_what_a_task_raises_is_raised(tasks: list[int]) -> None:
    with pytest.raises(FutureTimeoutError):
        list(do_all(raising, tasks, Job(), workers=of_threads(1)))


def done_by(folder: Path, number: int) -> list[str]:
    return (folder / str(number)).read_text().split()


def test_results_are_in_order() -> None:
    numbers = list(range(30))
    for workers in (1, 2):
        job = Job()
        results = do_all(squared, numbers, job, workers=Workers(workers))
        assert list(results) == [n**2 for n in numbers]
        assert job.progress == pytest.approx(1)


@pytest.mark.slow
def test_a_worker_that_is_killed_costs_nothing(tmp_path: Path) -> None:
    work, numbers = partial(dying_once, folder=tmp_path), list(range(20))
    pool = Workers(cluster=partial(ProcessPool, 1))
    assert list(do_all(work, numbers, Job(), workers=pool)) == [n**2 for n in numbers]
    assert len(list(tmp_path.iterdir())) == 1


class Breaking(Threads):
    """Breaks at the third task, as a connection may."""

    left = 3

    def submit(self, *call: Any, **options: Any) -> Any:
        Breaking.left -= 1
        if not Breaking.left:
            raise BrokenExecutor
        return super().submit(*call, **options)


def test_an_executor_that_breaks_is_started_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Breaking, "left", 3)
    started: list[Breaking] = []

    def start() -> Breaking:
        started.append(Breaking(2))
        return started[-1]

    numbers = list(range(20))
    results = do_all(squared, numbers, Job(), workers=Workers(cluster=start))
    assert list(results) == [n**2 for n in numbers]
    assert len(started) == 2


@pytest.mark.slow
def test_a_task_that_kills_every_worker_is_named_and_not_done_here(tmp_path: Path) -> None:
    """Those before it have their results, though other workers were at work when it killed its."""
    work, numbers = partial(dying_always, folder=tmp_path), list(range(12))
    for workers in (1, 3):
        pool = Workers(cluster=partial(ProcessPool, workers))
        results = do_all(work, numbers, Job(), workers=pool, name="Page {number}")
        assert list(islice(results, 7)) == [n**2 for n in range(7)]
        with pytest.raises(KilledError, match=r"^Page 8 could not be .* memory is short"):
            next(results)
        assert str(os.getpid()) not in done_by(tmp_path, 7)
        assert len(done_by(tmp_path, 7)) == ATTEMPTS
        for file in tmp_path.iterdir():
            file.unlink()


@pytest.mark.slow
def test_workers_that_cannot_begin_are_not_started_for_ever(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """No task has ended any of them, so this process may do all."""
    begun = f"open({str(tmp_path / 'begun')!r}, 'a').write('.'); raise SystemExit(1)"
    monkeypatch.setattr(isolated, "PROGRAM", begun)
    results = do_all(squared, list(range(9)), Job(), workers=Workers(2))
    assert list(results) == [number**2 for number in range(9)]
    assert 1 <= len((tmp_path / "begun").read_text()) <= 2 * ATTEMPTS**2


@pytest.mark.slow
def test_an_error_of_a_task_arrives() -> None:
    for workers in (HERE, Workers(cluster=partial(ProcessPool, 1))):
        with pytest.raises(UsageError, match="Number four"):
            list(do_all(failing, list(range(9)), Job(), workers=workers))


@pytest.mark.slow
def test_cancel_ends_the_workers() -> None:
    job = Job()
    results = do_all(squared, list(range(1000)), job, workers=Workers(2))
    assert list(islice(results, 3)) == [0, 1, 4]
    job.cancel()
    with pytest.raises(CancelledError):
        list(results)


FOREVER = """
import sys
from functools import partial
from pathlib import Path
from mazeeditor.core.job import Job
from mazeeditor.core.processes.workers import Workers, do_all
from tests.core.processes.tasks import slow

list(do_all(partial(slow, folder=Path(sys.argv[1])), [*range(9)], Job(), workers=Workers(2)))
"""


@pytest.mark.slow
def test_workers_end_with_the_process_that_has_started_them(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(FOREVER)
    root = Path(__file__).parents[3]
    environment = os.environ | {"PYTHONPATH": str(root)}
    with subprocess.Popen([sys.executable, program, tmp_path], env=environment) as process:
        wait_for(lambda: len(list(tmp_path.glob("*.worker"))) == 2)
        time.sleep(0.5)  # until one of them sleeps
        workers = [psutil.Process(int(file.stem)) for file in tmp_path.glob("*.worker")]
        process.kill()
    wait_for(lambda: not any(worker.is_running() for worker in workers))


def test_few_pages_start_no_process() -> None:
    assert usual_workers(3) == 1
    assert 1 <= usual_workers(1000) <= (os.cpu_count() or 1)


def test_little_work_is_done_here_unless_workers_were_requested() -> None:
    assert EACH_CORE.for_size(1000) == HERE
    assert EACH_CORE.for_size(10**8) == EACH_CORE
    for requested in (Workers(2), of_threads(2)):
        assert requested.for_size(1000) == requested


def replace_pools(
    monkeypatch: pytest.MonkeyPatch, start: Callable[[int], Threads], kernels: Path
) -> None:
    """Let threads work in the place of processes, which keep what they compile in a folder."""
    monkeypatch.setattr(processes_of_ours, "ProcessPool", start)
    monkeypatch.setattr(processes_of_ours, "available", lambda: True)
    monkeypatch.setattr(jit, "cache_folder", lambda: kernels)


def test_one_process_compiles_and_ends_before_others_start(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Each process that compiles keeps 30 MB of what the compiler needs."""
    started: list[int] = []
    asked: list[int] = []

    def start(count: int) -> Threads:
        started.append(count)
        return Threads(count)

    def work(number: int, _job: Job) -> int:
        asked.append(number)
        if number == 29:
            raise UsageError("No page 29.")
        return number

    replace_pools(monkeypatch, start, tmp_path)
    for expected in ([2], [1, 2], [2]):  # work of others, then our own
        started.clear()
        asked.clear()
        results = do_all(work, range(30), Job(), workers=Workers(2))
        assert list(islice(results, 29)) == list(range(29))
        with pytest.raises(UsageError):
            next(results)
        assert started == expected
        if 1 in expected:
            assert asked[:3] == [0, 15, 29]
        work.__module__ = "mazeeditor.sheets"
    replace_pools(monkeypatch, start, tmp_path / "missing")
    started.clear()
    assert list(do_all(work, range(20), Job(), workers=Workers(2))) == list(range(20))
    assert started == [2], "nothing that is compiled can be kept there"


def test_what_is_compiled_apart_may_be_cancelled(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    replace_pools(monkeypatch, Threads, tmp_path)
    job = Job()

    def work(_number: int, _job: Job) -> None:
        job.cancel()

    work.__module__ = "mazeeditor.sheets"
    with pytest.raises(CancelledError):
        list(do_all(work, range(20), job, workers=Workers(2)))


@pytest.mark.slow
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


@pytest.mark.slow
def test_results_are_the_same_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    maze = maze_of("hexagonal", braid=1.0)

    def made() -> object:
        return JOBS["path"].run(design_of(maze, job="path", continuous=True), Job()).details

    here = made()
    monkeypatch.setattr(postman, "MATCHED_AT_ONCE", 0)
    assert made() == here

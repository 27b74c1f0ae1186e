"""Pages by several processes: in order, whatever worker makes them, and whatever happens to it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeoutError
from functools import partial
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import psutil
import pytest

from mazeeditor import jit
from mazeeditor.errors import CancelledError, UsageError
from mazeeditor.job import Job
from mazeeditor.printing import workers as processes_of_ours
from mazeeditor.printing.workers import ATTEMPTS, do_all, processes, usual_workers

pytestmark = pytest.mark.skipif(os.name == "nt", reason="kills by signals")


def squared(number: int, _job: Job) -> int:
    time.sleep(0.01 * (number % 3))
    return number**2


class EndsMeanwhile(Future[int]):
    """Has its result right after somebody has waited for it in vain."""

    def result(self, timeout: float | None = None) -> int:
        if not self.done():
            self.set_result(7)
            raise FutureTimeoutError
        return super().result(timeout)


class WithOne(ThreadPoolExecutor):
    """Gives each task a future that ends meanwhile."""

    def submit(self, *_anything: Any, **_named: Any) -> Any:
        return EndsMeanwhile()


def test_a_task_that_ends_when_the_wait_does_has_its_result() -> None:
    assert list(do_all(squared, [1, 2, 3], Job(), workers=1, start=WithOne)) == [7, 7, 7]


def raising(number: int, _job: Job) -> int:
    if number == 3:
        raise FutureTimeoutError  # in newer Pythons an OSError, which a broken pipe is too
    return number


@pytest.mark.parametrize("tasks", [[3], [3, 4], [1, 2, 3, 4, 5]])
def test_what_a_task_raises_is_raised(tasks: list[int]) -> None:
    start = partial(ThreadPoolExecutor, 1)
    with pytest.raises(FutureTimeoutError):
        list(do_all(raising, tasks, Job(), workers=1, start=start))


def dying(number: int, _job: Job, *, folder: Path) -> int:
    """Kill the worker the first time that it has number 5 or 9."""
    mark = folder / str(number)
    if number in (5, 9) and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number**2


def dying_always(number: int, _job: Job, *, owner: int) -> int:
    if number == 3 and os.getpid() != owner:
        os.kill(os.getpid(), signal.SIGKILL)
    return number**2


def failing(number: int, _job: Job) -> int:
    if number == 4:
        raise UsageError("Number four.")
    return number**2


def test_results_are_in_order() -> None:
    numbers = list(range(30))
    for workers in (1, 2):
        job = Job()
        assert list(do_all(squared, numbers, job, workers=workers)) == [n**2 for n in numbers]
        assert job.progress == pytest.approx(1)


def test_any_executor() -> None:
    start = partial(ThreadPoolExecutor, 3)
    numbers = list(range(30))
    assert list(do_all(squared, numbers, Job(), start=start)) == [n**2 for n in numbers]


def test_a_worker_that_is_killed_costs_nothing(tmp_path: Path) -> None:
    work, numbers = partial(dying, folder=tmp_path), list(range(20))
    assert list(do_all(work, numbers, Job(), workers=2)) == [n**2 for n in numbers]
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize("error", [OSError(9, "Bad file descriptor"), ValueError("bad value(s)")])
def test_an_executor_that_breaks_while_it_starts_a_process(error: Exception) -> None:
    """Its pipes are closed then, and a new pipe may get the number of one of them."""
    started: list[ThreadPoolExecutor] = []

    def start() -> ThreadPoolExecutor:
        executor = ThreadPoolExecutor(2)
        started.append(executor)
        if len(started) == 1:
            original, submitted = executor.submit, iter(range(3))

            def submit(*call: Any, **options: Any) -> Any:
                if next(submitted, None) is None:
                    raise error
                return original(*call, **options)

            executor.submit = submit  # type: ignore[method-assign]
        return executor

    numbers = list(range(20))
    assert list(do_all(squared, numbers, Job(), start=start)) == [n**2 for n in numbers]
    assert len(started) == 2


def test_a_task_that_kills_every_worker_is_done_here() -> None:
    work, numbers = partial(dying_always, owner=os.getpid()), list(range(8))
    assert list(do_all(work, numbers, Job(), start=partial(processes, 1))) == [
        n**2 for n in numbers
    ]


def test_workers_that_cannot_begin_are_not_started_for_ever() -> None:
    """As where the main module starts them anew as it is imported."""
    started = []

    def start() -> ProcessPoolExecutor:
        started.append(1)
        return ProcessPoolExecutor(2, get_context("fork"), initializer=os._exit, initargs=(1,))

    results = list(do_all(squared, list(range(9)), Job(), workers=2, start=start))
    assert results == [number**2 for number in range(9)]
    assert len(started) <= ATTEMPTS + 1


def test_an_error_of_a_task_arrives() -> None:
    for workers in (1, 2):
        with pytest.raises(UsageError, match="Number four"):
            list(do_all(failing, list(range(9)), Job(), workers=workers))


def test_cancel_ends_the_workers() -> None:
    job = Job()
    results = do_all(squared, list(range(1000)), job, workers=2)
    assert list(islice(results, 3)) == [0, 1, 4]
    job.cancel()
    with pytest.raises(CancelledError):
        list(results)


FOREVER = """
import sys, time
from pathlib import Path
from mazeeditor.job import Job
from mazeeditor.printing.workers import do_all
from tests.printing.test_workers import slow

if __name__ == "__main__":
    list(do_all(slow, [*range(9)], Job(), workers=2))
"""


def slow(_number: int, _job: Job) -> None:
    print(os.getpid(), flush=True)
    time.sleep(60)


def test_workers_end_with_the_process_that_has_started_them(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(FOREVER)
    root = Path(__file__).parents[2]
    with subprocess.Popen(
        [sys.executable, program],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(root)},
    ) as process:
        assert process.stdout
        workers = [int(process.stdout.readline()) for _worker in range(2)]
        process.kill()
    until = time.monotonic() + 10
    while any(psutil.pid_exists(worker) for worker in workers) and time.monotonic() < until:
        time.sleep(0.05)
    assert not any(psutil.pid_exists(worker) for worker in workers)


def test_few_pages_start_no_process() -> None:
    assert usual_workers(3) == 1
    assert 1 <= usual_workers(1000) <= (os.cpu_count() or 1)


def test_one_process_compiles_and_ends_before_others_start(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Each process that compiles keeps 30 MB of what the compiler needs."""
    started: list[int] = []
    asked: list[int] = []

    def start(count: int) -> ThreadPoolExecutor:
        started.append(count)
        return ThreadPoolExecutor(count)

    def work(number: int, _job: Job) -> int:
        asked.append(number)
        if number == 29:
            raise UsageError("No page 29.")
        return number

    monkeypatch.setattr(processes_of_ours, "processes", start)
    monkeypatch.setattr(processes_of_ours, "available", lambda: True)
    monkeypatch.setattr(jit, "cache_folder", lambda: tmp_path)
    for expected in ([2], [1, 2], [2]):  # work of others, then our own
        started.clear()
        asked.clear()
        results = do_all(work, range(30), Job(), workers=2)
        assert list(islice(results, 29)) == list(range(29))
        with pytest.raises(UsageError):
            next(results)
        assert started == expected
        if 1 in expected:
            assert asked[:3] == [0, 15, 29]
        work.__module__ = "mazeeditor.printing"
    monkeypatch.setattr(jit, "cache_folder", lambda: tmp_path / "missing")
    started.clear()
    assert list(do_all(work, range(20), Job(), workers=2)) == list(range(20))
    assert started == [2], "nothing that is compiled can be kept there"


def test_what_is_compiled_apart_may_be_cancelled(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(processes_of_ours, "processes", ThreadPoolExecutor)
    monkeypatch.setattr(processes_of_ours, "available", lambda: True)
    monkeypatch.setattr(jit, "cache_folder", lambda: tmp_path)
    job = Job()

    def work(_number: int, _job: Job) -> None:
        job.cancel()

    work.__module__ = "mazeeditor.printing"
    with pytest.raises(CancelledError):
        list(do_all(work, range(20), job, workers=2))

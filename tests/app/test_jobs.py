"""Work in threads: results arrive in the window's thread, cancel is cancel, closing waits."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
import tkinter as tk
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from mazeeditor.app import jobs
from mazeeditor.app.jobs import Background, Jobs, Latest, Task
from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from tests.events import settle, wait_until
from tests.timers import ManualTimer


class JobProbe:
    """Notes what arrives, and in which thread."""

    def __init__(self, root: tk.Tk) -> None:
        self.root = root
        self.results: list[Any] = []
        self.problems: list[Exception] = []
        self.stops = 0
        self.background: set[int] = set()
        self.tasks = Background(root)

    def done(self, result: Any) -> None:
        self.background.add(threading.get_ident())
        self.results.append(result)

    def failed(self, problem: Exception) -> None:
        self.background.add(threading.get_ident())
        self.problems.append(problem)

    def stopped(self) -> None:
        self.stops += 1

    def start(self, work: Any) -> Any:
        return self.tasks.run(work, self.done, self.failed, self.stopped)


@pytest.fixture
def probe(root: tk.Tk) -> JobProbe:
    return JobProbe(root)


def until_cancelled(job: Job) -> None:
    while True:
        job.check()
        time.sleep(0.001)


class EndsOnceAsked(Task):
    """A task whose worker ends right after it was first asked for what it delivers."""

    asked = 0

    def __getattribute__(self, name: str) -> Any:
        if name == "deliver":
            self.asked += 1
            if self.asked == 1:
                return None
        return super().__getattribute__(name)


def _fail(problem: Exception) -> None:
    raise problem


def test_a_task_that_ends_between_two_looks_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "Task", EndsOnceAsked)
    timer, results = ManualTimer(), list[str]()
    background = Background(timer)
    task = background.run(lambda _job: "done", results.append, _fail)
    task.thread.join()
    timer.advance(3 * jobs.POLL_MS)
    assert results == ["done"]
    assert not background.busy


def test_results_arrive_in_the_windows_thread(probe: JobProbe) -> None:
    seen: list[int] = []

    def work(_job: Job) -> int:
        seen.append(threading.get_ident())
        return 7

    probe.start(work)
    wait_until(probe.root, lambda: probe.results == [7])
    assert seen != [threading.get_ident()]
    assert probe.background == {threading.get_ident()}


def test_a_problem_arrives_as_it_is_and_too_little_memory_as_one(probe: JobProbe) -> None:
    for number, problem in enumerate((MazeError("no such maze"), MemoryError()), 1):

        def work(_job: Job, problem: Exception = problem) -> None:
            raise problem

        probe.start(work)
        wait_until(probe.root, lambda number=number: len(probe.problems) == number)  # type: ignore[misc]
    assert str(probe.problems[0]) == "no such maze"
    assert isinstance(probe.problems[1], MazeError)
    assert not probe.results


def test_a_cancelled_job_reports_it_once(probe: JobProbe) -> None:
    task = probe.start(until_cancelled)
    settle(probe.root)
    task.job.cancel()
    wait_until(probe.root, lambda: probe.stops == 1)
    assert not probe.results


def test_a_discarded_task_reports_nothing(probe: JobProbe) -> None:
    task = probe.start(until_cancelled)
    task.cancel()
    task.thread.join(60)
    probe.start(lambda _job: "later")
    wait_until(probe.root, lambda: probe.results == ["later"])
    assert (probe.stops, probe.problems) == (0, [])


def test_closing_waits_for_every_thread(probe: JobProbe, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "TIMEOUT_S", 30.0)  # the machine may be busy
    tasks = [probe.start(until_cancelled) for _ in range(3)]
    probe.tasks.close()
    assert not any(task.thread.is_alive() for task in tasks)
    settle(probe.root)
    assert probe.stops == 0


STUBBORN = """
import time
from mazeeditor.app import jobs

class Widget:
    def after(self, *_what): return ""
    def after_cancel(self, _timer): pass

jobs.TIMEOUT_S = 0.0
background = jobs.Background(Widget())
background.run(lambda _job: (time.sleep(0.3), print("done")), jobs.ignore, jobs.ignore)
background.close()
"""


@pytest.mark.slow
def test_the_process_waits_for_threads_that_outlive_the_window() -> None:
    ended = subprocess.run([sys.executable, "-c", STUBBORN], capture_output=True, timeout=60)
    assert (ended.returncode, ended.stdout.strip(), ended.stderr) == (0, b"done", b"")


def test_one_job_at_a_time(probe: JobProbe) -> None:
    jobs = Jobs(probe.tasks, probe.failed)
    notified: list[bool] = []
    jobs.changed.subscribe(lambda: notified.append(jobs.busy))
    jobs.start("Generating", until_cancelled, probe.done)
    with pytest.raises(MazeError, match="Generating"):
        jobs.start("Solving", until_cancelled, probe.done)
    jobs.cancel()
    wait_until(probe.root, lambda: not jobs.busy)
    go_on = threading.Event()

    def work(job: Job) -> str:
        job.phase(4)
        job.step(3)
        go_on.wait(10)
        return jobs.title

    assert jobs.progress == 0
    jobs.start("Solving", work, probe.done)
    wait_until(probe.root, lambda: jobs.progress == 0.75)
    go_on.set()
    wait_until(probe.root, lambda: probe.results == ["Solving"])
    assert notified == [True, False, True, False]


def never_looking(go_on: threading.Event) -> Callable[[Job], str]:
    """Return work that does not look at Cancel, as while a kernel is compiled."""

    def work(_job: Job) -> str:
        go_on.wait(20)
        return "too late"

    return work


def test_cancel_frees_the_window_at_once_whatever_the_thread_does(probe: JobProbe) -> None:
    jobs, go_on = Jobs(probe.tasks, probe.failed), threading.Event()
    jobs.start("Compiling", never_looking(go_on), probe.done)
    settle(probe.root)
    jobs.cancel()
    assert not jobs.busy
    go_on.set()
    wait_until(probe.root, lambda: not probe.tasks.busy)
    settle(probe.root)
    assert (probe.results, probe.problems) == ([], [])


def test_a_result_that_lies_ready_when_cancel_comes_is_dropped(probe: JobProbe) -> None:
    jobs, notified = Jobs(probe.tasks, probe.failed), list[bool]()
    jobs.changed.subscribe(lambda: notified.append(jobs.busy))

    def answer(_job: Job) -> None:
        pass

    def fail(_job: Job) -> None:
        raise MazeError("no")

    def stop(job: Job) -> None:
        job.cancel()
        job.check()

    for work in (answer, fail, stop):
        jobs.start("Quick", work, probe.done)
        task = probe.tasks.tasks[-1]
        task.thread.join()
        jobs.cancel()
        jobs.start("Next", until_cancelled, probe.done)
        settle(probe.root)
        wait_until(probe.root, lambda: len(probe.tasks.tasks) == 1)
        settle(probe.root)
        assert jobs.busy, "the end of the work before is not the end of this one"
        jobs.cancel()
    assert (probe.results, probe.problems) == ([], [])
    assert notified == [True, False] * 6


def test_no_result_arrives_while_a_window_is_laid_out(probe: JobProbe) -> None:
    """It might close that window, or open a dialog, in the middle of the layout."""
    tasks = [probe.start(lambda _job: 7), probe.start(lambda _job: 8)]
    for task in tasks:
        task.thread.join()
    while probe.tasks.tasks:
        probe.root.tk.dooneevent(0)
    probe.root.update_idletasks()
    assert probe.results == []
    assert probe.tasks.busy
    wait_until(probe.root, lambda: not probe.tasks.busy)
    assert probe.results == [7, 8]


def test_closing_drops_results_that_are_ready(probe: JobProbe) -> None:
    task = probe.start(lambda _job: 7)
    task.thread.join()
    while probe.tasks.tasks:
        probe.root.tk.dooneevent(0)
    probe.tasks.close()
    settle(probe.root)
    assert probe.results == []
    assert not probe.root.tk.splitlist(probe.root.tk.call("after", "info"))


def test_the_next_work_waits_for_the_end_of_those_cancelled(probe: JobProbe) -> None:
    jobs, go_on, began = Jobs(probe.tasks, probe.failed), threading.Event(), list[str]()

    def begin(job: Job) -> str:
        began.append("began")
        job.check()
        return "done"

    jobs.start("First", never_looking(go_on), probe.done)
    [first] = probe.tasks.tasks
    jobs.cancel()
    jobs.start("Second", begin, probe.done)
    jobs.cancel()
    jobs.start("Third", begin, probe.done)
    settle(probe.root)
    assert first.thread.is_alive()
    assert began == []
    go_on.set()
    wait_until(probe.root, lambda: probe.results == ["done"])
    assert began == ["began"]


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


def test_what_may_finish_is_delivered_before_the_newest(bench: Bench) -> None:
    bench.go_on.clear()
    bench.latest.request(0)
    bench.timer.advance()
    bench.value = 2
    bench.latest.request(0, finish=True)
    bench.timer.advance(DELAY)
    assert not bench.latest.settled
    bench.go_on.set()
    bench.settle()
    assert bench.results == [10, 20]
    assert bench.most == 1


def test_requests_that_never_pause_starve_no_result_where_it_may_finish() -> None:
    bench = Bench(wait_for_pause=False)
    for value in range(1, 101):
        bench.value = value
        bench.latest.request(0, finish=True)
        bench.timer.advance()
        bench.timer.advance_until(lambda: not bench.running)
        bench.timer.advance(1)
    assert len(bench.results) > 10
    bench.settle()
    assert bench.results == sorted(set(bench.results))
    assert bench.results[-1] == 1000


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
    for value, results in ((1, [10]), (None, [10])):  # nothing runs without an input
        bench.value = value
        bench.latest.request()
        bench.settle()
        assert bench.results == results


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

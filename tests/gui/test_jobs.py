"""Work in threads: results arrive in the window's thread, cancel is cancel, closing waits."""

from __future__ import annotations

import threading
import time
import tkinter as tk
from collections.abc import Callable
from typing import Any

import pytest

from mazeeditor.errors import MazeError
from mazeeditor.gui.jobs import Jobs, Threads
from mazeeditor.job import Job
from tests.events import settle, wait_until


class Heard:
    """Notes what arrives, and in which thread."""

    def __init__(self, root: tk.Tk) -> None:
        self.root = root
        self.results: list[Any] = []
        self.problems: list[Exception] = []
        self.stops = 0
        self.threads: set[int] = set()
        self.tasks = Threads(root)

    def done(self, result: Any) -> None:
        self.threads.add(threading.get_ident())
        self.results.append(result)

    def failed(self, problem: Exception) -> None:
        self.threads.add(threading.get_ident())
        self.problems.append(problem)

    def stopped(self) -> None:
        self.stops += 1

    def start(self, work: Any) -> Any:
        return self.tasks.start(work, self.done, self.failed, self.stopped)


@pytest.fixture
def heard(root: tk.Tk) -> Heard:
    return Heard(root)


def until_cancelled(job: Job) -> None:
    while True:
        job.check()
        time.sleep(0.001)


def test_results_arrive_in_the_windows_thread(heard: Heard) -> None:
    seen: list[int] = []

    def work(_job: Job) -> int:
        seen.append(threading.get_ident())
        return 7

    heard.start(work)
    wait_until(heard.root, lambda: heard.results == [7])
    assert seen != [threading.get_ident()]
    assert heard.threads == {threading.get_ident()}


def test_many_at_once(heard: Heard) -> None:
    for number in range(20):
        heard.start(lambda _job, number=number: number)
    wait_until(heard.root, lambda: sorted(heard.results) == list(range(20)))


def test_a_problem_arrives_as_it_is(heard: Heard) -> None:
    def work(_job: Job) -> None:
        raise MazeError("no such maze")

    heard.start(work)
    wait_until(heard.root, lambda: bool(heard.problems))
    assert str(heard.problems[0]) == "no such maze"
    assert not heard.results


def test_too_little_memory_is_one_sentence(heard: Heard) -> None:
    def work(_job: Job) -> None:
        raise MemoryError

    heard.start(work)
    wait_until(heard.root, lambda: bool(heard.problems))
    assert isinstance(heard.problems[0], MazeError)


def test_a_cancelled_job_says_so_once(heard: Heard) -> None:
    task = heard.start(until_cancelled)
    settle(heard.root)
    task.job.cancel()
    wait_until(heard.root, lambda: heard.stops == 1)
    assert not heard.results


def test_a_forgotten_task_says_nothing(heard: Heard) -> None:
    task = heard.start(until_cancelled)
    task.cancel()
    task.thread.join(5)
    heard.start(lambda _job: "later")
    wait_until(heard.root, lambda: heard.results == ["later"])
    assert (heard.stops, heard.problems) == (0, [])


def test_closing_waits_for_every_thread(heard: Heard) -> None:
    tasks = [heard.start(until_cancelled) for _ in range(3)]
    heard.tasks.close()
    assert not any(task.thread.is_alive() for task in tasks)
    settle(heard.root)
    assert heard.stops == 0


def test_one_job_at_a_time(heard: Heard) -> None:
    jobs = Jobs(heard.tasks, heard.failed)
    told: list[bool] = []
    jobs.listeners.append(lambda: told.append(jobs.busy))
    jobs.start("Generating", until_cancelled, heard.done)
    with pytest.raises(MazeError, match="Generating"):
        jobs.start("Solving", until_cancelled, heard.done)
    jobs.cancel()
    wait_until(heard.root, lambda: not jobs.busy)
    jobs.start("Solving", lambda _job: jobs.title, heard.done)
    wait_until(heard.root, lambda: heard.results == ["Solving"])
    assert told == [True, False, True, False]


def test_progress_is_the_jobs(heard: Heard) -> None:
    jobs = Jobs(heard.tasks, heard.failed)
    go_on = threading.Event()

    def work(job: Job) -> None:
        job.phase(4)
        job.step(3)
        go_on.wait(10)

    assert jobs.progress == 0
    jobs.start("Counting", work, heard.done)
    wait_until(heard.root, lambda: jobs.progress == 0.75)
    go_on.set()
    wait_until(heard.root, lambda: not jobs.busy)


def never_looking(go_on: threading.Event) -> Callable[[Job], str]:
    """Return work that does not look at Cancel, as while a kernel is compiled."""

    def work(_job: Job) -> str:
        go_on.wait(20)
        return "too late"

    return work


def test_cancel_frees_the_window_at_once_whatever_the_thread_does(heard: Heard) -> None:
    jobs, go_on = Jobs(heard.tasks, heard.failed), threading.Event()
    jobs.start("Compiling", never_looking(go_on), heard.done)
    settle(heard.root)
    jobs.cancel()
    assert not jobs.busy
    go_on.set()
    wait_until(heard.root, lambda: not heard.tasks.busy)
    settle(heard.root)
    assert (heard.results, heard.problems) == ([], [])


def test_a_result_that_lies_ready_when_cancel_comes_is_dropped(heard: Heard) -> None:
    jobs, told = Jobs(heard.tasks, heard.failed), list[bool]()
    jobs.listeners.append(lambda: told.append(jobs.busy))

    def answer(_job: Job) -> None:
        pass

    def fail(_job: Job) -> None:
        raise MazeError("no")

    def stop(job: Job) -> None:
        job.cancel()
        job.check()

    for work in (answer, fail, stop):
        jobs.start("Quick", work, heard.done)
        task = jobs._task
        assert task
        task.thread.join()
        jobs.cancel()
        jobs.start("Next", until_cancelled, heard.done)
        settle(heard.root)
        wait_until(heard.root, lambda: len(heard.tasks._tasks) == 1)
        settle(heard.root)
        assert jobs.busy, "the end of the work before is not the end of this one"
        jobs.cancel()
    assert (heard.results, heard.problems) == ([], [])
    assert told == [True, False] * 6


def test_the_next_work_waits_for_the_end_of_those_cancelled(heard: Heard) -> None:
    jobs, go_on, began = Jobs(heard.tasks, heard.failed), threading.Event(), list[str]()

    def begin(job: Job) -> str:
        began.append("began")
        job.check()
        return "done"

    jobs.start("First", never_looking(go_on), heard.done)
    first = jobs._task
    assert first
    jobs.cancel()
    jobs.start("Second", begin, heard.done)
    jobs.cancel()
    jobs.start("Third", begin, heard.done)
    settle(heard.root)
    assert first.thread.is_alive()
    assert began == []
    go_on.set()
    wait_until(heard.root, lambda: heard.results == ["done"])
    assert began == ["began"]

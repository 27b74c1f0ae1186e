"""Long work that leaves the window usable: it runs in a thread and can be cancelled.

A thread never touches Tk. What it returns lies in its ``Task`` until the window's own thread
looks, every few milliseconds while something runs::

    window thread   start --------- poll - poll - poll -> done(result)
    worker thread     work(job) ............... result ^
"""

from __future__ import annotations

import threading
import tkinter as tk
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, TypeVar

from mazeeditor.errors import CancelledError, MazeError
from mazeeditor.job import Job
from mazeeditor.words import _

T = TypeVar("T")
Failed = Callable[[Exception], None]

POLL = 5  # ms
PATIENCE = 3.0  # s that closing waits for threads to notice


def ignore(*_anything: object) -> None:
    """Do nothing."""


@dataclass(eq=False)
class Task:
    """One piece of work, running in a thread of its own."""

    work: Callable[[Job], Any]
    done: Callable[[Any], object]
    failed: Failed
    stopped: Callable[[], None]
    job: Job = field(default_factory=Job)
    deliver: Callable[[], object] | None = None  # set by the thread, as the last thing it does

    def __post_init__(self) -> None:
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def _run(self) -> None:
        try:
            result = self.work(self.job)
        except CancelledError:
            self.deliver = lambda: self.stopped()  # looked up then: it may be forgotten by then
        except MemoryError:
            self._fail(MazeError(_("There is not enough memory for that.")))
        except Exception as problem:
            self._fail(problem)
        else:
            self.deliver = lambda: self.done(result)

    def _fail(self, problem: Exception) -> None:
        self.deliver = lambda: self.failed(problem)

    def cancel(self) -> None:
        """Ask the work to stop and forget its result."""
        self.job.cancel()
        self.done = self.failed = self.stopped = ignore


class Threads:
    """Everything that runs beside a window, and the one loop that fetches the results."""

    def __init__(self, widget: tk.Misc) -> None:
        self._widget = widget
        self._tasks: list[Task] = []
        self._timer: str | None = None

    @property
    def busy(self) -> bool:
        """Whether anything runs."""
        return bool(self._tasks)

    def start(
        self,
        work: Callable[[Job], T],
        done: Callable[[T], object],
        failed: Failed,
        stopped: Callable[[], None] = ignore,
    ) -> Task:
        """Run ``work`` in a thread; exactly one of the others is called, in the window's thread."""
        task = Task(work, done, failed, stopped)
        self._tasks.append(task)
        if self._timer is None:
            self._timer = self._widget.after(POLL, self._poll)
        return task

    def _poll(self) -> None:
        ready = [task for task in self._tasks if task.deliver]
        self._tasks = [task for task in self._tasks if not task.deliver]
        self._timer = self._widget.after(POLL, self._poll) if self._tasks else None
        for task in ready:
            # Each in a call of its own, so that an error in one does not lose the others.
            self._widget.after_idle(self._hand_over, task)

    def _hand_over(self, task: Task) -> None:
        assert task.deliver
        task.deliver()

    def close(self) -> None:
        """Cancel everything and wait for it: no thread may outlive the window.

        Python's garbage collector runs in any thread, and Tk aborts where one that is not its own
        collects it.
        """
        for task in self._tasks:
            task.cancel()
        latest = monotonic() + PATIENCE
        for task in self._tasks:
            task.thread.join(max(0.0, latest - monotonic()))
        self._tasks = []
        if self._timer is not None:
            with suppress(tk.TclError):
                self._widget.after_cancel(self._timer)
            self._timer = None


class Jobs:
    """The one piece of long work that a person asked for, with its title and progress.

    Cancel frees the window at once. The thread goes on until it next looks whether somebody asked
    to stop, after a few ms as a rule, but not while a kernel is compiled, which takes half a
    second and more; what comes of it is dropped. The next work waits for its end, so that never
    two write the same file or take memory for two mazes::

        window   start ----- cancel   start ............ done
        thread     |-- work ----x--|    (waits) |-- work -|
    """

    def __init__(self, threads: Threads, failed: Failed) -> None:
        self._threads = threads
        self._failed = failed
        self._task: Task | None = None
        self._ending: threading.Thread | None = None  # of the work cancelled last
        self.title = ""
        self.listeners: list[Callable[[], None]] = []  # called when work begins and ends

    @property
    def busy(self) -> bool:
        """Whether something runs."""
        return self._task is not None

    @property
    def progress(self) -> float:
        """The share done, 0 to 1."""
        return self._task.job.progress if self._task else 0.0

    def start(self, title: str, work: Callable[[Job], T], done: Callable[[T], object]) -> None:
        """Run ``work``, then hand its result to ``done``; an error becomes one dialog.

        Raises ``MazeError`` while something else runs.
        """
        if self._task:
            raise MazeError(
                _("{title} is not done yet: wait for it or cancel it.").format(title=self.title)
            )
        before = self._ending

        def run(job: Job) -> T:
            if before:  # to its end even when cancelled: who comes next waits for this one alone
                before.join()
            job.check()
            return work(job)

        self.title = title
        self._task = self._threads.start(
            run,
            lambda result: self._end(lambda: done(result)),
            lambda problem: self._end(lambda: self._failed(problem)),
            lambda: self._end(ignore),
        )
        self._tell()

    def _end(self, then: Callable[[], object]) -> None:
        self._task = None
        self._tell()
        then()

    def _tell(self) -> None:
        for listener in self.listeners:
            listener()

    def cancel(self) -> None:
        """Ask the work to stop and forget it; nothing has changed then."""
        if self._task:
            self._task.cancel()
            self._ending = self._task.thread
            self._end(ignore)

"""Work in the background: it runs in a worker thread, shows its progress and can be cancelled.

A worker never calls the front end. Its result is kept in its ``Task`` until the event loop polls::

    event loop      start --------- poll - poll - poll -> on_result(result)
    worker            work(job) ............... result ^

``Jobs`` runs the one long job that the user started, ``Latest`` the last of many requests.
"""

from __future__ import annotations

import atexit
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from mazeeditor.core.errors import CancelledError, MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.listeners import Listeners
from mazeeditor.core.threads import start_thread
from mazeeditor.core.translation import _

if TYPE_CHECKING:
    from threading import Thread

T = TypeVar("T")
OnError = Callable[[Exception], None]

POLL_MS = 2  # ms
TIMEOUT_S = 0.3  # s that ``close`` waits for the workers to stop
LAST_TIMEOUT_S = 60.0  # s that the process waits for each worker that did not stop
BATCH_S = 0.04  # s of small pieces of work before their results are handed over


class Timer(Protocol):
    """Calls functions later, in the thread of the event loop."""

    def after(self, ms: int, callback: Callable[[], object], /) -> str:
        """Call ``callback`` once in ``ms`` milliseconds; returns what ``after_cancel`` takes."""

    def after_idle(self, callback: Callable[..., object], /, *args: Any) -> str:
        """Call ``callback(*args)`` once when all pending events are handled."""

    def after_cancel(self, identifier: str, /) -> None:
        """Do not make a call that was requested and has not been made yet."""


def ignore(*_anything: object) -> None:
    """Do nothing."""


@dataclass(eq=False)
class Task:
    """A function running in a worker thread of its own."""

    work: Callable[[Job], Any]
    on_result: Callable[[Any], object]
    on_error: OnError
    on_cancelled: Callable[[], None]
    job: Job = field(default_factory=Job)
    deliver: Callable[[], object] | None = None  # set by the worker, as the last thing it does

    def __post_init__(self) -> None:
        self.thread = start_thread(self._run)

    def _run(self) -> None:
        try:
            result = self.work(self.job)
        except CancelledError:
            self.deliver = lambda: self.on_cancelled()  # looked up late: ``cancel`` replaces it
        except MemoryError:
            self._fail(MazeError(_("There is not enough memory for that.")))
        except Exception as problem:
            self._fail(problem)
        except BaseException as problem:  # else the job would never end
            error = RuntimeError(f"{type(problem).__name__}: {problem}")
            error.__cause__ = problem
            self._fail(error)
        else:
            self.deliver = lambda: self.on_result(result)

    def _fail(self, problem: Exception) -> None:
        self.deliver = lambda: self.on_error(problem)

    def cancel(self) -> None:
        """Ask the worker to stop, and discard its result."""
        self.job.cancel()
        self.on_result = self.on_error = self.on_cancelled = ignore


class Background:
    """The workers of a front end, and the one poll by its ``timer`` that fetches their results."""

    def __init__(self, timer: Timer) -> None:
        self.timer = timer
        self.tasks: list[Task] = []
        self._ready: dict[Task, str] = {}  # those that are handed over next, and by which call
        self._poll_id: str | None = None

    @property
    def busy(self) -> bool:
        return bool(self.tasks or self._ready)

    def run(
        self,
        work: Callable[[Job], T],
        on_result: Callable[[T], object],
        on_error: OnError,
        on_cancelled: Callable[[], None] = ignore,
    ) -> Task:
        """Run ``work`` in a worker; exactly one of the others is called, by the event loop."""
        task = Task(work, on_result, on_error, on_cancelled)
        self.tasks.append(task)
        if self._poll_id is None:
            self._poll_id = self.timer.after(POLL_MS, self._poll)
        return task

    def _poll(self) -> None:
        ready = [task for task in self.tasks if task.deliver]
        # what ends only now is not ready yet: it is asked once
        self.tasks = [task for task in self.tasks if task not in ready]
        self._poll_id = self.timer.after(POLL_MS, self._poll) if self.tasks else None
        for task in ready:  # each in a call of its own: an error in one does not stop the others
            # not once idle: what lays out a window lets the idle calls run, and may lose it then
            self._ready[task] = self.timer.after(0, partial(self._hand_over, task))

    def _hand_over(self, task: Task) -> None:
        del self._ready[task]
        assert task.deliver
        task.deliver()

    def close(self) -> None:
        """Cancel everything and wait for it: as a rule no worker outlives the window.

        The process waits for one that does, so that none is ended while it writes a file.
        """
        for task in self.tasks:
            task.cancel()
        latest = monotonic() + TIMEOUT_S
        for task in self.tasks:
            task.thread.join(max(0.0, latest - monotonic()))
            if task.thread.is_alive():
                atexit.register(task.thread.join, LAST_TIMEOUT_S)
        for call in filter(None, (*self._ready.values(), self._poll_id)):
            with suppress(Exception):  # the widget may be destroyed by now
                self.timer.after_cancel(call)
        self.tasks, self._ready, self._poll_id = [], {}, None


def run_in_turn(
    background: Background,
    pieces: Sequence[Callable[[], T]],
    on_each: Callable[[int, T], object],
    on_end: Callable[[], object] = ignore,
) -> None:
    """Do small pieces of work one after the other; ``on_each`` gets the place and result of each.

    They come some at a time, as each hand-over costs the event loop more than a small piece.
    """

    def go_on(first: int) -> None:
        if first == len(pieces):
            on_end()
            return

        def work(job: Job) -> list[T]:
            done, until = [], monotonic() + BATCH_S
            for piece in pieces[first:]:
                job.check()
                done.append(piece())
                if monotonic() > until:
                    break
            return done

        def take(done: list[T]) -> None:
            for place, result in enumerate(done, first):
                on_each(place, result)
            go_on(first + len(done))

        background.run(work, take, ignore)

    go_on(0)


class Jobs:
    """The one long job that the user started, with its title and progress.

    Cancel frees the window at once. The worker goes on until it next checks for a cancel, after a
    few ms as a rule, but not while a kernel is compiled, which takes up to a second; its
    result is discarded. The next job waits for its end, so that never two write the same file or
    take memory for two mazes::

        window   start ----- cancel   start ............ on_result
        worker     |-- work ----x--|    (waits) |-- work -|
    """

    def __init__(self, background: Background, on_error: OnError) -> None:
        self._background = background
        self._on_error = on_error
        self._task: Task | None = None
        self._on_stop: Callable[[], object] = ignore
        self._ending: Thread | None = None  # of the job cancelled last
        self.title = ""
        self.in_dialog = False  # whether a dialog shows the progress, so that no window need
        self.delivered = False  # whether the job that ended last has a result
        self.changed: Listeners[[]] = Listeners()  # notified when a job begins and ends

    @property
    def busy(self) -> bool:
        return self._task is not None

    @property
    def progress(self) -> float:
        """The share done, 0 to 1."""
        return self._task.job.progress if self._task else 0.0

    @property
    def wait_text(self) -> str:
        """What to do about the job that runs before another one can."""
        return _("{title} is not done yet: wait for it or cancel it.").format(title=self.title)

    @property
    def compiling(self) -> bool:
        """Whether the job waits for an algorithm that is being compiled."""
        return self._task is not None and self._task.job.compiling

    def start(
        self,
        title: str,
        work: Callable[[Job], T],
        on_result: Callable[[T], object],
        on_stop: Callable[[], object] = ignore,
    ) -> None:
        """Run ``work``, then call ``on_result``; an error goes to ``on_error`` of the jobs.

        ``on_stop`` is called where there is no result: before an error is reported, or after
        Cancel. Raises ``MazeError`` while another job runs.
        """
        if self._task:
            raise MazeError(self.wait_text)
        before = self._ending

        def run(job: Job) -> T:
            if before:  # to its end even when cancelled: the next job waits for this one alone
                before.join()
            job.check()
            return work(job)

        def fail(problem: Exception) -> None:
            on_stop()
            self._on_error(problem)

        self.title, self._on_stop = title, on_stop
        self._task = self._background.run(
            run,
            lambda result: self._end(lambda: on_result(result), delivered=True),
            lambda problem: self._end(lambda: fail(problem)),
            lambda: self._end(on_stop),
        )
        self.changed.notify()

    def _end(self, then: Callable[[], object], *, delivered: bool = False) -> None:
        self._task, self.delivered = None, delivered
        self.changed.notify()
        then()

    def cancel(self) -> None:
        """Ask the worker to stop, and discard its result: nothing has changed."""
        if self._task:
            self._task.cancel()
            self._ending = self._task.thread
            self._end(self._on_stop)


Input = TypeVar("Input")
Result = TypeVar("Result")


class Latest(Generic[Input, Result]):
    """The result of ``work`` for the newest input.

    ``take()`` is called by the event loop when the work begins and returns its input, a copy of
    what may change meanwhile, or ``None`` where there is nothing to do. ``work(input, job)`` runs
    in a worker; at most one runs at a time, so at most one copy exists. ``on_result`` gets the
    result unless there was another request, or ``stop``, in the meantime; ``on_error`` gets an
    error, on the same condition, and one that is no ``MazeError`` is raised as well. A request that
    lets what runs ``finish`` does not take its result away: it is delivered, while the work for
    the newest input has begun, so requests that come faster than results do not starve them.

    Work begins ``delay`` ms after the last request, or, with ``wait_for_pause`` False, after the
    first one since the last copy was taken: requests that never pause are then served too.
    """

    def __init__(
        self,
        background: Background,
        take: Callable[[], Input | None],
        work: Callable[[Input, Job], Result],
        on_result: Callable[[Result], object],
        on_error: Callable[[Exception], object],
        *,
        delay: int,
        wait_for_pause: bool = True,
    ) -> None:
        self._background, self._timer = background, background.timer
        self._take, self._work = take, work
        self._on_result, self._on_error = on_result, on_error
        self._delay, self._wait_for_pause = delay, wait_for_pause
        self._timer_id: str | None = None
        self._due = False  # whether there was a request since the last copy was taken
        self._task: Task | None = None

    @property
    def running(self) -> bool:
        """Whether the work runs for the newest input."""
        return self._task is not None and not self._task.job.cancelled

    @property
    def progress(self) -> float:
        """The share done of the work that runs, 0 to 1."""
        return self._task.job.progress if self._task else 0.0

    @property
    def settled(self) -> bool:
        """Whether nothing runs or is about to."""
        return not self._due and not self.running

    def request(self, delay: int | None = None, *, finish: bool = False) -> None:
        """Deliver a new result soon; what runs is outdated: it ends, or may ``finish`` first."""
        self._due = True
        if self._task and not finish:
            self._task.job.cancel()
        if self._wait_for_pause or delay is not None:
            self._stop_timer()
        if self._timer_id is None:
            self._timer_id = self._timer.after(
                self._delay if delay is None else delay, self._pause_over
            )

    def stop(self) -> None:
        """Deliver nothing until the next request."""
        self._due = False
        self._stop_timer()
        if self._task:
            self._task.job.cancel()

    def _stop_timer(self) -> None:
        if self._timer_id is not None:
            self._timer.after_cancel(self._timer_id)
            self._timer_id = None

    def _pause_over(self) -> None:
        self._timer_id = None
        if self._task is None:  # else its end begins the next
            self._begin()

    def _begin(self) -> None:
        self._due = False
        taken = self._take()
        if taken is None:
            return
        self._task = self._background.run(
            lambda job: self._work(taken, job),
            lambda result: self._end(lambda: self._on_result(result)),
            lambda problem: self._end(lambda: self._fail(problem)),
            lambda: self._end(None),
        )

    def _fail(self, problem: Exception) -> None:
        self._on_error(problem)
        if not isinstance(problem, MazeError):
            raise problem

    def _end(self, deliver: Callable[[], object] | None) -> None:
        outdated = self._task is None or self._task.job.cancelled
        self._task = None
        if self._due and self._timer_id is None:
            self._begin()
        if deliver and not outdated:
            deliver()

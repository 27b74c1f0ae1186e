"""Runs the last of many requests in the background, and delivers only a result that is still true.

::

    request   x  x x       x          x
    pause      |-|-|----|   |----|     |----|
    copy                 c                   c       taken when the worker starts
    worker               |---x cancelled     |------|
    on_result                                       r
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from mazeeditor.app.jobs import Background, Task
from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job

Input = TypeVar("Input")
Result = TypeVar("Result")


class Latest(Generic[Input, Result]):
    """The result of ``work`` for the newest input.

    ``take()`` is called by the event loop when the work begins and returns its input, a copy of
    what may change meanwhile, or ``None`` where there is nothing to do. ``work(input, job)`` runs
    in a worker; at most one runs at a time, so at most one copy exists. ``on_result`` gets the
    result unless there was another request, or ``stop``, in the meantime; ``on_error`` gets an
    error, on the same condition, and one that is no ``MazeError`` is raised as well.

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

    def request(self, delay: int | None = None) -> None:
        """Deliver a new result soon; one that is not delivered yet is outdated."""
        self._due = True
        if self._task:
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
        if self._due:
            if self._timer_id is None:
                self._begin()
        elif deliver and not outdated:
            deliver()

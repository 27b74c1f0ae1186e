"""Recording in the background of a window that stays smooth: films take turns, and pause for it.

Python runs one thread at a time. While another thread computes, each call of Tk may wait a
millisecond for its return, while six do, six; a frame makes dozens of calls::

    film 1   ###......###......###...
    film 2   ...###......###......###
    window      |frame|     |frame|
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job

SLICE_S = 0.01  # s that one job runs at a time
POLL_S = 0.05  # s after which a waiting thread checks whether it was cancelled


class RoundRobin:
    """A queue of jobs: the first one may run, unless the window draws."""

    def __init__(self, turn: float = SLICE_S) -> None:
        """Begin without a job; one runs for ``turn`` seconds at a time."""
        self.turn = turn
        self._change = Condition()
        self._queue: deque[Job] = deque()
        self._drawing = False

    @contextmanager
    def drawing(self) -> Iterator[None]:
        """Pause all jobs, from their next check on."""
        with self._change:
            self._drawing = True
        yield
        with self._change:
            self._drawing = False
            self._change.notify_all()

    def join(self, job: Job) -> None:
        """Add a job at the end of the queue."""
        with self._change:
            self._queue.append(job)

    def leave(self, job: Job) -> None:
        """Remove a job from the queue."""
        with self._change:
            if job in self._queue:
                self._queue.remove(job)
            self._change.notify_all()

    def wait(self, job: Job) -> None:
        """Return when it is the turn of ``job``, or when it was cancelled."""
        with self._change:
            while not job.cancelled and (self._drawing or self._queue[0] is not job):
                self._change.wait(POLL_S)

    def next(self) -> None:
        """Give the turn to the next job in the queue."""
        with self._change:
            self._queue.rotate(-1)
            self._change.notify_all()

    @property
    def paused(self) -> bool:
        return self._drawing


class RoundRobinJob(Job):
    """A job that runs only when it is its turn; every ``check`` may wait for that.

    It is a part of the job whose ``signal`` it has: they are cancelled together.
    """

    def __init__(self, robin: RoundRobin, signal: NDArray[np.int64]) -> None:
        super().__init__()
        self.signal = signal
        self._robin = robin
        self._until = 0.0

    def __enter__(self) -> RoundRobinJob:
        self._robin.join(self)
        self._begin()
        return self

    def __exit__(self, *_error: object) -> None:
        self._robin.leave(self)

    def _begin(self) -> None:
        self._robin.wait(self)
        self._until = monotonic() + self._robin.turn

    def check(self) -> None:
        """Raise ``CancelledError`` after ``cancel``; let the other jobs have their turns."""
        super().check()
        over = monotonic() > self._until
        if over:
            self._robin.next()
        if over or self._robin.paused:
            self._begin()
            super().check()

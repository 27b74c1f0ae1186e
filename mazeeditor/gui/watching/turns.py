"""Recording beside a window that stays smooth: films take turns, and rest while it draws.

Python runs one thread at a time. Beside a thread that computes, each word the window says to Tk
may wait a millisecond for its return, beside six of them six; a frame says dozens::

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

from mazeeditor.job import Job

SLICE = 0.01  # s that one film works at a time
LOOK = 0.05  # s between two looks of a waiting thread whether it was cancelled


class Turns:
    """Who may work: the first in the queue, unless the window draws."""

    def __init__(self) -> None:
        self._change = Condition()
        self._queue: deque[Job] = deque()
        self._drawing = False

    @contextmanager
    def drawing(self) -> Iterator[None]:
        """Let all films rest, from their next look at the queue on."""
        with self._change:
            self._drawing = True
        yield
        with self._change:
            self._drawing = False
            self._change.notify_all()

    def join(self, job: Job) -> None:
        """Stand at the end of the queue."""
        with self._change:
            self._queue.append(job)

    def leave(self, job: Job) -> None:
        """Want no more turns."""
        with self._change:
            if job in self._queue:
                self._queue.remove(job)
            self._change.notify_all()

    def wait(self, job: Job) -> None:
        """Return when it is the turn of ``job``, or when it was cancelled."""
        with self._change:
            while not job.cancelled and (self._drawing or self._queue[0] is not job):
                self._change.wait(LOOK)

    def next(self) -> None:
        """Give the turn to the next in the queue."""
        with self._change:
            self._queue.rotate(-1)
            self._change.notify_all()

    @property
    def resting(self) -> bool:
        """Whether the window draws."""
        return self._drawing


class Turn(Job):
    """A job that works only when it is its turn; every ``check`` may wait for that.

    It is a part of the job whose ``signal`` it has: they are cancelled together.
    """

    def __init__(self, turns: Turns, signal: NDArray[np.int64]) -> None:
        super().__init__()
        self.signal = signal
        self._turns = turns
        self._until = 0.0

    def __enter__(self) -> Turn:
        self._turns.join(self)
        self._begin()
        return self

    def __exit__(self, *_error: object) -> None:
        self._turns.leave(self)

    def _begin(self) -> None:
        self._turns.wait(self)
        self._until = monotonic() + SLICE

    def check(self) -> None:
        """Raise ``CancelledError`` where somebody asked to stop; let others have their turn."""
        super().check()
        over = monotonic() > self._until
        if over:
            self._turns.next()
        if over or self._turns.resting:
            self._begin()
            super().check()

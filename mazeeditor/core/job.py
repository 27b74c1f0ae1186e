"""Work that reports progress and can be cancelled, in the window and on the command line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import CancelledError

DONE, CANCEL, COMPILE = range(3)  # the places of Job.signal


class Job:
    """Progress from 0 to 1 and a cancel flag, shared with kernels through ``signal``.

    ``signal`` is int64[3]: a kernel writes the steps done to ``signal[DONE]`` and returns early
    when ``signal[CANCEL]`` is not 0; its caller then calls ``check``. ``signal[COMPILE]`` is not 0
    while a kernel must be compiled first. Safe to read and to cancel from another thread. Work
    falls into phases, phases may be grouped into parts::

        0 |---- part 0.9 ----------------|------| 1
          |-- phase 0.3 --|--- phase ----|phase |
    """

    def __init__(self) -> None:
        self.signal: NDArray[np.int64] = np.zeros(3, np.int64)
        self.note = ""  # what the work reports to users besides its result
        self._total = 1
        self._start = 0.0  # where the running phase starts and ends between 0 and 1
        self._end = 0.0
        self._part = (0.0, 1.0)
        self._provisional = False  # whether the next phase replaces the running one

    def phase(self, total: int, share: float | None = None) -> None:
        """Begin the next phase: ``total`` steps, which take ``share`` (0..1) of the part.

        Without ``share`` it takes all that is left. Raises ``CancelledError``.
        """
        self.check()
        first, last = self._part
        replaced = self._provisional and int(self.signal[DONE]) == 0
        self._provisional = False
        start = self._start if replaced else self._end
        end = last if share is None else min(last, start + share * (last - first))
        self.signal[DONE] = 0
        self._start, self._end, self._total = start, end, max(1, total)

    def provisional_phase(self, total: int) -> None:
        """Begin a phase that takes all that is left, for work that may have phases of its own.

        These replace it where none of its steps was done before. Raises ``CancelledError``.
        """
        self.phase(total)
        self._provisional = True

    @contextmanager
    def part(self, share: float) -> Iterator[None]:
        """Let the phases within the ``with`` take ``share`` of the part around it."""
        first, last = around = self._part
        self._part = (self._end, min(last, self._end + share * (last - first)))
        try:
            yield
        finally:
            self._start = self._end = self._part[1]
            self._part = around

    @property
    def progress(self) -> float:
        """The share done, 0 to 1."""
        done = min(1.0, int(self.signal[DONE]) / self._total)
        return self._start + (self._end - self._start) * done

    def step(self, done: int) -> None:
        """Report that ``done`` of the phase's steps are done; raises ``CancelledError``."""
        self.check()
        self.signal[DONE] = done

    def cancel(self) -> None:
        """Request cancellation; the job then raises ``CancelledError``."""
        self.signal[CANCEL] = 1

    @property
    def cancelled(self) -> bool:
        return bool(self.signal[CANCEL])

    @property
    def compiling(self) -> bool:
        """Whether it waits for a kernel that is being compiled."""
        return bool(self.signal[COMPILE])

    def check(self) -> None:
        """Raise ``CancelledError`` where cancellation was requested."""
        if self.cancelled:
            raise CancelledError

"""Work that shows how far it is and can be cancelled, in the window and on the command line."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.errors import CancelledError

DONE, CANCEL = 0, 1  # the two places of Job.signal


class Job:
    """Progress from 0 to 1 and a cancel flag, shared with kernels through ``signal``.

    ``signal`` is int64[2]: a kernel writes the steps done to ``signal[DONE]`` and returns early
    when ``signal[CANCEL]`` is not 0; its caller then calls ``check``. Work in several phases calls
    ``phase`` before each. Safe to read and to cancel from another thread.
    """

    def __init__(self) -> None:
        self.signal: NDArray[np.int64] = np.zeros(2, np.int64)
        self._total = 1
        self._start = 0.0  # the share of the whole that the finished phases made
        self._share = 0.0  # the share that the running phase makes

    def phase(self, total: int, share: float | None = None) -> None:
        """Begin the next phase: ``total`` steps, which take ``share`` (0..1) of the whole job.

        Without ``share`` the phase takes all that is left. Raises ``CancelledError``.
        """
        self.check()
        self._start += self._share
        left = 1.0 - self._start
        self._share = left if share is None else min(share, left)
        self._total = max(1, total)
        self.signal[DONE] = 0

    @property
    def progress(self) -> float:
        """The share done, 0 to 1."""
        done = min(1.0, int(self.signal[DONE]) / self._total)
        return min(1.0, self._start + self._share * done)

    def step(self, done: int) -> None:
        """Say that ``done`` of the phase's steps are done; raises ``CancelledError``."""
        self.check()
        self.signal[DONE] = done

    def cancel(self) -> None:
        """Ask the job to stop; it answers with ``CancelledError``."""
        self.signal[CANCEL] = 1

    @property
    def cancelled(self) -> bool:
        """Whether somebody asked to stop."""
        return bool(self.signal[CANCEL])

    def check(self) -> None:
        """Raise ``CancelledError`` where somebody asked to stop."""
        if self.cancelled:
            raise CancelledError

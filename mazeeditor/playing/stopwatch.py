"""The time that a player walks: it runs from the first step, and stands still in between."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic


class Stopwatch:
    """Adds up the time between ``go`` and ``stop``, as often as both are called.

    ``now`` tells the time in seconds, from any start.
    """

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._before = 0.0  # s until the last stop
        self._since: float | None = None

    @property
    def running(self) -> bool:
        """Whether the time runs."""
        return self._since is not None

    @property
    def seconds(self) -> float:
        """The time so far."""
        return self._before + (0.0 if self._since is None else self._now() - self._since)

    def go(self) -> None:
        """Let the time run, where it does not yet."""
        if self._since is None:
            self._since = self._now()

    def stop(self) -> None:
        """Let it stand still."""
        self._before, self._since = self.seconds, None

    def reset(self) -> None:
        """Begin again at 0, and stand still."""
        self._before, self._since = 0.0, None

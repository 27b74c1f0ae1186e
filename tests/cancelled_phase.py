"""A job that is cancelled as one of its phases begins."""

from __future__ import annotations

from mazeeditor.core.job import Job


class CancelledPhase(Job):
    """Cancelled at the beginning of the phase ``last``, counted from 0; ``phases`` have begun."""

    def __init__(self, last: int) -> None:
        super().__init__()
        self.last, self.phases = last, 0

    def phase(self, total: int, share: float | None = None) -> None:
        super().phase(total, share)
        self.phases += 1
        if self.phases > self.last:
            self.cancel()

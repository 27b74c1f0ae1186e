"""A job that notes its progress."""

from __future__ import annotations

from mazeeditor.core.job import Job


class WatchedJob(Job):
    """Notes the progress at each look whether it was cancelled."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[float] = []

    def check(self) -> None:
        self.seen.append(self.progress)
        super().check()

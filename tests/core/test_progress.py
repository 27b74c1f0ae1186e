"""Progress grows with the work that is done: it never goes back, nor stands still at the end."""

from __future__ import annotations

from typing import Any

import pytest

from mazeeditor.core.job import CANCEL, Job
from tests.breadth import stress
from tests.test_cancel import WORK, Signal, patient, watched

__all__ = ["patient"]  # a fixture
# Without --stress each algorithm once: solvers where there are loops, all else as it is by default
TITLES = [title for title in WORK if stress() or "," not in title or title.endswith(", loops")]
LATE = 0.4  # of the work is done, at the most, where progress says that nearly all is


class Samples(Signal):
    """Notes, at each look, the lines executed so far and the progress."""

    def __init__(self) -> None:
        super().__init__()
        self.job: Job | None = None
        self.done = 0
        self.samples: list[tuple[int, float]] = []

    def pause(self) -> None:
        self.done += self.lines
        super().pause()

    def __getitem__(self, place: Any) -> Any:
        value = super().__getitem__(place)
        if place == CANCEL and self.job:
            self.samples.append((self.done, self.job.progress))
        return value


@pytest.mark.parametrize("title", TITLES)
def test_progress_is_honest(title: str) -> None:
    signal = Samples()
    with watched(signal) as job:
        signal.job = job
        WORK[title](job)
    signal.job = None
    progress = [share for _done, share in signal.samples] or [0.0]  # a copy never waits to look
    assert progress == sorted(progress)
    assert progress[-1] <= 1
    early = [share for done, share in signal.samples if done < LATE * signal.done]
    assert not early or early[-1] < 0.97

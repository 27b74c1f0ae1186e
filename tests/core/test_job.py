"""Progress never goes back, and a cancelled job raises at the next step."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.core.errors import CancelledError
from mazeeditor.core.job import CANCEL, DONE, Job
from tests.breadth import stress
from tests.test_cancel import WORK, Signal, patient, watched


def test_phases_share_the_whole() -> None:
    job = Job()
    assert job.progress == 0
    job.phase(10, 0.25)
    job.step(5)
    assert job.progress == pytest.approx(0.125)
    job.phase(4)
    assert job.progress == pytest.approx(0.25)
    job.signal[DONE] = 400
    assert job.progress == 1


def test_parts_hold_phases() -> None:
    job = Job()
    with job.part(0.5):
        job.phase(2, 0.5)
        job.step(2)
        assert job.progress == pytest.approx(0.25)
    assert job.progress == pytest.approx(0.5)
    job.phase(2)
    job.step(1)
    assert job.progress == pytest.approx(0.75)


def test_phases_replace_a_provisional_one() -> None:
    job = Job()
    with job.part(0.5):
        job.provisional_phase(10)
        job.phase(2, 0.5)
        job.step(1)
        assert job.progress == pytest.approx(0.125)
    job.provisional_phase(10)
    job.step(5)
    assert job.progress == pytest.approx(0.75)
    job.phase(2)
    assert job.progress == 1


@given(st.lists(st.tuples(st.floats(0, 1), st.integers(0, 9), st.booleans()), max_size=20))
def test_progress_never_goes_back(steps: list[tuple[float, int, bool]]) -> None:
    job, before = Job(), 0.0
    for share, done, in_part in steps:
        if in_part:
            with job.part(share):
                job.phase(9)
                job.step(done)
        else:
            job.phase(9, share)
            job.step(done)
        assert before <= job.progress <= 1
        before = job.progress


def test_cancel() -> None:
    job = Job()
    job.phase(3)
    job.cancel()
    assert job.cancelled
    for act in (job.check, lambda: job.step(1), lambda: job.phase(2)):
        with pytest.raises(CancelledError):
            act()


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


@pytest.mark.sample(7)
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

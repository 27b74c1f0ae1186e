"""Progress never goes back, and a cancelled job raises at the next step."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.core.errors import CancelledError
from mazeeditor.core.job import DONE, Job


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

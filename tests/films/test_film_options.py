"""Which steps a film file shows, and for how long."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.core.errors import UsageError
from mazeeditor.films.formats import MOST, FilmOptions


@given(
    st.integers(1, 10**7),
    st.floats(0.1, 300),
    st.floats(0.1, 30),
    st.none() | st.integers(2, MOST),
    st.floats(0, 9),
)
def test_schedules(steps: int, seconds: float, fps: float, frames: int | None, hold: float) -> None:
    options = FilmOptions(seconds=seconds, fps=fps, frames=frames, hold=hold)
    shown = options.schedule(steps)
    assert shown[0][0] == 0
    assert shown[-1][0] == steps
    assert all(before < after for (before, _), (after, _) in pairwise(shown))
    assert all(duration >= 10 and duration % 10 == 0 for _step, duration in shown)
    length = sum(duration for _step, duration in shown[:-1])
    assert abs(length - seconds * 1000) <= 10
    assert abs(shown[-1][1] - hold * 1000) <= 10
    assert len(shown) - 1 <= min(steps, seconds * fps + 1)
    assert frames is None or len(shown) <= frames


@given(st.integers(1, 5000), st.floats(1, 1000))
def test_speed_is_steps_a_second(steps: int, speed: float) -> None:
    shown = FilmOptions(speed=speed, frames=100).schedule(steps)
    length = sum(duration for _step, duration in shown[:-1])
    assert abs(length - steps / speed * 1000) <= max(10, 10 * len(shown))


def test_a_film_without_steps_is_one_moment() -> None:
    assert {step for step, _duration in FilmOptions().schedule(0)} == {0}


def test_wrong_options_are_refused() -> None:
    refused: list[dict[str, Any]] = [{"seconds": 5, "speed": 5}, {"fps": 0}, {"cell": 2}]
    for wrong in (*refused, {"frames": 1}, {"loop": -1}):
        with pytest.raises(UsageError):
            FilmOptions(**wrong)


def test_too_many_frames_are_refused() -> None:
    with pytest.raises(UsageError, match="100,001 frames"):
        FilmOptions(speed=1, fps=1).schedule(100_000)

"""The clock of a film: time passes evenly, waits for what is not recorded, stops at the end."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.gui.watching.clock import HOLD, SPAN, SPEEDS, Clock, Speed


def clock_of(length: int, **more: object) -> Clock:
    clock = Clock(playing=True)
    clock.learn(length, length, complete=True)
    for name, value in more.items():
        setattr(clock, name, value)
    return clock


def test_a_film_lasts_ten_seconds_whatever_its_length() -> None:
    for length in (11, 1_000, 12_345_678):
        clock = clock_of(length)
        for _frame in range(round(SPAN * 60) - 1):
            clock.advance(1 / 60)
        assert clock.playing
        assert length * 0.99 <= clock.position < length
        clock.advance(1)
        assert not clock.playing
        assert clock.step == length


@given(
    st.integers(0, 10**8),
    st.sampled_from([*(Speed(rate) for rate in SPEEDS), Speed(span=5), Speed(span=60)]),
    st.lists(st.floats(0, 2), max_size=30),
)
def test_late_frames_lose_no_time(length: int, speed: Speed, frames: list[float]) -> None:
    late, smooth = clock_of(length, speed=speed), clock_of(length, speed=speed)
    late.advance(sum(frames))
    for seconds in frames:
        smooth.advance(seconds)
    assert math.isclose(late.position, smooth.position, abs_tol=1e-6, rel_tol=1e-9)
    assert 0 <= late.step <= length


def test_it_waits_for_what_is_not_recorded_yet() -> None:
    clock = Clock(playing=True, speed=Speed(rate=100))
    clock.learn(50, 20, complete=False)
    clock.advance(1)
    assert (clock.step, clock.playing) == (20, True)
    clock.learn(50, 50, complete=False)
    clock.advance(1)
    assert (clock.step, clock.playing, clock.at_end) == (50, True, False)
    clock.learn(60, 60, complete=True)
    clock.advance(1)
    assert (clock.step, clock.playing, clock.at_end) == (60, False, True)


def test_seeking_stays_within_what_is_recorded() -> None:
    clock = Clock()
    clock.learn(50, 20, complete=False)
    clock.seek(35)
    assert clock.step == 20
    clock.seek(-3)
    assert clock.step == 0


def test_steps_pause() -> None:
    clock = clock_of(100, position=10.7)
    clock.move(1)
    assert (clock.position, clock.playing) == (11, False)
    clock.move(-20)
    assert clock.position == 0


def test_play_at_the_end_begins_again() -> None:
    clock = clock_of(100, position=100.0, playing=False)
    clock.toggle()
    assert (clock.position, clock.playing) == (0, True)
    clock.toggle()
    assert not clock.playing


def test_again_and_again_holds_the_end_for_a_moment() -> None:
    clock = clock_of(100, position=99.0, again=True, speed=Speed(rate=100))
    clock.advance(1)
    clock.advance(HOLD * 0.9)
    assert (clock.step, clock.playing) == (100, True)
    clock.advance(HOLD * 0.2)
    assert clock.step == 0
    clock.advance(0.5)
    assert clock.step == 50
    clock.advance(1)
    clock.again = False
    clock.advance(0.1)
    assert (clock.step, clock.playing) == (100, False)


def test_a_film_without_steps_is_over_at_once() -> None:
    clock = clock_of(0)
    clock.advance(0.1)
    clock.toggle()
    clock.advance(0.1)
    assert (clock.step, clock.at_end, clock.playing) == (0, True, False)


def test_faster_and_slower_walk_the_ladder_from_the_speed_there_is() -> None:
    clock = clock_of(2_500)  # 250 steps/s
    clock.faster(1)
    assert clock.speed.rate == 300
    clock.faster(-1)
    assert clock.speed.rate == 100
    for _more in SPEEDS:
        clock.faster(1)
    assert clock.speed.rate == SPEEDS[-1]
    for _more in SPEEDS:
        clock.faster(-1)
    assert clock.speed.rate == SPEEDS[0] == 1


def test_speeds_have_words() -> None:
    assert Speed(rate=1).words == "1 step/s"
    assert Speed(rate=30_000).words == "30,000 steps/s"
    assert Speed(span=10).words == "All in 10 s"

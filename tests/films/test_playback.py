"""Playback: it advances evenly, waits for what is not recorded, stops at the end."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.films.playback import HOLD_S, SPAN_S, SPEEDS, Playback, Speed
from tests.films.samples import solved


def playback_of(length: int, **values: object) -> Playback:
    playback = Playback(playing=True)
    playback.recorded(length, length, complete=True)
    for name, value in values.items():
        setattr(playback, name, value)
    return playback


def test_a_film_lasts_ten_seconds_whatever_its_length() -> None:
    for length in (11, 1_000, 12_345_678):
        playback = playback_of(length)
        for _frame in range(round(SPAN_S * 60) - 1):
            playback.advance(1 / 60)
        assert playback.playing
        assert length * 0.99 <= playback.position < length
        playback.advance(1)
        assert not playback.playing
        assert playback.step == length


@given(
    st.integers(0, 10**8),
    st.sampled_from([*(Speed(rate) for rate in SPEEDS), Speed(span=5), Speed(span=60)]),
    st.lists(st.floats(0, 2), max_size=30),
)
def test_late_frames_lose_no_time(length: int, speed: Speed, frames: list[float]) -> None:
    late, smooth = playback_of(length, speed=speed), playback_of(length, speed=speed)
    late.advance(sum(frames))
    for seconds in frames:
        smooth.advance(seconds)
    assert math.isclose(late.position, smooth.position, abs_tol=1e-6, rel_tol=1e-9)
    assert 0 <= late.step <= length


def test_it_waits_for_the_recording() -> None:
    playback = Playback(playing=True, speed=Speed(rate=100))
    playback.recorded(50, 20, complete=False)
    playback.advance(1)
    assert (playback.step, playback.playing) == (20, True)
    playback.recorded(50, 50, complete=False)
    playback.advance(1)
    assert (playback.step, playback.playing, playback.at_end) == (50, True, False)
    playback.recorded(60, 60, complete=True)
    playback.advance(1)
    assert (playback.step, playback.playing, playback.at_end) == (60, False, True)


def test_play_at_the_end_starts_again() -> None:
    playback = playback_of(100, position=100.0, playing=False)
    playback.toggle()
    assert (playback.position, playback.playing) == (0, True)
    playback.toggle()
    assert not playback.playing


def test_repeat_holds_the_end_for_a_moment() -> None:
    playback = playback_of(100, position=99.0, repeat=True, speed=Speed(rate=100))
    playback.advance(1)
    playback.advance(HOLD_S * 0.9)
    assert (playback.step, playback.playing) == (100, True)
    playback.advance(HOLD_S * 0.2)
    assert playback.step == 0
    playback.advance(0.5)
    assert playback.step == 50
    playback.advance(1)
    playback.repeat = False
    playback.advance(0.1)
    assert (playback.step, playback.playing) == (100, False)


def test_faster_and_slower_take_the_next_speed() -> None:
    playback = playback_of(2_500)  # 250 steps/s
    playback.change_speed(1)
    assert playback.speed.rate == 300
    playback.change_speed(-1)
    assert playback.speed.rate == 100
    for _press in SPEEDS:
        playback.change_speed(1)
    assert playback.speed.rate == SPEEDS[-1]
    for _press in SPEEDS:
        playback.change_speed(-1)
    assert playback.speed.rate == SPEEDS[0] == 1


def test_speeds_have_labels() -> None:
    assert Speed(rate=1).label == "1 step/s"
    assert Speed(rate=30_000).label == "30,000 steps/s"
    assert Speed(span=10).label == "All in 10 s"


def test_films_of_different_lengths_end_together_where_asked() -> None:
    short, long = films = [solved("breadth-first"), solved("random-mouse")]
    for same_end in (False, True):
        playback = Playback(films, same_end=same_end)
        playback.update()
        playback.seek(long.steps / 2)
        half = round(short.steps / 2) if same_end else min(short.steps, long.steps // 2)
        assert [playback.step_of(film) for film in films] == [half, long.steps // 2]

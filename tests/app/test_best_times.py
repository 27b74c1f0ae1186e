"""Best times: the least of each maze, for so many mazes, whatever the settings hold."""

from __future__ import annotations

import pytest

from mazeeditor.app import best_times
from mazeeditor.app.best_times import MAX_MAZES, BestTimes
from mazeeditor.app.settings import Settings

NAN = float("nan")


def test_the_least_time_is_kept() -> None:
    times = BestTimes(Settings())
    assert times.of("a") is None
    assert [times.note("a", seconds, steps) for seconds, steps in ((9.5, 7), (12, 5), (8, 9))] == [
        False,
        False,
        True,
    ]
    assert times.of("a") == (8, 9)
    assert times.of("b") is None


@pytest.mark.slow
def test_those_played_longest_ago_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings()
    times = BestTimes(settings)
    for number in range(MAX_MAZES + 20):
        monkeypatch.setattr(best_times, "time", lambda number=number: number + 1000)
        times.note(f"{number:032x}", 5, 5)
    assert len(settings.best_times) == MAX_MAZES
    assert times.of(f"{19:032x}") is None
    assert times.of(f"{20:032x}") == (5, 5)


DAMAGED: list[object] = [
    *(None, 5, "5", [], [1, 2], [1, 2, 3, 4]),
    *(["1", 2, 3], [True, 2, 3], [-1, 2, 3], [float("nan"), 2, 3]),
]


def test_what_is_damaged_counts_as_none() -> None:
    for entry in DAMAGED:
        settings = Settings(best_times={"a": entry, "b": [1.5, 2, 3]})
        times = BestTimes(settings)
        assert times.of("a") is None, entry
        assert times.of("b") == (1.5, 2), entry
        assert not times.note("a", 4, 4), entry
        assert times.of("a") == (4, 4), entry

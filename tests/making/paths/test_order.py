"""The nearest tips of other paths are found: few by numpy, many by a kernel, the same ones."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.core.errors import CancelledError
from mazeeditor.core.job import Job
from mazeeditor.making.paths.order import near_tips
from mazeeditor.making.paths.travel import NEIGHBOURS

PLACES = st.integers(0, 30).map(float)
SPREADS = ["random", "grid", "one place", "a line", "two clusters"]


def places_of(spread: str, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Return float64[count] twice: where tips are."""
    random = np.random.default_rng(count)
    x, y = random.random((2, count)) * 100
    if spread == "grid":
        return np.floor(x / 5), np.floor(y / 5)
    if spread == "one place":
        return np.full(count, 3.0), np.full(count, 4.0)
    if spread == "a line":
        return x, np.zeros(count)
    return (x, y) if spread == "random" else (x + 1e5 * (x > 50), y)


@given(st.lists(st.tuples(PLACES, PLACES), min_size=4, max_size=60))
def test_they_are_the_nearest(places: list[tuple[float, float]]) -> None:
    x, y = np.array(places[: len(places) // 2 * 2]).T.copy()
    near = near_tips(x, y, Job()).reshape(-1, NEIGHBOURS)
    for tip in range(len(x)):
        others = [other for other in range(len(x)) if other // 2 != tip // 2]
        away = sorted(float(np.hypot(x[other] - x[tip], y[other] - y[tip])) for other in others)
        found = [other for other in near[tip].tolist() if other >= 0]
        assert len(found) == len(set(found)) == min(NEIGHBOURS, len(others))
        assert not {other // 2 for other in found} & {tip // 2}
        distances = np.hypot(x[found] - x[tip], y[found] - y[tip])
        assert distances == pytest.approx(away[: len(found)])


@pytest.mark.parametrize("spread", SPREADS)
def test_few_and_many_are_found_alike(spread: str) -> None:
    for count in (2, 4, 10, 16, 18, 300):
        x, y = places_of(spread, count)
        assert np.array_equal(near_tips(x, y, Job(), few=0), near_tips(x, y, Job())), count


def test_it_can_be_cancelled() -> None:
    job = Job()
    job.cancel()
    for few in (0, 1 << 14):
        with pytest.raises(CancelledError):
            near_tips(*places_of("random", 100), job, few)

"""The pyramid: what a loop over cells finds, the same after edits as built anew."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.core.errors import CancelledError
from mazeeditor.core.job import Job
from mazeeditor.screen.raster.overview import Pyramid, Values, largest, mean

FOLDS = {"mean": mean, "largest": largest}
sizes = st.tuples(st.integers(1, 19), st.integers(1, 19))
folds = st.sampled_from(sorted(FOLDS))


def over(values: Values, fold: str) -> Pyramid:
    rows, columns = values.shape
    return Pyramid(lambda rows, columns: values[rows, columns], rows, columns, FOLDS[fold])


def levels(pyramid: Pyramid, size: tuple[int, int]) -> list[list[list[int]]]:
    result, level = [], 0
    while True:
        rows = np.arange(0, size[0], 2**level)
        columns = np.arange(0, size[1], 2**level)
        result.append(pyramid.sample(level, rows, columns).tolist())
        if len(rows) == len(columns) == 1:
            return result
        level += 1


def naive(values: list[list[int]], fold: str) -> list[list[list[int]]]:
    result = [values]
    while len(values) > 1 or len(values[0]) > 1:
        height, width = len(values), len(values[0])
        values = [
            [
                folded(
                    [
                        values[min(y + i, height - 1)][min(x + j, width - 1)]
                        for i in (0, 1)
                        for j in (0, 1)
                    ],
                    fold,
                )
                for x in range(0, width, 2)
            ]
            for y in range(0, height, 2)
        ]
        result.append(values)
    return result


def folded(four: list[int], fold: str) -> int:
    return max(four) if fold == "largest" else (sum(four) + 2) // 4


@given(sizes, folds, st.integers(0, 99))
def test_like_a_loop(size: tuple[int, int], fold: str, seed: int) -> None:
    values = np.random.default_rng(seed).integers(0, 256, size).astype(np.uint8)
    pyramid = over(values, fold)
    pyramid.build()
    assert levels(pyramid, size) == naive(values.tolist(), fold)


@given(sizes, folds, st.integers(0, 99), st.data())
def test_update_is_as_good_as_build(
    size: tuple[int, int], fold: str, seed: int, data: st.DataObject
) -> None:
    random = np.random.default_rng(seed)
    values = random.integers(0, 256, size).astype(np.uint8)
    pyramid = over(values, fold)
    pyramid.build()
    count = data.draw(st.integers(0, 12))
    rows, columns = random.integers(0, size[0], count), random.integers(0, size[1], count)
    values[rows, columns] = random.integers(0, 256, count).astype(np.uint8)
    pyramid.update(rows, columns)
    assert levels(pyramid, size) == naive(values.tolist(), fold)


@pytest.mark.parametrize("zoom", [3.0, 1.0, 0.99, 0.5, 0.3, 0.1])
def test_no_value_is_smaller_than_a_pixel_nor_much_larger(zoom: float) -> None:
    pyramid = over(np.zeros((999, 1000), np.uint8), "mean")
    assert pyramid.level_for(zoom) == 0, "before it is built there is only level 0"
    pyramid.build()
    pixels = zoom * 2 ** pyramid.level_for(zoom)
    assert 1 <= pixels < 2 or pyramid.level_for(zoom) == 0


def test_cancelled_in_time_and_nothing_shown() -> None:
    pyramid = over(np.zeros((5000, 5), np.uint8), "mean")
    job = Job()
    job.cancel()
    with pytest.raises(CancelledError):
        pyramid.build(job)
    assert not pyramid.ready


def test_an_outdated_pyramid_is_built_when_a_level_is_looked_at() -> None:
    values = np.zeros((40, 30), np.uint8)
    read: list[int] = []

    def base(rows: Any, columns: Any) -> Values:
        read.append(1)
        return values[rows, columns]

    pyramid = Pyramid(base, 40, 30, largest)
    pyramid.build()
    values[7:30, 5:20] = 3
    read.clear()
    pyramid.outdate()
    pyramid.update(np.array([8]), np.array([6]))
    assert not read
    fresh = Pyramid(base, 40, 30, largest)
    fresh.build()
    for level in (0, 1, 3):
        rows, columns = np.arange(40), np.arange(30)
        assert (pyramid.sample(level, rows, columns) == fresh.sample(level, rows, columns)).all()
    values[8, 6] = 9
    pyramid.update(np.array([8]), np.array([6]))
    assert pyramid.sample(1, np.array([8]), np.array([6]))[0, 0] == 9

"""Axes include every value, have round ticks at equal steps, and labels that do not touch."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.page.box_plots import MOST_TICKS, Axis, axis_of

LENGTH, LETTER = 60.0, 1.4  # mm


def axis(least: float, most: float, *, whole: bool = False) -> Axis:
    return axis_of(least, most, LENGTH, lambda text: len(text) * LETTER, whole=whole)


VALUES = st.one_of(st.integers(0, 10**8).map(float), st.floats(1e-6, 1e7))


@given(VALUES, VALUES, st.booleans())
def test_any_axis(one: float, other: float, whole: bool) -> None:
    least, most = sorted((math.floor(one), math.floor(other)) if whole else (one, other))
    result = axis(least, most, whole=whole)
    low, high = result.positions([least, most])
    assert 0 - 1e-6 <= low <= high <= 1 + 1e-6
    assert 2 <= len(result.ticks) <= MOST_TICKS
    steps = [after - before for before, after in zip(result.ticks, result.ticks[1:], strict=False)]
    assert min(steps) > 0
    assert steps == pytest.approx([steps[0]] * len(steps))
    digits = f"{steps[0]:.6e}"[0]
    assert digits in "125"
    assert len(set(result.labels)) == len(result.labels)
    for tick, label in zip(result.ticks, result.labels, strict=True):
        assert float(label.replace(",", "")) == pytest.approx(tick)
        assert not (whole and "." in label)
    if len(result.ticks) > 2:
        apart = LENGTH / (len(result.ticks) - 1)
        assert max(map(len, result.labels)) * LETTER < apart
    if least >= 0:
        assert result.ticks[0] >= 0


def test_zero_is_shown_where_it_is_near() -> None:
    assert axis(30, 150).ticks[0] == 0
    assert axis(120, 150).ticks[0] >= 100


def test_it_is_as_fine_as_its_length_allows() -> None:
    assert axis(0, 100, whole=True).labels == ("0", "20", "40", "60", "80", "100")
    assert axis(0, 2, whole=True).labels == ("0", "1", "2")
    assert axis(0, 2).labels == ("0.0", "0.5", "1.0", "1.5", "2.0")


@pytest.mark.parametrize(("value", "ends"), [(0, (0, 1)), (1, (0, 2)), (39, (38, 40))])
def test_a_value_that_is_always_the_same(value: float, ends: tuple[float, float]) -> None:
    result = axis(value, value, whole=True)
    assert (result.ticks[0], result.ticks[-1]) == ends

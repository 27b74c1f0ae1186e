"""Lines as shares of pixels: as much as they are long and wide, and where they are."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from mazeeditor.gui.canvas import coverage
from mazeeditor.gui.canvas.area import Area
from mazeeditor.gui.canvas.coverage import FULL, dots
from mazeeditor.maze.geometry import Points

AREA = Area(-3, -2, 40, 30)
FINE = 8  # points across a pixel
places = st.tuples(st.floats(2, 36), st.floats(3, 26))


def at(*ends: tuple[float, float]) -> Points:
    return np.array(ends, np.float64).reshape(-1, 2, 2)


def lines(segments: Points, width: float, area: Area, *, smooth: bool) -> NDArray[np.uint8]:
    """Return uint8[height, width], what the lines cover."""
    places, shares = coverage.lines(segments, width, area, smooth=smooth)
    assert (np.diff(places) > 0).all()
    picture = np.zeros(area.height * area.width, np.uint8)
    picture[places] = shares
    return picture.reshape(area.height, area.width)


def sampled(segment: Points, width: float) -> NDArray[np.float64]:
    """Return the shares of a line that ends where pixels do, by very many points."""
    steps = (np.arange(FINE) + 0.5) / FINE
    x = (np.arange(AREA.left, AREA.right)[:, None] + steps).ravel()
    y = (np.arange(AREA.top, AREA.bottom)[:, None] + steps).ravel()[:, None]
    (x0, y0), (x1, y1) = segment[0]
    steep = abs(y1 - y0) > abs(x1 - x0)
    (u, v), (u0, v0), (u1, v1) = (
        ((y, x), (y0, x0), (y1, x1)) if steep else ((x, y), (x0, y0), (x1, y1))
    )
    if u0 > u1:
        (u0, v0), (u1, v1) = (u1, v1), (u0, v0)
    slope = (v1 - v0) / (u1 - u0)
    middle = np.floor(u) + 0.5  # a pixel has the line at its own middle
    there = (middle >= u0) & (middle < u1)
    near = np.abs(v - v0 - (middle - u0) * slope) <= width / 2 * np.hypot(1, slope)
    points = (near & there).reshape(AREA.height, FINE, AREA.width, FINE)
    return points.mean(axis=(1, 3)) * FULL


@settings(max_examples=40)
@given(places, places, st.sampled_from([1, 2, 3, 7]))
def test_like_very_many_points(
    one: tuple[float, float], other: tuple[float, float], width: int
) -> None:
    if max(abs(a - b) for a, b in zip(one, other, strict=True)) < 0.01:
        return
    segment = at(one, other)
    found = lines(segment, width, AREA, smooth=True).astype(float)
    assert np.abs(found - sampled(segment, width)).max() <= FULL * 2 / FINE


@given(st.lists(st.tuples(places, places), min_size=1, max_size=6), st.booleans(), st.data())
def test_a_part_is_a_part_of_the_whole(
    some: list[tuple[tuple[float, float], tuple[float, float]]], smooth: bool, data: st.DataObject
) -> None:
    segments = np.array(some)
    left, top = data.draw(st.integers(-3, 30)), data.draw(st.integers(-2, 25))
    part = Area(
        left, top, data.draw(st.integers(left + 1, 40)), data.draw(st.integers(top + 1, 30))
    )
    whole = lines(segments, 2, AREA, smooth=smooth)
    expected = whole[part.top + 2 : part.bottom + 2, part.left + 3 : part.right + 3]
    np.testing.assert_array_equal(lines(segments, 2, part, smooth=smooth), expected)


@pytest.mark.parametrize("width", [1, 2, 3])
@pytest.mark.parametrize("turned", [False, True])
def test_upright_and_level_lines_are_sharp(width: int, turned: bool) -> None:
    edge = 10 + width / 2
    segment = at((edge, 5), (edge, 20)) if turned else at((5, edge), (20, edge))
    found = lines(segment, width, AREA, smooth=True)
    found = found.T if turned else found
    top, left = (10 + 3, 5 + 2) if turned else (10 + 2, 5 + 3)
    assert (found[top : top + width, left : left + 15] == FULL).all()
    assert np.count_nonzero(found) == width * 15


def test_lines_that_meet_cover_no_more_than_all() -> None:
    segments = at((5, 10.5), (20, 10.5), (20, 10.5), (5, 10.5), (12.5, 3), (12.5, 18))
    found = lines(segments, 1, AREA, smooth=True)
    assert found.max() == FULL


def test_nothing_of_nothing() -> None:
    for smooth in (False, True):
        assert not lines(np.empty((0, 2, 2)), 2, AREA, smooth=smooth).any()
        assert not lines(at((50, 50), (60, 70)), 2, AREA, smooth=smooth).any()


def test_dots() -> None:
    found = np.zeros(AREA.height * AREA.width, int)
    found[dots(np.array([[10.0, 12.0], [-3.0, 5.0], [99.0, 99.0]]), 2, AREA)] = 1
    picture = found.reshape(AREA.height, AREA.width)
    assert (picture[11 + 2 : 13 + 2, 9 + 3 : 11 + 3] == 1).all()
    assert (picture[4 + 2 : 6 + 2, 0] == 1).all()
    assert picture.sum() == 4 + 2

"""Lines as shares of pixels: as much as they are long and wide, where they are; arcs as chords."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from mazeeditor.maze.geometry import Points, distances
from mazeeditor.screen.area import Area
from mazeeditor.screen.raster.fill_kernels import stamp
from mazeeditor.screen.raster.line_kernels import FULL_COVERAGE, draw_hard, draw_soft, pieces_of
from mazeeditor.screen.viewport import wall_width
from tests.breadth import examples

AREA = Area(-3, -2, 40, 30)
FINE = 8  # points across a pixel
places = st.tuples(st.floats(2, 36), st.floats(3, 26))


def at(*ends: tuple[float, float]) -> Points:
    return np.array(ends, np.float64).reshape(-1, 2, 2)


def lines(segments: Points, width: float, area: Area, *, smooth: bool) -> NDArray[np.uint8]:
    """Return uint8[height, width], what the lines cover."""
    place, reach = np.array(area, np.int64), width / 2 + 0.5
    pixels = np.zeros(area.height * area.width, np.uint32)
    cover = np.zeros(area.height * area.width, np.uint8)
    for x0, y0, x1, y1 in segments.reshape(-1, 4).tolist():
        if smooth:
            draw_soft(cover, place, x0, y0, x1, y1, reach)
        else:
            draw_hard(pixels, place, x0, y0, x1, y1, FULL_COVERAGE)
    covered = cover if smooth else pixels.astype(np.uint8)
    return covered.reshape(area.height, area.width)


def sampled(segment: Points, width: float) -> NDArray[np.float64]:
    """Return the shares of a line with round ends, by very many points."""
    steps = (np.arange(FINE) + 0.5) / FINE
    x = (np.arange(AREA.left, AREA.right)[:, None] + steps).ravel()
    y = (np.arange(AREA.top, AREA.bottom)[:, None] + steps).ravel()[:, None]
    away = distances(np.stack(np.broadcast_arrays(x, y), axis=-1), segment[0], np.zeros(1))
    points = (away <= width / 2).reshape(AREA.height, FINE, AREA.width, FINE)
    return points.mean(axis=(1, 3)) * FULL_COVERAGE


@examples(15)
@given(places, places, st.sampled_from([1, 2, 3, 7]))
def test_like_very_many_points(
    one: tuple[float, float], other: tuple[float, float], width: int
) -> None:
    if max(abs(a - b) for a, b in zip(one, other, strict=True)) < 0.01:
        return
    segment = at(one, other)
    result = lines(segment, width, AREA, smooth=True).astype(float)
    assert np.abs(result - sampled(segment, width)).max() <= FULL_COVERAGE * 2 / FINE


@given(st.lists(places, min_size=2, max_size=6))
def test_hard_lines_have_the_pixels_in_whose_diamonds_they_come(
    ways: list[tuple[float, float]],
) -> None:
    segments = np.stack([ways[:-1], ways[1:]], axis=1)
    result = lines(segments, 1, AREA, smooth=False) > 0
    share = np.linspace(0, 1, 4000)[:, None, None]
    x, y = (segments[:, 0] + share * (segments[:, 1] - segments[:, 0])).reshape(-1, 2).T
    off = np.abs(x - np.floor(x) - 0.5) + np.abs(y - np.floor(y) - 0.5)
    for room, part in ((-0.02, 0), (0.02, 1)):
        met = np.zeros_like(result)
        met[
            np.floor(y - AREA.top)[off <= 0.5 + room].astype(int),
            np.floor(x - AREA.left)[off <= 0.5 + room].astype(int),
        ] = True
        assert not ((result & ~met) if part else (met & ~result)).any()


@given(st.lists(places, min_size=2, max_size=6))
def test_hard_lines_have_no_gap(ways: list[tuple[float, float]]) -> None:
    """Pixels that touch, be it at a corner, are one piece."""
    result = lines(np.stack([ways[:-1], ways[1:]], axis=1), 1, AREA, smooth=False)
    pixels = [tuple(each) for each in np.argwhere(result).tolist()]
    graph = nx.Graph()
    graph.add_nodes_from(pixels)
    near = [(row, column) for row in (-1, 0, 1) for column in (-1, 0, 1)]
    graph.add_edges_from(
        ((row, column), (row + down, column + right))
        for row, column in pixels
        for down, right in near
        if (row + down, column + right) in graph
    )
    assert len(pixels) < 2 or nx.is_connected(graph)


@given(places, places, st.floats(0, 1))
def test_a_hard_line_in_two_is_as_thin_as_in_one(
    one: tuple[float, float], other: tuple[float, float], share: float
) -> None:
    between = one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1])
    whole = lines(at(one, other), 1, AREA, smooth=False)
    parts = lines(at(one, between, between, other), 1, AREA, smooth=False)
    # where the line goes through a corner of a diamond, both pixels may be right
    assert np.count_nonzero(whole != parts) <= 1


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
    """But for their round ends."""
    edge = 10 + width / 2
    segment = at((edge, 5), (edge, 20)) if turned else at((5, edge), (20, edge))
    result = lines(segment, width, AREA, smooth=True)
    result = result.T if turned else result
    top, left = (10 + 3, 5 + 2) if turned else (10 + 2, 5 + 3)
    assert (result[top : top + width, left : left + 15] == FULL_COVERAGE).all()
    assert set(np.unique(result[:, left : left + 15]).tolist()) == {0, FULL_COVERAGE}
    assert result[:, left : left + 15].sum() == FULL_COVERAGE * width * 15


def test_lines_that_meet_cover_what_the_larger_share_says() -> None:
    """A pixel that two lines have in part is no darker than the darker one makes it."""
    segments = at((5, 10.2), (20, 10.2), (20, 10.2), (5, 10.2), (12.3, 3), (12.3, 18))
    result = lines(segments, 1, AREA, smooth=True)
    alone = [lines(segment[None], 1, AREA, smooth=True) for segment in segments]
    np.testing.assert_array_equal(result, np.max(alone, axis=0))


def test_nothing_of_nothing() -> None:
    for smooth in (False, True):
        assert not lines(np.empty((0, 2, 2)), 2, AREA, smooth=smooth).any()
        assert not lines(at((50, 50), (60, 70)), 2, AREA, smooth=smooth).any()


def test_dots() -> None:
    result = np.zeros(AREA.height * AREA.width, np.uint32)
    for x, y in ((10.0, 12.0), (-3.0, 5.0), (99.0, 99.0)):
        stamp(result, np.array(AREA, np.int64), x, y, 2, 1)
    picture = result.reshape(AREA.height, AREA.width)
    assert (picture[11 + 2 : 13 + 2, 9 + 3 : 11 + 3] == 1).all()
    assert (picture[4 + 2 : 6 + 2, 0] == 1).all()
    assert picture.sum() == 4 + 2


px = st.floats(-300, 300)


@given(px, px, px, px, st.floats(-1, 1), st.integers(1, 40))
def test_chords_keep_to_the_arc(
    x0: float, y0: float, x1: float, y1: float, bulge: float, zoom: int
) -> None:
    """Up to half a circle: the walls of rings are a sixth of one at the most."""
    if abs(bulge) < 1e-6 or np.hypot(x1 - x0, y1 - y0) < 0.01:
        return
    ends, bulges = np.array([[[x0, y0], [x1, y1]]]), np.array([bulge])
    pieces, walls = pieces_of(ends, bulges, zoom, curved=True)
    assert (walls == 0).all()
    ends = ends * zoom + wall_width(zoom) % 2 / 2
    np.testing.assert_array_equal(pieces[0, 0], ends[0, 0])
    np.testing.assert_array_equal(pieces[-1, 1], ends[0, 1])
    np.testing.assert_array_equal(pieces[:-1, 1], pieces[1:, 0])
    for share in (0.0, 0.3, 0.5, 0.9):
        places = pieces[:, 0] + share * (pieces[:, 1] - pieces[:, 0])
        away = distances(places, ends, np.full(len(places), bulge))
        assert away.max() < 0.1 + 1e-6, share


def test_straight_walls_are_one_piece_at_whole_pixels() -> None:
    ends = np.array([[[0.1, 0.2], [1.33, 0.2]], [[2.0, 5.0], [2.0, 6.1]]])
    pieces, walls = pieces_of(ends, np.zeros(2), 10, curved=False)
    np.testing.assert_array_equal(pieces, [[[1.5, 2.5], [13.5, 2.5]], [[20.5, 50.5], [20.5, 61.5]]])
    assert walls.tolist() == [0, 1]

"""Arcs cut into pieces stay on their circles, and lines instead of arcs as near as asked for."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.page.curves import (
    cut_at_extremes,
    directions_at,
    extremes_of,
    flatten,
    in_pieces,
    radii_of,
    with_last_arcs,
)
from mazeeditor.page.scene import Polygons, Strokes
from mazeeditor.page.walls.band_outlines import outlines_of
from mazeeditor.page.walls.pen_strokes import chains_of
from mazeeditor.page.walls.wall_graph import WallGraph
from tests.page.walls import Points

NUMBERS = st.floats(-50, 50)
ARCS = st.tuples(
    st.tuples(NUMBERS, NUMBERS), st.floats(0.5, 80), st.floats(-3, 3), st.floats(-3, 3)
)


def arc(
    centre: tuple[float, float], radius: float, begin: float, turn: float
) -> tuple[Points, float]:
    """Return both ends of an arc that turns clockwise by ``turn``, and its bulge."""
    angles = np.array([begin, begin + turn])
    ends = np.array(centre) + radius * np.stack([np.cos(angles), np.sin(angles)], axis=-1)
    return ends, -float(np.tan(turn / 4))


def stroke(ends: Points, bulge: float, closed: bool = False) -> Strokes:
    bulges = np.array([bulge, bulge if closed else 0.0])
    return Strokes(ends, np.array([0, 2]), np.array([closed]), 1, "black", "round", bulges)


@given(ARCS, st.floats(0.05, 3))
def test_pieces_lie_on_the_circle(
    given: tuple[tuple[float, float], float, float, float], largest: float
) -> None:
    centre, radius, begin, turn = given
    ends, bulge = arc(centre, radius, begin, turn)
    cut = in_pieces(stroke(ends, bulge), largest)
    assert cut.points[[0, -1]] == pytest.approx(ends)
    assert np.hypot(*(cut.points - centre).T) == pytest.approx(radius, rel=1e-6)
    assert cut.bulges is not None
    angles = 4 * np.arctan(np.abs(cut.bulges[:-1]))
    assert angles.max() <= largest + 1e-5
    assert angles.sum() == pytest.approx(abs(turn), abs=1e-9)
    assert np.ptp(angles) < 1e-9
    if abs(turn) > 1e-3:
        assert radii_of(cut)[:-1] == pytest.approx(radius, rel=1e-3)
        away = cut.points - centre
        turns = away[:-1, 0] * away[1:, 1] - away[:-1, 1] * away[1:, 0]
        assert (np.sign(turns) == np.sign(turn)).all()


@given(ARCS)
def test_arcs_end_where_they_reach_farthest(
    given: tuple[tuple[float, float], float, float, float],
) -> None:
    """Up, down, left and right, but for a hair; and the line is the same."""
    centre, radius, begin, turn = given
    ends, bulge = arc(centre, radius, begin, turn)
    cut = cut_at_extremes(stroke(ends, bulge), 0.0)
    assert cut.points[[0, -1]] == pytest.approx(ends)
    assert np.hypot(*(cut.points - centre).T) == pytest.approx(radius, rel=1e-6)
    assert cut.bulges is not None
    assert 4 * np.arctan(-cut.bulges).sum() == pytest.approx(turn, abs=1e-9)
    assert len(cut.bulges) <= 2 + abs(turn) / (np.pi / 2) + 1
    farthest = extremes_of(stroke(ends, bulge))
    away = np.abs(farthest[:, None] - cut.points[None]).sum(axis=2).min(axis=1, initial=1.0)
    assert (away < 0.03).all()
    small = cut_at_extremes(stroke(ends, bulge), radius + 1)
    assert len(small.points) == 2


@given(ARCS, st.sampled_from([0.001, 0.02, 0.3]))
def test_lines_instead_are_as_near_as_asked(
    given: tuple[tuple[float, float], float, float, float], error: float
) -> None:
    centre, radius, begin, turn = given
    ends, bulge = arc(centre, radius, begin, turn)
    lines = flatten(stroke(ends, bulge), error)
    assert lines.bulges is None
    middles = (lines.points[:-1] + lines.points[1:]) / 2
    assert np.hypot(*(middles - centre).T).min() >= radius - error - 1e-6


def test_each_stroke_is_cut_by_itself() -> None:
    """Lines stay lines, and what closes a ring is cut like the rest."""
    square = np.array([(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)])
    points = np.concatenate([square, square + 5])
    bulges = np.array([0, 0, 0, 0, 0, 0.5, 0, 0.5])
    rings = Polygons(points, np.array([0, 4, 8]), "black", 0.0, bulges)
    cut = in_pieces(rings, 0.5)
    assert cut.bulges is not None
    assert cut.starts.tolist() == [0, 4, 14]
    assert cut.points[:4].tolist() == square.tolist()
    assert np.count_nonzero(cut.bulges) == 8
    closed = with_last_arcs(cut)
    assert closed.starts.tolist() == [0, 4, 15]
    assert closed.points[-1].tolist() == [5, 5]


def test_lines_leave_and_reach_points_along_their_tangents() -> None:
    r"""A line to the right, half a circle upwards and to the left, a line without length; a ring.

    ::

          c . .               c is there twice
                .
        a ----- b'            y grows downwards
    """
    line = np.array([(0.0, 0.0), (2.0, 0.0), (2.0, -2.0), (2.0, -2.0)])
    ring = np.array([(5.0, 5.0), (6.0, 5.0), (6.0, 6.0)])
    points, bulges = np.concatenate([line, ring]), np.array([0, 1.0, 0, 0, 0, 0, 0])
    closed = np.array([False, True])
    item = Strokes(points, np.array([0, 4, 7]), closed, 1, "black", "round", bulges)
    leaving, arriving = directions_at(item)
    back = -(1 + 1j) / np.sqrt(2)
    assert leaving == pytest.approx([1, 1, 0, 0, 1, 1j, back])
    assert arriving == pytest.approx([0, 1, -1, 0, back, 1, 1j])


def test_a_line_that_touches_an_arc_does_not_become_one_with_it() -> None:
    r"""A line, half a circle to the left, a quarter to the right: three ways, though no corner.

    ::

             |            the line comes from the left
              \_.
                  \
        ________._/
    """
    x, y = np.array([0.0, 4.0, 4.0, 2.0]), np.array([0.0, 0.0, -2.0, -4.0])
    bulges = np.array([0.0, 1.0, -np.tan(np.pi / 8)])
    ends = np.array([0, 1, 1, 2, 2, 3], np.int32)
    first, at = np.array([0, 1, 3, 5, 6], np.int64), np.arange(6, dtype=np.int32)
    graph = WallGraph(ends, first, at, x, y, bulges)
    chains = chains_of(graph)
    assert chains.posts.tolist() == [0, 1, 2, 3]
    assert chains.bulges == pytest.approx([*bulges, 0])
    rings = outlines_of(graph, 0.2)
    assert rings.bulges is not None
    quarter = np.tan(np.pi / 8)
    arcs = sorted(rings.bulges[np.abs(rings.bulges) > 1e-9].tolist())  # both sides of two arcs
    assert arcs == pytest.approx([-1, -quarter, quarter, 1])

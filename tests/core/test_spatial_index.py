"""The spatial index: nothing near a place is missed, everything once and in order."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mazeeditor.core.errors import CancelledError
from mazeeditor.core.job import Job
from mazeeditor.core.spatial_index import STRAIGHT, SpatialIndex

PLACE = st.tuples(st.floats(-20, 20, width=32), st.floats(-20, 20, width=32))
BOX = -20.0, -20.0, 20.0, 20.0
SIDES = st.sampled_from([0.7, 3.0, 100.0])


def entries(index: SpatialIndex, box: tuple[float, float, float, float]) -> list[int]:
    """Return what lies in the squares that meet a box."""
    runs = index.runs(box).tolist()
    return [number for begin, end in runs for number in index.at[begin:end].tolist()]


@given(st.lists(PLACE, min_size=1, max_size=30), SIDES, PLACE, st.floats(0, 9))
def test_points_in_a_box_are_found_once(
    places: list[tuple[float, float]], side: float, at: tuple[float, float], reach: float
) -> None:
    x, y = np.array(places).T
    empty = SpatialIndex.over(BOX, side)
    index = empty.with_points(empty.squares_of(x, y))
    box = at[0] - reach, at[1] - reach, at[0] + reach, at[1] + reach
    found = entries(index, box)
    within = (x >= box[0]) & (x <= box[2]) & (y >= box[1]) & (y <= box[3])
    assert len(found) == len(set(found))
    assert set(np.flatnonzero(within).tolist()) <= set(found)
    assert sorted(entries(index, BOX)) == list(range(len(places)))


@given(
    st.lists(st.tuples(PLACE, PLACE, st.floats(-1, 1)), min_size=1, max_size=12),
    SIDES,
    PLACE,
    st.floats(0.1, 9),
    st.booleans(),
)
@example([((0.0, 0.0), (0.0, 1.0), 2e-311)], 0.7, (0.0, 0.0), 1.0, False)  # an infinite radius
def test_no_line_or_arc_near_a_place_is_missed(
    edges: list[tuple[tuple[float, float], tuple[float, float], float]],
    side: float,
    at: tuple[float, float],
    reach: float,
    straight: bool,
) -> None:
    begin = np.array([complex(*edge[0]) for edge in edges])
    chord = np.array([complex(*edge[1]) for edge in edges]) - begin
    bulges = np.array([0.0 if straight else edge[2] for edge in edges])
    index = SpatialIndex.of_edges(begin, chord, STRAIGHT if straight else bulges, side)
    near = index.near(*at, reach).tolist()
    assert near == sorted(set(near))
    share = np.linspace(0, 1, 65)[:, None]
    # a bulge is the tangent of a quarter of the angle of an arc, by which its ends turn
    phi = 2 * np.arctan(bulges)
    flat = np.abs(phi) < 1e-9
    length = np.where(flat, share, np.sin(share * phi) / np.where(flat, 1.0, np.sin(phi)))
    points = begin + chord * length * np.exp(1j * (1 - share) * phi)
    away = np.abs(points - complex(*at)).min(axis=0)
    assert set(np.flatnonzero(away <= reach - 1e-6).tolist()) <= set(near)


def test_far_away_nothing_is_near() -> None:
    begin = np.array([0j, 5 + 5j])
    index = SpatialIndex.of_edges(begin, np.array([1 + 1j, 2j]), STRAIGHT, 1.0)
    assert index.near(0.5, 0.5, 0.1).tolist() == [0]
    for place in ((-50.0, 0.0), (50.0, 0.0), (0.0, -50.0), (0.0, 50.0)):
        assert index.near(*place, 1.0).tolist() == []


def test_it_can_be_cancelled() -> None:
    job = Job()
    job.cancel()
    with pytest.raises(CancelledError):
        SpatialIndex.of_edges(np.zeros(3, complex), np.ones(3, complex), STRAIGHT, 1.0, job)

"""Fingers of joints are odd and alike, and their outlines those of shapely."""

from __future__ import annotations

import numpy as np
import pytest
from shapely.geometry import box
from shapely.ops import unary_union

from mazeeditor.making.edges.finger_joints import fingers, outline_of
from tests.making.areas import area_within


@pytest.mark.parametrize(
    ("length", "wide", "least", "count"),
    [(60.0, 6.0, 3.0, 9), (12.0, 6.0, 3.0, 3), (8.0, 6.0, 3.0, 1), (5.0, 6.0, 1.0, 3)],
)
def test_fingers_are_odd_and_alike(length: float, wide: float, least: float, count: int) -> None:
    spans = fingers(2.0, 2.0 + length, wide, least)
    assert len(spans) == count
    assert spans[0][0] == 2.0
    assert spans[-1][1] == pytest.approx(2.0 + length)
    assert np.allclose([high - low for low, high in spans], length / count)


def test_outlines_are_those_of_shapely() -> None:
    boxes = [(0, 0, 10, 4), (2, 4, 4, 7), (6, 4, 8, 7), (0, 7, 10, 9)]
    for kerf in (0.0, 0.4):
        path = outline_of(boxes, kerf)
        expected = unary_union([box(*each) for each in boxes]).buffer(kerf / 2, join_style="mitre")
        assert area_within(path).symmetric_difference(expected).area < 1e-9
        assert len(path) == 2

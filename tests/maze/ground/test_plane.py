"""The plane in metres agrees with geodesics on the ellipsoid that an independent library solves."""

from __future__ import annotations

from itertools import cycle

import numpy as np
import pytest

from mazeeditor.maze.ground.plane import LocalPlane
from tests.maze.ground.fields import EARTH, away, distance


def test_places_agree_with_geodesics() -> None:
    """Within 1 mm over 800 m in each direction, where 5 cm are asked for over 10 ha."""
    latitudes = -71.5, -33.0, 0.0, 12.5, 51.2, 68.0, 84.0
    for middle in zip(cycle((-179.9999, 0.0, 8.5)), latitudes, strict=False):
        plane = LocalPlane(*middle)
        for azimuth in range(0, 360, 15):
            place = np.array(away(middle, azimuth, 800.0))
            angle = np.radians(azimuth)
            metres = 800.0 * np.array([np.sin(angle), np.cos(angle)])
            assert plane.metres(place) == pytest.approx(metres, abs=1e-3), (middle, azimuth)
            x, y = plane.degrees(metres).tolist()
            assert distance((x, y), (place[0], place[1])) < 1e-3, (middle, azimuth)


def test_distances_between_any_places_agree() -> None:
    """Not only from the middle: 2 mm over a field of 1,000 m."""
    plane = LocalPlane(9.5, 47.25)
    random = np.random.default_rng(1)
    ends = random.uniform(-500, 500, (60, 2, 2))
    degrees = plane.degrees(ends)
    for (one, other), (start, stop) in zip(degrees.tolist(), ends, strict=True):
        measured = EARTH.Inverse(one[1], one[0], other[1], other[0])["s12"]
        assert measured == pytest.approx(float(np.hypot(*(stop - start))), abs=2e-3)


def test_degrees_and_metres_are_each_others_inverse() -> None:
    plane = LocalPlane(179.999, -45.0)
    metres = np.random.default_rng(2).uniform(-20_000, 20_000, (50, 2))
    degrees = plane.degrees(metres)
    assert np.abs(degrees[:, 0]).max() <= 180
    assert (degrees[:, 0] < 0).any()  # beyond the date line
    np.testing.assert_allclose(plane.metres(degrees), metres, atol=1e-6)

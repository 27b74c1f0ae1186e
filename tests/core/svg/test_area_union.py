"""What several areas cover together, compared at many points with the areas themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from mazeeditor.core.errors import UsageError
from mazeeditor.core.svg.area_union import RingArea, common_area, cross_themselves
from mazeeditor.core.svg.geometry import PathLine
from mazeeditor.core.svg.strokes import StrokePen, stroke_pieces
from mazeeditor.core.work import Work
from mazeeditor.page.scene import Points
from tests.breadth import repeats

SIDE = 1000.0
TRIED = 2000
MISSED = 3  # points on an edge, which moves to a grid


def times_round(rings: Sequence[Points], points: Points) -> NDArray[Any]:
    """Return int64[p], how often rings go round points: by the rays to their right."""
    count = np.zeros(len(points), np.int64)
    x, y = points[:, :1], points[:, 1:]
    for ring in rings:
        (x0, y0), (x1, y1) = ring.T, np.roll(ring, -1, axis=0).T
        up, down = (y0 <= y) & (y1 > y), (y1 <= y) & (y0 > y)
        with np.errstate(divide="ignore", invalid="ignore"):
            right = x0 + (y - y0) / (y1 - y0) * (x1 - x0) > x
        count += ((up & right).astype(np.int64) - (down & right)).sum(axis=1)
    return count


def covers(area: RingArea, points: Points) -> NDArray[np.bool_]:
    count = times_round(area.rings, points)
    result: NDArray[np.bool_] = count % 2 != 0 if area.odd else count != 0
    return result


def any_rings(dice: np.random.Generator, kind: str) -> list[Points]:
    """Return rings that cross themselves and each other."""
    points = dice.random((int(dice.integers(3, 40)), 2)) * SIDE
    if kind == "on a raster":  # corners on lines, lines on lines
        return [np.rint(points / 100) * 100]
    if kind == "curves":
        turn = np.sort(dice.random(len(points))) * 2 * np.pi
        return [500 + 400 * np.stack([np.cos(3 * turn), np.sin(2 * turn)], axis=1)]
    if kind == "squares":
        square = np.array([[0, 0], [1, 0], [1, 1], [0, 1.0]])
        rings = [square * dice.random() * 300 + dice.random(2) * 600 for _ring in range(8)]
        return [ring if dice.random() < 0.5 else ring[::-1] for ring in rings]
    if kind == "strokes":
        walk = np.cumsum(dice.normal(size=(18, 2)) * 40, axis=0) + SIDE / 2
        pen = StrokePen(9.0, "butt", ("miter", "round", "bevel")[int(dice.integers(3))])
        return stroke_pieces([PathLine(walk, False, False)], pen, (1, 0, 0, 0.5, 0, 0))
    return [points]


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["corners", "on a raster", "curves", "squares", "strokes"])
def test_areas_are_joined_and_clipped(kind: str) -> None:
    for seed in repeats(1 if kind == "strokes" else 3, 200):
        check_joined(kind, seed)


def check_joined(kind: str, seed: int) -> None:
    dice = np.random.default_rng(seed)
    rings = any_rings(dice, kind)
    clip = RingArea([np.array([[200, 200], [800, 250], [700, 900], [150, 800.0]])])
    points = dice.random((TRIED, 2)) * SIDE
    for groups in (
        [[RingArea(rings, odd=True)]],
        [[RingArea(rings)]],
        [[RingArea([ring]) for ring in rings]],
        [[RingArea(rings, odd=True)], [clip]],
        [[RingArea(rings)], [clip], [RingArea(any_rings(dice, "squares"))]],
    ):
        expected = np.all([np.any([covers(a, points) for a in g], axis=0) for g in groups], axis=0)
        result = common_area(groups, Work(0))
        count = times_round(result, points)
        assert set(count.tolist()) <= {0, 1}, "holes run against the rings around them"
        assert np.count_nonzero((count != 0) != expected) <= MISSED
        again = common_area([[RingArea(result)]], Work(0))
        assert np.count_nonzero(times_round(again, points) != count) <= MISSED


def test_nothing_in_common_is_nothing() -> None:
    one = RingArea([np.array([[0, 0], [1, 0], [1, 1.0]])])
    far = RingArea([np.array([[5, 5], [6, 5], [6, 6.0]])])
    assert common_area([[one], [far]], Work(0)) == []
    assert common_area([[one], []], Work(0)) == []
    assert common_area([[RingArea([])]], Work(0)) == []


def test_rings_that_cross_themselves_are_known() -> None:
    for ring, crosses in (
        ([[0, 0], [4, 0], [4, 4], [0, 4]], False),
        ([[0, 0], [4, 4], [4, 0], [0, 4]], True),
        ([[0, 0], [4, 0], [2, 2], [4, 4], [0, 4], [2, 2]], True),  # meets itself in a corner
        ([[0, 0], [4, 0], [4, 4], [2, 0], [0, 4]], True),  # a corner on a line
    ):
        assert cross_themselves([np.array(ring, np.float64)], Work(0)) == crosses, ring


def test_too_many_lines_are_refused() -> None:
    ring = np.random.default_rng(1).random((20_000, 2))
    with pytest.raises(UsageError, match="too intricate"):
        common_area([[RingArea([ring])]], Work(0))

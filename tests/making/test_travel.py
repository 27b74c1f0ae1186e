"""The head travels little: less than from each path to the nearest next one, never more."""

from __future__ import annotations

from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

import mazeeditor
from mazeeditor.drawing.stroke_order import listed, nearest_order
from mazeeditor.job import Job
from mazeeditor.making.path_order import in_order, travel_of
from mazeeditor.making.tool_paths import ToolPaths
from mazeeditor.making.travel import NEAREST, neighbours, shorten_travel
from mazeeditor.making.wall_parts import centre_lines
from tests.breadth import stress
from tests.making.designs import design_of

Numbers = NDArray[np.float64]
PLACES = st.integers(0, 30).map(float)


def random_tips(count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return float64[2k] twice: where heads and tails are."""
    x, y = np.random.default_rng(seed).random((2, 2 * count)) * 100
    return x, y


def travel(x: Numbers, y: Numbers, order: np.ndarray, turned: np.ndarray) -> float:
    """Return the way in mm from the end of each path to the beginning of the next."""
    count = len(order)
    heads = np.where(turned, order + count, order)
    tails = np.where(turned, order, order + count)
    return float(np.hypot(x[heads[1:]] - x[tails[:-1]], y[heads[1:]] - y[tails[:-1]]).sum())


@pytest.mark.parametrize("count", [1, 2, 3, 9, 40, 500])
@pytest.mark.parametrize("seed", range(3))
def test_every_path_once_and_never_farther(count: int, seed: int) -> None:
    x, y = random_tips(count, seed)
    order, turned = nearest_order(np.arange(len(x), dtype=np.int32), listed(x, y), Job())
    before = travel(x, y, order, turned)
    shorten_travel(x, y, order, turned)
    after = travel(x, y, order, turned)
    assert sorted(order.tolist()) == list(range(count))
    assert after <= before + 1e-9
    if count == 500:
        assert after < 0.85 * before


@pytest.mark.parametrize("seed", range(8))
def test_few_paths_are_not_far_from_the_best(seed: int) -> None:
    count = 5
    x, y = random_tips(count, seed)
    order, turned = nearest_order(np.arange(len(x), dtype=np.int32), listed(x, y), Job())
    shorten_travel(x, y, order, turned)
    after = travel(x, y, order, turned)
    best = min(
        travel(x, y, np.array(some, np.int32), np.array(ways, np.uint8))
        for some in permutations(range(count))
        for ways in product((0, 1), repeat=count)
    )
    assert best - 1e-9 <= after <= 1.5 * best


@given(st.lists(st.tuples(PLACES, PLACES), min_size=4, max_size=60))
def test_neighbours_are_the_nearest(places: list[tuple[float, float]]) -> None:
    places = places[: len(places) // 2 * 2]
    x, y = np.array(places).T.copy()
    near, paths = neighbours(x, y).reshape(-1, NEAREST), len(x) // 2
    for tip in range(len(x)):
        others = [other for other in range(len(x)) if other % paths != tip % paths]
        away = sorted(float(np.hypot(x[other] - x[tip], y[other] - y[tip])) for other in others)
        found = [other for other in near[tip].tolist() if other >= 0]
        assert len(found) == len(set(found)) == min(NEAREST, len(others))
        distances = np.hypot(x[found] - x[tip], y[found] - y[tip])
        assert distances == pytest.approx(away[: len(found)])


@pytest.mark.parametrize("generator", ["backtracker", "prim"])
def test_much_is_saved_in_mazes(generator: str) -> None:
    maze = mazeeditor.generate(generator, rows=60, columns=60, seed=1)
    lines = centre_lines(design_of(maze), Job())
    tips = np.concatenate([lines.heads, lines.tails])
    x, y = tips[:, 0].copy(), tips[:, 1].copy()
    order, turned = nearest_order(np.arange(len(x), dtype=np.int32), listed(x, y), Job())
    assert travel_of(in_order(lines)) < 0.85 * travel(x, y, order, turned)


def test_rings_begin_where_it_is_near() -> None:
    square = np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])
    points = np.concatenate([square + np.array([3 * n, 0]) for n in range(4)])
    rings = ToolPaths(points, np.arange(0, 17, 4), np.ones(4, np.bool_), np.zeros(16))
    ordered = in_order(rings)
    assert travel_of(ordered) <= 3 * np.hypot(3, 0) + 1e-9
    for low in range(0, 16, 4):  # no ring is turned round
        ring = ordered.points[low : low + 4]
        after = np.roll(ring, -1, axis=0)
        assert (ring[:, 0] * after[:, 1] - ring[:, 1] * after[:, 0]).sum() == pytest.approx(2.0)


@pytest.mark.parametrize("seed", range(200 if stress() else 10))
def test_beginnings_of_rings_are_at_rest(seed: int) -> None:
    """No single ring could begin at another of its points with less travel."""
    random = np.random.default_rng(seed)
    counts = random.integers(3, 8, 12)
    starts = np.concatenate([[0], np.cumsum(counts)])
    points = np.repeat(random.uniform(0, 60, (12, 2)), counts, axis=0)
    points += random.uniform(-9, 9, points.shape)
    closed = random.random(12) < 0.7
    paths = in_order(ToolPaths(points, starts, closed, np.zeros(len(points))))
    least = travel_of(paths)
    for path in np.flatnonzero(paths.closed):
        begin = paths.starts[:-1].copy()
        for point in range(paths.starts[path], paths.starts[path + 1]):
            begin[path] = point
            assert travel_of(paths.begun_at(begin)) >= least - 1e-6

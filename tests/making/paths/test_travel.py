"""The head travels little: less than from each path to the nearest next one, never more."""

from __future__ import annotations

from itertools import combinations, permutations, product
from math import dist

import networkx
import numpy as np
import pytest
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.making.paths.order import greedy_order, in_order, near_tips, travel_of
from mazeeditor.making.paths.tool_paths import ToolPaths
from mazeeditor.making.paths.travel import PathTips, shorten_travel
from tests.breadth import repeats

Numbers = NDArray[np.float64]


def random_tips(count: int, seed: int) -> PathTips:
    """Return heads and tails of ``count`` paths anywhere."""
    return tips_at(*np.random.default_rng(seed).random((2, 2 * count)) * 100)


def tips_at(x: Numbers, y: Numbers) -> PathTips:
    """Return the tips of paths, float64[2k] each."""
    return PathTips(x, y, near_tips(x, y, Job()))


def travel(tips: PathTips, order: np.ndarray) -> float:
    """Return the way in mm from the end of each path to the beginning of the next."""
    x, y = tips.x, tips.y
    heads, tails = order[1:], order[:-1] ^ 1
    return float(np.hypot(x[heads] - x[tails], y[heads] - y[tails]).sum())


@pytest.mark.parametrize("count", [2, 3, 9, 40, 500])
def test_every_path_once_and_never_farther(count: int) -> None:
    tips = random_tips(count, seed=1)
    first = greedy_order(tips, Job())
    order = shorten_travel(tips, first, Job())
    assert sorted((first >> 1).tolist()) == sorted((order >> 1).tolist()) == list(range(count))
    assert travel(tips, order) <= travel(tips, first) + 1e-9
    if count == 500:
        assert travel(tips, order) < 0.92 * travel(tips, first)


@pytest.mark.parametrize("count", [2, 5, 30, 60])
def test_closest_ends_are_joined_first(count: int) -> None:
    tips = random_tips(count, count)
    places = list(zip(tips.x.tolist(), tips.y.tolist(), strict=True))
    rows = networkx.Graph((2 * path, 2 * path + 1) for path in range(count))
    shortest = 0.0
    for one, other in sorted(
        combinations(rows, 2), key=lambda two: dist(*map(places.__getitem__, two))
    ):
        free = rows.degree(one) == rows.degree(other) == 1
        if free and not networkx.has_path(rows, one, other):
            rows.add_edge(one, other)
            shortest += dist(places[one], places[other])
    assert travel(tips, greedy_order(tips, Job())) == pytest.approx(shortest, rel=0.05)


@pytest.mark.parametrize("seed", repeats(3, 8))
def test_few_paths_are_not_far_from_the_best(seed: int) -> None:
    tips = random_tips(5, seed)
    after = travel(tips, shorten_travel(tips, greedy_order(tips, Job()), Job()))
    best = min(
        travel(tips, 2 * np.array(some) + np.array(ways))
        for some in permutations(range(5))
        for ways in product((0, 1), repeat=5)
    )
    assert best - 1e-9 <= after <= 1.5 * best


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


@pytest.mark.parametrize("seed", repeats(3, 200))
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

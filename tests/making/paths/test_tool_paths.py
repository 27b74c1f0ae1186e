"""Boxes, areas and order of tool paths with arcs, compared with many points along them."""

from __future__ import annotations

import numpy as np
import pytest

from mazeeditor.making.paths.tool_paths import ToolPaths, areas_of, circles, join_paths, paths_of
from tests.breadth import repeats
from tests.making.areas import corners_of


def test_box_holds_arcs() -> None:
    for seed in repeats(20, 500):
        random = np.random.default_rng(seed)
        points, bulges = random.uniform(-9, 9, (4, 2)), random.uniform(-1, 1, 4)
        bulges[random.integers(4)] = 0.0
        paths = paths_of(points, np.array([0, 4]), bulges, closed=True)
        x, y = np.array(corners_of(points, bulges, closed=True)).T
        expected = x.min(), y.min(), x.max(), y.max()
        assert paths.box == pytest.approx(expected, abs=1e-3), seed


def loop(random: np.random.Generator, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the points and bulges of a ring around (0, 0) that does not cross itself."""
    angles = np.sort(random.uniform(0, 2 * np.pi, count))
    points = np.stack([np.cos(angles), np.sin(angles)], axis=1) * random.uniform(3, 9, (count, 1))
    return points, random.uniform(-0.2, 0.2, count) * (random.random(count) < 0.7)


@pytest.mark.parametrize("seed", repeats(3, 500))
def test_areas_of_rings_with_arcs(seed: int) -> None:
    random = np.random.default_rng(seed)
    rings = [loop(random, count) for count in (8, 5, 12)]
    paths = join_paths(
        [
            paths_of(points, np.array([0, len(points)]), bulges, closed=True)
            for points, bulges in rings
        ]
    )
    for area, (points, bulges) in zip(areas_of(paths), rings, strict=True):
        x, y = np.array(corners_of(points, bulges, closed=True, fine=1e-4)).T
        expected = (x * np.roll(y, -1) - np.roll(x, -1) * y).sum() / 2
        assert area == pytest.approx(expected, abs=1e-3)


def lines_of(paths: ToolPaths) -> list[list[complex]]:
    """Return each path as points close to each other."""
    result = []
    for n, closed in enumerate(paths.closed):
        part = slice(paths.starts[n], paths.starts[n + 1])
        places = corners_of(paths.points[part], paths.bulges[part], closed=bool(closed))
        result.append([complex(*place) for place in places])
    return result


@pytest.mark.parametrize("seed", repeats(5, 200))
def test_order_direction_and_beginning(seed: int) -> None:
    """Paths that are ordered, turned round or begun elsewhere are the same lines."""
    random = np.random.default_rng(seed)
    parts = []
    for count in random.integers(2, 9, 6):
        points, bulges = loop(random, int(count))
        closed = count > 3
        bulges[-1] *= closed
        parts.append(paths_of(points, np.array([0, count]), bulges, closed=bool(closed)))
    paths = join_paths(parts)
    before = lines_of(paths)
    order = random.permutation(len(parts))
    turned = (random.random(len(parts)) < 0.5) & ~paths.closed[order]
    chosen = paths.chosen(order, turned)
    for line, old, back in zip(lines_of(chosen), order, turned, strict=True):
        assert line == pytest.approx(before[old][::-1] if back else before[old])
    begin = random.integers(chosen.starts[:-1], chosen.starts[1:])
    begun = chosen.begun_at(begin)
    heads = np.where(chosen.closed[:, None], chosen.points[begin], chosen.heads)
    assert begun.heads == pytest.approx(heads)
    assert np.where(begun.closed, areas_of(begun), 0) == pytest.approx(
        np.where(chosen.closed, areas_of(chosen), 0)
    )
    assert begun.length == pytest.approx(chosen.length)


def test_circles_have_their_diameter() -> None:
    rings = circles(np.array([(3.0, 4.0), (50.0, -4.0)]), 10.0)
    assert np.abs(areas_of(rings)) == pytest.approx([np.pi * 25] * 2)
    assert rings.box == pytest.approx((-2, -9, 55, 9))

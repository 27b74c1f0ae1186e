"""Boxes of tool paths hold their arcs, compared with many points along them."""

from __future__ import annotations

import numpy as np
import pytest

from mazeeditor.making.tool_paths import paths_of
from tests.breadth import stress
from tests.making.areas import corners_of


@pytest.mark.parametrize("seed", range(500 if stress() else 20))
def test_box_holds_arcs(seed: int) -> None:
    random = np.random.default_rng(seed)
    points, bulges = random.uniform(-9, 9, (4, 2)), random.uniform(-1, 1, 4)
    bulges[random.integers(4)] = 0.0
    paths = paths_of(points, np.array([0, 4]), bulges, closed=True)
    x, y = np.array(corners_of(points, bulges, closed=True)).T
    assert paths.box == pytest.approx((x.min(), y.min(), x.max(), y.max()), abs=1e-3)

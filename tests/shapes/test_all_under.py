"""Looking up many points at once finds what looking up each of them does, on a grid too."""

from __future__ import annotations

import numpy as np
import pytest

from mazeeditor.maze.links import NOWHERE
from mazeeditor.shapes import build
from tests.shapes.cases import EVERY, Parameters, called


@pytest.mark.parametrize(("name", "parameters"), EVERY, ids=called)
def test_like_one_by_one(name: str, parameters: Parameters) -> None:
    lattice = build(name, **parameters)
    geometry = lattice.geometry
    random = np.random.default_rng(2)
    x, y = random.uniform(-1, (geometry.width + 1, geometry.height + 1), (3000, 2)).T
    found = geometry.all_under(x, y)
    for place, cell in zip(zip(x.tolist(), y.tolist(), strict=True), found.tolist(), strict=True):
        expected = geometry.cell_at(*place)
        assert expected == (cell if lattice.inside[cell] else None)
    picture = geometry.all_under(x[:40], y[:30, None])
    assert picture.shape == (30, 40)
    for row in range(30):
        np.testing.assert_array_equal(picture[row], geometry.all_under(x[:40], y[row : row + 1]))
    assert (geometry.all_under(np.array([-9.0]), np.array([1.0])) == NOWHERE).all()

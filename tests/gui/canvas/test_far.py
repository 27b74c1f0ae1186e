"""Paint from afar: of four cells the most important one is seen, after every change."""

from __future__ import annotations

import numpy as np
import pytest

from mazeeditor.gui.canvas import pyramid
from mazeeditor.gui.canvas.far import INK_OF_A_WALL
from mazeeditor.gui.canvas.shades import HEAD, INKS
from tests.gui.canvas.mazes import box, painted
from tests.gui.canvas.rasters.test_rasters import SHADES, compose


@pytest.mark.parametrize("dense", [0, pyramid.DENSE])
@pytest.mark.parametrize("count", [1, 2, 7, 400])
def test_each_pixel_is_the_largest_of_four_cells(
    count: int, dense: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pyramid, "DENSE", dense)
    maze = box(20, 30, 3)
    lattice, random = maze.lattice, np.random.default_rng(count)
    raster = painted(maze)
    kinds, ink = np.zeros((20, 30), int), np.zeros((20, 30), int)
    for cell in lattice.inside_cells():
        walls = np.array([lattice.wall(int(cell), slot) for slot in (1, 2)])
        ink[lattice.place(int(cell))] = INK_OF_A_WALL * int(maze.is_closed(walls).sum())
    inks = (ink.reshape(10, 2, 15, 2).sum(axis=(1, 3)) + 2) // 4 // 8
    for _again in range(6):
        cells = random.choice(lattice.inside_cells(), count, replace=False)
        some = random.integers(0, HEAD + 1, count)
        raster.paint(cells, some.astype(np.uint16))
        for (row, column), kind in zip(lattice.places(cells), some, strict=True):
            kinds[row, column] = kind
        largest = kinds.reshape(10, 2, 15, 2).max(axis=(1, 3))
        np.testing.assert_array_equal(compose(raster, 0.5), SHADES.far[largest * INKS + inks])

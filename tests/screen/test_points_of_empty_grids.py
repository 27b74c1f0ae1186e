"""An empty grid shows where walls can be, on every shape, also until kernels are compiled."""

from __future__ import annotations

import numpy as np
import pytest

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import Kernel
from mazeeditor.maze.maze import empty_grid
from mazeeditor.maze.shapes import SHAPES, build, sizes_about
from mazeeditor.screen.palette import PALETTES
from mazeeditor.screen.pixel_colours import PLAIN, POST, pixel_colours
from mazeeditor.screen.raster.shape_closeup import SMOOTH_FROM
from mazeeditor.screen.viewport import STEPS, wall_width
from tests.screen.mazes import every_wall, painted

ZOOMS = [zoom for zoom in STEPS if SMOOTH_FROM <= zoom <= 56] + [9, 22, 33]


@pytest.mark.each_value_once
@pytest.mark.parametrize("compiled", [True, False], ids=["kernels", "plain"])
@pytest.mark.parametrize("mode", sorted(PALETTES))
@pytest.mark.parametrize("name", SHAPES.names())
def test_every_point_is_seen(
    name: str, mode: str, monkeypatch: pytest.MonkeyPatch, *, compiled: bool
) -> None:
    if not compiled:
        monkeypatch.setattr(Kernel, "ready", property(lambda _self: False))
    maze, colours = (
        empty_grid(build(name, **sizes_about(name, 6, {})), Job()),
        pixel_colours(PALETTES[mode]),
    )
    raster, geometry, lattice = painted(maze), maze.lattice.geometry, maze.lattice
    walls = np.array(every_wall(lattice), np.int64)
    closed = np.array([*maze.closed_walls()], np.int64)
    free = np.setdiff1d(geometry.posts(walls[~maze.is_closed(walls)]), geometry.posts(closed))
    assert len(free)
    for zoom in ZOOMS:
        area = raster.extent(zoom)
        out = np.zeros((area.height, area.width), np.uint32)
        raster.compose(area, zoom, colours, out)
        for x, y in np.floor(geometry.post_positions(free) * zoom).astype(int) - area[:2]:
            room = wall_width(zoom) // 2 + 1
            around = out[max(0, y - room) : y + room + 1, max(0, x - room) : x + room + 1]
            assert (around == colours.closeup[POST]).any(), (zoom, x, y)
        assert (out == colours.closeup[PLAIN]).any()

"""Many marked walls are lines of their colours, on every shape, and have no seams between areas."""

from __future__ import annotations

import numpy as np
import pytest

from mazeeditor.core.job import Job
from mazeeditor.maze.geometry import Points, middles
from mazeeditor.maze.shapes import SHAPES, sizes_about
from mazeeditor.maze.walls import inner_walls
from mazeeditor.screen.area import Area
from mazeeditor.screen.marked_walls import MarkedWalls, WallGroup
from mazeeditor.screen.palette import LIGHT
from mazeeditor.screen.pixel_colours import Pixels, pixel

GROUND, CLOSE, FAR = 0x01020304, 24.0, 3.0  # a colour that nothing has; px a cell


def drawn(marked: MarkedWalls, zoom: float, side: int) -> Pixels:
    """Return the walls in a picture that is drawn in areas ``side`` px wide and high."""
    geometry = marked.lattice.geometry
    width, height = (round(length * zoom) + 2 for length in (geometry.width, geometry.height))
    out = np.full((height, width), GROUND, np.uint32)
    for left in range(0, width, side):
        for top in range(0, height, side):
            area = Area(left, top, min(left + side, width), min(top + side, height))
            part = out[area.top : area.bottom, area.left : area.right]
            marked.draw(area, zoom, 1.0, LIGHT, part)
    return out


def have_colour(out: Pixels, places: Points, colour: str) -> bool:
    """Whether each of some places, px, is beside a pixel of a colour: posts go to whole px."""
    found = np.zeros(len(places), np.bool_)
    columns, rows = np.floor(places).astype(int).T
    for dx, dy in np.ndindex(3, 3):
        found |= out[rows + dy - 1, columns + dx - 1] == pixel(getattr(LIGHT, colour))
    return bool(found.all())


@pytest.mark.parametrize("shape", SHAPES.names())
def test_walls_are_lines_and_cells_stay_free(shape: str) -> None:
    lattice = SHAPES[shape].run(**sizes_about(shape, 8, {}))
    geometry = lattice.geometry
    walls = inner_walls(lattice, np.full(lattice.size, 255, np.uint8), Job()).astype(np.int64)
    groups = WallGroup(walls[::3], "exit"), WallGroup(walls[1::3], "entrance")
    marked = MarkedWalls(lattice, groups)
    out = drawn(marked, CLOSE, 10_000)
    for group in groups:
        ends = geometry.post_positions(geometry.posts(group.walls))
        bulges = geometry.bulges(group.walls)
        straight = ends[bulges == 0]
        shares = [straight[:, 0] * (1 - at) + straight[:, 1] * at for at in (0.3, 0.7)]
        places = np.concatenate([middles(ends, bulges), *shares])
        assert have_colour(out, places * CLOSE, group.colour)
    columns, rows = np.floor(geometry.centres(lattice.inside_cells()) * CLOSE).astype(int).T
    assert (out[rows, columns] == GROUND).all()
    for zoom in (CLOSE, FAR):
        assert np.array_equal(drawn(marked, zoom, 41), drawn(marked, zoom, 10_000)), "seams"

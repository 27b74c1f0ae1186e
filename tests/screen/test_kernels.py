"""The kernels paint every shape at every zoom, the same compiled and interpreted."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import available
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search.distances import distances
from mazeeditor.maze.shapes import SHAPES
from mazeeditor.screen.area import Area
from mazeeditor.screen.cell_paint import DistanceLevels, pack
from mazeeditor.screen.palette import DARK
from mazeeditor.screen.pixel_colours import (
    DOT,
    HEAD,
    LINE,
    POST,
    ROUTE,
    UNREACHED,
    WALL,
    Pixels,
    pixel_colours,
)
from mazeeditor.screen.raster.shape_closeup import (
    CLOSE_FROM,
    KERNELS,
    SMOOTH_FROM,
    WALL_KERNELS,
    ShapeCloseup,
    ShownMaze,
)
from mazeeditor.screen.wall_index import WallIndex
from tests.kernels import compiled, interpreted
from tests.maze.shapes.cases import largest
from tests.screen.mazes import scenes_of_shapes, some_walls

SHADES = pixel_colours(DARK)


@st.composite
def sketches(draw: st.DrawFn) -> ShownMaze:
    """Draw a maze of any shape with what may be shown of it: paint, distances, both or neither."""
    maze = draw(scenes_of_shapes())[0]
    lattice, cells = maze.lattice, maze.lattice.inside_cells()
    random = np.random.default_rng(draw(st.integers(0, 99)))
    paint = levels = None
    if len(cells) and draw(st.booleans()):
        paint = np.zeros(lattice.size, np.uint16)
        kinds = random.integers(0, HEAD + 1, len(cells)).astype(np.uint8)
        ways = random.integers(0, 1 << lattice.degree, len(cells)).astype(np.uint8)
        paint[cells] = pack(kinds, ways)
    if len(cells) and draw(st.booleans()):
        levels = DistanceLevels.of(lattice, distances(maze, int(cells[0])), "").levels
    return ShownMaze(maze, WallIndex(lattice, Job()), paint, levels)


def picture(shown: ShownMaze, area: Area, zoom: float) -> Pixels:
    out = np.full((area.height, area.width), 7, np.uint32)
    ShapeCloseup(shown, area, zoom, out).draw(SHADES)
    return out


@pytest.mark.slow
@pytest.mark.skipif(not available(), reason="numba is missing or switched off")
@settings(
    max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(shown=sketches(), data=st.data())
def test_compiled_and_interpreted_they_make_the_same_picture(
    monkeypatch: pytest.MonkeyPatch, shown: ShownMaze, data: st.DataObject
) -> None:
    geometry = shown.maze.lattice.geometry
    zoom = data.draw(st.integers(CLOSE_FROM, 21), "zoom")
    left = data.draw(st.integers(-4, round(geometry.width * zoom)), "left")
    top = data.draw(st.integers(-4, round(geometry.height * zoom)), "top")
    side = data.draw(st.integers(1, 60), "side")
    area = Area(left, top, left + side, top + 61 - side)
    with compiled(monkeypatch):
        quick = picture(shown, area, zoom)
    with interpreted(monkeypatch):
        slow = picture(shown, area, zoom)
    np.testing.assert_array_equal(quick, slow)


@pytest.mark.parametrize("name", SHAPES.names())
def test_each_paints_all_there_is(name: str) -> None:
    """Else two brushes that paint nothing would agree."""
    for zoom in [SMOOTH_FROM - 1, SMOOTH_FROM, 23]:
        maze = Maze(largest(name))
        maze.toggle(some_walls(maze, 1.0))
        lattice, geometry = maze.lattice, maze.lattice.geometry
        paint = np.zeros(lattice.size, np.uint16)
        paint[lattice.inside_cells()] = pack(
            np.full(lattice.cells, 1, np.uint8), np.full(lattice.cells, 1, np.uint8)
        )
        levels = np.full(lattice.size, UNREACHED, np.uint8) * lattice.inside
        area = Area(0, 0, round(geometry.width * zoom), round(geometry.height * zoom))
        walls = WallIndex(lattice, Job())
        for sketch, kinds in (
            (ShownMaze(maze, walls, paint, None), {WALL, LINE}),
            (ShownMaze(maze, walls, None, levels), {WALL, UNREACHED}),
        ):
            result = set(np.unique(picture(sketch, area, zoom)).tolist())
            assert result >= {int(SHADES.closeup_line[kind]) for kind in kinds}, zoom
            for kind in (POST, DOT) if sketch.levels is not None else (POST,):
                assert (int(SHADES.closeup_line[kind]) in result) == (zoom >= SMOOTH_FROM), zoom


@pytest.mark.parametrize("name", SHAPES.names())
def test_cells_are_filled_to_the_pixel(
    name: str,
) -> None:
    """Each pixel whose middle is clearly in a cell is like the cell, walls being left out."""
    lattice, zoom = largest(name), 16
    geometry, random = lattice.geometry, np.random.default_rng(3)
    paint = random.integers(0, 4, lattice.size).astype(np.uint16)
    paint *= lattice.inside
    out = np.empty((round(geometry.height * zoom), round(geometry.width * zoom)), np.uint32)
    area = Area(0, 0, out.shape[1], out.shape[0])
    shown = ShownMaze(Maze(lattice), WallIndex(lattice, Job()), paint, None)
    ShapeCloseup(shown, area, zoom, out).fill(np.arange(256, dtype=np.uint32))
    x = (np.arange(out.shape[1]) + 0.5) / zoom
    y = (np.arange(out.shape[0])[:, None] + 0.5) / zoom
    near = 0.8 / zoom  # cells: posts are moved to whole pixels
    around = [
        geometry.all_under(x + dx, y + dy) for dx in (-near, 0, near) for dy in (-near, 0, near)
    ]
    clear = np.all([each == around[0] for each in around], axis=0)
    assert clear.mean() > 0.5
    np.testing.assert_array_equal(out[clear], paint[around[0][clear]])


@pytest.mark.parametrize("name", SHAPES.names())
def test_a_cell_of_the_route_has_a_square_where_no_line_goes(name: str) -> None:
    for zoom in [SMOOTH_FROM - 1, SMOOTH_FROM, 70]:
        lattice = largest(name)
        cell = lattice.inside_cells()[lattice.cells // 2]
        sketch = ShownMaze(
            Maze(lattice), WallIndex(lattice, Job()), np.zeros(lattice.size, np.uint16), None
        )
        assert sketch.paint is not None, zoom
        x, y = lattice.geometry.centres(cell[None])[0] * zoom
        area = Area(*np.floor([x - 9, y - 9, x + 9, y + 9]).astype(int).tolist())
        for ways in (0, 1):
            sketch.paint[cell] = pack(np.array([ROUTE], np.uint8), np.array([ways], np.uint8))[0]
            result = picture(sketch, area, zoom) == SHADES.closeup_line[LINE]
            assert result[9, 9] or ways, zoom  # a line need not fill a pixel there
            if zoom == 70:  # a square 10 px wide, or the round end of a line
                assert result[5:14:8, 5:14:8].all() == (ways == 0), zoom


def test_a_sketch_without_cells() -> None:
    lattice = replace(largest("polar"), inside=np.zeros(largest("polar").size, np.bool_))
    nothing = np.zeros(lattice.size, np.uint16)
    sketch = ShownMaze(Maze(lattice), WallIndex(lattice, Job()), nothing, nothing.astype(np.uint8))
    result = picture(sketch, Area(0, 0, 60, 50), 9)
    assert (result == SHADES.closeup_line[0]).all()


@pytest.mark.skipif(not available(), reason="numba is missing or switched off")
def test_walls_alone_wait_for_fewer_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    lattice = largest("hexagonal")
    maze, index = Maze(lattice), WallIndex(lattice, Job())
    walls = ShownMaze(maze, index, None, None)
    filled = ShownMaze(maze, index, np.zeros(lattice.size, np.uint16), None)
    assert walls.ready
    assert filled.ready
    monkeypatch.setattr(next(k for k in KERNELS if k not in WALL_KERNELS), "_compiled", None)
    assert walls.ready
    assert not filled.ready
    monkeypatch.setattr(WALL_KERNELS[0], "_compiled", None)
    assert not walls.ready

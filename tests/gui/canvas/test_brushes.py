"""Both brushes make the same picture to the last bit, of every shape at every zoom."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mazeeditor.compiled import available
from mazeeditor.gui.canvas.area import Area
from mazeeditor.gui.canvas.freehand import FROM, draw
from mazeeditor.gui.canvas.heat import Heat
from mazeeditor.gui.canvas.paint import mixed
from mazeeditor.gui.canvas.plainbrush import PlainBrush
from mazeeditor.gui.canvas.quickbrush import KERNELS, QuickBrush
from mazeeditor.gui.canvas.shades import (
    DOT,
    HEAD,
    INK,
    LINE,
    POST,
    ROUTE,
    UNREACHED,
    Pixels,
    shades_of,
)
from mazeeditor.gui.canvas.sketch import SMOOTH_FROM, Part, Sketch
from mazeeditor.gui.canvas.wallmap import WallMap
from mazeeditor.gui.look.palette import DARK
from mazeeditor.job import Job
from mazeeditor.maze.distances import distances
from mazeeditor.maze.maze import Maze
from mazeeditor.shapes import SHAPES
from tests.gui.canvas.mazes import scenes_of_shapes, some_walls
from tests.shapes.cases import largest

SHADES = shades_of(DARK)
AnyBrush = type[PlainBrush | QuickBrush]
BRUSHES: tuple[AnyBrush, ...] = (PlainBrush, QuickBrush)


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    for kernel in KERNELS if available() else ():
        kernel.compile()


@st.composite
def sketches(draw: st.DrawFn) -> Sketch:
    """Draw a maze of any shape with what may be shown of it: paint, distances, both or neither."""
    maze = draw(scenes_of_shapes())[0]
    lattice, cells = maze.lattice, maze.lattice.inside_cells()
    random = np.random.default_rng(draw(st.integers(0, 99)))
    paint = levels = None
    if len(cells) and draw(st.booleans()):
        paint = np.zeros(lattice.size, np.uint16)
        kinds = random.integers(0, HEAD + 1, len(cells)).astype(np.uint8)
        ways = random.integers(0, 1 << lattice.degree, len(cells)).astype(np.uint8)
        paint[cells] = mixed(kinds, ways)
    if len(cells) and draw(st.booleans()):
        levels = Heat.of(lattice, distances(maze, int(cells[0])), "").levels
    return Sketch(maze, WallMap(lattice, Job()), paint, levels)


def picture(brush: AnyBrush, sketch: Sketch, area: Area, zoom: float) -> Pixels:
    out = np.full((area.height, area.width), 7, np.uint32)
    part = Part(sketch, area, zoom, out)
    draw(brush(part), part, SHADES)
    return out


@settings(max_examples=200)
@given(sketches(), st.data())
def test_both_make_the_same_picture(sketch: Sketch, data: st.DataObject) -> None:
    geometry = sketch.maze.lattice.geometry
    zoom = data.draw(st.integers(FROM, 21 if available() else 9), "zoom")
    left = data.draw(st.integers(-4, round(geometry.width * zoom)), "left")
    top = data.draw(st.integers(-4, round(geometry.height * zoom)), "top")
    side = data.draw(st.integers(1, 120), "side")
    area = Area(left, top, left + side, top + 121 - side)
    plain, quick = (picture(brush, sketch, area, zoom) for brush in BRUSHES)
    np.testing.assert_array_equal(quick, plain)


@pytest.mark.parametrize("name", SHAPES.names())
@pytest.mark.parametrize("brush", BRUSHES)
@pytest.mark.parametrize("zoom", [SMOOTH_FROM - 1, SMOOTH_FROM, 23])
def test_each_paints_all_there_is(name: str, brush: AnyBrush, zoom: float) -> None:
    """Else two brushes that paint nothing would agree."""
    maze = Maze(largest(name))
    maze.toggle(some_walls(maze, 1.0))
    lattice, geometry = maze.lattice, maze.lattice.geometry
    paint = np.zeros(lattice.size, np.uint16)
    paint[lattice.inside_cells()] = mixed(
        np.full(lattice.cells, 1, np.uint8), np.full(lattice.cells, 1, np.uint8)
    )
    levels = np.full(lattice.size, UNREACHED, np.uint8) * lattice.inside
    area = Area(0, 0, round(geometry.width * zoom), round(geometry.height * zoom))
    walls = WallMap(lattice, Job())
    for sketch, kinds in (
        (Sketch(maze, walls, paint, None), {INK, LINE}),
        (Sketch(maze, walls, None, levels), {INK, UNREACHED}),
    ):
        found = set(np.unique(picture(brush, sketch, area, zoom)).tolist())
        assert found >= {int(SHADES.near_line[kind]) for kind in kinds}
        for kind in (POST, DOT) if sketch.levels is not None else (POST,):
            assert (int(SHADES.near_line[kind]) in found) == (zoom >= SMOOTH_FROM)


@pytest.mark.parametrize("name", SHAPES.names())
@pytest.mark.parametrize("brush", BRUSHES)
def test_cells_are_filled_to_the_pixel(name: str, brush: AnyBrush) -> None:
    """Each pixel whose middle is clearly in a cell is like the cell, walls being left out."""
    lattice, zoom = largest(name), 16
    geometry, random = lattice.geometry, np.random.default_rng(3)
    paint = random.integers(0, 4, lattice.size).astype(np.uint16)
    paint *= lattice.inside
    out = np.empty((round(geometry.height * zoom), round(geometry.width * zoom)), np.uint32)
    area = Area(0, 0, out.shape[1], out.shape[0])
    part = Part(Sketch(Maze(lattice), WallMap(lattice, Job()), paint, None), area, zoom, out)
    brush(part).fill(np.arange(256, dtype=np.uint32))
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
@pytest.mark.parametrize("brush", BRUSHES)
@pytest.mark.parametrize("zoom", [SMOOTH_FROM - 1, SMOOTH_FROM, 70])
def test_a_cell_of_the_route_has_a_square_where_no_line_goes(
    name: str, brush: AnyBrush, zoom: float
) -> None:
    lattice = largest(name)
    cell = lattice.inside_cells()[lattice.cells // 2]
    sketch = Sketch(Maze(lattice), WallMap(lattice, Job()), np.zeros(lattice.size, np.uint16), None)
    assert sketch.paint is not None
    x, y = lattice.geometry.centres(cell[None])[0] * zoom
    area = Area(*np.floor([x - 9, y - 9, x + 9, y + 9]).astype(int).tolist())
    for ways in (0, 1):
        sketch.paint[cell] = mixed(np.array([ROUTE], np.uint8), np.array([ways], np.uint8))[0]
        found = picture(brush, sketch, area, zoom) == SHADES.near_line[LINE]
        assert found[9, 9] or ways  # a line need not fill a pixel there
        if zoom == 70:  # a square 10 px wide, or the round end of a line
            assert found[5:14:8, 5:14:8].all() == (ways == 0)


@pytest.mark.parametrize("brush", BRUSHES)
def test_a_sketch_without_cells(brush: AnyBrush) -> None:
    lattice = replace(largest("polar"), inside=np.zeros(largest("polar").size, np.bool_))
    nothing = np.zeros(lattice.size, np.uint16)
    sketch = Sketch(Maze(lattice), WallMap(lattice, Job()), nothing, nothing.astype(np.uint8))
    found = picture(brush, sketch, Area(0, 0, 60, 50), 9)
    assert (found == SHADES.near_line[0]).all()


def test_the_quick_one_waits_for_no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    assert QuickBrush.ready() == available()
    monkeypatch.setattr(KERNELS[0], "_compiled", None)
    assert not QuickBrush.ready()

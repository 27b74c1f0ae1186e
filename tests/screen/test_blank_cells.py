"""Blank cells are hatched on the screen in every shape, at every zoom, and nothing else is."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.editing.changes.blanking import switch_blank
from mazeeditor.maze.geometry import Points
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import SHAPES, build, sizes_about
from mazeeditor.screen.area import Area
from mazeeditor.screen.maze_picture import MazePicture, compose_page, raster_for
from mazeeditor.screen.palette import LIGHT, PALETTES
from mazeeditor.screen.pixel_colours import BLANK, HATCH, Pixels, pixel_colours
from mazeeditor.screen.raster.overview import BLANK_SHARE, mean_without_blanks
from mazeeditor.screen.raster.shape_raster import ShapeRaster, blank_cells
from mazeeditor.screen.viewport import Viewport, wall_width
from tests.kernels import interpreted
from tests.screen.mazes import before_kernels, box, painted, route_of, some_walls

COLOURS = pixel_colours(LIGHT)
NEAR = 2.5  # px: posts are moved to whole pixels, and edges are soft


def punched(name: str, size: int = 10, stray: float = 0.05) -> Maze:
    """Return a maze of a shape in which a compact part, and a share of all cells, are blank."""
    lattice = build(name, **sizes_about(name, size, {}))
    places = lattice.inside_cells()
    middles = lattice.geometry.centres(places)
    random = np.random.default_rng(7)
    low = np.sort(middles[:, 0])[int(0.4 * len(places))]
    chosen = (middles[:, 0] <= low) & (middles[:, 1] > 3) | (random.random(len(places)) < stray)
    maze = Maze(lattice)
    maze.toggle(some_walls(maze, 0.6, 3))
    return switch_blank(maze, places[chosen])


def view_of(maze: Maze, zoom: float) -> Viewport:
    geometry = maze.lattice.geometry
    width, height = (round(side * zoom) for side in (geometry.width, geometry.height))
    return Viewport(geometry.width, geometry.height, width, height, zoom=zoom)


def cells_in(maze: Maze, view: Viewport) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return the cell under each pixel, and which pixels lie clearly within one cell."""
    geometry, room = maze.lattice.geometry, (wall_width(view.zoom) / 2 + NEAR) / view.zoom
    x, y = (_middles(side) / view.zoom for side in (view.width, view.height))
    y = y[:, None]
    steps = [(dx, dy) for dx in (-room, 0.0, room) for dy in (-room, 0.0, room)]
    around = [geometry.all_under(x + dx, y + dy) for dx, dy in steps]
    return around[4], np.all([each == around[4] for each in around], axis=0)


def _middles(side: int) -> Points:
    return np.array([place + 0.5 for place in range(side)])


def pictured(maze: Maze, view: Viewport, **shown: bool) -> Pixels:
    picture = MazePicture(LIGHT)
    picture.set_maze(maze)
    if shown:
        cells = maze.lattice.inside_cells()
        picture.set_solution(route_of(maze, int(cells[0]), int(cells[-1])), **shown)
    return picture.compose(view)


@pytest.mark.parametrize("name", SHAPES.names())
@pytest.mark.parametrize(
    ("zoom", "compiles", "filled"),
    [(9, True, True), (30, True, False), (9, False, True), (9, False, False)],
)
def test_blank_cells_are_hatched_to_their_walls(
    name: str, zoom: int, filled: bool, compiles: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    maze = punched(name)
    view = view_of(maze, zoom)
    shown = {"route": True, "marks": True} if filled else {}
    if compiles:
        result = pictured(maze, view, **shown)
    else:
        with interpreted(monkeypatch):
            result = pictured(maze, view, **shown)
    under, clear = cells_in(maze, view)
    blank = blank_cells(maze.lattice)[under]
    assert blank[clear].any()
    hatched = np.isin(result, COLOURS.blank)
    np.testing.assert_array_equal(hatched[clear], blank[clear])
    assert {*COLOURS.blank} <= {*result[blank].tolist()}, "the ground and the lines"


@pytest.mark.parametrize("name", sorted({*SHAPES.names()} - {"rectangular"}))
def test_without_kernels_the_middles_of_blank_cells_are_hatched(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    maze, zoom = punched(name), 12
    raster = raster_for(maze)
    raster.prepare(Job())()
    with monkeypatch.context() as patch:
        before_kernels(patch)
        view = view_of(maze, zoom)
        result = compose_page(raster, COLOURS, view, view.screen)
    for cells, expected in (
        (np.flatnonzero(blank_cells(maze.lattice)), True),
        (maze.lattice.inside_cells(), False),
    ):
        x, y = np.floor(maze.lattice.geometry.centres(cells) * zoom).astype(int).T
        assert (np.isin(result[y, x], COLOURS.blank) == expected).all()


@pytest.mark.each_value_once
@pytest.mark.parametrize("name", SHAPES.names())
@pytest.mark.parametrize("zoom", [0.3, 0.8, 1.7, 2, 3])
def test_in_the_overview_too(name: str, zoom: float) -> None:
    maze = punched(name, 30, 0.0)
    lattice = maze.lattice
    view = view_of(maze, zoom)
    result = np.isin(pictured(maze, view), COLOURS.blank)
    blank = np.flatnonzero(blank_cells(lattice))
    deep = blank[[_is_deep(maze, cell) for cell in blank.tolist()]]
    assert len(deep)
    places = lattice.geometry.centres(deep) * zoom
    x, y = np.floor(places).astype(int).T
    assert result[y.clip(0, view.height - 1), x.clip(0, view.width - 1)].mean() > 0.9
    assert not pictured_blank(Maze(build(name, **lattice.parameters)), zoom)


def _is_deep(maze: Maze, cell: int, reach: float = 5.0) -> bool:
    """Whether all around a blank cell is blank."""
    geometry = maze.lattice.geometry
    x, y = geometry.centres(np.array([cell]))[0]
    around = np.linspace(-reach, reach, 19)
    under = geometry.all_under(x + around, y + around[:, None])
    return not maze.lattice.inside[under].any() and bool((under > 0).all())


def pictured_blank(maze: Maze, zoom: float) -> bool:
    return bool(np.isin(pictured(maze, view_of(maze, zoom)), COLOURS.blank[1]).any())


@pytest.mark.parametrize("zoom", [0.2, 0.4, 0.7, 1.0])
def test_a_corridor_between_blank_cells_never_disappears(zoom: float) -> None:
    maze = box(64, 64)
    lattice = maze.lattice
    cells = np.array([lattice.cell(row, column) for row in range(64) for column in range(64)])
    corridor = [lattice.cell(row, 21) for row in range(64)]
    maze = switch_blank(maze, np.setdiff1d(cells, corridor))
    view = view_of(maze, zoom)
    hatched = np.isin(pictured(maze, view), COLOURS.blank)
    assert not hatched.all(axis=1).any(), "a row of pixels without the corridor"
    assert hatched.mean() > 0.8


def test_what_the_mean_leaves_out() -> None:
    shares = np.array([0, 120, 240, BLANK_SHARE], np.uint8)
    one, two, three, four = (part.ravel() for part in np.meshgrid(*[shares] * 4))
    result = mean_without_blanks(one, two, three, four)
    for values, share in zip(zip(one, two, three, four, strict=True), result, strict=True):
        rest = [int(value) for value in values if value != BLANK_SHARE]
        expected = (sum(rest) + len(rest) // 2) // len(rest) if rest else BLANK_SHARE
        assert share == expected


@pytest.mark.each_value_once
@pytest.mark.parametrize("mode", PALETTES)
@pytest.mark.parametrize("zoom", [0.7, 3, 17])
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_the_lines_meet_where_areas_do(mode: str, zoom: float, scale: float) -> None:
    maze = punched(Random(zoom).choice(SHAPES.names()))
    raster, colours = painted(maze), pixel_colours(PALETTES[mode])
    geometry = maze.lattice.geometry
    sides = geometry.width, geometry.height
    view = Viewport(*sides, 200, 150, zoom=zoom, scale=scale, x=-9, y=-7)
    whole = compose_page(raster, colours, view, view.screen)
    assert (whole.view(np.uint8).reshape(150, 200, 4)[..., 3] == 255).all()
    for left, top, right, bottom in ((0, 0, 61, 150), (61, 0, 200, 33), (61, 33, 200, 150)):
        area = Area(left, top, right, bottom).moved(view.left, view.top)
        part = compose_page(raster, colours, view, area)
        np.testing.assert_array_equal(part, whole[top:bottom, left:right])


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_lines_are_as_thick_as_the_screen_is_fine(scale: float) -> None:
    out = np.full((64, 64), COLOURS.closeup[BLANK], np.uint32)
    COLOURS.hatch(Area(0, 0, 64, 64), scale, out)
    lines = out == COLOURS.blank[1]
    spacing, width = (round(side * scale) for side in HATCH)
    assert np.flatnonzero(lines[0, :spacing]).tolist() == [*range(width)]
    assert lines[0, : 64 - spacing].tolist() == lines[0, spacing:].tolist()
    assert lines[1, :-1].tolist() == lines[0, 1:].tolist(), "the lines lead up to the right"


def test_a_maze_without_blank_cells_has_no_index_of_them() -> None:
    for name in SHAPES.names():
        raster = painted(Maze(build(name, **sizes_about(name, 6, {}))))
        if isinstance(raster, ShapeRaster):
            shown = raster._shown()
            assert shown
            assert shown.blanks is None

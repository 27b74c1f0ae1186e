"""Mazes of every shape near: ink where walls are and nowhere else, cells filled to their walls."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import available
from mazeeditor.maze.geometry import distances, middles
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search.distances import distances as measured
from mazeeditor.maze.shapes import SHAPES
from mazeeditor.maze.solvers import Solution
from mazeeditor.screen.cell_paint import DistanceLevels, pack
from mazeeditor.screen.maze_raster import MazeRaster
from mazeeditor.screen.palette import LIGHT
from mazeeditor.screen.pixel_colours import (
    BLANK,
    FILLED,
    HEAD,
    LEFT,
    LEVELS,
    LINE,
    NEAREST,
    PLAIN,
    POST,
    ROUTE,
    VISITED,
    Pixels,
    pixel_colours,
)
from mazeeditor.screen.raster.shape_closeup import SMOOTH_FROM, line_width
from mazeeditor.screen.raster.shape_raster import blank_cells
from mazeeditor.screen.viewport import wall_width
from tests.lattices import of_shape
from tests.maze.shapes.cases import largest
from tests.screen.mazes import painted, some_walls

SHADES = pixel_colours(LIGHT)
BLURRED = 2.2  # px: posts are moved to whole pixels, and edges are soft
OTHERS = sorted(set(SHAPES.names()) - {"rectangular"})
SampleGrid = NDArray[np.float64]
COMPILED = pytest.mark.skipif(not available(), reason="interpreted, cells are filled by samples")


def some_maze(name: str, seed: int) -> Maze:
    maze = Maze(of_shape(name, Random(seed), 4))
    maze.toggle(some_walls(maze, 0.6, seed))
    return maze


def compose(raster: MazeRaster, zoom: float) -> tuple[Pixels, SampleGrid]:
    """Return the picture, and where the middle of each pixel is in cells, float64[h, w, 2]."""
    area = raster.extent(zoom)
    out = np.zeros((area.height, area.width), np.uint32)
    raster.compose(area, zoom, SHADES, out)
    x, y = np.meshgrid(
        np.arange(area.left, area.right) + 0.5, np.arange(area.top, area.bottom) + 0.5
    )
    return out, np.stack([x, y], axis=-1) / zoom


def away_from(maze: Maze, walls: NDArray[np.int64], places: SampleGrid) -> NDArray[np.float64]:
    """Return how far places are from the nearest of some walls, in cells, by looking at each."""
    geometry = maze.lattice.geometry
    ends, bulges = geometry.post_positions(geometry.posts(walls)), geometry.bulges(walls)
    away = np.full(places.shape[:-1], np.inf)
    for each, bulge in zip(ends, bulges, strict=True):
        away = np.minimum(away, distances(places, each, np.full(places.shape[:-1], bulge)))
    return away


@pytest.mark.each_value_once
@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("zoom", [4, SMOOTH_FROM, 13, 22])
def test_ink_is_where_walls_are(name: str, zoom: int) -> None:
    maze = some_maze(name, zoom)
    picture, places = compose(painted(maze), zoom)
    away = away_from(maze, np.array([*maze.closed_walls()], np.int64), places) * zoom
    half = wall_width(zoom) / 2
    bare = picture[away > half + BLURRED]
    assert np.isin(bare, SHADES.closeup[[PLAIN, POST, BLANK]]).all()
    geometry, walls = maze.lattice.geometry, np.array([*maze.closed_walls()], np.int64)
    middle = middles(geometry.post_positions(geometry.posts(walls)), geometry.bulges(walls))
    bright = rgba(picture).mean(axis=-1)
    for x, y in np.floor(middle * zoom).astype(int) - painted(maze).extent(zoom)[:2]:
        around = bright[max(0, y - 1) : y + 2, max(0, x - 1) : x + 2]
        assert around.min() < 0.6 * bright.max(), "a wall that is not to be seen"


def rgba(pixels: Pixels) -> NDArray[np.uint8]:
    return np.ascontiguousarray(pixels)[..., None].view(np.uint8)[..., :3]


def cells_of(maze: Maze, places: SampleGrid) -> NDArray[np.int64]:
    """Return the inside cell at each place, 0 where there is none, one by one."""
    result = [
        maze.lattice.geometry.cell_at(*place) or 0 for place in places.reshape(-1, 2).tolist()
    ]
    return np.array(result).reshape(places.shape[:-1])


@COMPILED
@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("zoom", [7, 12])
def test_cells_are_filled_to_their_walls(name: str, zoom: int) -> None:
    maze = some_maze(name, 5)
    raster = painted(maze)
    cells = maze.lattice.inside_cells()
    kinds = np.random.default_rng(1).choice([PLAIN, VISITED, FILLED, LEFT], len(cells))
    raster.paint(cells, pack(kinds.astype(np.uint8), None))
    picture, places = compose(raster, zoom)
    blank = blank_cells(maze.lattice)
    full = replace(maze.lattice, inside=maze.lattice.inside | blank)
    every = np.array([*Maze(full).closed_walls()], np.int64)
    clear = away_from(maze, every, places) * zoom > wall_width(zoom) / 2 + BLURRED
    kind = np.zeros(maze.lattice.size, np.uint8)
    kind[blank] = BLANK
    kind[cells] = kinds
    under = maze.lattice.geometry.all_under(places[..., 0], places[..., 1])
    np.testing.assert_array_equal(under * maze.lattice.inside[under], cells_of(maze, places))
    expected = SHADES.closeup_line[kind[under]]
    np.testing.assert_array_equal(picture[clear], expected[clear])
    assert clear.any()


@COMPILED
@pytest.mark.parametrize("name", OTHERS)
def test_the_line_leads_through_middles_and_gaps(name: str) -> None:
    maze = Maze(largest(name))
    lattice, zoom = maze.lattice, 30
    route = [int(lattice.inside_cells()[2])]
    while len(route) < 4:
        others = [lattice.neighbour(route[-1], slot) for slot in range(lattice.degree)]
        route.append(next(c for c in others if lattice.inside[c] and c not in route))
    walls = [lattice.wall(a, lattice.slot_between(a, b)) for a, b in pairwise(route)]
    maze.write(np.array(walls), closed=False)
    marks = np.zeros(lattice.size, np.uint8)
    raster = painted(maze, Solution(lattice, "test", np.array(route), marks))
    raster.paint(np.array(route[-1:]), np.array([HEAD], np.uint16))
    picture, _places = compose(raster, zoom)
    edge = -raster.extent(zoom).left
    geometry = lattice.geometry
    on_line = np.concatenate(
        [
            geometry.centres(np.array(route[:-1])),
            middles(
                geometry.post_positions(geometry.posts(np.array(walls[:-1]))),
                geometry.bulges(np.array(walls[:-1])),
            ),
        ]
    )
    for x, y in on_line * zoom + edge:
        assert picture[int(y), int(x)] == SHADES.closeup_line[LINE]
    x, y = geometry.centres(np.array(route[-1:]))[0] * zoom + edge
    assert picture[int(y), int(x)] == SHADES.closeup_line[PLAIN], "the hole in the head"
    assert picture[int(y), int(x) + line_width(zoom)] == SHADES.closeup_line[HEAD]


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("zoom", [1.0, 3.0])
def test_every_cell_of_a_route_is_seen_from_afar(name: str, zoom: float) -> None:
    maze = Maze(largest(name))
    lattice = maze.lattice
    for cell in lattice.inside_cells()[:20]:
        raster = painted(maze)
        raster.paint(cell[None], np.array([ROUTE], np.uint16))
        picture, _places = compose(raster, zoom)
        assert np.isin(picture, SHADES.overview[ROUTE * 32 : (ROUTE + 1) * 32]).any()


@pytest.mark.parametrize("name", OTHERS)
def test_distances_fill_all_but_the_route(name: str) -> None:
    maze = Maze(largest(name))
    lattice, zoom = maze.lattice, 30
    maze.write(maze.closed_walls()[inner_ones(maze)], closed=False)
    cells = lattice.inside_cells()
    far = measured(maze, int(cells[0]))
    raster = painted(maze)
    raster.show_distances(DistanceLevels.of(lattice, far, "Steps"))
    raster.prepare(Job())()
    kinds = np.where(np.arange(len(cells)) % 3 == 0, ROUTE, VISITED).astype(np.uint8)
    raster.paint(cells, pack(kinds, None))
    picture, _places = compose(raster, zoom)
    beside = line_width(zoom) / 2 + 2  # px: the line has a dot in the middle of a cell
    places = lattice.geometry.centres(cells) * zoom - np.array(raster.extent(zoom)[:2])
    for cell, kind, (x, y) in zip(cells.tolist(), kinds.tolist(), places, strict=True):
        level = NEAREST + int(far[cell]) * (LEVELS - 1) // int(far.max())
        expected = SHADES.closeup_line[ROUTE if kind == ROUTE else level]
        assert picture[int(y), int(x + beside)] == expected


def inner_ones(maze: Maze) -> NDArray[np.bool_]:
    """Return which of the closed walls stand between two inside cells."""
    return np.array([maze.lattice.is_inner(int(wall)) for wall in maze.closed_walls()], np.bool_)

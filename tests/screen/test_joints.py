"""Walls are even lines with round joints: like those that Pillow draws very large and reduces."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from mazeeditor.core.job import Job
from mazeeditor.maze.geometry import Points
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import build
from mazeeditor.screen.area import Area
from mazeeditor.screen.raster.shape_closeup import SMOOTH_FROM, ShapeCloseup, ShownMaze
from mazeeditor.screen.viewport import wall_width
from mazeeditor.screen.wall_index import WallIndex
from tests.lattices import of_shape
from tests.screen.mazes import some_walls

LARGER = 16  # times, where Pillow draws
MOST = 0.4  # of a pixel: in a sharp corner both walls have some, and the larger share counts
MOSTLY = 0.15  # of a pixel: what soft edges differ from what is covered exactly
SHAPES = ("hexagonal", "polar", "triangular")


def drawn(maze: Maze, area: Area, zoom: int) -> NDArray[np.float64]:
    """Return how much of each pixel walls cover, 0..1."""
    out = np.zeros((area.height, area.width), np.uint32)
    ShapeCloseup(
        ShownMaze(maze, WallIndex(maze.lattice, Job()), None, None), area, zoom, out
    ).walls(int(np.array([255] * 4, np.uint8).view(np.uint32)[0]))
    return out.view(np.uint8)[:, ::4] / 255


def traced(end: Points, other: Points, bulge: float) -> Points:
    """Return float64[m, 2], places along a wall, found by turning around the circle's centre."""
    if bulge == 0:
        return np.array([end, other])
    one, two = complex(*end), complex(*other)
    centre = (one + two) / 2 - (two - one) * 1j * (1 - bulge**2) / (4 * bulge)
    angles = np.linspace(0, np.angle((two - centre) / (one - centre)), 60)
    places = centre + (one - centre) * np.exp(1j * angles)
    return np.stack([places.real, places.imag], axis=-1)


def pictured(maze: Maze, area: Area, zoom: int) -> NDArray[np.float64]:
    """Return the same as Pillow draws it."""
    geometry, walls = maze.lattice.geometry, np.array([*maze.closed_walls()], np.int64)
    ends, bulges = geometry.post_positions(geometry.posts(walls)), geometry.bulges(walls)
    width = wall_width(zoom)
    ends = ends * zoom if bulges.any() else np.floor(ends * zoom + 0.5)
    ends += width % 2 / 2
    picture = Image.new("L", (area.width * LARGER, area.height * LARGER))
    pen, round_ = ImageDraw.Draw(picture), width / 2 * LARGER
    for (end, other), bulge in zip(ends - area[:2], bulges, strict=True):
        # Pillow's places are those of the middles of pixels
        places = [tuple(each) for each in traced(end, other, bulge) * LARGER - 0.5]
        pen.line(places, 255, width * LARGER)
        for x, y in places:
            pen.ellipse((x - round_, y - round_, x + round_, y + round_), 255)
    return np.asarray(picture.reduce(LARGER)) / 255


def compare(maze: Maze, area: Area, zoom: int) -> None:
    result = drawn(maze, area, zoom)
    off = np.abs(result - pictured(maze, area, zoom))
    assert (result > 0).any()
    assert off.max() <= MOST
    assert np.quantile(off[result > 0], 0.9) <= MOSTLY


@pytest.mark.parametrize("name", SHAPES)
def test_as_pillow_draws_them(name: str) -> None:
    for zoom in [SMOOTH_FROM, 12, 17, 24, 31]:
        maze = Maze(of_shape(name, Random(zoom), 4))
        maze.toggle(some_walls(maze, 0.5, zoom))
        geometry = maze.lattice.geometry
        width, height = (round(side * zoom) + 4 for side in (geometry.width, geometry.height))
        compare(maze, Area(-4, -4, width, height), zoom)


@pytest.mark.slow
@pytest.mark.parametrize("zoom", [SMOOTH_FROM, 13, 29, 48])
def test_rings_where_they_turn_from_steep_to_level(zoom: int) -> None:
    for corner in [0, 1]:
        maze = Maze(build("polar", rings=12))
        middle = round(maze.lattice.geometry.width / 2 * zoom)
        rim = round(11 * zoom * 0.5**0.5)
        x, y = middle - rim, middle + (rim if corner else -rim)
        compare(maze, Area(x - 40, y - 40, x + 40, y + 40), zoom)


@pytest.mark.parametrize("zoom", [SMOOTH_FROM, 24, 35])
def test_spokes_to_the_four_sides_are_sharp(zoom: int) -> None:
    maze = Maze(build("polar", rings=6))
    middle, width = round(maze.lattice.geometry.width / 2 * zoom), wall_width(zoom)
    area = Area(middle - 3, middle - 5 * zoom + 3, middle + 4, middle - 4 * zoom - 3)
    result = drawn(maze, area, zoom)
    assert set(np.unique(result).tolist()) == {0.0, 1.0}
    assert (result.sum(axis=1) == width).all()

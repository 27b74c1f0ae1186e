"""Paint from afar: of four cells the most important one is seen, after every change."""

from __future__ import annotations

import numpy as np
import pytest

from mazeeditor.core.job import Job
from mazeeditor.maze.links import NOWHERE
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import SHAPES
from mazeeditor.screen.pixel_colours import HEAD, WALL_STEPS
from mazeeditor.screen.raster import overview
from mazeeditor.screen.raster.overview import DENSEST, SHARE_OF_A_WALL, PointGrid
from mazeeditor.screen.raster.shape_raster import wall_shares_around
from mazeeditor.screen.wall_index import WallIndex
from tests.maze.shapes.cases import largest
from tests.screen.mazes import box, painted, some_walls
from tests.screen.test_maze_raster import SHADES, compose

OTHERS = sorted(set(SHAPES.names()) - {"rectangular"})


@pytest.mark.parametrize("dense", [0, overview.DENSE])
@pytest.mark.parametrize("count", [1, 2, 7, 400])
def test_each_pixel_is_the_largest_of_four_cells(
    count: int, dense: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(overview, "DENSE", dense)
    maze = box(20, 30, 3)
    lattice, random = maze.lattice, np.random.default_rng(count)
    raster = painted(maze)
    kinds, ink = np.zeros((20, 30), int), np.zeros((20, 30), int)
    for cell in lattice.inside_cells():
        walls = np.array([lattice.wall(int(cell), slot) for slot in (1, 2)])
        ink[lattice.place(int(cell))] = SHARE_OF_A_WALL * int(maze.is_closed(walls).sum())
    inks = (ink.reshape(10, 2, 15, 2).sum(axis=(1, 3)) + 2) // 4 // 8
    for _again in range(6):
        cells = random.choice(lattice.inside_cells(), count, replace=False)
        some = random.integers(0, HEAD + 1, count)
        raster.paint(cells, some.astype(np.uint16))
        for (row, column), kind in zip(lattice.places(cells), some, strict=True):
            kinds[row, column] = kind
        largest = kinds.reshape(10, 2, 15, 2).max(axis=(1, 3))
        np.testing.assert_array_equal(
            compose(raster, 0.5), SHADES.overview[largest * WALL_STEPS + inks]
        )


@pytest.mark.parametrize("name", OTHERS)
def test_every_place_that_shows_a_cell_is_known(name: str) -> None:
    lattice = largest(name)
    bins = PointGrid(lattice)
    height, width = bins.shape
    read = bins.read(np.arange(lattice.size))
    rough = read(slice(0, height), slice(0, width))
    bins.reach = WallIndex(lattice, Job()).reach
    looked_up = read(slice(0, height), slice(0, width))
    bins.build(bins.reach, Job())
    shown = read(slice(0, height), slice(0, width))
    np.testing.assert_array_equal(shown, looked_up)
    np.testing.assert_array_equal(shown[::2, ::2], rough[::2, ::2])
    np.testing.assert_array_equal(rough[1::2, 1::2], rough[::2, ::2][: height // 2, : width // 2])
    for cell in lattice.inside_cells():
        rows, columns = bins.of(cell[None])
        known = set(zip(rows.tolist(), columns.tolist(), strict=True))
        places = {(int(row), int(column)) for row, column in np.argwhere(shown == cell)}
        assert places, "a cell that is never seen"
        assert places <= known
        for row, column in places:
            x, y = (column + 0.5) / bins.scale, (row + 0.5) / bins.scale
            assert lattice.geometry.cell_at(x, y) == cell


@pytest.mark.parametrize("name", OTHERS)
def test_as_much_ink_as_walls_stand(name: str) -> None:
    lattice = largest(name)
    maze = Maze(lattice)
    bins = PointGrid(lattice)
    height, width = bins.shape
    ink = wall_shares_around(lattice, maze.walls, bins.cells)
    everywhere = slice(0, height), slice(0, width)
    cells = bins.cells(*everywhere)
    inside = lattice.inside[cells]
    assert (ink(*everywhere)[inside] == DENSEST).all()
    assert (ink(*everywhere)[~inside] == 0).all()
    maze.toggle(some_walls(maze, 0.5))
    shares = ink(*everywhere)
    for row, column in np.argwhere(inside):
        cell = int(cells[row, column])
        slots = [s for s in range(lattice.degree) if lattice.neighbour(cell, s) != NOWHERE]
        walls = np.array([lattice.wall(cell, slot) for slot in slots])
        assert shares[row, column] == DENSEST * maze.is_closed(walls).sum() // len(slots)


@pytest.mark.parametrize("name", OTHERS)
def test_each_wall_alone_is_seen_from_afar(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overview, "DENSE", 0)  # else a small maze is made anew as a whole
    maze = Maze(largest(name))
    raster = painted(maze)
    for wall in some_walls(maze, 0.2):
        maze.toggle(wall[None])
        assert not raster.change(wall[None])
        np.testing.assert_array_equal(compose(raster, 1.0), compose(painted(maze), 1.0))

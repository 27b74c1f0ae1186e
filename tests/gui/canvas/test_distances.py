"""The map of distances: every pixel has the colour that networkx's distances ask for."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.core.errors import CancelledError
from mazeeditor.core.job import Job
from mazeeditor.gui.canvas.maze_view import MazeView
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search.distances import distances
from mazeeditor.screen.cell_paint import DistanceLevels, pack
from mazeeditor.screen.maze_raster import MazeRaster
from mazeeditor.screen.pixel_colours import (
    LEVELS,
    NEAREST,
    ROUTE,
    UNREACHED,
    VISITED,
    WALL_STEPS,
    Pixels,
)
from mazeeditor.screen.raster.overview import SHARE_OF_A_WALL
from tests.breadth import SEED, examples
from tests.events import settle, wait_until
from tests.graphs import graph_of
from tests.gui.canvas.test_large import large
from tests.gui.canvas.truth import on_screen, same, show
from tests.screen.mazes import box, painted, scenes
from tests.screen.naive import SHADES, Naive, paints


def heat_of(maze: Maze, start: int) -> DistanceLevels:
    return DistanceLevels.of(maze.lattice, distances(maze, start), "Steps")


def levels_of(maze: Maze, start: int) -> dict[int, int]:
    far = nx.single_source_shortest_path_length(graph_of(maze), start)
    most = max(far.values())
    result = {int(cell): UNREACHED for cell in maze.lattice.inside_cells()}
    return result | {cell: NEAREST + d * (LEVELS - 1) // max(1, most) for cell, d in far.items()}


def heated(maze: Maze, start: int) -> MazeRaster:
    raster = painted(maze)
    raster.show_distances(heat_of(maze, start))
    assert not raster.ready
    raster.prepare(Job())()
    assert raster.ready
    return raster


def compose(raster: MazeRaster, zoom: float) -> Pixels:
    area = raster.extent(zoom)
    out = np.zeros((area.height, area.width), np.uint32)
    raster.compose(area, zoom, SHADES, out)
    return out


@examples(30)
@given(scenes(), st.integers(2, 30), st.data())
def test_like_a_naive_drawing(scene: tuple[Maze, object], zoom: int, data: st.DataObject) -> None:
    maze = scene[0]
    cells = [int(cell) for cell in maze.lattice.inside_cells()]
    if not cells:
        return
    start = data.draw(st.sampled_from(cells))
    painting = data.draw(st.none() | paints(maze))
    raster = heated(maze, start)
    if painting:
        named = np.array([*painting.kinds], np.int64)
        kinds = np.array([*painting.kinds.values()], np.uint8)
        raster.paint(named, pack(kinds, painting.ways(maze)))
    expected = Naive(maze, painting, zoom, levels_of(maze, start)).draw()
    np.testing.assert_array_equal(compose(raster, zoom), expected)


def test_from_afar_every_pixel_is_a_cell_or_the_mean_of_four() -> None:
    maze = box(37, 50, SEED)
    start = int(maze.lattice.inside_cells()[100])
    levels, lattice = levels_of(maze, start), maze.lattice
    raster = heated(maze, start)
    level, ink = np.zeros((37, 50), int), np.zeros((37, 50), int)
    for cell, value in levels.items():
        row, column = lattice.place(cell)
        level[row, column] = value
        walls = [lattice.wall(cell, slot) for slot in (1, 2)]
        ink[row, column] = SHARE_OF_A_WALL * int(maze.is_closed(np.array(walls)).sum())
    expected = SHADES.overview[level * WALL_STEPS + ink // 8]
    np.testing.assert_array_equal(compose(raster, 1.0), expected)
    for row in range(0, 36, 2):
        for column in range(0, 50, 2):
            four = level[row : row + 2, column : column + 2].ravel()
            reached = [value for value in four if value >= NEAREST]
            mean = (sum(reached) + len(reached) // 2) // len(reached) if reached else max(four)
            inks = (ink[row : row + 2, column : column + 2].sum() + 2) // 4
            result = compose(raster, 0.5)[row // 2, column // 2]
            assert result == SHADES.overview[mean * WALL_STEPS + inks // 8]


def test_the_route_is_seen_over_the_distances_from_afar() -> None:
    maze = box(8, 8, 3)
    cells = maze.lattice.inside_cells()
    raster = heated(maze, int(cells[0]))
    for zoom in (0.5, 1.0):
        plain = compose(raster, zoom)
        raster.paint(cells[20:21], pack(np.array([ROUTE], np.uint8), None))
        changed = compose(raster, zoom)[compose(raster, zoom) != plain]
        assert len(changed) == 1
        assert changed[0] in SHADES.overview[ROUTE * WALL_STEPS : (ROUTE + 1) * WALL_STEPS]
        raster.paint(cells[20:21], pack(np.array([VISITED], np.uint8), None))
        np.testing.assert_array_equal(compose(raster, zoom), plain)


@given(st.integers(0, 3000), st.integers(0, 99))
def test_levels_are_even(farthest: int, seed: int) -> None:
    lattice = box(5, 5).lattice
    random = np.random.default_rng(seed)
    distance = random.integers(-1, farthest + 1, lattice.size).astype(np.int32)
    distance[~lattice.inside] = -1
    distance[lattice.first.cell] = farthest
    heat = DistanceLevels.of(lattice, distance, "")
    assert heat.farthest == farthest
    for cell, (far, level) in enumerate(zip(distance.tolist(), heat.levels.tolist(), strict=True)):
        inside = UNREACHED if far < 0 else NEAREST + far * (LEVELS - 1) // max(1, farthest)
        assert level == (inside if lattice.inside[cell] else 0)
    assert heat.complete == (distance[lattice.inside] >= 0).all()
    job = Job()
    job.cancel()
    with pytest.raises(CancelledError):
        DistanceLevels.of(lattice, distance, "", job)


def test_it_goes_with_the_maze_and_when_asked_to(view: MazeView) -> None:
    maze = show(view, box(12, 12))
    start = int(maze.lattice.inside_cells()[0])
    view.show_distances(heat_of(maze, start))
    settle(view)
    assert view.legend.shown
    assert not same(view)
    view.show_distances(None)
    assert not view.legend.shown
    assert same(view)
    view.show_distances(heat_of(maze, start))
    settle(view)
    show(view, box(12, 12, 5))
    assert not view.legend.shown
    assert same(view)


def test_paler_while_it_may_be_out_of_date(view: MazeView) -> None:
    maze = show(view, box(12, 12, 3))
    heat = heat_of(maze, int(maze.lattice.inside_cells()[60]))
    view.show_distances(heat)
    settle(view)
    before = on_screen(view)
    view.fade_distances()
    settle(view)
    assert not np.array_equal(on_screen(view), before)
    view.show_distances(heat)
    settle(view)
    np.testing.assert_array_equal(on_screen(view), before)


def test_a_large_map_is_prepared_beside_the_window(view: MazeView) -> None:
    maze = show(view, large())
    wait_until(view, lambda: view.fine)
    some = maze.lattice.wall_ids(maze.lattice.inside_cells()[:300], np.full(300, 1))
    maze.toggle(some[[maze.lattice.is_inner(int(wall)) for wall in some]])
    view.show_distances(heat_of(maze, int(maze.lattice.inside_cells()[0])))
    assert not view.fine
    view.fade_distances()
    wait_until(view, lambda: view.fine)
    pale = on_screen(view)
    view.show_distances(heat_of(maze, int(maze.lattice.inside_cells()[0])))
    wait_until(view, lambda: view.fine)
    assert not np.array_equal(on_screen(view), pale), "a map that came late was already out of date"

"""Near, every pixel is what a naive drawing of rectangles has there."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.maze.maze import Maze
from mazeeditor.maze.solvers import Solution
from mazeeditor.screen.area import Area
from mazeeditor.screen.cell_paint import pack
from mazeeditor.screen.maze_raster import MazeRaster
from mazeeditor.screen.pixel_colours import WALL, Pixels
from mazeeditor.screen.raster.square_raster import LINE_FROM, parts_of_block
from mazeeditor.screen.viewport import MAX_ZOOM, wall_width
from tests.breadth import examples
from tests.screen.mazes import box, every_wall, painted, scenes
from tests.screen.naive import SHADES, Naive, found, paints


def whole(maze: Maze, zoom: float, solution: Solution | None = None) -> Pixels:
    return whole_of(painted(maze, solution), zoom)


def whole_of(raster: MazeRaster, zoom: float) -> Pixels:
    area = raster.extent(zoom)
    out = np.zeros((area.height, area.width), np.uint32)
    raster.compose(area, zoom, SHADES, out)
    return out


@examples(40)
@given(scenes(), st.integers(2, 30))
def test_like_a_naive_drawing(scene: tuple[Maze, Solution | None], zoom: int) -> None:
    maze, solution = scene
    expected = Naive(maze, found(maze, solution) if solution else None, zoom).draw()
    np.testing.assert_array_equal(whole(maze, zoom, solution), expected)


@examples(40)
@given(scenes(), st.integers(2, 30), st.data())
def test_any_paint_like_a_naive_drawing(
    scene: tuple[Maze, Solution | None], zoom: int, data: st.DataObject
) -> None:
    maze = scene[0]
    painting = data.draw(paints(maze))
    raster = painted(maze)
    cells = np.array([*painting.kinds], np.int64)
    raster.paint(cells, pack(np.array([*painting.kinds.values()], np.uint8), painting.ways(maze)))
    np.testing.assert_array_equal(whole_of(raster, zoom), Naive(maze, painting, zoom).draw())


def test_every_wall_can_be_seen() -> None:
    for zoom in [2, 3, 4, 5, 7, 8, 11, 24, 64, MAX_ZOOM]:
        maze = box(3, 4)
        maze.write(np.array(every_wall(maze.lattice)), closed=False)
        bare = whole(maze, zoom)
        assert SHADES.closeup[WALL] not in bare, zoom
        for wall in every_wall(maze.lattice):
            maze.write(np.array([wall]), closed=True)
            ink = whole(maze, zoom) == SHADES.closeup[WALL]
            assert np.count_nonzero(ink) == wall_width(zoom) * (zoom + wall_width(zoom)), zoom
            maze.write(np.array([wall]), closed=False)


def test_the_line_runs_through_the_middle() -> None:
    for zoom in range(LINE_FROM, MAX_ZOOM + 1):
        parts = parts_of_block(zoom, lined=True)
        widths = np.bincount(parts, minlength=4)
        assert len(parts) == zoom, zoom
        assert widths[1] == widths[3] > 0, zoom
        assert widths[2] > 0, zoom
        assert (np.diff(parts) >= 0).all(), zoom


def test_a_part_is_a_part_of_the_whole() -> None:
    assert Area(0, 0, 3, 2).cut(Area(1, 1, 9, 9)) == Area(1, 1, 3, 2)


def test_what_changes_with_a_wall_lies_in_the_area_said() -> None:
    for zoom in (5, 8, 11, 24):
        maze = box(3, 4)
        maze.write(np.array(every_wall(maze.lattice)), closed=False)
        before = whole(maze, zoom)
        origin = painted(maze).extent(zoom)
        for wall in every_wall(maze.lattice):
            maze.write(np.array([wall]), closed=True)
            ((left, top, right, bottom),) = painted(maze).touched(np.array([wall]), zoom)
            rows, columns = np.nonzero(whole(maze, zoom) != before)
            assert len(rows)
            assert left <= columns.min() + origin.left <= columns.max() + origin.left < right
            assert top <= rows.min() + origin.top <= rows.max() + origin.top < bottom
            maze.write(np.array([wall]), closed=False)

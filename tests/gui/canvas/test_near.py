"""Near, every pixel is what a naive drawing of rectangles has there."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from mazeeditor.gui.canvas.area import Area
from mazeeditor.gui.canvas.near import LINE_FROM, POSTS_FROM, parts_of_block
from mazeeditor.gui.canvas.shades import INK, LINE, POST, ROUTE, Pixels, shades_of
from mazeeditor.gui.canvas.viewport import LARGEST, wall_width
from mazeeditor.gui.look.palette import LIGHT
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.solution import Solution
from tests.gui.canvas.mazes import box, every_wall, painted, scenes

SHADES = shades_of(LIGHT)
Box = tuple[int, int, int, int]


class Naive:
    """Draws one rectangle after another, each found from the public questions to a maze."""

    def __init__(self, maze: Maze, solution: Solution | None, zoom: int) -> None:
        self.maze, self.solution, self.zoom = maze, solution, zoom
        self.wall = wall_width(zoom)
        lattice = maze.lattice
        size = [round(side * zoom) + self.wall for side in (lattice.columns, lattice.rows)]
        self.image = Image.new("L", (size[0], size[1]))  # kinds of pixels
        self.pen = ImageDraw.Draw(self.image)
        self.lined = solution is not None and zoom >= LINE_FROM

    def fill(self, kind: int, left: int, top: int, right: int, bottom: int) -> None:
        if right > left and bottom > top:
            self.pen.rectangle((left, top, right - 1, bottom - 1), fill=kind)

    def cell(self, cell: int) -> Box:
        """Return the px within the walls around a cell; the picture begins with a wall."""
        row, column = self.maze.lattice.place(cell)
        left, top = column * self.zoom + self.wall, row * self.zoom + self.wall
        return left, top, left + self.zoom - self.wall, top + self.zoom - self.wall

    def between(self, one: Box, other: Box) -> Box:
        """Return what lies between two neighbours."""
        if one[1] == other[1]:
            return min(one[2], other[2]), one[1], max(one[0], other[0]), one[3]
        return one[0], min(one[3], other[3]), one[2], max(one[1], other[1])

    def draw(self) -> Pixels:
        if self.solution:
            self.draw_marks(self.solution)
            self.draw_route(self.solution)
        self.draw_posts()
        self.draw_walls()
        kinds = np.asarray(self.image)
        return (SHADES.near_line if self.lined else SHADES.near)[kinds]

    def kind(self, solution: Solution, cell: int) -> int:
        if not self.maze.lattice.inside[cell]:
            return 0
        return ROUTE if cell in solution.route else int(solution.marks[cell])

    def draw_marks(self, solution: Solution) -> None:
        lattice = self.maze.lattice
        steps = [{int(a), int(b)} for a, b in pairwise(solution.route)]
        gaps = {}
        for cell in map(int, lattice.inside_cells()):
            self.fill(self.kind(solution, cell), *self.cell(cell))
            for slot in (1, 2):
                other = lattice.neighbour(cell, slot)
                if not lattice.inside[other]:
                    continue
                lesser = min(self.kind(solution, cell), self.kind(solution, other))
                if lesser == ROUTE and {cell, other} not in steps:
                    lesser = 0
                gaps[cell, slot] = lesser
                self.fill(lesser, *self.between(self.cell(cell), self.cell(other)))
        for cell in map(int, lattice.inside_cells()):  # a post like the least of its four gaps
            right, below = lattice.neighbour(cell, 1), lattice.neighbour(cell, 2)
            four = [(cell, 1), (cell, 2), (below, 1), (right, 2)]
            kinds = [gaps.get(gap, 0) for gap in four]
            self.fill(min(kinds), *self.post(*(place + 1 for place in lattice.place(cell))))

    def post(self, row: int, column: int) -> Box:
        left, top = column * self.zoom, row * self.zoom
        return left, top, left + self.wall, top + self.wall

    def draw_route(self, solution: Solution) -> None:
        lattice, maze = self.maze.lattice, self.maze
        route = [int(cell) for cell in solution.route]
        ends = [*([maze.entrance] if maze.entrance else []), *maze.exits]
        boxes = [(self.cell(a), self.cell(b)) for a, b in pairwise(route)]
        boxes += [
            (self.cell(end.cell), self.beyond(end.cell, end.slot))
            for end in ends
            if end.slot is not None and route and end.cell in (route[0], route[-1])
        ]
        for one, other in boxes:
            self.fill(ROUTE, *self.between(one, other))
        if not self.lined:
            return
        assert lattice.degree == 4
        pad = int(np.count_nonzero(parts_of_block(self.zoom, lined=True) == 1))
        lines = [self.inset(self.cell(cell), pad) for cell in route]
        for line in lines:
            self.fill(LINE, *line)
        for one, other in boxes:
            a, b = self.inset(one, pad), self.inset(other, pad)
            self.fill(LINE, *self.between(a, b))

    def beyond(self, cell: int, slot: int) -> Box:
        """Return the px of the place outside: its near border is all that is drawn."""
        dx, dy = ((0, -1), (1, 0), (0, 1), (-1, 0))[slot]
        left, top, right, bottom = self.cell(cell)
        step = self.zoom
        return left + dx * step, top + dy * step, right + dx * step, bottom + dy * step

    @staticmethod
    def inset(one: Box, pad: int) -> Box:
        return one[0] + pad, one[1] + pad, one[2] - pad, one[3] - pad

    def draw_posts(self) -> None:
        lattice = self.maze.lattice
        if self.zoom < POSTS_FROM:
            return
        for cell in map(int, lattice.inside_cells()):
            row, column = lattice.place(cell)
            for down, across in ((0, 0), (0, 1), (1, 0), (1, 1)):
                self.fill(POST, *self.post(row + down, column + across))

    def draw_walls(self) -> None:
        geometry = self.maze.lattice.geometry
        for wall in self.maze.closed_walls():
            posts = geometry.post_positions(geometry.posts(np.array([wall])))[0]
            (x0, y0), (x1, y1) = (posts * self.zoom).astype(int)
            self.fill(INK, x0, y0, x1 + self.wall, y1 + self.wall)


def whole(maze: Maze, zoom: float, solution: Solution | None = None) -> Pixels:
    raster = painted(maze, solution)
    area = raster.extent(zoom)
    out = np.zeros((area.height, area.width), np.uint32)
    raster.compose(area, zoom, SHADES, out)
    return out


@settings(max_examples=150)
@given(scenes(), st.integers(2, 30))
def test_like_a_naive_drawing(scene: tuple[Maze, Solution | None], zoom: int) -> None:
    maze, solution = scene
    expected = Naive(maze, solution, zoom).draw()
    np.testing.assert_array_equal(whole(maze, zoom, solution), expected)


@pytest.mark.parametrize("zoom", [2, 3, 4, 5, 7, 8, 11, 24, 64, LARGEST])
def test_every_wall_can_be_seen(zoom: int) -> None:
    maze = box(3, 4)
    maze.write(np.array(every_wall(maze.lattice)), closed=False)
    bare = whole(maze, zoom)
    assert INK not in np.searchsorted(SHADES.near, bare)
    for wall in every_wall(maze.lattice):
        maze.write(np.array([wall]), closed=True)
        ink = whole(maze, zoom) == SHADES.near[INK]
        assert np.count_nonzero(ink) == wall_width(zoom) * (zoom + wall_width(zoom))
        maze.write(np.array([wall]), closed=False)


@pytest.mark.parametrize("zoom", range(LINE_FROM, LARGEST + 1))
def test_the_line_runs_through_the_middle(zoom: int) -> None:
    parts = parts_of_block(zoom, lined=True)
    widths = np.bincount(parts, minlength=4)
    assert len(parts) == zoom
    assert widths[1] == widths[3] > 0
    assert widths[2] > 0
    assert (np.diff(parts) >= 0).all()


def test_a_part_is_a_part_of_the_whole() -> None:
    assert Area(0, 0, 3, 2).cut(Area(1, 1, 9, 9)) == Area(1, 1, 3, 2)

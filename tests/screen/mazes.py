"""Random mazes, holes, routes and views for the tests of the canvas."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import networkx as nx
import numpy as np
import pytest
from hypothesis import strategies as st
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import SHAPES, build
from mazeeditor.maze.solvers import Solution
from mazeeditor.screen.cell_paint import pack
from mazeeditor.screen.maze_picture import raster_for
from mazeeditor.screen.maze_raster import MazeRaster
from mazeeditor.screen.pixel_colours import HEAD, ROUTE
from mazeeditor.screen.raster.shape_closeup import ShownMaze
from tests.graphs import graph_of
from tests.lattices import of_shape

ZOOMS = [0.07, 0.2, 0.5, 0.77, 1.0, 1.3, *range(2, 14), 24, 33, 47]


def box(rows: int, columns: int, seed: int = 0, holes: float = 0.0) -> Maze:
    """Return a maze whose inner walls are closed or open at random, without openings."""
    random = np.random.default_rng(seed)
    lattice = build("rectangular", rows=rows, columns=columns)
    if holes:
        lattice = replace(lattice, inside=lattice.inside & (random.random(lattice.size) > holes))
    maze = Maze(lattice)
    maze.toggle(some_walls(maze, random.random()))
    return maze


def some_walls(maze: Maze, share: float, seed: int = 0) -> Ids:
    """Return about ``share`` of the inner walls, in no order."""
    inner = [wall for wall in every_wall(maze.lattice) if maze.lattice.is_inner(wall)]
    random = np.random.default_rng(seed)
    return random.permutation([w for w in inner if random.random() < share]).astype(np.int64)


def every_wall(lattice: Lattice) -> list[int]:
    """Return the ids of all walls that touch an inside cell."""
    return [int(wall) for wall in Maze(lattice).closed_walls()]


def openings(lattice: Lattice) -> list[Opening]:
    """Return every place where an entrance or exit may be."""
    cells = [int(cell) for cell in lattice.inside_cells()]
    border = [Opening(cell, slot) for cell in cells for slot in lattice.outer_slots(cell)]
    return border + [Opening(cell) for cell in cells]


def route_of(maze: Maze, start: int, goal: int, seed: int = 0) -> Solution:
    """Return a route that winds along itself, or none, and marks at random."""
    tree = nx.dfs_tree(graph_of(maze), start).to_undirected()
    result = nx.shortest_path(tree, start, goal) if goal in tree else []
    marks = np.random.default_rng(seed).integers(0, 4, maze.lattice.size).astype(np.uint8)
    marks[~maze.lattice.inside] = 0
    return Solution(maze.lattice, "test", np.array(result, np.int64), marks)


def painted(maze: Maze, solution: Solution | None = None) -> MazeRaster:
    """Return the raster of a maze, prepared."""
    raster = raster_for(maze)
    if solution:
        raster.show_solution(solution, route=True, marks=True)
    raster.prepare(Job())()
    return raster


class PaintModel:
    """What each cell is painted as, kept by the plainest means: two dictionaries."""

    def __init__(self, maze: Maze) -> None:
        self._maze = maze
        self.kinds: dict[int, int] = {}
        self.ways: dict[int, int] = {}

    def show_solution(self, solution: Solution | None) -> None:
        """Replace everything."""
        self.kinds, self.ways = {}, {}
        if solution is None:
            return
        lattice = self._maze.lattice
        cells = [int(cell) for cell in lattice.inside_cells()]
        route = [int(cell) for cell in solution.route]
        self.kinds = {cell: int(solution.marks[cell]) for cell in cells}
        self.kinds |= dict.fromkeys(route, ROUTE)
        self.ways = dict.fromkeys(cells, 0)
        for one, other in pairwise(route):
            self.ways[one] |= 1 << lattice.slot_between(one, other)
            self.ways[other] |= 1 << lattice.slot_between(other, one)
        for end in (*([self._maze.entrance] if self._maze.entrance else []), *self._maze.exits):
            if end.slot is not None and route and end.cell in (route[0], route[-1]):
                self.ways[end.cell] |= 1 << end.slot

    def paint(
        self, random: np.random.Generator, count: int
    ) -> tuple[Ids, NDArray[np.uint8], NDArray[np.uint8]]:
        """Paint about ``count`` cells near each other at random; return what to tell the view."""
        cells = self._maze.lattice.inside_cells()
        start = int(random.integers(0, len(cells)))
        some = random.choice(cells[start : start + 4 * count], count)
        some = np.unique(some)
        kinds = random.integers(0, HEAD + 1, len(some)).astype(np.uint8)
        ways = random.integers(0, 16, len(some)).astype(np.uint8)
        self.kinds |= dict(zip(some.tolist(), kinds.tolist(), strict=True))
        self.ways |= dict(zip(some.tolist(), ways.tolist(), strict=True))
        return some, kinds, ways

    def put_on(self, raster: MazeRaster) -> None:
        """Paint all cells of a raster at once."""
        cells = np.array([*self.kinds], np.int64)
        kinds = np.array([*self.kinds.values()], np.uint8)
        raster.paint(cells, pack(kinds, np.array([self.ways[c] for c in self.kinds], np.uint8)))


@st.composite
def scenes(draw: st.DrawFn) -> tuple[Maze, Solution | None]:
    """Draw a small maze of squares, perhaps with holes, openings and a route."""
    maze = box(
        draw(st.integers(1, 7)),
        draw(st.integers(1, 7)),
        draw(st.integers(0, 999)),
        draw(st.sampled_from([0.0, 0.0, 0.3])),
    )
    return _scene(draw, maze)


@st.composite
def scenes_of_shapes(draw: st.DrawFn) -> tuple[Maze, Solution | None]:
    """Draw a small maze of any shape, perhaps with a mask, openings and a route."""
    name, seed = draw(st.sampled_from(SHAPES.names())), draw(st.integers(0, 999))
    maze = Maze(of_shape(name, Random(seed), 7))
    maze.toggle(some_walls(maze, draw(st.sampled_from([0.2, 0.5, 0.8])), seed))
    return _scene(draw, maze)


def _scene(draw: st.DrawFn, maze: Maze) -> tuple[Maze, Solution | None]:
    cells = [int(cell) for cell in maze.lattice.inside_cells()]
    if not cells:
        return maze, None
    places = st.sampled_from(openings(maze.lattice))
    maze.set_openings(draw(places), tuple(draw(st.lists(places, max_size=2))))
    if draw(st.booleans()):
        return maze, None
    start = maze.entrance.cell if maze.entrance else cells[0]
    goal = maze.exit.cell if maze.exit else cells[-1]
    return maze, route_of(maze, start, goal, draw(st.integers(0, 99)))


def before_kernels(patch: pytest.MonkeyPatch) -> None:
    """Let the kernels that draw closeups count as not compiled."""
    patch.setattr(ShownMaze, "ready", False)

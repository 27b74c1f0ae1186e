"""Small pictures of generators and solvers, drawn as the window draws mazes.

Of a generator it is a maze that it made, its cells coloured by how far they are from the entrance,
which shows how it branches; of a solver what it has seen of a maze, the same for all, and its
route. Each is drawn once a process for each look.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeAlias

import numpy as np
from PIL import Image

from mazeeditor.app.shown.distances import DistanceStart, count_distances
from mazeeditor.core.job import Job
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe, maze_of
from mazeeditor.maze.solvers import Solution, solve
from mazeeditor.screen.cell_paint import DistanceLevels
from mazeeditor.screen.maze_picture import MazePicture
from mazeeditor.screen.palette import PALETTES
from mazeeditor.screen.viewport import Viewport

DrawKind: TypeAlias = Callable[[str, str, int], Image.Image]  # name, ``light`` or ``dark``, px

CELLS = 10  # rows and columns
EDGE_PX = 1  # px of paper around the maze, at least
SEED = 7
# All solvers see other cells of this maze, but for the two that go depth first.
SOLVED = Recipe("growing-tree", seed=17, sizes={"rows": CELLS, "columns": CELLS}, braid=0.35)


@cache
def picture_of_generator(name: str, mode: str, side: int) -> Image.Image:
    """Return the picture RGB of a generator, ``side`` px wide, ``light`` or ``dark``."""
    maze = maze_of(Recipe(name, seed=SEED, sizes={"rows": CELLS, "columns": CELLS}))
    return _draw(maze, mode, side, levels=count_distances((maze, DistanceStart()), Job()))


@cache
def picture_of_solver(name: str, mode: str, side: int) -> Image.Image:
    """Return the picture RGB of a solver, likewise."""
    maze = _solved_maze()
    return _draw(maze, mode, side, solution=solve(name, maze))


@cache
def _solved_maze() -> Maze:
    return maze_of(SOLVED)


def _draw(
    maze: Maze,
    mode: str,
    side: int,
    *,
    levels: DistanceLevels | None = None,
    solution: Solution | None = None,
) -> Image.Image:
    picture = MazePicture(PALETTES[mode])
    picture.set_maze(maze)
    picture.set_solution(solution, route=True, marks=True)
    picture.set_distances(levels)
    zoom = (side - 2 * EDGE_PX - 1) // CELLS  # px a cell; the outer walls stand half outside
    edge = (side - zoom * CELLS) // 2
    view = Viewport(CELLS, CELLS, side, side, margin=side, zoom=zoom, x=-edge, y=-edge)
    pixels = np.ascontiguousarray(picture.compose(view)).view(np.uint8)
    return Image.fromarray(pixels.reshape(side, side, 4)[..., :3].copy())

"""Small pictures of generators and solvers show the maze and the route that they make."""

from __future__ import annotations

import pytest

from mazeeditor.app.shown.kind_pictures import (
    CELLS,
    SEED,
    SOLVED,
    picture_of_generator,
    picture_of_solver,
)
from mazeeditor.maze.generators import GENERATORS
from mazeeditor.maze.recipe import Recipe, maze_of
from mazeeditor.maze.solvers import SOLVERS, solve
from mazeeditor.screen.palette import PALETTES

SIDE, ZOOM, EDGE = 43, 4, 1  # px: ten cells and a wall, with a line of paper on each side
HALF = ZOOM // 2


def rgb(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))


@pytest.mark.parametrize("mode", sorted(PALETTES))
def test_generators(mode: str) -> None:
    wall, seen = rgb(PALETTES[mode].wall), set()
    for name in GENERATORS.names():
        picture = picture_of_generator(name, mode, SIDE)
        maze = maze_of(Recipe(name, seed=SEED, sizes={"rows": CELLS, "columns": CELLS}))
        assert picture.size == (SIDE, SIDE)
        for row in range(CELLS):
            for column in range(CELLS - 1):
                for here, there in (
                    ((row, column), (row, column + 1)),
                    ((column, row), (column + 1, row)),
                ):
                    x = EDGE + there[1] * ZOOM + (HALF if here[1] == there[1] else 0)
                    y = EDGE + there[0] * ZOOM + (HALF if here[0] == there[0] else 0)
                    closed = picture.getpixel((x, y)) == wall
                    assert closed is not maze.is_open(here, there), (name, here, there)
        seen.add(picture.tobytes())
    assert len(seen) == len(GENERATORS.names()), "each looks otherwise"


def test_solvers() -> None:
    maze, route, seen = maze_of(SOLVED), rgb(PALETTES["light"].route), set()
    for name in SOLVERS.names():
        picture = picture_of_solver(name, "light", SIDE)
        for row, column in solve(name, maze).path:
            at = EDGE + column * ZOOM + HALF, EDGE + row * ZOOM + HALF
            assert picture.getpixel(at) == route, (name, row, column)
        seen.add(picture.tobytes())
    assert len(seen) >= len(SOLVERS.names()) - 1, "two go depth first"

"""Films show the real algorithm: they end with what it gives, and their steps are its own."""

from __future__ import annotations

import numpy as np
import pytest

from mazeeditor.films.film import FILLED, HEAD, PLAIN, ROUTE
from mazeeditor.films.player import Player
from mazeeditor.films.recording import film_of_generation
from mazeeditor.generators import generate
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.solution import Solution
from mazeeditor.solvers import solve
from tests.films.samples import MADE, SOLVED, braided, lattice_of, made, solved

SIZES = [(1, 1), (1, 2), (2, 1), (1, 9), (9, 1), (2, 2), (12, 9)]


@pytest.mark.parametrize("name", MADE)
@pytest.mark.parametrize(("rows", "columns"), SIZES)
@pytest.mark.parametrize("braid", [0.0, 0.5])
def test_a_generation_ends_with_the_maze(name: str, rows: int, columns: int, braid: float) -> None:
    lattice = lattice_of(rows, columns)
    maze = generate(name, lattice, 11, braid=braid)
    film = film_of_generation(name, lattice, 11, braid=braid)
    assert isinstance(film.answer, Maze)
    assert np.array_equal(film.answer.walls, maze.walls)
    player = Player(film)
    player.seek(film.steps)
    assert np.array_equal(player.maze.walls, maze.walls)
    assert (player.maze.entrance, player.maze.exits) == (maze.entrance, maze.exits)
    assert not player.kinds.any()
    assert not player.ways.any()


@pytest.mark.parametrize("name", SOLVED)
@pytest.mark.parametrize("middle", [False, True])
def test_a_solving_ends_with_the_solution(name: str, middle: bool) -> None:
    maze, film = braided(middle=middle), solved(name, middle=middle)
    solution = solve(name, maze)
    assert isinstance(film.answer, Solution)
    assert np.array_equal(film.answer.route, solution.route)
    player = Player(film)
    player.seek(film.steps)
    assert np.array_equal(player.maze.walls, maze.walls)
    expected = solution.marks.copy()
    expected[solution.route] = ROUTE
    assert np.array_equal(player.kinds, expected)


@pytest.mark.parametrize("name", MADE)
def test_walls_agree_on_both_sides_at_every_step(name: str) -> None:
    player = Player(made(name))
    for step in range(player.film.steps + 1):
        player.seek(step)
        player.maze.check()
        assert np.count_nonzero(player.kinds == HEAD) <= 1


@pytest.mark.parametrize("name", MADE)
def test_a_maze_grows_out_of_untouched_cells(name: str) -> None:
    player = Player(made(name))
    player.seek(0)
    assert (player.kinds[player.film.lattice.inside] == FILLED).all()
    player.seek(player.film.steps)
    assert (player.kinds == PLAIN).all()

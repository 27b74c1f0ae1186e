"""Films to test with: every algorithm, on small mazes."""

from __future__ import annotations

from functools import cache

from mazeeditor.films.film import Film
from mazeeditor.films.recording import film_of_generation, film_of_solving
from mazeeditor.maze.generators import GENERATORS, generate
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe
from mazeeditor.maze.shapes import build
from mazeeditor.maze.solvers import SOLVERS

MADE, SOLVED = GENERATORS.names(), SOLVERS.names()
NAMES = [*MADE, *SOLVED]


def lattice_of(rows: int, columns: int) -> Lattice:
    return build("rectangular", rows=rows, columns=columns)


@cache
def made(name: str, rows: int = 9, columns: int = 12, seed: int = 5, braid: float = 0.0) -> Film:
    """Return a film of a maze being made."""
    return film_of_generation(Recipe(name, seed=seed, braid=braid), lattice_of(rows, columns))


@cache
def braided(rows: int = 11, columns: int = 14, *, middle: bool = False) -> Maze:
    """Return a maze with loops; ``middle`` puts entrance and exits inside it."""
    maze = generate("backtracker", lattice_of(rows, columns), 22, braid=0.4)
    if middle:
        cells = [Opening(maze.lattice.cell(row, 3)) for row in (2, rows - 2, rows - 1)]
        maze.set_openings(cells[0], tuple(cells[1:]))
    return maze


@cache
def solved(name: str, *, middle: bool = False) -> Film:
    """Return a film of a maze with loops being solved."""
    return film_of_solving(name, braided(middle=middle))


def film_named(name: str) -> Film:
    """Return a film of an algorithm."""
    return made(name) if name in MADE else solved(name)

"""Mazes at random with openings anywhere, options at random, and the picture of a maze as sets."""

from __future__ import annotations

from random import Random
from typing import Any

from mazeeditor.maze.facts.facts import facts
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.transforms import TRANSFORMS
from tests.graphs import graph_of
from tests.lattices import of_shape, random_passages
from tests.oracle import draw, maze_of, opening

Place = tuple[int, int]


def some_maze(seed: int, largest: int = 14) -> Maze:
    """Return a tree, a maze with loops or one in parts; some have gaps, some no openings."""
    random = Random(seed)
    maze = maze_of(draw(random, largest), random)
    if random.random() < 0.1:
        maze.set_openings(None, maze.exits if random.random() < 0.5 else ())
    return maze


def some_outlined(seed: int, name: str = "rectangular", largest: int = 9) -> Maze:
    """Return a maze of a shape, mostly with a mask, maybe in parts, with openings anywhere."""
    random = Random(seed)
    return with_openings(of_shape(name, random, largest), random)


def with_openings(lattice: Lattice, random: Random) -> Maze:
    """Return a maze on a lattice with walls and openings at random."""
    maze, graph = random_passages(lattice, random)
    cells = [random.choice(list(graph)) for _opening in range(random.choice([0, 1, 2, 2, 3]))]
    ends = [opening(lattice, lattice.place(cell), random) for cell in dict.fromkeys(cells)]
    maze.set_openings(ends[0] if ends else None, tuple(ends[1:]))
    return maze


def some_options(name: str, maze: Maze, random: Random) -> dict[str, Any] | None:
    """Return options that fit ``maze``; None where none do."""
    values: dict[str, Any] = {}
    refused = TRANSFORMS[name].choices(maze.lattice)
    if TRANSFORMS[name].why_not(maze.lattice):
        return None
    if name in ("fewer-forks", "route-apart") and not (
        maze.entrance and facts(maze).routes == "one"
    ):
        return None
    for option in TRANSFORMS[name].options:
        if option.choices:
            fit = [choice for choice in option.choices if not refused[choice]]
            values[option.name] = random.choice(fit)
        elif option.kind is float:
            values[option.name] = random.random()
        elif option.name in ("rows", "columns", "length"):
            values[option.name] = random.choice([None, random.randint(1, 20)])
        elif option.name == "seed":
            values["seed"] = random.randint(0, 99)
    if name == "repair":  # the other goals need openings
        values["goal"] = random.choice(["perfect", "unsealed"])
    if "line" in values:
        last = getattr(maze.lattice, values["line"] + "s") - (name == "delete")
        values["at"] = random.randint(0, last)
        return None if name == "delete" and last == 0 else values
    return values


def places(maze: Maze) -> set[frozenset[Place]]:
    """Return the passages, each as its two places."""
    place = maze.lattice.place
    return {frozenset((place(one), place(other))) for one, other in graph_of(maze).edges}


def openings(maze: Maze) -> list[Opening]:
    """Return the entrance and the exits."""
    return [*([maze.entrance] if maze.entrance else []), *maze.exits]


def picture(maze: Maze) -> tuple[Any, ...]:
    """Return all there is of a maze."""
    lattice = maze.lattice
    size = lattice.rows, lattice.columns, lattice.inside.tobytes()
    return *size, maze.walls.tobytes(), tuple(openings(maze))

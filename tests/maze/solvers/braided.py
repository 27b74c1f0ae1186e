"""Mazes of 1x1 to 60x60 with loops, entrances and exits anywhere, and networkx's view of them."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from mazeeditor.maze.generators import generate
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import build
from tests.breadth import repeats
from tests.graphs import graph_of

NUMBER = len(repeats(50, 3000))


@cache
def braided(seed: int) -> tuple[Maze, Any]:
    """Return a maze of 1x1 to 60x60 with loops and openings anywhere, and its graph."""
    random = Random(seed)
    size = random.choice([1, 2, 3, 5, 8, 13, 21, 30, 60])
    lattice = build("rectangular", rows=random.randint(1, size), columns=random.randint(1, size))
    names = ["backtracker", "kruskal", "prim"]
    share = random.choice([0, 0.05, 0.3, 1])
    maze = generate(random.choice(names), lattice, seed, braid=share)
    cells = lattice.inside_cells().tolist()
    exits = random.choices(cells, k=random.choice([1, 1, 1, 2, 5]))
    maze.set_openings(Opening(random.choice(cells)), tuple(map(Opening, exits)))
    return maze, graph_of(maze)

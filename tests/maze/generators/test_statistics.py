"""The mazes have the texture described in the literature: how many dead ends, which crossings."""

from __future__ import annotations

import numpy as np
import pytest

from mazeeditor.maze.generators import GENERATORS, generate
from mazeeditor.maze.links import COUNT
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import build

# Per cent of all cells, from W. Pullen, "Think Labyrinth", and J. Buck, "Mazes for Programmers".
DEAD_ENDS = {
    "backtracker": 10.5,
    "hunt-and-kill": 10.1,
    "recursive-division": 27.0,
    "binary-tree": 25.2,
    "sidewinder": 27.3,
    "wilson": 29.1,
    "aldous-broder": 29.1,
    "kruskal": 30.2,
    "prim-weights": 30.2,
    "prim-walls": 32.3,
    "prim": 35.2,
}
NAMED = [name for name in GENERATORS.names() if name in DEAD_ENDS]


def passages(maze: Maze) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    """Return how many passages each inside cell has, no outer wall being open."""
    return (maze.lattice.degree - COUNT[maze.walls[maze.lattice.inside]]).astype(np.int64)


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", NAMED)
def test_share_of_dead_ends(name: str) -> None:
    lattice = build("rectangular", rows=20, columns=20)
    shares = []
    for seed in range(100):
        maze = generate(name, lattice, seed)
        maze.set_openings(None, ())
        shares.append((passages(maze) == 1).mean())
    assert abs(100 * np.mean(shares) - DEAD_ENDS[name]) <= 0.5

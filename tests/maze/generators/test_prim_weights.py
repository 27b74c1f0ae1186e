"""Prim on weighted walls makes the minimum spanning tree: Kruskal's maze, were the weights his."""

from __future__ import annotations

from random import Random

import networkx as nx
import numpy as np
import pytest

from mazeeditor.core.job import Job
from mazeeditor.maze.generators import generate
from mazeeditor.maze.generators.kruskal import lightest_tree
from mazeeditor.maze.random import draw, seeded, weight
from mazeeditor.maze.shapes import build
from tests.graphs import graph_of
from tests.maze.generators.lattices import KINDS, connected, grid_of


def keys(seed: int) -> tuple[int, int]:
    """Return the keys of the weights: the third and the fourth number."""
    random = seeded(seed)
    _first, _second, third, fourth = (draw(random) for _ in range(4))
    return third, fourth


@pytest.mark.parametrize("kind", KINDS)
def test_minimum_spanning_tree(kind: str) -> None:
    random = Random(kind)
    for seed in range(10):
        lattice = connected(kind, random)
        grid = grid_of(lattice)
        for _one, _other, data in grid.edges(data=True):
            data["weight"] = weight(data["wall"], *keys(seed)) << 32 | data["wall"]
        tree = nx.minimum_spanning_tree(grid)
        passages = graph_of(generate("prim-weights", lattice, seed)).edges
        assert set(map(frozenset, tree.edges)) == set(map(frozenset, passages))


@pytest.mark.slow
def test_large_one_is_kruskals_of_the_same_weights() -> None:
    lattice = build("rectangular", rows=150, columns=190)
    walls = np.full(lattice.size, lattice.closed, np.uint8)
    lightest_tree(lattice, walls, *keys(5), Job())
    maze = generate("prim-weights", lattice, 5)
    maze.set_openings(None, ())
    assert np.array_equal(maze.walls, walls)

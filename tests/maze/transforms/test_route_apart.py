"""Route apart: no two cells of the route are neighbours but those that follow each other."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest

from mazeeditor.core.errors import UsageError
from mazeeditor.maze.generators import generate
from mazeeditor.maze.shapes import SHAPES, build
from mazeeditor.maze.transforms import apply_transform
from tests.breadth import repeats
from tests.maze.transforms.test_fewer_forks import SIZES
from tests.page.test_tokens import graph_of, route_of


@pytest.mark.parametrize("shape", SHAPES.names())
def test_the_route_never_runs_beside_itself(shape: str) -> None:
    shorter = 0
    for seed in repeats(6, 100):
        maze = generate("backtracker", build(shape, **SIZES[shape]), seed)
        walls, before = maze.walls.copy(), route_of(maze)
        result = apply_transform("route-apart", maze)
        assert (maze.walls == walls).all()
        assert nx.is_tree(graph_of(result))
        route, lattice = route_of(result), maze.lattice
        assert {*route} <= {*before}
        assert (route[0], route[-1]) == (before[0], before[-1])
        shorter += len(route) < len(before)
        for place, cell in enumerate(route):
            beside = {lattice.neighbour(cell, slot) for slot in range(lattice.degree)}
            follow = {route[place + 1]} if place + 1 < len(route) else set()
            assert beside & {*route[place:]} == follow
        again = apply_transform("route-apart", result)
        assert (again.walls == result.walls).all()
    assert shorter > 2


def test_locked_walls_are_named() -> None:
    maze = generate("backtracker", build("rectangular", rows=12, columns=12), 4)
    maze.set_locks(np.full(len(maze.walls), 15, np.uint8))
    with pytest.raises(UsageError, match="Locked walls keep the route beside itself"):
        apply_transform("route-apart", maze)

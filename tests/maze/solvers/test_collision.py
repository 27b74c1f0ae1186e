"""Collision leaves the union of all shortest routes, as networkx finds them."""

from __future__ import annotations

from random import Random
from typing import Any

import networkx as nx
import numpy as np
import pytest

from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.solvers import Mark, collision, solve
from tests.graphs import graph_of
from tests.lattices import LATTICES, random_passages
from tests.oracle import draw, maze_of, open_field


def on_shortest_routes(graph: Any, start: int, goals: set[int]) -> set[int]:
    """Return the cells whose distances to start and to a nearest goal add up to the shortest."""
    near = nx.single_source_shortest_path_length(graph, start)
    shortest = min((near[goal] for goal in goals if goal in near), default=-1)
    far = nx.multi_source_dijkstra_path_length(graph, goals)
    return {cell for cell, steps in near.items() if steps + far.get(cell, 1e9) == shortest}


def check(maze: Maze, graph: Any) -> int:
    assert maze.entrance
    start, goals = maze.entrance.cell, {each.cell for each in maze.exits}
    solution = solve("collision", maze)
    left = set(np.flatnonzero(solution.marks == Mark.LEFT).tolist())
    assert left == on_shortest_routes(graph, start, goals)
    return len(left) - len(solution.route)


@pytest.mark.slow
def test_mazes_with_sealed_places() -> None:
    mazes = [maze_of(draw(Random(seed), 15), Random(seed)) for seed in range(150)]
    loops = sum(check(maze, graph_of(maze)) > 0 for maze in mazes)
    assert loops > 5, "the shortest routes of some form loops"


@pytest.mark.sample(3)
@pytest.mark.parametrize("kind", LATTICES)
def test_lattices_of_every_kind(kind: str) -> None:
    for seed in range(70):
        random = Random(seed)
        maze, graph = random_passages(LATTICES[kind](random), random)
        goals = random.choices(list(graph), k=random.randint(1, 3))
        maze.set_openings(Opening(random.choice(list(graph))), tuple(map(Opening, goals)))
        check(maze, graph)


@pytest.mark.parametrize("capacity", [1, 2, 8])
def test_the_ring_grows(capacity: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collision, "CAPACITY", capacity)
    for rows, columns in [(1, 30), (12, 12), (40, 7)]:
        maze = open_field(rows, columns)
        maze.set_openings(maze.lattice.first, (maze.lattice.last,))
        solution = solve("collision", maze)
        assert (solution.marks == Mark.LEFT).sum() == rows * columns
        middle = tuple(map(Opening, maze.lattice.inside_cells().tolist()[3:]))
        maze.set_openings(maze.lattice.first, middle)
        check(maze, graph_of(maze))

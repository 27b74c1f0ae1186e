"""Expected steps of a random walk: against the textbook, an equation solver, and walks."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import networkx as nx
import numpy as np
import pytest

import mazeeditor
from mazeeditor.maze.facts.random_walk import expected_steps
from mazeeditor.maze.lattice import Opening, Place
from mazeeditor.maze.maze import Maze
from tests.graphs import graph_of

SHAPES: dict[str, dict[str, Any]] = {
    "rectangular": {"rows": 7, "columns": 9},
    "hexagonal": {"rows": 6, "columns": 7},
    "triangular": {"rows": 6, "columns": 9},
    "polar": {"rings": 5},
}


def solved(maze: Maze) -> float:
    """Return the expected steps by the linear equations of all cells."""
    assert maze.entrance
    start, goals = maze.entrance.cell, {opening.cell for opening in maze.exits}
    graph = graph_of(maze)
    inner = sorted(nx.node_connected_component(graph.subgraph(set(graph) - goals), start))
    place = {cell: number for number, cell in enumerate(inner)}
    matrix = np.zeros((len(inner), len(inner)))
    for cell in inner:
        matrix[place[cell], place[cell]] = graph.degree(cell)
        for other in graph[cell]:
            if other in place:
                matrix[place[cell], place[other]] = -1
    right = np.array([graph.degree(cell) for cell in inner], float)
    return float(np.linalg.solve(matrix, right)[place[start]])


def by_edges(maze: Maze) -> int:
    """Return the steps in a tree: each edge of the route takes 2 * (edges behind it) + 1."""
    assert maze.entrance
    graph = graph_of(maze)
    route = nx.shortest_path(graph, maze.entrance.cell, maze.exit.cell if maze.exit else None)
    total = 0
    for near, far in pairwise(route):
        graph.remove_edge(near, far)
        behind = graph.subgraph(nx.node_connected_component(graph, near))
        total += 2 * behind.number_of_edges() + 1
        graph.add_edge(near, far)
    return total


@pytest.mark.slow
def test_trees_have_whole_numbers() -> None:
    for shape in SHAPES:
        for seed in range(4):
            maze = mazeeditor.generate("prim", shape=shape, seed=seed, **SHAPES[shape])
            assert expected_steps(maze) == by_edges(maze), (shape, seed)
            assert expected_steps(maze) == pytest.approx(solved(maze), rel=1e-9), (shape, seed)


@pytest.mark.slow
def test_loops() -> None:
    for shape, sizes in SHAPES.items():
        for braid in [0.3, 1.0]:
            for seed in range(4):
                maze = mazeeditor.generate("kruskal", shape=shape, seed=seed, braid=braid, **sizes)
                assert expected_steps(maze) == pytest.approx(solved(maze), rel=1e-9), (shape, braid)


def test_several_exits_and_places_in_the_middle() -> None:
    for braid in (0.0, 0.5):
        exits: list[Place] = [(0, 8, "right"), (6, 0, "left"), (3, 3)]
        maze = mazeeditor.generate(
            rows=7, columns=9, seed=3, braid=braid, entrance=(5, 5), exit=exits
        )
        assert expected_steps(maze) == pytest.approx(solved(maze), rel=1e-9)


@pytest.mark.slow
def test_a_walk_takes_as_long() -> None:
    maze = mazeeditor.generate(rows=4, columns=4, seed=2, braid=0.5)
    assert maze.entrance
    assert maze.exit
    graph, dice, steps = graph_of(maze), random.Random(1), 0
    for _walk in range(4000):
        cell = maze.entrance.cell
        while cell != maze.exit.cell:
            cell = dice.choice(list(graph[cell]))
            steps += 1
    assert expected_steps(maze) == pytest.approx(steps / 4000, rel=0.05)


def test_no_route() -> None:
    maze = mazeeditor.generate(rows=3, columns=3, seed=1, exit=None)
    assert expected_steps(maze) is None
    maze = mazeeditor.generate("binary-tree", rows=2, columns=2, seed=1)
    for row in range(2):
        if maze.is_open((row, 0), (row, 1)):
            maze.toggle_wall((row, 0), (row, 1))
    assert expected_steps(maze) is None


def test_the_entrance_is_an_exit() -> None:
    maze = mazeeditor.generate(rows=3, columns=3, seed=1)
    assert maze.entrance
    maze.set_openings(maze.entrance, (Opening(maze.entrance.cell, None),))
    assert expected_steps(maze) == 0

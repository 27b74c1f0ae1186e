"""The cells on any route are those that networkx finds, on every shape."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import networkx as nx
import numpy as np
import pytest

from mazeeditor.core.kernels.compiled import available
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search.blocks import cells_on_routes
from mazeeditor.maze.shapes import SHAPES, build, sizes_about
from tests.graphs import graph_of
from tests.kernels import compiled, interpreted
from tests.screen.mazes import some_walls

GOAL = "goal"


def by_walking(maze: Maze) -> set[int]:
    """Return the cells of all simple paths that end at the first exit, one path at a time."""
    graph, exits = graph_of(maze), {opening.cell for opening in maze.exits}
    assert maze.entrance
    found: set[int] = set()

    def walk(path: list[int], visited: set[int]) -> None:
        if path[-1] in exits:
            found.update(path)
            return
        for other in graph[path[-1]]:
            if other not in visited:
                walk([*path, other], {*visited, other})

    walk([maze.entrance.cell], {maze.entrance.cell})
    return found


def by_blocks(maze: Maze) -> set[int]:
    """Return the same from the biconnected components of networkx; for large mazes."""
    graph, exits = graph_of(maze), {opening.cell for opening in maze.exits}
    assert maze.entrance
    start = maze.entrance.cell
    if start in exits:
        return {start}
    merged: Any = nx.Graph()
    for one, other in graph.edges:  # a passage is a node, so that two to the goal stay two
        ends = [GOAL if cell in exits else cell for cell in (one, other)]
        if ends != [GOAL, GOAL]:
            nx.add_path(merged, [ends[0], (one, other), ends[1]])
    if start not in merged or GOAL not in merged or not nx.has_path(merged, start, GOAL):
        return set()
    nx.add_path(merged, [start, "direct", GOAL])
    block = next(part for part in nx.biconnected_components(merged) if "direct" in part)
    cells = {node for node in block if isinstance(node, int)}
    passed = {cell for node in block if isinstance(node, tuple) for cell in node}
    return cells | passed & exits


def found(maze: Maze) -> set[int]:
    return set(np.flatnonzero(cells_on_routes(maze)).tolist())


def random_maze(name: str, size: int, seed: int) -> Maze:
    random = Random(seed)
    maze = Maze(build(name, **sizes_about(name, size, {})))
    maze.toggle(some_walls(maze, random.choice([0.45, 0.6, 0.8]), seed))
    cells = maze.lattice.inside_cells().tolist()
    ends = random.sample(cells, random.randint(2, 5))
    maze.set_openings(
        Opening(ends[0]), tuple(Opening(cell) for cell in ends[random.random() < 0.95 :])
    )
    return maze


@pytest.mark.slow
@pytest.mark.parametrize("name", SHAPES.names())
def test_they_are_those_of_every_path(name: str) -> None:
    kinds: set[object] = set()
    for seed in range(60):
        maze = random_maze(name, 3, seed)
        before = maze.walls.copy()
        expected = by_walking(maze)
        assert found(maze) == expected == by_blocks(maze)
        assert (maze.walls == before).all()
        kinds.add(len(expected) > 1)
        assert maze.entrance
        reached = nx.node_connected_component(graph_of(maze), maze.entrance.cell)
        kinds.add("not all" if 1 < len(expected) < len(reached) else "all")
    assert kinds == {True, False, "all", "not all"}


@pytest.mark.skipif(not available(), reason="numba is missing or switched off")
@pytest.mark.parametrize("name", SHAPES.names())
def test_compiled_and_interpreted_they_are_the_same(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in range(4):
        maze = random_maze(name, 20, seed)
        with compiled(monkeypatch):
            quick = found(maze)
        with interpreted(monkeypatch):
            assert quick == found(maze) == by_blocks(maze)


def test_without_openings_there_are_none() -> None:
    maze = random_maze("rectangular", 5, 1)
    for entrance, exits in ((None, maze.exits), (maze.entrance, ()), (None, ())):
        maze.set_openings(entrance, exits)
        assert found(maze) == set()


def test_openings_in_the_border_are_no_passages() -> None:
    maze = Maze(build("rectangular", rows=2, columns=3))
    lattice = maze.lattice
    row = [lattice.cell(0, column) for column in range(3)]
    maze.write(
        np.array([lattice.wall(a, lattice.slot_between(a, b)) for a, b in pairwise(row)]),
        closed=False,
    )
    maze.set_openings(lattice.first, (Opening(row[2], lattice.slot(row[2], "right")),))
    assert found(maze) == set(row)

"""McClendon's figures and the kinds of dead ends, against a graph and the directions of walls."""

from __future__ import annotations

from itertools import pairwise
from math import acos, dist, log, pi
from random import Random
from typing import Any

import networkx as nx
import numpy as np
import pytest

import mazeeditor
from mazeeditor.maze.facts.structure import structure
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import SHAPES
from mazeeditor.maze.transforms import apply_transform
from tests.breadth import repeats
from tests.graphs import graph_of
from tests.lattices import of_shape
from tests.oracle import maze_of, parse


def angle(maze: Maze, before: int, cell: int, after: int) -> float:
    """Return by how much of half a turn a path turns in ``cell``."""
    outward, lattice = maze.lattice.geometry.outward, maze.lattice
    slots = [slot for slot in range(lattice.degree) if not maze.walls[cell] >> slot & 1]
    ax, ay = next(outward(cell, s) for s in slots if lattice.neighbour(cell, s) == before)
    bx, by = next(outward(cell, s) for s in slots if lattice.neighbour(cell, s) == after)
    turned = acos(max(-1.0, min(1.0, -ax * bx - ay * by))) / pi
    return turned if turned > 0.17 else 0.0


def weight(maze: Maze, path: list[int]) -> float:
    """Return McClendon's complexity of a hallway, given as its cells in order."""
    total, straight = 0.0, 0
    for before, cell, after in zip(path, path[1:], path[2:], strict=False):
        straight += 1
        if turned := angle(maze, before, cell, after):
            total, straight = total + turned / straight, 0
    return (len(path) - 1) * total


def pieces(graph: Any, path: list[int]) -> list[list[int]]:
    """Return a path cut at its junctions."""
    cuts = [i for i, cell in enumerate(path) if 0 < i < len(path) - 1 and graph.degree(cell) > 2]
    return [path[a : b + 1] for a, b in pairwise([0, *cuts, len(path) - 1])]


def expected(maze: Maze) -> dict[str, Any]:
    """Return the figures of a tree: all paths from the route to each dead end are looked at."""
    assert maze.entrance
    assert maze.exit
    lattice, graph = maze.lattice, graph_of(maze)
    route = nx.shortest_path(graph, maze.entrance.cell, maze.exit.cell)
    middles = {cell: lattice.geometry.centres(np.array([cell]))[0] for cell in graph}
    halls = {tuple(piece) for piece in pieces(graph, route)}
    branches: dict[tuple[int, int], set[tuple[int, ...]]] = {}
    kinds = {"alcoves": 0, "forward_dead_ends": 0, "backward_dead_ends": 0}
    for end in set(graph) - set(route):
        if graph.degree(end) > 1 or not nx.has_path(graph, route[0], end):
            continue
        paths = (nx.shortest_path(graph, root, end) for root in route)
        path = min(paths, key=len)
        own = branches.setdefault((path[0], path[1]), set())
        own |= {tuple(piece) for piece in pieces(graph, path)}
        if len(pieces(graph, path)) == 1 and weight(maze, path) == 0:
            kind = "alcoves"
        else:
            near, far = (dist(middles[cell], middles[route[-1]]) for cell in (end, path[0]))
            kind = "forward_dead_ends" if near < far - 1e-6 else "backward_dead_ends"
        kinds[kind] += 1
    of_branches = [sum(weight(maze, list(h)) for h in own) for own in branches.values()]
    total = sum(weight(maze, list(h)) for h in halls) + sum(of_branches)
    trail = weight(maze, route)
    hard = trail and log(trail) + sum(log(each + 1) for each in of_branches)
    return kinds | {"complexity": total and log(total), "difficulty": hard}


def check(maze: Maze) -> None:
    found = structure(maze).hallways
    assert found
    wanted = expected(maze)
    for name in ("alcoves", "forward_dead_ends", "backward_dead_ends"):
        assert getattr(found, name) == wanted[name], name
    for name in ("complexity", "difficulty"):
        assert (getattr(found, name) or 0) == pytest.approx(wanted[name], rel=1e-9), name


def some_tree(name: str, seed: int) -> Maze | None:
    """Return a perfect maze with openings anywhere, None where they are in different pieces."""
    random = Random(seed)
    lattice = of_shape(name, random)
    maze = apply_transform("perfect", Maze(lattice), seed=seed)
    graph = graph_of(maze)
    first, last = random.choice(list(graph)), random.choice(list(graph))
    maze.set_openings(Opening(first), (Opening(last),))
    return maze if nx.has_path(graph, first, last) else None


@pytest.mark.slow
@pytest.mark.parametrize("name", SHAPES.names())
def test_trees_of_every_shape(name: str) -> None:
    mazes = [maze for seed in repeats(8, 200) if (maze := some_tree(name, seed))]
    assert len(mazes) > 3
    for maze in mazes:
        check(maze)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_a_generated_maze(seed: int) -> None:
    check(mazeeditor.generate(rows=14, columns=17, seed=seed))


def test_a_maze_counted_by_hand() -> None:
    maze = maze_of(
        parse(
            """\
o---o---o---o---o
  S             |
o---o   o---o   o
|   |   |   |   |
o   o   o   o   o
|       |     G |
o---o---o---o---o
"""
        )
    )
    found = structure(maze).hallways
    # Route: 3 steps right, 2 down: 5 * (1/2)/3. The hall from its junction: (2 + 2) steps with a
    # turn after 2 of them. The branch at J: 2 down, 1 left, 1 up: 4 * (1/4 + 1/2). The one at the
    # exit: 1 left, 1 up: 2 * 1/2. It ends farther from the exit than that.
    assert found
    assert found.difficulty == pytest.approx(log(5 / 6) + log(3 + 1) + log(1 + 1))
    assert found.complexity == pytest.approx(log(4 * (1 / 4) + 3 + 1))
    assert (found.alcoves, found.forward_dead_ends, found.backward_dead_ends) == (0, 0, 2)


def test_loops_leave_no_figure() -> None:
    maze = mazeeditor.generate(rows=9, columns=9, seed=1, braid=1)
    result = structure(maze)
    assert result.hallways is None
    assert result.walk is not None
    maze = mazeeditor.generate(rows=9, columns=9, seed=1)
    assert structure(maze).hallways
    maze.set_openings(None, maze.exits)
    assert structure(maze).hallways is None
    assert structure(maze).walk is None


def test_a_loop_off_the_route_is_noticed() -> None:
    for seed in range(30):
        maze = mazeeditor.generate(rows=6, columns=7, seed=seed)
        graph, lattice = graph_of(maze), maze.lattice
        random = Random(seed)
        closed = [
            (cell, slot)
            for cell in graph
            for slot in range(lattice.degree)
            if lattice.neighbour(cell, slot) in graph
            and not graph.has_edge(cell, lattice.neighbour(cell, slot))
        ]
        cell, slot = random.choice(closed)
        maze.toggle(np.array([lattice.wall(cell, slot)]))
        assert structure(maze).hallways is None

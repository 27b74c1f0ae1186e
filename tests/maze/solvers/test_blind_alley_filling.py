"""What fillers leave, against the blocks that networkx finds."""

from __future__ import annotations

from random import Random
from typing import Any

import networkx as nx
import numpy as np
import pytest

from mazeeditor.maze.generators import generate
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import build
from mazeeditor.maze.solvers import Mark, solve
from tests.breadth import repeats
from tests.graphs import graph_of
from tests.lattices import LATTICES, random_passages
from tests.oracle import draw, maze_of, open_passages

GOAL = "goal"


def marked(name: str, maze: Maze, mark: Mark = Mark.LEFT) -> set[int]:
    return set(np.flatnonzero(solve(name, maze).marks == mark).tolist())


def on_some_route(graph: Any, start: int, goals: set[int]) -> set[int]:
    """Return the block of a passage laid from goal to start, all goals one node."""
    if start in goals:
        return {start}
    merged = nx.Graph([(start, GOAL)])
    merged.add_edges_from((_one(a, goals), _one(b, goals)) for a, b in graph.edges)
    merged.remove_edges_from([(GOAL, GOAL)])
    block = next(b for b in nx.biconnected_components(merged) if {start, GOAL} <= b)
    if block == {start, GOAL} and not goals & set(graph[start]):
        return set()
    block = block - {GOAL}
    return block | {goal for goal in goals if block & set(graph[goal])}


def _one(cell: int, goals: set[int]) -> int | str:
    return GOAL if cell in goals else cell


def without_cul_de_sacs(graph: Any, start: int, goals: set[int]) -> set[int]:
    """Return what is left when passages and single loops that hang on one cell are taken away."""
    ends = goals | {start}
    near = graph.subgraph(set().union(*(nx.node_connected_component(graph, end) for end in ends)))
    blocks = dict(enumerate(nx.biconnected_components(near)))
    homes: dict[int, set[int]] = {cell: set() for cell in near}
    for name, block in blocks.items():
        for cell in block:
            homes[cell].add(name)
    waiting = [name for name, block in blocks.items() if near.subgraph(block).size() <= len(block)]
    simple = set(waiting)
    while waiting:
        name = waiting.pop()
        held = {cell for cell in blocks.get(name, ()) if cell in ends or len(homes[cell]) > 1}
        if name in simple & blocks.keys() and len(held) <= 1:
            for cell in blocks.pop(name):
                homes[cell].remove(name)
                waiting.extend(homes[cell])
    return ends.union(*blocks.values())


def check(maze: Maze, graph: Any) -> None:
    assert maze.entrance
    start, goals = maze.entrance.cell, {each.cell for each in maze.exits}
    assert marked("blind-alley-filling", maze) == on_some_route(graph, start, goals)
    assert marked("cul-de-sac-filling", maze) == without_cul_de_sacs(graph, start, goals)


@pytest.mark.parametrize("part", range(4))
def test_mazes_with_sealed_places(part: int) -> None:
    for number in repeats(12, 500):
        seed = 1000 * part + number
        maze = maze_of(draw(Random(seed), 18), Random(seed))
        check(maze, graph_of(maze))


@pytest.mark.parametrize("kind", LATTICES)
def test_lattices_of_every_kind(kind: str) -> None:
    for seed in repeats(15, 1000):
        random = Random(seed)
        maze, graph = random_passages(LATTICES[kind](random), random)
        goals = random.choices(list(graph), k=random.randint(1, 3))
        maze.set_openings(Opening(random.choice(list(graph))), tuple(map(Opening, goals)))
        check(maze, graph)


@pytest.mark.parametrize("name", ["dead-end-filling", "cul-de-sac-filling", "blind-alley-filling"])
def test_in_a_perfect_maze_the_route_alone_is_left(name: str) -> None:
    maze = generate("prim", build("rectangular", rows=33, columns=40), 4)
    assert marked(name, maze) == set(solve("breadth-first", maze).route.tolist())


def test_loops_within_loops_are_no_cul_de_sac_but_a_blind_alley() -> None:
    r"""The entrance's row leads to the exit; a field of 2x3 cells hangs on it by one stem."""
    graph = nx.grid_2d_graph(4, 5)
    graph.remove_edges_from([edge for edge in graph.edges if {edge[0][0], edge[1][0]} & {0, 1}])
    nx.add_path(graph, [(0, column) for column in range(5)])
    nx.add_path(graph, [(0, 2), (1, 2), (2, 2)])
    lattice = build("rectangular", rows=4, columns=5)
    maze = Maze(lattice)
    open_passages(maze, ((lattice.cell(*a), lattice.cell(*b)) for a, b in graph.edges))
    ends = lattice.cell(0, 0), lattice.cell(0, 4)
    maze.set_openings(Opening(ends[0]), (Opening(ends[1]),))
    row = {lattice.cell(0, column) for column in range(5)}
    assert marked("blind-alley-filling", maze) == row
    assert len(marked("cul-de-sac-filling", maze)) == 5 + 1 + 10
